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

// spell gives a word that is complete but for its case the spelling of its completion.
func (e *editor) spell(p slash.Proposal) {
	item := p.Items[0]
	if word := e.text[p.Start:p.End]; word != item.Text && len(word) == len(item.Text) {
		e.replace(p.Start, p.End, item.Text)
	}
}
