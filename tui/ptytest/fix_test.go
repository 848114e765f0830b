package ptytest

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A skill is linked to, renamed, removed and brought back from the list, each with a yes and nothing without one.
func TestFixing(t *testing.T) {
	s, m := startShelf(t)
	there := func(path string) bool {
		_, err := os.Lstat(filepath.Join(s.home, path))
		return err == nil
	}
	m.Key("j")
	m.WaitFor("First text of draft.", limit)

	chooseFix(m, "Fix draft", "x", "y does this")
	m.Key("esc")
	m.WaitGone("Fix draft", limit)
	if !there(".claude/skills/draft") {
		t.Fatal("a skill is gone though nobody said yes")
	}

	chooseFix(m, "Fix draft", "x", "y does this")
	m.Type("y")
	m.WaitFor("Done: move draft", limit)
	if there(".claude/skills/draft") {
		t.Error("the folder is still there")
	}

	chooseFix(m, "Fix ", "t", "brings back")
	m.Type("y")
	m.WaitFor("The trash is empty.", limit)
	m.Key("esc")
	m.WaitGone("The trash is empty.", limit)
	if !there(".claude/skills/draft/SKILL.md") {
		t.Error("the folder is not back")
	}

	m.Key("g")
	m.WaitFor("First text of base.", limit)
	chooseFix(m, "Fix base", "l", "for deft")
	m.Type("u")
	m.WaitFor("~/.deft/skills/base -> ", limit)
	m.Type("y")
	m.WaitFor("Done: link base", limit)
	if to, err := os.Readlink(filepath.Join(s.home, ".deft/skills/base")); err != nil || !strings.HasSuffix(to, ".claude/skills/base") {
		t.Errorf("the link leads to %q: %v", to, err)
	}
	m.Key("ctrl+c", "ctrl+c")
	if code := m.Wait(limit); code != 0 {
		t.Errorf("exit code %d", code)
	}
	if err := errors.Join(CheckOutput(m.Raw()), CheckRestored(m.Raw())); err != nil {
		t.Error(err)
	}
}

// What is switched off in the interface is off at once, also for the command line, and comes back.
func TestDisabling(t *testing.T) {
	s, m := startShelf(t)
	m.Key("j")
	m.WaitFor("First text of draft.", limit)
	chooseFix(m, "Fix draft", "d", "off     draft for deft")
	m.Type("u")
	m.WaitFor("everywhere", limit)
	m.Type("y")
	m.WaitFor("Done: disable draft", limit)
	if data, err := os.ReadFile(filepath.Join(s.home, ".local/state/deft/disabled.json")); err != nil || !strings.Contains(string(data), `"draft"`) {
		t.Errorf("%s, %v", data, err)
	}
	m.Type("a")
	m.WaitFor("3 of", limit)
	m.Key("g", "j")
	m.WaitFor("First text of draft.", limit)
	chooseFix(m, "Fix draft", "e", "for deft")
	m.Type("u")
	m.WaitFor("draft for deft, everywhere", limit)
	m.Type("y")
	m.WaitFor("Done: enable draft", limit)
}

// chooseFix opens the form for changes, which has a title, and chooses by a letter what then shows.
func chooseFix(m *Term, title, letter, shows string) {
	m.Type("F")
	m.WaitFor(title, limit)
	m.Type(letter)
	m.WaitFor(shows, limit)
}
