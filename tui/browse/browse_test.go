package browse

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"

	"deft/discovery"
	"deft/skills"
	"deft/tui/keys"
	"deft/tui/theme"
)

var update = flag.Bool("update", false, "write the golden texts anew")

func entry(name, description string, change ...func(*discovery.Entry)) *discovery.Entry {
	e := &discovery.Entry{State: discovery.Active, Candidate: &discovery.Candidate{
		Root: &discovery.Root{Provider: discovery.Native, Level: discovery.User, Path: "/skills"},
		Path: "/skills/" + name + "/SKILL.md", Folder: name, Size: 4000,
		Reading: skills.Reading{Head: skills.Head{Name: name, Description: description, ModelInvocable: true, UserInvocable: true}},
	}}
	for _, c := range change {
		c(e)
	}
	return e
}

func state(s discovery.State) func(*discovery.Entry) { return func(e *discovery.Entry) { e.State = s } }

// sample has every badge.
func sample() (*discovery.Snapshot, []*discovery.Entry) {
	winner := entry("deploy", "Deploy a service.", func(e *discovery.Entry) { e.Scripts = true })
	loser := entry("deploy", "Another.", state(discovery.Shadowed), func(e *discovery.Entry) {
		e.Root = &discovery.Root{Provider: discovery.Agents, Level: discovery.Project}
		e.Path = "/agents/deploy/SKILL.md"
	})
	entries := []*discovery.Entry{
		entry("broken", "", state(discovery.Invalid)), winner, loser,
		entry("filtered", "Left out.", state(discovery.Filtered)),
		entry("hidden", "H\u200bidden text.", func(e *discovery.Entry) {
			e.Reading.Head.UserInvocable = false
			e.Reading.Diagnostics = []skills.Diagnostic{{Code: skills.HiddenUnicode, Severity: skills.Warning}}
		}),
		entry("people", "For people.", func(e *discovery.Entry) { e.Reading.Head.ModelInvocable = false; e.Size = 480_000 }),
		entry("titled", "Has a title.", func(e *discovery.Entry) { e.Reading.Head.Slug, e.Reading.Head.Name = "titled", "A Title Of Its Own" }),
		entry("小说拆条", "把小说拆成条目 👩\u200d💻"),
	}
	snap := &discovery.Snapshot{Resolutions: []discovery.Resolution{{Name: "deploy", Winner: winner, Collision: true, Entries: []*discovery.Entry{winner, loser}}}}
	return snap, entries
}

func list(width, height int) *Model {
	m := New(keys.Default(), theme.New(theme.Options{}))
	m.SetSize(width, height)
	m.SetFocused(true)
	m.SetIndex(NewIndex(sample()))
	return m
}

func press(m *Model, names ...string) {
	for _, n := range names {
		switch n {
		case "enter":
			m.Update(tea.KeyMsg{Type: tea.KeyEnter})
		case "down":
			m.Update(tea.KeyMsg{Type: tea.KeyDown})
		case "pgdown":
			m.Update(tea.KeyMsg{Type: tea.KeyPgDown})
		case "backspace":
			m.Update(tea.KeyMsg{Type: tea.KeyBackspace})
		case " ":
			m.Update(tea.KeyMsg{Type: tea.KeySpace, Runes: []rune{' '}})
		default:
			m.Update(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(n)})
		}
	}
}

func text(t *testing.T, m *Model) string {
	t.Helper()
	lines := strings.Split(m.View(), "\n")
	if len(lines) != m.height {
		t.Fatalf("%d lines, not %d", len(lines), m.height)
	}
	for i, l := range lines {
		if w := ansi.StringWidth(l); w != m.width {
			t.Errorf("line %d is %d cells wide, not %d: %q", i+1, w, m.width, l)
		}
		lines[i] = strings.TrimRight(ansi.Strip(l), " ")
	}
	return strings.Join(lines, "\n") + "\n"
}

func TestRows(t *testing.T) {
	for _, width := range []int{20, 28, 40, 60, 120} {
		t.Run(fmt.Sprint(width), func(t *testing.T) {
			m := list(width, 10)
			press(m, "a")
			m.Filter("e")
			got := text(t, m)
			file := fmt.Sprintf("testdata/rows-%d.txt", width)
			if *update {
				if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(file)
			if err != nil || string(want) != got {
				t.Errorf("%s (%v), got:\n%s", file, err, got)
			}
		})
	}
}

func TestCounts(t *testing.T) {
	m := list(40, 10)
	if got := m.Counts(); got != "6 of 8 · 1 collision" {
		t.Error(got)
	}
	press(m, "a")
	if got := m.Counts(); got != "8 skills · 1 collision" {
		t.Error(got)
	}
	m.Filter("deploy")
	if got := m.Counts(); got != "2 of 8 · 1 collision" {
		t.Error(got)
	}
}

func TestFilter(t *testing.T) {
	m := list(40, 10)
	press(m, "down", "down")
	was := m.Selected()
	m.Find()
	press(m, "t", "itl")
	if m.Selected().Name() != "titled" {
		t.Errorf("%s is chosen", m.Selected().Name())
	}
	press(m, "backspace", "backspace", "backspace", "backspace")
	m.ClearFilter()
	if m.Filtered() || m.Selected() == nil {
		t.Error("the filter is not cleared")
	}
	m.parts().choose(identify(was))
	m.Find()
	press(m, "zzz")
	if m.Selected() != nil || !strings.Contains(text(t, m), "No skill matches") {
		t.Error("nothing matches, and that is not said")
	}
	m.ClearFilter()
	m.Filter("left out")
	if !strings.Contains(text(t, m), "other") || !strings.Contains(text(t, m), "states") {
		t.Errorf("a match of another state is not mentioned:\n%s", text(t, m))
	}
	press(m, "a")
	if m.Selected() == nil || m.Selected().Name() != "filtered" {
		t.Error("all states are not searched")
	}
}

func TestSelectionSurvivesRescan(t *testing.T) {
	m := list(40, 4)
	press(m, "a", "G", "k")
	was := m.Selected().Path
	snap, entries := sample()
	entries = append([]*discovery.Entry{entry("aaa", "New."), entry("aab", "New.")}, entries...)
	m.SetIndex(NewIndex(snap, entries))
	if got := m.Selected(); got.Path != was || got != entries[8] {
		t.Errorf("the selection is on %s, was on %s", got.Path, was)
	}
	if !strings.Contains(text(t, m), m.Selected().Name()) {
		t.Error("the selection is not on the screen")
	}
	m.SetIndex(NewIndex(snap, entries[:1]))
	if m.Selected().Name() != "aaa" {
		t.Error("the selection is on no row")
	}
	m.SetIndex(NewIndex(nil, nil))
	if m.Selected() != nil || m.Counts() != "0 skills" {
		t.Error("an empty snapshot has a selection")
	}
}

func TestMoving(t *testing.T) {
	m := list(40, 3)
	tests := []struct {
		key  string
		want int
	}{{"k", 0}, {"j", 1}, {"down", 2}, {"pgdown", 4}, {"G", 5}, {"j", 5}, {"pgdown", 5}, {"g", 0}}
	for _, tt := range tests {
		press(m, tt.key)
		if m.at != tt.want || m.at < m.top || m.at >= m.top+3 {
			t.Errorf("after %s the cursor is at %d with %d on top, want %d", tt.key, m.at, m.top, tt.want)
		}
	}
}
