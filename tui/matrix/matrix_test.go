package matrix

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"

	"deft/commands"
	"deft/discovery"
	"deft/skills"
	"deft/tui/keys"
	"deft/tui/theme"
)

var update = flag.Bool("update", false, "write the golden texts anew")

const (
	home = "/home/sam"
	work = "/home/sam/work"
)

// scene is a disk with skills at the given paths of folders.
func scene(dirs ...string) *discovery.Scene {
	s := &discovery.Scene{Ground: discovery.Ground{Place: discovery.Place{Cwd: work, Home: home, Project: work},
		Above: []discovery.Folder{{Path: work, Git: discovery.GitRepository}, {Path: home, Home: true}}}}
	roots := map[string]*discovery.Root{}
	for _, dir := range dirs {
		at := path.Dir(dir)
		if roots[at] == nil {
			level := discovery.User
			if strings.HasPrefix(at, work) {
				level = discovery.Project
			}
			roots[at] = &discovery.Root{Provider: path.Base(path.Dir(at)), Level: level, Path: at}
			s.Shared = append(s.Shared, roots[at])
			s.Roots = append(s.Roots, discovery.RootReport{Root: roots[at]})
		}
		name := path.Base(dir)
		raw := "---\nname: " + name + "\ndescription: About " + name + ".\n---\n\nText.\n"
		if name == "mute" {
			raw = "---\nname: mute\n---\n\nText.\n"
		}
		reading := skills.ReadHead(skills.Source{Path: dir + "/SKILL.md", Folder: name}, []byte(raw), int64(len(raw)))
		s.Candidates = append(s.Candidates, &discovery.Candidate{Root: roots[at], Rel: name + "/SKILL.md", Path: dir + "/SKILL.md", Real: dir + "/SKILL.md",
			Folder: name, Reading: reading, Facts: &discovery.Facts{Shape: skills.ReadShape([]byte(raw), reading)}})
	}
	return s
}

// fiveCopies is one name in three roots of the user and two of the project, beside skills without rivals.
func fiveCopies() *discovery.Scene {
	return scene(home+"/.claude/skills/tdd", home+"/.agents/skills/tdd", home+"/.codex/skills/tdd", work+"/.claude/skills/tdd", work+"/.agents/skills/tdd",
		home+"/.claude/skills/deploy", home+"/.agents/skills/mute")
}

func index(t testing.TB, s *discovery.Scene) *Index {
	t.Helper()
	v := commands.Agents{Config: discovery.Defaults, Scan: func(context.Context) (*discovery.Scene, error) { return s, nil }}
	views, err := v.Views(t.Context(), commands.User)
	if err != nil {
		t.Fatal(err)
	}
	return NewIndex(views, work, home)
}

func pane(t testing.TB, s *discovery.Scene, width, height int, o theme.Options) *Model {
	t.Helper()
	m := New(keys.Default(), theme.New(o), work, home)
	m.SetSize(width, height)
	m.SetIndex(index(t, s))
	return m
}

func press(m *Model, names ...string) (out tea.Msg) {
	for _, name := range names {
		k := tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(name)}
		if t, ok := map[string]tea.KeyType{"enter": tea.KeyEnter, "pgdown": tea.KeyPgDown, "left": tea.KeyLeft, "right": tea.KeyRight}[name]; ok {
			k = tea.KeyMsg{Type: t}
		}
		out = nil
		if cmd := m.Update(k); cmd != nil {
			out = cmd()
		}
		if msg, ok := out.(CompareMsg); ok {
			m.SetIndex(msg.Index.Compare(unlike))
		}
	}
	return out
}

// unlike finds no copy that is identical with another.
func unlike([]*discovery.Candidate) discovery.Digests { return nil }

func text(m *Model) string {
	lines := strings.Split(ansi.Strip(m.View()), "\n")
	for i, l := range lines {
		lines[i] = strings.TrimRight(l, " ")
	}
	return m.Title() + "\n" + strings.Join(lines, "\n") + "\n"
}

