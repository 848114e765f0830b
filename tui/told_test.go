package tui

import (
	"errors"
	"testing"
	"testing/fstest"

	"deft/commands/cli"
	"deft/commands/config"
)

// Skills are looked for after the editor; what is said of that does not cover its error.
func TestFailedEditorIsSeen(t *testing.T) {
	s := open(t, 100, 24, sample())
	before := s.scans()
	s.send(editedMsg{err: errors.New("exit status 7")})
	if s.scans() == before {
		t.Error("skills are not looked for after a failed editor")
	}
	s.shows("The editor ended with an error: exit status 7")
	s.send(editedMsg{err: errors.New("/home/sam/bin/vi: not found")})
	s.shows("The editor ended with an error: ~/bin/vi: not found")
	s.press("r")
	s.shows("Looked again: ")
}

// The files of a skill come after the burst that names it: they are proposed without another key, unless that was declined.
func TestFilesCompleteAfterABurst(t *testing.T) {
	source := sample()
	source.found[0].files = fstest.MapFS{"scripts/check.sh": {Data: []byte("x")}}
	s := open(t, 80, 24, source)
	s.press("i", "ctrl+c", "burst:/skill:health-check scri")
	s.shows("scripts/check.sh")
	s.press("esc")
	s.send(filesMsg{"health-check", []string{"scripts/check.sh"}})
	s.hides("scripts/check.sh")
	s.press("enter")
	if d := s.model.composer.Draft(); d != "" {
		t.Errorf("not sent: %q", d)
	}
}

// Tab completes or does nothing in a message that is being written; only an empty one is left by it.
func TestTabStaysInAMessage(t *testing.T) {
	s := open(t, 100, 24, sample())
	s.press("i", "ctrl+c", "burst:hello")
	for _, k := range []string{"tab", "tab", "tab"} {
		s.press(k)
		if d := s.model.composer.Draft(); s.model.view.focus != inComposer || d != "hello" {
			t.Fatalf("Tab leads to %v with %q", s.model.view.focus, d)
		}
	}
	s.press("ctrl+c", "tab")
	if s.model.view.focus == inComposer {
		t.Error("Tab does not leave an empty message")
	}
}

// A command that takes nothing is refused with what follows it, and does nothing.
func TestCommandsThatTakeNothing(t *testing.T) {
	for _, command := range []string{"help", "clear", "reload", "config", "quit"} {
		s := open(t, 100, 24, sample())
		before := s.scans()
		s.paste("/" + command + " now")
		s.submit()
		s.shows("/" + command + " takes nothing")
		if d := s.model.composer.Draft(); d != "/"+command+" now" || s.quit || s.model.dialog.Open() || s.scans() != before {
			t.Errorf("/%s now is done, or lost: %q", command, d)
		}
	}
}

func TestSwitchedOffIsNamed(t *testing.T) {
	s := open(t, 100, 24, &fakeSource{}, func(a *cli.App) {
		a.Settings = func() []config.Setting {
			return []config.Setting{{Key: "skills.enabled", Value: "false", Origin: "/home/sam/deft.yaml:2"}}
		}
	})
	s.shows("skills.enabled is false")
	s.shows("(~/deft.yaml:2)")
	s.hides("No skills here yet")
	s.paste("/config")
	s.submit()
	s.shows("false  (~/deft.yaml:2)")
}
