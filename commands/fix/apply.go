package fix

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"syscall"
	"time"

	"deft/commands/state"
	"deft/commands/state/tree"
)

// Apply does what a plan says.
type Apply struct {
	Trash  *state.Trash
	Switch func(name, project string, off bool) error // for deft; see state.Store.Disable
	Copy   func(ctx context.Context, s Step) error    // for steps of the kind Copy
	Now    time.Time
}

// Done is what was done.
type Done struct {
	Steps int             // of the plan, from its start
	Trash []state.Trashed // what came into the trash
}

// Run does a plan's steps in order. After an error what was done before it
// stays, and Done tells how much that is; the step that failed has done
// nothing, or, for a new name, has left both.
func (a Apply) Run(ctx context.Context, p Plan) (Done, error) {
	var done Done
	for _, s := range p.Steps {
		if err := ctx.Err(); err != nil {
			return done, err
		}
		x, err := a.step(ctx, s)
		if x.ID != "" {
			done.Trash = append(done.Trash, x)
		}
		if err != nil {
			return done, err
		}
		done.Steps++
	}
	return done, nil
}

func (a Apply) step(ctx context.Context, s Step) (state.Trashed, error) {
	if s.Kind == Off || s.Kind == On {
		return state.Trashed{}, a.Switch(s.To, s.Path, s.Kind == Off)
	}
	rel, err := filepath.Rel(s.Root, s.Path)
	if err == nil {
		err = confine(s.Root, s.Within)
	}
	if err != nil {
		return state.Trashed{}, err
	}
	rel = filepath.ToSlash(rel)
	switch s.Kind {
	case Trash:
		return a.Trash.Put(ctx, s.Root, rel, "removed", a.Now)
	case Copy:
		return state.Trashed{}, a.Copy(ctx, s)
	case Rename:
		return a.rename(ctx, s, rel)
	}
	root, err := openRoot(s)
	if err != nil {
		return state.Trashed{}, err
	}
	defer root.Close()
	if s.Kind == Link {
		return state.Trashed{}, taken(root.Symlink(s.To, rel), s.Path)
	}
	return a.write(ctx, s, root, rel)
}

// taken says in plain words that something is there.
func taken(err error, at string) error {
	if errors.Is(err, fs.ErrExist) {
		return &TakenError{Path: at}
	}
	return err
}

// openRoot opens the folder that a step does not leave, and makes it where it
// is missing: that of a project without leaving the project.
func openRoot(s Step) (*os.Root, error) {
	if s.Within == "" {
		if err := os.MkdirAll(s.Root, 0o755); err != nil {
			return nil, err
		}
		return os.OpenRoot(s.Root)
	}
	top, err := os.OpenRoot(s.Within)
	if err != nil {
		return nil, err
	}
	defer top.Close()
	rel, err := filepath.Rel(s.Within, s.Root)
	if err != nil {
		return nil, err
	}
	if err := top.MkdirAll(rel, 0o755); err != nil {
		return nil, err
	}
	return top.OpenRoot(rel)
}

// rename makes the new folder, whole, beside the old one, and then moves the
// old one into the trash.
func (a Apply) rename(ctx context.Context, s Step, rel string) (state.Trashed, error) {
	root, err := openRoot(s)
	if err != nil {
		return state.Trashed{}, err
	}
	defer root.Close()
	to := path.Join(path.Dir(rel), filepath.Base(s.To))
	if err := unchanged(root, path.Join(rel, s.File), s.Was); err != nil {
		return state.Trashed{}, err
	}
	if _, err := root.Lstat(to); err == nil {
		return state.Trashed{}, &TakenError{Path: s.To}
	}
	change := map[string][]byte{}
	if s.Data != nil {
		change[s.File] = s.Data
	}
	part := path.Join(path.Dir(rel), "."+path.Base(to)+".new-"+rand.Text()) // with a dot it is no skill yet
	err = tree.Copy(ctx, root, rel, root, part, change)
	if err == nil {
		err = taken(root.Rename(part, to), s.To)
	}
	if err != nil {
		return state.Trashed{}, errors.Join(err, root.RemoveAll(part))
	}
	x, err := a.Trash.Put(ctx, s.Root, rel, "renamed to "+filepath.Base(s.To), a.Now)
	if err != nil {
		err = fmt.Errorf("%s is there, and the old folder still is too: %w", s.To, err)
	}
	return x, err
}

// write replaces a file at once. What it was is in the trash before.
func (a Apply) write(ctx context.Context, s Step, root *os.Root, rel string) (state.Trashed, error) {
	if err := unchanged(root, rel, s.Was); err != nil {
		return state.Trashed{}, err
	}
	perm := fs.FileMode(0o644)
	var x state.Trashed
	if s.Was != nil {
		info, err := root.Lstat(rel)
		if err != nil {
			return x, err
		}
		perm = info.Mode().Perm()
		if x, err = a.Trash.Backup(ctx, s.Root, rel, s.What, a.Now); err != nil {
			return x, err
		}
	}
	if err := root.MkdirAll(path.Dir(rel), 0o755); err != nil {
		return x, err
	}
	return x, replace(root, rel, s.Data, perm)
}

// replace writes a file so that it is always whole, also after a crash.
func replace(root *os.Root, rel string, data []byte, perm fs.FileMode) error {
	part := path.Join(path.Dir(rel), "."+path.Base(rel)+".new-"+rand.Text())
	f, err := root.OpenFile(part, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if err == nil {
		err = errors.Join(f.Chmod(perm), f.Sync())
	}
	if err = errors.Join(err, f.Close()); err == nil {
		err = root.Rename(part, rel)
	}
	if err != nil {
		return errors.Join(err, root.Remove(part))
	}
	return nil
}

// unchanged makes sure that a file is still what a plan was made of.
func unchanged(root *os.Root, rel string, was []byte) error {
	info, err := root.Lstat(rel)
	switch {
	case missing(err) && was == nil:
		return nil
	case err != nil && !missing(err):
		return err
	case err == nil && info.Mode().IsRegular() && was != nil && info.Size() == int64(len(was)):
		now, err := root.ReadFile(rel)
		if err != nil {
			return err
		}
		if bytes.Equal(now, was) {
			return nil
		}
	}
	return fmt.Errorf("%s has changed meanwhile: nothing was done", filepath.Join(root.Name(), rel))
}

// missing reports whether an error says that nothing is there.
func missing(err error) bool {
	return errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR)
}

func isLink(file string) (bool, error) {
	info, err := os.Lstat(file)
	if missing(err) {
		return false, nil
	}
	return err == nil && info.Mode()&fs.ModeSymlink != 0, err
}
