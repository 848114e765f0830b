package watch

import (
	"maps"
	"slices"
	"time"
)

// pending gathers what happened until a burst is over. Times are given to it.
type pending struct {
	paths, targets map[string]struct{}
	rescan         bool
	first, last    time.Time
}

// touch notes a change of a path that belongs to a target.
func (p *pending) touch(now time.Time, target, path string) {
	if p.paths == nil {
		p.paths, p.targets = make(map[string]struct{}), make(map[string]struct{})
	}
	p.paths[path] = struct{}{}
	p.targets[target] = struct{}{}
	p.at(now)
}

// lose notes that changes were lost.
func (p *pending) lose(now time.Time) {
	p.rescan = true
	p.at(now)
}

// tell notes that the state of the watcher is news. It does not prolong a
// burst.
func (p *pending) tell(now time.Time) {
	if p.empty() {
		p.at(now)
	}
}

func (p *pending) at(now time.Time) {
	if p.first.IsZero() {
		p.first = now
	}
	p.last = now
}

func (p *pending) empty() bool { return p.first.IsZero() }

// due is when a burst is told: after a quiet time, at the latest after a
// delay. It has no meaning while nothing is pending.
func (p *pending) due(quiet, delay time.Duration) time.Time {
	calm, late := p.last.Add(quiet), p.first.Add(max(delay, quiet))
	if late.Before(calm) {
		return late
	}
	return calm
}

// take empties p into a batch.
func (p *pending) take(degraded string) Batch {
	b := Batch{
		Paths: slices.Sorted(maps.Keys(p.paths)), Targets: slices.Sorted(maps.Keys(p.targets)),
		Rescan: p.rescan, Degraded: degraded,
	}
	*p = pending{}
	return b
}

// after joins a batch with the one before it, which nobody has read.
func (b Batch) after(older Batch) Batch {
	b.Paths = union(older.Paths, b.Paths)
	b.Targets = union(older.Targets, b.Targets)
	b.Rescan = b.Rescan || older.Rescan
	return b
}

func union(a, b []string) []string {
	all := slices.Concat(a, b)
	slices.Sort(all)
	return slices.Compact(all)
}
