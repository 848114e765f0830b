package fix

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"deft/discovery"
	"deft/discovery/rules"
)

// kinds are the steps of a plan as KIND PATH.
func kinds(p Plan) []string {
	var out []string
	for _, s := range p.Steps {
		out = append(out, string(s.Kind)+" "+s.Path)
	}
	return out
}

func TestJoint(t *testing.T) {
	off := Step{Kind: Off, To: "tdd"}
	trash := func(path string) Step { return Step{Kind: Trash, Path: path} }
	link := func(path string) Step { return Step{Kind: Link, Path: path} }
	for _, test := range []struct {
		name    string
		steps   []Step
		want    string
		refused bool
	}{
		{"the same switch is turned once", []Step{off, off}, "off ", false},
		{"another project's too", []Step{off, {Kind: Off, To: "tdd", Path: "/p"}}, "off |off /p", false},
		{"what lies in a folder goes with it", []Step{trash("/r/a"), trash("/r/a/b"), trash("/r/ab")}, "trash /r/a|trash /r/ab", false},
		{"the folder comes last", []Step{trash("/r/a/b"), trash("/r/a/c"), trash("/r/a")}, "trash /r/a/b|trash /r/a/c|trash /r/a", false},
		{"two of one name", []Step{link("/r/a"), {Kind: Copy, Path: "/r/a"}}, "link /r/a", true},
		{"into the place of one that goes", []Step{trash("/r/a"), link("/r/a")}, "trash /r/a", true},
	} {
		j := NewJoint()
		var err error
		for _, s := range test.steps {
			err = j.Add("x", Plan{Title: "One.", Undo: "undo", Steps: []Step{s}})
		}
		var refused *RefusedError
		if got := strings.Join(kinds(j.Plan()), "|"); got != test.want || errors.As(err, &refused) != test.refused {
			t.Errorf("%s: got %s, %v; want %s", test.name, got, err, test.want)
		}
	}
}

func TestJointTells(t *testing.T) {
	j := NewJoint()
	if got := j.Plan(); got.Title != "" {
		t.Errorf("of nothing: %+v", got)
	}
	for i, name := range []string{"a", "b", "c", "d"} {
		if err := j.Add(name, Plan{Title: "One.", Undo: "undo", Notes: []string{"same", fmt.Sprint("own ", i%3)}}); err != nil {
			t.Fatal(err)
		}
		if got := j.Plan(); i == 0 && (got.Title != "One." || got.Undo != "undo" || !slices.Equal(got.Notes, []string{"same", "own 0"})) {
			t.Errorf("one alone became %+v", got)
		}
	}
	got := j.Plan()
	if want := []string{"4 of them: same", "a, d: own 0", "b: own 1", "c: own 2"}; got.Title != "4 changes." || got.Undo != "" || !slices.Equal(got.Notes, want) {
		t.Errorf("got %+v, want the notes %q", got, want)
	}
}

// TestJointWrites: several switches in one file are one write, and the file is what it would be after one after the other.
func TestJointWrites(t *testing.T) {
	project, a := scene(t)
	settings := filepath.Join(project, ".claude", "settings.local.json")
	if err := os.MkdirAll(filepath.Dir(settings), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(settings, []byte(`{"mine": 1}`), 0o600); err != nil {
		t.Fatal(err)
	}
	agent, _ := rules.ByName("claude-code")
	j := NewJoint()
	for _, name := range []string{"tdd", "deploy", "tdd"} {
		root := &discovery.Root{Provider: "claude", Level: discovery.Project, Path: filepath.Join(project, ".claude", "skills")}
		c := &discovery.Candidate{Root: root, Rel: name + "/SKILL.md", Folder: name, Path: filepath.Join(root.Path, name, "SKILL.md")}
		p, err := PlanSwitch(Item{Entry: &discovery.Entry{Candidate: c}}, Switching{
			Agent: agent, Level: discovery.Project, Off: true, Ground: discovery.Ground{Place: discovery.Place{Cwd: project, Project: project}, Above: []discovery.Folder{{Path: project}}}, Pending: j.Pending,
		})
		if err != nil {
			t.Fatal(err)
		}
		if err := j.Add(name, p); err != nil {
			t.Fatal(err)
		}
	}
	if got := kinds(j.Plan()); !slices.Equal(got, []string{"write " + settings}) {
		t.Fatalf("got %q", got)
	}
	if done, err := a.Run(t.Context(), j.Plan()); err != nil || done.Steps != 1 || len(done.Trash) != 1 {
		t.Fatalf("got %+v, %v", done, err)
	}
	data, err := os.ReadFile(settings)
	for _, want := range []string{`"mine": 1`, `"tdd": "off"`, `"deploy": "off"`} {
		if err != nil || strings.Count(string(data), want) != 1 {
			t.Errorf("%s is not there once: %s, %v", want, data, err)
		}
	}
}
