// Package editor makes the command that opens the user's editor on a line of a file.
package editor

import (
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
)

// fallback is opened where the environment names no editor.
const fallback = "vi"

// Command opens a file, given by its absolute path, in the editor that $VISUAL or else $EDITOR names, at a line where that is
// positive and the editor is known. The variables may hold arguments, quoted as for a shell; nothing else of a shell works in
// them. The error says what to do.
func Command(getenv func(string) string, file string, line int) (*exec.Cmd, error) {
	name := "VISUAL"
	if strings.TrimSpace(getenv(name)) == "" {
		name = "EDITOR"
	}
	words, err := split(getenv(name))
	if err != nil {
		return nil, fmt.Errorf("$%s: %w", name, err)
	}
	if len(words) == 0 {
		words = []string{fallback}
	}
	cmd := exec.Command(words[0], append(words[1:], arguments(words[0], file, line)...)...)
	if cmd.Err != nil {
		return nil, fmt.Errorf("no editor %s: set $VISUAL or $EDITOR to yours", words[0])
	}
	return cmd, nil
}

// arguments tell an editor the file and the line.
func arguments(editor, file string, line int) []string {
	if line <= 0 {
		return []string{file}
	}
	at := fmt.Sprintf("%s:%d", file, line)
	switch filepath.Base(editor) {
	case "vi", "vim", "nvim", "view", "gvim", "ex", "elvis", "nvi", "vis", "nano", "pico", "emacs", "emacsclient", "mg", "jed", "joe", "micro",
		"helix", "hx", "kak", "ne", "gedit", "kate":
		return []string{fmt.Sprintf("+%d", line), file}
	case "code", "code-insiders", "codium", "vscodium", "cursor", "windsurf":
		return []string{"-g", at}
	case "subl", "zed":
		return []string{at}
	}
	return []string{file}
}

// errQuote says that a quote or a backslash has no end.
var errQuote = errors.New("a quote is not closed")

// split cuts a command line into words as a shell does: at blanks, with single and double quotes and backslashes.
func split(s string) ([]string, error) {
	var words []string
	var word strings.Builder
	begun, quote := false, rune(0)
	runes := []rune(s)
	for i := 0; i < len(runes); i++ {
		r := runes[i]
		switch {
		case r == '\\' && quote != '\'':
			if i++; i == len(runes) {
				return nil, errQuote
			}
			if quote == '"' && !strings.ContainsRune("\"\\$`", runes[i]) {
				word.WriteRune('\\')
			}
			word.WriteRune(runes[i])
			begun = true
		case r == quote && quote != 0:
			quote = 0
		case quote == 0 && (r == '\'' || r == '"'):
			quote, begun = r, true
		case quote == 0 && (r == ' ' || r == '\t' || r == '\n'):
			if begun {
				words = append(words, word.String())
			}
			word.Reset()
			begun = false
		default:
			word.WriteRune(r)
			begun = true
		}
	}
	if quote != 0 {
		return nil, errQuote
	}
	if begun {
		words = append(words, word.String())
	}
	return words, nil
}
