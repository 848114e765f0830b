package preview

import tea "github.com/charmbracelet/bubbletea"

// paint paints what is shown, where it is not.
func (m window) paint() tea.Cmd {
	if m.subject == nil {
		return nil
	}
	return m.current().paint(m.canvas())
}

// repaint asks for what is shown in another width or theme.
func (m window) repaint() tea.Cmd {
	if m.subject == nil {
		return nil
	}
	m.turn++
	if m.entry != m.subject.entry { // the answer that is on its way is for another turn
		return later(m.source.Rest, dueMsg{m.turn})
	}
	return later(m.source.Rest, repaintMsg{m.turn})
}

// land goes to the line that was asked for, if it has been painted.
func (m window) land() {
	r := &m.stacks[Raw].base
	if m.jump.line == 0 || m.subject == nil || m.subject.entry.Path != m.jump.path || r.text.key.id != r.content.id {
		return
	}
	if n := len(r.text.marks); n >= m.jump.line || r.text.done && n > 0 {
		r.center(min(n, m.jump.line)-1, m.room())
		m.jump = jump{}
	}
}
