package state

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
)

func reopen(t *testing.T, s *Store, dir, project string) *Store {
	t.Helper()
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	return open(t, dir, project)
}

func drafted(t *testing.T, s *Store, want string) {
	t.Helper()
	if got := s.Draft(); got != want {
		t.Errorf("the draft is %q, not %q", got, want)
	}
}

func TestDraft(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir, "/project")
	drafted(t, s, "")
	for i, text := range []string{"first", "several\n\n\tlines \xff\r\n", "last"} {
		s.SaveDraft(text, moment(i))
		drafted(t, s, text)
		s = reopen(t, s, dir, "/project")
		drafted(t, s, text)
	}
	s.SaveDraft("", moment(9))
	s = reopen(t, s, dir, "/project")
	drafted(t, s, "")
}

// TestDraftOrder: saves may arrive in any order.
func TestDraftOrder(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir, "/project")
	s.SaveDraft("newest", moment(3))
	s.SaveDraft("older", moment(2))
	drafted(t, reopen(t, s, dir, "/project"), "newest")
}

// TestDraftClock: a clock that was set back between two runs stops nothing.
func TestDraftClock(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir, "/project")
	s.SaveDraft("of tomorrow", moment(1000))
	s = reopen(t, s, dir, "/project")
	drafted(t, s, "of tomorrow")
	s.SaveDraft("of today", moment(1))
	drafted(t, reopen(t, s, dir, "/project"), "of today")
}

// TestDraftAgain: what could not be written is when it is saved again, though
// it is the same.
func TestDraftAgain(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir, "/project")
	s.SaveDraft("first", moment(1))
	inTheWay := filepath.Join(dir, s.draft.slot+".json.new")
	if err := os.Mkdir(inTheWay, 0o700); err != nil {
		t.Fatal(err)
	}
	for i := range 2 {
		if err := s.SaveDraft("second", moment(2+i)); err == nil {
			t.Error("no error")
		}
	}
	noticed(t, s, "not everything is kept")
	if err := os.Remove(inTheWay); err != nil {
		t.Fatal(err)
	}
	if err := s.SaveDraft("second", moment(4)); err != nil {
		t.Error(err)
	}
	drafted(t, reopen(t, s, dir, "/project"), "second")
}

// TestDeleted: a folder that is deleted meanwhile is made again.
func TestDeleted(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "deft")
	s := open(t, dir, "/project")
	s.SaveDraft("first", moment(1))
	s.History.Add("first")
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	if err := s.SaveDraft("second", moment(2)); err != nil {
		t.Error(err)
	}
	s.History.Add("second")
	s.Switches.Set("order", "tokens")
	other := open(t, dir, "/project")
	drafted(t, other, "")
	s = reopen(t, s, dir, "/project")
	drafted(t, s, "second")
	equal(t, s.History.Entries(), "second")
	equal(t, s.Switches.Keys(), "order")
}

func TestDraftProjects(t *testing.T) {
	dir := t.TempDir()
	a, b := open(t, dir, "/a"), open(t, dir, "/b")
	a.SaveDraft("of a", moment(1))
	b.SaveDraft("of b", moment(2))
	drafted(t, reopen(t, a, dir, "/a"), "of a")
	drafted(t, reopen(t, b, dir, "/b"), "of b")
}

// TestDraftsInOneProject: no deft touches the draft of one that runs; what was
// left comes back, the newest first, and nothing is lost.
func TestDraftsInOneProject(t *testing.T) {
	dir := t.TempDir()
	a, b, c := open(t, dir, "/project"), open(t, dir, "/project"), open(t, dir, "/project")
	drafted(t, a, "")
	drafted(t, b, "")
	a.SaveDraft("of a", moment(1))
	b.SaveDraft("of b", moment(2))
	c.SaveDraft("of c", moment(3))
	c = reopen(t, c, dir, "/project")
	drafted(t, c, "of c")
	c.SaveDraft("", moment(4))

	b = reopen(t, b, dir, "/project")
	a = reopen(t, a, dir, "/project")
	drafted(t, a, "of b")
	drafted(t, b, "of a")
	a.SaveDraft("", moment(5))
	a = reopen(t, a, dir, "/project")
	drafted(t, a, "")
	b = reopen(t, b, dir, "/project")
	drafted(t, b, "of a")
}

// TestDraftUnseen: a deft that saves without asking what was left does not
// write over it.
func TestDraftUnseen(t *testing.T) {
	dir := t.TempDir()
	a := open(t, dir, "/project")
	a.SaveDraft("left", moment(1))
	a = reopen(t, a, dir, "/project")
	a.SaveDraft("new", moment(2))
	drafted(t, a, "new")
	drafted(t, open(t, dir, "/project"), "left")
}

func TestDraftKilled(t *testing.T) {
	dir := t.TempDir()
	err := another(t, dir, asCrasher+"=written\njust before").Run()
	var exit *exec.ExitError
	if !errors.As(err, &exit) || exit.Sys().(syscall.WaitStatus).Signal() != syscall.SIGKILL {
		t.Fatalf("it ended with %v", err)
	}
	drafted(t, open(t, dir, "/project"), "written\njust before")
}

func TestDraftDamaged(t *testing.T) {
	for _, bad := range []string{`{"text":"cut`, `{"at":7,"text":"x"}`, "foreign", `{"project":"/project"}`} {
		dir := t.TempDir()
		s := open(t, dir, "/project")
		s.SaveDraft("x", moment(1))
		name := s.draft.slot + ".json"
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
		put(t, dir, name, bad)
		s = Open(dir, "/project")
		drafted(t, s, "")
		noticed(t, s, filepath.Base(name)+".bad")
		if got := content(t, dir, name+".bad"); got != bad {
			t.Errorf("set aside: %q", got)
		}
		s.SaveDraft("next", moment(2))
		drafted(t, reopen(t, s, dir, "/project"), "next")
	}
}
