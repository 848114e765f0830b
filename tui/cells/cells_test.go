package cells

import (
	"strings"
	"testing"

	"github.com/charmbracelet/lipgloss"
	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"
)

func TestFit(t *testing.T) {
	tests := []struct {
		in    string
		width int
		want  string
	}{
		{"abc", 5, "abc  "},
		{"abcdef", 4, "abc…"},
		{"世界", 3, "世…"},
		{"世界世界", 4, "世… "},
		{"\x1b[1mabcdef\x1b[0m", 3, "ab…"},
		{"abc", 0, ""},
		{"abc", -1, ""},
		{"abc", 1, "a"},
	}
	for _, tt := range tests {
		if got := ansi.Strip(Fit(tt.in, tt.width, "…")); got != tt.want {
			t.Errorf("Fit(%q, %d) = %q, want %q", tt.in, tt.width, got, tt.want)
		}
	}
}

func TestCutLeft(t *testing.T) {
	tests := []struct {
		in    string
		width int
		want  string
	}{
		{"abc", 3, "abc"},
		{"abcdef", 4, "…def"},
		{"世界世界", 6, "…世界"},
		{"世界世界", 5, "…世界"},
		{"abe\u0301f", 3, "…e\u0301f"},
		{"abc", 1, "c"},
		{"世界", 1, ""},
		{"abc", 0, ""},
	}
	for _, tt := range tests {
		if got := CutLeft(tt.in, tt.width, "…"); got != tt.want {
			t.Errorf("CutLeft(%q, %d) = %q, want %q", tt.in, tt.width, got, tt.want)
		}
	}
}

func TestHang(t *testing.T) {
	got := Indent("key  ", "one two three", 10)
	if want := "key  one\n     two\n     three"; strings.Join(got, "\n") != want {
		t.Errorf("%q", got)
	}
	if got := strings.Join(WrapAnywhere("/a/b-c/d", 4), "|"); got != "/a/b|-c/d" {
		t.Errorf("%q", got)
	}
}

func TestHighlight(t *testing.T) {
	base, match := lipgloss.NewStyle(), lipgloss.NewStyle().SetString("")
	for _, at := range [][]int{nil, {0}, {0, 3}, {1, 2}, {3, 99}} {
		if got := ansi.Strip(Highlight("a世bc", at, base, match)); got != "a世bc" {
			t.Errorf("positions %v change the text to %q", at, got)
		}
	}
}

// The short way for what most lines are made of measures as the long one does.
func TestWidth(t *testing.T) {
	part := rapid.SampledFrom([]string{"a", "~", " ", "世", "e\u0301", "👍🏽", "\x1b[1m", "\x1b[38;5;7m", "\x1b[m", "\x1b[2J", "\x1b", "\x7f", "\t", "\u200b", "m"})
	rapid.Check(t, func(t *rapid.T) {
		s := strings.Join(rapid.SliceOfN(part, 0, 12).Draw(t, "parts"), "")
		if got, want := Width(s), ansi.StringWidth(s); got != want {
			t.Fatalf("%q is %d cells wide, not %d", s, got, want)
		}
	})
}

// Every line keeps its width, whatever is laid over it and wherever.
func TestOverlayKeepsWidths(t *testing.T) {
	line := rapid.SliceOfN(rapid.SampledFrom([]string{"a", " ", "世", "👍🏽", "e\u0301", "\x1b[31m", "\x1b[0m"}), 0, 30)
	rapid.Check(t, func(t *rapid.T) {
		width := rapid.IntRange(1, 30).Draw(t, "width")
		base := make([]string, 3)
		for i := range base {
			base[i] = Fit(strings.Join(line.Draw(t, "line"), ""), width, "")
		}
		w := rapid.IntRange(0, width).Draw(t, "box")
		box := []string{Fit(strings.Join(line.Draw(t, "over"), ""), w, ""), strings.Repeat("x", w)}
		x := rapid.IntRange(0, width-w).Draw(t, "x")
		Overlay(base, box, x, rapid.IntRange(-1, 3).Draw(t, "y"))
		for _, l := range base {
			if got := Width(l); got != width {
				t.Fatalf("a line of %d cells became one of %d: %q", width, got, l)
			}
		}
	})
}

func TestWrap(t *testing.T) {
	tests := []struct {
		in    string
		width int
		want  string
	}{
		{"one two three", 7, "one two|three"},
		{"one two three", 8, "one two|three"},
		{"a container - disk space", 11, "a container|- disk|space"},
		{"ends-with-hyphens and more", 9, "ends-with|-hyphens|and more"},
		{"  indented text", 10, "  indented|text"},
		{"a\n\nb", 5, "a||b"},
		{"\tx", 10, "    x"},
		{"abcdefgh", 3, "abc|def|gh"},
		{"see 小说拆条", 8, "see 小说|拆条"},
		{"小说", 1, "|"},
		{"", 5, ""},
		{"x   ", 2, "x"},
	}
	for _, tt := range tests {
		if got := strings.Join(Wrap(tt.in, tt.width), "|"); got != tt.want {
			t.Errorf("Wrap(%q, %d) = %q, want %q", tt.in, tt.width, got, tt.want)
		}
	}
}

// No line is too wide, and no character is lost but blanks where lines were broken.
func TestWrapLosesNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.StringOf(rapid.SampledFrom([]rune("ab世 -/\n\u0301"))).Draw(t, "text")
		width := rapid.IntRange(2, 20).Draw(t, "width")
		lines := Wrap(s, width)
		for _, l := range append(lines, WrapAnywhere(s, width)...) {
			if Width(l) > width {
				t.Fatalf("%q is %d cells wide, not %d", l, Width(l), width)
			}
		}
		if got, want := bare(strings.Join(lines, "")), bare(s); got != want {
			t.Fatalf("%q became %q", want, got)
		}
	})
}

func bare(s string) string { return strings.NewReplacer(" ", "", "\n", "").Replace(s) }
