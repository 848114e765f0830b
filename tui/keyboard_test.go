package tui

import (
	"slices"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"deft/commands/cli"
	"deft/commands/config"
	"deft/tui/preview"
)

// Where keys go: each row is what is pressed at the start, with the focus in the list.
func TestRouting(t *testing.T) {
	tests := []struct {
		name  string
		keys  []string
		draft string
		focus place
	}{
		{"a slash goes to the composer", []string{"/"}, "/", inComposer},
		{"a dollar too", []string{"$"}, "$", inComposer},
		{"a burst goes whole", []string{"/skill:tidy"}, "/skill:tidy", inComposer},
		{"its blanks follow", []string{"/skill:tidy", " ", "x"}, "/skill:tidy x", inComposer},
		{"letters are keys", []string{"x"}, "", inList},
		{"a burst of letters is so many keys", []string{"jj"}, "", inList},
		{"and may end in a command", []string{"jj/help"}, "/help", inComposer},
		{"a burst that opens the composer goes on there", []string{"chello"}, "hello", inComposer},
		{"names of keys that are typed are text", []string{"c", "x", "burst:tab", "burst:esc", "burst:enter"}, "xtabescenter", inComposer},
		{"also where no text is edited", []string{"burst:/tab"}, "/tab", inComposer},
		{"a burst in a dialog closes it and goes on", []string{"?", "burst:q/help"}, "/help", inComposer},
		{"inside the composer a slash is a slash", []string{"c", "a", "/"}, "a/", inComposer},
		{"inside the filter too", []string{"f", "/"}, "", inList},
		{"two quick Esc are one with Alt", []string{"c", "x", "alt+esc"}, "x", inList},
		{"tab goes on", []string{"tab"}, "", inPreview},
		{"past the chat, which is empty", []string{"tab", "tab"}, "", inComposer},
		{"and round", []string{"tab", "tab", "tab"}, "", inList},
		{"shift+tab goes back", []string{"shift+tab"}, "", inComposer},
		{"tab takes a completion", []string{"/skill:tid", "tab"}, "/skill:tidy ", inComposer},
		{"enter takes one that is not complete", []string{"/skill:tid", "enter"}, "/skill:tidy ", inComposer},
		{"enter reads", []string{"enter"}, "", inPreview},
		{"f from the preview filters the list", []string{"tab", "f"}, "", inList},
		{"i names the chosen skill", []string{"G", "k", "i"}, "/skill:tidy ", inComposer},
		{"i adds to a draft", []string{"c", "use", "esc", "G", "k", "i"}, "use /skill:tidy ", inComposer},
		{"i qualifies a copy that does not win", []string{"f", "deploy", "enter", "a", "j", "i"}, "/skill:deploy-service@agents ", inComposer},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := open(t, 80, 24, broken(sample()))
			s.press(tt.keys...)
			if got := s.model.composer.Draft(); got != tt.draft {
				t.Errorf("draft %q, want %q", got, tt.draft)
			}
			if got := s.model.view.focus; got != tt.focus {
				t.Errorf("focus %d, want %d", got, tt.focus)
			}
			s.frame()
		})
	}
}

func TestPaste(t *testing.T) {
	text := "/skill:tidy a\n\n    indented\n\ttabbed \x1b[2J\u202ex"
	tests := []struct {
		name string
		keys []string
	}{
		{"in the composer", []string{"c"}},
		{"elsewhere", nil},
		{"over a dialog", []string{"?"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := open(t, 80, 24, sample())
			s.press(tt.keys...)
			s.paste(text)
			if got := s.model.composer.Draft(); got != text {
				t.Errorf("draft %q, want %q", got, text)
			}
			if s.model.view.focus != inComposer {
				t.Error("the composer has not got the focus")
			}
			if v := s.model.View(); strings.Contains(v, "\x1b[2J") || strings.Contains(v, "\u202e") {
				t.Error("pasted controls reach the terminal")
			}
		})
	}
	t.Run("line ends of terminals", func(t *testing.T) {
		s := open(t, 80, 24, sample())
		s.paste("a\r\rb\r\nc\n")
		if got := s.model.composer.Draft(); got != "a\n\nb\nc\n" {
			t.Errorf("draft %q", got)
		}
	})
	t.Run("into the filter", func(t *testing.T) {
		s := open(t, 80, 24, sample())
		s.press("f")
		s.paste("tidy")
		if s.model.composer.Draft() != "" || s.model.list.Selected().Name() != "tidy" {
			t.Error("a paste into the filter went elsewhere")
		}
	})
}

// Esc closes the topmost thing, one at a time.
func TestEscape(t *testing.T) {
	s := open(t, 80, 24, sample())
	s.press("f", "t", "enter", "/skill:t", "f1")
	steps := []struct {
		name string
		done func(*Model) bool
	}{
		{"dialog", func(m *Model) bool { return !m.dialog.Open() && m.composer.Open() }},
		{"completion", func(m *Model) bool { return !m.composer.Open() && m.list.Filtered() }},
		{"filter", func(m *Model) bool { return !m.list.Filtered() && m.view.focus == inComposer }},
		{"composer", func(m *Model) bool { return m.view.focus == inList && m.composer.Draft() == "/skill:t" }},
	}
	for _, st := range steps {
		s.press("esc")
		if !st.done(s.model) {
			t.Fatalf("after Esc for the %s:\n%s", st.name, s.frame())
		}
	}
}

