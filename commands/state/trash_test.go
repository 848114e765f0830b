package state

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"deft/commands/state/tree"
)

// kit makes a root with a skill, a link to it, a link out and a file.
func kit(t *testing.T) string {
	t.Helper()
	root := filepath.Join(t.TempDir(), "skills")
	err := errors.Join(
		os.MkdirAll(filepath.Join(root, "tdd", "refs", "empty"), 0o755),
		os.WriteFile(filepath.Join(root, "tdd", "SKILL.md"), []byte("TDD\r\n"), 0o640),
		os.WriteFile(filepath.Join(root, "tdd", "refs", "run.sh"), []byte("#!/bin/sh\n"), 0o755),
		os.Symlink("run.sh", filepath.Join(root, "tdd", "refs", "link")),
		os.Chmod(filepath.Join(root, "tdd", "refs", "empty"), 0o555),
		os.Symlink("tdd", filepath.Join(root, "alias")),
		os.MkdirAll(filepath.Join(root, "..", "outside", "tdd"), 0o755),
		os.Symlink("../outside", filepath.Join(root, "out")),
		os.WriteFile(filepath.Join(root, "flat.md"), []byte("flat"), 0o600),
	)
	if err != nil {
		t.Fatal(err)
	}
	return root
}

// look describes a tree: modes, content, where links lead.
func look(t *testing.T, root string) []string {
	t.Helper()
	var out []string
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		rel, _ := filepath.Rel(root, path)
		text := rel + " " + info.Mode().String()
		switch {
		case info.Mode().IsRegular():
			data, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			text += " " + string(data)
		case info.Mode()&fs.ModeSymlink != 0:
			to, err := os.Readlink(path)
			if err != nil {
				return err
			}
			text = rel + " -> " + to // systems differ in the modes of links
		}
		out = append(out, text)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// across is a system whose trash lies on another disk.
func across(*os.File, string, *os.File, string) error { return unix.EXDEV }

func TestTrashAndBack(t *testing.T) {
	for name, rename := range map[string]func(*os.File, string, *os.File, string) error{"same disk": nil, "other disk": across} {
		for rel, kind := range map[string]Kind{"tdd": AFolder, "tdd/refs": AFolder, "alias": ALink, "out": ALink, "flat.md": AFile, "alias/SKILL.md": AFile} {
			t.Run(name+" "+rel, func(t *testing.T) {
				root, dir := kit(t), filepath.Join(t.TempDir(), "state")
				before := look(t, root)
				trash := open(t, dir, "").Trash
				trash.rename = rename
				x, err := trash.Put(t.Context(), Trashed{Root: root, Rel: rel, Why: "removed", When: moment(1)})
				if err != nil || x.Kind != kind {
					t.Fatalf("got %+v, %v", x, err)
				}
				if _, err := os.Lstat(filepath.Join(root, rel)); !errors.Is(err, fs.ErrNotExist) {
					t.Errorf("still there: %v", err)
				}
				all, err := trash.List()
				if err != nil || len(all) != 1 || all[0].Path() != filepath.Join(root, rel) || !all[0].When.Equal(moment(1)) {
					t.Fatalf("got %+v, %v", all, err)
				}
				if _, err := trash.Restore(t.Context(), x.ID); err != nil {
					t.Fatal(err)
				}
				if after := look(t, root); !slices.Equal(before, after) {
					t.Errorf("before %q\nafter  %q", before, after)
				}
				if all, err := trash.List(); err != nil || len(all) != 0 {
					t.Errorf("left: %+v, %v", all, err)
				}
			})
		}
	}
}

// TestTrashKeepsTheTarget: a link goes, not what it leads to.
func TestTrashKeepsTheTarget(t *testing.T) {
	root := kit(t)
	if _, err := open(t, t.TempDir(), "").Trash.Put(t.Context(), Trashed{Root: root, Rel: "out", Why: "removed", When: moment(1)}); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(root, "..", "outside", "tdd")); err != nil {
		t.Error(err)
	}
}

func TestTrashRefuses(t *testing.T) {
	root := kit(t)
	before := look(t, filepath.Dir(root))
	trash := open(t, t.TempDir(), "").Trash
	for _, rel := range []string{"", ".", "..", "../outside", "/etc", "tdd/../..", "out/tdd", "nowhere", "nowhere/x"} {
		if x, err := trash.Put(t.Context(), Trashed{Root: root, Rel: rel, Why: "", When: moment(1)}); err == nil {
			t.Errorf("%q: got %+v", rel, x)
		}
	}
	if after := look(t, filepath.Dir(root)); !slices.Equal(before, after) {
		t.Errorf("before %q\nafter  %q", before, after)
	}
	for _, id := range []string{"", ".", "..", "../x", "a/b", "none"} {
		var unknown *UnknownTrashError
		if _, err := trash.Restore(t.Context(), id); !errors.As(err, &unknown) {
			t.Errorf("%q: got %v", id, err)
		}
	}
	if all, err := trash.List(); err != nil || len(all) != 0 {
		t.Errorf("left: %+v, %v", all, err)
	}
}

