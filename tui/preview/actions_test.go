package preview

import (
	"fmt"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"

	"deft/discovery"
)

func TestEdit(t *testing.T) {
	tests := []struct {
		name string
		keys []string
		file string
		line int
	}{
		{"the text", []string{"1"}, "", 0},
		{"a file of the tree", []string{"2", "j", "e"}, "notes.txt", 0},
		{"an open file", []string{"2", "end", "enter", "e"}, "scripts/run.py", 0},
		{"a copy", []string{"3", "j", "e"}, "", 0},
		{"the line under the cursor", []string{"4", "j", "j", "e"}, "", 3},
		{"what a model gets", []string{"5", "e"}, "", 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p, e := openKit(60, 24)
			if len(p.edits) > 0 {
				t.Fatal("an editor nobody asked for")
			}
			p.press(tt.keys...)
			if len(p.edits) == 0 {
				p.press("e")
			}
			got := p.edits[0]
			want := e.Path
			if tt.name == "a copy" {
				want = "/home/sam/.agents/skills/kit/SKILL.md"
			}
			if got.Entry.Path != want || got.File != tt.file || got.Line != tt.line {
				t.Errorf("got %s, %q, line %d", got.Entry.Path, got.File, got.Line)
			}
		})
	}
	p, _ := openKit(60, 24)
	p.press("2", "j", "j", "e")
	if len(p.edits) > 0 || !strings.Contains(p.told, "out cannot be edited: it leads outside") {
		t.Errorf("a link that leads out: %v, %q", p.edits, p.told)
	}
}

// The line of the text at the top of the window is a line of the file.
func TestEditAtTheTextThatIsRead(t *testing.T) {
	p := open(&desk{raw: map[string]string{"/long/SKILL.md": skill("long", long(60))}}, 60, 20)
	p.run(p.Show(entry("long")))
	for range 10 {
		p.press("pgdown")
	}
	p.press("e")
	lines := strings.Split(skill("long", long(60)), "\n")
	at := p.edits[0].Line
	var n int
	for _, l := range strings.Split(p.text(), "\n") {
		if _, err := fmt.Sscanf(l, "## Part %d", &n); err == nil {
			break
		}
	}
	from := strings.Join(lines[max(0, at-1):min(len(lines), at+40)], "\n")
	if at < 10 || !strings.Contains(from, fmt.Sprintf("## Part %d\n", n)) {
		t.Errorf("line %d is opened while part %d is read", at, n)
	}
}

func TestBack(t *testing.T) {
	p, _ := openKit(60, 24)
	p.press("2", "end")
	before := p.text()
	p.press("enter")
	if p.text() == before || !p.Back() || p.text() != before || p.Back() {
		t.Errorf("back leads to:\n%s", p.text())
	}
	p.press("enter", "3", "2")
	if !strings.Contains(p.text(), "def main()") {
		t.Error("a file does not stay open while another tab is shown")
	}
	p.press("backspace")
	if p.text() != before {
		t.Error("backspace does not lead back")
	}
}

func TestMouse(t *testing.T) {
	p, _ := openKit(60, 10)
	p.press("2")
	p.run(p.Click(4))
	if m, _ := p.current().chosen(); m.name != "out" {
		t.Errorf("a click chooses %q", m.name)
	}
	p.run(p.Click(4))
	if !strings.Contains(p.text(), "leads outside the skill's folder") {
		t.Errorf("a second click opens:\n%s", p.text())
	}
	p.Back()
	p.Scroll(99)
	if !strings.Contains(p.text(), "run.py*") {
		t.Errorf("the wheel shows:\n%s", p.text())
	}
	p.Scroll(-1)
	p.run(p.Click(9))
	if m, _ := p.current().chosen(); m.name != "scripts/" {
		t.Errorf("a click after the wheel chooses %q", m.name)
	}
	for _, y := range []int{-1, 10, 0} {
		p.run(p.Click(y))
	}
	if m, _ := p.current().chosen(); m.name == "" {
		t.Error("a click beside the rows chooses nothing")
	}
}

