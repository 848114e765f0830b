package discovery

import (
	"context"
	"errors"
	"fmt"
)

// Registry holds providers in layers, asks them, and keeps what they answer.
// It is safe for concurrent use: what changes in it is in three parts, each
// with a lock of its own.
type Registry struct {
	rules  Rules
	config Config
	place  Place

	news    *news
	layers  *layers
	flights *flights
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
		rules: rules, config: config, place: place, news: newNews(),
	}
	r.layers = newLayers(r.news, config.CacheMaxEntries)
	r.flights = newFlights(r.layers, r.discover, config.CacheMaxEntries)
	for _, p := range providers {
		if _, err := r.Provide("", p); err != nil {
			r.Close()
			return nil, err
		}
	}
	return r, nil
}

// Close unregisters everything. Snapshots that were taken stay good.
func (r *Registry) Close() { r.layers.close() }

// Load reads a candidate's skill again from its source, now.
func (r *Registry) Load(ctx context.Context, c *Candidate) (Content, error) {
	if err := ctx.Err(); err != nil {
		return Content{}, err
	}
	reg := r.layers.owner(c)
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
