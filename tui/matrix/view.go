package matrix

import (
	"fmt"
	"strings"

	"deft/commands/phrase"
	"deft/discovery"
	"deft/skills/sanitize"
	"deft/tui/cells"
)

// blanks fill a column up.
const blanks = "                                "

// painter draws what the pane holds.
type painter struct{ *Model }

func (m painter) title() string {
	if m.index == nil {
		return "Matrix"
	}
	out := fmt.Sprintf("Matrix: %d of %d", len(m.lines), len(m.index.rows))
	if len(m.lines) == len(m.index.rows) {
		out = "Matrix: " + phrase.Count(len(m.lines), "copy")
	}
	l := m.layout()
	if l.shown < len(m.columns) {
		out += fmt.Sprintf(" · agents %d-%d of %d", m.left+1, m.left+l.shown, len(m.columns))
	} else if n := len(m.index.agents) - len(m.columns); n > 0 {
		out += " · " + phrase.Count(n, "agent") + " without a root here"
	}
	switch {
	case !m.differ:
		return out
	case !m.index.compared:
		return out + " · disagreements, comparing copies" + m.theme.Marks.Ellipsis
	case m.index.same > 0:
		return out + " · disagreements; identical copies: " + phrase.Count(m.index.same, "name")
	}
	return out + " · disagreements"
}

func (m painter) view() string {
	var out []string
	if m.filter.Shown() {
		out = append(out, m.filter.View(m.theme, m.width))
	}
	if len(m.lines) == 0 || len(m.columns) == 0 {
		return m.block(append(out, m.nothing()...))
	}
	l := m.layout()
	out = append(out, m.headLines(l)...)
	for i := m.top; i < min(len(m.lines), m.top+m.room()); i++ {
		out = append(out, m.row(l, i))
	}
	below := m.below()
	for len(out)+len(below) < m.height {
		out = append(out, "")
	}
	return m.block(append(out, below...))
}

func (m painter) block(lines []string) string {
	return strings.Join(cells.Block(lines, m.width, m.height), "\n")
}

// above is how many lines stand over the rows.
func (m painter) above() int {
	n := 2
	if m.plain {
		n = 1
	}
	if m.filter.Shown() {
		n++
	}
	return n
}

// room is how many rows are seen.
func (m painter) room() int { return max(0, m.height-m.above()-m.underneath()) }

// underneath is how many lines stand under the rows: the cell under the cursor, and what signs mean.
func (m painter) underneath() int {
	if m.height < 8 {
		return 1
	}
	return 3 + len(m.legend)
}

// headLines name the columns.
func (m painter) headLines(l layout) []string {
	t := m.theme
	blank := strings.Repeat(" ", max(0, l.first))
	under := cells.Fit(t.Marks.NoCursor+"skill", l.first, "")
	if l.place > 0 {
		under = cells.Fit(t.Marks.NoCursor+cells.Fit("skill", l.name, "")+" where", l.first, "")
	}
	up, down := t.Muted.Render(blank), t.Muted.Render(under)
	for i := m.left; i < m.left+l.shown; i++ {
		style := t.Muted
		if i == m.column {
			style = t.TitleFocused
		}
		first, second := header(m.index.agents[m.columns[i]].name)
		if m.plain {
			second = m.index.agents[m.columns[i]].name
		}
		up += style.Render(" " + cells.Fit(first, l.widths[i]-1, ""))
		down += style.Render(" " + cells.Fit(second, l.widths[i]-1, ""))
	}
	if m.plain {
		return []string{down}
	}
	return []string{up, down}
}

