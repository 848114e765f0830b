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

// node is a place that a caller knows by one path: a target, or what is below
// one and has to be followed on its own.
type node struct {
	target string
	path   string // as the caller knows it
	report string // what is told when it changes
	wants  wants
	depth  int // of folders down to the skill folders

	start, rest string           // the walk to it: a real folder, and what is below
	steps       []step           // entries passed on the walk
	real        string           // of the folder that it is, "" where it is none
	found       bool             // when it was last looked for
	dead        bool             // dropped, with what it was below
	kids        map[string]*node // by their names in the folder
}

type step struct{ dir, name string }

// forest holds the targets and what is below them, as far as it was followed.
type forest struct {
	spots  *spots
	roots  map[Target]*node // by path and kind
	follow bool             // links below a target
	touch  func(target, path string)
	since  time.Time // of what is being attached; zero: its age is no matter
}

func (f *forest) mark(n *node) { f.touch(n.target, n.report) }

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
	n := &node{
		target: t.Path, path: t.Path, report: t.Path,
		depth: t.Kind.depth(), start: "/", rest: t.Path,
	}
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
	case n.wants == file, n.wants == either && isFlat(n.path):
		n.found = true
		f.fresh(n, real, n.report)
	}
}

// detach lets go of a node's watches and of all that is below it.
func (f *forest) detach(n *node) {
	for _, s := range n.steps {
		f.spots.unpass(s.dir, s.name, n)
	}
	n.steps = nil
	if n.real != "" {
		f.spots.leave(n.real, n)
		n.real = ""
	}
	for _, kid := range n.kids {
		f.kill(kid)
	}
	n.kids = nil
}

func (f *forest) kill(n *node) {
	n.dead = true
	f.detach(n)
}

// walk resolves the path of a node, watching each folder on it before looking
// for the next name. Where it ends early, the last folder tells when the
// missing name appears.
func (f *forest) walk(n *node) (real string, st unix.Stat_t, ok bool) {
	at, rest, links := n.start, n.rest, 0
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
		n.steps = append(n.steps, step{at, name})
		next := join(at, name)
		if unix.Lstat(next, &st) != nil {
			f.fresh(n, at, n.report) // it may have been there
			return "", st, false
		}
		if !isLink(&st) {
			at = next
			continue
		}
		f.fresh(n, next, n.report)
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
	f.fresh(n, real, n.report)
	if n.depth == 0 {
		f.skillFile(ctx, n)
		return
	}
	for _, e := range entries(real) {
		if ctx.Err() != nil {
			return
		}
		f.entry(ctx, n, e.Name(), e.Type())
	}
}

// skillFile follows the link that a skill's file may be.
func (f *forest) skillFile(ctx context.Context, n *node) {
	for _, name := range spellings() {
		var st unix.Stat_t
		if unix.Lstat(join(n.real, name), &st) != nil {
			continue
		}
		f.fresh(n, join(n.real, name), n.report)
		if isLink(&st) && f.follow {
			kid := n.kid(name, file)
			kid.report = n.report
			f.attach(ctx, kid)
		}
		return
	}
}

// entry follows an entry of a root or category, and reports whether it may be
// of a skill.
func (f *forest) entry(ctx context.Context, n *node, name string, mode fs.FileMode) bool {
	switch {
	case pruned(name):
		return false
	case mode.IsDir():
		f.enter(ctx, n.kid(name, folder), join(n.real, name))
	case mode&fs.ModeSymlink != 0:
		kid := n.kid(name, either)
		if f.follow {
			f.attach(ctx, kid)
		}
	case isFlat(name):
		f.fresh(n, join(n.real, name), join(n.path, name))
	default:
		return false
	}
	return true
}

// kid makes a node for an entry of a node's folder.
func (n *node) kid(name string, w wants) *node {
	path := join(n.path, name)
	kid := &node{
		target: n.target, path: path, report: path,
		wants: w, depth: n.depth - 1, start: n.real, rest: name,
	}
	if n.kids == nil {
		n.kids = make(map[string]*node)
	}
	n.kids[name] = kid
	return kid
}

// fresh tells of a path that changed since its target was read, although no
// watch was there yet.
func (f *forest) fresh(n *node, real, report string) {
	if f.since.IsZero() {
		return
	}
	var st unix.Stat_t
	if unix.Lstat(real, &st) == nil && changeTime(&st).After(f.since) {
		f.touch(n.target, report)
	}
}
