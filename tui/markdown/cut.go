package markdown

import (
	"strings"
	"unicode/utf8"

	"github.com/yuin/goldmark/ast"
)

// inside cuts the block at the start of the window, which is too large for one piece. If it is open, that is if it goes on after the window, what
// opened it is repeated there.
func (c *cutter) inside(b block, open bool) []Piece {
	switch n := b.node.(type) {
	case *ast.FencedCodeBlock:
		return c.fence(b.text, open)
	case *ast.List:
		return c.list(b.text, n, open)
	case *ast.Paragraph:
		if head, ok := tableHead(b.text); ok {
			return c.table(b.text, head, open)
		}
		return c.parts(b.text, false, open)
	case *ast.Blockquote, *ast.CodeBlock:
		return c.parts(b.text, false, open)
	}
	return c.parts(b.text, true, open)
}

// parts cuts between lines.
func (c *cutter) parts(body string, plain, open bool) []Piece {
	pieces := c.lines(body, plain)
	c.take(len(body))
	c.apart = !open
	return pieces
}

func (c *cutter) lines(body string, plain bool) []Piece {
	var pieces []Piece
	for i, part := range chunks(body, c.aim()) {
		p := c.piece(part)
		p.plain, p.apart = plain, i == 0 && c.apart
		pieces = append(pieces, p)
	}
	return pieces
}

// fence cuts a code block into code blocks of the same language.
func (c *cutter) fence(body string, open bool) []Piece {
	first, code, _ := strings.Cut(body, "\n")
	mark := strings.TrimLeft(first, " ")
	mark = mark[:len(mark)-len(strings.TrimLeft(mark, mark[:1]))]
	code, end := cutEnd(code, mark)
	if open {
		end = ""
	}
	var pieces []Piece
	for i, part := range chunks(code, c.aim()) {
		p := c.piece(first + "\n" + strings.TrimSuffix(part, "\n") + "\n" + mark + "\n")
		p.apart = i == 0 && c.apart
		pieces = append(pieces, p)
	}
	c.take(len(body) - len(end))
	c.window = strings.TrimPrefix(c.window, end)
	if open {
		c.window = first + "\n" + c.window
		c.apart = false
	}
	return pieces
}

// cutEnd takes the closing fence and the blank lines after it off the code.
func cutEnd(code, mark string) (string, string) {
	body := strings.TrimRight(code, " \n")
	at := strings.LastIndexByte(body, '\n') + 1
	last := strings.TrimSpace(body[at:])
	if len(last) >= len(mark) && strings.Trim(last, mark[:1]) == "" {
		return code[:at], code[at:]
	}
	return code, ""
}

// list cuts between the items of a list and keeps counting.
func (c *cutter) list(body string, n *ast.List, open bool) []Piece {
	starts := itemStarts(body, c.window, n)
	number := max(c.number, n.Start)
	last := len(starts) - 1
	if open && last > 1 {
		last-- // the last item may go on after the window
	}
	var pieces []Piece
	apart, from := c.apart, 0
	for i := 1; i <= last; i++ {
		if size := starts[i] - starts[from]; size < c.aim() && i < last {
			continue
		}
		p := c.piece(body[starts[from]:starts[i]])
		p.apart, p.number = apart, 0
		if n.IsOrdered() {
			p.number = number
		}
		pieces = append(pieces, p)
		number += i - from
		apart, from = false, i
	}
	c.take(starts[last])
	if open {
		c.apart = false
	}
	if open && n.IsOrdered() {
		c.number = number
	}
	return pieces
}

// itemStarts are the offsets of a list's items, the first with all that stands before it, and then the end.
func itemStarts(body, window string, n *ast.List) []int {
	starts := []int{0}
	for item := n.FirstChild().NextSibling(); item != nil; item = item.NextSibling() {
		if at := lineStart(window, item.Pos()); at > starts[len(starts)-1] && at < len(body) {
			starts = append(starts, at)
		}
	}
	return append(starts, len(body))
}

// table cuts between rows and repeats the head.
func (c *cutter) table(body, head string, open bool) []Piece {
	var pieces []Piece
	for _, part := range chunks(body[len(head):], normalPiece) {
		pieces = append(pieces, c.piece(head+part))
	}
	c.take(len(body))
	if open {
		c.window = head + c.window
	}
	return pieces
}

// tableHead returns the first two lines if they are the head of a table.
func tableHead(body string) (string, bool) {
	first, rest, _ := strings.Cut(body, "\n")
	second, _, ok := strings.Cut(rest, "\n")
	if !ok || !strings.Contains(first, "|") || !strings.Contains(second, "-") || strings.Trim(second, " \t|:-") != "" {
		return "", false
	}
	return body[:len(first)+len(second)+2], len(first)+len(second) < normalPiece
}

// chunks cuts a text into parts of about size bytes: between lines, else at a blank, else between runes.
func chunks(s string, size int) []string {
	var parts []string
	for len(s) > size+size/2 {
		at := strings.LastIndexByte(s[:size], '\n')
		if at <= 0 {
			at = strings.LastIndexByte(s[:size], ' ')
		}
		if at <= 0 {
			for at = size; at > size-utf8.UTFMax && !utf8.RuneStart(s[at]); at-- {
			}
			at--
		}
		parts, s = append(parts, s[:at+1]), s[at+1:]
	}
	if s != "" {
		parts = append(parts, s)
	}
	return parts
}
