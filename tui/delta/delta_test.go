package delta

import (
	"bytes"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/vt"
	"pgregory.net/rapid"
)

// fakeTerm is a terminal that keeps what is written to it.
type fakeTerm struct {
	bytes.Buffer
	fail bool
}

func (f *fakeTerm) Write(p []byte) (int, error) {
	if f.fail {
		return 0, os.ErrClosed
	}
	return f.Buffer.Write(p)
}
func (*fakeTerm) Close() error { return nil }
func (*fakeTerm) Fd() uintptr  { return 0 }

// painter writes frames as Bubble Tea's renderer does.
type painter struct {
	last          []string
	width, height int
}

func (p *painter) frame(lines []string) string {
	var b strings.Builder
	b.WriteString(home)
	for i, l := range lines {
		end := "\r\n"
		if i == len(lines)-1 {
			end = ""
		}
		if p.last != nil && i < len(p.last) && p.last[i] == l {
			b.WriteString(strings.TrimPrefix(end, "\r"))
			continue
		}
		if i == 0 && p.last == nil {
			b.WriteByte('\r')
		}
		if l = ansi.Truncate(l, p.width, ""); ansi.StringWidth(l) < p.width {
			l += eraseLine
		}
		b.WriteString(l + end)
	}
	if len(p.last) > len(lines) {
		b.WriteString("\x1b[J")
	}
	fmt.Fprintf(&b, "\x1b[%d;0H", len(lines))
	p.last = lines
	return b.String()
}

// look is what a terminal shows, its styles included, and where its cursor is.
func look(e *vt.Emulator) string {
	var b strings.Builder
	for y := range e.Height() {
		for x := range e.Width() {
			if c := e.CellAt(x, y); c != nil {
				fmt.Fprintf(&b, "%q%v|", c.Content, c.Style.String())
			}
		}
		b.WriteByte('\n')
	}
	return b.String() + fmt.Sprint(e.CursorPosition())
}

// A terminal shows the same whether it gets what Bubble Tea writes or what is left of it.
func TestSameScreen(t *testing.T) {
	word := rapid.SampledFrom([]string{"a", "bc", " ", "   ", "世界", "小", "❯ ", "┃", "é", "e\u0301", "☕", "👩\u200d👩\u200d👧", "🏴", "한", "…",
		"\x1b[1mB\x1b[m", "\x1b[38;5;7mgrey text\x1b[m", "\x1b[44m  on blue 世\x1b[m", "\x1b[1m\x1b[31mboth\x1b[0m", "0123456789"})
	line := rapid.Custom(func(r *rapid.T) string { return strings.Join(rapid.SliceOfN(word, 0, 8).Draw(r, "words"), "") })
	rapid.Check(t, func(r *rapid.T) {
		w, h := rapid.IntRange(4, 40).Draw(r, "width"), rapid.IntRange(1, 8).Draw(r, "height")
		whole, less := vt.NewEmulator(w, h), vt.NewEmulator(w, h)
		term := &fakeTerm{}
		out := New(term)
		p := &painter{width: w, height: h}
		send := func(s string) {
			term.Reset()
			if n, err := out.Write([]byte(s)); n != len(s) || err != nil {
				r.Fatalf("%d %v", n, err)
			}
			whole.WriteString(s)
			less.Write(term.Bytes())
		}
		send(altOn)
		send("\x1b[2J")
		send("\x1b[H")
		lines := make([]string, h)
		for range rapid.IntRange(1, 12).Draw(r, "frames") {
			switch rapid.IntRange(0, 9).Draw(r, "kind") {
			case 0:
				w, h = rapid.IntRange(4, 40).Draw(r, "width"), rapid.IntRange(1, 8).Draw(r, "height")
				whole.Resize(w, h)
				less.Resize(w, h)
				*p = painter{width: w, height: h}
				lines = make([]string, h)
				send("\x1b[?25l")
			case 1:
				send(altOff)
				send("out " + line.Draw(r, "shell"))
				send(altOn)
				send("\x1b[2J")
				send("\x1b[H")
				p.last = nil
			}
			next := append([]string(nil), lines...)
			for range rapid.IntRange(1, h).Draw(r, "changes") {
				l := line.Draw(r, "line")
				if rapid.Bool().Draw(r, "full") {
					l = ansi.Truncate(l, w, "")
					l += strings.Repeat(" ", w-ansi.StringWidth(l))
				}
				next[rapid.IntRange(0, h-1).Draw(r, "at")] = l
			}
			lines = next
			send(p.frame(lines))
			if a, b := look(whole), look(less); a != b {
				r.Fatalf("Bubble Tea's %q shows\n%s\nthe rest of it %q\n%s", p.frame(lines), a, term.String(), b)
			}
		}
	})
}

