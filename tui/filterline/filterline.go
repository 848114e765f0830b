// Package filterline is the line above a list in which its filter is typed.
package filterline

import (
	"strings"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"deft/skills/sanitize"
	"deft/tui/cells"
	"deft/tui/keys"
	"deft/tui/theme"
)

// Line is a filter. The zero value narrows nothing.
type Line struct {
	Text    string
	Editing bool // it is being typed
}

// Shown says whether the line stands above the list.
func (l Line) Shown() bool { return l.Editing || l.Text != "" }

// Words are what is looked for, in lower case: see match.Words.
func (l Line) Words() []string { return strings.Fields(strings.ToLower(l.Text)) }

// Press says whether a key is meant for the line, and whether it typed in it.
func (l *Line) Press(k tea.KeyMsg, m keys.Map) (taken, typed bool) {
	if !l.Editing {
		return false, false
	}
	l.Text, typed = m.Type(k, l.Text)
	l.Editing = typed || !key.Matches(k, m.List.Done)
	return typed || !l.Editing, typed
}

// head stands before the text.
const head = "filter"

// View is at most width cells wide. Of a text that has no room its end is seen, which is what is being typed.
func (l Line) View(t theme.Theme, width int) string {
	caret := ""
	if l.Editing {
		caret = t.Caret.Render(" ")
	}
	room := width - cells.Width(head) - 2 // a blank behind it, and the caret
	return t.Prompt.Render(head) + " " + cells.CutLeft(sanitize.Line(l.Text), max(1, room), t.Marks.Ellipsis) + caret
}
