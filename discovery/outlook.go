package discovery

import (
	"context"
	"slices"
	"sync"
)

// Outlook is a registry seen through one view: what a caller holds who lists,
// loads and follows the skills of a scope and place. It is safe for concurrent
// use.
type Outlook struct {
	registry *Registry

	mu   sync.Mutex
	view View
	base *Snapshot // what seen was made of
	seen *Snapshot

	config Config // by which it judges
	judges bool   // that is not the registry's
}

// Outlook opens a view on the registry.
func (r *Registry) Outlook(v View) *Outlook {
	return &Outlook{registry: r, view: v, config: r.config}
}

// From is an outlook from another working folder, that is as this one now is
// in all else.
func (o *Outlook) From(cwd string) *Outlook {
	o.mu.Lock()
	defer o.mu.Unlock()
	out := &Outlook{registry: o.registry, view: o.view, config: o.config, judges: o.judges}
	out.view.Cwd = cwd
	return out
}

// View is what the outlook looks through now.
func (o *Outlook) View() View {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.view
}

// Use changes the profile, the zero value to none. Nothing is read again; the
// registry's listeners hear of it. The error is of a profile's globs or
// switches.
func (o *Outlook) Use(p Profile) error {
	if err := p.Check(); err != nil {
		return err
	}
	o.mu.Lock()
	o.view.Profile, o.base = p, nil
	o.mu.Unlock()
	o.registry.news.announce()
	return nil
}

// Accept has the collisions of these names accepted, and of no others, in
// place of those that the configuration names. Nothing is read again; the
// registry's listeners hear of it.
func (o *Outlook) Accept(names []string) {
	o.judge(func(c *Config) { c.AcceptedCollisions = slices.Clone(names) })
}

// Disable switches the skills of these names off, and no others, in place of
// those that the configuration names. Nothing is read again; the registry's
// listeners hear of it.
func (o *Outlook) Disable(names []string) {
	o.judge(func(c *Config) { c.DisabledSkills = slices.Clone(names) })
}

func (o *Outlook) judge(change func(*Config)) {
	o.mu.Lock()
	change(&o.config)
	o.judges, o.base = true, nil
	o.mu.Unlock()
	o.registry.news.announce()
}

// Config is the configuration by which the outlook judges now.
func (o *Outlook) Config() Config {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.config
}

// Snapshot is Registry.Snapshot of the view.
func (o *Outlook) Snapshot(ctx context.Context) (*Snapshot, error) {
	v := o.View()
	base, err := o.registry.base(ctx, v)
	return o.through(ctx, v, base, err)
}

// Refresh is Registry.Refresh of the view.
func (o *Outlook) Refresh(ctx context.Context) (*Snapshot, error) {
	v := o.View()
	base, err := o.registry.refresh(ctx, v)
	return o.through(ctx, v, base, err)
}

// through judges by the profile and the configuration, once each snapshot.
func (o *Outlook) through(ctx context.Context, v View, base *Snapshot, err error) (*Snapshot, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if err != nil {
		return nil, err
	}
	if v.Profile.none() && !o.judges {
		return base, ctx.Err()
	}
	if o.base != base {
		o.base, o.seen = base, o.view.Profile.judge(base, o.registry.rules, o.config)
	}
	return o.seen, ctx.Err()
}

// Load is Registry.Load.
func (o *Outlook) Load(ctx context.Context, c *Candidate) (Content, error) {
	return o.registry.Load(ctx, c)
}

// Changes is Registry.Changes.
func (o *Outlook) Changes(ctx context.Context) <-chan Change { return o.registry.Changes(ctx) }
