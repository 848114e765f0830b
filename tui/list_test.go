package tui

import (
	"strings"
	"testing"

	"deft/tui/preview"
)

// The status line has the keys of a menu that is open; what they do not know is done as ever, and the menu stays.
func TestMenuKeys(t *testing.T) {
	s := open(t, 80, 24, sample())
	s.press("s")
	s.shows("A letter chooses")
	s.shows("esc close")
	s.press("[", "x")
	s.shows("Sort by")
	if got := preview.Tabs()[s.model.preview.Tab()]; got != "Prompt" {
		t.Errorf("the key was lost: %s is shown", got)
	}
	s.press("?")
	s.shows("Marks in the list")
	s.press("esc", "s")
	s.hides("Sort by")
	s.press("h", "q")
	if s.hides("Show states"); s.quit {
		t.Error("q quits from a menu")
	}
	s.press("h", "a", "h")
	s.shows("8 hidden: h")
}

// The keys of the preview act on the skill under the cursor; the list keeps the focus where there is room for both.
func TestPreviewKeysInTheList(t *testing.T) {
	for _, width := range []int{80, 60} {
		s := open(t, width, 24, sample())
		s.press("f", "health", "enter", "4")
		if got := preview.Tabs()[s.model.preview.Tab()]; got != "Raw" || (s.model.view.focus == inList) != (width == 80) {
			t.Errorf("%d cells: %s, focus on %d", width, got, s.model.view.focus)
		}
		s.shows("argument-hint:")
	}
	s := open(t, 80, 24, sample())
	s.press("f", "health", "enter", "e")
	s.shows("health-check comes with deft and has no file to edit")
	s = open(t, 80, 24, sample())
	s.press("f", "deploy-s", "enter", "d")
	if f := s.frame(); !strings.Contains(f, "+") || s.model.view.focus != inList {
		t.Errorf("no comparison:\n%s", f)
	}
}

// Marks that a filter hides count, and that is said.
func TestMarksThatAreNotSeen(t *testing.T) {
	s := open(t, 80, 24, sample())
	s.press(" ", " ", "f", "tidy", "enter", "i")
	s.shows("Of 2 marked skills, 2 are not in the list")
}

// At 80 cells the problems show how to edit and copy.
func TestKeysOfProblems(t *testing.T) {
	s := open(t, 80, 24, broken(sample()))
	s.press("p")
	s.shows("e edit  y copy  f filter  esc close  ? help")
}
