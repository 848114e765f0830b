package markdown

import (
	"strings"

	"github.com/yuin/goldmark/ast"
)

// Bounds that real documents do not reach. Beyond them parser or renderer take seconds, or never end, and cannot be stopped.
const (
	maxMarkers = 24     // quote and list signs at the start of one line
	maxCells   = 20_000 // bars in the widest line times lines: goldmark fills every row up to the width of the head
	maxBlocks  = 10     // quotes and lists inside one another
	maxInlines = 20     // emphasis and links inside one another
)

// hostile says that a text must not even be cut into blocks.
func hostile(s string) bool {
	for line := range strings.SplitSeq(s, "\n") {
		if markers(line) > maxMarkers {
			return true
		}
	}
	return false
}

// swollen says that a table in the text could grow far beyond the text.
func swollen(s string) bool {
	bars, lines := 0, 0
	for line := range strings.SplitSeq(s, "\n") {
		bars = max(bars, strings.Count(line, "|"))
		lines++
	}
	return bars*lines > maxCells
}

// markers counts the quote and list signs a line starts with.
func markers(line string) (n int) {
	for i := range len(line) {
		switch line[i] {
		case '>':
			n++
		case '-', '+', '*', '.', ')':
			if i+1 < len(line) && (line[i+1] == ' ' || line[i+1] == '\t') {
				n++
			}
		case ' ', '\t', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9':
		default:
			return n
		}
	}
	return n
}

// tooDeep says that a tree must not be rendered.
func tooDeep(n ast.Node, blocks, inlines int) bool {
	switch n.Kind() {
	case ast.KindBlockquote, ast.KindList:
		blocks++
	case ast.KindEmphasis, ast.KindLink, ast.KindImage:
		inlines++
	}
	if blocks > maxBlocks || inlines > maxInlines {
		return true
	}
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		if tooDeep(c, blocks, inlines) {
			return true
		}
	}
	return false
}
