package discovery

import (
	"context"
	"errors"
	"fmt"
	"hash/maphash"
	"io/fs"
)

// Content is one skill read now.
type Content struct {
	Raw   []byte // SKILL.md, at most skills.MaxFile bytes
	Files fs.FS  // the skill's folder, opened within its bounds
	Close func() // releases Files; never nil
}

// Provider is a named source of skills. List and Load are safe for concurrent
// use and give up when their context ends. What List returns is not changed
// afterwards. Each candidate has a Root of this provider, a Path that no other
// one of the same Root has, and a Folder or a name in its head.
type Provider interface {
	Name() string
	List(context.Context, Place) (Observation, error)
	// Load reads a candidate of this provider again from its source. The
	// error wraps fs.ErrNotExist where the skill is gone.
	Load(context.Context, *Candidate) (Content, error)
}

// Attacher is a provider that learns of its registration: the context ends
// when it is unregistered, invalidate clears what this very registration has
// given and nothing else. Attach does no I/O. Where it fails the provider is
// not registered, and the context has ended.
type Attacher interface {
	Attach(ctx context.Context, invalidate func()) error
}

// Keeper is a provider that keeps what it has read. After Forget its next
// List reads everything again.
type Keeper interface {
	Forget()
}

// ErrInvalidDefinition says that a provider broke its contract.
var ErrInvalidDefinition = errors.New("invalid definition")

// DefinitionError says what a provider returned against its contract. It
// matches ErrInvalidDefinition.
type DefinitionError struct {
	Path   string // of the candidate, "" where it has none
	Reason string
}

func (e *DefinitionError) Error() string {
	if e.Path == "" {
		return "invalid definition: " + e.Reason
	}
	return fmt.Sprintf("invalid definition: %s: %s", e.Path, e.Reason)
}

// Unwrap makes the error match ErrInvalidDefinition.
func (e *DefinitionError) Unwrap() error { return ErrInvalidDefinition }

// ProviderError says why a provider's skills are missing in a snapshot.
type ProviderError struct {
	Provider string
	Scope    string // "" for the global one
	Err      error
}

func (e *ProviderError) Error() string {
	return fmt.Sprintf("source %s could not be read: %v", e.Provider, e.Err)
}

// Unwrap is what the provider said.
func (e *ProviderError) Unwrap() error { return e.Err }

// askOne asks one provider and holds the answer to the contract. A panic of it
// is its failure, not the program's.
func askOne(ctx context.Context, p Provider, name string, at Place) (o Observation, err error) {
	defer func() {
		if v := recover(); v != nil {
			o, err = Observation{}, fmt.Errorf("panic: %v", v)
		}
	}()
	o, err = p.List(ctx, at)
	if err != nil {
		return Observation{}, err
	}
	return o, o.check(name)
}

// check holds an observation to the contract of Provider.
func (o *Observation) check(provider string) error {
	for i := range o.Roots {
		if o.Roots[i].Root == nil {
			return &DefinitionError{Reason: "a report without a root"}
		}
	}
	for _, c := range o.Candidates {
		if reason := c.fault(provider); reason != "" {
			return &DefinitionError{Path: c.where(), Reason: reason}
		}
	}
	if !o.crowded() {
		return nil
	}
	type place struct {
		root *Root
		path string
	}
	seen := make(map[place]struct{}, len(o.Candidates))
	for i, c := range o.Candidates {
		if seen[place{c.Root, c.Path}] = struct{}{}; len(seen) <= i {
			return &DefinitionError{Path: c.Path, Reason: "two candidates of one place"}
		}
	}
	return nil
}

// crowded reports whether two candidates may be of one place: their hashes
// are the same. This is a fraction of the work of a map of places.
func (o *Observation) crowded() bool {
	size := 1
	for size < 2*len(o.Candidates) {
		size *= 2
	}
	seed, hashes := maphash.MakeSeed(), make([]uint64, size) // open addressing, 0 is free
	var root *Root
	var ofRoot uint64
	for _, c := range o.Candidates {
		if c.Root != root {
			root, ofRoot = c.Root, maphash.Comparable(seed, c.Root)
		}
		h := max(maphash.String(seed, c.Path)^ofRoot, 1)
		i := h & uint64(size-1)
		for ; hashes[i] != 0; i = (i + 1) & uint64(size-1) {
			if hashes[i] == h {
				return true
			}
		}
		hashes[i] = h
	}
	return false
}

// fault is what a candidate lacks, "" for nothing.
func (c *Candidate) fault(provider string) string {
	switch {
	case c == nil:
		return "a candidate that is nil"
	case c.Root == nil:
		return "no root"
	case c.Root.Provider != provider:
		return fmt.Sprintf("its root is of provider %q, not %q", c.Root.Provider, provider)
	case c.Path == "":
		return "no path"
	case c.Folder == "" && c.Reading.Head.Handle("") == "":
		return "no name"
	}
	return ""
}

// where is a candidate's path, whatever it is.
func (c *Candidate) where() string {
	if c == nil {
		return ""
	}
	return c.Path
}
