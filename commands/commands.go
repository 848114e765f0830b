// Package commands holds the verbs: what can be done with skills, once, for
// every caller.
package commands

import (
	"context"
	"fmt"
	"strings"

	"deft/commands/phrase"
	"deft/discovery"
	"deft/skills"
)

// Caller says on whose behalf a verb runs. What a caller may use is decided
// in the verb.
type Caller int

// The callers.
const (
	// User is a person at the terminal. They may read every skill, and use
	// those that their frontmatter leaves to people; what the configuration
	// leaves out, by a handle that names that very copy.
	User Caller = iota
	// Model is a model, by a tool call. It may read and use what frontmatter
	// and configuration leave to models, and make, copy or export nothing.
	Model
	// Script is a program that runs deft for a person, and may do what they
	// may.
	Script
)

// Source is what the verbs need of discovery.
type Source interface {
	Snapshot(context.Context) (*discovery.Snapshot, error)
	Refresh(context.Context) (*discovery.Snapshot, error)
	Load(context.Context, *discovery.Candidate) (discovery.Content, error)
}

// PolicyError says that a caller may not use a skill: the skill's own
// frontmatter or the configuration keeps it from them.
type PolicyError struct {
	Handle string
	Path   string
	Reason string
}

func (e *PolicyError) Error() string {
	return fmt.Sprintf("skill %q %s (%s)", e.Handle, e.Reason, e.Path)
}

// InvalidError says that a skill cannot be used as it stands.
type InvalidError struct {
	Handle string
	Path   string
	Line   int // counted from 1; 0 is the whole file
	Reason string
}

func (e *InvalidError) Error() string {
	return fmt.Sprintf("skill %q is invalid: %s: %s", e.Handle, phrase.Place(e.Path, e.Line), e.Reason)
}

// find gives the entry that a handle stands for.
func find(ctx context.Context, src Source, handle string) (*discovery.Snapshot, *discovery.Entry, error) {
	snapshot, err := src.Snapshot(ctx)
	if err != nil {
		return nil, nil, err
	}
	e, err := snapshot.Find(handle)
	return snapshot, e, err
}

// read reads an entry now. The caller closes the content.
func read(ctx context.Context, src Source, e *discovery.Entry) (discovery.Content, error) {
	content, err := src.Load(ctx, e.Candidate)
	if err != nil {
		return discovery.Content{}, fmt.Errorf("reading %s: %w", e.Path, err)
	}
	return content, nil
}

// readable reads an entry that a caller may see, as its file says by now. The
// caller closes the content.
func readable(ctx context.Context, src Source, caller Caller, e *discovery.Entry) (discovery.Content, *skills.Skill, error) {
	content, err := read(ctx, src, e)
	if err != nil {
		return discovery.Content{}, nil, err
	}
	s := parse(e, content.Raw)
	if err := see(caller, e, s.Head); err != nil {
		content.Close()
		return discovery.Content{}, nil, err
	}
	return content, s, nil
}

// open finds a skill and reads it now. The caller closes the content.
func open(ctx context.Context, src Source, handle string) (*discovery.Snapshot, *discovery.Entry, discovery.Content, error) {
	snapshot, e, err := find(ctx, src, handle)
	if err != nil {
		return nil, nil, discovery.Content{}, err
	}
	content, err := read(ctx, src, e)
	return snapshot, e, content, err
}

// parse reads the bytes of a candidate's SKILL.md.
func parse(e *discovery.Entry, raw []byte) *skills.Skill {
	return skills.Parse(skills.Source{Path: e.Path, Folder: e.Folder}, raw)
}

// invoke tells whether a caller may have a skill work for them under a handle.
// What the configuration leaves out is for people who name that very copy.
func invoke(caller Caller, handle string, e *discovery.Entry, s *skills.Skill) error {
	if s.Invalid != "" {
		return &InvalidError{Handle: e.Name(), Path: e.Path, Line: invalidLine(s), Reason: s.Invalid}
	}
	if e.State == discovery.Invalid && e.Reading.Invalid == "" && strings.TrimSpace(s.Description) == "" {
		return &InvalidError{Handle: e.Name(), Path: e.Path, Reason: e.Detail}
	}
	if caller != Model && !s.UserInvocable {
		return &PolicyError{Handle: e.Name(), Path: e.Path, Reason: "is not for people: its frontmatter says user-invocable: false"}
	}
	if handle == e.Name() && out(e) {
		return &PolicyError{Handle: handle, Path: e.Path, Reason: outReason(e)}
	}
	return see(caller, e, s.Head)
}

// out tells whether the configuration leaves an entry out.
func out(e *discovery.Entry) bool {
	return e.State == discovery.Filtered || e.State == discovery.Disabled
}

func outReason(e *discovery.Entry) string {
	return "is " + string(e.State) + " by the configuration: " + e.Detail
}

// see tells whether a caller may read a skill. People may read everything.
func see(caller Caller, e *discovery.Entry, head skills.Head) error {
	switch {
	case caller != Model:
		return nil
	case !head.ModelInvocable:
		return &PolicyError{Handle: e.Name(), Path: e.Path, Reason: "is not for models: its frontmatter says disable-model-invocation"}
	case out(e):
		return &PolicyError{Handle: e.Name(), Path: e.Path, Reason: outReason(e)}
	}
	return nil
}

// invalidLine is the line of the first error, 0 where none has one.
func invalidLine(s *skills.Skill) int {
	for _, d := range s.Diagnostics {
		if d.Severity == skills.Error {
			return d.Line
		}
	}
	return 0
}
