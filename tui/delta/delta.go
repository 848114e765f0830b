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
// resize, passes too, so nothing that the terminal did meanwhile can last.
type Writer struct {
	term.File // the terminal

	mu   sync.Mutex
	alt  bool     // the alternate screen is on
	rows []string // the lines that it shows, as they were written; "" where that is not known
	end  string   // moves the cursor to where it is; "" where that is not known
	out  []byte
}

// New makes a writer for a terminal.
func New(f term.File) *Writer { return &Writer{File: f} }

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
	if f, ok := parse(string(p)); ok && w.alt {
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
	out, at, pass := w.out[:0], position{y: -1}, true
	for i, l := range f.lines {
		if !l.painted {
			pass = false
			continue
		}
		next := parseRow(l.text)
		if next.open { // it goes on in the lines below
			w.rows, w.end = nil, ""
			return p
		}
		out, at = change(out, at, i, w.rows[i], next)
		w.rows[i] = strings.Clone(l.text)
	}
	same := len(out) == 0 && f.end == w.end
	w.end = f.end
	switch {
	case pass || f.below:
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
