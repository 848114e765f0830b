package watch

import (
	"context"
	"io/fs"
	"os"
	"slices"
	"strings"
	"time"

	"golang.org/x/sys/unix"
)

// maxEntries is how many entries of one folder are looked at.
const maxEntries = 100_000

// maxLinks is how many links one path may pass, as on Linux.
const maxLinks = 40

// openFlags open a folder and nothing else, without ever waiting.
const openFlags = os.O_RDONLY | unix.O_DIRECTORY | unix.O_NONBLOCK

// entries lists a folder, sorted by name; what cannot be read has none.
func entries(dir string) []fs.DirEntry {
	d, err := os.OpenFile(dir, openFlags, 0)
	if err != nil {
		return nil
	}
	defer d.Close()
	list, _ := d.ReadDir(maxEntries) // what there is before an error counts
	slices.SortFunc(list, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	return list
}

// below makes the paths of a folder's entries, all in one block of memory:
// they are kept for long.
func below(dir string, list []fs.DirEntry) []string {
	prefix := join(dir, "")
	size := 0
	for _, e := range list {
		size += len(prefix) + len(e.Name())
	}
	var b strings.Builder
	b.Grow(size)
	for _, e := range list {
		b.WriteString(prefix)
		b.WriteString(e.Name())
	}
	block, out := b.String(), make([]string, len(list))
	for i, e := range list {
		n := len(prefix) + len(e.Name())
		out[i], block = block[:n], block[n:]
	}
	return out
}

func isDir(st *unix.Stat_t) bool  { return st.Mode&unix.S_IFMT == unix.S_IFDIR }
func isLink(st *unix.Stat_t) bool { return st.Mode&unix.S_IFMT == unix.S_IFLNK }

// mode is as much of a file's mode as matters here.
func mode(st *unix.Stat_t) fs.FileMode {
	switch st.Mode & unix.S_IFMT {
	case unix.S_IFDIR:
		return fs.ModeDir
	case unix.S_IFLNK:
		return fs.ModeSymlink
	case unix.S_IFREG:
		return 0
	}
	return fs.ModeIrregular
}

// changeTime is when a file's content, or what is known of it, last changed.
func changeTime(st *unix.Stat_t) time.Time {
	m, c := time.Unix(st.Mtim.Unix()), time.Unix(st.Ctim.Unix())
	if m.After(c) {
		return m
	}
	return c
}

// sight is what one look at a file sees; the zero value is a missing file. Of
// a folder only its identity and the rights to it matter: its entries are
// looked at themselves.
type sight struct {
	mode        uint32
	rights      rights
	inode       uint64
	size, mtime int64
}

func see(path string) sight {
	var st unix.Stat_t
	if unix.Lstat(path, &st) != nil {
		return sight{}
	}
	s := sight{mode: uint32(st.Mode & unix.S_IFMT), rights: rightsOf(&st), inode: st.Ino}
	if !isDir(&st) {
		s.size, s.mtime = st.Size, st.Mtim.Nano()
	}
	return s
}

// same reports whether it is still the same file for the same readers, whatever
// its content.
func (s sight) same(other sight) bool {
	return s.mode == other.mode && s.rights == other.rights && s.inode == other.inode
}

// look sees all that is of interest in a folder.
func (sp *spot) look(dir string) map[string]sight {
	seen := make(map[string]sight, len(sp.via)+1)
	for name := range sp.via {
		seen[name] = see(join(dir, name))
	}
	deep := int8(0)
	for n := sp.here; n != nil; n = n.next {
		deep = max(deep, n.depth)
		if n.depth == 0 {
			lookAtSkill(dir, seen)
		}
	}
	if deep == 0 {
		return seen
	}
	for _, e := range entries(dir) {
		name := e.Name()
		if !pruned(name) && (e.IsDir() || e.Type()&fs.ModeSymlink != 0 || isFlat(name)) {
			seen[name] = see(join(dir, name))
		}
	}
	return seen
}

// lookAtSkill sees the file that is read, and that those before it are not
// there.
func lookAtSkill(dir string, seen map[string]sight) {
	for _, name := range spellings() {
		s := see(join(dir, name))
		if seen[name] = s; s != (sight{}) {
			return
		}
	}
}

// polled reports whether a folder is to be looked at.
func (sp *spot) polled() bool { return sp.how == polled || sp.how == short }

// passes sees an entry before a node walks through it, so that the next look
// can compare. What was seen before stays: others have not been told yet.
func (sp *spot) passes(dir, name string) {
	if !sp.polled() {
		return
	}
	if sp.seen == nil {
		sp.seen = make(map[string]sight)
	}
	if _, ok := sp.seen[name]; !ok && sp.here == nil {
		sp.seen[name] = see(join(dir, name))
	}
}

// enters sees a folder's entries before its first node does.
func (sp *spot) enters(dir string) {
	if !sp.polled() || sp.here.next != nil {
		return
	}
	before := sp.seen
	sp.seen = sp.look(dir)
	for name, s := range before {
		sp.seen[name] = s
	}
}

// poll looks at all folders that are not watched, and once more at those that
// have just got their watch.
func (f *forest) poll(ctx context.Context) {
	due := make(map[string]*spot)
	for dir, sp := range f.spots.by {
		if sp.polled() || sp.seen != nil {
			due[dir] = sp
		}
	}
	for dir, sp := range due {
		if ctx.Err() != nil {
			return
		}
		if f.spots.by[dir] == sp {
			f.compare(ctx, dir, sp)
		}
	}
}

// compare takes in what differs from the last look.
func (f *forest) compare(ctx context.Context, dir string, sp *spot) {
	old, now := sp.seen, sp.look(dir)
	sp.seen = now
	if !sp.polled() {
		sp.seen = nil
	}
	for name := range old {
		if _, ok := now[name]; !ok {
			f.changed(ctx, join(dir, name))
		}
	}
	for name, s := range now {
		switch was := old[name]; {
		case was == s:
		case was.same(s):
			f.written(join(dir, name))
		default:
			f.changed(ctx, join(dir, name))
		}
	}
}
