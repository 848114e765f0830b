package filterline

import (
	"slices"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"

	"deft/tui/keys"
	"deft/tui/theme"
)

func TestView(t *testing.T) {
	tests := []struct {
		line  Line
		width int
		want  string
	}{
		{Line{"tdd", false}, 20, "filter tdd"},
		{Line{"tdd", true}, 20, "filter tdd "},
		{Line{"provider:claude", true}, 16, "filter …:claude "},
		{Line{"a\x1b[2Jb", false}, 20, "filter a␛b"},
	}
	for _, tt := range tests {
		if got := ansi.Strip(tt.line.View(theme.New(theme.Options{}), tt.width)); got != tt.want {
			t.Errorf("%q in %d: %q, want %q", tt.line.Text, tt.width, got, tt.want)
		}
	}
}

// A key is the line's while it is typed in: text, or the end of it.
func TestPress(t *testing.T) {
	runes, enter, down := tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("é")}, tea.KeyMsg{Type: tea.KeyEnter}, tea.KeyMsg{Type: tea.KeyDown}
	tests := []struct {
		before       Line
		key          tea.KeyMsg
		after        Line
		taken, typed bool
	}{
		{Line{"a", true}, runes, Line{"aé", true}, true, true},
		{Line{"aé", true}, tea.KeyMsg{Type: tea.KeyBackspace}, Line{"a", true}, true, true},
		{Line{"", true}, tea.KeyMsg{Type: tea.KeyBackspace}, Line{"", true}, true, true},
		{Line{"a", true}, enter, Line{"a", false}, true, false},
		{Line{"a", true}, down, Line{"a", true}, false, false},
		{Line{"a", false}, runes, Line{"a", false}, false, false},
		{Line{"a", false}, enter, Line{"a", false}, false, false},
	}
	for _, tt := range tests {
		l := tt.before
		if taken, typed := l.Press(tt.key, keys.Default()); l != tt.after || taken != tt.taken || typed != tt.typed {
			t.Errorf("%s in %v: %v, taken %v, typed %v", tt.key, tt.before, l, taken, typed)
		}
	}
}

func TestShown(t *testing.T) {
	for l, want := range map[Line]bool{{}: false, {Editing: true}: true, {Text: "a"}: true} {
		if l.Shown() != want {
			t.Errorf("%v is shown: %v", l, !want)
		}
	}
	if got := (Line{Text: " TDD  Codex"}).Words(); !slices.Equal(got, []string{"tdd", "codex"}) {
		t.Errorf("words: %q", got)
	}
}
