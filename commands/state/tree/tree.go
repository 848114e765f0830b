// Package tree copies files and folders as they are, between two roots that
// are never left.
package tree

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
)

// Open opens a folder. It is made where it is missing and make says so. Where
// it is to lie within another folder it does so whatever links say, or the
// error is an *OutsideError; within "" it may lie anywhere.
func Open(dir, within string, make bool) (*os.Root, error) {
	if within == "" {
		if make {
			if err := os.MkdirAll(dir, 0o755); err != nil {
				return nil, err
			}
		}
		return os.OpenRoot(dir)
	}
	rel, at, err := inside(dir, within)
	if err != nil {
		return nil, err
	}
	top, err := os.OpenRoot(at)
	if err != nil {
		return nil, err
	}
	defer top.Close()
	if make {
		if err := top.MkdirAll(rel, 0o755); err != nil {
			return nil, err
		}
	}
	return top.OpenRoot(rel)
}

// inside is the path of a folder below another, and the path of that, both
// without links.
func inside(dir, within string) (rel, at string, err error) {
	at, err = Real(within)
	if err != nil {
		return "", "", err
	}
	to, err := Real(dir)
	if err != nil {
		return "", "", err
	}
	rel, err = filepath.Rel(at, to)
	if err != nil || !filepath.IsLocal(rel) {
		return "", "", &OutsideError{Dir: dir, To: to, Within: within}
	}
	return rel, at, nil
}

// OutsideError says that a folder leads out of the one it is to lie in.
type OutsideError struct{ Dir, To, Within string }

func (e *OutsideError) Error() string {
	return fmt.Sprintf("%s leads out of %s, to %s: nothing is changed there", e.Dir, e.Within, e.To)
}

// NowhereError says that a link leads nowhere.
type NowhereError struct{ Path string }

func (e *NowhereError) Error() string { return e.Path + " is a link to nowhere" }

// Real resolves the links of a folder that need not be there. The error is a
// *NowhereError where a link on the way leads nowhere.
func Real(dir string) (string, error) {
	out, err := filepath.EvalSymlinks(dir)
	if err == nil || !errors.Is(err, fs.ErrNotExist) || dir == filepath.Dir(dir) {
		return out, err
	}
	if _, err := os.Lstat(dir); err == nil {
		return "", &NowhereError{Path: dir}
	}
	up, err := Real(filepath.Dir(dir))
	return filepath.Join(up, filepath.Base(dir)), err
}

// Copy copies what is at a name, a slash-separated path in its root, to a new
// name in another: folders with all that is in them, links as links, the
// permissions with them. Where a change has other bytes for a file, by its
// path below name, the copy has those. It fails at pipes and the like, which
// cannot be copied, and where something is at the new name. What an error
// leaves of the copy is the caller's to remove.
func Copy(ctx context.Context, from *os.Root, name string, to *os.Root, as string, change map[string][]byte) error {
	c := copier{ctx: ctx, from: from, to: to, change: change}
	return c.copy(name, as, "")
}

type copier struct {
	ctx      context.Context // of one call
	from, to *os.Root
	change   map[string][]byte
}

func (c *copier) copy(name, as, below string) error {
	if err := c.ctx.Err(); err != nil {
		return err
	}
	info, err := c.from.Lstat(name)
	if err != nil {
		return err
	}
	data, changed := c.change[below]
	switch mode := info.Mode(); {
	case mode.IsDir():
		return c.folder(name, as, below, mode.Perm())
	case mode.IsRegular() && changed:
		return write(c.to, as, bytes.NewReader(data), mode.Perm())
	case mode.IsRegular():
		f, err := c.from.Open(name)
		if err != nil {
			return err
		}
		defer f.Close()
		return write(c.to, as, f, mode.Perm())
	case mode&fs.ModeSymlink != 0:
		target, err := c.from.Readlink(name)
		if err != nil {
			return err
		}
		return c.to.Symlink(target, as)
	}
	return fmt.Errorf("%s is neither a file nor a folder nor a link: it cannot be copied", name)
}

// folder copies a folder. Its permissions are set last: they may forbid
// writing.
func (c *copier) folder(name, as, below string, perm fs.FileMode) error {
	if err := c.to.Mkdir(as, 0o700); err != nil {
		return err
	}
	names, err := list(c.from, name)
	if err != nil {
		return err
	}
	for _, n := range names {
		if err := c.copy(path.Join(name, n), path.Join(as, n), path.Join(below, n)); err != nil {
			return err
		}
	}
	return c.to.Chmod(as, perm)
}

// write makes a file that is on the disk when write returns.
func write(root *os.Root, name string, data io.Reader, perm fs.FileMode) error {
	f, err := root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(f, data)
	if err == nil {
		err = errors.Join(f.Chmod(perm), f.Sync())
	}
	return errors.Join(err, f.Close())
}

// list is the names in a folder, sorted.
func list(root *os.Root, name string) ([]string, error) {
	f, err := root.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	names, err := f.Readdirnames(-1)
	slices.Sort(names)
	return names, err
}

// Clear deletes what is at a name in a root, also where its folders are
// read-only.
func Clear(parent *os.Root, name string) error {
	if err := parent.RemoveAll(name); err == nil {
		return nil
	}
	err := fs.WalkDir(parent.FS(), name, func(at string, d fs.DirEntry, err error) error {
		if err == nil && d.IsDir() {
			err = parent.Chmod(at, 0o700)
		}
		return err
	})
	return errors.Join(err, parent.RemoveAll(name))
}

// Same tells what first differs between two names, each in its root, and wraps
// ErrDiffers; nil where they are the same in kind, permissions and content.
func Same(a *os.Root, name string, b *os.Root, other string) error {
	x, err := a.Lstat(name)
	if err != nil {
		return err
	}
	y, err := b.Lstat(other)
	if err != nil {
		return err
	}
	link := x.Mode()&fs.ModeSymlink != 0
	if x.Mode().Type() != y.Mode().Type() || !link && x.Mode().Perm() != y.Mode().Perm() {
		return fmt.Errorf("%s: %w", name, ErrDiffers)
	}
	if x.IsDir() {
		return sameFolders(a, name, b, other)
	}
	p, err := digest(a, name, link)
	if err != nil {
		return err
	}
	q, err := digest(b, other, link)
	if err == nil && p != q {
		err = fmt.Errorf("%s: %w", name, ErrDiffers)
	}
	return err
}

// ErrDiffers says that a copy is not what was copied.
var ErrDiffers = errors.New("the copy differs")

func sameFolders(a *os.Root, name string, b *os.Root, other string) error {
	p, err := list(a, name)
	if err != nil {
		return err
	}
	q, err := list(b, other)
	if err != nil {
		return err
	}
	if !slices.Equal(p, q) {
		return fmt.Errorf("%s: %w", name, ErrDiffers)
	}
	for _, n := range p {
		if err := Same(a, path.Join(name, n), b, path.Join(other, n)); err != nil {
			return err
		}
	}
	return nil
}

// digest is of a file's bytes, or of where a link leads.
func digest(root *os.Root, name string, link bool) ([sha256.Size]byte, error) {
	var out [sha256.Size]byte
	if link {
		target, err := root.Readlink(name)
		return sha256.Sum256([]byte(target)), err
	}
	f, err := root.Open(name)
	if err != nil {
		return out, err
	}
	defer f.Close()
	h := sha256.New()
	_, err = io.Copy(h, f)
	h.Sum(out[:0])
	return out, err
}
