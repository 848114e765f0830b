package commands

import (
	"context"
	"errors"
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"deft/discovery"
	"deft/discovery/scan"
	"deft/skills/resource"
)

// ReadPath reads what a path names: a skill:// URL, a file of the project, or
// a context file.
type ReadPath struct {
	Read    Read
	Context Context
	Place   discovery.Place
	Closed  Source // of the skills that may be closed to the caller; nil for Read's
}

// ErrNoProject says that files cannot be read because the folder that would
// be the project holds more than one: the home folder, or one above it.
var ErrNoProject = errors.New("no project is open: the working folder is the home folder or holds it")

// ErrOutsideProject says that a path leads out of the project.
var ErrOutsideProject = errors.New("leads outside the project")

// Run reads a file of at most resource.DefaultSize bytes. A path is relative
// to the working folder, or absolute; it is refused as one of a skill's files
// would be. Files in a skill's folder are as open to the caller as the skill
// is. The error is one of Read.Run, of resource.CleanPath or resource.Read,
// or wraps ErrNoProject or ErrOutsideProject.
func (v ReadPath) Run(ctx context.Context, caller Caller, name string) (resource.Content, error) {
	if n := len(resource.Scheme); len(name) >= n && strings.EqualFold(name[:n], resource.Scheme) {
		return v.Read.Run(ctx, caller, name)
	}
	file, err := v.place(name)
	if err != nil {
		return resource.Content{}, err
	}
	if rel, ok := strings.CutPrefix(file, v.project()); ok {
		return v.inProject(ctx, caller, rel)
	}
	files, err := v.Context.Run(ctx, caller, v.Place.Cwd)
	if err != nil {
		return resource.Content{}, err
	}
	if !slices.Contains(files, file) {
		return resource.Content{}, fmt.Errorf("%s: %w", name, ErrOutsideProject)
	}
	return v.contextFile(ctx, caller, file)
}

// place is the absolute path that a name stands for.
func (v ReadPath) place(name string) (string, error) {
	below, absolute := strings.CutPrefix(name, "/")
	below, err := resource.CleanPath(below)
	if err != nil {
		return "", err
	}
	if absolute {
		return "/" + below, nil
	}
	return path.Join(v.Place.Cwd, below), nil
}

// project is the project's folder with a slash behind it.
func (v ReadPath) project() string { return strings.TrimSuffix(v.Place.Project, "/") + "/" }

// inProject reads a file of the project; no link leads out of it.
func (v ReadPath) inProject(ctx context.Context, caller Caller, rel string) (resource.Content, error) {
	if strings.HasPrefix(strings.TrimSuffix(v.Place.Home, "/")+"/", v.project()) {
		return v.maybeContext(ctx, caller, v.project()+rel)
	}
	if err := v.guard(ctx, caller, v.project()+rel); err != nil {
		return resource.Content{}, err
	}
	files, err := scan.OpenDir(v.Place.Project, "")
	if err != nil {
		return resource.Content{}, err
	}
	defer files.Close()
	content, err := resource.Read(files, rel, resource.DefaultSize)
	if errors.Is(err, resource.ErrOutside) {
		err = fmt.Errorf("%s: %w", rel, ErrOutsideProject)
	}
	return text(content, err)
}

// maybeContext reads a context file where there is no project.
func (v ReadPath) maybeContext(ctx context.Context, caller Caller, file string) (resource.Content, error) {
	files, err := v.Context.Run(ctx, caller, v.Place.Cwd)
	switch {
	case err != nil:
		return resource.Content{}, err
	case slices.Contains(files, file):
		return v.contextFile(ctx, caller, file)
	}
	return resource.Content{}, fmt.Errorf("%s: %w", file, ErrNoProject)
}

// contextFile reads a context file outside the project.
func (v ReadPath) contextFile(ctx context.Context, caller Caller, file string) (resource.Content, error) {
	if err := v.guard(ctx, caller, file); err != nil {
		return resource.Content{}, err
	}
	files, err := scan.OpenDir(filepath.Dir(file), "")
	if err != nil {
		return resource.Content{}, err
	}
	defer files.Close()
	return text(resource.Read(files, filepath.Base(file), resource.DefaultSize))
}

// guard refuses a file that lies in the folder of a skill which is closed to
// the caller. The skill's SKILL.md is read now.
func (v ReadPath) guard(ctx context.Context, caller Caller, file string) error {
	if caller != Model {
		return nil
	}
	real, err := filepath.EvalSymlinks(file)
	if err != nil {
		return nil // what cannot be resolved cannot be read
	}
	src := v.Closed
	if src == nil {
		src = v.Read.Source
	}
	snapshot, err := src.Snapshot(ctx)
	if err != nil {
		return err
	}
	for e := range snapshot.Entries() {
		if !holds(e, file) && !holds(e, real) {
			continue
		}
		content, _, err := readable(ctx, src, caller, e)
		if err != nil {
			return err
		}
		content.Close()
	}
	return nil
}

// holds tells whether a file belongs to a skill, through whichever of the
// paths to it. A flat skill has one file.
func holds(e *discovery.Entry, file string) bool {
	if e.Opaque() {
		return false
	}
	if e.Flat {
		return file == e.Path || file == e.Real
	}
	return strings.HasPrefix(file, e.Dir()+"/") || strings.HasPrefix(file, path.Dir(e.Real)+"/") || file == e.Real
}
