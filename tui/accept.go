package tui

import (
	tea "github.com/charmbracelet/bubbletea"

	"deft/skills/sanitize"
)

// acceptedMsg says what has become of the collision of a name.
type acceptedMsg struct {
	name     string
	accepted bool
	err      error
}

// accepting is everything that has to do with collisions that are meant.
type accepting struct{ *Model }

// accept accepts the collision of the skill that the keys are for, or withdraws that.
func (m accepting) accept() tea.Cmd {
	e := m.list.Selected()
	if m.view.focus == inPreview {
		e = m.preview.Entry()
	}
	if e == nil || m.scan.snapshot == nil {
		return nil
	}
	name := e.Name()
	if r, ok := m.scan.snapshot.Lookup(name); !ok || !r.Collision {
		m.told = sanitize.Line(name) + " has no collision to accept"
		return nil
	}
	toggle := m.verbs.Accept
	return func() tea.Msg {
		accepted, err := toggle(name)
		return acceptedMsg{name, accepted, err}
	}
}

// wasAccepted tells it; the list follows as it follows every change.
func (m accepting) wasAccepted(msg acceptedMsg) tea.Cmd {
	key, name := m.keys.Global.Accept.Help().Key, sanitize.Line(msg.name)
	switch {
	case msg.err != nil:
		m.told = sanitize.Line(msg.err.Error())
		return nil
	case msg.accepted:
		m.told = "The collision of " + name + " is accepted: no warning any more; " + key + " withdraws that"
	default:
		m.told = "The collision of " + name + " is not accepted any more"
	}
	if m.verbs.Changed == nil {
		return looking(m).look(false)
	}
	return nil
}
