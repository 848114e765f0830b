package commands

import (
	"context"
	"sync"

	"deft/discovery"
	"deft/skills/match"
)

// DefaultFound is how many skills a Search finds where it is not told otherwise.
const DefaultFound = 10

// Search finds skills by what a task is about. It is safe for concurrent use.
type Search struct {
	source Source

	mu      sync.Mutex
	seen    *discovery.Snapshot // what the index was made of
	entries []*discovery.Entry
	index   *match.Search
}

// NewSearch makes the verb; nothing is read yet.
func NewSearch(source Source) *Search { return &Search{source: source} }

// Found is one skill that answers a query.
type Found struct {
	Entry      *discovery.Entry
	Handle     string   // loads the skill, exactly as it stands here
	Confidence float64  // from 0 to 1
	Words      []string // of the query, that the skill has
}

// SearchResult holds the skills that answer a query, best first.
type SearchResult struct {
	Found    []Found
	Left     int  // further ones that answer it less well
	All      int  // skills that were searched
	Complete bool // discovery saw everything
}

// Run searches the skills that a caller may use and returns at most limit of
// them, DefaultFound where limit is not positive. The index is kept for as
// long as the snapshot stays the same.
func (v *Search) Run(ctx context.Context, caller Caller, query string, limit int) (SearchResult, error) {
	snapshot, err := v.source.Snapshot(ctx)
	if err != nil {
		return SearchResult{}, err
	}
	if limit <= 0 {
		limit = DefaultFound
	}
	entries, index := v.prepare(snapshot)
	out := SearchResult{Complete: snapshot.Complete}
	for _, e := range entries {
		if see(caller, e, e.Reading.Head) == nil {
			out.All++
		}
	}
	for _, m := range index.Match(query) {
		e := entries[m.Item]
		switch {
		case see(caller, e, e.Reading.Head) != nil:
		case len(out.Found) == limit:
			out.Left++
		default:
			out.Found = append(out.Found, Found{Entry: e, Handle: snapshot.Qualified(e), Confidence: m.Confidence, Words: m.Words})
		}
	}
	return out, nil
}

// prepare indexes the active skills of a snapshot.
func (v *Search) prepare(s *discovery.Snapshot) ([]*discovery.Entry, *match.Search) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.seen == s {
		return v.entries, v.index
	}
	v.seen, v.entries = s, list(s, User, ListRequest{}).Entries
	documents := make([]match.Document, len(v.entries))
	for i, e := range v.entries {
		h := e.Reading.Head
		documents[i] = match.Document{Name: e.Name(), Description: h.Description, WhenToUse: h.WhenToUse, Category: e.Category, Globs: h.Globs}
	}
	v.index = match.NewSearch(documents)
	return v.entries, v.index
}
