package fixing

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"

	"deft/commands"
	"deft/commands/fix"
	"deft/commands/state"
	"deft/discovery"
	"deft/tui/keys"
	"deft/tui/theme"
)

var update = flag.Bool("update", false, "write the golden texts anew")

func copyAt(dir, name string) *discovery.Candidate {
	return &discovery.Candidate{Root: &discovery.Root{Path: dir}, Folder: name, Path: filepath.Join(dir, name, "SKILL.md")}
}

// form is an open form about some copies in the home folder.
func form(o theme.Options, names ...string) *Model {
	m := New(keys.Default(), theme.New(o), []string{"deft", "codex", "pi"}, "/home/sam")
	m.SetSize(60, 20)
	about := Subject{Agent: "codex"}
	for _, n := range names {
		about.Copies = append(about.Copies, copyAt("/home/sam/.agents/skills", n))
	}
	m.Show(about, "")
	return m
}

// press sends keys and returns what the last of them asks for, nil for nothing.
func press(m *Model, names ...string) tea.Msg {
	var out tea.Msg
	for _, n := range names {
		k := tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(n)}
		for name, t := range map[string]tea.KeyType{"left": tea.KeyLeft, "right": tea.KeyRight, "enter": tea.KeyEnter, "down": tea.KeyDown, "backspace": tea.KeyBackspace} {
			if n == name {
				k = tea.KeyMsg{Type: t}
			}
		}
		out = nil
		if cmd := m.Update(k); cmd != nil {
			out = cmd()
		}
	}
	return out
}

// plan is one step, about a path in the home folder.
func plan() commands.Fixes {
	return commands.Fixes{Plan: fix.Plan{
		Title: "Link tdd.", Steps: []fix.Step{{Kind: fix.Link, Path: "/home/sam/.pi/agent/skills/tdd", To: "../../../.agents/skills/tdd"}},
		Notes: []string{"something to know"}, Undo: "deft rm tdd@/home/sam/.pi/agent/skills/tdd",
	}}
}

func TestChoices(t *testing.T) {
	for _, test := range []struct {
		keys string
		want commands.FixRequest
	}{
		{"l", commands.FixRequest{Verb: commands.FixLink, Agent: "codex", Level: discovery.Project}},
		{"c right", commands.FixRequest{Verb: commands.FixCopy, Agent: "pi", Level: discovery.Project}},
		{"c right right left left left", commands.FixRequest{Verb: commands.FixCopy, Agent: "deft", Level: discovery.Project}},
		{"d u", commands.FixRequest{Verb: commands.FixDisable, Agent: "codex", Level: discovery.User}},
		{"d u e u", commands.FixRequest{Verb: commands.FixEnable, Agent: "codex", Level: discovery.Project}},
		{"x", commands.FixRequest{Verb: commands.FixRemove, Agent: "codex", Level: discovery.Project}},
		{"r 2 enter", commands.FixRequest{Verb: commands.FixRename, Agent: "codex", Level: discovery.Project, Name: "tdd2"}},
		{"r backspace y enter", commands.FixRequest{Verb: commands.FixRename, Agent: "codex", Level: discovery.Project, Name: "tdy"}},
	} {
		m := form(theme.Options{}, "tdd")
		got, ok := press(m, strings.Fields(test.keys)...).(PlanMsg)
		if !ok || got.Request != test.want || len(got.Copies) != 1 {
			t.Errorf("%s: got %+v", test.keys, got)
		}
	}
	if got, ok := press(form(theme.Options{}, "tdd", "deploy"), "r").(PlanMsg); !ok || len(got.Copies) != 2 {
		t.Errorf("a new name for two: got %+v, and the answer is for who plans", got)
	}
}

// TestYes: a yes is for the plan that is shown, and for nothing else.
func TestYes(t *testing.T) {
	m := form(theme.Options{}, "tdd")
	if got := press(m, "y"); got != nil {
		t.Errorf("a yes to nothing: %+v", got)
	}
	first := press(m, "l").(PlanMsg)
	if got := press(m, "y"); got != nil {
		t.Errorf("a yes before the plan is shown: %+v", got)
	}
	second := press(m, "right").(PlanMsg)
	m.Planned(first.Turn, plan(), nil)
	if got := press(m, "y"); got != nil || m.Ready() {
		t.Errorf("a yes to a plan for another agent: %+v", got)
	}
	m.Planned(second.Turn, commands.Fixes{Refused: []commands.Refused{{Candidate: copyAt("/r", "tdd"), Err: errors.New("no")}}}, nil)
	if got := press(m, "y"); got != nil {
		t.Errorf("a yes to a plan without steps: %+v", got)
	}
	third := press(m, "u").(PlanMsg)
	m.Planned(third.Turn, plan(), nil)
	got, ok := press(m, "y").(DoMsg)
	if !ok || got.Plan.Title != "Link tdd." {
		t.Fatalf("got %+v", got)
	}
	if got := press(m, "y"); got != nil {
		t.Errorf("a second yes: %+v", got)
	}
	if got := press(m, "d"); got != nil {
		t.Errorf("another choice while it is done: %+v", got)
	}
	if m.Finished(got.Turn-1, "too late") || !m.Finished(got.Turn, "the disk is full") {
		t.Error("the wrong yes is finished")
	}
	if got := press(m, "y"); got != nil || !strings.Contains(ansi.Strip(m.View()), "the disk is full") {
		t.Errorf("after a failure: %+v\n%s", got, m.View())
	}
	if got, ok := press(m, "l").(PlanMsg); !ok {
		t.Errorf("nothing can be chosen after a failure: %+v", got)
	}
}

