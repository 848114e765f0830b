package composer

import (
	"strings"
	"testing"
	"unicode/utf8"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"

	"deft/commands/slash"
	"deft/tui/keys"
	"deft/tui/theme"
)

func empty(width int) *Model {
	m := New(keys.Default().Composer, theme.New(theme.Options{}), "/home/sam")
	m.SetWidth(width)
	m.SetFocused(true)
	return m
}

func press(m *Model, types ...tea.KeyType) {
	for _, t := range types {
		m.Update(tea.KeyMsg{Type: t})
	}
}

func alt(r rune) tea.KeyMsg { return tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune{r}, Alt: true} }

func TestEditing(t *testing.T) {
	family := "👩\u200d👩\u200d👧"
	tests := []struct {
		name  string
		draft string
		do    func(*Model)
		want  string // with | where the cursor is
	}{
		{"backspace takes a whole emoji", "a" + family, func(m *Model) { press(m, tea.KeyBackspace) }, "a|"},
		{"and a combining accent", "e\u0301", func(m *Model) { press(m, tea.KeyBackspace) }, "|"},
		{"left and delete", "abc", func(m *Model) { press(m, tea.KeyLeft, tea.KeyDelete) }, "ab|"},
		{"start and end of a line", "one\ntwo", func(m *Model) { press(m, tea.KeyCtrlA) }, "one\n|two"},
		{"backspace joins lines", "one\ntwo", func(m *Model) { press(m, tea.KeyCtrlA, tea.KeyBackspace) }, "one|two"},
		{"words", "one two", func(m *Model) { m.Update(alt('b')) }, "one |two"},
		{"word right", "one two", func(m *Model) { press(m, tea.KeyHome); m.Update(alt('f')) }, "one| two"},
		{"delete a word", "one two ", func(m *Model) { press(m, tea.KeyCtrlW) }, "one |"},
		{"delete to the start", "one\ntwo", func(m *Model) { press(m, tea.KeyCtrlU) }, "one\n|"},
		{"delete to the end", "one\ntwo", func(m *Model) { press(m, tea.KeyUp, tea.KeyHome, tea.KeyCtrlK) }, "|\ntwo"},
		{"a new line", "one", func(m *Model) { press(m, tea.KeyCtrlJ) }, "one\n|"},
		{"alt+enter too", "one", func(m *Model) { m.Update(tea.KeyMsg{Type: tea.KeyEnter, Alt: true}) }, "one\n|"},
		{"up keeps the column", "a世界b\nabcd", func(m *Model) { press(m, tea.KeyUp) }, "a世|界b\nabcd"},
		{"tabs are kept", "", func(m *Model) {
			m.Update(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("\tx"), Paste: true})
		}, "\tx|"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			m := empty(40)
			m.SetDraft(tt.draft)
			tt.do(m)
			if got := m.editor.text[:m.editor.at] + "|" + m.editor.text[m.editor.at:]; got != tt.want {
				t.Errorf("%q, want %q", got, tt.want)
			}
		})
	}
}

func TestGrowsToFiveLines(t *testing.T) {
	m := empty(20)
	for want := 1; want <= 8; want++ {
		if got := m.Lines(); got != min(want, MaxLines) {
			t.Errorf("%d lines for %d", got, want)
		}
		if got := strings.Count(m.View(), "\n") + 1; got != m.Lines() {
			t.Errorf("%d lines are shown, %d wanted", got, m.Lines())
		}
		press(m, tea.KeyCtrlJ)
	}
	m.SetDraft(strings.Repeat("word ", 8))
	if m.Lines() != 3 {
		t.Errorf("a long line takes %d lines", m.Lines())
	}
	if v := ansi.Strip(m.View()); !strings.HasPrefix(v, "❯ word word word ") {
		t.Errorf("not broken at blanks: %q", v)
	}
}

func TestHistory(t *testing.T) {
	m := empty(40)
	for _, s := range []string{"one", "two", "two"} {
		m.SetDraft(s)
		m.Clear()
	}
	m.Refuse("bad", "why: /home/sam/x")
	if m.Draft() != "bad" || !strings.Contains(strings.Join(m.Popup(40, 3), "\n"), "why: ~/x") {
		t.Fatalf("a refused text is not in the draft, or not why: %q %q", m.Draft(), m.Popup(40, 3))
	}
	m.SetDraft("draft")
	for _, want := range []string{"bad", "two", "one", "one"} {
		if press(m, tea.KeyUp); m.Draft() != want {
			t.Errorf("up gives %q, want %q", m.Draft(), want)
		}
	}
	press(m, tea.KeyDown, tea.KeyDown, tea.KeyDown, tea.KeyDown)
	if m.Draft() != "draft" {
		t.Errorf("down ends at %q", m.Draft())
	}
	m.SetDraft("a\nb")
	press(m, tea.KeyUp)
	if m.Draft() != "a\nb" {
		t.Error("up from the second line leaves the draft")
	}
	m.SetDraft("new")
	m.Refuse("old", "why")
	if m.Draft() != "new" {
		t.Error("a refused text takes the place of a new one")
	}
}

