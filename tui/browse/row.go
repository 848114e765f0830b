package browse

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/charmbracelet/lipgloss"

	"deft/discovery"
	"deft/tui/cells"
	"deft/tui/theme"
)

// painter paints rows of one list.
type painter struct {
	theme   theme.Theme
	columns columns
	focused bool
}

// look is how a row stands out.
type look struct{ chosen, marked bool }

// row paints one line. Blanks are joined to what stands before them, so that a row takes few bytes. A handle that has no room in its
// column takes it from the columns after it.
func (w painter) row(r *Row, l line, k look) string {
	p, c := w.paint(r, k), w.columns.lend(cells.Width(r.Handle))
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
		tail += " " + cells.Fit(w.source(r, c), c.source, w.theme.Marks.Ellipsis)
	}
	if c.tokens > 0 {
		tail += " " + cells.FitLeft(Tokens(r.tokens()), c.tokens, "")
	}
	if tail != "" {
		b.WriteString(p.muted.Render(tail))
	}
	return b.String()
}

// lend gives a wide handle cells of the description, or of the source.
func (c columns) lend(handle int) columns {
	over := handle - c.name
	if over <= 0 {
		return c
	}
	from := &c.source
	if c.description > 0 {
		from = &c.description
	}
	n := over
	if n >= *from { // the blank before it goes too
		n = gap(*from)
	}
	c.name += n
	*from = max(0, *from-n)
	return c
}

// source is the longest form of the source that there is room for.
func (w painter) source(r *Row, c columns) string {
	for f := c.form; f <= Tiny; f++ {
		if s := Source(r.Entry, f); cells.Width(s) <= c.source {
			return s
		}
	}
	return ""
}

// heading paints the heading of a group.
func (w painter) heading(name string, count int, folded, chosen bool) string {
	t, sign := w.theme, "▾ "
	if folded {
		sign = "▸ "
	}
	if t.Options().Plain {
		sign = map[bool]string{false: "- ", true: "+ "}[folded]
	}
	width := w.columns.whole + cells.Width(t.Marks.NoCursor)
	number := " " + strconv.Itoa(count)
	text := cells.Cut(sign+name, max(1, width-len(number)), t.Marks.Ellipsis)
	style := t.Title.Bold(true)
	switch {
	case chosen && w.focused:
		return t.RowSelected.Render(cells.Fit(text+number, width, ""))
	case chosen:
		return t.RowSelectedUnfocused.Render(cells.Fit(text+number, width, ""))
	}
	return style.Render(text) + t.Muted.Render(number)
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

func (w painter) paint(r *Row, k look) paint {
	t := w.theme
	p := paint{mark: t.Marks.NoCursor, base: t.Row, muted: t.Muted, match: t.Match}
	if r.Entry.State != discovery.Active {
		p.base = t.Muted
	}
	switch {
	case k.chosen && w.focused:
		p = paint{t.Marks.Cursor, t.RowSelected, t.RowSelected, t.MatchSelected, true}
	case k.chosen:
		p = paint{t.Marks.CursorUnfocused, t.RowSelectedUnfocused, t.RowSelectedUnfocused, t.RowSelectedUnfocused.Bold(true).Underline(true), true}
	}
	if k.marked { // in the second cell, so that nothing moves
		p.mark = strings.TrimSuffix(p.mark, " ") + map[bool]string{false: "✓", true: "*"}[t.Options().Plain]
		if !k.chosen {
			p.base = p.base.Bold(true)
		}
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
