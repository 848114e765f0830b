package prompt

import (
	"slices"
	"sort"
	"strings"
	"unicode/utf8"

	"github.com/clipperhouse/uax29/v2/graphemes"

	"deft/skills"
)

// leastDescription is how short the budget makes a description before it drops
// it, in characters: what is shorter tells a model nothing.
const leastDescription = 24

// row is an entry on its way into a catalog, cleaned.
type row struct {
	handle   string
	title    string // "" where the handle says as much
	location string
	whole    string // the description
	shown    string // of it
	cut      Cut
	first    bool // see Options.First
}

func newRow(e Entry, o Options) row {
	r := row{handle: e.Handle, title: shorten(fold(e.Title), skills.MaxName), location: line(e.Location), whole: description(e, o.Form)}
	r.first = slices.Contains(o.First, e.Handle)
	if r.title == r.handle {
		r.title = ""
	}
	r.shorten(o.MaxDescription)
	if e.Handle == "" || line(e.Handle) != e.Handle || strings.TrimSpace(e.Handle) != e.Handle {
		r.cut = LeftOut // a model could not spell it
	}
	return r
}

// description is what a form says of a skill. Only deft's own forms say when
// to use it: the others have no place for that.
func description(e Entry, f Form) string {
	text, when := fold(e.Description), fold(e.WhenToUse)
	switch {
	case when == "" || f != Deft && f != Manifest && text != "":
		return text
	case text == "":
		return when
	}
	return text + " When to use: " + when
}

// shorten bounds the description to limit characters.
func (r *row) shorten(limit int) {
	r.shown, r.cut = shorten(r.whole, limit), ""
	if r.shown != r.whole {
		r.cut = Shortened
	}
}

// shorten cuts text to at most limit characters, an ellipsis included: never
// inside what a reader sees as one character, and between words where that
// keeps at least half.
func shorten(text string, limit int) string {
	if utf8.RuneCountInString(text) <= limit {
		return text
	}
	end := boundary(text, limit-1)
	kept := text[:end]
	if end < len(text) && text[end] != ' ' {
		if blank := strings.LastIndexByte(kept, ' '); blank*2 >= end {
			kept = kept[:blank]
		}
	}
	return strings.TrimRight(kept, " ") + "…"
}

// Brief is prose cleaned for one line, cut as in a catalog to at most limit
// characters; 0 stands for DefaultDescription, less than MinDescription for it.
func Brief(text string, limit int) string {
	return shorten(fold(text), Options{MaxDescription: limit}.withDefaults().MaxDescription)
}

// boundary is the end in bytes of the longest run of whole grapheme clusters
// at the start of text that has at most limit runes.
func boundary(text string, limit int) int {
	if ascii(text, limit+1) {
		return min(limit, len(text))
	}
	end, runes := 0, 0
	for g := graphemes.FromString(text); g.Next(); {
		runes += utf8.RuneCountInString(g.Value())
		if runes > limit {
			break
		}
		end += len(g.Value())
	}
	return end
}

func ascii(text string, n int) bool {
	for i := range min(n, len(text)) {
		if text[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// fit makes the catalog small enough for the budget in each of the frames, as
// far as leaving out helps.
func (c *Catalog) fit(frames []frame) {
	room := 4 * c.options.Budget
	if room <= 0 || c.largest(frames, c.note()) <= room {
		return
	}
	note := c.longestNote()
	most := c.options.MaxDescription
	least := min(leastDescription, most)
	fits := func(limit int) bool {
		c.shorten(limit)
		return c.largest(frames, note) <= room
	}
	if fits(least) {
		c.shorten(most - sort.Search(most-least, func(i int) bool { return fits(most - i) }))
	}
	over := c.drop(c.largest(frames, note)-room, NameOnly)
	c.drop(over, LeftOut)
}

// shorten bounds all descriptions but those that come first.
func (c *Catalog) shorten(limit int) {
	for i := range c.rows {
		if r := &c.rows[i]; !r.first && r.cut != LeftOut {
			r.shorten(limit)
		}
	}
}

// drop cuts rows from the last to the first until over bytes are saved, and
// returns how many are still too many. Those that come first are cut last.
func (c *Catalog) drop(over int, cut Cut) int {
	for _, first := range []bool{false, true} {
		for i := len(c.rows) - 1; i >= 0 && over > 0; i-- {
			r := &c.rows[i]
			if r.first != first || cut == NameOnly && r.bare() {
				continue
			}
			before := c.rowSize(*r)
			r.shown, r.cut = "", cut
			over -= before - c.rowSize(*r)
		}
	}
	return over
}

// bare tells that a row has no more to lose than its name.
func (r row) bare() bool { return r.cut == LeftOut || r.shown == "" && r.title == "" }

// rowSize is what a row adds to the text, in bytes.
func (c *Catalog) rowSize(r row) int {
	if r.cut == LeftOut {
		return 0
	}
	return len(c.Form.entry(r)) + 1
}

// largest is the size of the text in the largest of the frames, in bytes.
func (c *Catalog) largest(frames []frame, note string) int {
	size := 0
	for _, f := range frames {
		size = max(size, len(c.wrap(f, note, nil)))
	}
	for _, r := range c.rows {
		size += c.rowSize(r)
	}
	return size
}
