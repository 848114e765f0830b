package tui

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	tea "github.com/charmbracelet/bubbletea"

	"deft/commands/cli"
	"deft/commands/state"
	"deft/tui/preview"
	"deft/tui/theme"
)

// kept lets the interface keep its state in a folder.
func keptIn(dir string) func(*cli.App) {
	return func(a *cli.App) { a.State = state.Open(dir, a.Project) }
}

func TestDraftAndHistoryOutliveARun(t *testing.T) {
	dir := t.TempDir()
	s := open(t, 80, 24, sample(), keptIn(dir))
	s.write("/hel")
	s.submit()
	s.press("ctrl+c")
	s.paste("first message")
	s.press("enter")
	s.paste("not yet\n\tsent 世界")
	if err := s.model.app.State.Close(); err != nil { // what a killed process leaves, its lock is free
		t.Fatal(err)
	}
	s = open(t, 80, 24, sample(), keptIn(dir))
	if d := s.model.composer.Draft(); d != "not yet\n\tsent 世界" {
		t.Fatalf("the draft is %q", d)
	}
	s.model.focus(inComposer)
	s.press("ctrl+c", "up")
	for _, want := range []string{"not yet\n\tsent 世界", "first message", "/hel"} {
		if d := s.model.composer.Draft(); d != want {
			t.Errorf("the history has %q, want %q", d, want)
		}
		s.press("home", "up", "up") // to the first line, then further
	}
	s.press("ctrl+c")
	s.model.app.State.Close()
	s = open(t, 80, 24, sample(), keptIn(dir))
	if d := s.model.composer.Draft(); d != "" {
		t.Errorf("a draft that was given up is back: %q", d)
	}
}

// What is written before the draft of the last run has come is not replaced by it.
func TestDraftThatComesLate(t *testing.T) {
	s := open(t, 80, 24, sample())
	s.paste("new")
	s.send(restoredMsg{past: []string{"old"}, draft: "left"})
	if d := s.model.composer.Draft(); d != "new" {
		t.Errorf("the draft is %q", d)
	}
	s.press("ctrl+c", "up", "up")
	if d := s.model.composer.Draft(); d != "left" {
		t.Errorf("the draft of the last run is lost: %q", d)
	}
}

func TestSearchInTheHistory(t *testing.T) {
	s := open(t, 80, 24, sample())
	for _, text := range []string{"deploy the shop", "write notes", "deploy the blog"} {
		s.paste(text)
		s.press("enter")
	}
	s.paste("DEPLOY")
	s.press("ctrl+r")
	s.shows("deploy the blog")
	s.press("ctrl+r", "enter")
	if d := s.model.composer.Draft(); d != "deploy the shop" || len(said(s)) != 4 {
		t.Errorf("found %q", d)
	}
	s.press("ctrl+c")
	s.paste("nothing like it")
	s.press("ctrl+r", "esc")
	if d := s.model.composer.Draft(); d != "nothing like it" {
		t.Errorf("after a search in vain: %q", d)
	}
}

