package browse

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"pgregory.net/rapid"

	"deft/discovery"
	"deft/tui/cells"
)

// names are the handles that are shown, headings in brackets.
func names(m *Model) string {
	var out []string
	for _, l := range m.shown.lines {
		if l.heading() {
			out = append(out, fmt.Sprintf("[%s %d]", m.parts().groupLabel(l), l.count))
			continue
		}
		out = append(out, m.index.rows[l.row].Handle)
	}
	return strings.Join(out, " ")
}

// mixed has skills of several providers, levels, categories and sizes.
func mixed() (*discovery.Snapshot, []*discovery.Entry) {
	at := func(provider string, level discovery.Level, category string, size int64) func(*discovery.Entry) {
		return func(e *discovery.Entry) {
			e.Root = &discovery.Root{Provider: provider, Level: level}
			e.Category, e.Size = category, size
		}
	}
	return &discovery.Snapshot{}, []*discovery.Entry{
		entry("alpha", "Cuts.", at("claude", discovery.User, "", 400)),
		entry("beta", "Cuts.", at("native", discovery.Project, "devops", 40_000)),
		entry("delta", "Folds.", at("claude-plugins", discovery.Plugin, "devops", 4_000), state(discovery.Shadowed)),
		entry("epsilon", "Folds.", at("claude", discovery.Project, "art", 12_000), state(discovery.Invalid)),
		entry("gamma", "Cuts a delta.", at("native", discovery.User, "", 8_000)),
	}
}

func mixedList(width, height int) *Model {
	m := list(width, height)
	m.SetIndex(NewIndex(mixed()))
	return m
}

func TestOrder(t *testing.T) {
	tests := []struct{ keys, want string }{
		{"", "alpha beta epsilon gamma"},
		{"S", "gamma epsilon beta alpha"},
		{"sp", "alpha epsilon beta gamma"},
		{"spS", "beta gamma alpha epsilon"},
		{"sl", "beta epsilon alpha gamma"},
		{"sc", "epsilon beta alpha gamma"},
		{"sa", "alpha beta gamma epsilon"},
		{"ss", "alpha beta epsilon gamma"},
		{"so", "alpha beta epsilon gamma"},
		{"st", "beta epsilon gamma alpha"},
		{"stS", "alpha gamma epsilon beta"},
		{"sj\n", "alpha epsilon beta gamma"},
		{"op", "[claude 2] alpha epsilon [native 2] beta gamma"},
		{"opa", "[claude 2] alpha epsilon [claude-plugins 1] delta [native 2] beta gamma"},
		{"oc", "[art 1] epsilon [devops 1] beta [without category 2] alpha gamma"},
		{"ol", "[project 2] beta epsilon [user 2] alpha gamma"},
		{"os", "[active 3] alpha beta gamma [invalid 1] epsilon"},
		{"ot", "[over 5000 tokens 1] beta [up to 5000 tokens 1] epsilon [up to 2000 tokens 1] gamma [up to 500 tokens 1] alpha"},
		{"opS", "[claude 2] epsilon alpha [native 2] gamma beta"},
		{"opz", "[claude 2] [native 2] beta gamma"},
		{"opzz", "[claude 2] alpha epsilon [native 2] beta gamma"},
		{"opz\n", "[claude 2] alpha epsilon [native 2] beta gamma"},
		{"opZ", "[claude 2] [native 2]"},
		{"opZZ", "[claude 2] alpha epsilon [native 2] beta gamma"},
		{"opon", "alpha beta epsilon gamma"},
		{"hs", "alpha beta delta epsilon gamma"},
		{"hi", "alpha beta gamma"},
		{"hai", ""},
	}
	for _, tt := range tests {
		t.Run(strings.ReplaceAll(tt.keys, "\n", "enter"), func(t *testing.T) {
			m := mixedList(40, 20)
			for _, r := range tt.keys {
				press(m, strings.ReplaceAll(string(r), "\n", "enter"))
			}
			if got := names(m); got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
			text(t, m)
		})
	}
}

func TestQuery(t *testing.T) {
	tests := []struct{ filter, want string }{
		{"provider:claude", "alpha epsilon"},
		{"provider:cl", "alpha epsilon"},
		{"provider:", "alpha beta epsilon gamma"},
		{"Provider:Native cuts", "beta gamma"},
		{"-provider:claude", "beta gamma"},
		{"provider:claude,native level:user", "alpha gamma"},
		{"provider:claude provider:native level:project", "beta epsilon"},
		{"category:none", "alpha gamma"},
		{"category:devops", "beta"},
		{"state:invalid", "epsilon"},
		{"state:shadowed", "delta"},
		{"state:active,shadowed folds", "delta"},
		{"-state:invalid", "alpha beta gamma"},
		{"level:plugin", ""},
		{"delta", "gamma"},
		{"size:3", ""},
		{"provider:none", ""},
	}
	for _, tt := range tests {
		m := mixedList(60, 20)
		m.Filter(tt.filter)
		if got := names(m); got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.filter, got, tt.want)
		}
	}
}

