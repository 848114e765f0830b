package preview

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"

	"deft/commands"
	"deft/commands/diff"
	"deft/discovery"
	"deft/skills"
	"deft/skills/prompt"
	"deft/skills/resource"
	"deft/tui/keys"
	"deft/tui/theme"
)

// desk reads skills from a map.
type desk struct {
	raw    map[string]string
	files  map[string][]resource.File
	data   map[string]string // of bundled files
	copies []*discovery.Entry
	reads  int
	asked  int // why a skill is what it is
}

func (d *desk) source() Source {
	return Source{Read: d.read, Why: d.why, File: d.file, Compare: d.compare, Prompt: d.prompt, Home: "/home/sam"}
}

func (d *desk) read(e *discovery.Entry) (commands.Detail, error) {
	d.reads++
	raw, ok := d.raw[e.Path]
	if !ok {
		return commands.Detail{}, errors.New("open " + e.Path + ": gone\x1b[2J")
	}
	return commands.Detail{Entry: e, Raw: []byte(raw), Skill: d.parse(e), Files: d.files[e.Path]}, nil
}

func (d *desk) parse(e *discovery.Entry) *skills.Skill {
	return skills.Parse(skills.Source{Path: e.Path, Folder: e.Folder}, []byte(d.raw[e.Path]))
}

func (d *desk) file(_ *discovery.Entry, name string) (resource.Content, error) {
	data, ok := d.data[name]
	if !ok {
		return resource.Content{}, &resource.NotFoundError{Path: name}
	}
	c := resource.Content{Path: name, Data: []byte(data), Size: int64(len(data)), MIME: "text/plain"}
	if strings.HasSuffix(name, ".md") {
		c.MIME = "text/markdown"
	}
	if strings.Contains(data, "\x00") {
		return c, &commands.BinaryError{Path: name, Size: c.Size}
	}
	return c, nil
}

func (d *desk) why(e *discovery.Entry) (commands.Explanation, error) {
	d.asked++
	x := commands.Explanation{Resolution: &discovery.Resolution{Name: e.Name(), Winner: e, Entries: []*discovery.Entry{e}}}
	if len(d.copies) > 0 {
		x.Winner, x.Entries = d.copies[0], d.copies
	}
	for i, c := range x.Entries {
		x.Digests = append(x.Digests, fmt.Sprintf("%064x", len(d.raw[c.Path])))
		x.Handles = append(x.Handles, e.Name())
		if i > 0 {
			x.Handles[i] += "@" + c.Root.Provider
		}
	}
	return x, nil
}

func (d *desk) compare(from, to *discovery.Entry) (commands.Comparison, error) {
	text, err := diff.Lines(d.raw[from.Path], d.raw[to.Path], diff.Context)
	return commands.Comparison{Text: text}, err
}

func (d *desk) prompt(e *discovery.Entry) (commands.Injection, error) {
	s := d.parse(e)
	if !s.UserInvocable {
		return commands.Injection{}, &commands.PolicyError{Handle: e.Name(), Path: e.Path, Reason: "is not for people"}
	}
	a := prompt.Activate(prompt.Source{Handle: e.Name(), Path: e.Path, Base: e.Dir(), Body: s.Body}, "")
	return commands.Injection{Call: "/skill:" + a.Handle, Text: a.Text()}, nil
}

func skill(name, body string) string {
	return "---\nname: " + name + "\ndescription: About " + name + ".\n---\n\n" + body
}

func entry(name string) *discovery.Entry {
	return &discovery.Entry{State: discovery.Active, Reason: discovery.Only, Candidate: &discovery.Candidate{
		Root: &discovery.Root{Provider: discovery.Native, Level: discovery.User}, Path: "/" + name + "/SKILL.md", Real: "/" + name + "/SKILL.md",
		Folder: name, Reading: skills.Reading{Head: skills.Head{Name: name}}}}
}

// pane runs a preview; what is painted is counted.
type pane struct {
	*Model
	painted int
	told    string
	edits   []EditMsg
}

func open(d *desk, width, height int) *pane {
	p := &pane{Model: New(keys.Default(), theme.New(theme.Options{}), d.source())}
	p.SetFocused(true)
	p.run(p.SetSize(width, height))
	return p
}

func (p *pane) run(cmd tea.Cmd) {
	for cmd != nil {
		msg := cmd()
		switch msg := msg.(type) {
		case tea.BatchMsg:
			for _, c := range msg {
				p.run(c)
			}
			return
		case paintedMsg:
			p.painted++
		case SayMsg:
			p.told = msg.Text
		case EditMsg:
			p.edits = append(p.edits, msg)
		}
		cmd = p.Update(msg)
	}
}

// press sends keys by their names.
func (p *pane) press(names ...string) {
	named := map[string]tea.KeyType{"enter": tea.KeyEnter, "backspace": tea.KeyBackspace, "down": tea.KeyDown, "up": tea.KeyUp, "end": tea.KeyEnd,
		"home": tea.KeyHome, "pgdown": tea.KeyPgDown, "pgup": tea.KeyPgUp}
	for _, n := range names {
		k := tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(n)}
		if t, ok := named[n]; ok {
			k = tea.KeyMsg{Type: t}
		}
		p.run(p.Update(k))
	}
}

func (p *pane) text() string { return ansi.Strip(p.View()) }

func long(parts int) string {
	var b strings.Builder
	for i := range parts {
		fmt.Fprintf(&b, "## Part %d\n\n%s\n\n", i, strings.Repeat("Words and more words. ", 30))
	}
	return b.String()
}

