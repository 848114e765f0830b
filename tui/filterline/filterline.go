// Package filterline is the line above a list in which its filter is typed.
package filterline

import (
	"deft/skills/sanitize"
	"deft/tui/cells"
	"deft/tui/theme"
)

// head stands before the text.
const head = "filter"

// View is at most width cells wide. Of a text that has no room its end is seen, which is what is being typed.
func View(t theme.Theme, text string, editing bool, width int) string {
	caret := ""
	if editing {
		caret = t.Caret.Render(" ")
	}
	room := width - cells.Width(head) - 2 // a blank behind it, and the caret
	return t.Prompt.Render(head) + " " + cells.CutLeft(sanitize.Line(text), max(1, room), t.Marks.Ellipsis) + caret
}