func completing(names ...string) *Model {
	var known []slash.Skill
	for _, n := range names {
		known = append(known, slash.Skill{Handle: n, Hint: "[what]", Description: "About " + n})
	}
	m := empty(60)
	m.SetCompleter(slash.NewCompleter(known, false))
	return m
}

func typeText(m *Model, s string) {
	for _, w := range strings.SplitAfter(s, " ") {
		m.Update(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(w)})
	}
}

func TestCompletion(t *testing.T) {
	m := completing("clear", "cleanup", "tidy")
	typeText(m, "/skill:c")
	if got := len(m.Popup(60, 10)); got < 2 {
		t.Fatalf("%d completions", got)
	}
	press(m, tea.KeyDown, tea.KeyEnter)
	if m.Draft() != "/skill:cleanup " || m.Submitted() {
		t.Errorf("a chosen completion gives %q", m.Draft())
	}
	if p := strings.Join(m.Popup(60, 10), ""); !strings.Contains(p, "[what]") {
		t.Errorf("the hint is not shown: %q", p)
	}
	typeText(m, "x")
	press(m, tea.KeyEnter)
	if !m.Submitted() {
		t.Error("a complete command with arguments is not sent")
	}
	m.SetDraft("")
	typeText(m, "/skill:clear")
	if press(m, tea.KeyEnter); !m.Submitted() {
		t.Error("an exact name is not sent")
	}
	m.SetDraft("")
	typeText(m, "see /skill:ti")
	press(m, tea.KeyTab)
	if m.Draft() != "see /skill:tidy " {
		t.Errorf("tab inside a message gives %q", m.Draft())
	}
	m.SetDraft("")
	typeText(m, "/he")
	press(m, tea.KeyTab)
	if m.Draft() != "/help " {
		t.Errorf("a command completes to %q", m.Draft())
	}
}

func TestNothingIsSentTwiceOrEmpty(t *testing.T) {
	m := empty(40)
	m.SetDraft(" \n ")
	if press(m, tea.KeyEnter); m.Submitted() {
		t.Error("blanks are sent")
	}
	m.SetDraft("x")
	press(m, tea.KeyEnter)
	if !m.Submitted() || m.Submitted() {
		t.Error("a draft is not submitted just once")
	}
}

// Whatever is typed: the text stays valid, the cursor stands between clusters, and no line is wider or narrower than set.
func TestAnyKeys(t *testing.T) {
	texts := []string{"a", "word ", "世界", "👩\u200d👩\u200d👧", "e\u0301", "\t", "\n", "\r\n", "\x1b[2J", "\u202e", "\u200b", "/skill:c", "\U000E0041", "🇩🇪", "x\u0300\u0301\u0302"}
	types := []tea.KeyType{tea.KeyLeft, tea.KeyRight, tea.KeyUp, tea.KeyDown, tea.KeyHome, tea.KeyEnd, tea.KeyBackspace, tea.KeyDelete,
		tea.KeyCtrlW, tea.KeyCtrlU, tea.KeyCtrlK, tea.KeyCtrlJ, tea.KeyEnter, tea.KeyTab, tea.KeyCtrlLeft, tea.KeyCtrlRight}
	rapid.Check(t, func(t *rapid.T) {
		m := completing("clear", "context")
		width := rapid.IntRange(4, 30).Draw(t, "width")
		m.SetWidth(width)
		for range rapid.IntRange(1, 40).Draw(t, "keys") {
			if rapid.Bool().Draw(t, "text") {
				m.Update(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(rapid.SampledFrom(texts).Draw(t, "typed")), Paste: true})
			} else {
				press(m, rapid.SampledFrom(types).Draw(t, "key"))
			}
			if m.Submitted() {
				m.Clear()
			}
			if at := m.editor.at; at < 0 || at > len(m.Draft()) || !utf8.ValidString(m.Draft()[:at]) {
				t.Fatalf("the cursor is at %d of %q", at, m.Draft())
			}
			for _, l := range append(strings.Split(m.View(), "\n"), m.Popup(width, 9)...) {
				if w := ansi.StringWidth(l); w != width {
					t.Fatalf("a line of %d cells, not %d: %q in %q", w, width, l, m.Draft())
				}
			}
		}
	})
}
