package tui

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"deft/commands/cli"
	"deft/discovery"
	"deft/tui/lend"
	"deft/tui/preview"
	"deft/tui/problems"
	"deft/tui/theme"
)

// atHome opens the interface in a home and a project of its own.
func atHome(t *testing.T) (s *screen, home, project string) {
	t.Helper()
	t.Setenv("VISUAL", "")
	t.Setenv("EDITOR", "true")
	home, project = t.TempDir(), t.TempDir()
	s = open(t, 80, 24, sample(), func(a *cli.App) { a.Home, a.Project = home, project })
	return s, home, project
}

// scans is how often skills were looked for.
func (s *screen) scans() uint64 {
	s.source.mu.Lock()
	defer s.source.mu.Unlock()
	return s.source.seq
}

// A skill that comes with deft is copied before it is edited, where its user says so.
func TestEditShipped(t *testing.T) {
	for key, where := range map[string]int{"h": 0, "p": 1} {
		s, home, project := atHome(t)
		root := filepath.Join([]string{home, project}[where], ".deft", "skills")
		s.press("f", "health", "enter", "enter", "e")
		s.shows("Edit health-check")
		s.shows("health-check (2 files)")
		if _, err := os.Stat(filepath.Dir(root)); err == nil {
			t.Fatal("something is copied without a yes")
		}
		before := s.scans()
		s.press(key)
		s.hides("Edit health-check")
		info, err := os.Stat(filepath.Join(root, "health-check", "scripts", "check.sh"))
		if err != nil || info.Mode().Perm()&0o100 == 0 {
			t.Errorf("%s: the script is not copied as a program: %v, %v", key, info, err)
		}
		if s.scans() == before {
			t.Error("the copy is not looked for")
		}
	}
}

func TestEditShippedNeedsAYes(t *testing.T) {
	s, home, project := atHome(t)
	s.press("f", "health", "enter", "enter")
	for _, no := range [][]string{{"e", "esc"}, {"e", "q"}, {"e", "x", "enter", "y", "esc"}, {"e", "esc", "?", "h", "p", "esc"}} {
		s.press(no...)
	}
	for _, dir := range []string{home, project} {
		if list, err := os.ReadDir(dir); err != nil || len(list) > 0 {
			t.Errorf("%s holds %v, %v", dir, list, err)
		}
	}
}

func TestEditOverwritesNothing(t *testing.T) {
	s, home, _ := atHome(t)
	mine := filepath.Join(home, ".deft", "skills", "health-check")
	if err := os.MkdirAll(mine, 0o755); err != nil {
		t.Fatal(err)
	}
	s.press("f", "health", "enter", "enter", "e")
	s.shows("is there already")
	s.press("h")
	s.shows("Edit health-check")
	if list, _ := os.ReadDir(mine); len(list) > 0 {
		t.Errorf("overwritten: %v", list)
	}
}

// asked says whether a command leads to an editor.
func asked(cmd tea.Cmd) bool {
	if cmd == nil {
		return false
	}
	msg := cmd()
	if batch, ok := msg.(tea.BatchMsg); ok {
		for _, c := range batch {
			if asked(c) {
				return true
			}
		}
	}
	_, ok := msg.(lend.ExecMsg)
	return ok
}

func TestEditor(t *testing.T) {
	s, _, _ := atHome(t)
	e := &discovery.Entry{Candidate: &discovery.Candidate{Path: "/home/sam/.deft/skills/tidy/SKILL.md", Root: &discovery.Root{}}}
	if !asked(editing{s.model}.handle(preview.EditMsg{Entry: e, Line: 3})) {
		t.Error("no editor for a SKILL.md")
	}
	if !asked(s.model.handle(problems.EditMsg{Path: "/etc/deft.yaml", Line: 3})) {
		t.Error("no editor for a problem")
	}
	if got := fileOf(preview.EditMsg{File: "a/b.md"}, "/s/x/SKILL.md"); got != "/s/x/a/b.md" {
		t.Errorf("the file is %s", got)
	}
	before := s.scans()
	s.send(editedMsg{})
	if s.scans() == before {
		t.Error("skills are not looked for after the editor")
	}
	t.Setenv("EDITOR", "'unclosed")
	if s.run(editing{s.model}.handle(preview.EditMsg{Entry: e})); !strings.Contains(s.model.told, "$EDITOR") {
		t.Errorf("a bad $EDITOR is not said: %q", s.model.told)
	}
}

// The name of the skill is cut before a tab is.
func TestTabBar(t *testing.T) {
	source := &fakeSource{found: []found{native("a-name-that-is-much-too-long-for-a-narrow-window", "x", "x\n"), native("z", "x", "x\n")}}
	for _, size := range [][2]int{{40, 12}, {59, 20}, {80, 24}, {200, 50}} {
		s := open(t, size[0], size[1], source)
		s.press("enter")
		for _, name := range preview.Tabs() {
			s.shows(name)
		}
		s.frame()
	}
}

// Without styles, text alone says which tab is shown.
func TestPlainTabs(t *testing.T) {
	s := open(t, 80, 24, sample())
	s.run(choosing{s.model}.setTheme(theme.New(theme.Options{Plain: true})))
	s.press("enter", "4")
	s.shows("Why  [Raw]  Prompt")
}
