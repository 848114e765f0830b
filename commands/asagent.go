package commands

import (
	"context"
	"slices"

	"deft/discovery"
	"deft/discovery/rules"
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
	for _, r := range rootsOf(scene, v.Agent.Rules) {
		s.Complete = s.Complete && r.Err == ""
	}
	if v.Whole {
		return s, ctx.Err()
	}
	s.Resolutions = slices.DeleteFunc(s.Resolutions, func(r discovery.Resolution) bool {
		return r.Winner == nil || r.Winner.Reading.Invalid != ""
	})
	for i := range s.Resolutions {
		r := &s.Resolutions[i]
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
