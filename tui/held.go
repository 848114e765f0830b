package tui

import (
	tea "github.com/charmbracelet/bubbletea"

	"deft/discovery"
	"deft/skills/sanitize"
)

// held is the skill that stays in the preview though a scan has taken it from under the cursor: whoever reads it reads on.
type held struct {
	entry   *discovery.Entry // as it was last; nil for none
	gone    bool             // its file is not there any more
	instead string           // path of what the cursor has come to stand on
}

// hold decides, after a scan, whether the preview keeps its skill. One that is gone stays until the user does something in the list;
// one that the list does not show any more, as long as it is being read.
func (m *Model) hold() tea.Cmd {
	was, at := m.preview.Entry(), m.list.Selected()
	if was == nil || at != nil && at.Path == was.Path {
		m.held = held{}
		return nil
	}
	now := editing{m}.entryAt(was.Path)
	switch {
	case now != nil && m.held.gone && m.list.Return(now):
		m.held = held{}
		return nil
	case now != nil && m.view.focus == inPreview:
		m.held = held{entry: now}
		cmd := m.preview.Show(now)
		m.preview.SetNotice(sanitize.Line(now.Name()) + " is " + string(now.State) + " now: the list does not show it")
		m.held.instead = pathOf(at)
		return cmd
	case now == nil && m.preview.Detail() != nil && m.preview.Shows(was):
		m.held = held{entry: was, gone: true, instead: pathOf(at)}
		return m.preview.SetGone(sanitize.Line(was.Name()) + " is gone; this was read last")
	default:
		m.held = held{}
	}
	return nil
}

// holding says whether the preview keeps its skill; a cursor that has moved takes the preview along.
func (m *Model) holding() bool {
	if m.held.entry != nil && pathOf(m.list.Selected()) != m.held.instead {
		m.held = held{}
	}
	return m.held.entry != nil
}

// release lets the preview follow the list again.
func (m *Model) release() { m.held = held{} }

func pathOf(e *discovery.Entry) string {
	if e == nil {
		return ""
	}
	return e.Path
}
