package keys

import (
	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"
)

// Scroll returns the first line to show after a key, and whether the key moves at all; total lines are seen through height of
// them.
func (m Move) Scroll(msg tea.KeyMsg, top, total, height int) (int, bool) {
	page := max(1, height-1)
	top = Clamp(top, total, height)
	switch {
	case key.Matches(msg, m.Up):
		top--
	case key.Matches(msg, m.Down):
		top++
	case key.Matches(msg, m.PageUp):
		top -= page
	case key.Matches(msg, m.PageDown):
		top += page
	case key.Matches(msg, m.Top):
		top = 0
	case key.Matches(msg, m.Bottom):
		top = total
	default:
		return top, false
	}
	return Clamp(top, total, height), true
}

// Clamp keeps the last of total lines at the bottom of height, or the first at the top.
func Clamp(top, total, height int) int { return max(0, min(top, total-height)) }
