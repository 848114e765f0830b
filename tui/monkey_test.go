package tui

import (
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"
)

// monkeySteps are those of one run; with the 100 runs that rapid makes, 5,000 in all. -rapid.checks=2000 makes 100,000.
const monkeySteps = 50

// Whatever is pressed, clicked, pasted, resized or changed on disk: no panic, no line of another width than the window, and what was
// written is lost to no key but those that delete.
func TestMonkey(t *testing.T) {
	names := []string{"j", "k", "G", "g", "f", "a", "w", "i", "r", "+", "?", "[", "]", "1", "2", "3", "4", "5", "d", "e", "o", "s", "S", "h", "v", "z", "Z", "p", "y", "n", "t", "c", "x", "/", "$", " ", "/skill:", "tidy", "小",
		"tab", "shift+tab", "esc", "up", "down", "pgdown", "home", "end", "left", "f1", "ctrl+j", "ctrl+r", "y", "Y", "/theme", "m", "m", "l", "F", "F", "x", "l", "c", "u", "/fix", "/trash", "/agents", "/as", "codex", "claude-code", "enter"}
	rapid.Check(t, func(r *rapid.T) {
		s := open(t, 80, 24, broken(sample()))
		for range monkeySteps {
			before, sent, name := s.model.composer.Draft(), len(said(s)), ""
			switch rapid.IntRange(0, 12).Draw(r, "kind") {
			case 0:
				s.resize(rapid.IntRange(1, 220).Draw(r, "width"), rapid.IntRange(1, 60).Draw(r, "height"))
			case 1:
				s.paste(rapid.SampledFrom([]string{"a\nb", "\t\x1b[2J", "/skill:tidy x", "世界 \u200b"}).Draw(r, "paste"))
			case 2:
				s.source.lose(rapid.IntRange(0, 3).Draw(r, "gone"))
				s.run(looking{s.model}.look(true))
			case 3:
				s.send(anyMouse(r, s.model))
			default:
				name = rapid.SampledFrom(names).Draw(r, "key")
				s.press(name)
			}
			checkFrame(r, s.model)
			checkSettled(r, s)
			after := s.model.composer.Draft()
			switch name {
			case "up", "down", "tab": // the history, and what a completion replaces
			case "enter":
				if after == "" && before != "" && len(said(s)) == sent && !strings.HasPrefix(before, "/") {
					r.Fatalf("%q was not sent and is lost", before)
				}
			default:
				if len(after) < len(before) {
					r.Fatalf("%q made %q of %q", name, after, before)
				}
			}
		}
	})
}

// anyMouse is a click, a turn of the wheel or a movement, sometimes outside of the window.
func anyMouse(r *rapid.T, m *Model) tea.MouseMsg {
	return tea.MouseMsg{
		X:      rapid.IntRange(0, m.plan.width+1).Draw(r, "x"),
		Y:      rapid.IntRange(0, m.plan.height+1).Draw(r, "y"),
		Action: rapid.SampledFrom([]tea.MouseAction{tea.MouseActionPress, tea.MouseActionPress, tea.MouseActionRelease, tea.MouseActionMotion}).Draw(r, "action"),
		Button: rapid.SampledFrom([]tea.MouseButton{tea.MouseButtonLeft, tea.MouseButtonLeft, tea.MouseButtonRight, tea.MouseButtonWheelUp, tea.MouseButtonWheelDown}).Draw(r, "button"),
	}
}

// lose takes n skills away; where none is left, all come back.
func (s *fakeSource) lose(n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.found = s.found[min(n, len(s.found)):]; len(s.found) == 0 {
		s.found = sample().found
	}
}

// checkSettled says whether what is shown changes with a message that says nothing.
func checkSettled(r *rapid.T, s *screen) {
	before := ansi.Strip(s.model.View())
	s.send(tea.ResumeMsg{})
	if after := ansi.Strip(s.model.View()); after != before {
		r.Fatalf("the frame\n%s\nbecomes, without a reason,\n%s", before, after)
	}
}

func checkFrame(r *rapid.T, m *Model) {
	lines := strings.Split(m.View(), "\n")
	if len(lines) != m.plan.height {
		r.Fatalf("%d lines in a window of %d", len(lines), m.plan.height)
	}
	for _, l := range lines {
		if w := ansi.StringWidth(l); w != m.plan.width {
			r.Fatalf("a line of %d cells in a window of %d: %q", w, m.plan.width, l)
		}
		if strings.Contains(l, "\x1b[2J") || strings.Contains(l, "\u200b") {
			r.Fatalf("a control reaches the terminal: %q", l)
		}
	}
}
