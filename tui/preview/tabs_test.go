package preview

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"deft/discovery"
	"deft/skills/resource"
)

var update = flag.Bool("update", false, "write the goldens anew")

// kit is a machine with two copies of a skill that has files of every kind.
func kit() (*desk, *discovery.Entry) {
	won, lost := entry("kit"), entry("kit")
	lost.Root = &discovery.Root{Provider: discovery.Agents, Level: discovery.User}
	won.Path, lost.Path = "/home/sam/.deft/skills/kit/SKILL.md", "/home/sam/.agents/skills/kit/SKILL.md"
	won.Real, lost.Real = won.Path, lost.Path
	won.Reason, won.Detail = discovery.ByRank, "native ranks before agents"
	lost.State, lost.Reason, lost.Detail = discovery.Shadowed, discovery.ByRank, "native ranks before agents"
	twin := entry("kit")
	twin.Path, twin.Real = "/srv/kit/SKILL.md", "/srv/kit/SKILL.md"
	twin.Root = &discovery.Root{Provider: discovery.CustomDirs, Level: discovery.Custom}
	twin.State, twin.Reason, twin.Detail = discovery.Shadowed, discovery.IdenticalCopy, "every file is the winner's"
	body := "# Kit\n\nRead [the guide](references/guide.md), then run `scripts/run.py`.\n\n1. One\n2. Two\n"
	d := &desk{copies: []*discovery.Entry{won, lost, twin}}
	d.raw = map[string]string{won.Path: skill("kit", body), twin.Path: skill("kit", body), lost.Path: skill("kit", strings.Replace(body, "2. Two", "2. Two, slowly\n3. Three", 1))}
	d.data = map[string]string{
		"assets/logo.png": "\x89PNG\r\n\x1a\n\x00\x00\x00\x01", "empty.txt": "", "notes.txt": "plain \x1b[2J text\n",
		"references/guide.md": "# Guide\n\nSome **text**.\n\n- one\n", "scripts/run.py": "#!/usr/bin/env python3\ndef main():\n\tprint('hello')  # to the world\n",
		"out": "TESTONLY-SECRET", "references/leaf.txt": "TESTONLY-SECRET",
	}
	d.files = map[string][]resource.File{won.Path: {
		{Path: "assets/logo.png", Size: 12}, {Path: "empty.txt"}, {Path: "notes.txt", Size: 17},
		{Path: "out", Link: "../../../../secret", Problem: resource.LeadsOutside},
		{Path: "references/gone.md", Link: "nowhere.md", Problem: resource.LeadsNowhere},
		{Path: "references/guide.md", Size: 33},
		{Path: "references/leaf.txt", Link: "../../../../../secret/token.txt", Problem: resource.LeadsOutside},
		{Path: "scripts/run.py", Size: 68, Executable: true},
	}}
	return d, won
}

func openKit(width, height int) (*pane, *discovery.Entry) {
	d, e := kit()
	p := open(d, width, height)
	p.run(p.Show(e))
	return p, e
}

// golden compares what is shown with a file; every line is checked to be as wide as the pane.
func (p *pane) golden(t *testing.T, name string) {
	t.Helper()
	lines := strings.Split(p.text(), "\n")
	for i, l := range lines {
		if w := ansi.StringWidth(l); w != p.width {
			t.Errorf("line %d is %d cells wide, not %d: %q", i+1, w, p.width, l)
		}
		lines[i] = strings.TrimRight(l, " ")
	}
	got, file := strings.TrimRight(strings.Join(lines, "\n"), "\n")+"\n", filepath.Join("testdata", name+".txt")
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s has changed; got:\n%s", file, got)
	}
}

func TestTabs(t *testing.T) {
	tests := []struct {
		name string
		keys []string
	}{
		{"read", []string{"1"}},
		{"files", []string{"2"}},
		{"folded", []string{"2", "j", "j", "j", "enter", "end", "up", "enter"}},
		{"binary", []string{"2", "j", "j", "j", "j", "enter"}},
		{"markdown", []string{"2", "end", "up", "up", "up", "enter"}},
		{"code", []string{"2", "end", "enter"}},
		{"empty", []string{"2", "enter"}},
		{"text", []string{"2", "j", "enter"}},
		{"outside", []string{"2", "j", "j", "enter"}},
		{"why", []string{"3", "j"}},
		{"diff", []string{"3", "j", "enter"}},
		{"raw", []string{"4", "j", "j"}},
		{"prompt", []string{"5"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p, _ := openKit(60, 24)
			p.press(tt.keys...)
			p.golden(t, tt.name)
		})
	}
}