func TestCompareFromAnywhere(t *testing.T) {
	p, _ := openKit(60, 24)
	p.press("d")
	if !strings.Contains(p.text(), "+ 2. Two, slowly") || p.Tab() != Why {
		t.Errorf("d shows:\n%s", p.text())
	}
	p.press("backspace", "end", "enter")
	if !strings.Contains(p.text(), "Identical copies") {
		t.Errorf("a twin:\n%s", p.text())
	}
	alone := open(&desk{raw: map[string]string{"/a/SKILL.md": skill("a", "A.\n")}}, 60, 20)
	alone.run(alone.Show(entry("a")))
	alone.press("d")
	if alone.told == "" || alone.Tab() != Read {
		t.Error("one copy alone is compared")
	}
}

// The same skill read again keeps what is open and where it is read.
func TestReadAgain(t *testing.T) {
	d, e := kit()
	p := open(d, 60, 24)
	p.run(p.Show(e))
	p.press("2", "end", "enter")
	d.data["scripts/run.py"] = "#!/bin/sh\necho changed\n"
	again := *e
	p.run(p.Show(&again))
	if !strings.Contains(p.text(), "echo changed") {
		t.Errorf("the file is not read again:\n%s", p.text())
	}
	d.files[e.Path] = d.files[e.Path][:3]
	p.run(p.Show(&again))
	if strings.Contains(p.text(), "changed") || !strings.Contains(p.text(), "3 files") {
		t.Errorf("a file that is gone:\n%s", p.text())
	}
}

func TestGoTo(t *testing.T) {
	raw := skill("long", long(400))
	d := &desk{raw: map[string]string{"/long/SKILL.md": raw, "/other/SKILL.md": skill("other", "x\n")}}
	last := strings.Count(raw, "\n")
	for line, want := range map[int]int{700: 700, 1: 1, 0: 1, 99999: last} {
		for _, order := range []string{"shown before", "shown after"} {
			p := open(d, 60, 20)
			e := entry("long")
			if order == "shown before" {
				p.run(p.Show(e))
				p.run(p.GoTo(e.Path, line))
			} else {
				p.run(p.GoTo(e.Path, line))
				p.run(p.Show(e))
			}
			m, _ := p.current().chosen()
			if p.Tab() != Raw || m.line != want || !strings.Contains(p.text(), fmt.Sprintf("▌%*d ", len(fmt.Sprint(last))+1, want)) {
				t.Errorf("line %d, %s: line %d is chosen\n%s", line, order, m.line, p.text())
			}
		}
	}
	p := open(d, 60, 20)
	p.run(p.GoTo("/long/SKILL.md", 700))
	p.run(p.Show(entry("other")))
	p.run(p.Show(entry("long")))
	if m, _ := p.current().chosen(); m.line != 1 {
		t.Error("a line that was asked for long ago is gone to")
	}
}

// Each tab keeps its place, also in another width.
func TestPlaces(t *testing.T) {
	p := open(&desk{raw: map[string]string{"/long/SKILL.md": skill("long", long(200))}}, 80, 20)
	p.run(p.Show(entry("long")))
	p.press("4", "pgdown", "pgdown", "pgdown", "1", "pgdown", "5", "pgdown", "pgdown", "4")
	m, _ := p.current().chosen()
	was := m.line
	for _, width := range []int{40, 120, 30, 80} {
		p.run(p.SetSize(width, 20))
		if m, _ = p.current().chosen(); m.line != was || !strings.Contains(p.text(), fmt.Sprintf(" %d ", was)) {
			t.Errorf("width %d: line %d was read, now %d:\n%s", width, was, m.line, p.text())
		}
	}
	tops := []int{}
	for _, tab := range []string{"1", "4", "5"} {
		p.press(tab)
		tops = append(tops, p.current().top)
	}
	if tops[0] == 0 || tops[2] == 0 || tops[0] == tops[1] || tops[1] == tops[2] {
		t.Errorf("the tabs are at %v", tops)
	}
}

