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

// layers are the scopes of a registry with the providers in them and what these
// have answered. What changes in them is news.
type layers struct {
	news *news
	most int // answers that a registration keeps

	mu     sync.Mutex
	closed bool
	named  map[string]*layer

	registering sync.Mutex // held while a layer gets its provider of registered skills
}

func newLayers(news *news, most int) *layers {
	return &layers{news: news, most: most, named: map[string]*layer{"": {}}}
}

// layer is one scope: providers that stand before those of its parent.
type layer struct {
	parent  *layer
	regs    []*registration // in the order of registration
	runtime *runtimeSkills  // nil until a skill is registered
}

// registration is a provider in a layer. What changes is guarded by the lock
// of the layers.
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
	return r.layers.open(scope, parent)
}

// Provide registers a provider in a scope, "" for the global one. dispose
// takes it away, and may be called twice. Nothing is read. The error matches
// ErrReserved, ErrDuplicate, ErrUnknownScope or ErrClosed, or is what the
// provider says against being attached.
func (r *Registry) Provide(scope string, p Provider) (dispose func(), err error) {
	name := p.Name()
	if err := r.layers.admits(name); err != nil {
		return nil, fmt.Errorf("provider %q (%T): %w", name, p, err)
	}
	return r.layers.provide(scope, name, p)
}

// open is Registry.Open.
func (ls *layers) open(scope, parent string) (close func(), err error) {
	ls.mu.Lock()
	defer ls.mu.Unlock()
	if err := ls.usable(scope, "global"); err != nil {
		return nil, fmt.Errorf("scope %q: %w", scope, err)
	}
	if ls.named[scope] != nil {
		return nil, fmt.Errorf("scope %q: %w", scope, ErrDuplicate)
	}
	under, err := ls.at(parent)
	if err != nil {
		return nil, fmt.Errorf("parent of scope %q: %w", scope, err)
	}
	l := &layer{parent: under}
	ls.named[scope] = l
	return sync.OnceFunc(func() { ls.end(l) }), nil
}

// at finds a scope. The lock is held.
func (ls *layers) at(scope string) (*layer, error) {
	if ls.closed {
		return nil, ErrClosed
	}
	if l := ls.named[scope]; l != nil {
		return l, nil
	}
	return nil, fmt.Errorf("scope %q: %w", scope, ErrUnknownScope)
}

// usable refuses names that cannot stand in a handle, and reserved ones. The
// lock is held.
func (ls *layers) usable(name string, reserved ...string) error {
	switch {
	case ls.closed:
		return ErrClosed
	case name == "":
		return fmt.Errorf("%w: empty", ErrReserved)
	case slices.Contains(reserved, name), strings.ContainsAny(name, "@/: \t\n"):
		return ErrReserved
	}
	return nil
}

// admits refuses what cannot be the name of a provider.
func (ls *layers) admits(provider string) error {
	ls.mu.Lock()
	defer ls.mu.Unlock()
	return ls.usable(provider, Runtime)
}

// close ends all layers, and lets none be made.
func (ls *layers) close() {
	ls.mu.Lock()
	ls.closed = true
	global := ls.named[""]
	ls.mu.Unlock()
	if global != nil {
		ls.end(global)
	}
}

// end takes away a layer and all above it.
func (ls *layers) end(l *layer) {
	ls.mu.Lock()
	var ended []*registration
	for name, other := range ls.named {
		if other.on(l) {
			ended = append(ended, other.regs...)
			other.regs = nil
			delete(ls.named, name)
		}
	}
	for _, reg := range ended {
		reg.gone = true
	}
	ls.mu.Unlock()
	for _, reg := range ended {
		reg.end()
	}
	ls.news.announce()
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

// provide is Registry.Provide under a name that may be a reserved one.
func (ls *layers) provide(scope, name string, p Provider) (dispose func(), err error) {
	ctx, end := context.WithCancel(context.Background())
	reg := &registration{
		provider: p, name: name, scope: scope, end: end,
		seen: newLRU[string, Observation](ls.most), given: newLRU[string, []*Root](ls.most),
	}
	if err = ls.seat(reg); err == nil {
		err = reg.attach(ctx, func() { ls.invalidate(reg) })
	}
	if err != nil {
		ls.remove(reg)
		return nil, fmt.Errorf("provider %s: %w", name, err)
	}
	ls.news.announce()
	return sync.OnceFunc(func() {
		ls.remove(reg)
		ls.news.announce()
	}), nil
}

// seat puts a registration into its layer.
func (ls *layers) seat(reg *registration) error {
	ls.mu.Lock()
	defer ls.mu.Unlock()
	l, err := ls.at(reg.scope)
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
func (ls *layers) remove(reg *registration) {
	ls.mu.Lock()
	if l := ls.named[reg.scope]; l != nil {
		l.regs = slices.DeleteFunc(l.regs, func(o *registration) bool { return o == reg })
	}
	reg.gone = true
	reg.seen.clear()
	ls.mu.Unlock()
	reg.end()
}

// invalidate clears what one registration has given.
func (ls *layers) invalidate(reg *registration) {
	ls.mu.Lock()
	gone := reg.gone
	if !gone {
		reg.gen++
		reg.seen.clear()
	}
	ls.mu.Unlock()
	if !gone {
		ls.news.announce()
	}
}
