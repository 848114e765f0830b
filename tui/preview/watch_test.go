package preview

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"deft/discovery"
	"deft/skills/resource"
)

// clock holds the waits that were begun, in place of time.
type clock struct{ waits []tea.Msg }

func (c *clock) tick(d time.Duration, msg tea.Msg) tea.Cmd {
	return func() tea.Msg {
		if d == again {
			c.waits = append(c.waits, msg)
		}
		return nil
	}
}

// pass ends all waits, and says how many looks were taken.
func (c *clock) pass(p *pane) (looks int) {
	due := c.waits
	c.waits = nil
	for _, msg := range due {
		cmd := p.Update(msg)
		if cmd != nil {
			looks++
		}
		p.run(cmd)
	}
	return looks
}

// watched is a preview of the kit whose time is held.
func watched(width, height int) (*pane, *clock, *desk, *discovery.Entry) {
	d, e := kit()
	p, c := open(d, width, height), &clock{}
	p.tick = c.tick
	p.run(p.Show(e))
	return p, c, d, e
}

// put adds a file, or changes it.
func (d *desk) put(e *discovery.Entry, name, data string) {
	d.remove(e, name)
	d.data[name] = data
	d.files[e.Path] = append(d.files[e.Path], resource.File{Path: name, Size: int64(len(data))})
	slices.SortFunc(d.files[e.Path], func(a, b resource.File) int { return strings.Compare(a.Path, b.Path) })
}

func (d *desk) remove(e *discovery.Entry, name string) {
	delete(d.data, name)
	d.files[e.Path] = slices.DeleteFunc(slices.Clone(d.files[e.Path]), func(f resource.File) bool { return f.Path == name })
}

func (p *pane) chosenName() string {
	m, _ := p.current().chosen()
	return m.name
}

func TestFilesFollowTheFolder(t *testing.T) {
	p, c, d, e := watched(60, 24)
	p.press("2", "j")
	if p.chosenName() != "notes.txt" {
		t.Fatalf("chosen: %q", p.chosenName())
	}
	before := p.painted
	if c.pass(p); p.painted != before {
		t.Error("files that have not changed are painted again")
	}
	d.put(e, "a.txt", "new")
	if c.pass(p); !strings.Contains(p.text(), "a.txt") || p.chosenName() != "notes.txt" {
		t.Errorf("a new file; chosen is %q:\n%s", p.chosenName(), p.text())
	}
	d.remove(e, "notes.txt")
	if c.pass(p); strings.Contains(p.text(), "notes.txt") || p.chosenName() != "out" {
		t.Errorf("a file that is gone; chosen is %q:\n%s", p.chosenName(), p.text())
	}
	raw := d.raw[e.Path]
	delete(d.raw, e.Path)
	if c.pass(p); !strings.Contains(p.text(), "a.txt") {
		t.Errorf("a skill that cannot be read for a while:\n%s", p.text())
	}
	d.raw[e.Path] = raw
	d.files[e.Path] = nil
	if c.pass(p); !strings.Contains(p.text(), "no files") {
		t.Errorf("without files:\n%s", p.text())
	}
	d.put(e, "b.txt", "new")
	if c.pass(p); p.chosenName() != "b.txt" {
		t.Errorf("the first file; chosen is %q:\n%s", p.chosenName(), p.text())
	}
}

// What stands at the top of the window stays there when files come before it.
func TestFilesKeepTheirPlace(t *testing.T) {
	p, c, d, e := watched(60, 10)
	for i := range 40 {
		d.put(e, fmt.Sprintf("f%02d", i), "x")
	}
	p.press("2")
	c.pass(p)
	for range 20 {
		p.press("j")
	}
	name, shown := p.chosenName(), p.text()
	for i := range 5 {
		d.put(e, fmt.Sprintf("b%02d", i), "x")
	}
	if c.pass(p); p.chosenName() != name || p.text() != shown {
		t.Errorf("chosen is %q, was %q:\n%s\nnot\n%s", p.chosenName(), name, p.text(), shown)
	}
	for i := range 20 { // between the top and what is chosen
		d.put(e, fmt.Sprintf("f15-%02d", i), "x")
	}
	if c.pass(p); p.chosenName() != name || !strings.Contains(p.text(), name) {
		t.Errorf("%q is chosen and out of sight:\n%s", name, p.text())
	}
}

