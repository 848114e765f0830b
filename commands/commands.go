// Package commands holds the verbs: what can be done with skills, once, for
// every caller.
package commands

import (
	"context"

	"deft/discovery"
	"deft/skills"
	"deft/skills/prompt"
	"deft/skills/resource"
)

// Caller says on whose behalf a verb runs. What a caller may use is decided
// in the verb.
type Caller int

// The callers.
const (
	User   Caller = iota // a person at the terminal
	Model                // a model, by a tool call
	Script               // a program that calls deft
)

// Source is what the verbs need of discovery.
type Source interface {
	Snapshot(context.Context) (*discovery.Snapshot, error)
	Refresh(context.Context) (*discovery.Snapshot, error)
	Load(context.Context, *discovery.Candidate) (discovery.Content, error)
}

// List shows what discovery found.
type List struct{ Source Source }

// ListRequest narrows a List.
type ListRequest struct {
	All      bool // every state, not only active
	Provider string
	Category string
}

// ListResult is the snapshot and the entries of it that were asked for,
// sorted by name, inside a name in order of precedence.
type ListResult struct {
	Snapshot *discovery.Snapshot
	Entries  []*discovery.Entry
}

// Run lists skills.
func (v List) Run(ctx context.Context, caller Caller, req ListRequest) (ListResult, error) {
	panic("contract")
}

// Reload discovers again.
type Reload struct{ Source Source }

// Run discovers again and lists like List.
func (v Reload) Run(ctx context.Context, caller Caller, req ListRequest) (ListResult, error) {
	panic("contract")
}

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
	panic("contract")
}

// Show reads one skill whole, of any state.
type Show struct{ Source Source }

// Detail is one skill read now.
type Detail struct {
	Entry *discovery.Entry
	Skill *skills.Skill
	Raw   []byte // SKILL.md as it is on disk: not sanitised
	Files []resource.File
	More  bool // there are more files than Files lists
}

// Run reads the skill that a handle stands for.
func (v Show) Run(ctx context.Context, caller Caller, handle string) (Detail, error) {
	panic("contract")
}

// Entry reads an entry of a snapshot.
func (v Show) Entry(ctx context.Context, caller Caller, e *discovery.Entry) (Detail, error) {
	panic("contract")
}

// File reads one bundled file of an entry.
func (v Show) File(ctx context.Context, caller Caller, e *discovery.Entry, path string) (resource.Content, error) {
	panic("contract")
}

// Load activates a skill: reads it now and builds the message for a
// conversation.
type Load struct{ Source Source }

// Run activates the skill that a handle stands for.
func (v Load) Run(ctx context.Context, caller Caller, handle, args string) (prompt.Activation, error) {
	panic("contract")
}

// Read reads a skill:// URL.
type Read struct{ Source Source }

// Run reads what the URL names.
func (v Read) Run(ctx context.Context, caller Caller, url string) (resource.Content, error) {
	panic("contract")
}
