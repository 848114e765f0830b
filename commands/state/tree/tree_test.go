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
