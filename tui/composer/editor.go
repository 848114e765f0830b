package composer

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"deft/skills/sanitize"
	"deft/tui/cells"
)

// editor is a text with a cursor. The text is kept byte for byte; the cursor never stands inside a grapheme cluster.
type editor struct {
	text string
	at   int // byte offset of the cursor
	rows []row
	cols int // width that rows were made for
}

// row is one line on the screen: bytes start to end of the text, the blank or newline that broke it left out.
type row struct{ start, end, next int }

func (e *editor) set(text string, at int) {
	e.text, e.at, e.rows = text, min(max(0, at), len(text)), nil
}

func (e *editor) insert(s string) { e.replace(e.at, e.at, s) }

// replace puts s in place of the bytes start to end and sets the cursor behind it.
func (e *editor) replace(start, end int, s string) {
	e.set(e.text[:start]+s+e.text[end:], start+len(s))
}

// cluster is the grapheme cluster that begins at i, and its width in cells as shown.
func (e *editor) cluster(i int) (string, int) {
	c, w := cells.First(e.text[i:])
	if c == "\r\n" {
		c = c[:1]
	}
	if w == 0 || len(c) == 1 && !printable(c[0]) {
		w = cells.Width(shown(c))
	}
	return c, w
}

func printable(c byte) bool { return c >= ' ' && c < 0x7f }

// shown is a cluster as the screen has it: controls and hidden runes are marks.
func shown(c string) string {
	if c == "\t" {
		return strings.Repeat(" ", cells.Tab)
	}
	if len(c) == 1 && printable(c[0]) {
		return c
	}
	return sanitize.Text(c)
}

// before is where the cluster that ends at the cursor begins.
func (e *editor) before() int {
	start := strings.LastIndexByte(e.text[:e.at], '\n') + 1
	if start == e.at {
		return max(0, e.at-1)
	}
	for i := start; ; {
		c, _ := e.cluster(i)
		if i+len(c) >= e.at {
			return i
		}
		i += len(c)
	}
}

// after is where the cluster under the cursor ends.
func (e *editor) after() int {
	if e.at == len(e.text) {
		return e.at
	}
	c, _ := e.cluster(e.at)
	return e.at + len(c)
}

// wordBefore is the start of the word before the cursor.
func (e *editor) wordBefore() int {
	head := strings.TrimRightFunc(e.text[:e.at], unicode.IsSpace)
	i := strings.LastIndexFunc(head, unicode.IsSpace)
	if i < 0 {
		return 0
	}
	_, n := utf8.DecodeRuneInString(head[i:])
	return i + n
}

// wordAfter is the end of the word after the cursor.
func (e *editor) wordAfter() int {
	tail := e.text[e.at:]
	rest := strings.TrimLeftFunc(tail, unicode.IsSpace)
	i := strings.IndexFunc(rest, unicode.IsSpace)
	if i < 0 {
		return len(e.text)
	}
	return e.at + len(tail) - len(rest) + i
}

// lineStart and lineEnd bound the line, between newlines, that holds the cursor.
func (e *editor) lineStart() int { return strings.LastIndexByte(e.text[:e.at], '\n') + 1 }

func (e *editor) lineEnd() int {
	if i := strings.IndexByte(e.text[e.at:], '\n'); i >= 0 {
		return e.at + i
	}
	return len(e.text)
}

// layout breaks the text into rows of at most width cells, one cell being left for the cursor behind a full row.
func (e *editor) layout(width int) []row {
	width = max(2, width)
	if e.rows != nil && e.cols == width {
		return e.rows
	}
	e.rows, e.cols = e.rows[:0], width
	start, used, space := 0, 0, -1
	for i := 0; i < len(e.text); {
		c, w := e.cluster(i)
		if c == "\n" {
			e.rows = append(e.rows, row{start, i, i + 1})
			i++
			start, used, space = i, 0, -1
			continue
		}
		if used+w > width-1 && i > start {
			cut := i
			if space > start {
				cut = space
			}
			e.rows = append(e.rows, row{start, cut, cut})
			start, used, space = cut, cells.Width(shownAll(e.text[cut:i])), -1
		}
		used += w
		i += len(c)
		if c == " " || c == "\t" {
			space = i
		}
	}
	e.rows = append(e.rows, row{start, len(e.text), len(e.text) + 1})
	return e.rows
}

func shownAll(s string) string {
	return strings.ReplaceAll(sanitize.Text(s), "\t", strings.Repeat(" ", cells.Tab))
}

// row is the index of the row that holds the cursor.
func (e *editor) row(width int) int {
	rows := e.layout(width)
	for i, r := range rows {
		if e.at < r.next || i == len(rows)-1 {
			return i
		}
	}
	return 0
}

// moveRow moves the cursor by rows on the screen, as near to its column as the new row allows; false where there is none.
func (e *editor) moveRow(by, width int) bool {
	rows, now := e.layout(width), e.row(width)
	to := now + by
	if to < 0 || to >= len(rows) {
		return false
	}
	e.at = e.column(rows[to], cells.Width(shownAll(e.text[rows[now].start:e.at])))
	return true
}

// column is the place in a row that is nearest to a column, in cells.
func (e *editor) column(r row, column int) int {
	at, used := r.start, 0
	for at < r.end {
		c, w := e.cluster(at)
		if used+w > column || at+len(c) >= r.next {
			break
		}
		used += w
		at += len(c)
	}
	return at
}
