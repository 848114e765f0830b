package markdown

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"deft/tui/theme"
)

func TestCode(t *testing.T) {
	source := "#!/bin/sh\n\nif true; then\n\techo \"世界 $HOME\" # a comment that is long enough to be broken\nfi\n"
	for _, level := range []theme.Level{theme.ColorNone, theme.Color16, theme.Color256, theme.ColorTrue} {
		lines := New(theme.New(theme.Options{Dark: true, Color: level}), 20).Code("sh", source)
		if len(lines) != 5 {
			t.Fatalf("%d lines, want 5: %q", len(lines), lines)
		}
		var all strings.Builder
		for _, rows := range lines {
			for _, row := range rows {
				if w := ansi.StringWidth(row); w > 20 {
					t.Errorf("a row of %d cells: %q", w, row)
				}
				all.WriteString(ansi.Strip(row))
			}
			all.WriteByte('\n')
		}
		bare := strings.NewReplacer(" ", "", "\t", "").Replace
		if got := bare(all.String()); got != bare(source) {
			t.Errorf("the text has become %q", got)
		}
		if got := strings.Contains(strings.Join(lines[0], ""), "\x1b["); got != (level != theme.ColorNone) {
			t.Errorf("level %d: colours %t: %q", level, got, lines[0])
		}
	}
}

func FuzzCode(f *testing.F) {
	f.Add("py", "def f(x):\n\treturn '''\x1b[2J")
	f.Add("json", "{\"a\": [1,\r\n2]}\u202e\n")
	f.Add("yaml", "a: &b\n\n\n- \x00\n")
	f.Add("nosuch", strings.Repeat("x", 3000))
	f.Fuzz(func(t *testing.T, language, source string) {
		if len(source) > 4000 {
			return
		}
		lines := New(theme.New(theme.Options{Color: theme.Color256}), 12).Code(language, source)
		text := strings.ReplaceAll(source, "\r\n", "\n")
		if want := strings.Count(strings.TrimSuffix(text, "\n"), "\n") + 1; len(lines) != want {
			t.Errorf("%d lines, want %d", len(lines), want)
		}
		for _, rows := range lines {
			for _, row := range rows {
				if ansi.StringWidth(row) > 12 || strings.Contains(row, "\x1b[2J") || strings.ContainsAny(row, "\x00\r\u202e") {
					t.Errorf("row %q", row)
				}
			}
		}
	})
}
