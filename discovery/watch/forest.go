package watch

import (
	"context"
	"io/fs"
	"os"
	"strings"
	"time"

	"golang.org/x/sys/unix"
)

// wants is what has to be at the end of a node's path.
type wants uint8

const (
	folder wants = iota
	file
	either // a folder, or a file that may be a flat skill
)

// forest holds the targets and what is below them, as far as it was followed.
type forest struct {
	spots  *spots
	roots  map[Target]*node // by path and kind
	follow bool             // links below a target
	touch  func(target, path string)
	since  time.Time // of what is being attached; zero: its age is no matter
}

func (f *forest) mark(n *node) { f.touch(n.target(), n.told()) }

// tick is how much older than the clock the time of a fresh file may be:
// systems stamp files with the last tick of a slower clock.
const tick = 20 * time.Millisecond

// set replaces the targets.
func (f *forest) set(ctx context.Context, targets []Target) {
	keep := make(map[Target]bool, len(targets))
	for _, t := range targets {
		keep[t.key()] = true
	}
	for key, n := range f.roots {
		if !keep[key] {
			f.detach(n)
			delete(f.roots, key)
		}
	}
	for _, t := range targets {
		if f.roots[t.key()] == nil && ctx.Err() == nil {
			f.since = t.Since.Add(-tick)
			f.roots[t.key()] = f.plant(ctx, t)
		}
	}
	f.since = time.Time{}
}

// key tells targets apart, whenever they were read.
func (t Target) key() Target { return Target{Path: t.Path, Kind: t.Kind} }

// plant follows a new target.
func (f *forest) plant(ctx context.Context, t Target) *node {
	n := &node{name: t.Path, depth: t.Kind.depth()}
	if t.Kind == File {
		n.wants = file
	}
	f.attach(ctx, n)
	return n
}

// restart sets all watches anew.
func (f *forest) restart(ctx context.Context) {
	f.spots.drop() // first, so that the watches go all at once
	for _, n := range f.roots {
		f.detach(n)
	}
	f.spots.reopen()
	for _, n := range f.roots {
		f.attach(ctx, n)
	}
}

// attach walks to a node and follows what is there.
func (f *forest) attach(ctx context.Context, n *node) {
	real, st, ok := f.walk(n)
	n.found = false
	switch {
	case !ok:
	case n.wants != file && isDir(&st):
		f.enter(ctx, n, real)
	case n.wants == file, n.wants == either && isFlat(n.name):
		n.found = true
		f.fresh(n, real, "")
	}
}

// detach lets go of a node's watches and of all that is below it.
func (f *forest) detach(n *node) {
	w := n.ways
	n.ways = nil
	if w != nil {
		for _, s := range w.steps {
			f.spots.unpass(s.dir, s.name, n)
		}
	}
	if n.real != "" {
		f.spots.leave(n.real, n)
		n.real = ""
	}
	if w != nil {
		for _, kid := range w.kids {
			f.kill(kid)
		}
	}
}

func (f *forest) kill(n *node) {
	n.dead = true
	f.detach(n)
}

// walk resolves the path of a node, watching each folder on it before looking
// for the next name. Where it ends early, the last folder tells when the
// missing name appears.
func (f *forest) walk(n *node) (real string, st unix.Stat_t, ok bool) {
	at, rest, links := n.start(), n.name, 0
	for rest != "" {
		var name string
		name, rest, _ = strings.Cut(rest, "/")
		switch name {
		case "", ".":
			continue
		case "..": // only a link's target has these
			at, _ = split(at)
			continue
		}
		f.spots.pass(at, name, n)
		next := join(at, name)
		if unix.Lstat(next, &st) != nil {
			n.step(at, name, 0)
			f.fresh(n, at, "") // it may have been there
			return "", st, false
		}
		n.step(at, name, rightsOf(&st))
		if !isLink(&st) {
			at = next
			continue
		}
		f.fresh(n, next, "")
		target, err := os.Readlink(next)
		if links++; err != nil || links > maxLinks {
			return "", st, false
		}
		if strings.HasPrefix(target, "/") {
			at = "/"
		}
		rest = target + "/" + rest
	}
	return at, st, unix.Lstat(at, &st) == nil
}

// enter follows a folder: the skill's file in it, or its entries.
func (f *forest) enter(ctx context.Context, n *node, real string) {
	n.real, n.found = real, true
	f.spots.enter(real, n)
	n.folder = f.fresh(n, real, "")
	if n.depth == 0 {
		f.skillFile(ctx, n)
		return
	}
	list := entries(real)
	paths := below(real, list)
	n.expect(len(list))
	for i, e := range list {
		if ctx.Err() != nil {
			return
		}
		f.entry(ctx, n, paths[i], e.Type())
	}
}

// skillFile follows the link that a skill's file may be.
func (f *forest) skillFile(ctx context.Context, n *node) {
	name, st := skillFile(n.real)
	if name == "" {
		n.file = 0
		return
	}
	n.file = f.fresh(n, join(n.real, name), "")
	if isLink(&st) && f.follow && n.kid(name) == nil {
		f.attach(ctx, n.add(name, file))
	}
}

// entry follows an entry of a root or category, by its path in the real
// folder, and reports whether it may be of a skill.
func (f *forest) entry(ctx context.Context, n *node, real string, mode fs.FileMode) bool {
	_, name := split(real) // one string in memory
	switch {
	case pruned(name):
		return false
	case mode.IsDir():
		f.enter(ctx, n.add(name, folder), real)
	case mode&fs.ModeSymlink != 0:
		kid := n.add(name, either)
		if f.follow {
			f.attach(ctx, kid)
		}
	case isFlat(name):
		n.flat(name, f.fresh(n, real, name))
	default:
		return false
	}
	return true
}

// fresh tells of a node, or of a flat file in its folder, when what it really
// is has changed since the target was read, although no watch was there yet. It
// returns the rights to it.
func (f *forest) fresh(n *node, real, flat string) rights {
	var st unix.Stat_t
	switch {
	case unix.Lstat(real, &st) != nil:
		return 0
	case f.since.IsZero() || !changeTime(&st).After(f.since):
	case flat != "":
		f.touch(n.target(), join(n.path(), flat))
	default:
		f.mark(n)
	}
	return rightsOf(&st)
}
