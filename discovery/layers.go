package discovery

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
)

// The errors of registrations and views.
var (
	ErrReserved     = errors.New("reserved name")
	ErrDuplicate    = errors.New("name in use")
	ErrUnknownScope = errors.New("unknown scope")
	ErrClosed       = errors.New("registry is closed")
)

// layer is one scope: providers that stand before those of its parent.
type layer struct {
	name    string
	parent  *layer
	regs    []*registration // in the order of registration
	runtime *runtimeSkills  // nil until a skill is registered
}

// registration is a provider in a layer. What changes is guarded by the
// registry's lock.
type registration struct {
	provider Provider
	name     string
	scope    string
	end      context.CancelFunc
	gen      uint64 // grows with each invalidation
	gone     bool
	seen     *lru[string, Observation] // complete answers of this generation, by working folder
	given    *lru[string, []*Root]     // of the latest answers, by working folder
}

// Open makes a scope, a layer before that of its parent; "" is the global
// scope. close takes it away with all that is registered in it and in the
// scopes that stand on it, and may be called twice. The error matches
// ErrReserved, ErrDuplicate, ErrUnknownScope or ErrClosed.
func (r *Registry) Open(scope, parent string) (close func(), err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if err := r.usable(scope, "global"); err != nil {
		return nil, fmt.Errorf("scope %q: %w", scope, err)
	}
	if r.layers[scope] != nil {
		return nil, fmt.Errorf("scope %q: %w", scope, ErrDuplicate)
	}
	under, err := r.layer(parent)
	if err != nil {
		return nil, fmt.Errorf("parent of scope %q: %w", scope, err)
	}
	l := &layer{name: scope, parent: under}
	r.layers[scope] = l
	return sync.OnceFunc(func() { r.closeScope(l) }), nil
}

// layer finds a scope. The lock is held.
func (r *Registry) layer(scope string) (*layer, error) {
	if r.closed {
		return nil, ErrClosed
	}
	if l := r.layers[scope]; l != nil {
		return l, nil
	}
	return nil, fmt.Errorf("scope %q: %w", scope, ErrUnknownScope)
}

// usable refuses names that cannot stand in a handle, and reserved ones. The
// lock is held.
func (r *Registry) usable(name string, reserved ...string) error {
	switch {
	case r.closed:
		return ErrClosed
	case name == "":
		return fmt.Errorf("%w: empty", ErrReserved)
	case slices.Contains(reserved, name), strings.ContainsAny(name, "@/: \t\n"):
		return ErrReserved
	}
	return nil
}

// closeScope ends a layer and all above it.
func (r *Registry) closeScope(l *layer) {
	r.mu.Lock()
	var ended []*registration
	for name, other := range r.layers {
		if other.on(l) {
			ended = append(ended, other.regs...)
			other.regs = nil
			delete(r.layers, name)
		}
	}
	for _, reg := range ended {
		reg.gone = true
	}
	r.mu.Unlock()
	for _, reg := range ended {
		reg.end()
	}
	r.announce()
}

// on reports whether a layer is another, or stands on it.
func (l *layer) on(other *layer) bool {
	for ; l != nil; l = l.parent {
		if l == other {
			return true
		}
	}
	return false
}

// Provide registers a provider in a scope, "" for the global one. dispose
// takes it away, and may be called twice. Nothing is read. The error matches
// ErrReserved, ErrDuplicate, ErrUnknownScope or ErrClosed, or is what the
// provider says against being attached.
func (r *Registry) Provide(scope string, p Provider) (dispose func(), err error) {
	name := p.Name()
	r.mu.Lock()
	err = r.usable(name, Runtime)
	r.mu.Unlock()
	if err != nil {
		return nil, fmt.Errorf("provider %q (%T): %w", name, p, err)
	}
	return r.provide(scope, name, p)
}

func (r *Registry) provide(scope, name string, p Provider) (dispose func(), err error) {
	ctx, end := context.WithCancel(context.Background())
	most := r.config.CacheMaxEntries
	reg := &registration{
		provider: p, name: name, scope: scope, end: end,
		seen: newLRU[string, Observation](most), given: newLRU[string, []*Root](most),
	}
	if err = r.seat(reg); err == nil {
		err = reg.attach(ctx, func() { r.invalidate(reg) })
	}
	if err != nil {
		r.remove(reg)
		return nil, fmt.Errorf("provider %s: %w", name, err)
	}
	r.announce()
	return sync.OnceFunc(func() {
		r.remove(reg)
		r.announce()
	}), nil
}

// seat puts a registration into its layer.
func (r *Registry) seat(reg *registration) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	l, err := r.layer(reg.scope)
	switch {
	case err != nil:
		return err
	case slices.ContainsFunc(l.regs, func(o *registration) bool { return o.name == reg.name }):
		return ErrDuplicate
	}
	l.regs = append(l.regs, reg)
	return nil
}

// attach tells a provider that it is registered.
func (reg *registration) attach(ctx context.Context, invalidate func()) (err error) {
	a, ok := reg.provider.(Attacher)
	if !ok {
		return nil
	}
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("panic: %v", v)
		}
	}()
	return a.Attach(ctx, invalidate)
}

// remove ends a registration, whether or not it is seated.
func (r *Registry) remove(reg *registration) {
	r.mu.Lock()
	if l := r.layers[reg.scope]; l != nil {
		l.regs = slices.DeleteFunc(l.regs, func(o *registration) bool { return o == reg })
	}
	reg.gone = true
	reg.seen.clear()
	r.mu.Unlock()
	reg.end()
}

// invalidate clears what one registration has given.
func (r *Registry) invalidate(reg *registration) {
	r.mu.Lock()
	gone := reg.gone
	if !gone {
		reg.gen++
		reg.seen.clear()
	}
	r.mu.Unlock()
	if !gone {
		r.announce()
	}
}

// version is a registration at one generation.
type version struct {
	*registration
	gen   uint64
	layer int // 0 is nearest
}

// chain lists the registrations that a scope sees, nearest layer first. The
// lock is held.
func (r *Registry) chain(scope string) []version {
	var out []version
	depth := 0
	for l := r.layers[scope]; l != nil; l = l.parent {
		for _, reg := range l.regs {
			out = append(out, version{registration: reg, gen: reg.gen, layer: depth})
		}
		depth++
	}
	return out
}

// current reports whether a scope still sees the same. The lock is held.
func (r *Registry) current(scope string, seen []version) bool {
	return slices.Equal(r.chain(scope), seen)
}