// What cannot be understood passes as it is, and the next frame is not taken for a change of what was there before.
func TestPasses(t *testing.T) {
	term := &fakeTerm{}
	w := New(term)
	write := func(s string) string {
		term.Reset()
		if _, err := w.Write([]byte(s)); err != nil {
			t.Fatal(err)
		}
		return term.String()
	}
	frame := func(s string) string { return home + s + "\r\n\ntail\x1b[3;0H" }
	for _, s := range []string{frame("a"), frame("b"), altOn} {
		if got := write(s); got != s {
			t.Errorf("outside of the alternate screen %q is %q", s, got)
		}
	}
	write(home + "\rabc\r\n\x1b[1mdef\x1b[m\r\nend\x1b[3;0H")
	if got := write(home + "abX\r\n\n\x1b[3;0H"); got != "\x1b[1;3HX\x1b[3;0H" {
		t.Errorf("a change is %q", got)
	}
	for _, s := range []string{"\x1b]52;c;aGk=\x07", "\x1b[?1002h"} {
		if got := write(s); got != s {
			t.Errorf("%q is %q", s, got)
		}
	}
	if got := write(home + "abY\r\n\n\x1b[3;0H"); got != "\x1b[1;3HY\x1b[3;0H" {
		t.Errorf("after a mode a change is %q", got)
	}
	if got := write(home + "\n\nend\x1b[38;5;7m\x1b[m\x1b[3;0H"); got != "" {
		t.Errorf("what looks the same is %q", got)
	}
	for _, s := range []string{"plain", home + "a\x1b[2Jb\r\n\n\x1b[3;0H", home + "a\tb\r\n\n\x1b[3;0H", home + "x", home} {
		if got := write(s); got != s {
			t.Errorf("%q is %q", s, got)
		}
		if got := write(home + "abY\r\n\n\x1b[3;0H"); !strings.Contains(got, "abY") {
			t.Errorf("after %q only %q is written", s, got)
		}
	}
	term.fail = true
	if _, err := w.Write([]byte(home + "abZ\r\n\n\x1b[3;0H")); err == nil {
		t.Error("an error of the terminal is lost")
	}
	term.fail = false
	if got := write(home + "abZ\r\n\n\x1b[3;0H"); !strings.Contains(got, "abZ") {
		t.Errorf("what was not written counts as shown: %q", got)
	}
}

func FuzzWrite(f *testing.F) {
	for _, s := range []string{home + "a\r\n\nb\x1b[3;0H", home + "\x1b[1mé\x1b[m\x1b[K\r\n\x1b[2;0H", "\x1b[", home + "\r\r\n\x1b[H"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		w := New(&fakeTerm{})
		w.Write([]byte(altOn))
		w.Write([]byte(home + "\rabc\r\ndef\r\nghi\x1b[3;0H"))
		if n, err := w.Write([]byte(s)); n != len(s) || err != nil {
			t.Fatal(n, err)
		}
		w.Write([]byte(home + "\nxyz\r\n\x1b[3;0H"))
	})
}

// A frame that is painted whole clears its rows and passes over their blanks, so that it covers whatever stood there.
func TestWhole(t *testing.T) {
	term := &fakeTerm{}
	w := New(term)
	painted := func() bool {
		select {
		case <-w.Painted():
			return true
		default:
			return false
		}
	}
	for _, s := range []string{altOn, home + "\r \x1b[K\x1b[1;0H"} {
		if _, err := w.Write([]byte(s)); err != nil || painted() {
			t.Errorf("%q counts as a frame; %v", s, err)
		}
	}
	for range 2 { // again, as after a resize
		term.Reset()
		if _, err := w.Write([]byte(home + "\r|" + strings.Repeat(" ", 20) + "|\r\n\x1b[1mb\x1b[m" + strings.Repeat(" ", 21) + "\r\nend\x1b[K\x1b[3;0H")); err != nil {
			t.Fatal(err)
		}
		want := "\x1b[1H\x1b[K|\x1b[20C|\x1b[2H\x1b[K\x1b[1mb\x1b[m\x1b[3H\x1b[Kend\x1b[3;0H"
		if got := term.String(); got != want {
			t.Errorf("a frame is %q, want %q", got, want)
		}
		if !painted() {
			t.Error("it was not noticed")
		}
	}
}
