package markdown

import (
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"

	"deft/skills/sanitize"
)

// cutter walks through a document in windows. The block that a window may have cut off is parsed again at the start of the next.
type cutter struct {
	rest   string // source not yet read
	window string // cleaned text not yet cut
	refs   references
	done   int  // bytes cut so far
	apart  bool // a blank line stands before the next piece
	number int  // number of the list item the window starts with; 0: as written
}

// block is a top-level block of a window: the bytes from its first line to the next block.
type block struct {
	text string
	node ast.Node
}

// next cuts the next pieces off and says whether there may be more.
func (c *cutter) next() (pieces []Piece, more bool) {
	for want := c.aim() * 2; ; want *= 2 {
		c.fill(want)
		if c.window == "" {
			return nil, false
		}
		if hostile(c.window) {
			return c.all(), true
		}
		blocks := parseBlocks(c.window)
		if c.rest == "" || want >= maxWindow && len(blocks) < 2 {
			return c.cut(blocks, c.rest != ""), true
		}
		if len(blocks) > 1 {
			return c.cut(blocks[:len(blocks)-1], false), true
		}
	}
}

func (c *cutter) aim() int {
	if c.done < screenSize {
		return firstPiece
	}
	return normalPiece
}

// fill reads whole lines until the window holds size bytes.
func (c *cutter) fill(size int) {
	for len(c.window) < size && c.rest != "" {
		n := len(c.rest)
		if missing := size - len(c.window); missing < n {
			if i := strings.IndexByte(c.rest[missing:], '\n'); i >= 0 {
				n = missing + i + 1
			}
		}
		c.window += sanitize.Markdown(c.rest[:n])
		c.rest = c.rest[n:]
	}
}

// all takes the whole window as plain text.
func (c *cutter) all() []Piece {
	pieces := c.lines(c.window, true)
	c.take(len(c.window))
	return pieces
}

func (c *cutter) take(n int) {
	c.window = c.window[n:]
	c.done += n
	c.apart, c.number = true, 0
}

// cut makes pieces of blocks from the start of the window; open says that the last block goes on after the window.
func (c *cutter) cut(blocks []block, open bool) []Piece {
	var pieces []Piece
	var run strings.Builder
	seen := false // whether the run shows anything
	flush := func() {
		apart, number := c.apart, c.number
		if seen {
			pieces = append(pieces, c.piece(run.String()))
		}
		c.take(run.Len())
		if !seen {
			c.apart, c.number = apart, number
		}
		run.Reset()
		seen = false
	}
	for _, b := range blocks {
		if b.node.Kind() == ast.KindDocument || c.fits(b) {
			run.WriteString(b.text)
			seen = seen || b.node.Kind() != ast.KindLinkReferenceDefinition && b.node.Kind() != ast.KindDocument
			if run.Len() >= c.aim() {
				flush()
			}
			continue
		}
		flush()
		pieces = append(pieces, c.inside(b, open)...)
	}
	flush()
	return pieces
}

func (c *cutter) piece(source string) Piece {
	p := Piece{source: strings.Trim(source, "\n") + "\n", apart: c.apart, number: c.number}
	if strings.Contains(source, "[") {
		p.refs = c.refs
	}
	return p
}

// fits says whether a block need not be cut. Code and lists are cut finer than the others, as a cut does not show there.
func (c *cutter) fits(b block) bool {
	size := len(strings.TrimSpace(b.text))
	switch b.node.(type) {
	case *ast.FencedCodeBlock, *ast.List:
		return size <= 2*c.aim()
	}
	return size <= blockLimit
}

// blockParser finds blocks and link definitions. It knows no tables: one with thousands of columns would fill the memory, and to it a table is a paragraph.
func blockParser() parser.Parser {
	return parser.NewParser(
		parser.WithBlockParsers(parser.DefaultBlockParsers()...),
		parser.WithParagraphTransformers(parser.DefaultParagraphTransformers()...))
}

func parseBlocks(window string) []block {
	doc := blockParser().Parse(text.NewReader([]byte(window)))
	var blocks []block
	var starts []int
	for n := doc.FirstChild(); n != nil; n = n.NextSibling() {
		at := lineStart(window, n.Pos())
		if len(blocks) == 0 {
			at = 0
		} else if at <= starts[len(starts)-1] {
			continue // shares its line with, or has no place apart from, the block before
		}
		blocks, starts = append(blocks, block{node: n}), append(starts, at)
	}
	if len(blocks) == 0 {
		return []block{{text: window, node: doc}}
	}
	starts = append(starts, len(window))
	for i := range blocks {
		blocks[i].text = window[starts[i]:starts[i+1]]
	}
	return blocks
}

// lineStart is the offset of the line that holds offset at; -1 for no offset.
func lineStart(s string, at int) int {
	if at < 0 || at > len(s) {
		return -1
	}
	return strings.LastIndexByte(s[:at], '\n') + 1
}
