package problems

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"

	"deft/discovery"
	"deft/skills"
	"deft/tui/keys"
	"deft/tui/theme"
)

var update = flag.Bool("update", false, "write the golden texts anew")

func entry(name string, ds ...skills.Diagnostic) *discovery.Entry {
	path := "/home/sam/.deft/skills/" + name + "/SKILL.md"
	for i := range ds {
		ds[i].Path = path
	}
	return &discovery.Entry{State: discovery.Active, Candidate: &discovery.Candidate{
		Path: path, Folder: name, Reading: skills.Reading{Head: skills.Head{Name: name}, Diagnostics: ds}}}
}

// sample has findings of every severity, in two skills and in a root.
func sample() (*discovery.Snapshot, []*discovery.Entry) {
	ruled := entry("ruled")
	ruled.State, ruled.Detail = discovery.Invalid, "the description is missing, and native needs one"
	twin := entry("twin", skills.Diagnostic{Code: "same", Severity: skills.Error, Message: "seen already"})
	twin.Reason = discovery.SameFile
	return &discovery.Snapshot{Diagnostics: []skills.Diagnostic{
			{Code: discovery.CodeMissingRoot, Severity: skills.Warning, Path: "/srv/skills", Message: "there is no such folder",
				Hint: "make it, or take it out of skills.customDirectories"},
		}}, []*discovery.Entry{
			entry("colon", skills.Diagnostic{Code: skills.HiddenUnicode, Severity: skills.Warning, Line: 9, Message: "hidden \u200b text \x1b[2J"},
				skills.Diagnostic{Code: skills.UnquotedColon, Severity: skills.Warning, Line: 3, Message: "a plain value holds a colon",
					Hint: "put the value in quotes"},
				skills.Diagnostic{Code: skills.LongBody, Severity: skills.Info, Message: "the body is long"}),
			ruled, twin,
		}
}

func list(width, height int, muted ...string) *Model {
	m := New(keys.Default(), theme.New(theme.Options{}))
	m.SetSize(width, height)
	snap, entries := sample()
	m.SetIndex(NewIndex(snap, entries, muted, "/home/sam"))
	return m
}

func press(m *Model, name string) tea.Msg {
	k := tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(name)}
	if t, ok := map[string]tea.KeyType{"enter": tea.KeyEnter, "pgdown": tea.KeyPgDown, "backspace": tea.KeyBackspace}[name]; ok {
		k = tea.KeyMsg{Type: t}
	}
	if cmd := m.Update(k); cmd != nil {
		return cmd()
	}
	return nil
}

func text(m *Model) string {
	lines := strings.Split(ansi.Strip(m.View()), "\n")
	for i, l := range lines {
		lines[i] = strings.TrimRight(l, " ")
	}
	return strings.Join(lines, "\n") + "\n"
}

func TestGolden(t *testing.T) {
	m := list(64, 20)
	press(m, "j")
	got := m.Title() + "\n" + text(m)
	const file = "testdata/problems.txt"
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil || string(want) != got {
		t.Errorf("%s (%v), got:\n%s", file, err, got)
	}
}

func TestTitle(t *testing.T) {
	tests := []struct {
		muted  []string
		filter string
		want   string
	}{
		{nil, "", "Problems: 1 error, 3 warnings, 1 info"},
		{[]string{"unquoted-colon", "unusable"}, "", "Problems: 1 error, 2 warnings, 1 info"},
		{nil, "colon warning", "Problems: 2 warnings of 1 error, 3 warnings, 1 info"},
		{nil, "zzz", "Problems"},
	}
	for _, tt := range tests {
		m := list(60, 20, tt.muted...)
		m.setFilter(tt.filter)
		if got := m.Title(); got != tt.want {
			t.Errorf("muted %v, filter %q: %s, want %s", tt.muted, tt.filter, got, tt.want)
		}
	}
}

// What a key asks for, on the line it is pressed on.
func TestMessages(t *testing.T) {
	tests := []struct {
		line int
		key  string
		want tea.Msg
	}{
		{0, "enter", GoToMsg{"/home/sam/.deft/skills/ruled/SKILL.md", 0}},
		{1, "enter", GoToMsg{"/home/sam/.deft/skills/colon/SKILL.md", 3}},
		{1, "e", EditMsg{"/home/sam/.deft/skills/colon/SKILL.md", 3}},
		{1, "y", CopyMsg{"/home/sam/.deft/skills/colon/SKILL.md:3: a plain value holds a colon"}},
		{4, "y", CopyMsg{"/srv/skills: there is no such folder"}},
	}
	for _, tt := range tests {
		m := list(60, 20)
		for range tt.line {
			press(m, "j")
		}
		if got := press(m, tt.key); got != tt.want {
			t.Errorf("%s on line %d asks for %#v", tt.key, tt.line, got)
		}
	}
}

