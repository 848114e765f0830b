// Package composer is where messages and commands are written: one to five lines, with history and completion.
package composer

import (
	"strings"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"deft/commands/slash"
	"deft/tui/keys"
	"deft/tui/theme"
)

// MaxLines is how many lines the composer grows to.
const MaxLines = 5

// Completer proposes what a word of a draft may become; cursor is a byte offset.
type Completer interface {
	Complete(draft string, cursor int) slash.Proposal
}

// Severity says how a note is painted.
type Severity int

// The severities of a note.
const (
	Info Severity = iota
	Warning
	Error
)

// Model is the composer.
type Model struct {
	keys      keys.Composer
	theme     theme.Theme
	completer Completer
	editor    editor
	history   history
	menu      menu
	note      string
	severity  Severity
	width     int
	focused   bool
	top       int  // first row shown
	sent      bool // the user sends the draft
}

// New makes an empty composer.
func New(k keys.Composer, t theme.Theme) *Model { return &Model{keys: k, theme: t, width: 80} }

// SetCompleter replaces what proposes completions.
func (m *Model) SetCompleter(c Completer) {
	m.completer = c
	if m.menu.open {
		m.complete()
	}
}

// SetWidth sets the cells that a line may take.
func (m *Model) SetWidth(width int) { m.width = max(4, width); m.scroll() }

// SetFocused says whether keys go to the composer.
func (m *Model) SetFocused(focused bool) {
	m.focused = focused
	if !focused {
		m.menu.open = false
	}
}

// Draft is the text as written, byte for byte.
func (m *Model) Draft() string { return m.editor.text }

// Open says whether completions, or why there are none, are shown.
func (m *Model) Open() bool { return m.menu.open }

// Completing says whether there is a completion to take.
func (m *Model) Completing() bool { return m.menu.open && len(m.menu.proposal.Items) > 0 }

// Close hides completions until the draft changes.
func (m *Model) Close() { m.menu.open = false }

// Lines is how many lines the composer wants, 1 to MaxLines.
func (m *Model) Lines() int { return min(MaxLines, len(m.editor.layout(m.textWidth()))) }

// SetDraft replaces the draft; the cursor stands behind it.
func (m *Model) SetDraft(text string) { m.editor.set(text, len(text)); m.changed() }

// Insert adds text at the cursor, as a paste does.
func (m *Model) Insert(text string) { m.editor.insert(text); m.changed() }

// Clear empties the draft and remembers it in the history.
func (m *Model) Clear() { m.history.add(m.editor.text); m.SetDraft("") }

// Accept says that the draft was sent: it goes to the history.
func (m *Model) Accept() { m.Clear() }

// Refuse says that a text was not sent, and why: it goes to the history, and back into the draft where nothing else was written
// meanwhile.
func (m *Model) Refuse(text, why string) {
	if m.editor.text == "" {
		m.SetDraft(text)
	}
	m.history.add(text)
	m.menu.open = false
	m.Note(why, Error)
}

// Note shows a line above the composer until the draft changes; an empty one takes it away.
func (m *Model) Note(text string, s Severity) { m.note, m.severity = text, s }

// Noted says whether a note is shown.
func (m *Model) Noted() bool { return m.note != "" }

// Update handles keys; it expects only those meant for the composer.
func (m *Model) Update(msg tea.Msg) tea.Cmd {
	k, ok := msg.(tea.KeyMsg)
	if !ok {
		return nil
	}
	if k.Type == tea.KeyRunes && (k.Paste || !k.Alt) {
		m.Insert(typed(k))
		return nil
	}
	if k.Type == tea.KeySpace && !k.Alt {
		m.Insert(" ")
		return nil
	}
	switch {
	case key.Matches(k, m.keys.Send):
		m.send()
	case key.Matches(k, m.keys.Complete):
		m.take()
	case key.Matches(k, m.keys.Up):
		m.vertical(-1)
	case key.Matches(k, m.keys.Down):
		m.vertical(1)
	default:
		m.edit(k)
	}
	return nil
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

// edit moves the cursor or changes the text around it.
func (m *Model) edit(k tea.KeyMsg) {
	e, b := &m.editor, m.keys
	moves := []struct {
		binding key.Binding
		to      func() int
	}{
		{b.Left, e.before}, {b.Right, e.after}, {b.WordLeft, e.wordBefore}, {b.WordRight, e.wordAfter},
		{b.Home, e.lineStart}, {b.End, e.lineEnd},
	}
	for _, mv := range moves {
		if key.Matches(k, mv.binding) {
			e.at = mv.to()
			m.moved()
			return
		}
	}
	m.erase(k)
}

// erase handles the keys that delete.
func (m *Model) erase(k tea.KeyMsg) {
	e, b := &m.editor, m.keys
	from, to := e.at, e.at
	switch {
	case key.Matches(k, b.Newline):
		m.Insert("\n")
		return
	case key.Matches(k, b.Backspace):
		from = e.before()
	case key.Matches(k, b.Delete):
		to = e.after()
	case key.Matches(k, b.DeleteWord):
		from = e.wordBefore()
	case key.Matches(k, b.DeleteHead):
		from = e.lineStart()
	case key.Matches(k, b.DeleteTail):
		to = e.lineEnd()
	}
	if from != to {
		e.replace(from, to, "")
		m.changed()
	}
}

// vertical moves in the open menu, else between lines, else through the history.
func (m *Model) vertical(by int) {
	switch {
	case m.menu.open && len(m.menu.proposal.Items) > 0:
		m.menu.move(by)
	case m.editor.moveRow(by, m.textWidth()):
		m.moved()
	default:
		if text, ok := m.history.move(by, m.editor.text); ok {
			m.editor.set(text, len(text))
			m.note, m.menu.open = "", false
			m.scroll()
		}
	}
}

// send submits the draft, or takes the completion where the word under the cursor is not complete yet.
func (m *Model) send() {
	if m.Completing() {
		if !m.menu.proposal.Exact || m.menu.chosen {
			m.take()
			return
		}
		m.spell()
	}
	m.menu.open = false
	m.sent = strings.TrimSpace(m.editor.text) != ""
}

// Submitted says, once, that the user sends the draft. It stays until Accept, so that what is refused is not lost.
func (m *Model) Submitted() bool {
	sent := m.sent
	m.sent = false
	return sent
}

// changed follows an edit of the text: completions are looked up anew.
func (m *Model) changed() {
	m.note = ""
	m.history.at = len(m.history.past)
	m.complete()
	m.scroll()
}

// moved follows a movement of the cursor.
func (m *Model) moved() {
	if m.menu.open {
		m.complete()
	}
	m.scroll()
}

// scroll keeps the cursor among the rows that are shown.
func (m *Model) scroll() {
	w := m.textWidth()
	at, n := m.editor.row(w), m.Lines()
	m.top = min(max(m.top, at-n+1), at)
	m.top = max(0, min(m.top, len(m.editor.layout(w))-n))
}
