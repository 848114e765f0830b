package composer

import (
	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"deft/tui/keys"
)

// key moves the cursor or changes the text around it.
func (e *editor) key(k tea.KeyMsg, b keys.Composer) {
	switch {
	case key.Matches(k, b.Left):
		e.at = e.before()
	case key.Matches(k, b.Right):
		e.at = e.after()
	case key.Matches(k, b.WordLeft):
		e.at = e.wordBefore()
	case key.Matches(k, b.WordRight):
		e.at = e.wordAfter()
	case key.Matches(k, b.Home):
		e.at = e.lineStart()
	case key.Matches(k, b.End):
		e.at = e.lineEnd()
	default:
		e.change(k, b)
	}
}

// change handles the keys that insert and delete.
func (e *editor) change(k tea.KeyMsg, b keys.Composer) {
	switch {
	case key.Matches(k, b.Newline):
		e.insert("\n")
	case key.Matches(k, b.Backspace):
		e.replace(e.before(), e.at, "")
	case key.Matches(k, b.Delete):
		e.replace(e.at, e.after(), "")
	case key.Matches(k, b.DeleteWord):
		e.replace(e.wordBefore(), e.at, "")
	case key.Matches(k, b.DeleteHead):
		e.replace(e.lineStart(), e.at, "")
	case key.Matches(k, b.DeleteTail):
		e.replace(e.at, e.lineEnd(), "")
	}
}
