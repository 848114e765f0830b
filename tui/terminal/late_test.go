package terminal

import (
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
)

func TestLateAnswer(t *testing.T) {
	runes := func(s string) tea.KeyMsg { return tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(s)} }
	alt := func(s string) tea.KeyMsg { return tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(s), Alt: true} }
	pasted := func(s string) tea.KeyMsg { return tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(s), Paste: true} }
	bell := tea.KeyMsg{Type: tea.KeyCtrlG}
	enter := tea.KeyMsg{Type: tea.KeyEnter}
	for _, tt := range []struct {
		name string
		in   []tea.Msg
		want string
	}{
		{"answer", []tea.Msg{runes("a"), alt("]"), runes("11;rgb:ffff/ffff/ffff"), alt(`\`), runes("b")}, "a b"},
		{"ended by a bell", []tea.Msg{alt("]"), runes("11;rgb:f/f/f"), bell, bell}, "ctrl+g"},
		{"in two parts", []tea.Msg{alt("]"), runes("11;rgb:ff"), runes("ff/ffff/ffff"), alt(`\`), runes("ff")}, "ff"},
		{"never ended", []tea.Msg{alt("]"), runes("11;rgb:ff"), enter, runes("ff")}, "enter ff"},
		{"twice", []tea.Msg{alt("]"), runes("11;rgb:f"), alt(`\`), alt("]"), runes("11;rgb:f"), alt(`\`)}, ""},
		{"something else", []tea.Msg{alt("]"), runes("11"), alt(`\`)}, `11 alt+\`},
		{"pasted", []tea.Msg{alt("]"), pasted("11;rgb:f")}, "[11;rgb:f]"},
		{"typed", []tea.Msg{runes("11;rgb:f"), alt(`\`)}, `11;rgb:f alt+\`},
		{"no key", []tea.Msg{alt("]"), tea.WindowSizeMsg{}, runes("11;rgb:f"), alt(`\`)}, "size"},
	} {
		filter := LateAnswer()
		var got []string
		for _, msg := range tt.in {
			switch msg := filter(nil, msg).(type) {
			case tea.KeyMsg:
				got = append(got, msg.String())
			case tea.WindowSizeMsg:
				got = append(got, "size")
			}
		}
		if s := strings.Join(got, " "); s != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, s, tt.want)
		}
	}
}
