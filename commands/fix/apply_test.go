package fix

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"syscall"
	"testing"
	"time"

	"deft/commands/state"
)

const text = "---\nname: tdd\ndescription: d\n---\n"

// scene is a project with a skill, and the folder outside of it.
func scene(t *testing.T) (project string, a Apply) {
	t.Helper()
	top := t.TempDir()
	project = filepath.Join(top, "p")
	err := errors.Join(
		os.MkdirAll(filepath.Join(project, "skills", "tdd", "refs"), 0o755),
		os.WriteFile(filepath.Join(project, "skills", "tdd", "SKILL.md"), []byte(text), 0o644),
		os.WriteFile(filepath.Join(project, "skills", "tdd", "refs", "x"), []byte("x"), 0o755),
		os.MkdirAll(filepath.Join(top, "outside", "tdd"), 0o755),
		os.WriteFile(filepath.Join(top, "outside", "file"), []byte("mine"), 0o644),
	)
	if err != nil {
		t.Fatal(err)
	}
	store := state.Open(filepath.Join(top, "state"), "")
	return project, Apply{Trash: store.Trash, Switch: store.Disable, Now: time.Unix(1_700_000_000, 0)}
}

// names lists a folder.
func names(t *testing.T, dir string) []string {
	t.Helper()
	list, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, d := range list {
		out = append(out, d.Name())
	}
	return out
}

func renaming(project string) Plan {
	root := filepath.Join(project, "skills")
	data, _ := renamed([]byte(text), "new")
	return Plan{Steps: []Step{{
		Kind: Rename, Root: root, Within: project, Path: filepath.Join(root, "tdd"), To: filepath.Join(root, "new"),
		File: "SKILL.md", Data: data, Was: []byte(text),
	}}}
}

func TestRename(t *testing.T) {
	project, a := scene(t)
	done, err := a.Run(t.Context(), renaming(project))
	if err != nil || done.Steps != 1 || len(done.Trash) != 1 {
		t.Fatalf("got %+v, %v", done, err)
	}
	if got := names(t, filepath.Join(project, "skills")); !slices.Equal(got, []string{"new"}) {
		t.Errorf("got %q", got)
	}
	for name, want := range map[string]string{"SKILL.md": "---\nname: new\ndescription: d\n---\n", "refs/x": "x"} {
		if data, err := os.ReadFile(filepath.Join(project, "skills", "new", name)); string(data) != want {
			t.Errorf("%s: %q, %v", name, data, err)
		}
	}
	if data, err := os.ReadFile(filepath.Join(a.Trash.Item(done.Trash[0].ID), "SKILL.md")); string(data) != text {
		t.Errorf("kept: %q, %v", data, err)
	}
}

// TestRenameStops: whatever stops it, the old folder is whole and nothing is
// beside it.
func TestRenameStops(t *testing.T) {
	canceled, cancel := context.WithCancel(context.Background())
	cancel()
	tests := map[string]struct {
		ctx   context.Context
		spoil func(skills, state string) error
		left  []string
	}{
		"a pipe in it":       {t.Context(), func(s, _ string) error { return syscall.Mkfifo(filepath.Join(s, "tdd", "zz"), 0o600) }, []string{"tdd"}},
		"canceled":           {canceled, func(string, string) error { return nil }, []string{"tdd"}},
		"changed meanwhile":  {t.Context(), func(s, _ string) error { return os.WriteFile(filepath.Join(s, "tdd", "SKILL.md"), nil, 0o644) }, []string{"tdd"}},
		"a name that is had": {t.Context(), func(s, _ string) error { return os.WriteFile(filepath.Join(s, "new"), nil, 0o644) }, []string{"new", "tdd"}},
		"no trash":           {t.Context(), func(_, state string) error { return os.WriteFile(state, nil, 0o644) }, []string{"tdd"}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			project, a := scene(t)
			skills := filepath.Join(project, "skills")
			if err := test.spoil(skills, filepath.Join(project, "..", "state")); err != nil {
				t.Fatal(err)
			}
			if done, err := a.Run(test.ctx, renaming(project)); err == nil || done.Steps != 0 {
				t.Fatalf("got %+v, %v", done, err)
			}
			if got := names(t, skills); !slices.Equal(got, test.left) {
				t.Errorf("left %q", got)
			}
			if data, err := os.ReadFile(filepath.Join(skills, "tdd", "refs", "x")); string(data) != "x" {
				t.Errorf("the old one: %q, %v", data, err)
			}
		})
	}
}