// TestTrashNowhere: where there is no place for it the reason is one sentence.
func TestTrashNowhere(t *testing.T) {
	root := kit(t)
	trash := open(t, filepath.Join(root, "flat.md", "deft"), "").Trash
	if _, err := trash.Put(t.Context(), Trashed{Root: root, Rel: "tdd", When: moment(1)}); err == nil || strings.Contains(err.Error(), "\n") {
		t.Errorf("got %q", err)
	}
}

// TestTrashOverwritesNothing: the name is taken when the thing comes back.
func TestTrashOverwritesNothing(t *testing.T) {
	for _, rename := range []func(*os.File, string, *os.File, string) error{nil, across} {
		root := kit(t)
		trash := open(t, t.TempDir(), "").Trash
		trash.rename = rename
		for _, rel := range []string{"tdd", "alias", "flat.md"} {
			x, err := trash.Put(t.Context(), Trashed{Root: root, Rel: rel, Why: "removed", When: moment(1)})
			if err != nil {
				t.Fatal(err)
			}
			at := filepath.Join(root, rel)
			if err := os.WriteFile(at, []byte("mine"), 0o600); err != nil {
				t.Fatal(err)
			}
			if _, err := trash.Restore(t.Context(), x.ID); !errors.Is(err, fs.ErrExist) {
				t.Errorf("%s: got %v", rel, err)
			}
			if data, err := os.ReadFile(at); string(data) != "mine" {
				t.Errorf("%s: %q, %v", rel, data, err)
			}
			if _, err := trash.Find(x.ID); err != nil {
				t.Errorf("%s: %v", rel, err)
			}
		}
	}
}

// TestTrashInTheMiddle: what cannot be copied whole stays where it is.
func TestTrashInTheMiddle(t *testing.T) {
	root, dir := kit(t), t.TempDir()
	if err := unix.Mkfifo(filepath.Join(root, "tdd", "zz"), 0o600); err != nil {
		t.Fatal(err)
	}
	trash := open(t, dir, "").Trash
	trash.rename = across
	canceled, cancel := context.WithCancel(t.Context())
	cancel()
	for rel, ctx := range map[string]context.Context{"tdd": t.Context(), "tdd/refs": canceled} {
		if _, err := trash.Put(ctx, Trashed{Root: root, Rel: rel, Why: "removed", When: moment(1)}); err == nil {
			t.Errorf("%s was moved", rel)
		}
	}
	for _, rel := range []string{"tdd/SKILL.md", "tdd/refs/run.sh", "tdd/zz"} {
		if _, err := os.Lstat(filepath.Join(root, rel)); err != nil {
			t.Error(err)
		}
	}
	if left, err := os.ReadDir(filepath.Join(dir, trashFolder)); err != nil || len(left) != 0 {
		t.Errorf("left: %v, %v", left, err)
	}
}

// TestBackup: what a file was comes back, and what it is then is kept.
func TestBackup(t *testing.T) {
	root := kit(t)
	trash := open(t, t.TempDir(), "").Trash
	file := Trashed{Root: root, Rel: "flat.md", Why: "changed", When: moment(1)}
	x, err := trash.Backup(t.Context(), file)
	if err != nil || x.Kind != ABackup {
		t.Fatalf("got %+v, %v", x, err)
	}
	y, err := trash.Backup(t.Context(), file)
	if err != nil || y.ID == x.ID {
		t.Fatalf("got %+v, %v", y, err)
	}
	at := filepath.Join(root, "flat.md")
	is := func(want string) {
		t.Helper()
		if data, err := os.ReadFile(at); string(data) != want {
			t.Errorf("%q, %v; want %q", data, err, want)
		}
	}
	if err := os.WriteFile(at, []byte("edited"), 0o600); err != nil {
		t.Fatal(err)
	}
	back, err := trash.Restore(t.Context(), x.ID)
	if err != nil || back.Instead == "" {
		t.Fatalf("got %+v, %v", back, err)
	}
	is("flat")
	if again, err := trash.Restore(t.Context(), back.Instead); err != nil || again.Instead == "" {
		t.Errorf("got %+v, %v", again, err)
	}
	is("edited")
	if err := errors.Join(os.Remove(at), os.Symlink("tdd", at)); err != nil {
		t.Fatal(err)
	}
	if _, err := trash.Restore(t.Context(), y.ID); !errors.Is(err, fs.ErrExist) {
		t.Errorf("in place of a link: %v", err)
	}
	if err := os.Remove(at); err != nil {
		t.Fatal(err)
	}
	if back, err := trash.Restore(t.Context(), y.ID); err != nil || back.Instead != "" {
		t.Errorf("got %+v, %v", back, err)
	}
	is("flat")
}

