// Package markdown renders Markdown for the terminal in pieces that are bounded and rendered one by one.
package markdown

import (
	"strings"
	"sync"
)

// Sizes in bytes. A piece is cut between top-level blocks; a single block beyond its limit is cut inside.
const (
	screenSize  = 4 << 10  // what lies before this offset is cut finer, so that the first screen is a few small pieces
	firstPiece  = 1 << 10  // aim for a piece of the first screen
	normalPiece = 4 << 10  // aim for the others
	blockLimit  = 8 << 10  // a paragraph, quote or table beyond this is cut
	maxPiece    = 16 << 10 // a piece beyond this is shown as plain text
	maxWindow   = 32 << 10 // the most that is parsed at once
)

// Document is Markdown text that is cut on demand; the zero value is an empty document. It is safe for concurrent use.
type Document struct{ cuts *cuts }

// cuts are the pieces cut so far.
type cuts struct {
	mu     sync.Mutex
	pieces []Piece
	cutter cutter
	done   bool
}

// Piece is a run of whole top-level blocks, or a part of a block that is too large for one.
type Piece struct {
	source string
	refs   references
	plain  bool // show the text as it is
	apart  bool // a blank line stands before it
	number int  // the number of the first item of an ordered list that was cut; 0: as written
}

// Split prepares a document. It reads the source once for link definitions (0.1 ms for 200 KB) and cuts nothing yet: At does, as far as it is asked.
func Split(source string) Document {
	source = strings.TrimPrefix(source, "\ufeff")
	if strings.Contains(source, "\r") {
		source = strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(source)
	}
	return Document{&cuts{cutter: cutter{rest: source, refs: collect(source)}}}
}

// At is the piece with a number, counted from 0; false behind the last.
func (d Document) At(i int) (Piece, bool) {
	c := d.cuts
	if c == nil {
		return Piece{}, false
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	for i >= len(c.pieces) && !c.done {
		more, ok := c.cutter.next()
		c.pieces, c.done = append(c.pieces, more...), !ok
	}
	if i >= len(c.pieces) {
		return Piece{}, false
	}
	return c.pieces[i], true
}

// Source is the Markdown of the piece; its link definitions may stand elsewhere in the document.
func (p Piece) Source() string { return p.source }
