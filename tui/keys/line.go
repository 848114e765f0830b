package keys

import (
	"strings"
	"unicode/utf8"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"
)

// Type returns the text of a filter after a key, and whether the key edits it at all.
func (m Map) Type(k tea.KeyMsg, text string) (string, bool) {
	switch {
	case k.Type == tea.KeyRunes && !k.Alt:
		return text + oneLine(string(k.Runes)), true
	case k.Type == tea.KeySpace:
		return text + " ", true
	case key.Matches(k, m.List.Delete):
		_, n := utf8.DecodeLastRuneInString(text)
		return text[:len(text)-n], true
	case key.Matches(k, m.Composer.DeleteWord):
		trimmed := strings.TrimRight(text, " ")
		return trimmed[:strings.LastIndexByte(trimmed, ' ')+1], true
	case key.Matches(k, m.Composer.DeleteHead):
		return "", true
	}
	return text, false
}

func oneLine(s string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' {
			return ' '
		}
		return r
	}, s)
}
