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

// look is how a row stands out; hidden says that text which cannot be seen is known of.
type look struct{ chosen, marked, hidden bool }

// row paints one line. Blanks are joined to what stands before them, so that a row takes few bytes.
func (w painter) row(r *Row, l line, k look) string {
	p, c := w.paint(r, k), w.columns
	var b strings.Builder
	b.WriteString(w.name(r, l, p, c.name))
	source, tokens := "", ""
	if c.source > 0 {
		source = c.blank() + cells.Fit(sourceOf(r.Entry, c.form), c.source, w.theme.Marks.Ellipsis)
	}
	if c.tokens > 0 {
		tokens = c.blank() + cells.FitLeft(shortNumber(r.tokens()), c.tokens, "")
	}
	description := func() {
		if c.description > 0 {
			b.WriteString(p.muted.Render(c.blank()) + w.matched(r.Description, l.description, p, c.description))
		}
	}
	muted := func(s string) {
		if s != "" {
			b.WriteString(p.muted.Render(s))
		}
	}
	if c.plain {
		muted(source)
		b.WriteString(w.badges(r, p, k.hidden))
		muted(tokens)
		description()
		return b.String()
	}
	description()
	b.WriteString(w.badges(r, p, k.hidden))
	muted(source + tokens)
	return b.String()
}

// heading paints the heading of a group.
func (w painter) heading(name string, count int, folded, chosen bool) string {
	t, sign := w.theme, w.theme.Marks.Open
	if folded {
		sign = t.Marks.Folded
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

// matched is as much of a text as there is room for, from its start, or from some words before the match where that lies farther on.
func (w painter) matched(text string, at [2]int, p paint, width int) string {
	tail, from, to := w.theme.Marks.Ellipsis, at[0], at[1]
	if from < 0 || from >= to || to > len(text) {
		return p.muted.Render(cells.Fit(text, width, tail))
	}
	head := ""
	if cells.Width(text[:to]) >= width {
		start := before(text, from, width-cells.Width(tail)-cells.Width(text[from:to]))
		head, text = tail, text[start:]
		from, to = from-start, to-start
	}
	shown := cells.Fit(text, width-cells.Width(head), tail)
	from, to = min(from, len(shown)), min(to, len(shown))
	return p.muted.Render(head+shown[:from]) + p.match.Render(shown[from:to]) + p.muted.Render(shown[to:])
}

// lead is how many cells before a match are shown with it at most.
const lead = 16

// before is the start of a word before a place in a text, less than room cells away; the place itself where there is none.
func before(text string, at, room int) int {
	start := at
	for i := at - 1; i >= 0 && cells.Width(text[i:at]) < min(lead, room); i-- {
		if text[i] == ' ' {
			start = i + 1
		}
	}
	return start
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
		p.mark = strings.TrimSuffix(p.mark, " ") + t.Marks.Ticked
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

// badges are the signs or words about a skill, in a column of their own: as many as there is room for.
func (w painter) badges(r *Row, p paint, hidden bool) string {
	c := w.columns
	if c.badges == 0 {
		return ""
	}
	var out strings.Builder
	used := 0
	for _, b := range w.tags(r, hidden) {
		if used == 0 {
			b.word = cells.Cut(b.word, c.badges, w.theme.Marks.Ellipsis)
		}
		n := cells.Width(b.word)
		if used > 0 && !c.short {
			n++
			b.word = " " + b.word
		}
		if used+n > c.badges {
			break
		}
		if p.chosen {
			b.style = p.base
		}
		if used == 0 {
			b.word = c.blank() + b.word
		}
		out.WriteString(b.style.Render(b.word))
		used += n
	}
	rest := c.badges - used
	if used == 0 {
		rest += c.between
	}
	if rest > 0 {
		out.WriteString(p.muted.Render(strings.Repeat(" ", rest)))
	}
	return out.String()
}

// tag is a badge as it is written.
type tag struct {
	word  string
	style lipgloss.Style
}

// tags are all badges of a row.
func (w painter) tags(r *Row, hidden bool) []tag {
	var out []tag
	add := func(sign, word string, s lipgloss.Style) {
		if w.columns.short {
			word = sign
		}
		out = append(out, tag{word, s})
	}
	if hidden || r.Hidden {
		add(w.theme.Marks.Alert, "hidden", w.theme.Warning)
	}
	for _, b := range r.Badges {
		add(w.theme.Sign(b), b.String(), w.theme.Badge(b))
	}
	return out
}

// shortNumber is a number in few cells.
func shortNumber(n int) string {
	switch {
	case n < 1000:
		return strconv.Itoa(n)
	case n < 100_000:
		return fmt.Sprintf("%.1fk", float64(n)/1000)
	}
	return strconv.Itoa(n/1000) + "k"
}
