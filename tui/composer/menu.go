package composer

import (
	"slices"

	"deft/commands/slash"
)

// menu is the list of completions.
type menu struct {
	proposal slash.Proposal
	open     bool
	at       int
	chosen   bool // the user moved in it
	past     bool // it holds the history
}

func (m *menu) move(by int) {
	n := len(m.proposal.Items)
	m.at = (m.at + by + n) % n
	m.chosen = true
}

// in is the place of the chosen completion in another proposal, -1 for none.
func (m *menu) in(p slash.Proposal) int {
	if m.at >= len(m.proposal.Items) {
		return -1
	}
	return slices.IndexFunc(p.Items, func(c slash.Completion) bool { return c.Text == m.proposal.Items[m.at].Text })
}

// complete looks completions up for the word at the cursor.
func (m *Model) complete() {
	if m.menu.open && m.menu.past {
		m.search()
		return
	}
	m.menu = menu{}
	if m.completer == nil || m.editor.text == "" {
		return
	}
	p := m.completer.Complete(m.editor.text, m.editor.at)
	m.menu.proposal = p
	if len(p.Items) == 0 && p.Note == "" {
		m.menu.proposal.Note = hint(m.completer, m.editor.text, m.editor.at)
	}
	m.menu.open = len(p.Items) > 0 || m.menu.proposal.Note != ""
}

// hint says what may follow a command that has just been written, blank included.
func hint(c Completer, text string, at int) string {
	if at < 2 || text[at-1] != ' ' || text[at-2] == ' ' {
		return ""
	}
	p := c.Complete(text, at-1)
	if !p.Exact || p.Items[0].Hint == "" {
		return ""
	}
	return p.Items[0].Text + " " + p.Items[0].Hint
}

// search opens the part of the history that holds what is written, the newest first; asked again, it goes one further.
func (m *Model) search() {
	again := m.menu.open && m.menu.past && m.menu.proposal.End == len(m.editor.text)
	if again && len(m.menu.proposal.Items) > 0 {
		m.menu.move(1)
		return
	}
	m.menu = menu{open: true, past: true}
	m.menu.proposal = m.history.search(m.editor.text)
}

// take puts the chosen completion in place of the word under the cursor.
func (m *Model) take() {
	if !m.menu.open || len(m.menu.proposal.Items) == 0 {
		return
	}
	p := m.menu.proposal
	item := p.Items[m.menu.at]
	text := item.Text
	if m.menu.past {
		m.menu = menu{}
		m.editor.set(text, len(text))
		m.note = note{}
		m.scroll()
		return
	}
	if text[len(text)-1] != ':' && (p.End == len(m.editor.text) || m.editor.text[p.End] != ' ') {
		text += " "
	}
	m.editor.replace(p.Start, p.End, text)
	m.changed()
}

// spell gives a word that is complete but for its case the spelling of its completion.
func (e *editor) spell(p slash.Proposal) {
	item := p.Items[0]
	if word := e.text[p.Start:p.End]; word != item.Text && len(word) == len(item.Text) {
		e.replace(p.Start, p.End, item.Text)
	}
}