func TestGolden(t *testing.T) {
	tests := []struct {
		name          string
		width, height int
		plain         bool
		keys          []string
	}{
		{"five", 130, 18, false, []string{"j", "l", "l", "l", "l", "l"}},
		{"narrow", 40, 10, false, []string{"G", "l", "l", "l", "l"}},
		{"plain", 76, 14, true, []string{"d", "j", "l", "l", "l", "l", "l"}},
	}
	for _, tt := range tests {
		m := pane(t, fiveCopies(), tt.width, tt.height, theme.Options{Plain: tt.plain})
		press(m, tt.keys...)
		got, file := text(m), "testdata/"+tt.name+".txt"
		if *update {
			if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if want, err := os.ReadFile(file); err != nil || string(want) != got {
			t.Errorf("%s (%v), got:\n%s", file, err, got)
		}
	}
}

// What agents make of five copies, as one letter a copy: u and p are the user's and the project's, c, a and x the roots of Claude, of
// agents and of Codex.
func TestVerdicts(t *testing.T) {
	x := index(t, fiveCopies())
	want := map[string]string{
		"deft": "↓↓↓↓✓", "dsh": "↓··✓·", "claude-code": "·✓··↓", "codex": "?·??·", "gemini-cli": "↓··✓·", "copilot-cli": "↓··✓↓",
		"cursor": "~~~~~", "opencode": "~~·~~", "crush": "↓↓·↓✓",
	}
	for col, a := range x.agents {
		got := ""
		for row := range x.rows {
			if x.rows[row].name == "tdd" {
				got += x.of(row, col).verdict().sign()
			}
		}
		if w, ok := want[a.name]; ok && got != w {
			t.Errorf("%s: %s, want %s", a.name, got, w)
		}
	}
}

func TestDisagreements(t *testing.T) {
	for _, tt := range []struct {
		scene *discovery.Scene
		want  string
	}{
		{fiveCopies(), "mute tdd"},
		{scene(home+"/.claude/skills/a", home+"/.agents/skills/b"), ""},
		{scene(home+"/.agents/skills/a", work+"/.agents/skills/a"), "a"}, // codex keeps both
	} {
		m := pane(t, tt.scene, 80, 20, theme.Options{})
		press(m, "d")
		names := []string{}
		for _, row := range m.lines {
			if n := m.index.rows[row].name; len(names) == 0 || names[len(names)-1] != n {
				names = append(names, n)
			}
		}
		if got := strings.Join(names, " "); got != tt.want {
			t.Errorf("%q differ, want %q", got, tt.want)
		}
		if tt.want == "" && !strings.Contains(text(m), "agree") {
			t.Errorf("an empty pane does not say why:\n%s", text(m))
		}
	}
}

// Identical copies are one skill: who uses one of them agrees with who uses another. What is read is what that takes.
func TestIdenticalCopies(t *testing.T) {
	x := index(t, scene(home+"/.claude/skills/same", work+"/.agents/skills/same", home+"/.claude/skills/other", work+"/.agents/skills/other",
		home+"/.agents/skills/twice", work+"/.agents/skills/twice", home+"/.claude/skills/alone"))
	m := New(keys.Default(), theme.New(theme.Options{}), work, home)
	m.SetSize(120, 20)
	m.SetIndex(x)
	cmd := m.Update(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("d")})
	if got := text(m); cmd == nil || !strings.Contains(got, "comparing copies") {
		t.Fatalf("identical copies are not asked for:\n%s", got)
	}
	var read []string
	m.SetIndex(cmd().(CompareMsg).Index.Compare(func(of []*discovery.Candidate) discovery.Digests {
		out := discovery.Digests{}
		for _, c := range of {
			read = append(read, c.Folder)
			if c.Folder != "other" {
				out[c] = discovery.Digest{File: c.Folder, Tree: c.Folder}
			}
		}
		return out
	}))
	if got := strings.Join(read, " "); got != "other other same same" { // codex knows no copy of twice by its name
		t.Errorf("read: %s", got)
	}
	got := text(m)
	if strings.Contains(got, "same") || !strings.Contains(got, "other") || !strings.Contains(got, "twice") || !strings.Contains(got, "identical copies: 1 name") {
		t.Errorf("identical copies count as a disagreement:\n%s", got)
	}
	if m.Update(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("d")}) != nil || len(m.lines) != len(x.rows) {
		t.Error("all are not shown again")
	}
	for _, tt := range []struct{ find, want string }{
		{"same", "one of the copies is used, and they are identical"},
		{"other", "one of the copies is used; nobody says which"},
		{"twice", "one of the copies is used; nobody says which"},
	} {
		m.Back()
		m.Find()
		press(m, tt.find, "enter")
		cursor{m}.keep(place{m.cell().path, "cursor"})
		if got := text(m); !strings.Contains(got, "Cursor: unspecified") || !strings.Contains(got, tt.want) {
			t.Errorf("of %s it is not said that %s:\n%s", tt.find, tt.want, got)
		}
	}
}