// TestTrashLatestFirst: also of those that went in the same second.
func TestTrashLatestFirst(t *testing.T) {
	root, dir := kit(t), t.TempDir()
	var want []string
	for i := range 12 {
		trash := open(t, dir, "").Trash // as another deft
		for range i%2 + 1 {
			x, err := trash.Backup(t.Context(), Trashed{Root: root, Rel: "flat.md", When: moment(1)})
			if err != nil {
				t.Fatal(err)
			}
			want = append([]string{x.ID}, want...)
		}
	}
	all, err := open(t, dir, "").Trash.List()
	var got []string
	for _, x := range all {
		got = append(got, x.ID)
	}
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("got %q, %v; want %q", got, err, want)
	}
}

// TestTrashReadOnly: what cannot be moved stays, is not in the trash too, and
// the reason says what may be the matter.
func TestTrashReadOnly(t *testing.T) {
	root := kit(t)
	before := look(t, root)
	trash := open(t, t.TempDir(), "").Trash
	trash.rename = func(*os.File, string, *os.File, string) error { return unix.EACCES }
	_, err := trash.Put(t.Context(), Trashed{Root: root, Rel: "tdd", When: moment(1)})
	var refused *MoveError
	if !errors.As(err, &refused) || !strings.Contains(err.Error(), filepath.Join(root, "tdd")+" cannot be moved to ") || !strings.HasSuffix(err.Error(), "(it may be read-only, or the folder that it is in)") {
		t.Errorf("got %v", err)
	}
	if all, err := trash.List(); err != nil || len(all) != 0 || !slices.Equal(before, look(t, root)) {
		t.Errorf("in the trash %+v, %v", all, err)
	}
}

// TestRestoreStaysInside: a project's folder that has become a link out of the
// project meanwhile is not followed.
func TestRestoreStaysInside(t *testing.T) {
	root := kit(t)
	top := filepath.Dir(root)
	trash := open(t, t.TempDir(), "").Trash
	x, err := trash.Put(t.Context(), Trashed{Root: root, Within: top, Rel: "tdd", When: moment(1)})
	if err != nil {
		t.Fatal(err)
	}
	outside := t.TempDir()
	if err := errors.Join(os.RemoveAll(root), os.Symlink(outside, root)); err != nil {
		t.Fatal(err)
	}
	var refused *tree.OutsideError
	if _, err := trash.Restore(t.Context(), x.ID); !errors.As(err, &refused) {
		t.Errorf("got %v", err)
	}
	if got := look(t, outside); len(got) != 1 {
		t.Errorf("outside is %q", got)
	}
	if err := os.Remove(root); err != nil {
		t.Fatal(err)
	}
	if _, err := trash.Restore(t.Context(), x.ID); err != nil {
		t.Error(err)
	}
}

func TestDisabled(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir, "")
	for _, x := range []struct{ name, project string }{{"tdd", ""}, {"tdd", "/p"}, {"docs", "/p"}, {"other", "/q"}} {
		if err := s.Disable([]string{x.name}, x.project, true); err != nil {
			t.Fatal(err)
		}
	}
	s = open(t, dir, "")
	if got := s.Disabled("/p"); !slices.Equal(got, []string{"docs", "tdd"}) {
		t.Errorf("got %q", got)
	}
	if err := s.Disable([]string{"tdd"}, "", false); err != nil {
		t.Fatal(err)
	}
	if s.IsDisabled("tdd", "") || !s.IsDisabled("tdd", "/p") || !slices.Equal(s.Disabled("/q"), []string{"other"}) {
		t.Errorf("got %q and %q", s.Disabled("/p"), s.Disabled("/q"))
	}
	if err := open(t, "", "").Disable([]string{"tdd"}, "", true); err == nil {
		t.Error("kept nowhere, and nothing said")
	}
}

// TestDisableFails: what could not be kept has not happened, then and later.
func TestDisableFails(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir, "")
	lock := filepath.Join(dir, "lock")
	if err := os.Mkdir(lock, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := s.Disable([]string{"tdd"}, "", true); err == nil || s.IsDisabled("tdd", "") {
		t.Fatalf("got %v", err)
	}
	if err := os.Remove(lock); err != nil {
		t.Fatal(err)
	}
	if err := s.Disable([]string{"docs", "other"}, "", true); err != nil {
		t.Fatal(err)
	}
	if got := open(t, dir, "").Disabled(""); !slices.Equal(got, []string{"docs", "other"}) {
		t.Errorf("got %q", got)
	}
}

// TestDisabledByOthers: what another deft switches is seen by one that runs.
func TestDisabledByOthers(t *testing.T) {
	dir := t.TempDir()
	a, b := open(t, dir, ""), open(t, dir, "")
	for _, off := range []bool{true, false, true} {
		if err := a.Disable([]string{"tdd"}, "", off); err != nil {
			t.Fatal(err)
		}
		if got := slices.Contains(b.Disabled(""), "tdd"); got != off || b.IsDisabled("tdd", "") != off {
			t.Errorf("off is %v, want %v", got, off)
		}
	}
	put(t, dir, disabledFile, `{"tdd": "dis`)
	if got := b.Disabled(""); !slices.Contains(got, "tdd") {
		t.Errorf("of a file that is being written: %q", got)
	}
}
