package discovery

import "context"

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
	k := r.key(v)
	r.mu.Lock()
	if _, err := r.layer(k.scope); err != nil {
		r.mu.Unlock()
		return nil, err
	}
	if hit, ok := r.kept.get(k); ok && r.current(k.scope, hit.made) {
		r.mu.Unlock()
		return hit.snap, nil
	}
	f := r.flights[k]
	if f == nil {
		f = r.start(ctx, k)
	}
	f.waiters++
	r.mu.Unlock()
	return r.wait(ctx, f)
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
	k := r.key(v)
	r.forget(k.scope)
	r.mu.Lock()
	if _, err := r.layer(k.scope); err != nil {
		r.mu.Unlock()
		return nil, err
	}
	f := r.start(ctx, k)
	f.waiters++
	r.mu.Unlock()
	s, err := r.wait(ctx, f)
	r.announce()
	return s, err
}

// forget clears what all registrations of a scope have given and keep.
func (r *Registry) forget(scope string) {
	r.mu.Lock()
	chain := r.chain(scope)
	r.kept.clear()
	r.mu.Unlock()
	for _, v := range chain {
		v.forget()
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, v := range chain {
		v.registration.gen++
		v.seen.clear()
	}
}

// forget has a provider read everything again.
func (reg *registration) forget() {
	if k, ok := reg.provider.(Keeper); ok {
		k.Forget()
	}
}

// start begins a discovery that outlives its first caller as long as anyone
// waits for it. The lock is held.
func (r *Registry) start(ctx context.Context, k key) *flight {
	ctx, cancel := context.WithCancel(context.WithoutCancel(ctx))
	r.seq++
	f := &flight{key: k, seq: r.seq, done: make(chan struct{}), cancel: cancel}
	r.flights[k] = f
	go func() {
		defer cancel()
		f.snap = r.fly(ctx, f)
		close(f.done)
	}()
	return f
}

// fly discovers; once more where something changed meanwhile. What changes
// again is given as it is, and not kept.
func (r *Registry) fly(ctx context.Context, f *flight) *Snapshot {
	for again := false; ; again = true {
		r.mu.Lock()
		made := r.chain(f.key.scope)
		before, _ := r.kept.get(f.key)
		r.mu.Unlock()
		s := r.discover(ctx, made, f.key.cwd, before)
		s.Seq = f.seq
		if r.land(ctx, f, s, made, again) {
			return s
		}
	}
}

// land ends a flight, unless what it saw has changed and it may try again. A
// complete snapshot that holds is kept.
func (r *Registry) land(ctx context.Context, f *flight, s *Snapshot, made []version, last bool) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	holds := r.current(f.key.scope, made)
	if !holds && !last && ctx.Err() == nil {
		return false
	}
	if r.flights[f.key] == f {
		delete(r.flights, f.key)
	}
	if !holds {
		s.changing()
	}
	if s.Complete && ctx.Err() == nil {
		r.kept.put(f.key, kept{snap: s, made: made})
	}
	return true
}

// wait gives what a flight brings, or ends with the caller's context.
func (r *Registry) wait(ctx context.Context, f *flight) (*Snapshot, error) {
	select {
	case <-f.done:
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		return f.snap, nil
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
	if r.flights[f.key] == f {
		delete(r.flights, f.key)
	}
}