func TestInterrupt(t *testing.T) {
	s := open(t, 80, 24, sample())
	s.write("/skill:tidy x")
	s.press("ctrl+c")
	if s.model.composer.Draft() != "" || s.quit {
		t.Fatal("the first Ctrl+C does not just clear the draft")
	}
	s.press("up")
	if s.model.composer.Draft() != "/skill:tidy x" {
		t.Error("a cleared draft is not in the history")
	}
	s.press("ctrl+c", "ctrl+c")
	s.shows("Press Ctrl+C again to quit")
	s.press("esc")
	s.hides("Press Ctrl+C again")
	s.press("ctrl+c")
	if s.quit {
		t.Fatal("quit without a second Ctrl+C in a row")
	}
	if s.press("ctrl+c"); !s.quit {
		t.Error("the second Ctrl+C does not quit")
	}
}

func TestQuit(t *testing.T) {
	s := open(t, 80, 24, sample())
	s.press("c", "q")
	if s.quit {
		t.Fatal("q in the composer quits")
	}
	s.press("esc", "q")
	if !s.quit {
		t.Error("q does not quit")
	}
}

func TestFocusIsVisible(t *testing.T) {
	s := open(t, 80, 24, sample())
	for _, title := range []string{"━ Skills", "Raw  Prompt ━", "━ Message"} {
		s.shows(title)
		s.press("tab")
	}
}

func TestWhyAndZoom(t *testing.T) {
	s := open(t, 100, 24, sample())
	s.press("w")
	if s.model.preview.Tab() != preview.Why || s.model.view.focus != inList {
		t.Fatal("w does not show why beside the list")
	}
	s.press("w")
	if s.model.preview.Tab() != preview.Read {
		t.Error("w does not go back")
	}
	s.press("tab", "]")
	if s.model.preview.Tab() != preview.Files {
		t.Error("] does not show the next tab")
	}
	s.press("+")
	s.hides("Skills")
	s.press("esc")
	s.shows("Skills")
}

func TestHelpNamesEveryKey(t *testing.T) {
	s := open(t, 120, 200, sample())
	s.press("?")
	for _, sec := range s.model.keys.Sections() {
		for _, b := range sec.Bindings {
			s.shows(b.Help().Desc)
		}
	}
	s.press("?")
	if s.model.dialog.Open() {
		t.Error("? does not close the help")
	}
}

// Help is asked for the keys that are of use here: they come first.
func TestHelpBeginsHere(t *testing.T) {
	tests := []struct {
		keys []string
		want string
	}{
		{[]string{"?"}, "Skills"},
		{[]string{"enter", "?"}, "Preview"},
		{[]string{"c", "f1"}, "Message"},
		{[]string{"p", "?"}, "Problems"},
		{[]string{"m", "?"}, "Matrix"},
		{[]string{"m", "c", "f1"}, "Message"},
		{[]string{"F", "?"}, "Fix"},
	}
	for _, tt := range tests {
		s := open(t, 80, 24, sample())
		s.press(tt.keys...)
		lines := strings.Split(s.frame(), "\n")
		at := slices.IndexFunc(lines, func(l string) bool { return strings.Contains(l, "Help ") })
		if at < 0 || !strings.Contains(lines[at+1], " "+tt.want+" ") {
			t.Errorf("%q: help does not begin with %s:\n%s", tt.keys, tt.want, s.frame())
		}
	}
}

// A command that changes what the list shows gives the keys to the list; what is refused stays to be corrected.
func TestCommandsForTheList(t *testing.T) {
	tests := []struct {
		text string
		want place
	}{
		{"/as codex", inList},
		{"/as deft", inList},
		{"/as", inComposer},
		{"/as codx", inComposer},
	}
	for _, tt := range tests {
		s := open(t, 120, 30, fiveCopies())
		s.write(tt.text)
		s.submit()
		if got := s.model.view.focus; got != tt.want {
			t.Errorf("%s: the keys are at place %d, not %d", tt.text, got, tt.want)
		}
	}
	for text, want := range map[string]place{"/profile ops": inList, "/profile opps": inComposer, "/profile": inComposer} {
		s := openProfiles(t)
		s.write(text)
		s.submit()
		if got := s.model.view.focus; got != want {
			t.Errorf("%s: the keys are at place %d, not %d", text, got, want)
		}
	}
}

// The key that the tab Why names for comparing works with the focus in the list too, where Enter reads.
func TestWhyNamesItsKey(t *testing.T) {
	s := open(t, 120, 30, fiveCopies())
	s.press("a", "w")
	_, said, ok := strings.Cut(s.frame(), "differs from the winner; ")
	if !ok {
		t.Fatalf("no copy differs:\n%s", s.frame())
	}
	s.press(strings.Fields(said)[0])
	s.shows("1 line added, 1 removed")
	if s.model.view.focus != inList {
		t.Error("the focus has moved")
	}
}

