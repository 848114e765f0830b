package filterline

import (
	"testing"

	"github.com/charmbracelet/x/ansi"

	"deft/tui/theme"
)

func TestView(t *testing.T) {
	tests := []struct {
		text    string
		editing bool
		width   int
		want    string
	}{
		{"tdd", false, 20, "filter tdd"},
		{"tdd", true, 20, "filter tdd "},
		{"provider:claude", true, 16, "filter …:claude "},
		{"a\x1b[2Jb", false, 20, "filter a␛b"},
	}
	for _, tt := range tests {
		if got := ansi.Strip(View(theme.New(theme.Options{}), tt.text, tt.editing, tt.width)); got != tt.want {
			t.Errorf("%q in %d: %q, want %q", tt.text, tt.width, got, tt.want)
		}
	}
}
