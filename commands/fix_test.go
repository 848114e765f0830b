package commands_test

import (
	"context"
	"errors"
	"io/fs"
	"testing"
	"testing/fstest"

	"deft/commands"
	"deft/commands/fix"
	"deft/commands/state"
	"deft/discovery"
)

// nowhere is a disk without agents.
type nowhere struct{}

func (nowhere) Ground() discovery.Ground {
	return discovery.Ground{Place: discovery.Place{Cwd: "/p", Home: "/h", Project: "/p"}, Above: []discovery.Folder{{Path: "/p"}}}
}
func (nowhere) Scene(context.Context) (*discovery.Scene, error) { return &discovery.Scene{}, nil }
func (nowhere) Load(context.Context, *discovery.Candidate) (discovery.Content, error) {
	return discovery.Content{}, errors.New("nothing is here")
}

func fixing(t *testing.T) commands.Fix {
	t.Helper()
	src := source(t, fstest.MapFS{"kit/SKILL.md": skill("kit", "", "KIT\n")}, nil)
	return commands.Fix{Source: src, State: state.Open(t.TempDir(), ""), World: nowhere{}}
}

// TestFixIsNotForModels: no change, no plan of one, no look into the trash.
func TestFixIsNotForModels(t *testing.T) {
	v, ctx := fixing(t), t.Context()
	for _, verb := range []commands.FixVerb{
		commands.FixLink, commands.FixCopy, commands.FixRename, commands.FixDisable, commands.FixEnable, commands.FixRemove,
	} {
		if p, err := v.Plan(ctx, commands.Model, commands.FixRequest{Verb: verb, Handle: "kit", Name: "new"}); err == nil {
			t.Errorf("%s: got %+v", verb, p)
		}
	}
	off := fix.Plan{Steps: []fix.Step{{Kind: fix.Off, To: "kit"}}}
	if done, err := v.Apply(ctx, commands.Model, off); err == nil || v.State.IsDisabled("kit", "") {
		t.Errorf("got %+v", done)
	}
	if all, err := v.Trash(commands.Model); err == nil {
		t.Errorf("got %+v", all)
	}
	if x, err := v.Find(commands.Model, "x"); err == nil {
		t.Errorf("got %+v", x)
	}
	if x, err := v.Restore(ctx, commands.Model, "x"); err == nil {
		t.Errorf("got %+v", x)
	}
}

// TestFixRefuses what nobody understands, and what has gone from the disk.
func TestFixRefuses(t *testing.T) {
	v := fixing(t)
	for _, req := range []commands.FixRequest{
		{Verb: commands.FixRename, Handle: "kit", Name: "Bad Name"},
		{Verb: commands.FixCopy, Handle: "kit", Agent: "nobody"},
		{Verb: "burn", Handle: "kit"},
	} {
		var refused *commands.InputError
		if p, err := v.Plan(t.Context(), commands.User, req); !errors.As(err, &refused) {
			t.Errorf("%+v: got %+v, %v", req, p, err)
		}
	}
	for _, verb := range []commands.FixVerb{commands.FixRemove, commands.FixRename} {
		if p, err := v.Plan(t.Context(), commands.User, commands.FixRequest{Verb: verb, Handle: "kit", Name: "new"}); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s: got %+v, %v", verb, p, err)
		}
	}
	var unknown *discovery.UnknownError
	for _, handle := range []string{"none", "kit@/nowhere/kit"} {
		if p, err := v.Plan(t.Context(), commands.User, commands.FixRequest{Verb: commands.FixRemove, Handle: handle}); !errors.As(err, &unknown) {
			t.Errorf("%s: got %+v, %v", handle, p, err)
		}
	}
}

func TestFixDisables(t *testing.T) {
	v := fixing(t)
	for _, test := range []struct {
		verb  commands.FixVerb
		level discovery.Level
		where string
		off   bool
		undo  string
	}{
		{commands.FixDisable, "", "/p", true, "deft enable kit --project"},
		{commands.FixDisable, discovery.User, "", true, "deft enable kit --user"},
		{commands.FixEnable, discovery.Project, "/p", false, "deft disable kit --project"},
	} {
		req := commands.FixRequest{Verb: test.verb, Handle: "kit", Level: test.level}
		p, err := v.Plan(t.Context(), commands.User, req)
		if err != nil || len(p.Steps) != 1 || p.Undo != test.undo {
			t.Fatalf("%+v: got %+v, %v", test, p, err)
		}
		if v.State.IsDisabled("kit", test.where) == test.off {
			t.Errorf("%+v: a plan changes something", test)
		}
		if _, err := v.Apply(t.Context(), commands.User, p); err != nil || v.State.IsDisabled("kit", test.where) != test.off {
			t.Errorf("%+v: %v", test, err)
		}
		if p, err = v.Plan(t.Context(), commands.User, req); err != nil || len(p.Steps) != 0 || len(p.Notes) == 0 {
			t.Errorf("%+v again: got %+v, %v", test, p, err)
		}
	}
}
