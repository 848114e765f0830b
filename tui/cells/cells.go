// Package cells cuts, pads, wraps and lays text over text by the cells that a terminal shows.
package cells

import (
	"strings"

	"github.com/charmbracelet/x/ansi"
)

// Tab is how many cells a tab stands for.
const Tab = 4

// Width is the cells that a line takes; escape sequences take none.
func Width(s string) int {
	n := 0
	for i := 0; i < len(s); {
		if c := s[i]; c >= ' ' && c < 0x7f {
			n++
			i++
			continue
		}
		style, _ := Style(s[i:])
		if style == 0 {
			return ansi.StringWidth(s) // which takes many times as long
		}
		i += style
	}
	return n
}

// Cut shortens a line to at most width cells; tail stands for what was cut.
func Cut(s string, width int, tail string) string {
	if width <= 0 {
		return ""
	}
	if Width(s) <= width {
		return s
	}
	if Width(tail) >= width {
		tail = ""
	}
	return ansi.Truncate(s, width, tail)
}

// CutLeft shortens a plain text to at most width cells and keeps its end; head stands for what was cut.
func CutLeft(s string, width int, head string) string {
	if width <= 0 {
		return ""
	}
	over := Width(s) - width
	if over <= 0 {
		return s
	}
	if Width(head) >= width {
		head = ""
	}
	for over += Width(head); over > 0 && s != ""; {
		c, w := First(s)
		s, over = s[len(c):], over-w
	}
	return head + s
}

// Fit makes a line exactly width cells wide: cut, or filled up with blanks.
func Fit(s string, width int, tail string) string {
	s = Cut(s, width, tail)
	if n := width - Width(s); n > 0 {
		s += strings.Repeat(" ", n)
	}
	return s
}

// FitLeft is Fit with the text at the right end.
func FitLeft(s string, width int, tail string) string {
	s = Cut(s, width, tail)
	if n := width - Width(s); n > 0 {
		s = strings.Repeat(" ", n) + s
	}
	return s
}

// WrapAnywhere breaks text into lines of at most width cells wherever they are full, as suits a path.
func WrapAnywhere(s string, width int) []string {
	if width <= 0 {
		return nil
	}
	return strings.Split(ansi.Hardwrap(s, width, true), "\n")
}

// Indent wraps text behind a head: the lines after the first stand below its text.
func Indent(head, s string, width int) []string {
	return Hang(head, Wrap(s, max(1, width-Width(head))))
}

// Hang puts lines behind a head: those after the first stand below its text.
func Hang(head string, lines []string) []string {
	n := Width(head)
	for i, l := range lines {
		if i == 0 {
			lines[i] = head + l
		} else {
			lines[i] = strings.Repeat(" ", n) + l
		}
	}
	return lines
}

// Block makes exactly height lines of exactly width cells.
func Block(lines []string, width, height int) []string {
	out := make([]string, height)
	for i := range out {
		if i < len(lines) {
			out[i] = Fit(lines[i], width, "")
		} else {
			out[i] = strings.Repeat(" ", max(0, width))
		}
	}
	return out
}

// Overlay puts the lines of box over base with its left upper corner at x, y. All lines of box are equally wide. What stands
// outside of base is dropped; base is changed.
func Overlay(base, box []string, x, y int) {
	for i, l := range box {
		if y+i < 0 || y+i >= len(base) {
			continue
		}
		under := base[y+i]
		w, total := Width(l), Width(under)
		left := Fit(ansi.Truncate(under, x, ""), x, "")
		right := ansi.TruncateLeft(under, x+w, "")
		base[y+i] = left + reset + l + reset + FitLeft(right, max(0, total-x-w), "")
	}
}