// TestNothingLeavesTheRoot: links that were put in the way lead every step to
// an error.
func TestNothingLeavesTheRoot(t *testing.T) {
	for _, s := range []Step{
		{Kind: Link, Path: "skills/sub/new", To: "x"},
		{Kind: Trash, Path: "skills/sub/tdd"},
		{Kind: Write, Path: "skills/sub/file", Data: []byte("y"), Was: []byte("mine")},
		{Kind: Write, Path: "skills/sub/other", Data: []byte("y")},
		{Kind: Write, Path: "skills/link", Data: []byte("y"), Was: []byte("mine")},
		{Kind: Rename, Path: "skills/sub/tdd", To: "skills/sub/new", File: "SKILL.md"},
		{Kind: Link, Root: "away", Path: "away/new", To: "x"},
		{Kind: Write, Root: "away", Path: "away/file", Data: []byte("y"), Was: []byte("mine")},
		{Kind: Trash, Root: "away", Path: "away/tdd"},
	} {
		project, a := scene(t)
		outside := filepath.Join(project, "..", "outside")
		err := errors.Join(
			os.Symlink("../../outside", filepath.Join(project, "skills", "sub")),
			os.Symlink("../../outside/file", filepath.Join(project, "skills", "link")),
			os.Symlink("../outside", filepath.Join(project, "away")),
		)
		if err != nil {
			t.Fatal(err)
		}
		if s.Root == "" {
			s.Root = "skills"
		}
		s.Root, s.Path, s.To, s.Within = filepath.Join(project, s.Root), filepath.Join(project, s.Path), filepath.Join(project, s.To), project
		if done, err := a.Run(t.Context(), Plan{Steps: []Step{s}}); err == nil {
			t.Errorf("%+v: %+v", s, done)
		}
		if got := names(t, outside); !slices.Equal(got, []string{"file", "tdd"}) {
			t.Errorf("%+v: outside is %q", s, got)
		}
		if data, err := os.ReadFile(filepath.Join(outside, "file")); string(data) != "mine" {
			t.Errorf("%+v: %q, %v", s, data, err)
		}
	}
}

func TestWrite(t *testing.T) {
	project, a := scene(t)
	file := filepath.Join(project, ".claude", "settings.local.json")
	step := Step{Kind: Write, Root: project, Within: project, Path: file, Data: []byte("one")}
	if done, err := a.Run(t.Context(), Plan{Steps: []Step{step}}); err != nil || len(done.Trash) != 0 {
		t.Fatalf("got %+v, %v", done, err)
	}
	if _, err := a.Run(t.Context(), Plan{Steps: []Step{step}}); err == nil {
		t.Error("a file that has come meanwhile was replaced")
	}
	if err := os.Chmod(file, 0o600); err != nil {
		t.Fatal(err)
	}
	step.Data, step.Was = []byte("two"), []byte("one")
	done, err := a.Run(t.Context(), Plan{Steps: []Step{step}})
	if err != nil || len(done.Trash) != 1 || done.Trash[0].Kind != state.ABackup {
		t.Fatalf("got %+v, %v", done, err)
	}
	info, err := os.Stat(file)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("got %v, %v", info, err)
	}
	if data, err := os.ReadFile(file); string(data) != "two" {
		t.Errorf("%q, %v", data, err)
	}
	if data, err := os.ReadFile(a.Trash.Item(done.Trash[0].ID)); string(data) != "one" {
		t.Errorf("kept: %q, %v", data, err)
	}
	if got := names(t, filepath.Dir(file)); !slices.Equal(got, []string{"settings.local.json"}) {
		t.Errorf("left %q", got)
	}
}

// TestStopsAtTheFirstFault: what was done before stays done and is told.
func TestStopsAtTheFirstFault(t *testing.T) {
	project, a := scene(t)
	root := filepath.Join(project, "skills")
	link := func(name string) Step {
		return Step{Kind: Link, Root: root, Within: project, Path: filepath.Join(root, name), To: "tdd"}
	}
	done, err := a.Run(t.Context(), Plan{Steps: []Step{link("a"), link("tdd"), link("b")}})
	if done.Steps != 1 || !errors.Is(err, fs.ErrExist) {
		t.Errorf("got %+v, %v", done, err)
	}
	if got := names(t, root); !slices.Equal(got, []string{"a", "tdd"}) {
		t.Errorf("got %q", got)
	}
}

