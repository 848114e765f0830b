package watch

import (
	"context"

	"golang.org/x/sys/unix"
)

// rights tell whether those who may read a file are still the same: its
// permission bits, mixed with its owner and its group. Where only the bits or
// only one of the two differ, the mixture does.
type rights uint16

func rightsOf(st *unix.Stat_t) rights {
	return rights(st.Mode&0o7777) ^ rights(st.Uid*7) ^ rights(st.Gid*13)
}

// skillFile finds the file that is read in a skill folder; "" where there is
// none.
func skillFile(dir string) (name string, st unix.Stat_t) {
	for _, name := range spellings() {
		if unix.Lstat(join(dir, name), &st) == nil {
			return name, st
		}
	}
	return "", unix.Stat_t{}
}

// stamped takes in that of an entry something else than its content changed:
// mostly its times, which are of no interest, but it may be who can read it.
func (f *forest) stamped(ctx context.Context, path string) {
	var st unix.Stat_t
	dir, name := split(path)
	if sp := f.spots.by[dir]; sp != nil && unix.Lstat(path, &st) == nil && sp.differs(dir, name, rightsOf(&st)) {
		f.changed(ctx, path)
	}
}

// differs reports whether the rights to an entry of a folder are others than
// any node knows.
func (sp *spot) differs(dir, name string, now rights) bool {
	for n := range sp.via[name] {
		for _, s := range n.ways.steps {
			if s.dir == dir && s.name == name && s.rights != now {
				return true
			}
		}
	}
	for n := sp.here; n != nil; n = n.next {
		if was, is := n.knows(name, now); was != is {
			return true
		}
	}
	return false
}

// knows gives the rights to an entry of a node's folder that the node knows,
// and those that matter to it in truth, by the present ones to the entry.
func (n *node) knows(name string, now rights) (was, is rights) {
	switch kid := n.kid(name); {
	case n.depth == 0 && isSkillFile(name):
		_, st := skillFile(n.real)
		return n.file, rightsOf(&st)
	case kid != nil && kid.wants == folder:
		return kid.folder, now
	case n.ways != nil:
		if was, ok := n.ways.flats[name]; ok {
			return was, now
		}
	}
	return now, now
}
