package commands_test

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
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

// rooted is a disk whose agents share one root.
type rooted struct {
	nowhere
	root *discovery.Root
}

func (w rooted) Scene(context.Context) (*discovery.Scene, error) {
	return &discovery.Scene{Shared: []*discovery.Root{w.root}}, nil
}

// TestFixBrokenLinks: links to nowhere and in a circle are no skills, and are
// removed all the same.
func TestFixBrokenLinks(t *testing.T) {
	root := t.TempDir()
	if err := errors.Join(os.Symlink("/nowhere/x", filepath.Join(root, "dead")), os.Symlink("round", filepath.Join(root, "round"))); err != nil {
		t.Fatal(err)
	}
	v := fixing(t)
	v.World = rooted{root: &discovery.Root{Path: root, Provider: "claude", Level: discovery.User}}
	var links []*discovery.Candidate
	for _, name := range []string{"dead", "round"} {
		links = append(links, &discovery.Candidate{Folder: name, Path: filepath.Join(root, name, "SKILL.md")})
	}
	got, err := v.PlanAll(t.Context(), commands.User, commands.FixRequest{Verb: commands.FixRemove}, links)
	if err != nil || len(got.Plan.Steps) != 2 || len(got.Refused) != 0 {
		t.Fatalf("got %+v, %v", got, err)
	}
	if done, err := v.Apply(t.Context(), commands.User, got.Plan); err != nil || len(done.Trash) != 2 {
		t.Errorf("got %+v, %v", done, err)
	}
	if left, err := os.ReadDir(root); err != nil || len(left) != 0 {
		t.Errorf("left %v, %v", left, err)
	}
}
