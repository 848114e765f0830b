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
	"strings"
	"syscall"
	"time"

	"deft/commands/state"
	"deft/commands/state/tree"
)

// Apply does what a plan says.
type Apply struct {
	Trash  *state.Trash
	Switch func(names []string, project string, off bool) error // for deft; see state.Store.Disable
	Copy   func(ctx context.Context, s Step) error              // for steps of the kind Copy
	Now    time.Time
}

// Done is what was done.
type Done struct {
	Steps int             // of the plan, from its start
	Trash []state.Trashed // what came into the trash
}

// Run does a plan's steps in order. After an error what was done before it
// stays, and Done tells how much that is; the step that failed has done
// nothing.
func (a Apply) Run(ctx context.Context, p Plan) (Done, error) {
	var done Done
	for done.Steps < len(p.Steps) {
		if err := ctx.Err(); err != nil {
			return done, err
		}
		if names := switched(p.Steps[done.Steps:]); len(names) > 0 {
			s := p.Steps[done.Steps]
			if err := a.Switch(names, s.Path, s.Kind == Off); err != nil {
				return done, err
			}
			done.Steps += len(names)
			continue
		}
		s := p.Steps[done.Steps]
		x, err := a.step(ctx, s)
		err = located(err, s.Root)
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

// switched are the names that the first of some steps and those like it behind
// it turn for deft; they are turned at once. None where it does something else.
func switched(steps []Step) []string {
	var names []string
	for _, s := range steps {
		if s.Kind != Off && s.Kind != On || s.Kind != steps[0].Kind || s.Path != steps[0].Path {
			break
		}
		names = append(names, s.To)
	}
	return names
}

func (a Apply) step(ctx context.Context, s Step) (state.Trashed, error) {
	rel, err := filepath.Rel(s.Root, s.Path)
	if err == nil {
		err = confine(s.Root, s.Within)
	}
	if err == nil {
		err = s.same()
	}
	if err != nil {
		return state.Trashed{}, err
	}
	rel = filepath.ToSlash(rel)
	switch s.Kind {
	case Trash:
		return a.Trash.Put(ctx, a.trashed(s, rel, "removed"))
	case Copy:
		return state.Trashed{}, a.Copy(ctx, s)
	case Rename:
		return a.rename(ctx, s, rel)
	}
	root, err := tree.Open(s.Root, s.Within, true)
	if err != nil {
		return state.Trashed{}, err
	}
	defer root.Close()
	if s.Kind == Link {
		return state.Trashed{}, taken(root.Symlink(s.To, rel), s.Path)
	}
	var x state.Trashed
	err = a.Trash.Alone(func() (err error) {
		x, err = a.write(ctx, s, root, rel)
		return err
	})
	if errors.Is(err, tree.ErrDiffers) { // it was written while it was kept
		err = changed(s.Path)
	}
	return x, err
}

// taken says in plain words that something is there.
func taken(err error, at string) error {
	if errors.Is(err, fs.ErrExist) {
		return &TakenError{Path: at}
	}
	return err
}

// trashed is what the trash is told of a step.
func (a Apply) trashed(s Step, rel, why string) state.Trashed {
	return state.Trashed{Root: s.Root, Within: s.Within, Rel: rel, Why: why, When: a.Now}
}

// rename makes the new folder, whole, beside the old one, and then moves the
// old one into the trash.
func (a Apply) rename(ctx context.Context, s Step, rel string) (state.Trashed, error) {
	root, err := tree.Open(s.Root, s.Within, true)
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
		return state.Trashed{}, errors.Join(err, tree.Clear(root, part))
	}
	x, err := a.Trash.Put(ctx, a.trashed(s, rel, "renamed to "+filepath.Base(s.To)))
	if err == nil {
		return x, nil
	}
	if _, gone := root.Lstat(rel); gone != nil { // of the old one there is the new one only
		return x, fmt.Errorf("%s is there, but the old folder is not in the trash: %w", s.To, err)
	}
	return x, errors.Join(err, tree.Clear(root, to))
}

// located gives an error the absolute path that it is about: inside a folder
// that is held open paths are relative, and the names of what is being made
// say nothing to people.
func located(err error, root string) error {
	e, ok := errors.AsType[*fs.PathError](err)
	if !ok || filepath.IsAbs(e.Path) {
		return err
	}
	at := root
	for name := range strings.SplitSeq(e.Path, "/") {
		if strings.HasPrefix(name, ".") && strings.Contains(name, ".new-") {
			break
		}
		at = filepath.Join(at, name)
	}
	return fmt.Errorf("%s: %w", at, e.Err)
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
		if x, err = a.Trash.Backup(ctx, a.trashed(s, rel, s.What)); err != nil {
			return x, err
		}
	}
	if err := root.MkdirAll(path.Dir(rel), 0o755); err != nil {
		return x, err
	}
	return x, replace(root, rel, s, perm)
}

// replace writes a file so that it is always whole, also after a crash. What
// somebody else has written meanwhile stays.
func replace(root *os.Root, rel string, s Step, perm fs.FileMode) error {
	part := path.Join(path.Dir(rel), "."+path.Base(rel)+".new-"+rand.Text())
	f, err := root.OpenFile(part, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = f.Write(s.Data)
	if err == nil {
		err = errors.Join(f.Chmod(perm), f.Sync())
	}
	if err = errors.Join(err, f.Close()); err == nil {
		err = unchanged(root, rel, s.Was)
	}
	if err == nil {
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
	return changed(filepath.Join(root.Name(), rel))
}

// changed says that a plan is no longer true.
func changed(path string) error {
	return fmt.Errorf("%s has changed since the plan was made: plan it again", path)
}

// same makes sure that what goes into the trash is what the plan saw: the same
// folder, file or link.
func (s Step) same() error {
	if s.Seen == nil {
		return nil
	}
	now, err := os.Lstat(s.Path)
	if err == nil && (!os.SameFile(now, s.Seen) || now.Mode().Type() != s.Seen.Mode().Type()) {
		err = changed(s.Path)
	}
	return err
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