// The first screen is shown before the rest is painted, and keys are handled in between.
func TestFirstScreenFirst(t *testing.T) {
	d := &desk{raw: map[string]string{"/long/SKILL.md": skill("long", long(200))}}
	p := open(d, 60, 20)
	read := p.Update(p.Show(entry("long"))())
	paint := p.Update(read())
	rest := p.Update(paint())
	if rest == nil || p.current().text.done {
		t.Fatal("all of a long text was painted at once")
	}
	if !strings.Contains(p.text(), "Part 0") {
		t.Fatalf("the first screen is not shown:\n%s", p.text())
	}
	p.Update(tea.KeyMsg{Type: tea.KeyDown})
	if p.current().top != 1 {
		t.Error("a key is not handled while the rest is painted")
	}
	p.run(rest)
	p.Update(tea.KeyMsg{Type: tea.KeyEnd})
	if !p.current().text.done || !strings.Contains(p.text(), "Words") {
		t.Error("the rest is not painted")
	}
}

func TestVisitAgainComesFromTheCache(t *testing.T) {
	d := &desk{raw: map[string]string{"/a/SKILL.md": skill("a", long(50)), "/b/SKILL.md": skill("b", "B.\n")}}
	p := open(d, 60, 20)
	a, b := entry("a"), entry("b")
	p.run(p.Show(a))
	p.run(p.Show(b))
	before := p.painted
	p.run(p.Show(a))
	if p.painted != before || !strings.Contains(p.text(), "Part 0") {
		t.Errorf("a second visit painted %d times", p.painted-before)
	}
	d.raw["/a/SKILL.md"] = skill("a", "Changed.\n")
	p.run(p.Show(a))
	if !strings.Contains(p.text(), "Changed.") {
		t.Error("a changed file is not read again")
	}
}

// case R114: many sizes in a moment paint the text once.
func TestResizesPaintOnce(t *testing.T) {
	d := &desk{raw: map[string]string{"/a/SKILL.md": skill("a", "Text.\n")}}
	p := open(d, 60, 20)
	p.run(p.Show(entry("a")))
	before := p.painted
	var waiting []tea.Cmd
	for w := 20; w < 60; w++ {
		waiting = append(waiting, p.SetSize(w, 20))
	}
	for _, cmd := range waiting {
		p.run(cmd)
	}
	if got := p.painted - before; got != 1 {
		t.Errorf("40 sizes painted the text %d times", got)
	}
}

// A cursor that does not rest reads nothing.
func TestPassingReadsNothing(t *testing.T) {
	d := &desk{raw: map[string]string{"/a/SKILL.md": skill("a", "A.\n"), "/b/SKILL.md": skill("b", "B.\n")}}
	p := open(d, 60, 20)
	passed, rested := p.Show(entry("a")), p.Show(entry("b"))
	p.run(passed)
	if d.reads != 0 {
		t.Error("a skill was read that the cursor had left")
	}
	p.run(rested)
	if d.reads != 1 || p.Title() != "b" {
		t.Error("the skill under the cursor was not read")
	}
	p.run(p.Show(nil))
	if p.Title() != "Preview" {
		t.Error("something is shown where nothing is chosen")
	}
}

func TestGone(t *testing.T) {
	p := open(&desk{}, 60, 20)
	p.run(p.Show(entry("gone")))
	if !strings.Contains(p.text(), "cannot be read") || !strings.Contains(p.text(), "gone␛") {
		t.Errorf("a skill that is gone:\n%s", p.text())
	}
	p.run(p.SetSize(40, 20))
	if !strings.Contains(p.text(), "cannot be read") {
		t.Errorf("after a resize:\n%s", p.text())
	}
}

func TestFields(t *testing.T) {
	raw := "---\nname: f\ndescription: >-\n  " + strings.Repeat("long words ", 60) + "\nmetadata:\n  a: \"\\e[2Jb\"\n\"od\\ed\": 1\n---\n\nBody.\n"
	p := open(&desk{raw: map[string]string{"/f/SKILL.md": raw}}, 50, 30)
	p.run(p.Show(entry("f")))
	got := p.text()
	if n := strings.Count(got, "long words"); n < 10 || n > 40 {
		t.Errorf("the description is not cut to a few lines (%d):\n%s", n, got)
	}
	for _, want := range []string{"metadata", "␛", "Body."} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is missing:\n%s", want, got)
		}
	}
	if strings.Contains(p.View(), "\x1b[2J") {
		t.Error("an escape of the frontmatter reaches the terminal")
	}
}

// What deft says has ~ for the home folder; what a skill says stays as it is.
func TestHome(t *testing.T) {
	e := entry("gone")
	e.Path = "/home/sam/gone/SKILL.md"
	p := open(&desk{}, 60, 10)
	p.run(p.Show(e))
	if got := p.text(); strings.Contains(got, "/home/sam") || strings.Count(got, "~/gone/SKILL.md") != 2 {
		t.Errorf("a skill that is not there:\n%s", got)
	}
	e.Path = "/here/SKILL.md"
	p = open(&desk{raw: map[string]string{e.Path: skill("here", "Look into /home/sam/x.")}}, 60, 10)
	p.run(p.Show(e))
	if got := p.text(); !strings.Contains(got, "Look into /home/sam/x.") {
		t.Errorf("the text of a skill:\n%s", got)
	}
}
