package commands

import (
	"context"
	"slices"

	"deft/discovery"
)

// Why explains the judgement over one name.
type Why struct{ Source Source }

// Explanation is a resolution with what it takes to judge it.
type Explanation struct {
	*discovery.Resolution
	Digests []string // of each entry's SKILL.md: sha256 in hex, "" where it cannot be read
	Handles []string // of each entry: the shortest handle that reaches it
}

// Run explains the name that a handle stands for.
func (v Why) Run(ctx context.Context, caller Caller, handle string) (Explanation, error) {
	snapshot, e, err := find(ctx, v.Source, handle)
	if err != nil {
		return Explanation{}, err
	}
	return v.explain(ctx, caller, snapshot, e)
}

// Entry explains the name that an entry of the snapshot competes under.
func (v Why) Entry(ctx context.Context, caller Caller, e *discovery.Entry) (Explanation, error) {
	snapshot, err := v.Source.Snapshot(ctx)
	if err != nil {
		return Explanation{}, err
	}
	return v.explain(ctx, caller, snapshot, e)
}

func (v Why) explain(ctx context.Context, caller Caller, snapshot *discovery.Snapshot, e *discovery.Entry) (Explanation, error) {
	if err := see(caller, e, e.Reading.Head); err != nil {
		return Explanation{}, err
	}
	r := judged(snapshot, e)
	out := Explanation{Resolution: r}
	for _, other := range r.Entries {
		out.Digests = append(out.Digests, digest(ctx, v.Source, other))
		out.Handles = append(out.Handles, snapshot.Qualified(other))
	}
	return out, nil
}

// judged is the resolution that holds an entry: under the entry's own name, or
// under that of the file that a link leads to.
func judged(s *discovery.Snapshot, e *discovery.Entry) *discovery.Resolution {
	if r, ok := s.Lookup(e.Name()); ok && slices.Contains(r.Entries, e) {
		return r
	}
	for i := range s.Resolutions {
		if slices.Contains(s.Resolutions[i].Entries, e) {
			return &s.Resolutions[i]
		}
	}
	return &discovery.Resolution{Name: e.Name(), Entries: []*discovery.Entry{e}}
}

// digest is the sha256 of an entry's SKILL.md as it is now, in hex; "" where
// it cannot be read.
func digest(ctx context.Context, src Source, e *discovery.Entry) string {
	content, err := src.Load(ctx, e.Candidate)
	if err != nil {
		return ""
	}
	defer content.Close()
	return sha(content.Raw)
}
