package rules_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
)

// tree is one recorded disk with what agents listed for it.
type tree struct {
	cwd       string
	untrusted bool
	answers   map[string][][]string // by agent, each a list of lines: a quoted name and a path
}

var directive = regexp.MustCompile(`^(cwd|untrusted|git|dir|link|bom|crlf): *(.*)$`)

// place makes a recorded disk below top.
func place(t *testing.T, top, file string) tree {
	t.Helper()
	archive, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	out := tree{answers: make(map[string][][]string)}
	edits := make(map[string]func(string) string)
	for line := range strings.Lines(string(archive.Comment)) {
		if m := directive.FindStringSubmatch(strings.TrimSpace(line)); m != nil {
			out.direct(t, top, m[1], m[2], edits)
		}
	}
	mkdir(t, filepath.Join(top, "home"))
	mkdir(t, filepath.Join(top, out.cwd))
	for _, f := range archive.Files {
		text := string(f.Data)
		if words := strings.Fields(f.Name); len(words) == 3 && words[0] == "answer" {
			out.answers[words[1]] = append(out.answers[words[1]], lines(text))
			continue
		}
		if edit := edits[f.Name]; edit != nil {
			text = edit(text)
		}
		write(t, filepath.Join(top, f.Name), strings.ReplaceAll(text, "$TOP", top))
	}
	return out
}

func (o *tree) direct(t *testing.T, top, key, value string, edits map[string]func(string) string) {
	t.Helper()
	at := filepath.Join(top, value)
	switch key {
	case "cwd":
		o.cwd = value
	case "untrusted":
		o.untrusted = true
	case "dir":
		mkdir(t, at)
	case "git":
		mkdir(t, filepath.Join(at, ".git", "refs", "heads"))
		mkdir(t, filepath.Join(at, ".git", "objects"))
		write(t, filepath.Join(at, ".git", "HEAD"), "ref: refs/heads/main\n")
	case "link":
		path, target, _ := strings.Cut(value, " -> ")
		mkdir(t, filepath.Dir(filepath.Join(top, path)))
		if err := os.Symlink(target, filepath.Join(top, path)); err != nil {
			t.Fatal(err)
		}
	case "bom":
		edits[value] = func(s string) string { return "\ufeff" + s }
	case "crlf":
		edits[value] = func(s string) string { return strings.ReplaceAll(s, "\n", "\r\n") }
	}
}

func mkdir(t *testing.T, dir string) {
	t.Helper()
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
}

func write(t *testing.T, path, text string) {
	t.Helper()
	mkdir(t, filepath.Dir(path))
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func lines(text string) []string {
	if text = strings.TrimSpace(text); text == "" {
		return nil
	}
	return strings.Split(text, "\n")
}

// row is a line of an answer, with the links in the path followed.
func row(top, name, path string) string {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real
	}
	rel, err := filepath.Rel(top, path)
	if err != nil {
		rel = path
	}
	return fmt.Sprintf("%q %s", name, filepath.ToSlash(rel))
}

// followed follows the links in a line of an answer.
func followed(top, line string) string {
	at := strings.LastIndex(line, `" `)
	var name string
	if _, err := fmt.Sscanf(line[:at+1], "%q", &name); err != nil {
		return line
	}
	return row(top, name, filepath.Join(top, line[at+2:]))
}
