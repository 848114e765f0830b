package terminal

import (
	"strings"

	tea "github.com/charmbracelet/bubbletea"
)

// LateAnswer returns a filter for tea.WithFilter that drops the answer to Background's question when it comes after
// Background has stopped waiting, as over a slow connection. Bubble Tea reads it as keys: alt+], the colour as typed text
// and alt+\ or a bell. Text that was pasted and every other key pass. A filter serves one program.
func LateAnswer() func(tea.Model, tea.Msg) tea.Msg {
	var l late
	return func(_ tea.Model, msg tea.Msg) tea.Msg {
		key, ok := msg.(tea.KeyMsg)
		if ok && !key.Paste && l.drop(key) {
			return nil
		}
		return msg
	}
}

// late is how far into an answer the keys are.
type late int

const (
	outside late = iota
	opened       // alt+] was seen
	inside       // and the start of the colour
)

// drop says whether a key belongs to an answer.
func (l *late) drop(key tea.KeyMsg) bool {
	was := *l
	*l = outside
	text := string(key.Runes)
	switch {
	case was == inside && (key.Type == tea.KeyCtrlG || key.Alt && text == `\`):
		return true
	case key.Alt && text == "]":
		*l = opened
		return true
	case key.Type != tea.KeyRunes || key.Alt:
		return false
	case was == opened && strings.HasPrefix(text, "11;"), was == inside && strings.Trim(text, "0123456789abcdefABCDEFrg:/;") == "":
		*l = inside
		return true
	}
	return false
}
