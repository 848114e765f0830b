package discovery

import (
	"context"
	"errors"
	"fmt"
	"io/fs"

	"deft/skills"
)

// Got is one skill, read now.
type Got struct {
	Snapshot *Snapshot
	Entry    *Entry
	Content  // to be closed
}

// RenamedError says that a skill's file has another name by now than the one
// it was found under.
type RenamedError struct {
	Path      string
	Name, Now string
}

func (e *RenamedError) Error() string {
	return fmt.Sprintf("%s is called %q now, no longer %q", e.Path, e.Now, e.Name)
}

// Get reads the skill that a handle stands for in a view: see Snapshot.Find.
// Where its file is gone or has another name the candidate is rejected, its
// provider invalidated, and the handle tried once more, so that the next copy
// can take over. The error is the context's or the provider's, an
// *UnknownError, an *AmbiguousError or a *RenamedError.
func (r *Registry) Get(ctx context.Context, handle string, v View) (Got, error) {
	for again := false; ; again = true {
		got, err := r.get(ctx, handle, v)
		var renamed *RenamedError
		if again || !errors.As(err, &renamed) && !errors.Is(err, fs.ErrNotExist) || ctx.Err() != nil {
			return got, err
		}
	}
}

func (r *Registry) get(ctx context.Context, handle string, v View) (Got, error) {
	s, err := r.Snapshot(ctx, v)
	if err != nil {
		return Got{}, err
	}
	e, err := s.Find(handle)
	if err != nil {
		return Got{}, err
	}
	reg := r.layers.owner(e.Candidate)
	content, err := r.Load(ctx, e.Candidate)
	if err == nil {
		err = r.sameName(e.Candidate, content.Raw)
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			content.Close()
		}
	}
	if err != nil {
		if reg != nil && ctx.Err() == nil {
			reg.forget()
			r.layers.invalidate(reg)
		}
		return Got{}, fmt.Errorf("reading %s: %w", e.Path, err)
	}
	return Got{Snapshot: s, Entry: e, Content: content}, nil
}

// sameName holds a file against the name its candidate was found under.
func (r *Registry) sameName(c *Candidate, raw []byte) error {
	now := *c
	now.Reading = skills.ReadHead(skills.Source{Path: c.Path, Folder: c.Folder}, raw, int64(len(raw)))
	if was, is := r.rules.Calls(c), r.rules.Calls(&now); was != is {
		return &RenamedError{Path: c.Path, Name: was, Now: is}
	}
	return nil
}
