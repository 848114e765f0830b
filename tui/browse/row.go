package browse

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/charmbracelet/lipgloss"

	"deft/discovery"
	"deft/skills"
	"deft/skills/sanitize"
	"deft/tui/cells"
	"deft/tui/theme"
)

// columns are the widths of the parts of a row; 0 leaves a part out.
type columns struct {
	name, badges, source, tokens, description int
	short                                     bool // signs for badges, letters for levels
}

// Widths of the list, in cells, from which it shows more.
const (
	withSource      = 24
	withTokens      = 36
	withWords       = 48 // badges as words
	withDescription = 90
)

// columns shares out the width: the name never disappears, the rest as there is room.
func newColumns(width int, t theme.Theme, most widest) columns {
	c := columns{badges: 1, short: true}
	if width >= withSource {
		c.source = min(most.short, 10)
	}
	if width >= withTokens {
		c.badges, c.tokens = 2, most.tokens
	}
	if width >= withWords {
		c.badges, c.source, c.short = 10, min(most.source, 24), false
	}
	rest := width - cells.Width(t.Marks.NoCursor) - gap(c.badges) - gap(c.source) - gap(c.tokens)
	if width >= withDescription {
		c.badges += 8
		rest -= 8
		c.description = rest - 1 - min(most.name, 36)
		rest -= gap(c.description)
	}
	c.name = max(1, rest)
	return c
}

// gap is a column with the blank before it.
func gap(width int) int {
	if width == 0 {
		return 0
	}
	return width + 1
}

// painter paints rows of one list.
type painter struct {
	theme   theme.Theme
	columns columns
	focused bool
}

// row paints one line. Blanks are joined to what stands before them, so that a row takes few bytes.
func (w painter) row(r *Row, l line, chosen bool) string {
	p, c := w.paint(r, chosen), w.columns
	var b strings.Builder
	b.WriteString(w.name(r, l, p, c.name))
	if c.description > 0 {
		b.WriteString(w.description(r.Description, l.description, p, c.description))
	}
	if c.badges > 0 {
		b.WriteString(w.badges(r, p, c))
	}
	tail := ""
	if c.source > 0 {
		tail += " " + cells.Fit(Source(r.Entry, c.short), c.source, w.theme.Marks.Ellipsis)
	}
	if c.tokens > 0 {
		tail += " " + cells.FitLeft(Tokens(skills.EstimateTokens(r.Entry.Size)), c.tokens, "")
	}
	if tail != "" {
		b.WriteString(p.muted.Render(tail))
	}
	return b.String()
}

// description is as much of the text as there is room for, from its start, or from the match where that lies farther on.
func (w painter) description(text string, at [2]int, p paint, width int) string {
	tail, from, to := w.theme.Marks.Ellipsis, at[0], at[1]
	if from < 0 || from >= to {
		return p.muted.Render(" " + cells.Fit(text, width, tail))
	}
	head := " "
	if cells.Width(text[:to]) > width {
		head += tail
		text = text[from:]
		from, to = 0, to-from
	}
	shown := cells.Fit(text, width+1-cells.Width(head), tail)
	from, to = min(from, len(shown)), min(to, len(shown))
	return p.muted.Render(head+shown[:from]) + p.match.Render(shown[from:to]) + p.muted.Render(shown[to:])
}

// paint is the styles of a row.
type paint struct {
	mark               string
	base, muted, match lipgloss.Style
	chosen             bool
}

func (w painter) paint(r *Row, chosen bool) paint {
	t := w.theme
	p := paint{mark: t.Marks.NoCursor, base: t.Row, muted: t.Muted, match: t.Match}
	if r.Entry.State != discovery.Active {
		p.base = t.Muted
	}
	switch {
	case chosen && w.focused:
		p = paint{t.Marks.Cursor, t.RowSelected, t.RowSelected, t.MatchSelected, true}
	case chosen:
		p = paint{t.Marks.CursorUnfocused, t.RowSelectedUnfocused, t.RowSelectedUnfocused, t.RowSelectedUnfocused.Bold(true).Underline(true), true}
	}
	return p
}

