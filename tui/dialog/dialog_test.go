package dialog

import (
	"fmt"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"

	"deft/tui/keys"
	"deft/tui/theme"
)

func open(width, height int, columns bool) *Model {
	m := New(keys.Default(), theme.New(theme.Options{}))
	m.SetSize(width, height)
	var lines []Line
	for s := range 4 {
		if s > 0 {
			lines = append(lines, Line{})
		}
		lines = append(lines, Line{Left: fmt.Sprint("Section ", s)})
		for i := range 3 {
			lines = append(lines, Line{Left: fmt.Sprintf("key%d%d", s, i), Right: "what it does in a few words"})
		}
	}
	if columns {
		m.Show("Title", lines[:9], lines[10:])
	} else {
		m.Show("Title", lines, nil)
	}
	return m
}

func check(t *testing.T, m *Model) string {
	t.Helper()
	w, h := m.Size()
	lines := strings.Split(m.View(), "\n")
	if len(lines) != h || h > m.height {
		t.Fatalf("%d lines, size %d, room %d", len(lines), h, m.height)
	}
	for _, l := range lines {
		if got := ansi.StringWidth(l); got != w {
			t.Errorf("a line of %d cells, not %d: %q", got, w, l)
		}
	}
	return ansi.Strip(m.View())
}

func TestColumns(t *testing.T) {
	narrow, wide := open(60, 100, true), open(80, 100, true)
	_, tall := narrow.Size()
	_, short := wide.Size()
	if tall != 19 || short != 9 {
		t.Errorf("%d lines in one column, %d in two", tall, short)
	}
	if first := strings.Split(check(t, wide), "\n")[0]; !strings.Contains(first, "Section 0") || !strings.Contains(first, "Section 2") {
		t.Errorf("the sections do not stand side by side: %q", first)
	}
	if _, h := open(80, 100, false).Size(); h != 19 {
		t.Errorf("%d lines in one column", h)
	}
}

func TestScrolls(t *testing.T) {
	m := open(50, 5, false)
	if text := check(t, m); !strings.HasPrefix(text, "Section 0") {
		t.Errorf("not at the start:\n%s", text)
	}
	m.Update(tea.KeyMsg{Type: tea.KeyEnd})
	if text := check(t, m); !strings.Contains(text, "key32") {
		t.Errorf("not at the end:\n%s", text)
	}
	for _, width := range []int{1, 3, 10, 20} {
		m.SetSize(width, 3)
		check(t, m)
	}
	m.Close()
	if m.Open() {
		t.Error("does not close")
	}
}

func TestAsk(t *testing.T) {
	m := open(60, 20, false)
	m.Ask("Copy?", []Line{{Left: "y", Right: "yes"}}, []Choice{{Key: "y", Msg: "yes"}})
	key := func(r rune) tea.Cmd { return m.Update(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune{r}}) }
	if cmd := key('n'); cmd != nil || !m.Open() {
		t.Error("another key answers")
	}
	if cmd := key('y'); cmd == nil || cmd() != "yes" || m.Open() {
		t.Error("the answer is not taken")
	}
	m.Ask("Copy?", nil, []Choice{{Key: "y", Msg: "yes"}})
	m.Show("Help", nil, nil)
	if cmd := key('y'); cmd != nil {
		t.Error("an answer to a question that is no longer asked")
	}
}
