package fix

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"deft/discovery"
	"deft/discovery/rules"
	"deft/skills"
)

// at is the skill in a folder, as it is found there.
func at(t *testing.T, root *discovery.Root, folder string) Item {
	t.Helper()
	file := filepath.Join(root.Path, folder, "SKILL.md")
	raw, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	c := &discovery.Candidate{Root: root, Rel: folder + "/SKILL.md", Path: file, Real: file, Folder: folder}
	c.Reading.Head = skills.Parse(skills.Source{}, raw).Head
	return Item{Entry: &discovery.Entry{Candidate: c}}
}

// TestRenameTakesItBack: the undo reaches the skill by the name that it has
// then, and is not offered where deft would refuse it.
func TestRenameTakesItBack(t *testing.T) {
	for _, test := range []struct{ folder, head, undo string }{
		{"tdd", "name: tdd\n", "new"},
		{"tdd", "", "new"},
		{"tdd", "name: tdd\nslug: short\n", "short"},
		{"Two Words", "", ""},
	} {
		root := &discovery.Root{Path: t.TempDir(), Provider: "claude", Level: discovery.User}
		dir := filepath.Join(root.Path, test.folder)
		err := errors.Join(os.Mkdir(dir, 0o755), os.WriteFile(filepath.Join(dir, "SKILL.md"), []byte("---\n"+test.head+"description: d\n---\n"), 0o644))
		if err != nil {
			t.Fatal(err)
		}
		p, err := PlanRename(at(t, root, test.folder), "new")
		want := ""
		if test.undo != "" {
			want = "deft rename " + Quote(test.undo+"@"+filepath.Join(root.Path, "new")) + " " + test.folder
		}
		if err != nil || p.Undo != want {
			t.Errorf("%+v: got %q, %v; want %q", test, p.Undo, err, want)
		}
	}
}

// TestTheSamePlace: where a link above leads to the folder of skills, no link
// leads nowhere afterwards.
func TestTheSamePlace(t *testing.T) {
	dir := t.TempDir()
	root := &discovery.Root{Path: filepath.Join(dir, "a"), Provider: "claude", Level: discovery.User}
	err := errors.Join(
		os.MkdirAll(filepath.Join(dir, "a", "tdd"), 0o755), os.Symlink("a", filepath.Join(dir, "b")), os.Mkdir(filepath.Join(dir, "c"), 0o755),
		os.Symlink("../a/tdd", filepath.Join(dir, "c", "tdd")), os.WriteFile(filepath.Join(dir, "a", "tdd", "SKILL.md"), []byte(text), 0o644),
	)
	if err != nil {
		t.Fatal(err)
	}
	it := at(t, root, "tdd")
	it.Others = []string{filepath.Join(dir, "b", "tdd"), filepath.Join(dir, "c", "tdd")}
	p, err := PlanRemove(it)
	if err != nil || len(p.Notes) != 2 || !strings.HasSuffix(p.Notes[0], " is the same place") || !strings.HasSuffix(p.Notes[1], "will lead nowhere") {
		t.Errorf("got %q, %v", p.Notes, err)
	}
	j := NewJoint()
	for _, name := range []string{"a", "b"} {
		there := *root
		there.Path = filepath.Join(dir, name)
		p, err := PlanRemove(at(t, &there, "tdd"))
		if err := errors.Join(err, j.Add("tdd", p)); err != nil {
			t.Fatal(err)
		}
	}
	if got := kinds(j.Plan()); len(got) != 1 {
		t.Errorf("one place goes %d times: %q", len(got), got)
	}
}

// TestQuoteForShells: a shell reads what was written, and a terminal no control.
func TestQuoteForShells(t *testing.T) {
	for _, word := range []string{"tdd@/a/b", "", "it's", "two words", "a\x1b[31m'\\n", "\xff", "\u202e", "日本", "a\nb", "$x`y`"} {
		got := Quote(word)
		if strings.ContainsFunc(got, func(r rune) bool { return r < ' ' || r == '\u202e' || r == '\ufffd' }) {
			t.Errorf("%q is written %q", word, got)
		}
		bash, err := exec.LookPath("bash")
		if err != nil {
			continue
		}
		if out, err := exec.CommandContext(t.Context(), bash, "-c", "printf %s "+got).Output(); err != nil || string(out) != word {
			t.Errorf("%q is read as %q, %v", word, out, err)
		}
	}
}

// TestUndone: a switch that had a third value is not taken back by the opposite.
func TestUndone(t *testing.T) {
	off := edit{keys: []string{"k", "tdd"}, value: `"off"`}
	on := edit{keys: []string{"k", "tdd"}}
	list := edit{keys: []string{"k"}, list: true, add: "tdd", same: func(s string) bool { return s == "tdd" }}
	out := edit{keys: []string{"k"}, list: true, drop: list.same}
	for _, test := range []struct {
		was   string
		do    edit
		back  edit
		taken bool
	}{
		{`{}`, off, on, true},
		{`{"k": {"tdd": "name-only"}}`, off, on, false},
		{`{"k": {"tdd": "off"}}`, on, off, true},
		{`{"k": {"tdd": "name-only"}}`, on, off, false},
		{`{"k": ["a"]}`, list, out, true},
		{`{"k": ["tdd", "a"]}`, out, list, true},
		{`{"k": ["tdd", "a", "tdd"]}`, out, list, false},
	} {
		d, err := openDocument([]byte(test.was), discovery.JSON)
		if err != nil {
			t.Fatal(err)
		}
		data, _, err := test.do.make(d)
		if err != nil {
			t.Fatal(err)
		}
		p := Plan{Steps: []Step{{Kind: Write, Data: data, Was: []byte(test.was)}}}
		if got := undone(p, discovery.JSON, test.back); got != test.taken {
			t.Errorf("%s -> %s: %v", test.was, data, got)
		}
	}
}

// TestSwitchUnseen: what deft itself does not see is given back by its place.
func TestSwitchUnseen(t *testing.T) {
	root := &discovery.Root{Path: "/p/.goose/skills", Provider: "goose", Level: discovery.Project}
	c := &discovery.Candidate{Root: root, Rel: "tdd/SKILL.md", Path: "/p/.goose/skills/tdd/SKILL.md", Folder: "tdd"}
	agent, _ := rules.ByName("deft")
	s := Switching{Agent: agent, Level: discovery.User, Off: true, Disabled: func(string) bool { return false }}
	for state, want := range map[discovery.State]string{
		discovery.Active: "deft enable tdd --user", discovery.NotSeen: "deft enable tdd@/p/.goose/skills/tdd --user",
	} {
		p, err := PlanSwitch(Item{Entry: &discovery.Entry{Candidate: c, State: state}}, s)
		if err != nil || p.Undo != want {
			t.Errorf("%s: got %q, %v; want %q", state, p.Undo, err, want)
		}
	}
}
