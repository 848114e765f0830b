// Package matrix shows what every agent makes of every copy of every skill.
package matrix

import (
	"strings"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"deft/discovery"
	"deft/skills/match"
	"deft/tui/keys"
	"deft/tui/scroll"
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
	keys          keys.Map
	theme         theme.Theme
	waiting       string // said while there is no index
	index         *Index
	columns       []int // agents of the index that are shown
	lines         []int // rows of the index that are shown
	at, top       int   // of the lines
	column, left  int   // of the columns
	width, height int
	filter        string
	editing       bool
	differ        bool // only what agents disagree about
	everyone      bool // agents that have no root here, too
	home, cwd     string
	last          place            // where the cursor was before the pane was cleared
	painted       [verdicts]string // cells that are not under the cursor
	legend        []string         // what signs mean
	plain         bool             // words stand in place of signs
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
func (m *Model) SetTheme(t theme.Theme) {
	m.theme, m.plain = t, t.Options().Plain
	m.legend = m.newLegend()
	for v := range verdicts {
		m.painted[v] = m.style(v).Render(" " + m.say(v) + " ")
	}
}

// SetSize sets the cells the pane takes.
func (m *Model) SetSize(width, height int) {
	m.width, m.height = width, height
	m.legend = m.newLegend()
	m.scroll()
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
	m.keep(at)
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

// keep puts the cursor on a cell, if it is shown.
func (m *Model) keep(p place) {
	for i, row := range m.lines {
		if m.index.rows[row].candidate.Path == p.path {
			m.at = i
			break
		}
	}
	for i, col := range m.columns {
		if m.index.agents[col].name == p.agent {
			m.column = i
		}
	}
	m.scroll()
}

// Editing says whether the filter is being typed.
func (m *Model) Editing() bool { return m.editing }

// Find starts typing a filter.
func (m *Model) Find() {
	m.editing = true
	m.scroll()
}

// Back clears the filter and says whether there was one.
func (m *Model) Back() bool {
	if !m.editing && m.filter == "" {
		return false
	}
	m.editing = false
	m.change(func() { m.filter = "" })
	return true
}

// change refreshes after a change of what is shown; the cursor stays on its cell.
func (m *Model) change(do func()) {
	at := m.cell()
	do()
	m.refresh()
	m.keep(at)
}

// refresh makes the lines and the columns anew.
func (m *Model) refresh() {
	m.lines, m.columns = m.lines[:0], m.columns[:0]
	if m.index == nil {
		return
	}
	words := strings.Fields(strings.ToLower(m.filter))
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
	if m.editing {
		if text, typed := m.keys.Type(k, m.filter); typed {
			m.filter, m.at, m.top = text, 0, 0
			m.refresh()
			m.scroll()
			return nil
		}
		if key.Matches(k, m.keys.List.Done) {
			m.editing = false
			m.scroll()
			return nil
		}
	}
	return m.command(k)
}

// command handles a key that is no text.
func (m *Model) command(k tea.KeyMsg) tea.Cmd {
	x := m.keys.Matrix
	switch {
	case key.Matches(k, x.Differ):
		m.change(func() { m.differ = !m.differ })
		return m.compare()
	case key.Matches(k, x.Everyone):
		m.change(func() { m.everyone = !m.everyone })
	case key.Matches(k, x.Explain):
		return m.explain()
	case key.Matches(k, x.As) && m.shown():
		agent, c := m.Cell()
		return func() tea.Msg { return AsMsg{agent, c} }
	default:
		m.move(k)
	}
	return nil
}

// shown says whether a cell is under the cursor.
func (m *Model) shown() bool { return m.at < len(m.lines) && m.column < len(m.columns) }

// explain asks to explain the cell under the cursor.
func (m *Model) explain() tea.Cmd {
	if !m.shown() {
		return nil
	}
	out := ExplainMsg{m.columns[m.column], m.index.rows[m.lines[m.at]].candidate}
	return func() tea.Msg { return out }
}

func (m *Model) move(k tea.KeyMsg) {
	switch {
	case key.Matches(k, m.keys.Matrix.Left):
		m.column--
	case key.Matches(k, m.keys.Matrix.Right):
		m.column++
	default:
		m.at, _ = m.keys.Move.To(k, m.at, len(m.lines)-1, m.room())
	}
	m.scroll()
}

// Scroll moves the cursor by some lines.
func (m *Model) Scroll(by int) {
	m.at += by
	m.scroll()
}

// Click chooses what stands at a cell of the pane, counted from 0 at its left upper corner: a copy, an agent or both. What was chosen
// already is explained.
func (m *Model) Click(x, y int) tea.Cmd {
	row, column := m.rowAt(y), m.columnAt(x)
	if y >= m.above()+m.room() || row < 0 && column < 0 {
		return nil
	}
	again := row == m.at && column == m.column
	if row >= 0 {
		m.at = row
	}
	if column >= 0 {
		m.column = column
	}
	m.scroll()
	if again {
		return m.explain()
	}
	return nil
}

// rowAt is the line of the index at a line of the pane, -1 for none.
func (m *Model) rowAt(y int) int {
	if i := m.top + y - m.above(); y >= m.above() && y < m.above()+m.room() && i < len(m.lines) {
		return i
	}
	return -1
}

// columnAt is the column at a cell of a line, -1 for none.
func (m *Model) columnAt(x int) int {
	l := m.layout()
	from := l.first
	for i := m.left; i < m.left+l.shown; i++ {
		if x >= from && x < from+l.widths[i] {
			return i
		}
		from += l.widths[i]
	}
	return -1
}

// scroll keeps the cursor where something is and in what is seen.
func (m *Model) scroll() {
	m.at = max(0, min(m.at, len(m.lines)-1))
	m.column = max(0, min(m.column, len(m.columns)-1))
	m.top = scroll.Top(m.top, m.at, len(m.lines), m.room(), nil)
	m.left = max(0, min(m.left, m.column))
	for m.left < m.column && m.left+m.layout().shown <= m.column {
		m.left++
	}
	for m.left > 0 { // what has room on the left is seen
		m.left--
		if l := m.layout(); m.left+l.shown < len(m.columns) {
			m.left++
			break
		}
	}
}
