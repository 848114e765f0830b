package delta

import "strings"

// change writes what makes a row of the terminal, number y, into another one.
// What the old one was is not known where it is "".
func change(out []byte, at position, y int, before string, next row) ([]byte, position) {
	old := parseRow(before)
	if !old.sure || !next.sure || len(old.cells) != len(next.cells) || old.erase != next.erase {
		out = move(out, at, position{0, y})
		out = append(out, next.text...)
		return out, position{y: -1}
	}
	style := ""
	for _, s := range spans(old.cells, next.cells) {
		if style != "" && next.cells[s.from].style != style {
			out, style = append(out, reset...), ""
		}
		out = move(out, at, position{s.from, y})
		out, style = paint(out, style, next.cells[s.from:s.to])
		at = position{s.to, y}
		if s.to == len(next.cells) {
			at.y = -1 // the last column: terminals differ in where the cursor is
		}
	}
	if style != "" {
		out = append(out, reset...)
	}
	return out, at
}

// blank is a row without text that is as long as another one.
func blank(r row) string {
	s := strings.Repeat(" ", len(r.cells))
	if r.erase {
		s += eraseLine
	}
	return s
}

// span is a part of a row.
type span struct{ from, to int }

// gap is how many cells that stay are written again rather than passed over.
const gap = 4

// spans are the parts of a row that differ. None begins or ends inside a wide character: its second cell is empty and has its style, so
// that where the second half differs the first one does too.
func spans(old, next []cell) []span {
	var out []span
	for i := range next {
		if old[i] == next[i] {
			continue
		}
		to := i + 1
		for to < len(next) && next[to].text == "" {
			to++
		}
		if n := len(out) - 1; n >= 0 && i-out[n].to <= gap && even(next[min(i, out[n].to):i], next[i].style) {
			out[n].to = max(to, out[n].to)
			continue
		}
		out = append(out, span{i, to})
	}
	return out
}

// even says whether cells all have a style.
func even(cells []cell, style string) bool {
	for _, c := range cells {
		if c.style != style {
			return false
		}
	}
	return true
}

// paint writes cells; style is what the terminal paints in, and is returned as it is then.
func paint(out []byte, style string, cells []cell) ([]byte, string) {
	for _, c := range cells {
		if c.text == "" {
			continue
		}
		if c.style != style {
			more, longer := strings.CutPrefix(c.style, style)
			if !longer {
				out = append(out, reset...)
				more = c.style
			}
			out, style = append(out, more...), c.style
		}
		out = append(out, c.text...)
	}
	return out, style
}
