package browse

import (
	"deft/commands/phrase"
	"deft/tui/cells"
)

// Heights of the list, in lines, from which the selected skill is described below it in one line and in two.
const (
	withDetails = 8
	moreDetails = 12
)

// detailsWidth is the width, in cells, from which one line is enough.
const detailsWidth = 60

// below is how many lines stand under the rows.
func (m cursor) below() int {
	switch {
	case m.height < withDetails || m.menu.kind != noMenu:
		return 0
	case m.height < moreDetails || m.width >= detailsWidth:
		return 1
	}
	return 2
}

// details describe the selected skill in n lines: what it is for and where it is.
func (m screen) details(n int) []string {
	if m.about.row < 0 {
		return make([]string, n)
	}
	tail, r := m.theme.Marks.Ellipsis, &m.index.rows[m.about.row]
	e, text := r.Entry, r.Description
	if text == "" {
		text = phrase.Line(e.Detail, m.options.Home)
	}
	path := phrase.Line(e.Path, m.options.Home)
	left := m.theme.Marks.NoCursor
	room := max(1, m.width-cells.Width(left))
	line := func(s string) string { return m.theme.Muted.Render(left + cells.Fit(s, room, tail)) }
	what := func(width int) string { // what it is for; around a match, where that is why it is here
		w := painter{theme: m.theme}
		return m.theme.Muted.Render(left) + w.matched(text, m.about.match, paint{muted: m.theme.Muted, match: m.theme.Match}, width)
	}
	switch {
	case n > 1:
		return []string{what(room), line(cells.CutLeft(path, room, tail))}
	case m.width >= withDescription && m.columns().description > 0: // the row has the text
		return []string{line(cells.CutLeft(path, room, tail))}
	case m.width < detailsWidth:
		return []string{what(room)}
	}
	path = cells.CutLeft(path, max(room/3, room-cells.Width(text)-2), tail)
	return []string{what(room-cells.Width(path)-2) + m.theme.Muted.Render("  "+path)}
}
