package composer

import (
	"strings"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"
)

// hand is everything that keys do.
type hand struct{ upkeep }

// press handles a key.
func (m hand) press(k tea.KeyMsg) {
	if k.Type == tea.KeyRunes && (k.Paste || !k.Alt) {
		m.editor.insert(typed(k))
		m.changed()
		return
	}
	if k.Type == tea.KeySpace && !k.Alt {
		m.editor.insert(" ")
		m.changed()
		return
	}
	switch {
	case key.Matches(k, m.keys.Send):
		m.send()
	case key.Matches(k, m.keys.Complete):
		m.take()
	case key.Matches(k, m.keys.Search):
		m.search()
	case key.Matches(k, m.keys.Up):
		m.vertical(-1)
	case key.Matches(k, m.keys.Down):
		m.vertical(1)
	default:
		before := m.editor.text
		if m.editor.key(k, m.keys); m.editor.text != before {
			m.changed()
		} else {
			m.moved()
		}
	}
}

// typed is what a key or a paste adds: terminals send the line ends of a paste as CR.
func typed(k tea.KeyMsg) string {
	s := string(k.Runes)
	if k.Paste {
		s = strings.ReplaceAll(s, "\r\n", "\n")
		s = strings.ReplaceAll(s, "\r", "\n")
	}
	return s
}

// vertical moves in the open menu, else between lines, else through the history.
func (m hand) vertical(by int) {
	switch {
	case m.menu.open && len(m.menu.proposal.Items) > 0:
		m.menu.move(by)
	case m.editor.moveRow(by, m.cols):
		m.moved()
	default:
		if text, ok := m.history.move(by, m.editor.text); ok {
			m.editor.set(text, len(text))
			m.note, m.menu.open = note{}, false
			m.scroll()
		}
	}
}

// send submits the draft, or takes the completion where the word under the cursor is not complete yet.
func (m hand) send() {
	if m.Completing() {
		p := m.menu.proposal
		if m.menu.chosen || m.menu.past || !p.Exact && !p.Loose {
			m.take()
			return
		}
		if p.Exact {
			m.editor.spell(p)
		}
	}
	if m.continued() {
		m.editor.replace(m.editor.at-1, m.editor.at, "\n")
		m.changed()
		return
	}
	m.menu.open = false
	m.sent = strings.TrimSpace(m.editor.text) != ""
}

// continued says whether the text ends in a backslash that stands for itself: then Enter begins a line.
func (m hand) continued() bool {
	text := m.editor.text
	slashes := len(text) - len(strings.TrimRight(text, "\\"))
	return m.editor.at == len(text) && slashes%2 == 1
}

// take puts the chosen completion in place of the word under the cursor.
func (m hand) take() {
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
