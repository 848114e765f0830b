package cli

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/creack/pty"
)

// TestFixAsks: in a terminal the plan is shown, clean, and only a yes does it.
func TestFixAsks(t *testing.T) {
	for answer, gone := range map[string]bool{"\n": false, "n\n": false, "no\n": false, "x y\n": false, "\x04": false, "y\n": true, "YES\n": true} {
		home, project := t.TempDir(), t.TempDir()
		dir := filepath.Join(project, ".deft", "skills", "tdd\x1b[31m")
		if err := os.MkdirAll(dir, 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, "SKILL.md"), []byte("---\nname: tdd\ndescription: d\n---\n"), 0o644); err != nil {
			t.Fatal(err)
		}
		master, terminal, err := pty.Open()
		if err != nil {
			t.Fatal(err)
		}
		if _, err := master.WriteString(answer); err != nil {
			t.Fatal(err)
		}
		var out, told bytes.Buffer
		sh := &shell{in: terminal, getenv: func(name string) (string, bool) { return home, name == "HOME" },
			out: &screen{Writer: bufio.NewWriter(&out), terminal: true, width: 80},
			err: &screen{Writer: bufio.NewWriter(&told), terminal: true, width: 80}}
		if code := sh.run(t.Context(), []string{"rm", "tdd", "--cwd", project}); code != exitFine {
			t.Errorf("%q: code %d, %s", answer, code, told.String())
		}
		if err := errors.Join(master.Close(), terminal.Close()); err != nil {
			t.Fatal(err)
		}
		text := out.String()
		if !strings.HasPrefix(text, "Move tdd with all its files into the trash.\n  trash  ") || !strings.Contains(text, "Do this? [y/N] ") || strings.Contains(text, "\x1b") {
			t.Errorf("%q: shown %q", answer, text)
		}
		if strings.Contains(text, "Nothing was done.") == gone || strings.Contains(told.String(), "deft trash restore ") != gone {
			t.Errorf("%q: shown %q, told %q", answer, text, told.String())
		}
		if _, err := os.Lstat(dir); errors.Is(err, fs.ErrNotExist) != gone {
			t.Errorf("%q: %v", answer, err)
		}
	}
}

// TestFixAskEnds: who interrupts the question has not said yes.
func TestFixAskEnds(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	defer w.Close()
	if answer, err := ask(ctx, r); !errors.Is(err, context.Canceled) {
		t.Errorf("got %q, %v", answer, err)
	}
}