// The end of a long text that is not painted yet is gone to once it is.
func TestEndOfWhatIsNotPainted(t *testing.T) {
	for _, tab := range []string{"1", "4", "5"} {
		p := open(&desk{raw: map[string]string{"/long/SKILL.md": skill("long", long(800)+"The end.\n")}}, 60, 20)
		p.press(tab)
		paint := p.Update(p.Update(p.Show(entry("long"))())())
		rest := p.Update(paint())
		if rest == nil {
			t.Fatalf("tab %s: all of a long text was painted at once: %d lines", tab, len(p.current().text.lines))
		}
		p.Update(tea.KeyMsg{Type: tea.KeyEnd})
		p.run(rest)
		if got := p.text(); tab == "5" && !strings.Contains(got, "Files:") || tab != "5" && !strings.Contains(got, "The end.") {
			t.Errorf("tab %s is at:\n%s", tab, got)
		}
	}
}

// Whatever is pressed in whatever order of answers: the view is exactly as large as was set, and holds no control.
func TestPaneMonkey(t *testing.T) {
	names := []string{"1", "2", "3", "4", "5", "[", "]", "j", "k", "g", "G", "enter", "backspace", "d", "e", "x", "pgdown", "pgup", "up", "down"}
	rapid.Check(t, func(r *rapid.T) {
		d, e := kit()
		d.raw[e.Path] = skill("kit", "\x1b]52;c;aGk=\x07 世界\u202e\n\n"+long(3))
		d.raw["/a/SKILL.md"] = skill("a", "A.\n")
		p := open(d, 60, 20)
		var waiting []tea.Cmd
		for range rapid.IntRange(1, 40).Draw(r, "steps") {
			switch rapid.IntRange(0, 9).Draw(r, "kind") {
			case 0:
				waiting = append(waiting, p.SetSize(rapid.IntRange(1, 130).Draw(r, "width"), rapid.IntRange(1, 40).Draw(r, "height")))
			case 1:
				waiting = append(waiting, p.Show(rapid.SampledFrom([]*discovery.Entry{nil, e, entry("a"), entry("gone")}).Draw(r, "skill")))
			case 2:
				waiting = append(waiting, p.GoTo(e.Path, rapid.IntRange(-1, 40).Draw(r, "line")))
			case 3, 4, 5:
				if len(waiting) > 0 {
					i := rapid.IntRange(0, len(waiting)-1).Draw(r, "answer")
					if cmd := waiting[i]; cmd != nil {
						waiting[i] = p.Update(cmd())
					}
				}
			default:
				k := rapid.SampledFrom(names).Draw(r, "key")
				msg := tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(k)}
				if t, ok := map[string]tea.KeyType{"enter": tea.KeyEnter, "backspace": tea.KeyBackspace, "pgdown": tea.KeyPgDown, "pgup": tea.KeyPgUp, "up": tea.KeyUp, "down": tea.KeyDown}[k]; ok {
					msg = tea.KeyMsg{Type: t}
				}
				waiting = append(waiting, p.Update(msg))
			}
			p.check(r)
		}
	})
}

func (p *pane) check(r *rapid.T) {
	lines := strings.Split(p.View(), "\n")
	if len(lines) != p.height {
		r.Fatalf("%d lines, not %d", len(lines), p.height)
	}
	for _, l := range lines {
		if w := ansi.StringWidth(l); w != p.width {
			r.Fatalf("a line of %d cells, not %d: %q", w, p.width, l)
		}
		if strings.ContainsAny(l, "\x07\u202e\r") || strings.Contains(l, "\x1b]") || strings.Contains(l, "\x1b[2J") {
			r.Fatalf("a control reaches the terminal: %q", l)
		}
	}
	p.Title()
	p.Place()
	p.Bindings()
}