// A name is what an agent calls a skill: one that stands apart under the name of its plugin is no rival, and one that goes by its folder's
// name has that.
func TestNamesOfAgents(t *testing.T) {
	s := scene(home+"/.claude/skills/own", home+"/.claude/skills/folder")
	plugin := &discovery.Root{Provider: discovery.ClaudePlugins, Level: discovery.Plugin, Path: "/plugin/skills", Plugin: "disc"}
	s.Roots = append(s.Roots, discovery.RootReport{Root: plugin})
	rival := *s.Candidates[0]
	rival.Root, rival.Path, rival.Real, rival.Facts = plugin, "/plugin/skills/own/SKILL.md", "/plugin/skills/own/SKILL.md", nil
	s.Candidates = append(s.Candidates, &rival)
	if x := index(t, s); len(x.disputed) != 0 {
		t.Errorf("disputed: %v", x.disputed)
	}
	named := *scene(home + "/.agents/skills/folder").Candidates[0]
	root := &discovery.Root{Provider: "agents", Level: discovery.User, Path: home + "/.agents/skills"}
	named.Root, named.Folder, named.Path, named.Real = root, "other", root.Path+"/other/SKILL.md", root.Path+"/other/SKILL.md"
	s.Shared, s.Roots, s.Candidates = append(s.Shared, root), append(s.Roots, discovery.RootReport{Root: root}), append(s.Candidates, &named)
	x := index(t, s)
	if !x.disputed["folder"] || x.disputed["other"] || x.disputed["own"] {
		t.Errorf("disputed: %v", x.disputed)
	}
}

// What was cleared comes back where it was.
func TestClear(t *testing.T) {
	m := pane(t, fiveCopies(), 80, 20, theme.Options{})
	press(m, "G", "l", "l", "d")
	before := m.cell()
	m.Clear()
	if !m.Empty() || before.path == "" {
		t.Fatal("it is not empty, or was")
	}
	m.Clear()
	m.SetIndex(index(t, fiveCopies()))
	if now := m.cell(); now != before || !m.differ {
		t.Errorf("the cursor went from %v to %v", before, now)
	}
}

// What keys ask for, of the cell under the cursor.
func TestMessages(t *testing.T) {
	m := pane(t, fiveCopies(), 80, 20, theme.Options{})
	msg, ok := press(m, "right", "j", "enter").(ExplainMsg)
	if !ok || m.index.agents[msg.Agent].name != "dsh" || msg.Copy.Path != home+"/.agents/skills/mute/SKILL.md" {
		t.Errorf("enter asks for %+v", msg)
	}
	if got := press(m, "a"); got != (AsMsg{"dsh", msg.Copy}) {
		t.Errorf("a asks for %+v", got)
	}
}

// Paths are shown from the folder and from the home folder that they lie in, not where another path holds the name of one.
func TestPaths(t *testing.T) {
	m := pane(t, scene(work+"/.claude/skills/a"), 120, 20, theme.Options{})
	press(m, "l", "l")
	c := m.index.of(m.lines[m.at], m.columns[m.column])
	c.entry.Detail = "the same file as /mnt" + work + "/x, /mnt" + home + "/x, " + work + "/y and " + home + "/z"
	got := text(m)
	for _, want := range []string{"this copy: .claude/skills/a/SKILL.md", "the same file as /mnt/home/sam/work/x, /mnt/home/sam/x, y and ~/z"} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is not said:\n%s", want, got)
		}
	}
}

