package state

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"golang.org/x/sys/unix"

	"deft/commands/state/tree"
)

// Trash keeps what deft removes or changes, each thing in a folder of its own:
// manifest.json, and the thing itself as "item".
type Trash struct {
	folder *folder
	mu     sync.Mutex
	last   string // the last ID without its number
	number int
	rename func(from *os.File, name string, to *os.File, as string) error // for tests; nil is the system's
}

// Trashed is one thing in the trash.
type Trashed struct {
	ID   string    `json:"-"`
	Root string    `json:"root"` // absolute folder that it was in, at any depth
	Rel  string    `json:"rel"`  // slash-separated path below Root
	Kind Kind      `json:"kind"`
	Why  string    `json:"why"` // what was done to it
	When time.Time `json:"when"`
	// Within is the absolute folder in which Root lies whatever links say, ""
	// for anywhere.
	Within string `json:"within,omitempty"`
	// Instead is, after a backup has come back, the ID of the backup of what
	// was there; "" where nothing was.
	Instead string `json:"-"`
}

// Kind is what a thing in the trash is. Its text is part of deft's output.
type Kind string

// The kinds.
const (
	AFolder Kind = "folder"
	ALink   Kind = "link"
	AFile   Kind = "file"
	ABackup Kind = "backup" // of a file that is still there, changed
)

// Path is where it was.
func (x Trashed) Path() string { return filepath.Join(x.Root, filepath.FromSlash(x.Rel)) }

const (
	trashFolder  = "trash"
	manifestFile = "manifest.json"
	itemName     = "item"
)

// UnknownTrashError says that nothing in the trash has an ID.
type UnknownTrashError struct{ ID string }

func (e *UnknownTrashError) Error() string {
	return fmt.Sprintf("nothing in the trash has the ID %q (see deft trash)", e.ID)
}

// Alone works while no other deft changes a file that is not its own. The error
// is that of the work, or says why it was not begun.
func (t *Trash) Alone(work func() error) error { return t.folder.locked(work) }

// Put moves what is at x's path into the trash; its ID and Kind come of that. A
// link is moved itself, never what it leads to, and no link on the way may lead
// out of the root. It is there whole, in the trash whole or, after a crash
// between two file systems, both.
func (t *Trash) Put(ctx context.Context, x Trashed) (Trashed, error) {
	parent, base, err := x.open(false)
	if err != nil {
		return Trashed{}, err
	}
	defer parent.Close()
	info, err := parent.Lstat(base)
	if err != nil {
		return Trashed{}, err
	}
	x.Kind = kindOf(info.Mode())
	return t.store(&x, func(dir *os.Root) error {
		err := t.move(parent, base, dir, itemName)
		if !errors.Is(err, unix.EXDEV) {
			return err
		}
		if err := copied(ctx, parent, base, dir, itemName, x.ID); err != nil {
			return err
		}
		gone := "." + base + ".removed-" + x.ID
		if err := parent.Rename(base, gone); err != nil {
			return errors.Join(&MoveError{From: x.Path(), To: t.Item(x.ID), Err: reason(err)}, dir.RemoveAll(itemName))
		}
		return tree.Clear(parent, gone)
	})
}

// Backup keeps a copy of the file at x's path, which is about to change.
func (t *Trash) Backup(ctx context.Context, x Trashed) (Trashed, error) {
	parent, base, err := x.open(false)
	if err != nil {
		return Trashed{}, err
	}
	defer parent.Close()
	x.Kind = ABackup
	return t.store(&x, func(dir *os.Root) error { return copied(ctx, parent, base, dir, itemName, x.ID) })
}

// store makes a place in the trash and has it filled; nothing stays of one that
// cannot be.
func (t *Trash) store(x *Trashed, fill func(dir *os.Root) error) (Trashed, error) {
	dir, err := t.place(x)
	if err != nil {
		return Trashed{}, fmt.Errorf("the trash: %w", err)
	}
	r, err := os.OpenRoot(dir)
	if err == nil {
		defer r.Close()
		err = r.WriteFile(manifestFile, encode(x), 0o600)
	}
	if err == nil {
		err = fill(r)
	}
	if err == nil {
		return *x, nil
	}
	if _, here := os.Lstat(filepath.Join(dir, itemName)); here == nil {
		return Trashed{}, fmt.Errorf("%w (what was kept of it is in %s)", err, dir)
	}
	return Trashed{}, errors.Join(err, os.RemoveAll(dir))
}

