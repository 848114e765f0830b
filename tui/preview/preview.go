// Package preview shows one skill in tabs: its text, its files, the judgement over its name, its SKILL.md as it is, and what a
// model gets of it.
package preview

import (
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"deft/commands"
	"deft/discovery"
	"deft/skills/resource"
	"deft/tui/keys"
	"deft/tui/theme"
)

// Tab is a way to look at a skill.
type Tab int

// The tabs, in their order on the screen.
const (
	Read Tab = iota
	Files
	Why
	Raw
	Prompt
	tabs // how many there are
)

// Tabs are the names of the tabs.
func Tabs() []string { return []string{"Read", "Files", "Why", "Raw", "Prompt"} }

// Source is where the preview gets what it shows. Its functions may take their time: they are called in commands.
type Source struct {
	Read    func(*discovery.Entry) (commands.Detail, error)
	File    func(*discovery.Entry, string) (resource.Content, error)
	Why     func(*discovery.Entry) (commands.Explanation, error)
	Compare func(from, to *discovery.Entry) (commands.Comparison, error)
	Prompt  func(*discovery.Entry) (commands.Injection, error)
	Home    string   // shown as ~ in paths
	Muted   []string // codes of diagnostics that are not shown
	// Rest is how long the cursor rests on a skill, or a size lasts, before work is begun for it. Where it is 0 no time counts:
	// files are not looked at again either.
	Rest time.Duration
}

// Model is the preview.
type Model struct {
	keys   keys.Map
	theme  theme.Theme
	source Source
	cache  cache
	frame
	asked
	shown
	vigil
}

// frame is the place on the screen.
type frame struct {
	width, height int
	focused       bool
	hidden        bool // it is not on the screen
}

// asked is what was asked for and may not be there yet.
type asked struct {
	entry   *discovery.Entry
	turn    int // counts what was asked for: answers to older questions are dropped
	jump    jump
	compare bool // as soon as the copies are known, they are compared
}

// shown is the skill that is seen, tab by tab.
type shown struct {
	tab     Tab
	stacks  [tabs]stack
	subject *subject        // nil for none
	closed  map[string]bool // folders of the tab Files
	context []string        // shown while no skill is
	notice  string          // a sentence above the text, "" for none
}

// vigil is the wait for a look at the files.
type vigil struct {
	looks int                                  // counts the waits: an older one has no effect
	tick  func(time.Duration, tea.Msg) tea.Cmd // sends after a while; nil where files are not looked at again
}

// The parts of what the preview does, each on top of the one before: window paints what is seen, study makes the tabs from a skill,
// watcher looks at its files, actions is what keys do, answers takes what commands bring.
type (
	window  struct{ *Model }
	study   struct{ window }
	watcher struct{ study }
	actions struct{ watcher }
	answers struct{ actions }
)

func (m *Model) parts() answers { return answers{actions{watcher{study{window{m}}}}} }

// stack is what a tab shows, and what was opened from there.
type stack struct {
	base, inner reader
	open        bool
	name        string // of what is open
	sum         string // of a file that is open, when it was looked at the last time; "" before
}

func (s *stack) reader() *reader {
	if s.open {
		return &s.inner
	}
	return &s.base
}

func (s *stack) close() {
	s.inner.show(content{})
	s.open, s.name, s.sum = false, "", ""
}

// jump is a line to go to as soon as it is there.
type jump struct {
	path string // of a SKILL.md
	line int    // counted from 1; 0 is nowhere
}

// New makes an empty preview.
func New(k keys.Map, t theme.Theme, s Source) *Model {
	m := &Model{keys: k, theme: t, source: s}
	if s.Rest > 0 {
		m.tick = later
	}
	return m
}

// SetSource changes where the preview gets what is asked for from now on.
func (m *Model) SetSource(s Source) { m.source = s }

// SetContext sets the paths of context files, shown where no skill is.
func (m *Model) SetContext(paths []string) { m.context = paths }

// SetFocused says whether the preview gets the keys.
func (m *Model) SetFocused(yes bool) { m.focused = yes }