// A click chooses a cell, a second one explains it; beside the rows and columns it does nothing.
func TestClick(t *testing.T) {
	m := pane(t, fiveCopies(), 80, 20, theme.Options{})
	l := painter{m}.layout()
	x, y := l.first+l.widths[0]+1, painter{m}.above()+3
	if cmd := m.Click(x, y); cmd != nil || m.at != 3 || m.column != 1 {
		t.Fatalf("line %d, column %d", m.at, m.column)
	}
	cmd := m.Click(x, y)
	if cmd == nil {
		t.Fatal("a second click does nothing")
	}
	if msg := cmd().(ExplainMsg); m.index.agents[msg.Agent].name != "dsh" || msg.Copy.Path != m.cell().path {
		t.Errorf("it explains %+v", msg)
	}
	if m.Click(x-l.widths[0], 0); m.at != 3 || m.column != 0 {
		t.Errorf("a click at the head chose line %d, column %d", m.at, m.column)
	}
	if m.Click(0, painter{m}.above()); m.at != 0 || m.column != 0 {
		t.Errorf("a click at a name chose line %d, column %d", m.at, m.column)
	}
	if cmd := m.Click(x, painter{m}.above()+painter{m}.room()); cmd != nil || m.column != 0 {
		t.Error("a click below the rows chose something")
	}
	if cmd := m.Click(0, 0); cmd != nil {
		t.Error("a click beside it explains something")
	}
}

// As many agents as can be are shown: names and places take more than their share only where all agents leave room for it.
func TestLongNames(t *testing.T) {
	s := scene(home+"/.claude/skills/"+strings.Repeat("long-", 20)+"name", home+"/.claude/skills/技能", work+"/"+strings.Repeat("deep/", 12)+".claude/skills/a")
	for _, tt := range []struct{ width, agents int }{{40, 3}, {80, 7}, {200, 16}, {400, 16}} {
		m := pane(t, s, tt.width, 20, theme.Options{})
		press(m, "n")
		l := painter{m}.layout()
		if l.shown < tt.agents {
			t.Errorf("%d cells wide: %d agents are seen, want %d:\n%s", tt.width, l.shown, tt.agents, text(m))
		}
		if whole := l.name == m.index.name && l.place == m.index.place; whole != (tt.width == 400) {
			t.Errorf("%d cells wide: name %d, place %d", tt.width, l.name, l.place)
		}
	}
}

// The filter is typed; Back clears it and leaves the cursor where it is.
func TestFilter(t *testing.T) {
	m := pane(t, fiveCopies(), 80, 20, theme.Options{})
	m.Find()
	press(m, "T", "d", "d", " ", "c", "o", "d", "e", "x")
	if len(m.lines) != 1 || !m.Editing() {
		t.Fatalf("%d lines", len(m.lines))
	}
	press(m, "enter")
	path := m.cell().path
	if m.Editing() || !m.Back() || m.Back() {
		t.Error("the filter is not kept, or not cleared once")
	}
	if now := m.cell().path; now != path || len(m.lines) != len(m.index.rows) {
		t.Errorf("the cursor went from %s to %s", path, now)
	}
}

// Agents without a root here are hidden until they are asked for.
func TestAgentsWithoutRoots(t *testing.T) {
	m := pane(t, scene(home+"/.claude/skills/a"), 80, 20, theme.Options{})
	few := len(m.columns)
	press(m, "n")
	if all := len(m.columns); few == 0 || few >= all || all != len(m.index.agents) {
		t.Errorf("%d agents, then %d of %d", few, all, len(m.index.agents))
	}
}

func TestTitle(t *testing.T) {
	for _, tt := range []struct {
		scene      *discovery.Scene
		find, want string
	}{
		{scene(home + "/.claude/skills/a"), "", "Matrix: 1 copy"},
		{fiveCopies(), "", "Matrix: 7 copies"},
		{fiveCopies(), "deploy", "Matrix: 1 of 7"},
		{fiveCopies(), "zzz", "Matrix: 0 of 7"},
	} {
		m := pane(t, tt.scene, 200, 20, theme.Options{})
		m.Find()
		press(m, strings.Split(tt.find, "")...)
		if got, _, _ := strings.Cut(m.Title(), " · "); got != tt.want {
			t.Errorf("%q is found: %s, want %s", tt.find, got, tt.want)
		}
	}
}

