package scan

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"

	"deft/skills/resource"
)

// FS is one skill's folder as a file system. Links that stay in the folder
// are followed; an error for one that leads out wraps resource.ErrOutside.
// The system walks each path from the open folder, so that nothing put in its
// way between a check and its use leads out. Pipes and devices are refused
// with an error that wraps resource.ErrNotRegular and are never waited for.
//
// The one file that may lie elsewhere is the SKILL.md, which people link to
// the place they edit it in.
type FS struct {
	root  *os.Root
	dir   string // resolved
	skill string // the name of the SKILL.md as spelled
	out   error  // what root says of a path that leads out
}

// OpenDir opens the folder of a skill whose file is called skill ("SKILL.md",
// or as it is spelled there). The folder may be a link.
func OpenDir(dir, skill string) (*FS, error) {
	real, err := filepath.EvalSymlinks(dir)
	if err != nil {
		return nil, err
	}
	root, err := os.OpenRoot(real)
	if err != nil {
		return nil, err
	}
	_, err = root.Lstat("..")
	return &FS{root: root, dir: real, skill: skill, out: cause(err)}, nil
}

// cause is the error inside a PathError.
func cause(err error) error {
	if pe, ok := errors.AsType[*fs.PathError](err); ok {
		return pe.Err
	}
	return err
}

// Close releases the folder. Files that are open stay so.
func (f *FS) Close() error { return f.root.Close() }

// Open opens a plain file or a folder for reading.
func (f *FS) Open(name string) (fs.File, error) {
	file, err := f.open(name)
	if err != nil {
		return nil, f.explain("open", name, err)
	}
	if info, err := file.Stat(); err == nil && info.IsDir() {
		return file, nil
	}
	return plain{file}, nil
}

func (f *FS) open(name string) (*os.File, error) {
	if !fs.ValidPath(name) {
		return nil, fs.ErrInvalid
	}
	file, err := inside(f, name, func(name string) (*os.File, error) {
		return f.root.OpenFile(name, os.O_RDONLY|unix.O_NONBLOCK, 0)
	})
	if name == f.skill && f.leadsOut(err) {
		return OpenFile(filepath.Join(f.dir, name))
	}
	if err != nil {
		return nil, err
	}
	if info, err := file.Stat(); err == nil && info.IsDir() {
		return file, nil
	}
	return regular(file, name)
}

// inside does something with a name, and where that fails because a link on
// the way is absolute, which a root never follows, once more with the path
// that the link stands for if that is in the folder. The root checks it again.
func inside[T any](f *FS, name string, do func(string) (T, error)) (T, error) {
	got, err := do(name)
	if !f.leadsOut(err) {
		return got, err
	}
	real, rerr := filepath.EvalSymlinks(filepath.Join(f.dir, name))
	if rerr != nil {
		return got, err
	}
	rel, ok := strings.CutPrefix(real, f.dir+"/")
	if !ok {
		return got, err
	}
	return do(rel)
}

func (f *FS) leadsOut(err error) bool { return err != nil && cause(err) == f.out }

// Stat describes what a name leads to.
func (f *FS) Stat(name string) (fs.FileInfo, error) {
	if !fs.ValidPath(name) {
		return nil, f.explain("stat", name, fs.ErrInvalid)
	}
	info, err := inside(f, name, f.root.Stat)
	if name == f.skill && f.leadsOut(err) {
		info, err = os.Stat(filepath.Join(f.dir, name))
	}
	if err != nil {
		return nil, f.explain("stat", name, err)
	}
	return info, nil
}

// Lstat describes a name itself, links not followed at its end.
func (f *FS) Lstat(name string) (fs.FileInfo, error) {
	if !fs.ValidPath(name) {
		return nil, f.explain("lstat", name, fs.ErrInvalid)
	}
	info, err := f.root.Lstat(name)
	if err != nil {
		return nil, f.explain("lstat", name, err)
	}
	return info, nil
}

// ReadLink is what a link holds, as written.
func (f *FS) ReadLink(name string) (string, error) {
	if !fs.ValidPath(name) {
		return "", f.explain("readlink", name, fs.ErrInvalid)
	}
	target, err := f.root.Readlink(name)
	if err != nil {
		return "", f.explain("readlink", name, err)
	}
	return target, nil
}

// ReadDir lists a folder, sorted by name.
func (f *FS) ReadDir(name string) ([]fs.DirEntry, error) {
	file, err := f.open(name)
	if err != nil {
		return nil, f.explain("readdir", name, err)
	}
	defer file.Close()
	entries, err := file.ReadDir(-1)
	if err != nil {
		return nil, f.explain("readdir", name, err)
	}
	slices.SortFunc(entries, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	return entries, nil
}

// explain makes an error of this file system, in the words of package
// resource.
func (f *FS) explain(op, name string, err error) error {
	err = cause(err)
	switch {
	case err == f.out:
		err = resource.ErrOutside
	case errors.Is(err, syscall.ENXIO):
		err = fmt.Errorf("a socket or a device %w", resource.ErrNotRegular)
	}
	return &fs.PathError{Op: op, Path: name, Err: err}
}