// case R88: what a link leads to outside is not shown, and that it leads there is said.
func TestLinksThatLeadOut(t *testing.T) {
	p, _ := openKit(60, 24)
	p.press("2")
	for _, name := range []string{"out", "leaf.txt"} {
		said := false
		for _, l := range strings.Split(p.text(), "\n") {
			said = said || strings.Contains(l, name) && strings.Contains(l, "leads outside")
		}
		if !said {
			t.Errorf("%s is not shown as leading outside:\n%s", name, p.text())
		}
	}
	for range 12 {
		p.press("enter")
		if strings.Contains(p.text(), "TESTONLY-SECRET") {
			t.Fatalf("a link is followed:\n%s", p.text())
		}
		p.press("backspace", "down")
	}
}

// case R119: the preview begins with the fields, then the body; rules in it stay.
func TestBodyBehindTheFields(t *testing.T) {
	d := &desk{raw: map[string]string{"/prev/SKILL.md": skill("prev", "# Heading\n\nText\n\n---\n\nname: not frontmatter\n\n---\n"), "/onlyrule/SKILL.md": "Some text\n\n---\n\nname: no\n"}}
	p := open(d, 60, 24)
	p.run(p.Show(entry("prev")))
	head, body, _ := strings.Cut(p.text(), "# Heading")
	if !strings.Contains(head, "description  About prev.") || strings.Contains(head, "---") || !strings.Contains(body, "name: not frontmatter") {
		t.Errorf("the preview:\n%s", p.text())
	}
	p.run(p.Show(entry("onlyrule")))
	if got := p.text(); !strings.Contains(got, "Invalid") || !strings.Contains(got, "Some text") || !strings.Contains(got, "name: no") {
		t.Errorf("an invalid skill:\n%s", got)
	}
}

// all is the text of a tab from its beginning to its end.
func (p *pane) all(t *testing.T) string {
	t.Helper()
	for _, l := range p.current().text.lines {
		if w := ansi.StringWidth(l); w > p.width {
			t.Errorf("tab %d, width %d: a line of %d cells: %q", p.Tab(), p.width, w, l)
		}
	}
	return ansi.Strip(strings.Join(p.current().text.lines, "\n"))
}

// case R110
func TestWideSignsInEveryTab(t *testing.T) {
	text := "日本語の文章は空白なしで続きますから、折り返しは文字の間で行われなければなりません。中文也没有空格，所以每一行都必须在字之间断开。"
	bare := strings.NewReplacer(" ", "", "\n", "", "│", "")
	for _, width := range []int{20, 30, 39, 40, 60, 80, 120} {
		p := open(&desk{raw: map[string]string{"/cjk/SKILL.md": skill("cjk", text+"\n")}}, width, 20)
		p.run(p.Show(entry("cjk")))
		for _, tab := range []string{"1", "4", "5"} {
			p.press(tab)
			got := bare.Replace(p.all(t))
			if tab == "4" { // without the numbers of lines
				got = strings.TrimLeft(got[strings.Index(got, "日"):], "0123456789")
			}
			if !strings.Contains(got, text) {
				t.Errorf("width %d, tab %s: signs are lost:\n%s", width, tab, p.all(t))
			}
		}
	}
}

// case R111
func TestWideTableIsWhole(t *testing.T) {
	var head, rule, row strings.Builder
	for i := range 14 {
		fmt.Fprintf(&head, "| column%d ", i)
		rule.WriteString("|---")
		fmt.Fprintf(&row, "| value%d with 世界 👍 and words ", i)
	}
	body := head.String() + "|\n" + rule.String() + "|\n" + row.String() + "|\n"
	for _, width := range []int{24, 40, 60, 80, 120} {
		p := open(&desk{raw: map[string]string{"/t/SKILL.md": skill("t", body)}}, width, 20)
		p.run(p.Show(entry("t")))
		for _, tab := range []string{"1", "4", "5"} {
			p.press(tab)
			got := strings.NewReplacer(" ", "", "\n", "").Replace(p.all(t))
			for i := range 14 {
				if want := fmt.Sprintf("value%dwith", i); tab == "1" && !strings.Contains(got, want) {
					t.Errorf("width %d, tab %s: %s is cut", width, tab, want)
				}
			}
		}
	}
}

// The folders that were closed in one skill are open in the next.
func TestFoldersOfTheNextSkill(t *testing.T) {
	d, e := kit()
	p := open(d, 60, 24)
	p.run(p.Show(e))
	p.press("2", "j", "j", "j", "enter")
	if strings.Contains(p.text(), "logo.png") {
		t.Fatalf("the folder is open:\n%s", p.text())
	}
	next := d.copies[1]
	d.files[next.Path] = d.files[e.Path]
	if p.run(p.Show(next)); !strings.Contains(p.text(), "logo.png") {
		t.Errorf("the folder is closed:\n%s", p.text())
	}
}
