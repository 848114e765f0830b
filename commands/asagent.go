package commands

import (
	"context"
	"slices"

	"deft/discovery"
	"deft/discovery/rules"
	"deft/skills/prompt"
)

// AsAgent is a Source of the skills that an agent puts to use: the copies
// that its rules choose. Every snapshot is scanned anew.
type AsAgent struct {
	Agents Agents
	Agent  rules.Agent
	// Whole keeps what the agent does not use, too.
	Whole bool
}

// Snapshot is what the agent's rules make of the disk now. Without Whole each
// name has its winner alone, and names without one are left out, as are skills
// that the agent uses without their fields: deft cannot tell whom they are for.
func (v AsAgent) Snapshot(ctx context.Context) (*discovery.Snapshot, error) {
	scene, err := v.Agents.Scan(ctx)
	if err != nil {
		return nil, err
	}
	s := v.Agents.see(v.Agent, scene, !v.Agents.Untrusted)
	s.Complete = s.Complete && whole(rootsOf(scene, v.Agent.Rules))
	if v.Whole {
		return s, ctx.Err()
	}
	s.Resolutions = slices.DeleteFunc(s.Resolutions, func(r discovery.Resolution) bool {
		return r.Winner == nil || r.Winner.Reading.Invalid != ""
	})
	for i := range s.Resolutions {
		r := &s.Resolutions[i]
		if r.Winner.PeopleOnly {
			c := *r.Winner.Candidate
			c.Reading.Head.ModelInvocable = false
			r.Winner.Candidate = &c
		}
		r.Entries, r.Collision = []*discovery.Entry{r.Winner}, false
	}
	return s, ctx.Err()
}

// Refresh is Snapshot: nothing is kept.
func (v AsAgent) Refresh(ctx context.Context) (*discovery.Snapshot, error) { return v.Snapshot(ctx) }

// Load reads a candidate again.
func (v AsAgent) Load(ctx context.Context, c *discovery.Candidate) (discovery.Content, error) {
	return v.Agents.Load(ctx, c)
}

// Document reads the copy that a handle stands for to the agent, with all that
// its form shows. The error is one of Snapshot.Find or of reading, a
// *discovery.AmbiguousError where the bare name reaches no copy, or a
// *PolicyError where the agent does not use the copy or it is not for people.
// What the agent does not use is there where Whole says so.
func (v AsAgent) Document(ctx context.Context, caller Caller, handle string) (prompt.Document, error) {
	snapshot, e, err := find(ctx, v, handle)
	if err != nil {
		return prompt.Document{}, err
	}
	if r := judged(snapshot, e); r.Winner == nil && r.Name == handle && lists(e) {
		return prompt.Document{}, severalOf(snapshot, r)
	}
	if !lists(e) {
		return prompt.Document{}, &PolicyError{Handle: handle, Path: e.Path, Reason: "is none that " + v.Agent.Title + " uses: " + string(e.State) + ", " + e.Detail}
	}
	content, skill, err := readable(ctx, v, caller, e)
	if err != nil {
		return prompt.Document{}, err
	}
	defer content.Close()
	if skill.Invalid == "" && !skill.UserInvocable { // without its fields, nothing says so
		return prompt.Document{}, invoke(caller, handle, e, skill)
	}
	return document(snapshot, e, skill, content), ctx.Err()
}

// severalOf says which handles reach the copies of a name that reaches none.
func severalOf(s *discovery.Snapshot, r *discovery.Resolution) error {
	err := &discovery.AmbiguousError{Handle: r.Name}
	for _, e := range r.Entries {
		if lists(e) {
			err.Forms = append(err.Forms, apart(s, r.Name, e))
		}
	}
	return err
}

// apart is a handle of an entry that is not the bare name.
func apart(s *discovery.Snapshot, name string, e *discovery.Entry) string {
	if form := s.Qualified(e); form != name {
		return form
	}
	form := name + "@" + e.Root.Provider + "/" + string(e.Root.Level)
	if found, err := s.Find(form); err == nil && found == e {
		return form
	}
	return name + "@" + e.Dir()
}
