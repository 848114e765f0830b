package browse

import (
	"deft/commands/phrase"
	"deft/discovery"
	"deft/skills/sanitize"
	"deft/tui/cells"
	"deft/tui/theme"
)

// columns are the widths of the parts of a row; 0 leaves a part out. They are those of all rows: what stands below each other is of one
// kind.
type columns struct {
	name, badges, source, tokens, description int
	short                                     bool // signs for badges
	form                                      form
	between                                   int  // blanks before a column
	plain                                     bool // badges come behind the source, as words
	whole                                     int  // the width of all but the mark
}

// Widths of the list, in cells, from which it shows more.
const (
	withSource      = 24
	withTokens      = 36
	withWords       = 48 // badges as words
	withDescription = 90
)

// Widths of badges as words: one, and where there is more room.
const (
	oneBadge  = 10
	twoBadges = 18
)

// maxProvider is the width of a provider, in cells, in a narrow list.
const maxProvider = 8

// minDescription is how wide a column of descriptions is at least.
const minDescription = 20

// newColumns shares out the width: everything that the width allows, less what the handles need to be read.
func newColumns(width int, t theme.Theme, most widest) columns {
	c := columns{badges: 1, short: true, between: 1, plain: t.Options().Plain}
	if c.plain {
		c.between = 2
	}
	all := width
	width -= cells.Width(t.Marks.NoCursor)
	c.whole = width
	if all >= withSource {
		c.set(whole, most)
	}
	if all >= withTokens {
		c.badges, c.tokens = 2, most.tokens
	}
	if all >= withWords || c.plain && all >= withSource {
		c.badges, c.short = oneBadge, false
	}
	if all >= withDescription {
		c.badges = twoBadges
	}
	for c.rest(width) < c.need(most) && c.shrink(most) {
	}
	rest := c.rest(width)
	if name := min(most.name, maxHandle-4); all >= withDescription && rest-name > minDescription {
		c.description = rest - name - c.between
		rest = name
	}
	c.name = max(1, rest)
	return c
}

// rest is what the name gets of a width.
func (c *columns) rest(width int) int {
	return width - c.gap(c.badges) - c.gap(c.source) - c.gap(c.tokens)
}

// set chooses how the source is written.
func (c *columns) set(f form, most widest) {
	c.form = f
	c.source = [...]int{most.source, most.provider}[f]
	if f == provider && c.whole < withTokens { // one long name does not take the column from all others
		c.source = min(c.source, maxProvider)
	}
}

// usualName is a width of names, in cells, for which nothing else is given up while most handles have room in it.
const usualName = 24

// need is how wide names are to be before the other columns get what they want: all handles but the longest ones are seen whole. Where
// the provider is all that is left to take, more of them may be cut: which of several copies a row is matters more than the end of a name.
func (c *columns) need(most widest) int {
	if c.source > 0 && c.form == provider && c.tokens == 0 {
		return most.handle(20)
	}
	return min(most.handle(5), max(usualName, most.handle(30)))
}

// shrink takes from what matters least; false where nothing is left to take.
func (c *columns) shrink(most widest) bool {
	switch {
	case c.source > 0 && c.form == whole:
		c.set(provider, most)
	case !c.short && !c.plain:
		c.badges, c.short = 2, true
	case c.tokens > 0:
		c.tokens = 0
	case c.source > 0:
		c.source = 0
	default:
		return false
	}
	return true
}

// gap is a column with the blanks before it.
func (c *columns) gap(width int) int {
	if width == 0 {
		return 0
	}
	return width + c.between
}

// blank is what stands between two columns.
func (c *columns) blank() string { return "  "[:c.between] }

// header names the columns. A name that is wider than its column begins in the one before, which is never full there.
func (c *columns) header(mark string) string {
	out := mark + cells.Fit("name", c.name, "")
	left := func(name string, width int) {
		if width > 0 {
			out += c.blank() + cells.Fit(name, width, "")
		}
	}
	right := func(name string, width int) {
		if over := cells.Width(name) - c.gap(width); width > 0 && over < 0 {
			out += cells.FitLeft(name, c.gap(width), "")
		} else if width > 0 {
			out = cells.Cut(out, cells.Width(out)-over-1, "") + " " + name
		}
	}
	marks := func() {
		if c.short {
			right("marks", c.badges)
		} else {
			left("marks", c.badges)
		}
	}
	if c.plain {
		left("from", c.source)
		marks()
		right("tokens", c.tokens)
		left("description", c.description)
		return out
	}
	left("description", c.description)
	marks()
	left("from", c.source)
	right("tokens", c.tokens)
	return out
}

// columns are those of the list as it is.
func (m screen) columns() columns { return newColumns(m.width, m.theme, m.index.widest) }

// form is how much of a source is written.
type form int

// The forms, of claude and user: claude/user and claude.
const (
	whole form = iota
	provider
)

// sourceOf is where an entry is from.
func sourceOf(e *discovery.Entry, f form) string {
	switch {
	case e.Root == nil:
		return ""
	case f == provider:
		return sanitize.Line(e.Root.Provider)
	}
	return sanitize.Line(phrase.Source(e.Root))
}
