package commands_test

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"deft/commands"
	"deft/discovery"
)

// copying is a skill with everything that a copy has to look after.
func copying(t *testing.T) (commands.Copy, *discovery.Entry) {
	t.Helper()
	src := source(t, fstest.MapFS{
		"kit/SKILL.md":        skill("kit", "", "KIT\n"),
		"kit/scripts/run.sh":  {Data: []byte("#!/bin/sh\necho\n")},
		"kit/scripts/tool":    {Data: []byte("x"), Mode: 0o755},
		"kit/notes.md":        {Data: []byte("notes\r\n")},
		"kit/.hidden":         {Data: []byte("h")},
		"kit/odd\\name.txt":   {Data: []byte("odd")},
		"kit/.git/config":     {Data: []byte("no")},
		"kit/references/gone": {Data: []byte("nowhere"), Mode: fs.ModeSymlink},
	}, nil)
	snapshot, err := src.Snapshot(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	e, err := snapshot.Find("kit")
	if err != nil {
		t.Fatal(err)
	}
	return commands.Copy{Source: src}, e
}

func TestCopy(t *testing.T) {
	copies, e := copying(t)
	root := filepath.Join(t.TempDir(), "a", ".deft", "skills")
	req := commands.CopyRequest{Entry: e, Root: root}
	plan, err := copies.Plan(context.Background(), commands.User, req)
	if err != nil || plan.Exists || plan.To != filepath.Join(root, "kit") {
		t.Fatalf("got %+v, %v", plan, err)
	}
	if want := []string{"SKILL.md", ".hidden", "notes.md", "odd\\name.txt", "scripts/run.sh", "scripts/tool"}; !slices.Equal(plan.Files, want) {
		t.Errorf("files %q", plan.Files)
	}
	if want := []string{".git", "references/gone"}; !slices.Equal(plan.LeftOut, want) {
		t.Errorf("left out %q", plan.LeftOut)
	}
	if _, err := os.Stat(root); !errors.Is(err, fs.ErrNotExist) {
		t.Fatal("a plan changes something")
	}
	done, err := copies.Run(context.Background(), commands.User, req)
	if err != nil {
		t.Fatal(err)
	}
	if list, _ := os.ReadDir(root); len(list) != 1 {
		t.Errorf("left behind: %v", list)
	}
	total := int64(0)
	for name, mode := range map[string]fs.FileMode{"SKILL.md": 0o644, "scripts/run.sh": 0o755, "scripts/tool": 0o755, "notes.md": 0o644, ".hidden": 0o644, "odd\\name.txt": 0o644} {
		info, err := os.Stat(filepath.Join(done.To, name))
		if err != nil || info.Mode().Perm() != mode {
			t.Errorf("%s: %v, %v", name, info, err)
			continue
		}
		total += info.Size()
	}
	if total != plan.Bytes {
		t.Errorf("%d bytes were planned, %d copied", plan.Bytes, total)
	}
	if data, err := os.ReadFile(done.File); err != nil || !strings.HasSuffix(string(data), "KIT\n") {
		t.Errorf("SKILL.md: %q, %v", data, err)
	}
}

func TestCopyOverwritesNothing(t *testing.T) {
	copies, e := copying(t)
	for name, put := range map[string]func(at string) error{
		"a folder": func(at string) error { return os.MkdirAll(filepath.Join(at, "x"), 0o755) },
		"a file":   func(at string) error { return os.WriteFile(at, []byte("mine"), 0o600) },
		"a link":   func(at string) error { return os.Symlink("nowhere", at) },
	} {
		root := t.TempDir()
		if err := put(filepath.Join(root, "kit")); err != nil {
			t.Fatal(err)
		}
		req := commands.CopyRequest{Entry: e, Root: root}
		if plan, err := copies.Plan(context.Background(), commands.User, req); err != nil || !plan.Exists {
			t.Errorf("%s: planned as %+v, %v", name, plan, err)
		}
		if _, err := copies.Run(context.Background(), commands.User, req); !errors.Is(err, fs.ErrExist) {
			t.Errorf("%s: got %v", name, err)
		}
		if list, _ := os.ReadDir(root); len(list) != 1 {
			t.Errorf("%s: left behind: %v", name, list)
		}
	}
}

func TestCopyRefuses(t *testing.T) {
	copies, e := copying(t)
	root := t.TempDir()
	if _, err := copies.Run(context.Background(), commands.Model, commands.CopyRequest{Entry: e, Root: root}); err == nil {
		t.Error("a model may copy skills")
	}
	canceled, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := copies.Run(canceled, commands.User, commands.CopyRequest{Entry: e, Root: root}); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	bad := *e.Candidate
	bad.Folder = ".."
	var refused *commands.InputError
	if _, err := copies.Run(context.Background(), commands.User, commands.CopyRequest{Entry: &discovery.Entry{Candidate: &bad}, Root: root}); !errors.As(err, &refused) {
		t.Errorf("got %v", err)
	}
	if list, _ := os.ReadDir(root); len(list) != 0 {
		t.Errorf("left behind: %v", list)
	}
}
