package tui

import (
	"fmt"
	"runtime"
	"testing"
	"weak"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"

	"deft/commands"
	"deft/discovery"
	"deft/tui/keys"
	"deft/tui/matrix"
)

// Closed, the matrix keeps nothing of what all agents see, however it was closed and whatever was asked of it.
func TestMatrixLetsGo(t *testing.T) {
	for name, leave := range map[string][]string{
		"esc": {"esc"}, "its key": {"m"}, "explained": {"enter", "esc", "esc"}, "compared": {"d", "esc"}, "the list of an agent": {"a"}, "problems": {"p"}, "a message": {"c"},
	} {
		t.Run(name, func(t *testing.T) {
			s := open(t, 120, 30, fiveCopies())
			s.press("m")
			views := s.model.around.views
			scene, one := weak.Make(views), weak.Make(&views.All[5].Snapshot.Resolutions[0])
			views = nil
			s.press(leave...)
			runtime.GC()
			if scene.Value() != nil || one.Value() != nil {
				t.Error("what the agents see is still there")
			}
			s.press("esc", "esc", "esc", "m")
			s.shows("tdd")
			runtime.KeepAlive(s)
		})
	}
}

// The cursor is where it was when the matrix is opened again, and what comes late is not kept.
func TestMatrixAgain(t *testing.T) {
	s := open(t, 120, 30, fiveCopies())
	s.press("m", "G", "l", "l")
	before := ansi.Strip(s.model.View())
	s.press("m", "m")
	if now := ansi.Strip(s.model.View()); now != before {
		t.Errorf("before:\n%s\nnow:\n%s", before, now)
	}
	late := agents{s.model}.lookAround()
	s.press("m")
	s.run(late)
	if s.model.around.views != nil || !s.model.matrix.Empty() {
		t.Error("what came after the matrix was closed is kept")
	}
}

// What the matrix asks for may be heard of only after it was closed.
func TestMatrixClosedMeanwhile(t *testing.T) {
	for _, key := range []string{"enter", "d", "a"} {
		s := open(t, 120, 30, fiveCopies())
		s.press("m")
		_, cmd := s.model.Update(keyNamed(key))
		s.press("esc")
		s.run(cmd)
		s.hides("Matrix")
		s.hides("The rule")
		s.press("m")
		s.shows("tdd")
	}
}

// Identical copies are no disagreement: only where the files differ do agents mean different skills.
func TestMatrixIdenticalCopies(t *testing.T) {
	f := fiveCopies()
	for i := range f.found {
		f.found[i].raw = skill("tdd", "Test first.", "The same.\n")
	}
	f.found = append(f.found, native("own", "Only deft sees it.", "x\n"))
	f.found = f.found[3:] // codex sees one copy
	s := open(t, 120, 30, f)
	s.press("m", "d")
	s.shows("identical copies: 1 name")
	s.shows("The agents agree about every skill that they see")
	s.change(func(f *fakeSource) { f.found[0].raw = skill("tdd", "Test first.", "Othe same.\n") })
	s.shows("disagreements")
	s.hides("identical copies: ")
	s.shows(".claude/skills")
}

// BenchmarkMatrixHeap opens and closes the matrix of 10,000 skills by all agents, and says how many megabytes more are in use than before.
func BenchmarkMatrixHeap(b *testing.B) {
	f := &fakeSource{}
	for i := range 10_000 {
		at := []string{"/home/sam/.claude", "/home/sam/.agents", "/home/sam/work/.claude", "/home/sam/work/.agents"}[i%4]
		name := fmt.Sprintf("skill-%d", i/2)
		f.found = append(f.found, found{provider: "x", level: discovery.User, path: at + "/skills/" + name + "/SKILL.md", raw: skill(name, "About a skill.", "x\n")})
	}
	agents := commands.Agents{Scan: f.scene, Load: f.Load, Config: discovery.Defaults}
	m := manyModel(b, 10_000, 120, 40)
	m.verbs.Views = func(names ...string) (*commands.Views, error) {
		return agents.Views(b.Context(), commands.User, names...)
	}
	m.matrix = matrix.New(keys.Default(), m.theme, "/home/sam/work", "/home/sam")
	key := tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune{'m'}}
	var open, closed int64
	for b.Loop() {
		before := inUse()
		_, cmd := m.Update(key)
		deliver(m, cmd)
		if m.matrix.Empty() || len(m.around.views.All) < 15 {
			b.Fatal("there is no matrix")
		}
		open += inUse() - before
		m.Update(key)
		closed += inUse() - before
	}
	b.ReportMetric(float64(open)/float64(b.N)/(1<<20), "MB/open")
	b.ReportMetric(float64(closed)/float64(b.N)/(1<<20), "MB/closed")
	runtime.KeepAlive(m)
}

// deliver runs a command and gives the model what comes of it.
func deliver(m *Model, cmd tea.Cmd) {
	if cmd == nil {
		return
	}
	switch msg := cmd().(type) {
	case tea.BatchMsg:
		for _, c := range msg {
			deliver(m, c)
		}
	case viewsMsg:
		m.Update(msg)
	}
}

// inUse is how many bytes of the heap are in use.
func inUse() int64 {
	runtime.GC()
	runtime.GC()
	var s runtime.MemStats
	runtime.ReadMemStats(&s)
	return int64(s.HeapAlloc)
}