// Another scan leaves the cursor on its cell.
func TestKeepsCell(t *testing.T) {
	m := pane(t, fiveCopies(), 80, 20, theme.Options{})
	press(m, "G", "l", "l", "l", "l", "l", "l", "l")
	before := m.cell()
	m.SetIndex(index(t, scene(home+"/.agents/skills/new", work+"/.claude/skills/tdd")))
	if now := m.cell(); now != before {
		t.Errorf("the cursor went from %v to %v", before, now)
	}
}

// Whatever is pressed in whatever size: the pane has that size, and the cell under the cursor is seen.
func TestAnyKeys(t *testing.T) {
	many := []string{}
	for i := range 60 {
		many = append(many, fmt.Sprintf("%s/.claude/skills/s%d", home, i), fmt.Sprintf("%s/.agents/skills/s%d", work, i*2))
	}
	x := index(t, scene(many...))
	rapid.Check(t, func(r *rapid.T) {
		m := New(keys.Default(), theme.New(theme.Options{Plain: rapid.Bool().Draw(r, "plain")}), work, home)
		m.SetSize(80, 20)
		m.SetIndex(x)
		for range 30 {
			switch rapid.IntRange(0, 6).Draw(r, "kind") {
			case 0:
				m.SetSize(rapid.IntRange(1, 220).Draw(r, "width"), rapid.IntRange(1, 60).Draw(r, "height"))
			case 1:
				m.Click(rapid.IntRange(0, 220).Draw(r, "x"), rapid.IntRange(0, 60).Draw(r, "y"))
			case 2:
				m.Scroll(rapid.IntRange(-9, 9).Draw(r, "by"))
			case 3:
				m.Find()
			case 4:
				m.Back()
			default:
				press(m, rapid.SampledFrom([]string{"j", "k", "g", "G", "pgdown", "h", "l", "left", "right", "d", "n", "enter", "x", "小"}).Draw(r, "key"))
			}
			lines := strings.Split(m.View(), "\n")
			if len(lines) != m.height {
				r.Fatalf("%d lines, want %d", len(lines), m.height)
			}
			for _, l := range lines {
				if w := ansi.StringWidth(l); w != m.width {
					r.Fatalf("a line of %d cells, want %d: %q", w, m.width, l)
				}
			}
			bottom, right := m.top+painter{m}.room(), m.left+painter{m}.layout().shown
			if len(m.lines) > 0 && m.height >= 12 && m.width >= 40 && (m.at < m.top || m.at >= bottom || m.column < m.left || m.column >= right) {
				r.Fatalf("the cursor is out of sight: line %d of %d-%d, column %d of %d-%d", m.at, m.top, bottom, m.column, m.left, right)
			}
		}
	})
}

// BenchmarkMove moves the cursor and paints, among few and among many copies: the same.
func BenchmarkMove(b *testing.B) {
	for _, n := range []int{100, 10_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			var dirs []string
			for i := range n {
				dirs = append(dirs, fmt.Sprintf("%s/%s/skills/skill-%d", []string{home, work}[i%2], []string{".claude", ".agents"}[i/2%2], i/4))
			}
			m := pane(b, scene(dirs...), 200, 50, theme.Options{Color: theme.Color256})
			steps := [2][]string{{"j", "l"}, {"k", "h"}}
			for i := 0; b.Loop(); i++ {
				press(m, steps[i/40%2]...)
				m.View()
			}
		})
	}
}

// BenchmarkIndex makes the pane ready for 10,000 copies.
func BenchmarkIndex(b *testing.B) {
	var dirs []string
	for i := range 10_000 {
		dirs = append(dirs, fmt.Sprintf("%s/%s/skills/skill-%d", []string{home, work}[i%2], []string{".claude", ".agents"}[i/2%2], i/4))
	}
	s := scene(dirs...)
	v := commands.Agents{Config: discovery.Defaults, Scan: func(context.Context) (*discovery.Scene, error) { return s, nil }}
	views, err := v.Views(b.Context(), commands.User)
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		NewIndex(views, work, home)
	}
}
