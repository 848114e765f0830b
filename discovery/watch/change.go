package watch

import (
	"context"
	"maps"
	"slices"

	"golang.org/x/sys/unix"
)

// changed takes in that an entry of a folder came, went or was replaced. A
// folder that is itself watched tells of its own end in the same words as the
// folder above it.
func (f *forest) changed(ctx context.Context, path string) {
	dir, name := split(path)
	sp := f.spots.by[dir]
	if sp == nil {
		return
	}
	through := slices.Collect(maps.Keys(sp.via[name]))
	here := sp.nodes()
	old := make([]bool, len(here))

	// All that is at or below the entry is let go of before any of it is
	// followed again: a folder that was replaced must get a watch of its own,
	// and one that moved must not keep that of its old path.
	for _, n := range through {
		f.detach(n)
	}
	for i, n := range here {
		if kid := n.drop(name); kid != nil {
			old[i] = true
			f.kill(kid)
		}
	}
	for _, n := range through {
		f.again(ctx, n)
	}
	for i, n := range here {
		if n.real == dir { // not itself below the entry
			f.inside(ctx, n, name, old[i])
		}
	}
}

// again follows a node whose path passes what changed.
func (f *forest) again(ctx context.Context, n *node) {
	if n.dead {
		return
	}
	was := n.found
	f.attach(ctx, n)
	if was || n.found {
		f.mark(n)
	}
}

// inside takes in that an entry of a node's own folder changed; was says
// whether it was followed.
func (f *forest) inside(ctx context.Context, n *node, name string, was bool) {
	if n.depth == 0 {
		if isSkillFile(name) {
			f.skillFile(ctx, n)
			f.mark(n)
		}
		return
	}
	var st unix.Stat_t
	real := join(n.real, name)
	is := unix.Lstat(real, &st) == nil && n.kid(name) == nil && f.entry(ctx, n, real, mode(&st))
	if was || is || isFlat(name) {
		f.touch(n.target(), join(n.path(), name))
	}
}

// written takes in that a file got other content.
func (f *forest) written(path string) {
	dir, name := split(path)
	sp := f.spots.by[dir]
	if sp == nil {
		return
	}
	for n := range sp.via[name] {
		if n.found {
			f.mark(n)
		}
	}
	for n := sp.here; n != nil; n = n.next {
		switch {
		case n.depth == 0 && isSkillFile(name):
			f.mark(n)
		case n.depth > 0 && isFlat(name):
			f.touch(n.target(), join(n.path(), name))
		}
	}
}