// The best match comes first where the order is by name; another order holds.
func TestOrderOfMatches(t *testing.T) {
	m := mixedList(60, 20)
	press(m, "a")
	m.Filter("delta")
	if got := names(m); got != "delta gamma" {
		t.Error(got)
	}
	press(m, "s", "t")
	if got := names(m); got != "gamma delta" {
		t.Error(got)
	}
	press(m, "s", "n", "o", "s")
	if got := names(m); got != "[active 1] gamma [shadowed 1] delta" {
		t.Error(got)
	}
}

func TestNothingIsExplained(t *testing.T) {
	tests := []struct {
		filter string
		want   []string
	}{
		{"zzz", []string{"No skill matches “zzz”", "Esc clears"}},
		{"provider:codex", []string{"No skill has the provider codex; there are: claude, claude-plugins, native.", "Esc clears"}},
		{"state:odd", []string{"there are: active, shadowed, filtered, disabled, invalid."}},
		{"state:filtered", []string{"No skill has the state filtered.\n", "Esc clears"}},
		{"level:plugin", []string{"of other states, 1 does", "Key a shows all states"}},
	}
	for _, tt := range tests {
		m := mixedList(200, 20)
		m.Filter(tt.filter)
		for _, want := range tt.want {
			if got := text(t, m); !strings.Contains(got, want) {
				t.Errorf("%s: %q is not said:\n%s", tt.filter, want, got)
			}
		}
	}
	m := list(200, 20)
	m.SetIndex(NewIndex(&discovery.Snapshot{Roots: []discovery.RootReport{{Err: "permission denied",
		Root: &discovery.Root{Provider: "claude", Path: "/home/sam/.claude/skills"}}}}, nil))
	for _, want := range []string{"claude, /home/sam/.claude/skills: permission denied", "deft new NAME", ".deft/skills", "then r looks"} {
		if !strings.Contains(text(t, m), want) {
			t.Errorf("%q is not said:\n%s", want, text(t, m))
		}
	}
	m = mixedList(100, 20)
	press(m, "h", "a", "i", "h")
	for _, want := range []string{"5 skills are here", "Key a shows all states"} {
		if !strings.Contains(text(t, m), want) {
			t.Errorf("%q is not said:\n%s", want, text(t, m))
		}
	}
}

func TestMarks(t *testing.T) {
	m := mixedList(60, 20)
	press(m, " ", " ", "j")
	if got := m.Counts(); got != "4 of 5 · 2 marked" || m.at != 3 {
		t.Errorf("%s, cursor at %d", got, m.at)
	}
	chosen := func() string {
		var out []string
		for _, e := range m.Chosen() {
			out = append(out, e.Name())
		}
		return strings.Join(out, " ")
	}
	m.Filter("gamma")
	if got := chosen(); got != "alpha beta" {
		t.Errorf("a filter leaves marks on %s", got)
	}
	press(m, "v")
	if got := chosen(); got != "alpha beta gamma" {
		t.Errorf("all that are shown: %s", got)
	}
	press(m, "v")
	if got := chosen(); got != "alpha beta" {
		t.Errorf("the marks of all that are shown are not taken away: %s", got)
	}
	snap, entries := mixed()
	m.SetIndex(NewIndex(snap, entries[1:]))
	if got := chosen(); got != "beta" || len(m.marks) != 1 {
		t.Errorf("after a rescan: %s", got)
	}
	if !m.Back() || m.Filtered() || len(m.marks) != 1 {
		t.Error("the filter is not cleared first")
	}
	if !m.Back() || len(m.marks) != 0 || m.Back() {
		t.Error("the marks are not cleared then")
	}
	press(m, "G")
	if got := chosen(); got != "gamma" {
		t.Errorf("without marks %s is chosen", got)
	}
}

