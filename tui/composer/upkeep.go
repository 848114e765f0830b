package composer

import "deft/tui/scroll"

// upkeep is what follows from a change: completions are looked up, and the cursor stays in sight.
type upkeep struct{ *Model }

// changed follows an edit of the text: completions are looked up anew.
func (m upkeep) changed() {
	m.note = note{}
	m.history.at = len(m.history.past)
	m.complete()
	m.scroll()
}

// moved follows a movement of the cursor.
func (m upkeep) moved() {
	if m.menu.open {
		m.complete()
	}
	m.scroll()
}

// scroll keeps the cursor among the rows that are shown.
func (m upkeep) scroll() {
	m.top = scroll.Top(m.top, m.editor.row(m.cols), len(m.editor.layout(m.cols)), m.Lines(), nil)
}

// complete looks completions up for the word at the cursor.
func (m upkeep) complete() {
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

// search opens the part of the history that holds what is written, the newest first; asked again, it goes one further.
func (m upkeep) search() {
	again := m.menu.open && m.menu.past && m.menu.proposal.End == len(m.editor.text)
	if again && len(m.menu.proposal.Items) > 0 {
		m.menu.move(1)
		return
	}
	m.menu = menu{open: true, past: true}
	m.menu.proposal = m.history.search(m.editor.text)
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
