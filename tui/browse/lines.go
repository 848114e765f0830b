package browse

import (
	tea "github.com/charmbracelet/bubbletea"

	"deft/discovery"
)

// line is what stands in one line of the list: a skill and what the filter found in it, or the heading of a group.
type line struct {
	row         int    // its place in the index; -1 for a heading
	name        []int  // bytes of the handle
	description [2]int // from and to byte, equal for nothing
	group       int32  // its place among the groups
	count       int    // skills of the group, for a heading
}

func (l line) heading() bool { return l.row < 0 }

// shown is what the list shows of the index.
type shown struct {
	lines  []line
	rows   int // skills, also those in folded groups
	hidden int // skills that the filter finds, but of a state that is not shown
	query  query
}

// refresh makes the lines anew from the index, the filter, the order and the states that are shown.
func (m rows) refresh() {
	m.shown = shown{lines: m.shown.lines[:0], query: parse(m.filter.line.Text)}
	if m.index == nil {
		return
	}
	if m.choice.order.Group == ByName {
		m.shown.lines = m.pick(m.shown.lines)
		m.shown.rows = len(m.shown.lines)
		return
	}
	picked := m.pick(nil)
	m.shown.rows = len(picked)
	m.group(picked)
}

// pick appends the skills that are shown, in order: the best match first where they are by name.
func (m rows) pick(out []line) []line {
	x, s := m.index, &m.shown
	picks, states := x.picks(s.query), s.query.states()
	add := func(l line) {
		switch {
		case !picks.admits(x, l.row):
		case !states && !m.choice.states[x.rows[l.row].Entry.State]:
			s.hidden++
		default:
			l.group = int32(x.groupOf(m.choice.order.Group, l.row))
			out = append(out, l)
		}
	}
	if s.query.text == "" {
		for _, row := range m.arranged {
			add(line{row: int(row)})
		}
		return out
	}
	hits := x.matcher().Filter(s.query.text)
	if m.choice.order.By == ByName && !m.choice.order.Reverse {
		for _, h := range hits {
			add(line{row: h.Item, name: h.Name, description: h.Desc})
		}
		return out
	}
	place := make([]int32, len(x.rows)) // of a row among the hits, counted from 1
	for i, h := range hits {
		place[h.Item] = int32(i + 1)
	}
	for _, row := range m.arranged {
		if i := place[row]; i > 0 {
			h := hits[i-1]
			add(line{row: h.Item, name: h.Name, description: h.Desc})
		}
	}
	return out
}

// group puts skills below the headings of their groups, each group in the order of the skills.
func (m rows) group(picked []line) {
	values := m.index.scales[m.choice.order.Group].values
	members := make([][]line, len(values))
	for _, l := range picked {
		members[l.group] = append(members[l.group], l)
	}
	for g, of := range members {
		if len(of) == 0 {
			continue
		}
		m.shown.lines = append(m.shown.lines, line{row: -1, group: int32(g), count: len(of)})
		if !m.choice.folded[values[g]] {
			m.shown.lines = append(m.shown.lines, of...)
		}
	}
}

// groupName is the name of the group of a line, "" where there are no groups.
func (m cursor) groupName(l line) string {
	if m.choice.order.Group == ByName {
		return ""
	}
	return m.index.scales[m.choice.order.Group].values[l.group]
}

// open says whether a line is the heading of a group whose skills are seen.
func (m cursor) open(l line) bool { return l.heading() && !m.choice.folded[m.groupName(l)] }

// fold folds or unfolds the group of the line under the cursor.
func (m rows) fold() {
	if m.choice.order.Group == ByName || m.at >= len(m.shown.lines) {
		return
	}
	l := m.shown.lines[m.at]
	name := m.groupName(l)
	m.choice.folded[name] = !m.choice.folded[name]
	m.refresh()
	for i := range m.shown.lines {
		if m.shown.lines[i].group == l.group {
			m.at = i
			break
		}
	}
	m.land(1)
}

// foldAll folds all groups, or unfolds them where all are folded.
func (m rows) foldAll() {
	if m.choice.order.Group == ByName || m.index == nil {
		return
	}
	all, was := true, m.selected()
	for _, l := range m.shown.lines {
		all = all && l.heading()
	}
	for _, name := range m.index.scales[m.choice.order.Group].values {
		m.choice.folded[name] = !all
	}
	if was.group == "" && m.at < len(m.shown.lines) && !all {
		was = identity{group: m.groupName(m.shown.lines[m.at])}
	}
	m.refresh()
	m.choose(was)
}

// choose puts the cursor on a skill or a group, if it is shown.
func (m rows) choose(id identity) {
	if id != (identity{}) {
		for i, l := range m.shown.lines {
			if l.heading() && id.group != "" && m.groupName(l) == id.group || !l.heading() && identify(m.index.rows[l.row].Entry) == id {
				m.at = i
				break
			}
		}
	}
	m.land(1)
}

// keep refreshes and leaves the cursor on its skill.
func (m rows) keep() {
	was := m.selected()
	m.refresh()
	m.choose(was)
}

// setOrder sorts and groups anew.
func (m actions) setOrder(o Order) tea.Cmd {
	was := m.selected() // a group that is chosen has a place in the old order only
	m.choice.order = o
	if m.index != nil {
		m.arranged = m.index.arrange(o)
	}
	m.refresh()
	m.choose(was)
	return m.chosen()
}

// toggleAll shows all states, or the usual ones where all are shown.
func (m actions) toggleAll() {
	if m.all() {
		m.choice.states = usual()
	} else {
		for _, s := range m.index.states() {
			m.choice.states[s] = true
		}
	}
	m.keep()
}

// all says whether every state is shown.
func (m cursor) all() bool {
	for _, s := range m.index.states() {
		if !m.choice.states[s] {
			return false
		}
	}
	return true
}

func (m actions) toggleState(s discovery.State) {
	m.choice.states[s] = !m.choice.states[s]
	m.keep()
}