func TestSearchesOfThePast(t *testing.T) {
	m := mixedList(60, 20)
	var kept []string
	m.SetOptions(Options{Searched: func(s string) { kept = append(kept, s) }})
	m.SetSearches([]string{"alpha", "provider:native"})
	up, down := tea.KeyMsg{Type: tea.KeyUp}, tea.KeyMsg{Type: tea.KeyDown}
	m.Find()
	press(m, "ga")
	for _, st := range []struct {
		key  tea.KeyMsg
		want string
	}{{up, "provider:native"}, {up, "alpha"}, {up, "alpha"}, {down, "provider:native"}, {down, "ga"}} {
		if m.Update(st.key); m.filter.line.Text != st.want {
			t.Fatalf("after %s the filter is %q, want %q", st.key, m.filter.line.Text, st.want)
		}
	}
	m.Update(down)
	if m.filter.line.Text != "ga" {
		t.Error("down at the newest changes the filter")
	}
	press(m, "backspace", "backspace")
	m.Update(down)
	if m.at != 1 {
		t.Error("down does not move in the list")
	}
	m.Update(up)
	if m.at != 0 || m.filter.line.Text != "" {
		t.Error("up does not go back to the first row")
	}
	press(m, "beta")
	if cmd := m.Update(tea.KeyMsg{Type: tea.KeyEnter}); cmd == nil || cmd() != nil || !slices.Equal(kept, []string{"beta"}) {
		t.Errorf("kept %q", kept)
	}
	m.Find()
	m.Update(up)
	if m.filter.line.Text != "beta" {
		t.Errorf("the last filter is not in the past: %q", m.filter.line.Text)
	}
}

func TestViewIsRemembered(t *testing.T) {
	m := mixedList(60, 20)
	var view string
	m.SetOptions(Options{Chosen: func(s string) { view = s }})
	for _, k := range []string{"s", "t", "S", "o", "p", "h", "i"} {
		if cmd := m.Update(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(k)}); cmd != nil {
			cmd()
		}
	}
	other := mixedList(60, 20)
	other.Restore(view + " states=invalid")
	if names(other) != "[claude 2] alpha epsilon [native 2] gamma beta" || other.Title() != "Skills by tokens, reversed" {
		t.Errorf("%s, %s: what was hidden is not shown again", other.Title(), names(other))
	}
	if got := m.Title(); got != "Skills by tokens, reversed · 2 hidden: h" {
		t.Error(got)
	}
	other.Restore("sort=odd group= states")
	if names(other) == "" && other.choice.order != m.choice.order {
		t.Error("what is not understood changes the order")
	}
}

func TestSelect(t *testing.T) {
	m := mixedList(60, 20)
	press(m, "o", "p", "Z")
	m.Filter("alpha")
	if !m.Select("/skills/delta/SKILL.md") || m.Selected().Name() != "delta" {
		t.Error("a skill that is not shown is not chosen")
	}
	if m.Select("/nowhere") {
		t.Error("a skill that is not there is chosen")
	}
}

