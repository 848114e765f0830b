package discovery

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"deft/skills"
)

// Registry holds providers, asks them, and keeps the latest Snapshot. It is
// safe for concurrent use.
type Registry struct {
	rules     Rules
	config    Config
	place     Place
	providers []Provider
	byName    map[string]Provider

	mu     sync.Mutex
	seq    uint64    // of the discovery started last
	latest *Snapshot // of the discovery with the highest number that ended
	flight *flight   // the discovery started last, nil once it ended
}

// flight is one discovery under way and those who wait for it.
type flight struct {
	seq     uint64
	done    chan struct{} // closed when snap is set
	snap    *Snapshot
	waiters int
	cancel  context.CancelFunc
}

// NewRegistry makes a registry that ranks by the given rules. Providers are
// asked in the order given, all at once. Two providers of one name, or one
// without a name, are an error.
func NewRegistry(rules Rules, config Config, place Place, providers ...Provider) (*Registry, error) {
	if err := errors.Join(rules.check(), config.Check()); err != nil {
		return nil, err
	}
	byName := make(map[string]Provider, len(providers))
	for _, p := range providers {
		name := p.Name()
		if name == "" {
			return nil, fmt.Errorf("provider without a name: %T", p)
		}
		if byName[name] != nil {
			return nil, fmt.Errorf("provider %s: registered twice", name)
		}
		byName[name] = p
	}
	return &Registry{rules: rules, config: config, place: place, providers: providers, byName: byName}, nil
}

// Snapshot returns the latest snapshot, discovering first where there is
// none. Concurrent callers share one discovery. The error is the context's:
// a provider that fails makes the snapshot incomplete.
func (r *Registry) Snapshot(ctx context.Context) (*Snapshot, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	r.mu.Lock()
	if r.latest != nil {
		defer r.mu.Unlock()
		return r.latest, nil
	}
	f := r.flight
	if f == nil {
		f = r.start(ctx)
	}
	f.waiters++
	r.mu.Unlock()
	return r.wait(ctx, f)
}

// Refresh discovers again and returns the new snapshot. It never joins a
// discovery that began before the call, for that may have read too early.
func (r *Registry) Refresh(ctx context.Context) (*Snapshot, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	r.mu.Lock()
	f := r.start(ctx)
	f.waiters++
	r.mu.Unlock()
	return r.wait(ctx, f)
}

// start begins a discovery that outlives its first caller as long as anyone
// waits for it. The lock is held.
func (r *Registry) start(ctx context.Context) *flight {
	ctx, cancel := context.WithCancel(context.WithoutCancel(ctx))
	r.seq++
	f := &flight{seq: r.seq, done: make(chan struct{}), cancel: cancel}
	r.flight = f
	go func() {
		defer cancel()
		f.snap = r.discover(ctx)
		f.snap.Seq = f.seq
		r.land(ctx, f)
		close(f.done)
	}()
	return f
}

// land keeps the outcome of a flight that nobody gave up and that no later
// one has overtaken.
func (r *Registry) land(ctx context.Context, f *flight) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.flight == f {
		r.flight = nil
	}
	if ctx.Err() == nil && (r.latest == nil || r.latest.Seq < f.seq) {
		r.latest = f.snap
	}
}

func (r *Registry) wait(ctx context.Context, f *flight) (*Snapshot, error) {
	select {
	case <-f.done:
		return f.snap, ctx.Err()
	case <-ctx.Done():
		r.leave(f)
		return nil, ctx.Err()
	}
}

// leave ends a flight that its last waiter has left.
func (r *Registry) leave(f *flight) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if f.waiters--; f.waiters > 0 {
		return
	}
	f.cancel()
	if r.flight == f {
		r.flight = nil
	}
}

// discover asks every provider and judges what they found.
func (r *Registry) discover(ctx context.Context) *Snapshot {
	if !r.config.Enabled {
		return &Snapshot{Complete: true}
	}
	s := &Snapshot{Complete: true}
	var candidates []*Candidate
	for _, o := range r.ask(ctx) {
		candidates = append(candidates, o.Candidates...)
		s.Roots = append(s.Roots, o.Roots...)
		s.Diagnostics = append(s.Diagnostics, o.Diagnostics...)
		s.Complete = s.Complete && o.Complete
	}
	p := newPlan(r.rules, r.config, candidates)
	s.Resolutions = p.resolve(r.compare(ctx, p))
	s.Diagnostics = append(s.Diagnostics, collisions(s)...)
	return s
}

// ask lists all providers at once; the answers keep the providers' order.
func (r *Registry) ask(ctx context.Context) []Observation {
	out := make([]Observation, len(r.providers))
	var wg sync.WaitGroup
	for i, p := range r.providers {
		wg.Go(func() {
			o, err := list(ctx, p, r.place)
			if err != nil {
				o = failed(p.Name(), err)
			}
			out[i] = o
		})
	}
	wg.Wait()
	return out
}

// list asks one provider. A panic of it is its failure, not the program's.
func list(ctx context.Context, p Provider, at Place) (o Observation, err error) {
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("panic: %v", v)
		}
	}()
	return p.List(ctx, at)
}

// failed is the observation of a provider that gave none.
func failed(provider string, err error) Observation {
	return Observation{
		Roots: []RootReport{{Root: &Root{Provider: provider}, Err: err.Error()}},
		Diagnostics: []skills.Diagnostic{{
			Code: CodeProviderFailed, Severity: skills.Error,
			Message: fmt.Sprintf("source %s could not be read: %v", provider, err),
			Hint:    "its skills are missing here; what it would shadow may be active",
		}},
	}
}

// Load reads a candidate's skill again from its source, now.
func (r *Registry) Load(ctx context.Context, c *Candidate) (Content, error) {
	if err := ctx.Err(); err != nil {
		return Content{}, err
	}
	p := r.byName[c.Root.Provider]
	if p == nil {
		return Content{}, fmt.Errorf("%s: no provider %q", c.Path, c.Root.Provider)
	}
	return p.Load(ctx, c)
}
