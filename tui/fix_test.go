package tui

import (
	"context"
	"errors"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"deft/commands"
	"deft/commands/cli"
	"deft/commands/fix"
	"deft/commands/state"
	"deft/discovery"
	"deft/skills"
)

// fakeWorld is the disk of a fake source.
type fakeWorld struct{ *fakeSource }

func (w fakeWorld) Ground() discovery.Ground {
	scene, _ := w.scene(context.Background())
	return scene.Ground
}

func (w fakeWorld) Scene(ctx context.Context) (*discovery.Scene, error) { return w.scene(ctx) }

// changeable opens the interface with a state that can be changed.
func changeable(t *testing.T, source *fakeSource) (*screen, *state.Store) {
	t.Helper()
	store := state.Open(t.TempDir(), "/home/sam/work")
	return open(t, 100, 30, source, func(a *cli.App) { a.Fix.State = store }), store
}

// off are the names that are switched off for deft in the project.
func off(store *state.Store) string { return strings.Join(store.Disabled("/home/sam/work"), " ") }

func TestFixMarked(t *testing.T) {
	s, store := changeable(t, sample())
	s.press("g", " ", " ", "F")
	s.shows("Fix 2 skills")
	s.press("d")
	s.shows("2 changes.")
	if got := off(store); got != "" {
		t.Fatalf("%q is off before a yes", got)
	}
	s.press("esc")
	s.hides("2 changes.")
	if got := off(store); got != "" {
		t.Fatalf("%q is off after no", got)
	}
	scans := s.scans()
	s.press("F", "d", "y")
	names := strings.Fields(off(store))
	if len(names) != 2 || s.scans() == scans {
		t.Errorf("off: %q; looked %d times again", names, s.scans()-scans)
	}
	s.hides("Fix 2 skills")
	s.shows("Done: 2 changes")
	s.press("F", "e", "y")
	if got := off(store); got != "" {
		t.Errorf("%q is still off", got)
	}
}

// TestFixNeedsASeenPlan: keys that came as one burst were typed before any plan was seen.
func TestFixNeedsASeenPlan(t *testing.T) {
	s, store := changeable(t, sample())
	_, cmd := s.model.Update(keyNamed("burst:Fdy"))
	s.run(cmd)
	if got := off(store); got != "" {
		t.Errorf("%q is off", got)
	}
	s.shows("y does this")
	s.press("y")
	if off(store) == "" {
		t.Error("a yes to the plan that is seen does nothing")
	}
}

// TestFixFrom: the form is about what the keys are for, and for the agent whose eyes see it.
func TestFixFrom(t *testing.T) {
	s, _ := changeable(t, fiveCopies())
	s.press("m", "l", "l", "l", "l", "l", "F")
	s.shows("Fix tdd")
	s.press("c")
	s.shows("for codex")
	s.press("?")
	s.shows("Help")
	s.press("esc")
	s.shows("for codex")
	s.press("q")
	s.hides("Fix tdd")
	s.shows("Matrix")
	s.press("m", "F", "l")
	s.shows("for deft")
	s.press("esc", "enter", "F", "x")
	s.shows("Fix tdd")
	s.press("F")
	s.hides("Fix tdd")
	if s.quit {
		t.Error("it has quit")
	}
	s, _ = changeable(t, broken(sample()))
	s.press("p", "F")
	s.shows("Fix broken")
}

// TestFixNothing: where no skill is chosen, the trash can still be reached.
func TestFixNothing(t *testing.T) {
	s, _ := changeable(t, sample())
	s.press("f")
	s.write("zzz")
	s.press("enter", "F", "x")
	s.shows("No skill is chosen")
	s.press("t")
	s.shows("The trash is empty.")
	s.press("esc")
	s.hides("The trash is empty.")
}

func TestFixCommands(t *testing.T) {
	s, store := changeable(t, sample())
	s.write("/fix disable")
	s.submit()
	s.shows("y does this")
	s.press("esc")
	s.write("/fix burn")
	s.submit()
	s.shows("no change is called burn")
	s.press("ctrl+c")
	s.write("/trash")
	s.submit()
	s.shows("The trash is empty.")
	if got := off(store); got != "" {
		t.Errorf("%q is off", got)
	}
}

