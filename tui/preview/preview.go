// Package preview shows one skill: Read has its fields and its text, Why the judgement over its name.
package preview

import (
	"time"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"deft/commands"
	"deft/discovery"
	"deft/tui/keys"
	"deft/tui/theme"
)

// Tab is a way to look at a skill.
type Tab int

// The tabs, in their order on the screen.
const (
	Read Tab = iota
	Why
	tabs // how many there are
)

// Tabs are the names of the tabs.
func Tabs() []string { return []string{"Read", "Why"} }

// Source is where the preview gets what it shows. Its functions may take their time: they are called in commands.
type Source struct {
	Read  func(*discovery.Entry) (commands.Detail, error)
	Why   func(*discovery.Entry) (commands.Explanation, error)
	Home  string   // shown as ~ in paths
	Muted []string // codes of diagnostics that are not shown
	// Rest is how long the cursor rests on a skill, or a size lasts, before work is begun for it.
	Rest time.Duration
}

// Model is the preview.
type Model struct {
	keys          keys.Map
	theme         theme.Theme
	source        Source
	tab           Tab
	entry         *discovery.Entry // asked for
	subject       *subject         // shown, nil for none
	failed        string
	text          text // of the tab Read
	why           []string
	tops          [tabs]int // first line shown, for each tab
	cache         cache
	turn          int // counts what was asked for: answers to older questions are dropped
	width, height int
	context       []string // shown while no skill is
}

// New makes an empty preview.
func New(k keys.Map, t theme.Theme, s Source) *Model { return &Model{keys: k, theme: t, source: s} }

// SetContext sets the paths of context files, shown where no skill is.
func (m *Model) SetContext(paths []string) { m.context = paths }

// SetTheme changes the styles and paints again.
func (m *Model) SetTheme(t theme.Theme) tea.Cmd {
	m.theme = t
	return m.repaint()
}

// SetSize sets the cells the preview takes; the text is wrapped anew once the size has lasted.
func (m *Model) SetSize(width, height int) tea.Cmd {
	wider := width != m.width
	m.width, m.height = width, height
	if !wider {
		return nil
	}
	return m.repaint()
}

// Tab is the tab that is shown.
func (m *Model) Tab() Tab { return m.tab }

// SetTab shows a tab.
func (m *Model) SetTab(t Tab) { m.tab = t }

// Entry is the skill that was asked for last.
func (m *Model) Entry() *discovery.Entry { return m.entry }

// dueMsg ends a rest; repaintMsg does so for a new size.
type dueMsg struct{ turn int }
type repaintMsg struct{ turn int }

// Show asks for a skill; nil shows none. What is shown stays until the answer is there. The same entry again reads its file
// again.
func (m *Model) Show(e *discovery.Entry) tea.Cmd {
	m.turn++
	m.entry = e
	if e == nil {
		m.subject, m.failed, m.text, m.why = nil, "", text{}, nil
		return nil
	}
	return m.later(dueMsg{m.turn})
}

func (m *Model) later(msg tea.Msg) tea.Cmd {
	return tea.Tick(m.source.Rest, func(time.Time) tea.Msg { return msg })
}

// repaint asks for what is shown in another width or theme.
func (m *Model) repaint() tea.Cmd {
	if m.subject == nil {
		return nil
	}
	m.turn++
	if m.entry != m.subject.entry { // the answer that is on its way is for another turn
		return m.later(dueMsg{m.turn})
	}
	return m.later(repaintMsg{m.turn})
}

// Update handles keys meant for the preview and the answers to its own commands.
func (m *Model) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.KeyMsg:
		m.key(msg)
	case dueMsg:
		if msg.turn == m.turn {
			return m.read()
		}
	case repaintMsg:
		if msg.turn == m.turn {
			return m.paint()
		}
	case subjectMsg:
		if msg.turn == m.turn {
			return m.receive(msg)
		}
	case paintedMsg:
		if msg.turn == m.turn {
			return m.painted(msg)
		}
	}
	return nil
}

func (m *Model) key(k tea.KeyMsg) {
	p := m.keys.Preview
	switch {
	case key.Matches(k, p.NextTab):
		m.tab = (m.tab + 1) % tabs
	case key.Matches(k, p.PrevTab):
		m.tab = (m.tab + tabs - 1) % tabs
	case key.Matches(k, p.Read):
		m.tab = Read
	case key.Matches(k, p.Why):
		m.tab = Why
	default:
		m.tops[m.tab], _ = m.keys.Move.Scroll(k, m.tops[m.tab], len(m.lines()), m.height)
	}
}

// lines is the text of the tab that is shown.
func (m *Model) lines() []string {
	if m.tab == Why {
		return m.why
	}
	return m.text.lines
}
