package main

import (
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"testing"
)

func TestRandomTreesSurviveTheirText(t *testing.T) {
	for _, agent := range agents {
		for seed := range uint64(10) {
			tree := generate(agent, seed)
			again, err := Parse(tree.Format())
			if err != nil {
				t.Fatalf("%s, seed %d: %v", agent.ID, seed, err)
			}
			if tree.Format() != again.Format() {
				t.Errorf("%s, seed %d: got\n%s\nwant\n%s", agent.ID, seed, again.Format(), tree.Format())
			}
			if err := tree.Place(t.TempDir()); err != nil {
				t.Errorf("%s, seed %d: %v", agent.ID, seed, err)
			}
		}
	}
}

const example = `Two copies.

cwd: home/p
git: home/p
link: home/p/.agents/skills/tdd -> ../../../.agents/skills/tdd
crlf: home/.agents/skills/tdd/SKILL.md
-- home/.agents/skills/tdd/SKILL.md --
---
name: tdd
-- home/.agents/skills/pdf/SKILL.md --
---
name: pdf
-- answer codex 1.2.3 --
"tdd" home/p/.agents/skills/tdd/SKILL.md
`

func TestParse(t *testing.T) {
	tree, err := Parse(example)
	if err != nil {
		t.Fatal(err)
	}
	want := &Tree{Comment: "Two copies.", Cwd: "home/p", Entries: []Entry{
		{Kind: Repo, Path: "home/p"},
		{Kind: Link, Path: "home/p/.agents/skills/tdd", Target: "../../../.agents/skills/tdd"},
		{Kind: File, Path: "home/.agents/skills/tdd/SKILL.md", Text: "---\r\nname: tdd\r\n"},
		{Kind: File, Path: "home/.agents/skills/pdf/SKILL.md", Text: "---\nname: pdf\n"},
	}, Answers: []Answer{{"codex", "1.2.3", []Seen{{"tdd", "home/p/.agents/skills/tdd/SKILL.md"}}}}}
	if !reflect.DeepEqual(tree, want) {
		t.Errorf("got %+v, want %+v", tree, want)
	}
	if tree.Format() != example {
		t.Errorf("formatted as\n%s", tree.Format())
	}
}

func TestDifferences(t *testing.T) {
	tree, err := Parse(example)
	if err != nil {
		t.Fatal(err)
	}
	direct, linked := "home/.agents/skills/tdd/SKILL.md", "home/p/.agents/skills/tdd/SKILL.md"
	other := "home/.agents/skills/pdf/SKILL.md"
	tests := []struct {
		name string
		real []Seen
		ours []ours
		want []string
	}{
		{"same file by another way", []Seen{{"tdd", linked}}, []ours{{Name: "tdd", Path: direct}}, nil},
		{"twice is not once", []Seen{{"tdd", linked}, {"tdd", direct}}, []ours{{Name: "tdd", Path: direct}},
			[]string{`only the agent: "tdd" ` + direct}},
		{"too many", nil, []ours{{Name: "tdd", Path: direct}}, []string{`only deft:      "tdd" ` + direct}},
		{"any of two", []Seen{{"x", other}},
			[]ours{{Name: "x", Path: direct, State: "unspecified"}, {Name: "x", Path: other, State: "unspecified"}}, nil},
		{"none of two", nil, []ours{{Name: "x", Path: direct, State: "unspecified"}, {Name: "x", Path: other, State: "unspecified"}},
			[]string{`only deft:      "x" in one of several`}},
	}
	for _, test := range tests {
		got, err := differences(tree, test.real, test.ours)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("%s: got %q, want %q", test.name, got, test.want)
		}
	}
}

func TestShrinkKeepsWhatDiffers(t *testing.T) {
	tree := generate(agents[0], 3)
	want := tree.Entries[len(tree.Entries)-1]
	small, err := shrink(tree, func(t *Tree) (bool, error) {
		return slices.Contains(t.Entries, want), nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(small.Entries) != 1 || small.Entries[0] != want {
		t.Errorf("got %+v, want only %+v", small.Entries, want)
	}
}

func TestSeen(t *testing.T) {
	tree, err := Parse(example)
	if err != nil {
		t.Fatal(err)
	}
	tree.Entries[2].Text = "copy-07"
	top, err := filepath.EvalSymlinks(t.TempDir())
	if err == nil {
		err = tree.Place(top)
	}
	if err == nil {
		err = os.WriteFile(filepath.Join(top, "own.md"), nil, 0o644)
	}
	if err != nil {
		t.Fatal(err)
	}
	got := Job{tree, top}.seen([]listed{
		{Name: "folder", Path: filepath.Join(top, "home/p/.agents/skills/tdd")},
		{Name: "mark", Description: "says copy-07"},
		{Name: "builtin", Path: filepath.Join(top, "own.md")},
		{Name: "unknown"},
	})
	want := []Seen{
		{"folder", "home/p/.agents/skills/tdd/SKILL.md"},
		{"mark", "home/.agents/skills/tdd/SKILL.md"},
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

func TestCodexCatalog(t *testing.T) {
	text := "### Skill roots\n- `r0` = `/h/.agents/skills`\n### Available skills\n- a b: says: x (file: r0/a/SKILL.md)\n- c: (file: /p/c/SKILL.md)\n"
	want := []listed{{Name: "a b", Description: "says: x", Path: "/h/.agents/skills/a/SKILL.md"}, {Name: "c", Path: "/p/c/SKILL.md"}}
	if got := codexCatalog(text); !slices.Equal(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

func TestClaudeListsWhatOnlyTheModelMayUse(t *testing.T) {
	record := `{"type":"user","message":{}}
{"type":"attachment","attachment":{"type":"skill_listing","content":"- tdd (other): copy-01\n- hid (other): says copy-02\n- init: builtin"}}
`
	want := []listed{{Name: "hid", Description: "says copy-02"}}
	got := claudeModelOnly([]byte(record), []listed{{Name: "tdd"}})
	if !slices.Equal(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

func TestClaudeNamesTheFolderOfASkill(t *testing.T) {
	record := `{"message":{"content":"<command-name>/tdd</command-name>"}}
{"message":{"content":[{"type":"text","text":"Base directory for this skill: /h/.claude/skills/tdd\n\n---\nBody"}]}}
`
	if got, want := claudeFolder([]byte(record)), "/h/.claude/skills/tdd"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := claudeFolder([]byte("{}\n")); got != "" {
		t.Errorf("got %q, want none", got)
	}
}