func TestGolden(t *testing.T) {
	tests := []struct {
		name string
		keys []string
	}{
		{"groups", []string{"o", "p", "a", "j", " ", " ", "z"}},
		{"sort", []string{"s"}},
		{"states", []string{"h"}},
	}
	for _, tt := range tests {
		m := mixedList(44, 16)
		m.SetOptions(Options{Home: "/skills"})
		press(m, tt.keys...)
		got, file := text(t, m), "testdata/"+tt.name+".txt"
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
}

// Handles are seen whole where giving up the source, or badges as words, makes room for them.
func TestHandlesComeFirst(t *testing.T) {
	for _, width := range []int{24, 28, 36, 47, 48, 60, 90, 120} {
		m := list(width, 20)
		press(m, "a")
		m.SetIndex(NewIndex(nil, []*discovery.Entry{entry("deploy-a-service", "Deploy."), entry("health-check", "Check."),
			entry("short", "One.", state(discovery.Invalid))}))
		if got := text(t, m); !strings.Contains(got, "deploy-a-service") || !strings.Contains(got, "health-check") {
			t.Errorf("%d cells:\n%s", width, got)
		}
	}
}

// Whatever is pressed: the cursor is on a line that can have it and that is seen, marks are on skills that are there, and every line
// is as wide as the list.
func TestAnyKeys(t *testing.T) {
	pressed := []string{"j", "k", "g", "G", "pgdown", " ", "v", "a", "s", "S", "o", "h", "z", "Z", "n", "p", "l", "c", "t", "i", "enter",
		"backspace", "down", "up", "find", "back", "x", "e", "provider:native", "rescan", "size"}
	rapid.Check(t, func(t *rapid.T) {
		m := mixedList(40, 12)
		m.SetSearches([]string{"e", "state:shadowed"})
		for range rapid.IntRange(1, 60).Draw(t, "steps") {
			switch k := rapid.SampledFrom(pressed).Draw(t, "key"); k {
			case "find":
				m.Find()
			case "back":
				m.Back()
			case "rescan":
				snap, entries := mixed()
				m.SetIndex(NewIndex(snap, entries[rapid.IntRange(0, len(entries)).Draw(t, "from"):]))
			case "size":
				m.SetSize(rapid.IntRange(1, 130).Draw(t, "width"), rapid.IntRange(0, 30).Draw(t, "height"))
			case "up":
				m.Update(tea.KeyMsg{Type: tea.KeyUp})
			default:
				press(m, k)
			}
			check(t, m)
		}
	})
}

func check(t *rapid.T, m *Model) {
	lines := m.shown.lines
	if n := len(lines); m.at < 0 || n > 0 && m.at >= n || n == 0 && m.at != 0 {
		t.Fatalf("the cursor is at %d of %d", m.at, n)
	}
	if len(lines) > 0 && m.parts().open(lines[m.at]) {
		t.Fatalf("the cursor is on the heading %d", m.at)
	}
	if room := m.parts().room(); len(lines) > 0 && room > 0 && (m.at < m.top || m.at >= m.top+room) {
		t.Fatalf("the cursor is at %d, %d lines from %d are seen", m.at, room, m.top)
	}
	there := map[identity]bool{}
	for i := range m.index.rows {
		there[identify(m.index.rows[i].Entry)] = true
	}
	for id := range m.marks {
		if !there[id] {
			t.Fatalf("%v is marked and not there", id)
		}
	}
	for _, l := range strings.Split(m.View(), "\n") {
		if w := cells.Width(l); m.height > 0 && w != m.width {
			t.Fatalf("a line of %d cells in a list of %d: %q", w, m.width, l)
		}
	}
}

// On the way the details stay as they are; they follow when the cursor rests.
func TestDetailsFollow(t *testing.T) {
	m := mixedList(60, 12)
	m.SetOptions(Options{Rest: 1})
	first, second := m.Update(keyOf("j")), m.Update(keyOf("j"))
	if got := text(t, m); !strings.Contains(got, "/skills/alpha/SKILL.md") {
		t.Errorf("the details do not wait:\n%s", got)
	}
	m.Update(first())
	if got := text(t, m); !strings.Contains(got, "/skills/alpha/SKILL.md") {
		t.Errorf("the details follow on the way:\n%s", got)
	}
	m.Update(second())
	if got := text(t, m); !strings.Contains(got, "/skills/epsilon/SKILL.md") {
		t.Errorf("the details do not follow:\n%s", got)
	}
}

func keyOf(s string) tea.KeyMsg { return tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(s)} }

// The details show what the filter found where the name does not tell why a skill is there, also when that lies far behind.
func TestDetailsShowTheMatch(t *testing.T) {
	far := entry("far", strings.Repeat("Many words come first here. ", 8)+"Then it checks the weather. "+strings.Repeat("And more. ", 9))
	for _, width := range []int{28, 58, 80} {
		m := list(width, 20)
		m.SetIndex(NewIndex(nil, []*discovery.Entry{far}))
		if got := text(t, m); strings.Contains(got, "weather") {
			t.Fatalf("%d cells show all:\n%s", width, got)
		}
		m.Filter("weather")
		if got := text(t, m); !strings.Contains(got, "…") || !strings.Contains(got, "weather") {
			t.Errorf("%d cells do not show why:\n%s", width, got)
		}
		m.ClearFilter()
		if got := text(t, m); strings.Contains(got, "weather") {
			t.Errorf("%d cells show what was looked for:\n%s", width, got)
		}
	}
}

// Where all skills came with deft, the way to one of one's own is shown.
func TestWelcome(t *testing.T) {
	m := list(40, 20)
	bundled := entry("health-check", "Check.", func(e *discovery.Entry) {
		e.Root = &discovery.Root{Provider: discovery.Shipped, Level: discovery.Bundled}
	})
	m.SetIndex(NewIndex(nil, []*discovery.Entry{bundled}))
	if got := text(t, m); !strings.Contains(got, "`deft new NAME`") {
		t.Errorf("not said:\n%s", got)
	}
	if got := m.Counts(); got != "1 shipped skill · deft new NAME makes your own" {
		t.Error(got)
	}
	m.SetSize(40, 4)
	if got := text(t, m); !strings.Contains(got, "health-check") || strings.Contains(got, "makes your own") {
		t.Errorf("without room:\n%s", got)
	}
	m.SetSize(40, 20)
	m.SetIndex(NewIndex(nil, []*discovery.Entry{bundled, entry("own", "Mine.")}))
	if got := text(t, m); strings.Contains(got, "`deft new NAME`") {
		t.Errorf("said to somebody who has one:\n%s", got)
	}
}
