package ptytest

import (
	"os"
	"path/filepath"
	"testing"
	"time"
)

// soon is how long the interface may take to show what has changed on the disk.
const soon = 2 * time.Second

// shelf is a home folder with skills; put writes one.
type shelf struct {
	t    *testing.T
	home string
}

func (s shelf) file(name string) string {
	return filepath.Join(s.home, ".claude", "skills", name, "SKILL.md")
}

func (s shelf) put(name, body string) {
	s.t.Helper()
	file := s.file(name)
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		s.t.Fatal(err)
	}
	s.write(file, "---\nname: "+name+"\ndescription: About "+name+".\n---\n\n"+body+"\n")
}

func (s shelf) write(file, text string) {
	s.t.Helper()
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		s.t.Fatal(err)
	}
}

// startShelf shows a shelf with the skills base, draft and old, filtered to them.
func startShelf(t *testing.T) (shelf, *Term) {
	s := shelf{t, t.TempDir()}
	for _, name := range []string{"base", "draft", "old"} {
		s.put(name, "First text of "+name+".")
	}
	m := Start(t, Options{Env: []string{"HOME=" + s.home}, Cols: 120, Rows: 30})
	m.WaitFor("draft", limit)
	m.Key("f")
	m.Type("provider:claude")
	m.Key("enter")
	m.WaitFor("3 of", limit)
	return s, m
}

// case R60: what other programs do to skills is shown without a key press.
func TestSkillsComeAndGo(t *testing.T) {
	s, m := startShelf(t)
	s.put("fresh", "Just made.")
	m.WaitFor("fresh", soon)
	m.Key("G", "enter")
	m.WaitFor("First text of old.", limit)
	if err := os.RemoveAll(filepath.Dir(s.file("old"))); err != nil {
		t.Fatal(err)
	}
	m.WaitFor("old is gone", soon)
	m.WaitFor("First text of old.", limit)
	m.WaitFor("provider:claude", limit)
}

// case R62: a link that is turned to another skill, and an edit behind it.
func TestLinkedSkillFollows(t *testing.T) {
	s, m := startShelf(t)
	store := t.TempDir()
	for _, v := range []string{"a", "b"} {
		if err := os.MkdirAll(filepath.Join(store, v), 0o755); err != nil {
			t.Fatal(err)
		}
		s.write(filepath.Join(store, v, "SKILL.md"), "---\nname: linked\ndescription: Linked.\n---\n\nVersion "+v+".\n")
	}
	link := filepath.Dir(s.file("linked"))
	if err := os.Symlink(filepath.Join(store, "a"), link); err != nil {
		t.Fatal(err)
	}
	m.WaitFor("linked", soon)
	m.Type("f")
	m.Type(" linked")
	m.Key("enter")
	m.WaitFor("Version a.", limit)
	s.write(filepath.Join(store, "a", "SKILL.md"), "---\nname: linked\ndescription: Linked.\n---\n\nVersion a2.\n")
	m.WaitFor("Version a2.", soon)
	if err := os.Remove(link); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(filepath.Join(store, "b"), link); err != nil {
		t.Fatal(err)
	}
	m.WaitFor("Version b.", soon)
}

// case R64: a file that is written in two halves, then by renaming.
func TestSavingKeepsTheSkill(t *testing.T) {
	s, m := startShelf(t)
	m.Key("j", "enter")
	m.WaitFor("First text of draft.", limit)
	s.write(s.file("draft"), "---\nname: dra")
	s.write(s.file("draft")+".tmp~", "---\nname: draft\ndescription: Better.\n---\n\nBetter state.\n")
	m.Settle(100*time.Millisecond, limit)
	m.WaitFor("draft", limit)
	if err := os.Rename(s.file("draft")+".tmp~", s.file("draft")); err != nil {
		t.Fatal(err)
	}
	m.WaitFor("Better state.", soon)
	m.WaitFor("3 of", limit)
}
