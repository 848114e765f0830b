package commands

import (
	"context"

	"deft/discovery"
)

// List shows what discovery found.
type List struct{ Source Source }

// ListRequest narrows a List.
type ListRequest struct {
	All      bool   // every state, not only active
	Provider string // "" for all
	Category string // "" for all, discovery.NoCategory for skills without one
}

// ListResult is the snapshot and the entries of it that were asked for,
// sorted by name, inside a name in order of precedence.
type ListResult struct {
	Snapshot *discovery.Snapshot
	Entries  []*discovery.Entry
}

// Run lists skills. A model is not told of skills that it may not use.
func (v List) Run(ctx context.Context, caller Caller, req ListRequest) (ListResult, error) {
	snapshot, err := v.Source.Snapshot(ctx)
	if err != nil {
		return ListResult{}, err
	}
	return list(snapshot, caller, req), nil
}

// Reload discovers again.
type Reload struct {
	Source Source
	// Judge has what is switched off by now be seen; nil for nobody.
	Judge func()
}

// Run discovers again and lists like List.
func (v Reload) Run(ctx context.Context, caller Caller, req ListRequest) (ListResult, error) {
	if v.Judge != nil {
		v.Judge()
	}
	snapshot, err := v.Source.Refresh(ctx)
	if err != nil {
		return ListResult{}, err
	}
	return list(snapshot, caller, req), nil
}

func list(s *discovery.Snapshot, caller Caller, req ListRequest) ListResult {
	out := ListResult{Snapshot: s, Entries: make([]*discovery.Entry, 0, len(s.Resolutions))}
	for e := range s.Entries() {
		if req.wants(e) && see(caller, e, e.Reading.Head) == nil {
			out.Entries = append(out.Entries, e)
		}
	}
	return out
}

func (req ListRequest) wants(e *discovery.Entry) bool {
	return (req.All || e.State == discovery.Active) && req.Covers(e)
}

// Covers tells whether an entry, of whichever state, has the provider and the
// category that are asked for.
func (req ListRequest) Covers(e *discovery.Entry) bool {
	switch {
	case req.Provider != "" && e.Root.Provider != req.Provider:
		return false
	case req.Category == discovery.NoCategory:
		return e.Category == ""
	}
	return req.Category == "" || e.Category == req.Category
}