// place makes a new folder in the trash, whose name is the ID.
func (t *Trash) place(x *Trashed) (string, error) {
	all := t.folder.file(trashFolder)
	for _, dir := range []string{t.folder.path, all} {
		if err := t.folder.make(dir); err != nil {
			return "", err
		}
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if id := x.When.UTC().Format("20060102-150405"); t.last != id {
		t.last, t.number = id, 0
	}
	for {
		t.number++
		if x.ID = t.last; t.number > 1 {
			x.ID = fmt.Sprintf("%s-%d", t.last, t.number)
		}
		dir := filepath.Join(all, x.ID)
		err := os.Mkdir(dir, 0o700)
		if !errors.Is(err, fs.ErrExist) || t.number > maxOfSecond {
			return dir, err
		}
	}
}

// maxOfSecond bounds how many things of one second the trash holds.
const maxOfSecond = 1 << 20

func kindOf(mode fs.FileMode) Kind {
	switch {
	case mode.IsDir():
		return AFolder
	case mode&fs.ModeSymlink != 0:
		return ALink
	}
	return AFile
}

// open opens the folder that holds x's path, without leaving its root.
func (x Trashed) open(make bool) (*os.Root, string, error) {
	if !filepath.IsAbs(x.Root) || !filepath.IsLocal(filepath.FromSlash(x.Rel)) || path.Clean(x.Rel) == "." {
		return nil, "", fmt.Errorf("%q is no path below %q", x.Rel, x.Root)
	}
	r, err := tree.Open(x.Root, x.Within, make)
	if err != nil {
		return nil, "", err
	}
	defer r.Close()
	if make {
		if err := r.MkdirAll(path.Dir(x.Rel), 0o755); err != nil {
			return nil, "", err
		}
	}
	parent, err := r.OpenRoot(path.Dir(x.Rel))
	return parent, path.Base(x.Rel), err
}

// move renames between two folders, which are held open: nobody can put another
// in their place.
func (t *Trash) move(from *os.Root, name string, to *os.Root, as string) error {
	a, err := from.Open(".")
	if err != nil {
		return err
	}
	defer a.Close()
	b, err := to.Open(".")
	if err != nil {
		return err
	}
	defer b.Close()
	rename := t.rename
	if rename == nil {
		rename = func(from *os.File, name string, to *os.File, as string) error {
			return unix.Renameat(int(from.Fd()), name, int(to.Fd()), as)
		}
	}
	if err := rename(a, name, b, as); err != nil {
		return &MoveError{From: filepath.Join(from.Name(), name), To: filepath.Join(to.Name(), as), Err: err}
	}
	return nil
}

// MoveError says that something cannot be moved into the trash, or out of it.
type MoveError struct {
	From, To string
	Err      error
}

func (e *MoveError) Error() string {
	text := fmt.Sprintf("%s cannot be moved to %s: %v", e.From, e.To, e.Err)
	if errors.Is(e.Err, fs.ErrPermission) {
		text += " (it may be read-only, or the folder that it is in)"
	}
	return text
}

// Unwrap gives the system's reason.
func (e *MoveError) Unwrap() error { return e.Err }

// reason is what the system says, without paths.
func reason(err error) error {
	if e, ok := errors.AsType[*os.LinkError](err); ok {
		return e.Err
	}
	return err
}

// copied makes a copy that has been compared before it has its name.
func copied(ctx context.Context, from *os.Root, name string, to *os.Root, as, id string) error {
	part := "." + as + ".part-" + id
	err := tree.Copy(ctx, from, name, to, part, nil)
	if err == nil {
		err = tree.Same(from, name, to, part)
	}
	if err == nil {
		err = to.Rename(part, as)
	}
	if err != nil {
		return errors.Join(err, to.RemoveAll(part))
	}
	return nil
}

// List is what is in the trash, the latest first. What cannot be read is left
// out.
func (t *Trash) List() ([]Trashed, error) {
	if t.folder.path == "" {
		return nil, nil
	}
	dirs, err := os.ReadDir(t.folder.file(trashFolder))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	var out []Trashed
	for _, d := range dirs {
		if x, err := t.read(d.Name()); err == nil {
			out = append(out, x)
		}
	}
	slices.SortStableFunc(out, func(a, b Trashed) int {
		return cmp.Or(b.When.Compare(a.When), cmp.Compare(len(b.ID), len(a.ID)), strings.Compare(b.ID, a.ID)) // ID-10 is later than ID-9
	})
	return out, nil
}

// Item is where the thing itself is kept.
func (t *Trash) Item(id string) string {
	return t.folder.file(filepath.Join(trashFolder, id, itemName))
}

// read reads one manifest.
func (t *Trash) read(id string) (Trashed, error) {
	var x Trashed
	if id == "" || id == "." || id == ".." || strings.ContainsAny(id, "/\x00") || t.folder.path == "" {
		return x, &UnknownTrashError{ID: id}
	}
	data, err := t.folder.read(filepath.Join(trashFolder, id, manifestFile))
	if err == nil && len(data) > 0 {
		err = json.Unmarshal(data, &x)
	}
	if err != nil {
		return x, fmt.Errorf("the trash's %s: %w", id, err)
	}
	if _, err := os.Lstat(t.Item(id)); x.Root == "" || err != nil {
		return x, &UnknownTrashError{ID: id}
	}
	x.ID = id
	return x, nil
}

// Find is one thing in the trash; the error is an *UnknownTrashError where
// there is none.
func (t *Trash) Find(id string) (Trashed, error) { return t.read(id) }

// Restore puts a thing back where it was. Nothing is overwritten: the error
// wraps fs.ErrExist where something is there. A backup takes the place of a
// file, of which a backup is made first.
func (t *Trash) Restore(ctx context.Context, id string) (Trashed, error) {
	x, err := t.read(id)
	if err != nil {
		return x, err
	}
	dir, err := os.OpenRoot(t.folder.file(filepath.Join(trashFolder, id)))
	if err != nil {
		return x, err
	}
	defer dir.Close()
	parent, base, err := x.open(true)
	if err != nil {
		return x, err
	}
	defer parent.Close()
	switch info, err := parent.Lstat(base); {
	case err == nil && x.Kind == ABackup && info.Mode().IsRegular():
		err = t.Alone(func() (err error) {
			x.Instead, err = t.swap(ctx, dir, x, parent, base)
			return err
		})
		if err != nil {
			return x, err
		}
	case err == nil:
		return x, &InTheWayError{Path: x.Path(), Kept: t.Item(id)}
	case !errors.Is(err, fs.ErrNotExist):
		return x, err
	default:
		if err := t.back(ctx, dir, x, parent, base); err != nil {
			return x, err
		}
	}
	return x, os.RemoveAll(dir.Name())
}

// InTheWayError says that something is where a thing was that is in the trash.
// It matches fs.ErrExist.
type InTheWayError struct{ Path, Kept string }

func (e *InTheWayError) Error() string {
	return fmt.Sprintf("%s is there, and nothing is overwritten: move it away first (what was kept is %s)", e.Path, e.Kept)
}

// Unwrap makes the error match fs.ErrExist.
func (e *InTheWayError) Unwrap() error { return fs.ErrExist }

// swap puts a backup in the place of a file, and gives the ID of a backup of
// that. A file that changes just then stays as it is.
func (t *Trash) swap(ctx context.Context, dir *os.Root, x Trashed, parent *os.Root, base string) (string, error) {
	now := Trashed{Root: x.Root, Within: x.Within, Rel: x.Rel, Why: "before " + x.ID + " was brought back", When: time.Now()}
	now, err := t.Backup(ctx, now)
	if err != nil {
		return "", err
	}
	part := "." + base + ".part-" + x.ID
	err = tree.Copy(ctx, dir, itemName, parent, part, nil)
	if err == nil {
		err = t.unchanged(now, parent, base)
	}
	if err == nil {
		err = parent.Rename(part, base)
	}
	if err != nil {
		return "", errors.Join(err, parent.RemoveAll(part), os.RemoveAll(t.folder.file(filepath.Join(trashFolder, now.ID))))
	}
	return now.ID, nil
}

// unchanged makes sure that a file still is as its backup.
func (t *Trash) unchanged(x Trashed, parent *os.Root, base string) error {
	dir, err := os.OpenRoot(t.folder.file(filepath.Join(trashFolder, x.ID)))
	if err != nil {
		return err
	}
	defer dir.Close()
	if err := tree.Same(parent, base, dir, itemName); err != nil {
		return fmt.Errorf("%s changes meanwhile: %w", x.Path(), err)
	}
	return nil
}

// back puts a thing at a name that was free a moment ago. A folder cannot
// replace anything but an empty folder; links and files are made anew, which
// fails where something is.
func (t *Trash) back(ctx context.Context, dir *os.Root, x Trashed, parent *os.Root, base string) error {
	switch x.Kind {
	case AFolder:
		err := t.move(dir, itemName, parent, base)
		if errors.Is(err, unix.EXDEV) {
			return copied(ctx, dir, itemName, parent, base, x.ID)
		}
		return err
	case ALink:
		return tree.Copy(ctx, dir, itemName, parent, base, nil)
	}
	part := "." + base + ".part-" + x.ID
	err := tree.Copy(ctx, dir, itemName, parent, part, nil)
	if err == nil {
		err = parent.Link(part, base)
	}
	return errors.Join(err, parent.RemoveAll(part))
}
