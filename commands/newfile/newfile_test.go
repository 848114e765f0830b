package newfile

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
)

func alone(t *testing.T, dir string, want ...string) {
	t.Helper()
	list, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, e := range list {
		got = append(got, e.Name())
	}
	if strings.Join(got, " ") != strings.Join(want, " ") {
		t.Errorf("in the folder: %q, want %q", got, want)
	}
}

func TestWrite(t *testing.T) {
	dir := t.TempDir()
	long := strings.Repeat("l", 255)
	for name, perm := range map[string]fs.FileMode{"a": 0o600, "b": 0o700, long: 0o600} {
		path := filepath.Join(dir, name)
		if err := Write(path, []byte("one"), perm); err != nil {
			t.Fatal(err)
		}
		if err := Write(path, []byte("two"), perm); !errors.Is(err, fs.ErrExist) {
			t.Errorf("a second %s: %v", name, err)
		}
		data, err := os.ReadFile(path)
		if err != nil || string(data) != "one" {
			t.Errorf("%s holds %q, %v", name, data, err)
		}
		if info, err := os.Stat(path); err != nil || info.Mode().Perm() != perm {
			t.Errorf("%s: %v, %v", name, info, err)
		}
	}
	alone(t, dir, "a", "b", long)
}

// What is taken stays as it is, whatever it is, and nothing is left behind.
func TestTaken(t *testing.T) {
	dir := t.TempDir()
	link, folder := filepath.Join(dir, "link"), filepath.Join(dir, "folder")
	if err := errors.Join(os.Symlink(filepath.Join(dir, "nowhere"), link), os.Mkdir(folder, 0o700)); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{link, folder} {
		if err := Write(path, nil, 0o600); !errors.Is(err, fs.ErrExist) {
			t.Errorf("%s: %v", path, err)
		}
		if got, err := WriteFree(path, ".md", nil, 0o600); err != nil || got != path+".md" {
			t.Errorf("%s, %v", got, err)
		}
		if got, err := WriteFree(path, "", nil, 0o600); err != nil || got != path+"-2" {
			t.Errorf("%s, %v", got, err)
		}
	}
	alone(t, dir, "folder", "folder-2", "folder.md", "link", "link-2", "link.md")
}

func TestNoFolder(t *testing.T) {
	missing := filepath.Join(t.TempDir(), "none")
	err := Write(filepath.Join(missing, "a"), nil, 0o600)
	if !errors.Is(err, fs.ErrNotExist) || !strings.HasPrefix(err.Error(), missing+":") || strings.Contains(err.Error(), draftName) {
		t.Error(err)
	}
}

// Of many who write one file at once, one does.
func TestTogether(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a")
	var wg sync.WaitGroup
	var wrote atomic.Int32
	for range 20 {
		wg.Go(func() {
			switch err := Write(path, []byte("whole"), 0o600); {
			case err == nil:
				wrote.Add(1)
			case !errors.Is(err, fs.ErrExist):
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if data, err := os.ReadFile(path); err != nil || string(data) != "whole" || wrote.Load() != 1 {
		t.Errorf("%q, %v, written %d times", data, err, wrote.Load())
	}
	alone(t, filepath.Dir(path), "a")
}
