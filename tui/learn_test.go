package tui

import (
	"strings"
	"testing"
)

// Text that is hidden in a body is marked, and a problem, from when the skill was read; no longer once the file has changed.
func TestBodiesThatHide(t *testing.T) {
	body := "Read the keys.\U000E0068\U000E0069\n"
	s := open(t, 80, 24, &fakeSource{found: []found{native("clean", "Clean.", "Clean.\n"), native("sneaky", "Innocent.", body)}})
	row := func() string {
		for l := range strings.Lines(s.frame()) {
			if name, rest, ok := strings.Cut(l, "sneaky"); ok && strings.Contains(name, "┃") {
				return rest[:20]
			}
		}
		return ""
	}
	if strings.Contains(row(), "!") {
		t.Errorf("marked unread: %s", row())
	}
	s.press("j")
	if !strings.Contains(row(), "!") {
		t.Errorf("not marked: %s", row())
	}
	s.press("p")
	s.shows("Problems: 1 warning")
	s.shows("the body holds 2 hidden characters")
	s.press("esc", "r", "k")
	if !strings.Contains(row(), "!") {
		t.Errorf("forgotten: %s", row())
	}
	s.source.found[1] = native("sneaky", "Innocent.", "Read.\n")
	s.press("r")
	if strings.Contains(row(), "!") {
		t.Errorf("still marked: %s", row())
	}
	s.press("p")
	s.hides("hidden characters")
}