func TestCommands(t *testing.T) {
	s := open(t, 100, 30, sample(), func(a *cli.App) {
		a.Settings = func() []config.Setting {
			return []config.Setting{{Key: "skills.enabled", Value: "true", Origin: "default"}}
		}
		a.ContextFiles = []string{"/home/sam/AGENTS.md"}
	})
	run := func(text string) {
		s.write(text)
		s.submit()
		s.frame()
	}
	run("/config")
	s.shows("skills.enabled")
	s.shows("~/AGENTS.md")
	s.press("esc")
	run("hello there")
	s.shows("No model is connected")
	run("/clear")
	s.hides("No model is connected")
	run("/skills tidy")
	if s.model.list.Selected().Name() != "tidy" || s.model.view.focus != inList {
		t.Error("/skills does not filter the list")
	}
	run("/help")
	s.shows("Everywhere")
	s.press("esc")
	s.source.found = append(s.source.found, native("fresh", "New.", "x\n"))
	s.press("esc")
	run("/reload")
	s.shows("fresh")
	run("/quit")
	if !s.quit {
		t.Error("/quit does not quit")
	}
}

func TestSkillCommandsOff(t *testing.T) {
	s := open(t, 80, 24, sample(), func(a *cli.App) { a.SkillCommands = false })
	s.write("/skill:tidy")
	s.shows("skill commands are off")
	s.press("enter")
	s.shows("skill commands are off")
	if s.model.composer.Draft() != "/skill:tidy" || s.model.view.chat {
		t.Error("the draft is lost or was sent")
	}
	s.press("esc", "esc", "i")
	s.shows("/skill: is off")
}

func TestFirstFrameWaitsForNothing(t *testing.T) {
	source := sample()
	m := open(t, 80, 24, source).model
	fresh := New(m.verbs, m.app, m.keys, m.colours)
	s := &screen{t: t, model: fresh, source: source}
	fresh.Init() // the commands are not run: the scan goes on
	s.send(tea.WindowSizeMsg{Width: 80, Height: 24})
	s.shows("Skills")
	s.hides("Looking for skills")
	s.send(slowMsg{turn: fresh.scan.turn})
	s.shows("Looking for skills")
	s.write("/skill:tidy now")
	s.submit()
	s.shows("Still looking for skills")
	s.run(fresh.finishScan())
	s.hides("Looking for skills")
	s.shows("User: now")
}

// finishScan runs the scan that was begun.
func (m *Model) finishScan() tea.Cmd {
	m.scan.running = false
	m.scan.turn--
	return looking{m}.look(false)
}

// From a problem to the line it is about, and to what can be done with it.
func TestProblems(t *testing.T) {
	s := open(t, 100, 30, broken(sample()))
	s.press("p")
	s.shows("Problems: ")
	s.press("y")
	if !strings.Contains(s.clip, "/broken/SKILL.md:1: ") {
		t.Errorf("copied %q", s.clip)
	}
	s.press("enter")
	if m := s.model; m.view.problems || m.view.focus != inPreview || m.preview.Tab() != preview.Raw || m.list.Selected().Name() != "broken" {
		t.Errorf("enter leads to %v, tab %d:\n%s", m.view.focus, m.preview.Tab(), s.frame())
	}
	s.press("p", "f", "zzz")
	s.shows("No problem matches")
	s.press("esc")
	s.shows("broken/SKILL.md")
	s.press("esc")
	s.hides("Problems: ")
	s.press("p", "p")
	s.hides("Problems: ")
	s.press("p", "c", "x")
	if s.hides("Problems: "); s.model.composer.Draft() != "x" {
		t.Errorf("draft %q", s.model.composer.Draft())
	}
}

// What is done with several skills.
func TestMarked(t *testing.T) {
	s := open(t, 100, 30, sample())
	s.press("g", " ", " ")
	s.shows("2 marked")
	s.press("y")
	names := strings.Split(s.clip, "\n")
	if len(names) != 2 {
		t.Fatalf("copied %q", s.clip)
	}
	s.press("i")
	if got, want := s.model.composer.Draft(), "/skill:"+names[0]+" /skill:"+names[1]+" "; got != want {
		t.Errorf("draft %q, want %q", got, want)
	}
	s.press("esc", "f", "x", "esc")
	s.shows("2 marked")
	s.press("esc")
	s.hides("marked")
}

func TestMenuTakesKeys(t *testing.T) {
	s := open(t, 100, 30, sample())
	s.press("s")
	s.shows("Sort by")
	s.press("t")
	s.shows("Skills by tokens")
	s.press("o", "esc", "o", "tab")
	s.hides("Group by")
	s.press("esc", "s")
	s.paste("text")
	if s.hides("Sort by"); s.model.composer.Draft() != "text" {
		t.Errorf("draft %q", s.model.composer.Draft())
	}
}
