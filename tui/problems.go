package tui

import (
	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"deft/tui/problems"
)

// showProblems shows the problems in place of the panes, or the panes again.
func (m *Model) showProblems(yes bool) {
	m.view.problems = yes
	m.view.matrix = false
	if yes {
		m.problems.SetFound(m.lessons.all())
	}
	if yes && m.view.focus == inComposer {
		m.focus(m.view.back)
	}
}

// inProblems handles a key while the problems have the focus.
func (b keyboard) inProblems(k tea.KeyMsg) tea.Cmd {
	g := b.keys.Global
	switch {
	case b.problems.Editing():
		return b.problems.Update(k)
	case key.Matches(k, g.Problems):
		b.showProblems(false)
	case key.Matches(k, g.Find):
		b.problems.Find()
	case key.Matches(k, g.Quit, g.Help, g.Rescan, g.Fix):
		return b.command(k)
	case key.Matches(k, g.Command, g.Compose):
		b.showProblems(false)
		return b.command(k)
	default:
		return b.problems.Update(k)
	}
	return nil
}

// goTo shows the line of a skill that a problem is about.
func (m *Model) goTo(msg problems.GoToMsg) tea.Cmd {
	if !m.list.Select(msg.Path) {
		m.told = "No skill is read from " + m.path(msg.Path)
		return nil
	}
	m.showProblems(false)
	m.focus(inPreview)
	return m.preview.GoTo(msg.Path, msg.Line)
}
