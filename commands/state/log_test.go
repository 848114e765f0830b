package state

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
)

func TestLog(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir, "/project")
	texts := []string{
		"one", "several\nlines\n\n\tindented\n", "\r\n", "\"quotes\" \\ <html> & \u2028 日本 👩‍💻", "\x1b]52;c;!\a", "no \xff UTF-8 \xc3",
	}
	for _, text := range texts {
		s.History.Add(text)
	}
	s.History.Add("")
	equal(t, open(t, dir, "/other").History.Entries(), texts...)
	s.History.Add("one")
	equal(t, s.History.Entries(), append(texts[1:], "one")...)
	equal(t, s.Searches.Entries())
}

func TestLogOfOthers(t *testing.T) {
	dir := t.TempDir()
	a, b := open(t, dir, "/project"), open(t, dir, "/project")
	a.History.Add("of a")
	b.History.Add("of b")
	a.History.Add("of a again")
	equal(t, b.History.Entries(), "of a", "of b", "of a again")
}

func TestLogBounds(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir, "/project")
	for i := range 3 * maxSearches {
		s.Searches.Add(fmt.Sprint(i))
	}
	got := s.Searches.Entries()
	if len(got) != maxSearches || got[0] != fmt.Sprint(2*maxSearches) {
		t.Errorf("%d entries from %q on", len(got), got[0])
	}
	if lines := strings.Count(content(t, dir, "searches.jsonl"), "\n"); lines >= 2*maxSearches {
		t.Errorf("%d lines", lines)
	}
	long := strings.Repeat("x", maxEntry+1)
	s.History.Add("short")
	s.History.Add(long)
	equal(t, s.History.Entries(), "short", long)
	equal(t, open(t, dir, "/project").History.Entries(), "short")
	for i := range 2 * maxLog / maxEntry {
		s.History.Add(fmt.Sprint(i) + long[:maxEntry-10])
	}
	if size := len(content(t, dir, "history.jsonl")); size > maxLog {
		t.Errorf("%d bytes", size)
	}
}

// TestLogDamaged: what is readable stays, what is not is set aside, and what
// is added afterwards stands on a line of its own.
func TestLogDamaged(t *testing.T) {
	tests := map[string]struct {
		file, bad string
		want      []string
	}{
		"cut line":       {"{\"text\":\"a\"}\n{\"text\":\"b", "{\"text\":\"b\n", []string{"a"}},
		"cut line end":   {"{\"text\":\"a\"}\n{\"text\":\"b\"}", "", []string{"a", "b"}},
		"bad in between": {"{\"text\":\"a\"}\n\x00\xff\n{\"text\":\"b\"}\n", "\x00\xff\n", []string{"a", "b"}},
		"foreign":        {"ls -l\ncd /\n", "ls -l\ncd /\n", nil},
		"other JSON":     {"[1]\n{\"x\":1}\nnull\n{\"text\":\"a\"}\n", "[1]\n{\"x\":1}\nnull\n", []string{"a"}},
		"blank lines":    {"\n\n{\"text\":\"a\"}\n\n", "", []string{"a"}},
		"empty":          {"", "", nil},
	}
	for name, test := range tests {
		for _, first := range []string{"read", "written"} {
			t.Run(name+", "+first, func(t *testing.T) {
				dir := t.TempDir()
				put(t, dir, "history.jsonl", test.file)
				s := Open(dir, "/project")
				if first == "written" {
					s.History.Add("next")
					test.want = append(slices.Clip(test.want), "next")
				}
				equal(t, s.History.Entries(), test.want...)
				if test.bad == "" {
					equal(t, s.Notices())
				} else {
					noticed(t, s, "history.jsonl.bad")
					if got := content(t, dir, "history.jsonl.bad"); got != test.bad {
						t.Errorf("set aside: %q", got)
					}
				}
				equal(t, s.History.Entries(), test.want...)
				equal(t, open(t, dir, "/project").History.Entries(), test.want...)
			})
		}
	}
}

// TestLogNewer: what a newer deft writes into a line survives a compaction.
func TestLogNewer(t *testing.T) {
	dir := t.TempDir()
	newer := "{\"text\":\"a\",\"mode\":\"new\"}\n"
	put(t, dir, "history.jsonl", newer+"bad\n")
	equal(t, Open(dir, "/project").History.Entries(), "a")
	if got := content(t, dir, "history.jsonl"); got != newer {
		t.Errorf("got %q", got)
	}
}

func TestSetAsideAgain(t *testing.T) {
	dir := t.TempDir()
	for _, bad := range []string{"bad", "worse"} {
		put(t, dir, "history.jsonl", bad)
		equal(t, Open(dir, "/project").History.Entries())
	}
	if a, b := content(t, dir, "history.jsonl.bad"), content(t, dir, "history.jsonl.bad-2"); a != "bad\n" || b != "worse\n" {
		t.Errorf("%q, %q", a, b)
	}
}

func TestLogTooLarge(t *testing.T) {
	dir := t.TempDir()
	put(t, dir, "history.jsonl", "")
	if err := os.Truncate(filepath.Join(dir, "history.jsonl"), maxFile+1); err != nil {
		t.Fatal(err)
	}
	s := Open(dir, "/project")
	s.History.Add("a")
	equal(t, s.History.Entries(), "a")
	noticed(t, s, "too large", "history.jsonl.bad")
	equal(t, open(t, dir, "/project").History.Entries(), "a")
}

// TestLogStrange: a pipe or a folder in place of the file is left alone.
func TestLogStrange(t *testing.T) {
	for name, make := range map[string]func(string) error{
		"pipe":   func(path string) error { return syscall.Mkfifo(path, 0o600) },
		"folder": func(path string) error { return os.Mkdir(path, 0o700) },
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			if err := make(filepath.Join(dir, "history.jsonl")); err != nil {
				t.Fatal(err)
			}
			s := Open(dir, "/project")
			s.History.Add("a")
			equal(t, s.History.Entries(), "a")
			noticed(t, s, "no regular file")
		})
	}
}

func FuzzParseLog(f *testing.F) {
	f.Add([]byte("{\"text\":\"a\"}\n{\"base64\":\"/w==\"}\nbad\n\n{\"text\":\"b"))
	f.Add([]byte("null\n{}\n\x00"))
	f.Fuzz(func(t *testing.T, data []byte) {
		entries, bad := parseLog(data)
		var again []byte
		for _, e := range entries {
			again = append(again, e.line...)
		}
		if n := len(data) + 1 - len(again) - len(bad); n < 0 {
			t.Fatalf("more came out than went in: %q, %q", again, bad)
		}
		for line := range bytes.Lines(data) {
			line = bytes.TrimSpace(line)
			if !bytes.Contains(again, line) && !bytes.Contains(bad, line) {
				t.Fatalf("lost %q", line)
			}
		}
		same, rest := parseLog(again)
		if len(rest) > 0 || len(same) != len(entries) {
			t.Fatalf("%d entries, then %d and %q", len(entries), len(same), rest)
		}
	})
}
