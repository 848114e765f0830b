// Package matrix shows what every agent makes of every copy of every skill.
package matrix

import (
	tea "github.com/charmbracelet/bubbletea"

	"deft/discovery"
	"deft/skills/match"
	"deft/tui/filterline"
	"deft/tui/keys"
	"deft/tui/theme"
)

// ExplainMsg asks to explain a cell: the agent by its place among the views, and the copy.
type ExplainMsg struct {
	Agent int
	Copy  *discovery.Candidate
}

// CompareMsg asks which copies are identical: for Index.Compare.
type CompareMsg struct{ Index *Index }

// AsMsg asks for the list of skills as an agent sees it, at a copy.
type AsMsg struct {
	Agent string
	Copy  *discovery.Candidate
}

// Model is the pane.
type Model struct {
	keys      keys.Map
	cwd, home string
	waiting   string // said while there is no index
	index     *Index
	last      place // where the cursor was before the pane was cleared
	choice
	window
	look
}

// choice is what of an index is to be shown.
type choice struct {
	filter   filterline.Line
	differ   bool // only what agents disagree about
	everyone bool // agents that have no root here, too
}

// window is what of it is shown, and what of that is seen.
type window struct {
	columns, lines []int // agents and rows of the index
	column, at     int   // the cursor, among these
	left, top      int   // the first of these that is seen
	width, height  int   // cells of the pane
}

// place is the identity of a cell.
type place struct{ path, agent string }

// New makes an empty pane. Paths below cwd are shown from there, those in the home folder from ~.
func New(k keys.Map, t theme.Theme, cwd, home string) *Model {
	m := &Model{keys: k, cwd: cwd, home: home}
	m.SetTheme(t)
	return m
}

// SetTheme changes the styles.
func (m *Model) SetTheme(t theme.Theme) { m.look = newLook(t, m.width, m.height) }

// SetSize sets the cells the pane takes.
func (m *Model) SetSize(width, height int) {
	m.width, m.height = width, height
	m.legend = m.explained(width, height)
	cursor{m}.scroll()
}

// SetWaiting sets what is said while there is nothing to show.
func (m *Model) SetWaiting(text string) { m.waiting = text }

// SetIndex shows what another scan found; the cursor stays on its cell, or at its place. It asks for what is to be known for that.
func (m *Model) SetIndex(x *Index) tea.Cmd {
	at := m.cell()
	if m.index == nil {
		at = m.last
	}
	m.index = x
	m.refresh()
	cursor{m}.keep(at)
	return m.compare()
}

// Clear lets go of what is shown. Filter, cursor and what is hidden come back with another index.
func (m *Model) Clear() {
	if m.index != nil {
		m.last = m.cell()
	}
	m.index, m.lines, m.columns = nil, nil, nil
	m.at, m.top, m.column, m.left = 0, 0, 0, 0
}

// compare asks which copies are identical where that decides what is shown.
func (m *Model) compare() tea.Cmd {
	if !m.differ || m.index == nil || m.index.compared {
		return nil
	}
	x := m.index
	return func() tea.Msg { return CompareMsg{x} }
}

// Empty says whether nothing has been shown yet.
func (m *Model) Empty() bool { return m.index == nil }

// cell is the identity of the cell under the cursor.
func (m *Model) cell() place {
	var p place
	if m.at < len(m.lines) {
		p.path = m.index.rows[m.lines[m.at]].candidate.Path
	}
	if m.column < len(m.columns) {
		p.agent = m.index.agents[m.columns[m.column]].name
	}
	return p
}

// Cell is what stands under the cursor: an agent and a copy; nil where there is none.
func (m *Model) Cell() (agent string, c *discovery.Candidate) {
	if !m.shown() {
		return "", nil
	}
	return m.index.agents[m.columns[m.column]].name, m.index.rows[m.lines[m.at]].candidate
}

// Editing says whether the filter is being typed.
func (m *Model) Editing() bool { return m.filter.Editing }

// Find starts typing a filter.
func (m *Model) Find() {
	m.filter.Editing = true
	cursor{m}.scroll()
}

// Back clears the filter and says whether there was one.
func (m *Model) Back() bool {
	if !m.filter.Shown() {
		return false
	}
	m.change(func() { m.filter = filterline.Line{} })
	return true
}

// change refreshes after a change of what is shown; the cursor stays on its cell.
func (m *Model) change(do func()) {
	at := m.cell()
	do()
	m.refresh()
	cursor{m}.keep(at)
}

// refresh makes the lines and the columns anew.
func (m *Model) refresh() {
	m.lines, m.columns = m.lines[:0], m.columns[:0]
	if m.index == nil {
		return
	}
	words := m.filter.Words()
	for i := range m.index.rows {
		if r := &m.index.rows[i]; (r.differ || !m.differ) && match.Words(r.search, words) {
			m.lines = append(m.lines, i)
		}
	}
	for i, a := range m.index.agents {
		if a.here || m.everyone {
			m.columns = append(m.columns, i)
		}
	}
}

// Update handles keys; it expects only those meant for the pane.
func (m *Model) Update(msg tea.Msg) tea.Cmd {
	k, ok := msg.(tea.KeyMsg)
	if !ok {
		return nil
	}
	taken, typed := m.filter.Press(k, m.keys)
	switch {
	case !taken:
		return hand{m}.press(k)
	case typed:
		m.at, m.top = 0, 0
		m.refresh()
	}
	cursor{m}.scroll()
	return nil
}

// Scroll moves the cursor by some lines.
func (m *Model) Scroll(by int) {
	m.at += by
	cursor{m}.scroll()
}

// Click chooses what stands at a cell of the pane, counted from 0 at its left upper corner: a copy, an agent or both. What was chosen
// already is explained.
func (m *Model) Click(x, y int) tea.Cmd { return hand{m}.click(x, y) }

// Title names the pane and says what is shown.
func (m *Model) Title() string { return painter{m}.title() }

// View is the pane, exactly as large as was set. Its cost depends on the cells that are seen only.
func (m *Model) View() string { return painter{m}.view() }

// shown says whether a cell is under the cursor.
func (m *Model) shown() bool { return m.at < len(m.lines) && m.column < len(m.columns) }
