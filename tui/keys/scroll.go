package keys

import (
	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"deft/tui/scroll"
)

// Scroll returns the first line to show after a key, and whether the key moves at all; total lines are seen through height of
// them.
func (m Move) Scroll(msg tea.KeyMsg, top, total, height int) (int, bool) {
	top, moves := m.To(msg, scroll.Clamp(top, total, height), total, height)
	return scroll.Clamp(top, total, height), moves
}

// To returns where a key moves a cursor that stands at a line, and whether the key moves at all. last is where the last line is
// reached, height the lines that are seen at once. The answer may lie outside: who holds the cursor keeps it in bounds.
func (m Move) To(msg tea.KeyMsg, at, last, height int) (int, bool) {
	page := max(1, height-1)
	switch {
	case key.Matches(msg, m.Up):
		return at - 1, true
	case key.Matches(msg, m.Down):
		return at + 1, true
	case key.Matches(msg, m.PageUp):
		return at - page, true
	case key.Matches(msg, m.PageDown):
		return at + page, true
	case key.Matches(msg, m.Top):
		return 0, true
	case key.Matches(msg, m.Bottom):
		return last, true
	}
	return at, false
}
