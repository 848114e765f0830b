package discovery

import "context"

// Registry holds providers, asks them, and keeps the latest Snapshot. It is
// safe for concurrent use.
type Registry struct{}

// NewRegistry makes a registry that ranks by the given rules. Providers are
// asked in the order given, all at once.
func NewRegistry(rules Rules, config Config, place Place, providers ...Provider) (*Registry, error) {
	panic("contract")
}

// Snapshot returns the latest snapshot, discovering first where there is
// none. Concurrent callers share one discovery. The error is the context's:
// a provider that fails makes the snapshot incomplete.
func (r *Registry) Snapshot(ctx context.Context) (*Snapshot, error) { panic("contract") }

// Refresh discovers again and returns the new snapshot.
func (r *Registry) Refresh(ctx context.Context) (*Snapshot, error) { panic("contract") }

// Load reads a candidate's skill again from its source, now.
func (r *Registry) Load(ctx context.Context, c *Candidate) (Content, error) { panic("contract") }

// Rules says how an agent finds and ranks skills.
type Rules struct{}

// Config is the part of the configuration that discovery obeys.
type Config struct {
	Enabled            bool     // skills.enabled: false finds nothing
	CustomDirectories  []string // absolute
	Path               string   // absolute, "" for none: a root of CATEGORY/NAME/SKILL.md
	IgnoredSkills      []string // globs on names
	IncludeSkills      []string // globs on names; empty includes all
	Categories         []string // kept categories, "none" for skills without one; empty keeps all
	AcceptedCollisions []string // names whose collisions are not warned of
	Toggles            Toggles
}

// Toggles switch sources off and on; all are on by default.
type Toggles struct {
	NativeUser, NativeProject bool
	ClaudeUser, ClaudeProject bool
	CodexUser                 bool
}
