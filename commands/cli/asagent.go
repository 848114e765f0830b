package cli

import (
	"context"

	"deft/commands"
	"deft/commands/mcp"
	"deft/discovery"
	"deft/discovery/rules"
)

// watchedView is an agent's view that tells of changes where deft's own
// discovery notices them.
type watchedView struct {
	commands.AsAgent
	registry *discovery.Outlook
}

// Snapshot has deft discover too, so that what is new is watched from now on.
func (v watchedView) Snapshot(ctx context.Context) (*discovery.Snapshot, error) {
	if _, err := v.registry.Snapshot(ctx); err != nil {
		return nil, err
	}
	return v.AsAgent.Snapshot(ctx)
}

// Changes are those of deft's own discovery.
func (v watchedView) Changes(ctx context.Context) <-chan discovery.Change {
	return v.registry.Changes(ctx)
}

// as has the verbs that a model is served by act on an agent's skills, and
// gives the source of these.
func (s *session) as(a rules.Agent) mcp.Source {
	if a.Agent == "deft" {
		return s.registry
	}
	v := &s.app.Verbs
	view := watchedView{commands.AsAgent{Agents: v.Agents, Agent: a}, s.registry}
	v.Search, v.Catalog = commands.NewSearch(view), commands.Catalog{Source: view}
	v.Load, v.Read = commands.Load{Source: view}, commands.Read{Source: view}
	v.Path.Read, v.Path.Closed = v.Read, commands.AsAgent{Agents: v.Agents, Agent: a, Whole: true}
	return view
}