func TestTrash(t *testing.T) {
	m := form(theme.Options{}, "tdd")
	ask := press(m, "t").(ListMsg)
	if got := press(m, "y"); got != nil {
		t.Errorf("a yes before the trash is shown: %+v", got)
	}
	m.Listed(ask.Turn, nil, nil)
	if got := press(m, "y"); got != nil || !strings.Contains(m.View(), "The trash is empty.") {
		t.Errorf("of an empty trash: %+v", got)
	}
	var all []state.Trashed
	for i := range 40 {
		all = append(all, state.Trashed{ID: fmt.Sprint("id", i), Root: "/home/sam/.agents/skills", Rel: fmt.Sprint("skill", i), Kind: state.AFolder, Why: "removed", When: time.Unix(0, 0)})
	}
	m.Listed(press(m, "t").(ListMsg).Turn, all, nil)
	got, ok := press(m, "down", "j", "y").(RestoreMsg)
	if !ok || got.Thing.ID != "id2" {
		t.Errorf("got %+v", got)
	}
	m.Finished(got.Turn, "something is there")
	m.Listed(press(m, "t").(ListMsg).Turn, all, nil)
	press(m, "G")
	if v := ansi.Strip(m.View()); !strings.Contains(v, "▌ ~/.agents/skills/skill39") {
		t.Errorf("the last is not seen:\n%s", v)
	}
	m.Scroll(-3)
	if got, ok := press(m, "y").(RestoreMsg); !ok || got.Thing.ID != "id38" {
		t.Errorf("after a turn of the wheel: %+v", got)
	}
}

// TestSizes: exactly the cells that Size says, whatever is shown, and nothing that a terminal obeys.
func TestSizes(t *testing.T) {
	bad := "\x1b]52;c;eA==\a\u202ebad 小さい" + strings.Repeat("x", 100)
	fixes := plan()
	fixes.Plan.Title += bad
	for range 30 {
		fixes.Plan.Steps = append(fixes.Plan.Steps, fix.Step{Kind: fix.Trash, Path: "/home/sam/" + bad})
		fixes.Refused = append(fixes.Refused, commands.Refused{Candidate: copyAt("/r", bad), Err: errors.New(bad)})
	}
	states := map[string]func(*Model){
		"intro":   func(*Model) {},
		"waiting": func(m *Model) { press(m, "l") },
		"plan":    func(m *Model) { m.Planned(press(m, "l").(PlanMsg).Turn, fixes, nil) },
		"typing":  func(m *Model) { m.about.Copies = m.about.Copies[:1]; press(m, "r", bad) },
		"failed":  func(m *Model) { m.Planned(press(m, "x").(PlanMsg).Turn, fixes, errors.New(bad)) },
		"trash": func(m *Model) {
			m.Listed(press(m, "t").(ListMsg).Turn, []state.Trashed{{ID: bad, Root: "/" + bad, Rel: bad, Why: bad}}, nil)
		},
	}
	for name, bring := range states {
		for _, plain := range []bool{false, true} {
			for _, size := range [][2]int{{86, 30}, {60, 20}, {34, 8}, {10, 5}} {
				m := form(theme.Options{Plain: plain}, bad, "tdd")
				m.SetSize(size[0], size[1])
				bring(m)
				w, h := m.Size()
				lines := strings.Split(m.View(), "\n")
				if len(lines) != h || h > size[1] || w > size[0] {
					t.Errorf("%s, %v: %d lines, size %dx%d", name, size, len(lines), w, h)
				}
				for _, l := range lines {
					if got := ansi.StringWidth(l); got != w {
						t.Errorf("%s, %v: a line of %d cells, not %d: %q", name, size, got, w, l)
					}
				}
				if strings.ContainsAny(ansi.Strip(m.View())+m.Title(), "\x1b\a\u202e") {
					t.Errorf("%s, %v: a control reaches the terminal", name, size)
				}
			}
		}
	}
}

// TestBigPlan: the end of a long plan can be reached, and the choices stay in sight.
func TestBigPlan(t *testing.T) {
	m := form(theme.Options{}, "tdd")
	fixes := plan()
	for i := range 500 {
		fixes.Plan.Steps = append(fixes.Plan.Steps, fix.Step{Kind: fix.Trash, Path: fmt.Sprint("/r/s", i)})
	}
	m.Planned(press(m, "x").(PlanMsg).Turn, fixes, nil)
	press(m, "G")
	for _, want := range []string{"/r/s499", "undo", "l link", "y does this"} {
		if v := ansi.Strip(m.View()); !strings.Contains(v, want) {
			t.Errorf("%s is not seen:\n%s", want, v)
		}
	}
}

func TestGoldens(t *testing.T) {
	m := form(theme.Options{}, "tdd")
	m.Planned(press(m, "l").(PlanMsg).Turn, plan(), nil)
	file := filepath.Join("testdata", "plan.txt")
	got := ansi.Strip(m.View()) + "\n"
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if want, err := os.ReadFile(file); err != nil || string(want) != got {
		t.Errorf("%s (-update writes it anew): %v\n%s", file, err, got)
	}
}
