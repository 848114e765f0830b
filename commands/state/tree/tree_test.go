package tree

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
)

// pair is a root with a small tree, and an empty one.
func pair(t *testing.T) (from, to *os.Root) {
	t.Helper()
	dir := t.TempDir()
	err := errors.Join(
		os.MkdirAll(filepath.Join(dir, "a", "tdd", "refs"), 0o750),
		os.MkdirAll(filepath.Join(dir, "b"), 0o755),
		os.WriteFile(filepath.Join(dir, "a", "tdd", "SKILL.md"), []byte("one"), 0o640),
		os.WriteFile(filepath.Join(dir, "a", "tdd", "refs", "SKILL.md"), []byte("two"), 0o755),
		os.Symlink("../../nowhere", filepath.Join(dir, "a", "tdd", "link")),
	)
	if err != nil {
		t.Fatal(err)
	}
	for name, r := range map[string]**os.Root{"a": &from, "b": &to} {
		opened, err := os.OpenRoot(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = opened.Close() }) // read only
		*r = opened
	}
	return from, to
}

func TestCopyIsTheSame(t *testing.T) {
	from, to := pair(t)
	if err := Copy(t.Context(), from, "tdd", to, "new", nil); err != nil {
		t.Fatal(err)
	}
	if err := Same(from, "tdd", to, "new"); err != nil {
		t.Error(err)
	}
	if err := Copy(t.Context(), from, "tdd", to, "new", nil); !errors.Is(err, os.ErrExist) {
		t.Errorf("a second time: %v", err)
	}
}

func TestCopyChanges(t *testing.T) {
	from, to := pair(t)
	if err := Copy(t.Context(), from, "tdd", to, "new", map[string][]byte{"SKILL.md": []byte("changed")}); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{"new/SKILL.md": "changed", "new/refs/SKILL.md": "two"} {
		if data, err := to.ReadFile(name); string(data) != want {
			t.Errorf("%s: %q, %v", name, data, err)
		}
	}
	if info, err := to.Lstat("new/SKILL.md"); err != nil || info.Mode().Perm() != 0o640 {
		t.Errorf("got %v, %v", info, err)
	}
}

func TestSameSees(t *testing.T) {
	for name, spoil := range map[string]func(*os.Root) error{
		"a byte":        func(r *os.Root) error { return r.WriteFile("new/SKILL.md", []byte("onE"), 0) },
		"a permission":  func(r *os.Root) error { return r.Chmod("new/refs/SKILL.md", 0o644) },
		"a file more":   func(r *os.Root) error { return r.WriteFile("new/more", nil, 0o644) },
		"a file less":   func(r *os.Root) error { return r.Remove("new/refs/SKILL.md") },
		"another link":  func(r *os.Root) error { return errors.Join(r.Remove("new/link"), r.Symlink("x", "new/link")) },
		"another thing": func(r *os.Root) error { return errors.Join(r.Remove("new/link"), r.Mkdir("new/link", 0o755)) },
	} {
		from, to := pair(t)
		if err := errors.Join(Copy(t.Context(), from, "tdd", to, "new", nil), spoil(to)); err != nil {
			t.Fatal(err)
		}
		if err := Same(from, "tdd", to, "new"); !errors.Is(err, ErrDiffers) {
			t.Errorf("%s: got %v", name, err)
		}
	}
}

// TestOpen: what is to lie in a folder lies there, whatever links say.
func TestOpen(t *testing.T) {
	dir := t.TempDir()
	top, out := filepath.Join(dir, "top"), filepath.Join(dir, "out")
	err := errors.Join(
		os.MkdirAll(filepath.Join(top, "real"), 0o755), os.MkdirAll(out, 0o755),
		os.Symlink(filepath.Join(top, "real"), filepath.Join(top, "in")), // absolute
		os.Symlink("../out", filepath.Join(top, "away")),
		os.Symlink("gone", filepath.Join(top, "nowhere")),
		os.Symlink(top, filepath.Join(dir, "alias")),
	)
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		dir, within string
		make, fine  bool
	}{
		{"top", "top", false, true}, {"top/in", "top", false, true}, {"top/in/new/er", "top", true, true}, {"alias/real", "top", false, true},
		{"top/real", "alias", false, true}, {"top/away", "", false, true}, {"top/none", "top", false, false}, {"top/none", "", false, false},
		{"top/away", "top", true, false}, {"top/away/new", "top", true, false}, {"out", "top", false, false}, {"top/nowhere/x", "top", true, false},
		{"top/real", "none", true, false},
	} {
		within := ""
		if test.within != "" {
			within = filepath.Join(dir, test.within)
		}
		r, err := Open(filepath.Join(dir, test.dir), within, test.make)
		if (err == nil) != test.fine {
			t.Errorf("%+v: got %v", test, err)
		}
		if err == nil {
			_ = r.Close() // read only
		}
	}
	if names, err := os.ReadDir(out); err != nil || len(names) != 0 {
		t.Errorf("outside is %v, %v", names, err)
	}
}

// TestClear: folders that are read-only go too, and what links lead to stays.
func TestClear(t *testing.T) {
	from, to := pair(t)
	err := errors.Join(
		Copy(t.Context(), from, "tdd", to, "new", nil), to.Symlink("../a", "new/out"),
		to.Chmod("new/refs", 0o500), to.Chmod("new", 0o500), Clear(to, "new"), Clear(to, "none"),
	)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := to.Lstat("new"); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("got %v", err)
	}
	if _, err := from.Lstat("tdd/refs/SKILL.md"); err != nil {
		t.Error(err)
	}
}
