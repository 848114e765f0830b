package commands_test

import (
	"context"
	"errors"
	"slices"
	"testing"
	"testing/fstest"

	"deft/commands"
	"deft/discovery"
	"deft/discovery/disk"
	"deft/discovery/rules"
)

func TestCompare(t *testing.T) {
	native := fstest.MapFS{
		"kit/SKILL.md": skill("kit", "", "one\ntwo\n"), "kit/a.md": {Data: []byte("a")}, "kit/b.md": {Data: []byte("b")}, "kit/c.sh": {Data: []byte("c")},
		"twin/SKILL.md": skill("twin", "", "same\n"), "twin/a.md": {Data: []byte("a")},
	}
	claude := fstest.MapFS{
		"kit/SKILL.md": skill("kit", "", "one\n2\nthree\n"), "kit/b.md": {Data: []byte("B")}, "kit/c.sh": {Data: []byte("c"), Mode: 0o755}, "kit/d.md": {Data: []byte("d")},
		"twin/SKILL.md": skill("twin", "", "same\n"), "twin/a.md": {Data: []byte("a")},
	}
	src := source(t, native, claude)
	pair := func(name string) (a, b *discovery.Entry) {
		snapshot, err := src.Snapshot(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		r, _ := snapshot.Lookup(name)
		return r.Entries[0], r.Entries[1]
	}
	compare := commands.Compare{Source: src}
	a, b := pair("kit")
	c, err := compare.Run(context.Background(), commands.User, a, b)
	if err != nil || c.Same() || c.Text.Added != 2 || c.Text.Removed != 1 {
		t.Errorf("got %+v, %v", c.Text, err)
	}
	want := []commands.FileChange{{"a.md", commands.FileRemoved}, {"b.md", commands.FileChanged}, {"c.sh", commands.FileMode}, {"d.md", commands.FileAdded}}
	if !slices.Equal(c.Files, want) {
		t.Errorf("files %v", c.Files)
	}
	a, b = pair("twin")
	if c, err := compare.Run(context.Background(), commands.User, a, b); err != nil || !c.Same() {
		t.Errorf("twins differ: %+v, %v", c, err)
	}
	claude["twin/SKILL.md"] = skill("twin", "disable-model-invocation: true\n", "same\n")
	var policy *commands.PolicyError
	if _, err := compare.Run(context.Background(), commands.Model, a, b); !errors.As(err, &policy) {
		t.Errorf("a model may compare what it may not read: %v", err)
	}
}

// An entry is activated by the handle that reaches it.
func TestLoadEntry(t *testing.T) {
	src := source(t, tree(), fstest.MapFS{"open/SKILL.md": skill("open", "", "OTHER\n")})
	snapshot, err := src.Snapshot(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	r, _ := snapshot.Lookup("open")
	a, err := commands.Load{Source: src}.Entry(context.Background(), commands.User, r.Entries[1], "")
	if err != nil || a.Handle != "open@claude" || a.Body != "OTHER" {
		t.Errorf("got %+v, %v", a, err)
	}
	ignored, _ := snapshot.Lookup("ignored")
	var policy *commands.PolicyError
	if _, err := (commands.Load{Source: src}).Entry(context.Background(), commands.User, ignored.Entries[0], ""); !errors.As(err, &policy) {
		t.Errorf("what the configuration leaves out is loaded by its bare name: %v", err)
	}
}

// A skill without a folder has no modes: a shebang tells what is a program.
func TestShippedScriptsAreExecutable(t *testing.T) {
	fsys := fstest.MapFS{
		"devops/kit/SKILL.md":       skill("kit", "", "x\n"),
		"devops/kit/scripts/run.py": {Data: []byte("#!/usr/bin/env python3\n")},
		"devops/kit/scripts/a.txt":  {Data: []byte("#")},
	}
	r, err := discovery.NewRegistry(rules.Deft(), discovery.Defaults(), discovery.Place{Cwd: "/", Project: "/"}, disk.Bundled(fsys))
	if err != nil {
		t.Fatal(err)
	}
	d, err := commands.Show{Source: r.Outlook(discovery.View{})}.Run(context.Background(), commands.User, "kit")
	if err != nil || len(d.Files) != 2 || d.Files[0].Executable || !d.Files[1].Executable {
		t.Errorf("got %+v, %v", d.Files, err)
	}
}