// SetTheme changes the styles and paints again.
func (m *Model) SetTheme(t theme.Theme) tea.Cmd {
	m.theme = t
	return m.parts().repaint()
}

// SetSize sets the cells the preview takes; the text is wrapped anew once the size has lasted.
func (m *Model) SetSize(width, height int) tea.Cmd {
	wider := width != m.width
	m.width, m.height = width, height
	if wider {
		return m.parts().repaint()
	}
	return nil
}

// SetHidden says whether the preview is out of sight: then nobody looks at files.
func (m *Model) SetHidden(yes bool) tea.Cmd {
	if yes == m.hidden {
		return nil
	}
	m.hidden = yes
	return m.parts().watch()
}

// SetTab shows a tab. The command paints it.
func (m *Model) SetTab(t Tab) tea.Cmd {
	m.tab = t
	p := m.parts()
	return tea.Batch(p.paint(), p.judge(), p.watch())
}

// SetNotice puts a sentence above the text until another skill, or the same one again, is asked for.
func (m *Model) SetNotice(text string) { m.notice = text }

// SetGone says, with a sentence above the text, that the skill that is shown is not there any more. What was read of it stays, and nothing is
// read again.
func (m *Model) SetGone(text string) tea.Cmd {
	m.notice = text
	if m.subject == nil {
		return nil
	}
	with := *m.subject
	with.gone = true
	m.subject = &with
	m.parts().renew(true)
	return m.parts().paint()
}

// room is how many lines there are for a text.
func (m *Model) room() int {
	if m.notice == "" {
		return m.height
	}
	return max(0, m.height-1)
}

// canvas is what a text is painted on as things are.
func (m *Model) canvas() canvas {
	return canvas{m.theme, min(m.width, maxWidth), m.room(), m.focused, &m.cache}
}

// GoTo shows a line of a SKILL.md in the tab Raw, as soon as the skill at that path is shown. Lines count from 1.
func (m *Model) GoTo(path string, line int) tea.Cmd {
	m.jump = jump{path, max(1, line)}
	m.stacks[Raw].close()
	cmd := m.SetTab(Raw)
	m.parts().land()
	return cmd
}

// Entry is the skill that was asked for last.
func (m *Model) Entry() *discovery.Entry { return m.entry }

// dueMsg ends a rest; repaintMsg does so for a new size.
type dueMsg struct{ turn int }
type repaintMsg struct{ turn int }

// Show asks for a skill; nil shows none. What is shown stays until the answer is there. The same entry again reads its file
// again.
func (m *Model) Show(e *discovery.Entry) tea.Cmd {
	m.turn++
	m.entry, m.notice, m.compare = e, "", false
	if e == nil || e.Path != m.jump.path {
		m.jump = jump{}
	}
	if e == nil {
		m.subject, m.stacks = nil, [tabs]stack{}
		return nil
	}
	return later(m.source.Rest, dueMsg{m.turn})
}

func later(rest time.Duration, msg tea.Msg) tea.Cmd {
	return tea.Tick(rest, func(time.Time) tea.Msg { return msg })
}

// Update handles keys meant for the preview and the answers to its own commands.
func (m *Model) Update(msg tea.Msg) tea.Cmd {
	p := m.parts()
	switch msg := msg.(type) {
	case tea.KeyMsg:
		return p.key(msg)
	case dueMsg:
		if msg.turn == m.turn {
			return read(m.turn, m.entry, m.source, m.tab == Why || m.stacks[Why].open)
		}
	case repaintMsg:
		if msg.turn == m.turn {
			return p.paint()
		}
	case subjectMsg:
		if msg.turn == m.turn {
			cmd := p.receive(msg.subject)
			p.land()
			return cmd
		}
	case lookMsg:
		return p.look(msg)
	case lookedMsg:
		return p.looked(msg)
	case judgedMsg:
		return p.judged(msg)
	case paintedMsg:
		if msg.turn == msg.to.turn {
			cmd := msg.to.painted(msg, m.canvas())
			p.land()
			return cmd
		}
	}
	return nil
}
