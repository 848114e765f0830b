package disk

import (
	"context"
	"maps"
	"sync"
	"time"

	"deft/discovery"
	"deft/discovery/scan"
	"deft/discovery/watch"
	"deft/skills"
)

// follower keeps what was read of roots and follows the disk, so that only
// what changed is read again. The providers over the disk share one.
type follower struct {
	config WatchConfig
	pool   *scan.Pool
	open   func(context.Context, WatchConfig) watcher

	mu       sync.Mutex
	attached map[*attachment]struct{}
	roots    map[rootKey]*kept
	places   places
	since    map[spot]time.Time // when what is needed was first read
	watched  map[spot]bool      // what the watcher was told to watch
	watcher  watcher            // nil while nobody is attached
	stop     context.CancelFunc // of the watcher
	degraded string             // why it polls
	broken   bool               // it ended by itself
	settling *time.Timer        // until the next root is due
}

// attachment is one registration of a provider.
type attachment struct {
	provider   string
	invalidate func()
}

func newFollower(c WatchConfig, open func(context.Context, WatchConfig) watcher) *follower {
	return &follower{
		config: c, pool: scan.NewPool(), open: open,
		attached: make(map[*attachment]struct{}), roots: make(map[rootKey]*kept),
		since: make(map[spot]time.Time), watched: make(map[spot]bool),
	}
}

// attach has a provider's registration told of changes until ctx ends. With
// the last one the watcher ends.
func (f *follower) attach(ctx context.Context, provider string, invalidate func()) {
	a := &attachment{provider, invalidate}
	f.mu.Lock()
	f.attached[a] = struct{}{}
	f.mu.Unlock()
	context.AfterFunc(ctx, func() {
		f.mu.Lock()
		defer f.mu.Unlock()
		delete(f.attached, a)
		if len(f.attached) == 0 {
			f.end()
		}
	})
}

// end lets go of everything. The lock is held.
func (f *follower) end() {
	if f.watcher != nil {
		f.stop()
		f.watcher = nil
	}
	if f.settling != nil {
		f.settling.Stop()
	}
	clear(f.roots)
	clear(f.since)
	clear(f.watched)
	f.places, f.degraded, f.broken = nil, "", false
}

// following starts the watcher where there is none, and reports whether the
// disk is being followed. The lock is held.
func (f *follower) following() bool {
	if f.watcher == nil && len(f.attached) > 0 && !f.broken {
		ctx, stop := context.WithCancel(context.Background())
		f.watcher, f.stop = f.open(ctx, f.config), stop
		go f.run(ctx, f.watcher)
	}
	return f.watcher != nil
}

// run takes what a watcher tells until it ends.
func (f *follower) run(ctx context.Context, w watcher) {
	defer w.Close()
	for b := range w.Batches() {
		f.take(w, b)
	}
	if ctx.Err() == nil {
		f.lose(w)
	}
}