// row paints a copy and what the agents make of it. Brackets stand around the cell under the cursor.
func (m painter) row(l layout, i int) string {
	r, t := &m.index.rows[m.lines[i]], m.theme
	mark, style := t.Marks.NoCursor, t.Row
	if i == m.at {
		mark, style = t.Marks.Cursor, t.RowSelected
	}
	var b strings.Builder
	b.WriteString(style.Render(mark + cells.Fit(r.name, l.name, t.Marks.Ellipsis)))
	if l.place > 0 {
		b.WriteString(t.Muted.Render(" " + cells.Fit(r.place, l.place, t.Marks.Ellipsis)))
	}
	b.WriteString(" ")
	for c := m.left; c < m.left+l.shown; c++ {
		v := m.index.of(m.lines[i], m.columns[c]).verdict()
		text := m.painted[v]
		if i == m.at && c == m.column {
			text = t.RowSelected.Render("[" + m.say(v) + "]")
		}
		b.WriteString(text)
		b.WriteString(blanks[:max(0, min(l.widths[c]-cells.Width(m.say(v))-2, len(blanks)))])
	}
	return b.String()
}

// below is the cell under the cursor in words, and the legend.
func (m painter) below() []string {
	col := m.columns[m.column]
	c, a, t := m.index.of(m.lines[m.at], col), m.index.agents[col], m.theme
	room := max(1, m.width-2)
	head := a.title + ": " + c.verdict().word() + m.others(c)
	if a.asks && c.trusted() {
		head += ", if it trusts the folder"
	}
	if m.layout().place == 0 {
		head += " · " + m.index.rows[m.lines[m.at]].place
	}
	out := []string{"  " + m.style(c.verdict()).Render(cells.Cut(head, room, t.Marks.Ellipsis))}
	if m.underneath() == 1 {
		return out
	}
	out = append(out,
		"  "+t.Row.Render(cells.Cut(m.winner(c), room, t.Marks.Ellipsis)),
		"  "+t.Muted.Render(cells.Cut(m.rule(c), room, t.Marks.Ellipsis)))
	for _, l := range m.legend {
		out = append(out, t.Muted.Render(l))
	}
	return out
}

// trusted says whether a project's copy has its part in a cell.
func (c cell) trusted() bool {
	if c.entry == nil || c.verdict() == notSeen {
		return false
	}
	return c.entry.Root.Level == discovery.Project || c.of.Winner != nil && c.of.Winner.Root.Level == discovery.Project
}

// others says under which name the agent knows a copy, where that is another one.
func (m painter) others(c cell) string {
	if name := m.index.rows[m.lines[m.at]].name; c.of != nil && c.of.Name != name {
		return ", as " + sanitize.Line(c.of.Name)
	}
	return ""
}

// winner names the copy that the agent uses.
func (m painter) winner(c cell) string {
	switch {
	case c.of == nil:
		return "no copy is used"
	case m.index.alike[c.of]:
		return "one of the copies is used, and they are identical"
	case c.of.Winner == nil:
		return map[discovery.Outcome]string{discovery.IsAmbiguous: "the bare name reaches no copy", discovery.IsOpen: "one of the copies is used; nobody says which",
			discovery.NoneUsed: "no copy is used"}[c.of.Outcome()]
	case c.of.Winner == c.entry:
		return "this copy: " + phrase.Near(c.entry.Path, m.cwd, m.home)
	}
	return "winner: " + phrase.Near(c.of.Winner.Path, m.cwd, m.home)
}

// rule is what decided a cell.
func (m painter) rule(c cell) string {
	if c.entry == nil {
		return ""
	}
	out := "rule: " + string(c.entry.Reason)
	if c.entry.Detail != "" {
		out += ": " + phrase.Near(c.entry.Detail, m.cwd, m.home)
	}
	return out
}

// nothing says why the pane is empty.
func (m painter) nothing() []string {
	x := m.keys.Matrix
	text := "No skill is found anywhere that an agent looks."
	switch {
	case m.index == nil:
		text = m.waiting
	case m.filter.Text != "":
		text = fmt.Sprintf("No skill matches “%s”. Esc clears the filter.", sanitize.Line(m.filter.Text))
	case m.differ:
		text = "The agents agree about every skill that they see; identical copies count as one. " + x.Differ.Help().Key + " shows all skills."
	case len(m.columns) == 0 && len(m.index.agents) > 0:
		text = "No agent has a root here. " + x.Everyone.Help().Key + " shows all agents."
	}
	out := []string{""}
	for _, l := range cells.Wrap(text, max(1, m.width-2)) {
		out = append(out, " "+m.theme.Muted.Render(l))
	}
	return out
}
