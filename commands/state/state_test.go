package state

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// The variables that make the test's own program another deft.
const (
	asAdder   = "DEFT_TEST_ADD"   // adds entries, named by this, to the history in the folder
	asCrasher = "DEFT_TEST_CRASH" // saves this as a draft and kills itself
	inFolder  = "DEFT_TEST_DIR"
)

const added = 150 // entries of an adder

func TestMain(m *testing.M) {
	dir := os.Getenv(inFolder)
	if who := os.Getenv(asAdder); who != "" {
		s := Open(dir, "/project")
		for i := range added {
			s.History.Add(who + " " + strconv.Itoa(i))
		}
		fmt.Print(strings.Join(s.Notices(), "\n"))
		os.Exit(0)
	}
	if text := os.Getenv(asCrasher); text != "" {
		s := Open(dir, "/project")
		s.SaveDraft(text, moment(1))
		if err := syscall.Kill(os.Getpid(), syscall.SIGKILL); err != nil {
			os.Exit(1)
		}
		select {}
	}
	os.Exit(m.Run())
}

// another is a deft of its own, given as "KEY=VALUE".
func another(t *testing.T, dir, as string) *exec.Cmd {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	c := exec.Command(self)
	c.Env = append(os.Environ(), inFolder+"="+dir, as)
	return c
}

func moment(n int) time.Time { return time.Unix(1_700_000_000+int64(n), 0).UTC() }