// TestSwitchesAtOnce: names that are turned the same way are turned by one
// write.
func TestSwitchesAtOnce(t *testing.T) {
	var calls [][]string
	a := Apply{Switch: func(names []string, project string, off bool) error {
		if slices.Contains(names, "bad") {
			return fs.ErrPermission
		}
		calls = append(calls, append([]string{project}, names...))
		return nil
	}}
	p := Plan{Steps: []Step{{Kind: Off, To: "a"}, {Kind: Off, To: "b"}, {Kind: Off, To: "c", Path: "/p"}, {Kind: On, To: "d", Path: "/p"}, {Kind: Off, To: "e"}, {Kind: Off, To: "bad"}}}
	done, err := a.Run(t.Context(), p)
	if err == nil || done.Steps != 4 || len(calls) != 3 || !slices.Equal(calls[0], []string{"", "a", "b"}) {
		t.Errorf("got %+v, %v, %q", done, err, calls)
	}
}

// TestTrashesWhatWasSeen: what has taken the place of a skill since the plan
// was made stays.
func TestTrashesWhatWasSeen(t *testing.T) {
	for name, swap := range map[string]func(at, aside string) error{
		"another folder": func(at, aside string) error { return errors.Join(os.Rename(at, aside), os.Mkdir(at, 0o755)) },
		"a link":         func(at, aside string) error { return errors.Join(os.Rename(at, aside), os.Symlink(aside, at)) },
		"a file":         func(at, aside string) error { return errors.Join(os.Rename(at, aside), os.WriteFile(at, nil, 0o644)) },
		"nothing":        os.Rename,
	} {
		for _, kind := range []Kind{Trash, Rename} {
			project, a := scene(t)
			root := filepath.Join(project, "skills")
			at := filepath.Join(root, "tdd")
			seen, err := os.Lstat(at)
			if err != nil {
				t.Fatal(err)
			}
			p := renaming(project)
			p.Steps[0].Kind, p.Steps[0].Seen = kind, seen
			if err := swap(at, filepath.Join(project, "aside")); err != nil {
				t.Fatal(err)
			}
			before := names(t, root)
			if done, err := a.Run(t.Context(), p); err == nil || len(done.Trash) != 0 {
				t.Errorf("%s, %s: got %+v, %v", name, kind, done, err)
			}
			if got := names(t, root); !slices.Equal(got, before) {
				t.Errorf("%s, %s: left %q", name, kind, got)
			}
		}
	}
}

// TestLocated: people read where it was, not how it was made.
func TestLocated(t *testing.T) {
	for path, want := range map[string]string{
		"tdd/secret":            "/r/tdd/secret: permission denied",
		".tdd.new-ABC":          "/r: permission denied",
		"a/.tdd.new-ABC/refs/x": "/r/a: permission denied",
		"/elsewhere":            "open /elsewhere: permission denied",
	} {
		err := located(&fs.PathError{Op: "open", Path: path, Err: fs.ErrPermission}, "/r")
		if err.Error() != want || !errors.Is(err, fs.ErrPermission) {
			t.Errorf("%s: got %v, want %s", path, err, want)
		}
	}
	if err := located(fs.ErrExist, "/r"); err != fs.ErrExist {
		t.Errorf("got %v", err)
	}
}

// TestTwoAtOnce: of two defts that write one file from one plan's time, one
// does and the other is told.
func TestTwoAtOnce(t *testing.T) {
	project, a := scene(t)
	file := filepath.Join(project, "settings.json")
	if err := os.WriteFile(file, []byte("0"), 0o644); err != nil {
		t.Fatal(err)
	}
	const defts = 8
	errs := make(chan error, defts)
	for i := range defts {
		other := a
		other.Trash = state.Open(filepath.Join(project, "..", "state"), "").Trash
		p := Plan{Steps: []Step{{Kind: Write, Root: project, Within: project, Path: file, Data: []byte{'a' + byte(i)}, Was: []byte("0")}}}
		go func() {
			_, err := other.Run(t.Context(), p)
			errs <- err
		}()
	}
	done := 0
	for range defts {
		if err := <-errs; err == nil {
			done++
		} else if err.Error() != changed(file).Error() {
			t.Errorf("got %v", err)
		}
	}
	if done != 1 {
		t.Errorf("%d have written", done)
	}
	if all, err := a.Trash.List(); err != nil || len(all) != 1 {
		t.Errorf("kept %+v, %v", all, err)
	}
}
