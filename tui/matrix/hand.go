package matrix

import (
	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"deft/tui/scroll"
)

// hand is everything that keys and the mouse do.
type hand struct{ *Model }

// press handles a key that is no text.
func (m hand) press(k tea.KeyMsg) tea.Cmd {
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
		cursor(m).move(k)
	}
	return nil
}

// explain asks to explain the cell under the cursor.
func (m hand) explain() tea.Cmd {
	if !m.shown() {
		return nil
	}
	out := ExplainMsg{m.columns[m.column], m.index.rows[m.lines[m.at]].candidate}
	return func() tea.Msg { return out }
}

// click is a press with the mouse: see Model.Click.
func (m hand) click(x, y int) tea.Cmd {
	row, column := m.rowAt(y), m.columnAt(x)
	if y >= painter(m).above()+painter(m).room() || row < 0 && column < 0 {
		return nil
	}
	again := row == m.at && column == m.column
	if row >= 0 {
		m.at = row
	}
	if column >= 0 {
		m.column = column
	}
	cursor(m).scroll()
	if again {
		return m.explain()
	}
	return nil
}

// rowAt is the line of the index at a line of the pane, -1 for none.
func (m hand) rowAt(y int) int {
	above := painter(m).above()
	if i := m.top + y - above; y >= above && y < above+painter(m).room() && i < len(m.lines) {
		return i
	}
	return -1
}

// columnAt is the column at a cell of a line, -1 for none.
func (m hand) columnAt(x int) int {
	l := painter(m).layout()
	from := l.first
	for i := m.left; i < m.left+l.shown; i++ {
		if x >= from && x < from+l.widths[i] {
			return i
		}
		from += l.widths[i]
	}
	return -1
}

// cursor moves from cell to cell.
type cursor struct{ *Model }

func (m cursor) move(k tea.KeyMsg) {
	switch {
	case key.Matches(k, m.keys.Matrix.Left):
		m.column--
	case key.Matches(k, m.keys.Matrix.Right):
		m.column++
	default:
		m.at, _ = m.keys.Move.To(k, m.at, len(m.lines)-1, painter(m).room())
	}
	m.scroll()
}

// keep puts the cursor on a cell, if it is shown.
func (m cursor) keep(p place) {
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

// scroll keeps the cursor where something is and in what is seen.
func (m cursor) scroll() {
	m.at = max(0, min(m.at, len(m.lines)-1))
	m.column = max(0, min(m.column, len(m.columns)-1))
	m.top = scroll.Top(m.top, m.at, len(m.lines), painter(m).room(), nil)
	m.left = max(0, min(m.left, m.column))
	for m.left < m.column && m.left+painter(m).layout().shown <= m.column {
		m.left++
	}
	for m.left > 0 { // what has room on the left is seen
		m.left--
		if l := painter(m).layout(); m.left+l.shown < len(m.columns) {
			m.left++
			break
		}
	}
}