// open gives a state that may not leave a notice behind.
func open(t *testing.T, dir, project string) *Store {
	t.Helper()
	s := Open(dir, project)
	t.Cleanup(func() {
		for _, n := range s.Notices() {
			t.Error("notice:", n)
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// noticed checks that there is one notice, and that it holds some words.
func noticed(t *testing.T, s *Store, words ...string) {
	t.Helper()
	notices := s.Notices()
	if len(notices) != 1 {
		t.Fatalf("notices: %q", notices)
	}
	for _, w := range words {
		if !strings.Contains(notices[0], w) {
			t.Errorf("the notice %q lacks %q", notices[0], w)
		}
	}
}

func put(t *testing.T, dir, name, content string) {
	t.Helper()
	if err := os.MkdirAll(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
}

func content(t *testing.T, dir, name string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(dir, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func equal(t *testing.T, got []string, want ...string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestDir(t *testing.T) {
	tests := []struct{ xdg, home, want string }{
		{"/xdg", "/home/u", "/xdg/deft"},
		{"", "/home/u", "/home/u/.local/state/deft"},
		{"relative", "/home/u", "/home/u/.local/state/deft"},
		{"relative", "", ""},
		{"/xdg", "", "/xdg/deft"},
	}
	for _, test := range tests {
		got := Dir(func(key string) (string, bool) { return test.xdg, key == "XDG_STATE_HOME" }, test.home)
		if got != test.want {
			t.Errorf("%+v: got %q", test, got)
		}
	}
}

// TestPrivate: only the owner can read anything, also in a folder that was
// there and files that were open to others.
func TestPrivate(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "state", "deft")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "history.jsonl"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	s := open(t, dir, "/project")
	s.History.Add("a")
	s.Searches.Add("b")
	s.Switches.Set("order", "tokens")
	s.Accept("tdd")
	s.SaveDraft("draft", moment(1))
	files := 0
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		want := fs.FileMode(0o600)
		if d.IsDir() {
			want = 0o700
		} else {
			files++
		}
		if info.Mode().Perm() != want {
			t.Errorf("%s has %v", path, info.Mode())
		}
		return nil
	})
	if err != nil || files != 7 { // five of content, two of locks
		t.Errorf("%d files, %v", files, err)
	}
}

// TestReading makes nothing.
func TestReading(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "deft")
	s := open(t, dir, "/project")
	if got := len(s.History.Entries()) + len(s.Searches.Entries()) + len(s.Accepted()) + len(s.Switches.Get("order")); got != 0 {
		t.Errorf("%d things in nothing", got)
	}
	if _, err := os.Stat(dir); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the folder: %v", err)
	}
}

// TestUnwritable: everything works in memory, and one notice says so.
func TestUnwritable(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	put(t, filepath.Dir(file), "file", "")
	closed := filepath.Join(t.TempDir(), "closed")
	if err := os.Mkdir(closed, 0o500); err != nil {
		t.Fatal(err)
	}
	dirs := map[string]string{"no folder": "", "below a file": filepath.Join(file, "deft")}
	if os.Getuid() != 0 { // root writes everywhere
		dirs["read-only"] = filepath.Join(closed, "deft")
	}
	for name, dir := range dirs {
		t.Run(name, func(t *testing.T) {
			s := Open(dir, "/project")
			if got := s.Draft(); got != "" {
				t.Errorf("draft %q", got)
			}
			s.History.Add("a")
			s.History.Add("b")
			if err := s.SaveDraft("draft", moment(1)); err == nil {
				t.Error("an unkept draft is no error")
			}
			s.Switches.Set("order", "tokens")
			s.Switches.Set("theme", "dark")
			s.Switches.Set("theme", "")
			s.Accept("tdd")
			equal(t, s.History.Entries(), "a", "b")
			equal(t, s.Accepted(), "tdd")
			equal(t, s.Switches.Keys(), "order")
			if got := s.Draft() + s.Switches.Get("order"); got != "drafttokens" {
				t.Errorf("got %q", got)
			}
			noticed(t, s, "not everything is kept")
			if err := s.Close(); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestLockHeld(t *testing.T) {
	dir := t.TempDir()
	lock, err := tryLock(filepath.Join(dir, "lock"))
	if err != nil {
		t.Fatal(err)
	}
	s := Open(dir, "/project")
	s.History.Add("waited for")
	equal(t, s.History.Entries(), "waited for")
	noticed(t, s, "another deft holds the lock")
	if err := lock.Close(); err != nil {
		t.Fatal(err)
	}
	s.History.Add("next")
	equal(t, Open(dir, "/project").History.Entries(), "next")
}

func TestJoin(t *testing.T) {
	equal(t, Join([]string{"z", "a"}, []string{"a", "b"}), "z", "a", "b")
	equal(t, Join(nil, nil))
}

func TestAccept(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir, "/project")
	s.Accept("tdd")
	s.Accept("a name: with \"all\" <signs>")
	s.Accept("gone")
	s.Withdraw("gone")
	s.Withdraw("never there")
	equal(t, open(t, dir, "/project").Accepted(), "a name: with \"all\" <signs>", "tdd")
	if content(t, dir, collisionsFile) == "" {
		t.Errorf("nothing in %s", collisionsFile)
	}
}

// TestTogether: several defts, each with many goroutines, lose nothing.
func TestTogether(t *testing.T) {
	dir := t.TempDir()
	var wg sync.WaitGroup
	for range 4 {
		s := open(t, dir, "/project")
		for i := range 10 {
			wg.Go(func() {
				s.Switches.Set(fmt.Sprintf("key %d", i), "on")
				s.Accept(fmt.Sprintf("name %d", i))
				s.Searches.Add(fmt.Sprintf("search %d", i))
				s.SaveDraft(fmt.Sprintf("draft %d", i), moment(i+1))
			})
		}
	}
	wg.Wait()
	s := open(t, dir, "/project")
	if a, b, c := len(s.Switches.Keys()), len(s.Accepted()), len(s.Searches.Entries()); a != 10 || b != 10 || c != 10 {
		t.Errorf("%d switches, %d names, %d searches", a, b, c)
	}
}

// TestProcesses: four processes at once add more than the file may keep
// without being compacted.
func TestProcesses(t *testing.T) {
	dir := t.TempDir()
	var seed strings.Builder
	for i := range 2*maxHistory - added {
		seed.Write(encode(newText(fmt.Sprintf("seed %d", i))))
	}
	put(t, dir, "history.jsonl", seed.String())
	var running []*exec.Cmd
	for _, who := range []string{"a", "b", "c", "d"} {
		c := another(t, dir, asAdder+"="+who)
		var out strings.Builder
		c.Stdout = &out
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() {
			if out.Len() > 0 {
				t.Error(out.String())
			}
		})
		running = append(running, c)
	}
	for _, c := range running {
		if err := c.Wait(); err != nil {
			t.Error(err)
		}
	}
	entries := open(t, dir, "/project").History.Entries()
	next := map[string]int{}
	for _, e := range entries {
		who, number, _ := strings.Cut(e, " ")
		if n, err := strconv.Atoi(number); who != "seed" && (err != nil || n != next[who]) {
			t.Fatalf("%q where %d was to come", e, next[who])
		}
		next[who]++
	}
	for _, who := range []string{"a", "b", "c", "d"} {
		if next[who] != added {
			t.Errorf("%d entries of %s", next[who], who)
		}
	}
	if len(entries) != maxHistory {
		t.Errorf("%d entries", len(entries))
	}
	if lines := strings.Count(content(t, dir, "history.jsonl"), "\n"); lines >= 2*maxHistory {
		t.Errorf("%d lines: never compacted", lines)
	}
}
