package tui

import (
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"deft/commands/state"
	"deft/skills/sanitize"
	"deft/tui/browse"
)

// keep is what the interface knows of the state between runs.
type keep struct {
	draft string // as it was saved last, or is about to be
	due   bool   // a save is on its way
}

// restoredMsg brings what an earlier run has left.
type restoredMsg struct {
	past     []string
	draft    string
	searches []string
	list     string
}

// draftMsg says that the draft is to be saved; at is when that was asked for.
type draftMsg struct{ at time.Time }

// noticeMsg brings what the state has to say.
type noticeMsg struct{ text string }

// keeping is everything that is kept between runs.
type keeping struct{ *Model }

// restore reads what an earlier run has left.
func (m keeping) restore() tea.Cmd {
	store := m.app.State
	if store == nil {
		return nil
	}
	return func() tea.Msg {
		return restoredMsg{store.History.Entries(), store.Draft(), store.Searches.Entries(), store.Switches.Get(listView)}
	}
}

// listView is the key under which the order and the states of the list are kept.
const listView = "list"

// listOptions are what the list is told; what it is to know in the next run is kept.
func (m keeping) listOptions() browse.Options {
	o := browse.Options{Home: m.app.Home, Rest: m.verbs.Rest}
	for _, s := range m.settings {
		if s.Key == "skills.enabled" && s.Value == "false" {
			o.Off = "skills.enabled is false (" + sanitize.Line(s.Origin) + "): no skills are looked for."
		}
	}
	if store := m.app.State; store != nil {
		o.Searched = store.Searches.Add
		o.Chosen = func(view string) { store.Switches.Set(listView, view) }
	}
	return o
}

// persist asks for the saving of what has changed: the history at once, the draft after a pause. It does not start the pause anew,
// so that somebody who never stops typing loses no more than that.
func (m keeping) persist() tea.Cmd {
	if m.app.State == nil {
		return nil
	}
	var cmds []tea.Cmd
	if news := m.composer.Remembered(); len(news) > 0 {
		cmds = append(cmds, m.kept(func(s *state.Store) {
			for _, text := range news {
				s.History.Add(text)
			}
		}))
	}
	if !m.keep.due && m.composer.Draft() != m.keep.draft {
		m.keep.due = true
		cmds = append(cmds, tea.Tick(m.verbs.Pause, func(at time.Time) tea.Msg { return draftMsg{at} }))
	}
	return tea.Batch(cmds...)
}

// saveDraft saves the draft as it is now.
func (m keeping) saveDraft(at time.Time) tea.Cmd {
	text := m.composer.Draft()
	m.keep.due, m.keep.draft = false, text
	return m.kept(func(s *state.Store) { s.SaveDraft(text, at) }) //nolint:errcheck // that is a notice
}

// kept is a command that changes the state and says what went wrong.
func (m keeping) kept(do func(*state.Store)) tea.Cmd {
	store := m.app.State
	if store == nil {
		return nil
	}
	return func() tea.Msg {
		do(store)
		if said := store.Notices(); len(said) > 0 {
			return noticeMsg{strings.Join(said, "; ")}
		}
		return nil
	}
}
