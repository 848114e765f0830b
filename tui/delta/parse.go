package delta

import (
	"slices"
	"strings"
	"unicode/utf8"

	"deft/tui/cells"
)

// update is a frame as Bubble Tea writes it.
type update struct {
	lines []line
	below bool   // what stands below them is erased
	end   string // moves the cursor to its place
}

// line is a line of a frame; one that is not painted stays as it is.
type line struct {
	painted bool
	text    string
}

// parse reads a frame; false for what is none. It begins at home, has a line feed after each line but the last, with a carriage
// return where the line is painted, and ends with a movement of the cursor.
func parse(s string) (update, bool) {
	s, ok := strings.CutPrefix(s, home)
	if !ok {
		return update{}, false
	}
	body := strings.TrimPrefix(s, "\r")
	at := strings.LastIndex(body, "\x1b[")
	if at < 0 || !strings.HasSuffix(body, "H") || strings.Trim(body[at+2:len(body)-1], "0123456789;") != "" {
		return update{}, false
	}
	u := update{end: body[at:]}
	body, u.below = strings.CutSuffix(body[:at], "\x1b[J")
	parts := strings.Split(body, "\n")
	for i, part := range parts {
		text, returned := strings.CutSuffix(part, "\r")
		last := i == len(parts)-1
		if !returned && !last && text != "" || strings.Contains(text, "\r") {
			return update{}, false
		}
		l := line{painted: returned || last && text != "", text: text}
		if l.painted && !plain(text) {
			return update{}, false
		}
		u.lines = append(u.lines, l)
	}
	return u, true
}

// whole says whether every line is painted.
func (u update) whole() bool {
	return !slices.ContainsFunc(u.lines, func(l line) bool { return !l.painted })
}

// plain says whether a line has nothing but text, styles and, at its end, the erasing of what is left of it.
func plain(s string) bool {
	s = strings.TrimSuffix(s, eraseLine)
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '\x1b':
			n, _ := cells.Style(s[i:])
			if n == 0 {
				return false
			}
			i += n - 1
		case c < ' ' || c == 0x7f:
			return false
		}
	}
	return utf8.ValidString(s)
}

// row is a line, taken apart.
type row struct {
	sure  bool   // every terminal gives its text the same width
	open  bool   // a style does not end
	text  string // as Bubble Tea wrote it
	cells []cell // of a wide character the first one holds it, the second one is empty
	erase bool   // what is right of the cells was erased
}

// cell is one character and its style: the sequences since the last reset.
type cell struct{ text, style string }

// parseRow reads a line that plain holds for.
func parseRow(s string) row {
	r := row{sure: true, text: s}
	s, r.erase = strings.CutSuffix(s, eraseLine)
	style := ""
	for len(s) > 0 {
		if n, ends := cells.Style(s); n > 0 {
			if ends {
				style = ""
			} else {
				style += s[:n]
			}
			s = s[n:]
			continue
		}
		text, width := cells.First(s)
		r.sure = r.sure && sure(text, width)
		r.cells = append(r.cells, cell{text, style})
		for range width - 1 {
			r.cells = append(r.cells, cell{"", style})
		}
		s = s[len(text):]
	}
	r.open = style != ""
	return r
}

// sure says whether terminals agree on the width of a character: they do not on emoji and on what is put together.
func sure(text string, width int) bool {
	r, n := utf8.DecodeRuneInString(text)
	switch {
	case n != len(text) || width < 1:
		return false
	case width == 2:
		return r >= 0x3000 && r < 0x1f000
	}
	return true
}