// read gives an observation for each target, of which only those are read
// that are not known or have changed.
func (f *follower) read(ctx context.Context, provider, cwd string, s sources, began time.Time) ([]discovery.Observation, error) {
	f.mu.Lock()
	if !f.following() {
		f.mu.Unlock()
		return f.pool.Each(ctx, s.targets)
	}
	known, due, dropped := f.plan(provider, cwd, s, began)
	f.mu.Unlock()
	if dropped {
		f.tell(func(string) bool { return true }) // what was given for that place is followed no longer
	}
	fresh, err := f.pool.Each(ctx, due.targets)
	if err != nil {
		return nil, err
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	for i, o := range fresh {
		due.kept[i].store(o, due.epochs[i], time.Now())
	}
	f.set()
	f.settle()
	out := make([]discovery.Observation, len(known))
	for i, k := range known {
		out[i] = k.shown
	}
	return out, nil
}

// due is what has to be read.
type due struct {
	targets []scan.Target
	kept    []*kept
	epochs  []uint64
}

// plan admits a place and says what is known of its targets, which of them are
// to be read, and whether another place had to go. The lock is held.
func (f *follower) plan(provider, cwd string, s sources, began time.Time) (known []*kept, again due, dropped bool) {
	now, dropped := f.places.admit(cwd, f.config.MaxProjects)
	n := needsOf(s)
	now.by[provider] = n
	for _, s := range n.spots {
		if _, ok := f.since[s]; !ok {
			f.since[s] = began
		}
	}
	if dropped {
		f.prune()
	}
	for _, t := range s.targets {
		k := f.root(t)
		if known = append(known, k); !k.clean {
			t.Root = k.root
			again.targets, again.kept, again.epochs = append(again.targets, t), append(again.kept, k), append(again.epochs, k.epoch)
		}
	}
	return known, again, dropped
}

// root is what is known of a target. The lock is held.
func (f *follower) root(t scan.Target) *kept {
	key := keyOf(t)
	k := f.roots[key]
	if k == nil {
		k = &kept{root: t.Root}
		f.roots[key] = k
	}
	return k
}

// prune forgets the roots that no place needs. The lock is held.
func (f *follower) prune() {
	used := make(map[rootKey]bool, len(f.roots))
	f.places.each(func(_ string, n needs) {
		for _, key := range n.roots {
			used[key] = true
		}
	})
	maps.DeleteFunc(f.roots, func(key rootKey, _ *kept) bool { return !used[key] })
}

// set tells the watcher what to watch, where that has changed. The lock is
// held.
func (f *follower) set() {
	if f.watcher == nil {
		return
	}
	next := make(map[spot]bool, len(f.watched))
	f.places.each(func(_ string, n needs) {
		for _, s := range n.spots {
			next[s] = true
		}
	})
	if maps.Equal(next, f.watched) {
		return
	}
	f.watched = next
	maps.DeleteFunc(f.since, func(s spot, _ time.Time) bool { return !next[s] })
	targets := make([]watch.Target, 0, len(next))
	for s := range next {
		targets = append(targets, watch.Target{Path: s.path, Kind: s.kind, Since: f.since[s]})
	}
	f.watcher.Set(targets)
}

// take notes what a watcher tells.
func (f *follower) take(w watcher, b watch.Batch) {
	touched := make(map[string]bool, len(b.Targets))
	for _, path := range b.Targets {
		touched[path] = true
	}
	last := time.Now().Add(-f.config.Debounce)
	concerned := make(map[string]bool)
	f.mu.Lock()
	if f.watcher != w {
		f.mu.Unlock()
		return
	}
	for key, k := range f.roots {
		if b.Rescan || touched[key.root.Path] {
			k.soil()
			k.last = last
			concerned[key.root.Provider] = true
		}
	}
	f.places.each(func(provider string, n needs) {
		for _, s := range n.spots {
			if s.kind == watch.File && touched[s.path] {
				concerned[provider] = true
			}
		}
	})
	all := b.Rescan || b.Degraded != f.degraded
	f.degraded = b.Degraded
	f.mu.Unlock()
	f.tell(func(provider string) bool { return all || concerned[provider] })
}

// lose notes that a watcher has ended by itself.
func (f *follower) lose(w watcher) {
	f.mu.Lock()
	if f.watcher != w {
		f.mu.Unlock()
		return
	}
	f.stop()
	f.watcher, f.broken = nil, true
	f.mu.Unlock()
	f.tell(func(string) bool { return true })
}

// forget has a provider's roots read again.
func (f *follower) forget(provider string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for key, k := range f.roots {
		if key.root.Provider == provider {
			k.soil()
		}
	}
}

// tell has the registry ask some providers again. The lock is not held.
func (f *follower) tell(concerned func(provider string) bool) {
	f.mu.Lock()
	var who []*attachment
	for a := range f.attached {
		if concerned(a.provider) {
			who = append(who, a)
		}
	}
	f.mu.Unlock()
	for _, a := range who {
		a.invalidate()
	}
}

// settle has roots read again when their time has come: the grace of stale
// skills is over, or one that could not be read is tried again. The lock is
// held.
func (f *follower) settle() {
	var next time.Time
	for _, k := range f.roots {
		if due := k.due(); !due.IsZero() && (next.IsZero() || due.Before(next)) {
			next = due
		}
	}
	if next.IsZero() || len(f.attached) == 0 {
		return
	}
	if f.settling == nil {
		f.settling = time.AfterFunc(time.Until(next), f.settled)
		return
	}
	f.settling.Reset(time.Until(next))
}

// settled tells of the roots whose time has come.
func (f *follower) settled() {
	concerned := make(map[string]bool)
	f.mu.Lock()
	now := time.Now()
	for key, k := range f.roots {
		if due := k.due(); !due.IsZero() && !now.Before(due) {
			k.stale, k.again = false, time.Time{}
			k.soil()
			concerned[key.root.Provider] = true
		}
	}
	f.settle()
	f.mu.Unlock()
	f.tell(func(provider string) bool { return concerned[provider] })
}

// confess says in an observation what is wrong with the watcher.
func (f *follower) confess(provider string, o *discovery.Observation) {
	f.mu.Lock()
	defer f.mu.Unlock()
	switch {
	case f.broken:
		o.Complete = false
		o.Diagnostics = append(o.Diagnostics, skills.Diagnostic{
			Code: discovery.CodeWatchFailed, Severity: skills.Warning,
			Message: "changes of " + provider + " skills on the disk are not noticed: watching has ended",
			Hint:    "reload to see them",
		})
	case f.degraded != "" && len(o.Roots) > 0:
		o.Diagnostics = append(o.Diagnostics, skills.Diagnostic{
			Code: discovery.CodePolling, Severity: skills.Info,
			Message: "changes of " + provider + " skills on the disk are noticed late: " + f.degraded,
		})
	}
}