func TestOpenFileFollows(t *testing.T) {
	p, c, d, e := watched(60, 12)
	d.put(e, "notes.txt", strings.Repeat("old\n", 100))
	p.press("2")
	c.pass(p)
	p.press("j", "enter")
	for range 30 {
		p.press("j")
	}
	c.pass(p)
	top, before := p.current().top, p.painted
	if c.pass(p); p.painted != before || top != 30 {
		t.Errorf("a file that has not changed is painted again; the top is %d", top)
	}
	d.put(e, "notes.txt", strings.Repeat("new\n", 100)) // of the same size
	if c.pass(p); strings.Contains(p.text(), "old") || !strings.Contains(p.text(), "new") || p.current().top != top {
		t.Errorf("a file that has changed, from line %d:\n%s", p.current().top, p.text())
	}
	d.remove(e, "notes.txt")
	if c.pass(p); !strings.Contains(p.text(), "This file is gone.") {
		t.Errorf("a file that is gone:\n%s", p.text())
	}
	before = p.painted
	if c.pass(p); p.painted != before {
		t.Error("a file that stays gone is painted again")
	}
	d.put(e, "notes.txt", strings.Repeat("back\n", 100))
	if c.pass(p); !strings.Contains(p.text(), "back") || p.current().top != top {
		t.Errorf("a file that is back, from line %d:\n%s", p.current().top, p.text())
	}
	d.remove(e, "notes.txt")
	c.pass(p)
	if p.Back(); !strings.Contains(p.text(), "empty.txt") || strings.Contains(p.text(), "notes.txt") {
		t.Errorf("the files behind one that is gone:\n%s", p.text())
	}
}

// Nobody looks at files that are not seen, and there is one wait at a time.
func TestOnlySeenFilesAreLookedAt(t *testing.T) {
	p, c, d, e := watched(60, 24)
	if len(c.waits) != 0 {
		t.Fatal("a wait in another tab")
	}
	p.press("2", "1", "2", "2")
	if looks := c.pass(p); looks != 1 || len(c.waits) != 1 {
		t.Fatalf("%d looks, %d waits", looks, len(c.waits))
	}
	reads := d.reads
	p.press("3")
	if c.pass(p); d.reads != reads || len(c.waits) != 0 {
		t.Errorf("%d reads and %d waits in another tab", d.reads-reads, len(c.waits))
	}
	p.press("2")
	wait := c.waits[0]
	look := p.Update(wait)
	p.press("1")
	d.put(e, "a.txt", "new")
	if p.run(look); len(c.waits) != 1 {
		t.Error("an answer that comes too late begins a wait")
	}
	p.press("2")
	c.waits = nil
	p.run(p.Show(nil))
	if cmd := p.Update(lookMsg{p.looks}); cmd != nil || len(c.waits) != 0 {
		t.Error("a look at no skill")
	}
	p.run(p.Show(e))
	if len(c.waits) != 1 {
		t.Errorf("%d waits for a skill that is shown in the tab", len(c.waits))
	}
}

// What stands behind something else is not seen.
func TestHiddenFilesAreNotLookedAt(t *testing.T) {
	p, c, d, _ := watched(60, 24)
	p.press("2")
	p.run(p.SetHidden(true))
	reads := d.reads
	if c.pass(p); d.reads != reads || len(c.waits) != 0 {
		t.Errorf("%d reads and %d waits out of sight", d.reads-reads, len(c.waits))
	}
	p.run(p.SetHidden(false))
	if looks := c.pass(p); looks != 1 {
		t.Errorf("%d looks once it is seen again", looks)
	}
}

// Of a skill that is gone nothing is read: what was read stays, and the rest is said to be gone.
func TestGoneSkill(t *testing.T) {
	p, c, d, _ := watched(60, 24)
	p.press("2")
	p.press("j", "enter")
	if !strings.Contains(p.text(), "notes.txt") {
		t.Fatalf("no open file:\n%s", p.text())
	}
	reads := d.reads
	p.run(p.SetGone("kit is gone"))
	if got := p.text(); !p.Gone() || !strings.Contains(got, "kit is gone") || !strings.Contains(got, "This file is gone.") {
		t.Errorf("an open file:\n%s", got)
	}
	p.Back()
	if p.press("j", "enter"); !strings.Contains(p.text(), "This file is gone.") {
		t.Errorf("another file:\n%s", p.text())
	}
	if p.press("5"); !strings.Contains(p.text(), "The skill is gone.") {
		t.Errorf("what a model would get:\n%s", p.text())
	}
	if p.press("1"); !strings.Contains(p.text(), "name") || strings.Contains(p.text(), "cannot be read") {
		t.Errorf("what was read of it:\n%s", p.text())
	}
	if p.press("2"); c.pass(p) != 0 || d.reads != reads || len(c.waits) != 0 {
		t.Errorf("%d reads and %d waits", d.reads-reads, len(c.waits))
	}
}
