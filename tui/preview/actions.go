package preview

import (
	"path"
	"slices"
	"strings"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"deft/discovery"
	"deft/skills/resource"
	"deft/tui/scroll"
)

// SayMsg is something that the user is told.
type SayMsg struct{ Text string }

// EditMsg asks for an editor.
type EditMsg struct {
	Entry *discovery.Entry
	File  string // slash-separated, below the skill's folder; "" is the SKILL.md
	Line  int    // counted from 1; 0 where it is not known
}

func (a actions) key(k tea.KeyMsg) tea.Cmd {
	p := a.keys.Preview
	for t, b := range [tabs]key.Binding{p.Read, p.Files, p.Why, p.Raw, p.Prompt} {
		if key.Matches(k, b) {
			return a.SetTab(Tab(t))
		}
	}
	switch {
	case key.Matches(k, p.NextTab):
		return a.SetTab((a.tab + 1) % tabs)
	case key.Matches(k, p.PrevTab):
		return a.SetTab((a.tab + tabs - 1) % tabs)
	case a.subject == nil:
		return nil
	case key.Matches(k, p.Open):
		return a.enter()
	case key.Matches(k, p.Diff):
		return a.diff()
	case key.Matches(k, p.Leave):
		a.Back()
		return a.paint()
	case key.Matches(k, p.Edit):
		return a.edit()
	}
	a.jump = jump{}
	a.current().key(k, a.keys.Move, a.canvas())
	return nil
}

func say(text string) tea.Cmd { return func() tea.Msg { return SayMsg{text} } }

// Scroll moves the text by lines; what is chosen stays.
func (m *Model) Scroll(by int) {
	if m.subject != nil {
		r := m.current()
		r.end, r.top = false, scroll.Clamp(scroll.Clamp(r.top, len(r.text.lines), m.room())+by, len(r.text.lines), m.room())
	}
}

// Click chooses what stands in a line of the window, counted from 0; what is chosen already is opened.
func (m *Model) Click(y int) tea.Cmd {
	y -= m.height - m.room()
	if m.subject == nil || y < 0 || y >= m.room() {
		return nil
	}
	r := m.current()
	i := r.text.at(scroll.Clamp(r.top, len(r.text.lines), m.room()) + y)
	if _, ok := r.chosen(); !ok || i < 0 {
		return nil
	}
	was := r.cursor
	if r.cursor = i; i == was {
		return m.parts().enter()
	}
	return nil
}

// enter opens what is chosen: a file or a folder, or how a copy differs.
func (a actions) enter() tea.Cmd {
	s := &a.stacks[a.tab]
	m, ok := s.base.chosen()
	if s.open || !ok || a.subject.failed != "" && a.tab == Files {
		return nil
	}
	switch {
	case a.tab == Why:
		return a.diff()
	case a.tab == Files && strings.HasSuffix(m.name, "/"):
		a.closed[m.name] = !a.closed[m.name]
		s.base.show(a.pages().base(Files))
		return a.paint()
	case a.tab == Files:
		return a.open(m.name)
	}
	return nil
}

// open shows what has a name in this tab.
func (a actions) open(name string) tea.Cmd {
	c, ok := a.pages().inner(a.tab, name)
	if !ok {
		return nil
	}
	s := &a.stacks[a.tab]
	s.open, s.name, s.sum = true, name, ""
	s.inner.show(c)
	return a.paint()
}

// diff compares the copy that is chosen with the winner; from other tabs, the copy that is shown.
func (a actions) diff() tea.Cmd {
	if a.compare = !a.subject.judged; a.compare {
		return a.judge()
	}
	name := a.subject.entry.Path
	if a.tab == Why {
		m, ok := a.stacks[Why].base.chosen()
		if !ok || a.stacks[Why].open {
			return nil
		}
		name = m.name
	}
	if e := a.subject.copyAt(name); e == nil || a.subject.rival(e) == nil {
		return say("There is no other copy to compare with")
	}
	a.tab = Why
	a.stacks[Why].base.choose(name)
	return a.open(name)
}

// Bindings are the keys that matter in the tab that is shown, the most useful first.
func (m *Model) Bindings() []key.Binding {
	p, s := m.keys.Preview, &m.stacks[m.tab]
	_, chosen := s.base.chosen()
	switch {
	case m.subject == nil:
		return nil
	case s.open:
		return []key.Binding{m.keys.Global.Back, p.Edit}
	case m.tab == Files && chosen:
		return []key.Binding{p.Open, p.Edit}
	case m.tab == Why && chosen && len(s.base.text.marks) > 1:
		return []key.Binding{p.Diff, p.Edit}
	}
	return []key.Binding{p.Edit}
}

// edit asks for an editor on what is shown.
func (a actions) edit() tea.Cmd {
	msg := EditMsg{Entry: a.subject.entry}
	s := &a.stacks[a.tab]
	switch m, chosen := s.base.chosen(); {
	case a.tab == Files && s.open:
		msg.File, msg.Line = s.name, s.inner.line(a.room())
	case a.tab == Files && chosen && !strings.HasSuffix(m.name, "/"):
		msg.File = m.name
	case a.tab == Why && chosen:
		msg.Entry = a.subject.copyAt(m.name)
	case a.tab == Read || a.tab == Raw:
		msg.Line = s.base.line(a.room())
	}
	if msg.File != "" && a.file(msg.File).Problem != "" {
		return say(path.Base(msg.File) + " cannot be edited: it " + problemWords(a.file(msg.File).Problem))
	}
	return func() tea.Msg { return msg }
}

// file is a bundled file by its path.
func (a actions) file(name string) resource.File {
	files := a.subject.detail.Files
	if i := slices.IndexFunc(files, func(f resource.File) bool { return f.Path == name }); i >= 0 {
		return files[i]
	}
	return resource.File{}
}
