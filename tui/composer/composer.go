// Package composer is where messages and commands are written: one to five lines, with history and completion.
package composer

import (
	tea "github.com/charmbracelet/bubbletea"

	"deft/commands/phrase"
	"deft/commands/slash"
	"deft/tui/cells"
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
	note      note
	width     int // of a line, prompt included
	cols      int // of the text in it
	focused   bool
	top       int      // first row shown
	sent      bool     // the user sends the draft
	news      []string // added to the history since they were asked for
	home      string
}

// New makes an empty composer. Paths in the home folder are shown from ~ in notes.
func New(k keys.Composer, t theme.Theme, home string) *Model {
	m := &Model{keys: k, theme: t, home: home}
	m.SetWidth(80)
	return m
}

// SetCompleter replaces what proposes completions. The one that is chosen stays so, where it is still proposed.
func (m *Model) SetCompleter(c Completer) {
	m.completer = c
	was := m.menu
	if !was.open || was.past {
		return
	}
	upkeep{m}.complete()
	if at := was.in(m.menu.proposal); at >= 0 {
		m.menu.at, m.menu.chosen = at, was.chosen
	}
}

// Renew looks completions up once more, as there is more to propose. What was closed stays closed.
func (m *Model) Renew() {
	switch p := m.menu.proposal; {
	case m.menu.open:
		m.SetCompleter(m.completer)
	case len(p.Items) == 0 && p.Note == "":
		upkeep{m}.complete()
	}
}

// SetWidth sets the cells that a line may take.
func (m *Model) SetWidth(width int) {
	m.width = max(4, width)
	m.cols = max(2, m.width-cells.Width(m.theme.Marks.Prompt))
	upkeep{m}.scroll()
}

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
func (m *Model) Lines() int { return min(MaxLines, len(m.editor.layout(m.cols))) }

// SetDraft replaces the draft; the cursor stands behind it.
func (m *Model) SetDraft(text string) { m.editor.set(text, len(text)); upkeep{m}.changed() }

// Clear empties the draft, because it was sent or given up, and remembers it in the history.
func (m *Model) Clear() { m.remember(m.editor.text); m.SetDraft("") }

// Refuse says that a text was not sent, and why: it goes to the history, and back into the draft where nothing else was written
// meanwhile.
func (m *Model) Refuse(text, why string) {
	if m.editor.text == "" {
		m.SetDraft(text)
	}
	m.remember(text)
	m.menu.open = false
	m.Note(why, Error)
}

// Restore brings the history and the draft of an earlier run, oldest first. What was written meanwhile stays; the draft is in the
// history then.
func (m *Model) Restore(past []string, draft string) {
	fresh := m.history.past
	m.history.past = nil
	for _, text := range append(append([]string(nil), past...), fresh...) {
		m.history.add(text)
	}
	switch {
	case draft == "" || draft == m.editor.text:
	case m.editor.text == "":
		m.SetDraft(draft)
		m.menu.open = false
	default:
		m.remember(draft)
	}
}

func (m *Model) remember(text string) {
	m.history.add(text)
	if text != "" {
		m.news = append(m.news, text)
	}
}

// Remembered are, once, the texts that the history has got.
func (m *Model) Remembered() []string {
	news := m.news
	m.news = nil
	return news
}

// Click puts the cursor where a cell of the view is, in cells from its left upper corner.
func (m *Model) Click(x, y int) {
	rows := m.editor.layout(m.cols)
	i := min(max(0, m.top+y), len(rows)-1)
	m.editor.at = m.editor.column(rows[i], x-(m.width-m.cols))
	upkeep{m}.moved()
}

// Note shows a line above the composer until the draft changes; an empty one takes it away.
func (m *Model) Note(text string, s Severity) { m.note = note{phrase.Line(text, m.home), s} }

// Noted says whether a note is shown.
func (m *Model) Noted() bool { return m.note.text != "" }

// Update handles keys; it expects only those meant for the composer.
func (m *Model) Update(msg tea.Msg) tea.Cmd {
	k, ok := msg.(tea.KeyMsg)
	if !ok {
		return nil
	}
	hand{upkeep{m}}.press(k)
	return nil
}

// Submitted says, once, that the user sends the draft. It stays until Clear, so that what is refused is not lost.
func (m *Model) Submitted() bool {
	sent := m.sent
	m.sent = false
	return sent
}