// name is the mark, the handle with its matches and the title.
func (w painter) name(r *Row, l line, p paint, width int) string {
	tail := w.theme.Marks.Ellipsis
	handle := cells.Cut(r.Handle, width, tail)
	used := cells.Width(handle)
	title := ""
	if r.Title != "" && width-used > 4 {
		title = cells.Cut(" "+r.Title, width-used, tail)
	}
	pad := strings.Repeat(" ", max(0, width-used-cells.Width(title)))
	at := clip(l.name, r.Handle, handle)
	if title == "" || p.chosen {
		return cells.Highlight(p.mark+handle+title+pad, shift(at, len(p.mark), ""), p.base, p.match)
	}
	return cells.Highlight(p.mark+handle, shift(at, len(p.mark), ""), p.base, p.match) + p.muted.Render(title+pad)
}

// clip drops positions that were cut away.
func clip(at []int, whole, cut string) []int {
	if whole == cut {
		return at
	}
	n := 0
	for n < len(whole) && n < len(cut) && whole[n] == cut[n] {
		n++
	}
	var out []int
	for _, i := range at {
		if i < n {
			out = append(out, i)
		}
	}
	return out
}

// shift moves positions by what stands before the text; a text that is given bounds them.
func shift(at []int, by int, within string) []int {
	var out []int
	for _, i := range at {
		if within == "" || i < len(within) {
			out = append(out, i+by)
		}
	}
	return out
}

// badges are the signs or words about a skill, in a column of their own.
func (w painter) badges(r *Row, p paint, c columns) string {
	var words []string
	var styles []lipgloss.Style
	add := func(sign, word string, s lipgloss.Style) {
		if c.short {
			word = sign
		}
		words, styles = append(words, word), append(styles, s)
	}
	if r.Hidden {
		add("!", "hidden", w.theme.Warning)
	}
	for _, b := range r.Badges {
		add(Sign(b, w.theme.Options().Plain), b.String(), w.theme.Badge(b))
	}
	var out strings.Builder
	used := 0
	for i, word := range words {
		n := cells.Width(word)
		if used > 0 && !c.short {
			n++
			word = " " + word
		}
		if used+n > c.badges {
			break
		}
		style := styles[i]
		if p.chosen {
			style = p.base
		}
		if used == 0 {
			word = " " + word
		}
		out.WriteString(style.Render(word))
		used += n
	}
	rest := c.badges - used
	if used == 0 {
		rest++
	}
	if rest > 0 {
		out.WriteString(p.muted.Render(strings.Repeat(" ", rest)))
	}
	return out.String()
}

// Sign is a badge as one sign, for narrow lists; a letter where nothing is drawn.
func Sign(b theme.Badge, plain bool) string {
	signs, i := []rune("≠↓✗-um▸"), int(b)
	if plain {
		signs = []rune("csifumx")
	}
	return string(signs[i : i+1])
}

// Source is the provider and level of an entry. Short has the level's letter only.
func Source(e *discovery.Entry, short bool) string {
	if e.Root == nil {
		return ""
	}
	provider, level := e.Root.Provider, string(e.Root.Level)
	if provider == discovery.ClaudePlugins {
		provider = "plugins"
	}
	switch e.Root.Level {
	case discovery.Bundled, discovery.Plugin, discovery.Custom, "":
		return sanitize.Line(provider)
	}
	if short {
		return sanitize.Line(provider + "/" + level[:1])
	}
	return sanitize.Line(provider + "/" + level)
}

// Tokens is a number of tokens in few cells.
func Tokens(n int) string {
	switch {
	case n < 1000:
		return strconv.Itoa(n)
	case n < 100_000:
		return fmt.Sprintf("%.1fk", float64(n)/1000)
	}
	return strconv.Itoa(n/1000) + "k"
}
