package commands

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"deft/discovery"
)

// oneLook is a world that is looked at once.
type oneLook struct {
	World
	scene *discovery.Scene
}

// Scene implements World.
func (w *oneLook) Scene(ctx context.Context) (*discovery.Scene, error) {
	var err error
	if w.scene == nil {
		w.scene, err = w.World.Scene(ctx)
	}
	return w.scene, err
}

// entry finds what a request is about: a skill of deft's own, or one that only
// other agents see.
func (v Fix) entry(ctx context.Context, req FixRequest) (*discovery.Entry, error) {
	snapshot, err := v.Source.Snapshot(ctx)
	if err != nil {
		return nil, err
	}
	if req.Copy == nil {
		e, unknown := snapshot.Find(req.Handle)
		if unknown == nil {
			return e, nil
		}
		return v.elsewhere(ctx, req.Handle, unknown)
	}
	if e := snapshot.At(req.Copy.Path); e != nil {
		return e, nil
	}
	scene, err := v.World.Scene(ctx)
	if err != nil {
		return nil, err
	}
	for _, c := range scene.Candidates {
		if c.Path == req.Copy.Path {
			return unread(c), nil
		}
	}
	return nil, &fs.PathError{Op: "open", Path: req.Copy.Path, Err: fs.ErrNotExist}
}

// elsewhere finds NAME@PATH in what all agents see; what is not there has the
// error that is given.
func (v Fix) elsewhere(ctx context.Context, handle string, unknown error) (*discovery.Entry, error) {
	name, where, _ := strings.Cut(handle, "@")
	if below, ok := strings.CutPrefix(where, "~/"); ok {
		where = filepath.Join(v.World.Ground().Home, below)
	}
	if !filepath.IsAbs(where) {
		return nil, unknown
	}
	scene, err := v.World.Scene(ctx)
	if err != nil {
		return nil, err
	}
	where = filepath.Clean(where)
	for _, c := range scene.Candidates {
		if c.Name() == name && (c.Path == where || !c.Flat && c.Dir() == where) {
			return unread(c), nil
		}
	}
	if e := lost(scene, name, where); e != nil {
		return e, nil
	}
	return nil, unknown
}

// unread is a copy in a root that deft itself does not read.
func unread(c *discovery.Candidate) *discovery.Entry {
	return &discovery.Entry{Candidate: c, State: discovery.NotSeen, Reason: discovery.ByRoots, Detail: "deft does not read " + c.Root.Path}
}

// nowhere is the fault of a link without a target.
const nowhere = "it is a link to nowhere"

// lost is a link in a root that leads nowhere, nil for none: no skill, but
// something to remove.
func lost(scene *discovery.Scene, name, where string) *discovery.Entry {
	to, err := os.Readlink(where)
	if _, there := os.Stat(where); err != nil || filepath.Base(where) != name || !errors.Is(there, fs.ErrNotExist) {
		return nil
	}
	for _, root := range scene.Shared {
		if root.Path == filepath.Dir(where) {
			file := filepath.Join(where, "SKILL.md")
			c := &discovery.Candidate{Root: root, Rel: name + "/SKILL.md", Path: file, Real: filepath.Join(to, "SKILL.md"), Links: []string{where}, Folder: name}
			return &discovery.Entry{Candidate: c, State: discovery.Invalid, Reason: discovery.ByFault, Detail: nowhere}
		}
	}
	return nil
}
