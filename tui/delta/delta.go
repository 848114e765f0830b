// Package delta makes what Bubble Tea writes to a terminal smaller: of a line that has changed, only the cells that have.
package delta

import (
	"bytes"
	"strconv"
	"strings"
	"sync"

	"github.com/charmbracelet/x/term"
)

// Writer stands between Bubble Tea and its terminal. It understands the frames that Bubble Tea's renderer writes to the alternate
// screen, one in a Write; all else passes as it is. A frame in which no line is left out, as the first one and every one after a
// resize, is painted whole, but for its blanks, so nothing that the terminal did meanwhile can last.
type Writer struct {
	term.File // the terminal
	painted   chan struct{}

	mu    sync.Mutex
	alt   bool     // the alternate screen is on
	begun bool     // painted is closed
	rows  []string // the lines that it shows, as they were written; "" where that is not known
	end   string   // moves the cursor to where it is; "" where that is not known
	out   []byte
}

// New makes a writer for a terminal.
func New(f term.File) *Writer { return &Writer{File: f, painted: make(chan struct{})} }

// Painted is closed once a frame of more than one line was written. What comes before is the empty one of a program that does not know
// its size yet.
func (w *Writer) Painted() <-chan struct{} { return w.painted }

// Sequences of Bubble Tea's renderer.
const (
	home      = "\x1b[H"
	eraseLine = "\x1b[K"
	altOn     = "\x1b[?1049h"
	altOff    = "\x1b[?1049l"
	reset     = "\x1b[m"
)

// Write writes a frame, or passes on what is none.
func (w *Writer) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	out := p
	f, ok := parse(string(p))
	if ok && w.alt {
		out = w.frame(f, p)
	} else {
		w.pass(p)
	}
	if len(out) == 0 {
		return len(p), nil
	}
	if _, err := w.File.Write(out); err != nil {
		w.rows, w.end = nil, ""
		return 0, err
	}
	if ok && len(f.lines) > 1 && !w.begun {
		w.begun = true
		close(w.painted)
	}
	return len(p), nil
}

// pass follows what is no frame. What moves no text leaves what is known of the screen.
func (w *Writer) pass(p []byte) {
	on, off := bytes.LastIndex(p, []byte(altOn)), bytes.LastIndex(p, []byte(altOff))
	if on >= 0 || off >= 0 {
		w.alt = on > off
	}
	if !harmless(string(p)) {
		w.rows, w.end = nil, ""
	}
}

// harmless says whether bytes are one sequence that sets a mode, or one that talks to the terminal (OSC).
func harmless(s string) bool {
	if strings.HasPrefix(s, "\x1b]") {
		return true
	}
	mode, ok := strings.CutPrefix(s, "\x1b[?")
	if !ok || len(mode) < 2 || strings.Contains(mode, "1049") {
		return false
	}
	digits, end := mode[:len(mode)-1], mode[len(mode)-1]
	return (end == 'h' || end == 'l') && strings.Trim(digits, "0123456789;") == ""
}

// frame is what to write for a frame, which the screen shows then.
func (w *Writer) frame(f update, p []byte) []byte {
	if len(w.rows) != len(f.lines) {
		w.rows = make([]string, len(f.lines))
	}
	out, at, whole := w.out[:0], position{y: -1}, f.whole()
	for i, l := range f.lines {
		if !l.painted {
			continue
		}
		next := parseRow(l.text)
		if next.open { // it goes on in the lines below
			w.rows, w.end = nil, ""
			return p
		}
		before := w.rows[i]
		if whole {
			out, at = append(move(out, at, position{0, i}), eraseLine...), position{0, i}
			before = blank(next)
		}
		out, at = change(out, at, i, before, next)
		w.rows[i] = strings.Clone(l.text)
	}
	same := len(out) == 0 && f.end == w.end
	w.end = f.end
	switch {
	case f.below:
		return p
	case same:
		return nil
	}
	w.out = append(out, f.end...)
	return w.out
}

// position is where the terminal's cursor is.
type position struct{ x, y int }

// move goes to a cell.
func move(out []byte, from, to position) []byte {
	if n := to.x - from.x; from.y == to.y && n >= 0 {
		if n == 0 {
			return out
		}
		out = append(out, "\x1b["...)
		if n > 1 {
			out = strconv.AppendInt(out, int64(n), 10)
		}
		return append(out, 'C')
	}
	out = append(out, "\x1b["...)
	out = strconv.AppendInt(out, int64(to.y+1), 10)
	if to.x > 0 {
		out = append(out, ';')
		out = strconv.AppendInt(out, int64(to.x+1), 10)
	}
	return append(out, 'H')
}
