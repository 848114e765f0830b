package tui

import (
	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"deft/tui/preview"
)

// key sends a key to whom it concerns. A burst of typed letters is one message.
func (m *Model) key(k tea.KeyMsg) tea.Cmd {
	g := m.keys.Global
	if key.Matches(k, g.Interrupt) {
		return m.interrupt()
	}
	m.quitting = false
	switch {
	case key.Matches(k, g.Back):
		m.escape()
	case key.Matches(k, g.Help1):
		m.help()
	case k.Paste:
		return m.paste(k)
	case m.dialog.Open():
		return m.inDialog(k)
	case key.Matches(k, g.Next) && !(m.view.focus == inComposer && m.composer.Completing()):
		m.cycle(1)
	case key.Matches(k, g.Previous):
		m.cycle(-1)
	case m.view.focus == inComposer:
		return m.compose(k)
	case m.list.Editing():
		return m.list.Update(k)
	default:
		return m.outside(k)
	}
	return nil
}

// interrupt clears the draft; where there is none, the second one in a row quits.
func (m *Model) interrupt() tea.Cmd {
	switch {
	case m.composer.Draft() != "":
		m.composer.Clear()
	case m.quitting:
		return tea.Quit
	default:
		m.quitting = true
	}
	return nil
}

// escape closes what lies on top; then it leaves the composer.
func (m *Model) escape() {
	switch {
	case m.dialog.Open():
		m.dialog.Close()
	case m.composer.Open():
		m.composer.Close()
	case m.composer.Noted():
		m.composer.Note("", 0)
	case m.list.Filtered():
		m.list.ClearFilter()
	case m.view.focus == inComposer:
		m.focus(m.view.back)
	case m.view.zoom:
		m.view.zoom = false
	}
}

// paste goes to the text field that is being edited, else whole to the composer.
func (m *Model) paste(k tea.KeyMsg) tea.Cmd {
	if m.list.Editing() && !m.dialog.Open() {
		return m.list.Update(k)
	}
	m.dialog.Close()
	m.focus(inComposer)
	return m.compose(k)
}

func (m *Model) inDialog(k tea.KeyMsg) tea.Cmd {
	if key.Matches(k, m.keys.Global.Quit) || key.Matches(k, m.keys.Global.Help) {
		m.dialog.Close()
		return nil
	}
	return m.dialog.Update(k)
}

// compose gives the composer a key and sends what it submits.
func (m *Model) compose(k tea.KeyMsg) tea.Cmd {
	cmd := m.composer.Update(k)
	if m.composer.Submitted() {
		return tea.Batch(cmd, m.submit(m.composer.Draft()))
	}
	return cmd
}

// outside handles keys where no text is edited: one by one, until one of them opens a text field, which gets the rest.
func (m *Model) outside(k tea.KeyMsg) tea.Cmd {
	if k.Type != tea.KeyRunes || k.Alt {
		return m.command(k)
	}
	var cmds []tea.Cmd
	for i := range k.Runes {
		rest := tea.KeyMsg{Type: tea.KeyRunes, Runes: k.Runes[i:]}
		one := tea.KeyMsg{Type: tea.KeyRunes, Runes: k.Runes[i : i+1]}
		switch {
		case m.view.focus == inComposer:
			return tea.Batch(append(cmds, m.compose(rest))...)
		case m.list.Editing():
			return tea.Batch(append(cmds, m.list.Update(rest))...)
		case key.Matches(one, m.keys.Global.Command):
			m.focus(inComposer)
			return tea.Batch(append(cmds, m.compose(rest))...)
		}
		cmds = append(cmds, m.command(one))
	}
	return tea.Batch(cmds...)
}

// command handles one key outside of text fields.
func (m *Model) command(k tea.KeyMsg) tea.Cmd {
	g := m.keys.Global
	switch {
	case key.Matches(k, g.Quit):
		return tea.Quit
	case key.Matches(k, g.Help):
		m.help()
	case key.Matches(k, g.Zoom):
		m.view.zoom = !m.view.zoom
	case key.Matches(k, g.Rescan):
		return m.look(true)
	case key.Matches(k, g.Compose):
		m.focus(inComposer)
	case key.Matches(k, g.Use):
		m.use()
	case key.Matches(k, g.Why):
		m.why()
	case key.Matches(k, g.Find):
		m.focus(inList)
		m.list.Find()
	default:
		return m.pane(k)
	}
	return nil
}

// pane gives a key to the pane that has the focus.
func (m *Model) pane(k tea.KeyMsg) tea.Cmd {
	switch m.view.focus {
	case inList:
		if key.Matches(k, m.keys.List.Open) {
			m.read()
			return nil
		}
		return m.list.Update(k)
	case inPreview:
		return m.preview.Update(k)
	}
	return m.chat.Update(k)
}

// read goes to the text of the chosen skill.
func (m *Model) read() {
	if m.list.Selected() != nil {
		m.preview.SetTab(preview.Read)
		m.focus(inPreview)
	}
}

// why turns the preview to the judgement, and back. It becomes visible; the focus stays in the list where both have room.
func (m *Model) why() {
	if m.list.Selected() == nil {
		return
	}
	shown := m.plan.shows(inPreview)
	m.view.beside = inPreview
	if tab := preview.Why; m.preview.Tab() == tab && shown {
		m.preview.SetTab(preview.Read)
	} else {
		m.preview.SetTab(tab)
	}
	if m.view.width < twoPanes || m.view.zoom {
		m.focus(inPreview)
	}
}
