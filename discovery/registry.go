package discovery

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
)

// Registry holds providers in layers, asks them, and keeps what they answer.
// It is safe for concurrent use.
type Registry struct {
	rules  Rules
	config Config
	place  Place

	mu      sync.Mutex
	closed  bool
	seq     uint64 // of the discovery started last
	layers  map[string]*layer
	kept    *lru[key, kept]
	flights map[key]*flight // under way

	registering sync.Mutex // held while a layer gets its provider of registered skills
	listening   sync.Mutex
	listeners   map[chan Change]struct{}
}

// View is what a snapshot is taken through. The zero value is the global
// scope at the registry's own place.
type View struct {
	Scope   string  // "" for the global one
	Cwd     string  // absolute working folder, "" for the registry's own
	Profile Profile // the zero value is none
}

// NewRegistry makes a registry that ranks by the given rules, with providers
// in its global scope. Two providers of one name, or one without a name, are
// an error.
func NewRegistry(rules Rules, config Config, place Place, providers ...Provider) (*Registry, error) {
	if err := errors.Join(rules.check(), config.Check()); err != nil {
		return nil, err
	}
	r := &Registry{
		rules: rules, config: config, place: place,
		layers: map[string]*layer{"": {}}, kept: newLRU[key, kept](config.CacheMaxEntries),
		flights: make(map[key]*flight), listeners: make(map[chan Change]struct{}),
	}
	for _, p := range providers {
		if _, err := r.Provide("", p); err != nil {
			r.Close()
			return nil, err
		}
	}
	return r, nil
}

// Close unregisters everything. Snapshots that were taken stay good.
func (r *Registry) Close() {
	r.mu.Lock()
	r.closed = true
	global := r.layers[""]
	r.mu.Unlock()
	if global != nil {
		r.closeScope(global)
	}
}

// Load reads a candidate's skill again from its source, now.
func (r *Registry) Load(ctx context.Context, c *Candidate) (Content, error) {
	if err := ctx.Err(); err != nil {
		return Content{}, err
	}
	reg := r.owner(c)
	if reg == nil {
		return Content{}, fmt.Errorf("%s: no provider %q", c.Path, c.Root.Provider)
	}
	return load(ctx, reg.provider, c)
}

// load reads a candidate. A panic of the provider is its failure.
func load(ctx context.Context, p Provider, c *Candidate) (content Content, err error) {
	defer func() {
		if v := recover(); v != nil {
			content, err = Content{}, fmt.Errorf("%s: panic: %v", c.Path, v)
		}
	}()
	return p.Load(ctx, c)
}

// owner finds the registration that a candidate came from: where several
// scopes have a provider of its name, the one that has given its root.
func (r *Registry) owner(c *Candidate) *registration {
	r.mu.Lock()
	defer r.mu.Unlock()
	var found *registration
	for _, l := range r.layers {
		for _, reg := range l.regs {
			switch {
			case reg.name != c.Root.Provider:
			case reg.gave(c.Root):
				return reg
			case found == nil || reg.scope == "":
				found = reg
			}
		}
	}
	return found
}

// gave reports whether a registration's latest answers have a root.
func (reg *registration) gave(root *Root) (yes bool) {
	reg.given.each(func(_ string, roots []*Root) { yes = yes || slices.Contains(roots, root) })
	return yes
}
