package tui

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"deft/discovery"
	"deft/skills"
)

// shelf has skills enough to scroll.
func shelf(n int) *fakeSource {
	s := &fakeSource{}
	for i := range n {
		name := fmt.Sprintf("skill-%02d", i)
		s.found = append(s.found, native(name, "About "+name+".", "The text of "+name+".\n"))
	}
	return s
}

// at is the place of a skill in the source.
func (s *fakeSource) at(name string) int {
	return slices.IndexFunc(s.found, func(f found) bool { return strings.Contains(f.path, "/"+name+"/") })
}

func (s *fakeSource) remove(name string) {
	i := s.at(name)
	s.found = slices.Delete(slices.Clone(s.found), i, i+1)
}

// line is the row of the screen that holds a text.
func (s *screen) line(text string) int {
	return slices.IndexFunc(strings.Split(s.frame(), "\n"), func(l string) bool { return strings.Contains(l, text) })
}

// case R60: a new skill is listed without a key press; cursor, scroll, filter and draft stay.
func TestNewSkillKeepsThePlace(t *testing.T) {
	s := open(t, 100, 24, shelf(60))
	for range 40 {
		s.press("j")
	}
	row := s.line("▌ skill-40")
	s.change(func(f *fakeSource) { f.found = append(f.found, native("skill-00a", "New.", "")) })
	if got := s.line("▌ skill-40"); got != row || row < 0 {
		t.Errorf("the selection is in line %d, was in %d", got, row)
	}
	s.shows("61 skills")
	s.press("f", "skill-4")
	s.change(func(f *fakeSource) { f.found = append(f.found, native("skill-4x", "Newer.", "")) })
	s.shows("filter skill-4")
	s.shows("skill-4x")
	if !s.model.list.Editing() {
		t.Error("the filter is not being typed any more")
	}
}

// case R60: a new skill completes at once; the completion that is chosen stays so.
func TestCompletionFollows(t *testing.T) {
	s := open(t, 100, 24, shelf(4))
	s.press("c")
	s.write("/skill:skill")
	s.press("down", "down")
	if !strings.Contains(s.frame(), "▌ /skill:skill-02") {
		t.Fatalf("no third completion is chosen:\n%s", s.frame())
	}
	s.change(func(f *fakeSource) { f.found = append(f.found, native("skill-00a", "New.", "")) })
	s.shows("/skill:skill-00a")
	s.shows("▌ /skill:skill-02")
	if got := s.model.composer.Draft(); got != "/skill:skill" {
		t.Errorf("the draft is %q", got)
	}
}

// case R60: a removed skill that is read says so and stays readable, wherever the keys go.
func TestRemovedSkillStaysReadable(t *testing.T) {
	for _, focus := range []string{"", "enter", "c"} {
		s := open(t, 80, 24, shelf(4))
		s.press("j")
		if focus != "" {
			s.press(focus)
		}
		s.change(func(f *fakeSource) { f.remove("skill-01") })
		s.shows("skill-01 is gone; this was read last")
		s.shows("The text of skill-01.")
		s.shows("3 skills")
		s.change(func(f *fakeSource) { f.remove("skill-03") })
		s.shows("The text of skill-01.")
		if focus == "enter" {
			s.press("i")
			s.shows("The skill is gone and cannot be used")
			if s.press("y"); strings.TrimSpace(s.clip) != "The text of skill-01." {
				t.Errorf("copied %q, which is not on the screen", s.clip)
			}
			s.press("e")
			s.shows("The skill is gone and cannot be edited")
			s.press("2")
			s.shows("skill-01 is gone")
			s.press("5")
			s.shows("The skill is gone.")
			s.clip = ""
			s.press("y")
			s.shows("The skill is gone and cannot be copied")
			if s.clip != "" {
				t.Errorf("copied %q of what is not there", s.clip)
			}
			s.press("1", "esc")
		}
		s.press("esc", "j")
		s.hides("skill-01 is gone")
		s.hides("The text of skill-01.")
	}
}

func TestRemovedSkillComesBack(t *testing.T) {
	s := open(t, 100, 24, shelf(4))
	s.press("j", "enter")
	was := s.source.found
	s.change(func(f *fakeSource) { f.remove("skill-01") })
	s.shows("skill-01 is gone")
	s.change(func(f *fakeSource) { f.found = was })
	s.hides("is gone")
	s.shows("│ skill-01")
}

// A skill that is read and that another one now shadows stays; the list does not show it any more.
func TestShadowedSkillStaysReadable(t *testing.T) {
	s := open(t, 100, 24, shelf(4))
	s.press("j", "enter")
	s.change(func(f *fakeSource) {
		project := native("skill-01", "Other.", "Another text.\n")
		project.path = "/home/sam/work/.deft/skills/skill-01/SKILL.md"
		f.found = append([]found{project}, f.found...)
	})
	s.shows("skill-01 is shadowed now")
	s.shows("The text of skill-01.")
	s.press("esc", "j", "k")
	s.hides("is shadowed now")
}

// case R62: the text that is read follows its file.
func TestPreviewFollows(t *testing.T) {
	s := open(t, 100, 24, shelf(4))
	s.press("j", "enter")
	s.change(func(f *fakeSource) {
		f.found = slices.Clone(f.found)
		f.found[1] = native("skill-01", "About it.", "Version A2.\n")
	})
	s.shows("Version A2.")
	s.hides("The text of skill-01.")
}

// case R64: while a file is half written, the last good state stays, marked; the selection does not move.
func TestStaleSkillIsMarked(t *testing.T) {
	s := open(t, 100, 24, shelf(4))
	s.press("j")
	s.change(func(f *fakeSource) {
		f.found = slices.Clone(f.found)
		f.found[1].stale = true
	})
	s.shows("skill-01 (stale)")
	s.shows("The text of skill-01.")
	if got := s.model.list.Selected().Name(); got != "skill-01" {
		t.Errorf("the selection is on %s", got)
	}
	if row := strings.Split(s.frame(), "\n")[s.line("▌ skill-01")]; !strings.Contains(row, "~") {
		t.Errorf("the row has no mark: %s", row)
	}
	s.change(func(f *fakeSource) { f.found[1] = native("skill-01", "About it.", "Better state.\n") })
	s.shows("Better state.")
	s.hides("stale")
}

func TestWhatFailedIsSaid(t *testing.T) {
	source := sample()
	source.roots = []discovery.RootReport{{Root: &discovery.Root{Provider: "library"}, Err: "locked"}}
	s := open(t, 100, 24, source)
	s.shows("Incomplete: library: locked")
	s.change(func(f *fakeSource) {
		f.said = []skills.Diagnostic{{Code: discovery.CodeWatchFailed, Severity: skills.Warning, Message: "changes of claude skills are not noticed", Hint: "reload to see them"}}
	})
	s.shows("Incomplete, 2 sources failed: library: locked; changes of claude skills are not noticed; reload")
	s.change(func(f *fakeSource) { f.roots, f.said = nil, nil })
	s.hides("Incomplete")
}

func TestPollingIsSaidOnce(t *testing.T) {
	s := open(t, 100, 24, shelf(3))
	poll := []skills.Diagnostic{{Code: discovery.CodePolling, Severity: skills.Info, Message: "changes of native skills are noticed late: no more watches"}}
	s.change(func(f *fakeSource) { f.said = poll })
	s.shows("Changes of native skills are noticed late: no more watches")
	s.press("j")
	s.change(func(f *fakeSource) {})
	s.hides("noticed late: no more")
	s.hides("Incomplete")
}
