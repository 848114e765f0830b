package discovery

import (
	"context"
	"slices"
	"sync"
)

// key is what a snapshot is kept by.
type key struct{ scope, cwd string }

// kept is a complete snapshot with what it was made of.
type kept struct {
	snap *Snapshot
	made []version
}

// flight is one discovery under way and those who wait for it.
type flight struct {
	key     key
	seq     uint64
	done    chan struct{} // closed when snap is set
	snap    *Snapshot
	waiters int
	cancel  context.CancelFunc
}

// flights are the discoveries of a registry that are under way, and the
// snapshots that earlier ones have brought. Their lock may be held where that
// of the layers is taken, never the other way round.
type flights struct {
	layers   *layers
	discover func(ctx context.Context, made []version, cwd string, before kept) *Snapshot

	mu     sync.Mutex
	seq    uint64 // of the one started last
	kept   *lru[key, kept]
	flying map[key]*flight
}

func newFlights(l *layers, discover func(context.Context, []version, string, kept) *Snapshot, most int) *flights {
	return &flights{layers: l, discover: discover, kept: newLRU[key, kept](most), flying: make(map[key]*flight)}
}

// Snapshot returns the snapshot of a view, discovering where there is none
// that holds. Concurrent callers share one discovery. The error is the
// context's, or matches ErrUnknownScope or ErrClosed: a provider that fails makes the
// snapshot incomplete. An incomplete snapshot is not kept.
func (r *Registry) Snapshot(ctx context.Context, v View) (*Snapshot, error) {
	return r.Outlook(v).Snapshot(ctx)
}

// base is the snapshot of a view without its profile.
func (r *Registry) base(ctx context.Context, v View) (*Snapshot, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	hit, f, err := r.flights.join(ctx, r.key(v))
	if f == nil || err != nil {
		return hit, err
	}
	return r.flights.wait(ctx, f)
}

func (r *Registry) key(v View) key {
	if v.Cwd == "" {
		v.Cwd = r.place.Cwd
	}
	return key{v.Scope, v.Cwd}
}

// Refresh discovers again, everything, and returns the new snapshot. It never
// joins a discovery that began before the call, for that may have read too
// early.
func (r *Registry) Refresh(ctx context.Context, v View) (*Snapshot, error) {
	return r.Outlook(v).Refresh(ctx)
}

// refresh is Refresh of a view without its profile.
func (r *Registry) refresh(ctx context.Context, v View) (*Snapshot, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	f, err := r.flights.afresh(ctx, r.key(v))
	if err != nil {
		return nil, err
	}
	s, err := r.flights.wait(ctx, f)
	r.news.announce()
	return s, err
}

// join gives the kept snapshot that holds, else a flight to wait for.
func (fs *flights) join(ctx context.Context, k key) (*Snapshot, *flight, error) {
	fs.mu.Lock()
	defer fs.mu.Unlock()
	seen, err := fs.layers.sees(k.scope)
	if err != nil {
		return nil, nil, err
	}
	if hit, ok := fs.kept.get(k); ok && slices.Equal(seen, hit.made) {
		return hit.snap, nil, nil
	}
	f := fs.flying[k]
	if f == nil {
		f = fs.start(ctx, k)
	}
	f.waiters++
	return nil, f, nil
}

// afresh gives a flight that takes nothing from what is kept.
func (fs *flights) afresh(ctx context.Context, k key) (*flight, error) {
	fs.forget(k.scope)
	fs.mu.Lock()
	defer fs.mu.Unlock()
	if _, err := fs.layers.sees(k.scope); err != nil {
		return nil, err
	}
	f := fs.start(ctx, k)
	f.waiters++
	return f, nil
}

// forget lets go of all snapshots, and of what a scope's registrations keep.
func (fs *flights) forget(scope string) {
	fs.mu.Lock()
	fs.kept.clear()
	fs.mu.Unlock()
	fs.layers.forget(scope)
}

// start begins a discovery that outlives its first caller as long as anyone
// waits for it. The lock is held.
func (fs *flights) start(ctx context.Context, k key) *flight {
	ctx, cancel := context.WithCancel(context.WithoutCancel(ctx))
	fs.seq++
	f := &flight{key: k, seq: fs.seq, done: make(chan struct{}), cancel: cancel}
	fs.flying[k] = f
	go func() {
		defer cancel()
		f.snap = fs.fly(ctx, f)
		close(f.done)
	}()
	return f
}

// fly discovers; once more where something changed meanwhile. What changes
// again is given as it is, and not kept.
func (fs *flights) fly(ctx context.Context, f *flight) *Snapshot {
	for again := false; ; again = true {
		made, before := fs.seen(f.key)
		s := fs.discover(ctx, made, f.key.cwd, before)
		s.Seq = f.seq
		if fs.land(ctx, f, s, made, again) {
			return s
		}
	}
}

// seen is what a flight starts with: the registrations to ask, none of a scope
// that is gone, and the snapshot before.
func (fs *flights) seen(k key) (made []version, before kept) {
	fs.mu.Lock()
	defer fs.mu.Unlock()
	made, _ = fs.layers.sees(k.scope)
	before, _ = fs.kept.get(k)
	return made, before
}

// land ends a flight, unless what it saw has changed and it may try again. A
// complete snapshot that holds is kept.
func (fs *flights) land(ctx context.Context, f *flight, s *Snapshot, made []version, last bool) bool {
	fs.mu.Lock()
	defer fs.mu.Unlock()
	now, _ := fs.layers.sees(f.key.scope)
	holds := slices.Equal(now, made)
	if !holds && !last && ctx.Err() == nil {
		return false
	}
	if fs.flying[f.key] == f {
		delete(fs.flying, f.key)
	}
	if !holds {
		s.changing()
	}
	if s.Complete && ctx.Err() == nil {
		fs.kept.put(f.key, kept{snap: s, made: made})
	}
	return true
}

// wait gives what a flight brings, or ends with the caller's context.
func (fs *flights) wait(ctx context.Context, f *flight) (*Snapshot, error) {
	select {
	case <-f.done:
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		return f.snap, nil
	case <-ctx.Done():
		fs.leave(f)
		return nil, ctx.Err()
	}
}

// leave ends a flight that its last waiter has left.
func (fs *flights) leave(f *flight) {
	fs.mu.Lock()
	defer fs.mu.Unlock()
	if f.waiters--; f.waiters > 0 {
		return
	}
	f.cancel()
	if fs.flying[f.key] == f {
		delete(fs.flying, f.key)
	}
}