// TestFixName: a burst and a paste go into the field for a name, and letters there choose nothing.
func TestFixName(t *testing.T) {
	s, _ := changeable(t, sample())
	s.press("F", "r", "burst:xlq")
	s.paste("yd")
	s.shows("xlqyd")
	s.press("esc")
	s.shows("Fix ")
	s.press("r")
	s.shows("xlqyd")
	s.press("enter")
	s.hides("shows the plan")
	s.press("esc")
	s.hides("Fix ")
}

// TestFixFails: what is not done is told with its reason, and how much was done before.
func TestFixFails(t *testing.T) {
	s, _ := changeable(t, sample())
	for _, test := range []struct {
		done fix.Done
		want string
	}{
		{fix.Done{}, "the disk is full. Nothing was done."},
		{fix.Done{Trash: []state.Trashed{{ID: "x"}}}, "A part of it was done; what it was is in the trash."},
	} {
		s.model.verbs.ApplyFix = func(fix.Plan) (fix.Done, error) { return test.done, errors.New("the disk is full") }
		s.press("F", "d", "y")
		s.shows(test.want)
		s.press("esc")
	}
	s.model.verbs.ApplyFix = func(p fix.Plan) (fix.Done, error) { return fix.Done{Steps: 1}, errors.New("the disk is full") }
	s.press("g", " ", " ", "F", "d", "y")
	s.shows("Steps of the plan that were done before: 1 of 2")
	s.press("esc", "F", "x")
	s.shows("no such file")
	s.model.verbs.PlanFix = func(commands.FixRequest, []*discovery.Candidate) (commands.Fixes, error) {
		return commands.Fixes{}, errors.New("no such luck")
	}
	s.press("l")
	s.shows("no such luck")
	s.send(fixedMsg{turn: -1, err: errors.New("late news")})
	s.shows("no such luck")
	s.shows("late news. Nothing was done.")
}

// TestFixRestoresSeveral: the trash stays open, and the next yes is for what it shows then.
func TestFixRestoresSeveral(t *testing.T) {
	s, _ := changeable(t, sample())
	left := []state.Trashed{{ID: "a", Root: "/r", Rel: "one"}, {ID: "b", Root: "/r", Rel: "two"}}
	s.model.verbs.Trash = func() ([]state.Trashed, error) { return left, nil }
	s.model.verbs.Restore = func(id string) (state.Trashed, error) {
		if id != left[0].ID {
			t.Errorf("%s is brought back, %s is under the cursor", id, left[0].ID)
		}
		left = left[1:]
		return state.Trashed{}, nil
	}
	s.press("F", "t")
	s.shows("/r/one")
	s.press("y")
	s.hides("▌ /r/one")
	s.shows("/r/two")
	s.press("y")
	s.shows("The trash is empty.")
	s.press("y", "esc")
	s.hides("The trash is empty.")
}

// A click beside the form closes it, one in it does not; the wheel scrolls it.
func TestFixMouse(t *testing.T) {
	s, store := changeable(t, sample())
	s.press("F", "d")
	s.send(tea.MouseMsg{X: 50, Y: 15, Action: tea.MouseActionPress, Button: tea.MouseButtonWheelDown})
	s.send(tea.MouseMsg{X: 50, Y: 15, Action: tea.MouseActionPress, Button: tea.MouseButtonLeft})
	s.shows("y does this")
	s.send(tea.MouseMsg{X: 0, Y: 0, Action: tea.MouseActionPress, Button: tea.MouseButtonLeft})
	s.hides("y does this")
	if got := off(store); got != "" {
		t.Errorf("%q is off", got)
	}
}

// TestFixMisplaced: a finding about what no skill of the list is can be fixed where it is seen.
func TestFixMisplaced(t *testing.T) {
	for _, test := range []struct {
		code       skills.Code
		path, want string
	}{
		{discovery.CodeBrokenLink, "/p/skills/dead", "dead /p/skills/dead/SKILL.md"},
		{discovery.CodeNested, "/p/skills/cat/nest/SKILL.md", "nest /p/skills/cat/nest/SKILL.md"},
		{discovery.CodeUnreadable, "/p/skills/x", ""},
	} {
		got := ""
		for _, c := range misplaced(skills.Diagnostic{Code: test.code, Path: test.path}) {
			got = c.Name() + " " + c.Path
		}
		if got != test.want {
			t.Errorf("%s: got %q, want %q", test.path, got, test.want)
		}
	}
}
