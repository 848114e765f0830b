package chatpane

import (
	"fmt"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"

	"deft/commands/chat"
	"deft/skills/prompt"
	"deft/tui/keys"
	"deft/tui/theme"
)

func activation(name string) chat.Message {
	a := prompt.Activate(prompt.Source{Handle: name, Path: "/s/" + name + "/SKILL.md", Base: "/s/" + name,
		Body: "# " + name + "\n\nbody of " + name + "\x1b[2J\n", Files: []string{"a.md", "b\x1b]0;x\x07.md"}}, "now")
	return chat.Message{Role: chat.Skill, Text: a.Text(), Activation: &a}
}

func open(messages ...chat.Message) *Model {
	m := New(keys.Default(), theme.New(theme.Options{}), "/home/sam")
	m.SetSize(50, 12)
	m.SetFocused(true)
	m.SetConversation(chat.Conversation{Messages: messages})
	return m
}

func text(t *testing.T, m *Model) string {
	t.Helper()
	lines := strings.Split(m.View(), "\n")
	if len(lines) != m.height {
		t.Fatalf("%d lines, not %d", len(lines), m.height)
	}
	for i, l := range lines {
		if w := ansi.StringWidth(l); w != m.width {
			t.Errorf("line %d is %d cells wide, not %d", i+1, w, m.width)
		}
		if strings.Contains(l, "\x1b[2J") || strings.Contains(l, "\x1b]") || strings.Contains(l, "\x07") {
			t.Errorf("line %d lets an escape through: %q", i+1, l)
		}
		lines[i] = strings.TrimRight(ansi.Strip(l), " ")
	}
	return strings.TrimRight(strings.Join(lines, "\n"), "\n")
}

// Where a skill is has ~ for the home folder; what was said and what is copied stay as they are.
func TestHome(t *testing.T) {
	a := prompt.Activate(prompt.Source{Handle: "x", Path: "/home/sam/x/SKILL.md", Base: "/home/sam/x", Body: "/home/sam/b", Files: []string{"a"}}, "go to /home/sam/y")
	m := open(chat.Message{Role: chat.Skill, Text: a.Text(), Activation: &a})
	press(m, "enter")
	got := text(t, m)
	for _, want := range []string{"    Skill: ~/x/SKILL.md\n", "    Base: ~/x\n", "    User: go to /home/sam/y", "    /home/sam/b\n"} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is missing:\n%s", want, got)
		}
	}
	if msg, _ := m.Chosen(); msg.Text != a.Text() {
		t.Errorf("to be copied is %q", msg.Text)
	}
}

func press(m *Model, s string) {
	if s == "enter" {
		m.Update(tea.KeyMsg{Type: tea.KeyEnter})
		return
	}
	m.Update(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(s)})
}

func TestFolded(t *testing.T) {
	m := open(chat.Message{Role: chat.User, Text: "/skill:tidy now\n\tindented"}, activation("tidy"), chat.Message{Role: chat.Notice, Text: "Said."})
	want := `❯ /skill:tidy now
      indented
▌ ▸ tidy 20 bytes, 3 lines
    Skill: /s/tidy/SKILL.md
    Base: /s/tidy
    Files: a.md, b␛]0;x␇.md
    User: now

  Said.`
	if got := text(t, m); got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
	press(m, "enter")
	if got := text(t, m); !strings.Contains(got, "▾ tidy") || !strings.Contains(got, "body of tidy") || !strings.Contains(got, "User: now") {
		t.Errorf("unfolded:\n%s", got)
	}
	press(m, "enter")
	if got := text(t, m); strings.Contains(got, "body of tidy") {
		t.Errorf("folded again:\n%s", got)
	}
}

func TestSeveralSkills(t *testing.T) {
	m := open(activation("one"), activation("two"), activation("three"))
	if m.at != 2 {
		t.Fatal("the last skill is not the one that keys act on")
	}
	press(m, "[")
	press(m, "enter")
	if !m.open[1] || !strings.Contains(text(t, m), "body of two") {
		t.Errorf("the second does not unfold:\n%s", text(t, m))
	}
	press(m, "o")
	if !m.open[0] || !m.open[1] || !m.open[2] {
		t.Error("o does not unfold all")
	}
	press(m, "o")
	if m.open[0] || m.open[1] || m.open[2] {
		t.Error("o does not fold all")
	}
	press(m, "]")
	press(m, "]")
	if m.at != 2 {
		t.Error("] goes past the last")
	}
}

// What was said last is on the screen, its beginning first.
func TestLatestIsShown(t *testing.T) {
	var all []chat.Message
	for i := range 30 {
		all = append(all, chat.Message{Role: chat.User, Text: fmt.Sprint("message ", i)})
	}
	m := open(all...)
	if !strings.HasSuffix(text(t, m), "message 29") {
		t.Errorf("the end is not shown:\n%s", text(t, m))
	}
	m.SetSize(50, 6)
	if !strings.HasSuffix(text(t, m), "message 29") {
		t.Error("the end is lost when the window shrinks")
	}
	m.SetConversation(m.Conversation().Add(chat.Message{Role: chat.User, Text: "go"}, activation("tidy"), activation("more")))
	if !strings.HasPrefix(text(t, m), "❯ go") {
		t.Errorf("a long answer hides what was said:\n%s", text(t, m))
	}
	press(m, "g")
	if !strings.HasPrefix(text(t, m), "❯ message 0") {
		t.Error("g does not go to the start")
	}
	m.SetConversation(chat.Conversation{})
	if text(t, m) != "" {
		t.Error("an empty chat shows something")
	}
}