func TestBackslashBeforeEnter(t *testing.T) {
	s := open(t, 80, 24, sample())
	s.paste(`one\`)
	s.press("enter")
	s.write(`two\\`)
	s.press("enter")
	if m := said(s); len(m) == 0 || m[0].Text != "one\ntwo\\\\" {
		t.Errorf("said %v", m)
	}
}

func TestMentionsAndFilesComplete(t *testing.T) {
	source := sample()
	source.found[0].files = fstest.MapFS{"references/a.md": {Data: []byte("x")}, "scripts/check.sh": {Data: []byte("x")}}
	s := open(t, 80, 24, source)
	s.paste("use ")
	s.write("$ti")
	s.press("tab")
	s.write("and $HOME")
	if d := s.model.composer.Draft(); d != "use $tidy and $HOME" {
		t.Fatalf("the draft is %q", d)
	}
	s.press("enter")
	if m := said(s); len(m) < 2 || m[1].Activation.Handle != "tidy" || m[1].Activation.Args != "use $tidy and $HOME" {
		t.Fatalf("said %v", m)
	}
	s.write("/skill:health-check scri")
	s.shows("scripts/check.sh")
	s.press("tab")
	s.write("ref")
	s.press("down", "enter")
	if d := s.model.composer.Draft(); d != "/skill:health-check scripts/check.sh references/a.md " {
		t.Errorf("the draft is %q", d)
	}
	s.press("ctrl+c")
	s.paste("a ")
	s.write("ref")
	s.hides("references/a.md")
}

func TestCopies(t *testing.T) {
	s := open(t, 120, 30, sample())
	copies := func(what, want string, press ...string) {
		t.Helper()
		s.clip = "?"
		s.press(press...)
		if s.clip != want {
			t.Errorf("%s: copied %q, want %q", what, s.clip, want)
		}
		s.shows("(clip)")
	}
	s.press("f", "tidy", "enter")
	copies("list", "tidy", "y")
	copies("list", "/home/sam/.deft/skills/tidy/SKILL.md", "Y")
	s.press("enter")
	copies("preview", "\nTidy.\n", "y")
	s.model.preview.SetTab(preview.Raw)
	copies("source", skill("tidy", "Tidy a folder.", "Tidy.\n"), "y")
	s.press("esc", "esc", "esc")
	s.paste("hello")
	s.press("enter")
	s.write("/copy")
	copies("command", "hello", "esc", "enter")
	s.write("/copy all")
	s.press("enter")
	if !strings.Contains(s.clip, "hello") || s.clip == "hello" {
		t.Errorf("/copy all: %q", s.clip)
	}
	s.press("esc")
	copies("chat", "hello", "y")
	s.write("/copy some")
	s.press("enter")
	s.shows("/copy takes nothing or all")
}

func TestExport(t *testing.T) {
	dir := t.TempDir()
	s := open(t, 80, 24, sample(), func(a *cli.App) { a.Cwd, a.Home = dir, dir })
	s.write("/export")
	s.submit()
	s.shows("nothing was said yet")
	if s.model.composer.Draft() != "/export" {
		t.Error("a refused command is lost")
	}
	s.press("ctrl+c")
	s.paste("hello")
	s.press("enter")
	for line, file := range map[string]string{"/export md a b.md": "a b.md", "/export json c": "c.json", "/export ~/d.json": "d.json"} {
		s.write(line)
		s.press("enter")
		data, err := os.ReadFile(filepath.Join(dir, file))
		if err != nil || !strings.Contains(string(data), "hello") || strings.HasSuffix(file, ".json") != json.Valid(data) {
			t.Errorf("%s: %v %s", line, err, data)
		}
		s.shows("The conversation is in ~/")
	}
}

// case R115: a theme changes list, preview and chat alike while the program runs, and is there in the next run.
func TestThemeChanges(t *testing.T) {
	dir := t.TempDir()
	s := open(t, 160, 30, sample(), keptIn(dir), func(a *cli.App) { a.Theme = "dark" })
	s.model.colours.Level = theme.Color256
	s.write("/skill:tidy now")
	s.press("enter")
	frames := map[string]bool{}
	for _, name := range []string{"dark", "light", "contrast-dark", "contrast-light", "none"} {
		s.write("/theme " + name)
		s.submit()
		s.shows("Theme: " + name)
		parts := []string{s.model.list.View(), s.model.preview.View(), s.model.chat.View(), s.model.View()}
		for i, p := range parts {
			if coloured := strings.Contains(p, ";5;") || strings.Contains(p, "\x1b[3") || strings.Contains(p, "\x1b[9"); coloured == (name == "none") {
				t.Errorf("%s: part %d has colours: %v", name, i, coloured)
			}
		}
		frames[parts[0]+parts[2]] = true
	}
	if len(frames) != 5 {
		t.Errorf("%d themes look different", len(frames))
	}
	if got := state.Open(dir, "").Switches.Get("theme"); got != "none" {
		t.Errorf("the next run begins with %q", got)
	}
	s.write("/theme")
	s.submit()
	s.shows("Theme: auto")
	s.write("/theme blue")
	s.press("enter")
	s.shows("a theme is one of auto, dark")
}

// A change on disk reaches the list; the cursor and what is written stay.
func TestChanges(t *testing.T) {
	s := open(t, 80, 24, sample())
	s.press("G")
	was := s.model.list.Selected().Path
	s.write("/skill:ti")
	news := make(chan bool, 2)
	s.model.verbs.Changed = func() bool { return <-news }
	s.source.mu.Lock()
	s.source.found = append(s.source.found, native("arrived", "New here.", "x\n"))
	s.source.snapshot = nil
	s.source.mu.Unlock()
	news <- true
	news <- false // the interface waits again, and is told that there is no more
	s.run(looking{s.model}.await())
	s.shows("arrived")
	if s.model.list.Selected().Path != was || s.model.composer.Draft() != "/skill:ti" || len(news) != 0 {
		t.Error("the cursor or the draft has moved, or nobody waits for the next change")
	}
}

func click(x, y int) tea.MouseMsg {
	return tea.MouseMsg{X: x, Y: y, Action: tea.MouseActionPress, Button: tea.MouseButtonLeft}
}

// at is the first cell of a text in the frame.
func (s *screen) at(text string) (x, y int) {
	s.t.Helper()
	for y, l := range strings.Split(s.frame(), "\n") {
		if head, _, ok := strings.Cut(l, text); ok {
			return len([]rune(head)), y
		}
	}
	s.t.Fatalf("%q is not shown:\n%s", text, s.frame())
	return 0, 0
}

func TestMouse(t *testing.T) {
	for _, size := range [][2]int{{120, 30}, {100, 16}} { // with frames and without
		s := open(t, size[0], size[1], sample())
		x, y := s.at("tidy")
		s.send(click(x, y))
		if s.model.list.Selected().Name() != "tidy" || s.model.view.focus != inList {
			t.Errorf("%v: a click chooses %s", size, s.model.list.Selected().Name())
		}
		for i, name := range preview.Tabs() {
			x, y = s.at(" " + name + " ")
			s.send(click(x+1, y))
			if int(s.model.preview.Tab()) != i || s.model.view.focus != inPreview {
				t.Errorf("%v: a click on %s opens tab %d", size, name, s.model.preview.Tab())
			}
		}
		s.paste("hello 世界 all")
		x, y = s.at("all")
		s.send(click(0, 2))
		s.send(click(x+2, y)) // the wide characters take two cells each
		s.write("X")
		if d := s.model.composer.Draft(); d != "hello 世界 Xall" {
			t.Errorf("%v: the cursor was put elsewhere: %q", size, d)
		}
	}
}

// For a screen reader there is one pane at a time, no frame and no drawn sign, and the open tab is marked by text.
func TestPlain(t *testing.T) {
	s := open(t, 120, 30, sample())
	s.model.colours.Plain, s.model.view.plain = true, true
	choosing{s.model}.setTheme(theme.New(s.model.colours.options("none")))
	s.press("f", "health", "enter", "enter")
	f := s.frame()
	for _, l := range strings.Split(f, "\n") {
		if i := strings.IndexFunc(l, func(r rune) bool { return r >= 0x2190 && r < 0x2c00 }); i >= 0 {
			t.Errorf("a drawn sign in %q", l)
		}
	}
	if strings.Contains(f, "Skills") || !strings.Contains(f, "[Read]") {
		t.Errorf("more than one pane, or no mark for the tab:\n%s", f)
	}
	x, y := s.at("Why")
	s.send(click(x, y))
	s.shows("[Why]")
}

func TestWheel(t *testing.T) {
	source := sample()
	source.found = append(source.found, native("zz-long", "Long.", strings.Repeat("A line.\n\n", 200)))
	s := open(t, 120, 30, source)
	s.press("G", "k")
	turn := func(x, y int, b tea.MouseButton) {
		s.send(tea.MouseMsg{X: x, Y: y, Action: tea.MouseActionPress, Button: b})
	}
	before := previewOf(s)
	turn(80, 10, tea.MouseButtonWheelDown)
	if previewOf(s) == before || s.model.view.focus != inList {
		t.Error("the wheel does not scroll the preview, or takes the focus")
	}
	turn(80, 10, tea.MouseButtonWheelUp)
	if previewOf(s) != before {
		t.Error("the wheel does not scroll back")
	}
	was := s.model.list.Selected()
	turn(5, 5, tea.MouseButtonWheelUp)
	if s.model.list.Selected() == was {
		t.Error("the wheel does not move in the list")
	}
	s.press("?")
	s.send(click(0, 0))
	if s.model.dialog.Open() {
		t.Error("a click beside a dialog does not close it")
	}
}

// The message has as many lines as its text needs in a window of another width, at once.
func TestMessageFollowsTheWidth(t *testing.T) {
	s := open(t, 80, 24, sample())
	s.paste(strings.Repeat("word ", 20))
	for _, width := range []int{40, 120, 60} {
		s.model.Update(tea.WindowSizeMsg{Width: width, Height: 24})
		if got, want := s.model.plan.composer.h, s.model.composer.Lines(); got != want {
			t.Errorf("%d columns: %d lines for a text of %d", width, got, want)
		}
	}
}