func TestFilter(t *testing.T) {
	m := list(60, 20)
	press(m, "G")
	was, _ := m.Selected()
	m.Find()
	for _, k := range []string{"q", "uo", "tes", "x", "backspace"} {
		if msg := press(m, k); msg != nil {
			t.Errorf("%s asks for %v", k, msg)
		}
	}
	if d, ok := m.Selected(); !ok || d.Code != skills.UnquotedColon {
		t.Errorf("%v is chosen", d)
	}
	press(m, "enter")
	if m.Editing() {
		t.Error("enter does not end the filter")
	}
	m.Find()
	press(m, "zzz")
	if got := text(m); !strings.Contains(got, "No problem matches “quoteszzz”. Esc clears the filter.") {
		t.Errorf("nothing matches, and that is not said:\n%s", got)
	}
	if press(m, "e") != nil || !m.Back() || m.Back() {
		t.Error("the filter is not cleared once")
	}
	press(m, "G")
	if d, _ := m.Selected(); d != was {
		t.Errorf("%v is chosen", d)
	}
}

func TestNothingWrong(t *testing.T) {
	m := New(keys.Default(), theme.New(theme.Options{}))
	m.SetSize(60, 5)
	if got := text(m); !strings.Contains(got, "Not looked yet.") {
		t.Error(got)
	}
	m.SetIndex(NewIndex(nil, nil, nil, ""))
	if got := text(m); !strings.Contains(got, "Nothing wrong") || m.Title() != "Problems" || press(m, "enter") != nil {
		t.Error(got)
	}
}

// The chosen finding stays chosen when skills are looked for again.
func TestSelectionSurvivesRescan(t *testing.T) {
	m := list(60, 20)
	press(m, "j")
	press(m, "j")
	was, _ := m.Selected()
	snap, entries := sample()
	m.SetIndex(NewIndex(snap, entries[:1], nil, "/home/sam"))
	if d, _ := m.Selected(); d != was {
		t.Errorf("%v is chosen, not %v", d, was)
	}
	m.SetIndex(NewIndex(nil, nil, nil, ""))
	if _, ok := m.Selected(); ok {
		t.Error("an empty list has a selection")
	}
}

// Message and hint of the chosen finding are seen whole, and harmless.
func TestDetails(t *testing.T) {
	m := list(30, 30)
	press(m, "j")
	got := strings.Join(strings.Fields(text(m)), " ")
	for _, want := range []string{"a plain value holds a colon put the value in quotes", "unquoted-colon"} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is not shown:\n%s", want, text(m))
		}
	}
	press(m, "j")
	if v := m.View(); strings.Contains(v, "\x1b[2J") || strings.Contains(v, "\u200b") {
		t.Errorf("a control reaches the terminal: %q", v)
	}
}

func TestAnyKeys(t *testing.T) {
	pressed := []string{"j", "k", "g", "G", "pgdown", "e", "y", "enter", "find", "back", "backspace", "o", "rescan", "size", "scroll", "click"}
	rapid.Check(t, func(t *rapid.T) {
		m := list(50, 14)
		for range rapid.IntRange(1, 40).Draw(t, "steps") {
			switch k := rapid.SampledFrom(pressed).Draw(t, "key"); k {
			case "find":
				m.Find()
			case "back":
				m.Back()
			case "scroll":
				m.Scroll(rapid.IntRange(-9, 9).Draw(t, "by"))
			case "click":
				m.Click(rapid.IntRange(-1, 30).Draw(t, "y"))
			case "rescan":
				snap, entries := sample()
				m.SetIndex(NewIndex(snap, entries[:rapid.IntRange(0, len(entries)).Draw(t, "entries")], nil, ""))
			case "size":
				m.SetSize(rapid.IntRange(1, 100).Draw(t, "width"), rapid.IntRange(1, 30).Draw(t, "height"))
			default:
				press(m, k)
			}
			if n := len(m.lines); n > 0 && (m.at < 0 || m.at >= n || m.lines[m.at].heading) {
				t.Fatalf("the cursor is at %d of %d", m.at, n)
			}
			room := painter{m}.room()
			if len(m.lines) > 0 && room > 0 && (m.at < m.top || m.at >= m.top+room) {
				t.Fatalf("the cursor is at %d, %d lines from %d are seen", m.at, room, m.top)
			}
			lines := strings.Split(m.View(), "\n")
			if len(lines) != m.height {
				t.Fatalf("%d lines, not %d", len(lines), m.height)
			}
			for _, l := range lines {
				if w := ansi.StringWidth(l); w != m.width {
					t.Fatalf("a line of %d cells, not %d: %q", w, m.width, l)
				}
			}
		}
	})
}

// A key in the filter, with as many findings as there are where every skill has one.
func BenchmarkFilterKey(b *testing.B) {
	var entries []*discovery.Entry
	for i := range 10_000 {
		entries = append(entries, entry(fmt.Sprintf("skill-%d", i), skills.Diagnostic{Code: skills.UnquotedColon, Severity: skills.Warning, Line: 3,
			Message: "the value of description holds a colon and a blank", Hint: "put the value in quotes"}))
	}
	m := New(keys.Default(), theme.New(theme.Options{}))
	m.SetSize(100, 40)
	m.SetIndex(NewIndex(nil, entries, nil, ""))
	m.Find()
	for i := 0; b.Loop(); i++ {
		if i%4 == 0 {
			m.setFilter("")
		}
		press(m, []string{"c", "o", "l", "o"}[i%4])
		m.View()
	}
}
