package editor

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// programs makes a folder with editors that do nothing, and lets them be found.
func programs(t *testing.T, names ...string) {
	t.Helper()
	dir := t.TempDir()
	for _, n := range names {
		if err := os.WriteFile(filepath.Join(dir, n), []byte("#!/bin/sh\n"), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("PATH", dir)
}

func TestCommand(t *testing.T) {
	programs(t, "vi", "vim", "nano", "code", "other", "emacsclient", "my editor", "hx", "subl")
	tests := []struct {
		visual, editor string
		line           int
		want           string // arguments, joined by |
	}{
		{"vim", "nano", 7, "vim|+7|/f"},
		{"", "nano", 7, "nano|+7|/f"},
		{" ", "hx", 7, "hx|+7|/f"},
		{"", "", 7, "vi|+7|/f"},
		{"vim", "", 0, "vim|/f"},
		{"code --wait", "", 7, "code|--wait|-g|/f:7"},
		{"code --wait", "", 0, "code|--wait|/f"},
		{"emacsclient -a '' -nw", "", 3, "emacsclient|-a||-nw|+3|/f"},
		{`"my editor" --title "a b\" $x"`, "", 3, `my editor|--title|a b" $x|/f`},
		{`my\ editor`, "", 3, "my editor|/f"},
		{"other; rm", "", 3, ""},
		{"other $(id) > x", "", 3, "other|$(id)|>|x|/f"},
		{"subl -w", "", 3, "subl|-w|/f:3"},
		{"nosuch", "", 3, ""},
		{"vim 'a", "", 3, ""},
		{`vim \`, "", 3, ""},
	}
	for _, tt := range tests {
		env := map[string]string{"VISUAL": tt.visual, "EDITOR": tt.editor}
		cmd, err := Command(func(k string) string { return env[k] }, "/f", tt.line)
		got := ""
		if err == nil {
			got = strings.Join(cmd.Args, "|")
		} else if !strings.Contains(err.Error(), "editor") && !strings.Contains(err.Error(), "$VISUAL") {
			t.Errorf("%q: the error does not help: %v", tt.visual, err)
		}
		if got != tt.want {
			t.Errorf("%q, %q: got %q (%v), want %q", tt.visual, tt.editor, got, err, tt.want)
		}
	}
}

func FuzzSplit(f *testing.F) {
	f.Add(`a 'b c' "d\"e" \f`)
	f.Add(`'`)
	f.Fuzz(func(t *testing.T, s string) {
		words, err := split(s)
		if err != nil {
			return
		}
		// what is quoted again is split into the same
		var quoted []string
		for _, w := range words {
			quoted = append(quoted, "'"+strings.ReplaceAll(w, "'", `'\''`)+"'")
		}
		again, err := split(strings.Join(quoted, " "))
		if err != nil || !slices.Equal(words, again) {
			t.Errorf("%q became %q, then %q, %v", s, words, again, err)
		}
	})
}
