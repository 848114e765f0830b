package browse

import (
	"fmt"
	"strconv"
	"strings"

	"deft/commands/phrase"
	"deft/discovery"
	"deft/tui/cells"
)

// Counts says how many skills are shown, of how many, and how many names collide.
func (m *Model) Counts() string {
	if m.index == nil {
		return ""
	}
	c := m.index.counts
	s := phrase.Count(c.all, "skill")
	switch {
	case !m.index.own && c.all > 0 && !m.Filtered() && len(m.marks) == 0:
		return phrase.Count(c.all, "shipped skill") + " · deft new NAME makes your own"
	case m.shown.rows != c.all:
		s = fmt.Sprintf("%d of %d", m.shown.rows, c.all)
	}
	if note := m.parts().hiding(); note != "" {
		s += " · " + note
	}
	if n := len(m.marks); n > 0 {
		s += " · " + strconv.Itoa(n) + " marked"
	}
	if c.collisions > 0 {
		s += " · " + phrase.Count(c.collisions, "collision")
	}
	return s
}

// Title names the pane, and its order and states where those are not the usual.
func (m *Model) Title() string {
	s := "Skills"
	if m.choice.order.By != ByName {
		s += " by " + m.choice.order.By.String()
	}
	if m.choice.order.Reverse {
		s += ", reversed"
	}
	return s + m.parts().statesNote()
}

// statesNote says what is hidden, and that nothing is; "" for the usual.
func (m screen) statesNote() string {
	if m.all() {
		return ", all states"
	}
	if note := m.hiding(); note != "" {
		return " · " + note
	}
	return ""
}

// hiding counts what is hidden, with the key that shows it, where a state is that is usually shown; "" otherwise.
func (m screen) hiding() string {
	if m.shown.hidden == 0 || m.choice.states[discovery.Active] && m.choice.states[discovery.Invalid] {
		return ""
	}
	return strconv.Itoa(m.shown.hidden) + " hidden: " + shownKey(m.keys.List.States)
}

// above is how many lines stand over the rows.
func (m cursor) above() int {
	n := 0
	if m.Filtered() {
		n++
	}
	if m.menu.kind != noMenu {
		n += len(m.items()) + 2
	}
	if m.headed() {
		n++
	}
	return n
}

// withHeader is the height of the list, in lines, from which the columns have names.
const withHeader = 16

// headed says whether a line with the names of the columns stands right above the rows.
func (m cursor) headed() bool { return m.height >= withHeader && len(m.shown.lines) > 0 }

// room is how many lines of the list are seen.
func (m cursor) room() int { return max(0, m.height-m.above()-m.below()) }

// View is the list, exactly as large as was set. Its cost depends on the rows that are seen only.
func (m *Model) View() string { return m.parts().view() }

func (m screen) view() string {
	out := make([]string, 0, m.height)
	if m.Filtered() {
		out = append(out, m.filter.line.View(m.theme, m.width))
	}
	out = append(out, m.menuLines()...)
	if len(m.shown.lines) == 0 {
		out = append(out, m.nothing()...)
		return strings.Join(cells.Block(out, m.width, m.height), "\n")
	}
	w := painter{m.theme, m.columns(), m.focused}
	if m.headed() {
		out = append(out, m.theme.Muted.Render(w.columns.header(m.theme.Marks.NoCursor)))
	}
	room := m.room()
	for i := m.top; i < min(len(m.shown.lines), m.top+room); i++ {
		out = append(out, m.line(w, i))
	}
	if note := m.welcome(); len(out)+len(note)+m.below() <= m.height {
		out = append(out, note...)
	}
	if n := m.below(); n > 0 {
		out = append(cells.Block(out, m.width, m.height-n), m.details(n)...)
	}
	return strings.Join(cells.Block(out, m.width, m.height), "\n")
}

func (m screen) line(w painter, i int) string {
	l := m.shown.lines[i]
	if l.heading() {
		return w.heading(m.groupLabel(l), l.count, !m.open(l), i == m.at)
	}
	r := &m.index.rows[l.row]
	return w.row(r, l, look{chosen: i == m.at, marked: m.marks[identify(r.Entry)], hidden: m.hidden[r.Entry.Path]})
}

// groupLabel is the name of a group as its heading says it.
func (m screen) groupLabel(l line) string {
	if m.choice.order.Group == ByCategory && m.groupName(l) == noCategory {
		return "without category"
	}
	return m.groupName(l)
}
