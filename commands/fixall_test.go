package commands_test

import (
	"errors"
	"io/fs"
	"testing"
	"testing/fstest"

	"deft/commands"
	"deft/commands/state"
	"deft/discovery"
)

// TestFixSeveral: one plan for those that can be changed, and a reason for each that cannot.
func TestFixSeveral(t *testing.T) {
	src := source(t, fstest.MapFS{"kit/SKILL.md": skill("kit", "", "KIT\n"), "tdd/SKILL.md": skill("tdd", "", "TDD\n")}, nil)
	judged := 0
	v := commands.Fix{Source: src, State: state.Open(t.TempDir(), ""), World: nowhere{}, Judge: func() { judged++ }}
	snapshot, err := src.Snapshot(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var copies []*discovery.Candidate
	for e := range snapshot.Entries() {
		copies = append(copies, e.Candidate)
	}
	gone := &discovery.Candidate{Root: &discovery.Root{}, Path: "/gone/SKILL.md", Folder: "gone"}
	off := commands.FixRequest{Verb: commands.FixDisable, Level: discovery.User}
	got, err := v.PlanAll(t.Context(), commands.User, off, append(copies, gone))
	if err != nil || len(got.Plan.Steps) != 2 || len(got.Refused) != 1 || got.Refused[0].Candidate != gone || !errors.Is(got.Refused[0].Err, fs.ErrNotExist) {
		t.Fatalf("got %+v, %v", got, err)
	}
	if _, err := v.Apply(t.Context(), commands.User, got.Plan); err != nil || !v.State.IsDisabled("kit", "") || !v.State.IsDisabled("tdd", "") || judged != 1 {
		t.Errorf("%v, judged %d times", err, judged)
	}
	rename := commands.FixRequest{Verb: commands.FixRename, Name: "new"}
	var refused *commands.InputError
	if got, err := v.PlanAll(t.Context(), commands.User, rename, copies); !errors.As(err, &refused) {
		t.Errorf("two of one new name: got %+v, %v", got, err)
	}
	if got, err := v.PlanAll(t.Context(), commands.Model, off, copies); err == nil {
		t.Errorf("a model: got %+v", got)
	}
}
