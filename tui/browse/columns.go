package browse

import (
	"deft/discovery"
	"deft/skills/sanitize"
	"deft/tui/cells"
	"deft/tui/theme"
)

// columns are the widths of the parts of a row; 0 leaves a part out.
type columns struct {
	name, badges, source, tokens, description int
	short                                     bool // signs for badges
	form                                      Form
	whole                                     int // the width of all but the mark
}

// Widths of the list, in cells, from which it shows more.
const (
	withSource      = 24
	withTokens      = 36
	withWords       = 48 // badges as words
	withDescription = 90
)

// minDescription is how wide a column of descriptions is at least.
const minDescription = 20

// newColumns shares out the width: the rest as there is room, so that nearly every handle is seen whole.
func newColumns(width int, t theme.Theme, most widest) columns {
	c := columns{badges: 1, short: true}
	if width >= withSource {
		c.set(Short, most)
	}
	if width >= withTokens {
		c.badges, c.tokens = 2, most.tokens
	}
	if width >= withWords {
		c.badges, c.short = 10, false
		c.set(Whole, most)
	}
	if width >= withDescription {
		c.badges += 8
	}
	width -= cells.Width(t.Marks.NoCursor)
	c.whole = width
	for c.rest(width) < most.handle(c.spare()) && c.shrink(most) {
	}
	rest := c.rest(width)
	if name := min(most.name, maxHandle-4); c.badges > 10 && rest-name > minDescription {
		c.description = rest - name - 1
		rest = name
	}
	c.name = max(1, rest)
	return c
}

// rest is what the name gets of a width.
func (c *columns) rest(width int) int {
	return width - gap(c.badges) - gap(c.source) - gap(c.tokens)
}

// set chooses how the source is written.
func (c *columns) set(f Form, most widest) {
	c.form = f
	c.source = [...]int{min(most.source, 24), min(most.short, 10), 4}[f]
}

// spare is how many of a hundred handles may have no room before more is taken from the other columns: some can take from the source
// in their own rows.
func (c *columns) spare() int {
	if c.form == Tiny && c.source > 0 {
		return 60
	}
	return 5
}

// shrink takes from what matters least; false where nothing is left to take.
func (c *columns) shrink(most widest) bool {
	switch {
	case c.source > 0 && c.form == Whole:
		c.set(Short, most)
	case !c.short:
		c.badges, c.short = 2, true
	case c.source > 0 && c.form == Short:
		c.set(Tiny, most)
	case c.tokens > 0:
		c.tokens = 0
	case c.form == Tiny && c.source > 0:
		c.source = 0
	default:
		return false
	}
	return true
}

// gap is a column with the blank before it.
func gap(width int) int {
	if width == 0 {
		return 0
	}
	return width + 1
}

// columns are those of the list as it is.
func (m screen) columns() columns { return newColumns(m.width, m.theme, m.index.widest) }

// Form is how much of a source is written.
type Form int

// The forms, of claude and user: claude/user, claude/u and cl/u.
const (
	Whole Form = iota
	Short
	Tiny
)

// Source is the provider and level of an entry.
func Source(e *discovery.Entry, f Form) string {
	if e.Root == nil {
		return ""
	}
	provider, level := sanitize.Line(e.Root.Provider), string(e.Root.Level)
	if e.Root.Provider == discovery.ClaudePlugins {
		provider = "plugins"
	}
	if f == Tiny {
		provider = cells.Cut(provider, 2, "")
	}
	switch e.Root.Level {
	case discovery.Bundled, discovery.Plugin, discovery.Custom, "":
		return provider
	}
	if f != Whole {
		level = level[:1]
	}
	return provider + "/" + level
}
