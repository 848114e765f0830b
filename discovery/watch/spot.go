package watch

import (
	"errors"
	"fmt"
	"io/fs"
	"syscall"
	"time"

	"github.com/fsnotify/fsnotify"
)

// how a folder is followed.
type how uint8

const (
	missing how = iota // it is not there; a folder above will tell
	watched
	polled // by choice, or because it must not be read
	short  // polled because the watches are used up
)

// spot is a folder, by its real path, in which changes are of interest.
type spot struct {
	via  map[string]map[*node]struct{} // nodes whose path passes an entry
	seen map[string]sight              // at the last look, where it is polled
	here *node                         // nodes whose folder it is, linked by their next
	cost int32
	how  how
}

// nodes lists the nodes whose folder it is.
func (sp *spot) nodes() []*node {
	var out []*node
	for n := sp.here; n != nil; n = n.next {
		out = append(out, n)
	}
	return out
}

// spots are all folders of interest, and what the system gives for them.
type spots struct {
	by       map[string]*spot
	open     func() (*source, error) // nil: polling was asked for
	source   *source                 // nil: everything is polled
	limit    int
	used     int
	interval time.Duration
	full     error // why no further watch is tried at the moment
	reason   error // why folders are short of a watch
	counts   [short + 1]int
}

// errLimit stands for the limit of the configuration.
var errLimit = errors.New("the limit set for watches is reached")

func newSpots(c Config, open func() (*source, error)) *spots {
	s := &spots{by: make(map[string]*spot), open: open, limit: c.Limit, interval: c.Interval}
	s.reopen()
	return s
}

// reopen gets a new source where there is none.
func (s *spots) reopen() {
	s.full = nil
	if s.open == nil || s.source != nil {
		return
	}
	source, err := s.open()
	if err != nil {
		s.full, s.reason = err, err
		return
	}
	s.source = source
}

// drop gives everything back to the system. The folders stay known, as ones
// that lack a watch.
func (s *spots) drop() {
	if s.source == nil {
		return
	}
	s.source.close() // it has nothing to report that could be acted on
	s.source, s.used = nil, 0
	for _, sp := range s.by {
		if sp.how == watched {
			s.mark(sp, short)
		}
	}
}

// channels are those of the source; nil ones never deliver.
func (s *spots) channels() (<-chan fsnotify.Event, <-chan error) {
	if s.source == nil {
		return nil, nil
	}
	return s.source.events, s.source.errors
}

// polls reports whether there is anything to look at from time to time.
func (s *spots) polls() bool {
	return s.counts[polled]+s.counts[short] > 0 || s.open != nil && s.source == nil
}

// degraded says why folders are polled that should not be.
func (s *spots) degraded() string {
	none := s.open != nil && s.source == nil
	if s.counts[short] == 0 && !none || s.reason == nil {
		return ""
	}
	what := "some folders are"
	if none {
		what = "all folders are"
	}
	return fmt.Sprintf("%s looked at every %s instead of watched: %s", what, s.interval, explain(s.reason))
}

// explain names the setting behind an error that does not.
func explain(err error) string {
	switch {
	case errors.Is(err, syscall.ENOSPC):
		return "the system's limit on watches is reached (fs.inotify.max_user_watches)"
	case errors.Is(err, syscall.EMFILE):
		return "the system's limit on watchers or open files is reached (fs.inotify.max_user_instances, ulimit -n)"
	}
	return err.Error()
}

// at finds or makes the spot of a folder and sees to it that it is followed
// before anybody looks into it: what happens after the look is then told.
func (s *spots) at(dir string) *spot {
	sp := s.by[dir]
	if sp == nil {
		sp = &spot{}
		s.by[dir] = sp
		s.counts[missing]++
	}
	if sp.how == missing {
		s.follow(dir, sp)
	}
	return sp
}

// follow asks for a watch, and polls where it gets none.
func (s *spots) follow(dir string, sp *spot) {
	switch {
	case s.open == nil:
		s.mark(sp, polled)
	case s.full != nil || s.source == nil:
		s.mark(sp, short)
	default:
		s.mark(sp, s.ask(dir, sp))
	}
}

// ask asks the system for a watch.
func (s *spots) ask(dir string, sp *spot) how {
	sp.cost = int32(cost(dir))
	if s.used+int(sp.cost) > s.limit {
		s.full, s.reason = errLimit, errLimit
		return short
	}
	err := s.source.add(dir)
	switch {
	case err == nil:
		s.used += int(sp.cost)
		return watched
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, syscall.ENOTDIR):
		return missing
	case errors.Is(err, fs.ErrPermission):
		return polled
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EMFILE), errors.Is(err, syscall.ENFILE):
		s.full = err
	}
	s.reason = err
	return short
}

func (s *spots) mark(sp *spot, h how) {
	s.counts[sp.how]--
	s.counts[h]++
	sp.how = h
}

// pass notes that the path of a node goes through an entry of a folder.
func (s *spots) pass(dir, name string, n *node) {
	sp := s.at(dir)
	if sp.via == nil {
		sp.via = make(map[string]map[*node]struct{})
	}
	if sp.via[name] == nil {
		sp.via[name] = make(map[*node]struct{})
	}
	sp.via[name][n] = struct{}{}
	sp.passes(dir, name)
}

// unpass takes back what pass noted.
func (s *spots) unpass(dir, name string, n *node) {
	sp := s.by[dir]
	if sp == nil {
		return
	}
	delete(sp.via[name], n)
	if len(sp.via[name]) == 0 {
		delete(sp.via, name)
	}
	s.release(dir, sp)
}

// enter notes that a folder is that of a node.
func (s *spots) enter(dir string, n *node) {
	sp := s.at(dir)
	n.next, sp.here = sp.here, n
	sp.enters(dir)
}

// leave takes back what enter noted.
func (s *spots) leave(dir string, n *node) {
	sp := s.by[dir]
	if sp == nil {
		return
	}
	for at := &sp.here; *at != nil; at = &(*at).next {
		if *at == n {
			*at, n.next = n.next, nil
			break
		}
	}
	s.release(dir, sp)
}

// release gives the watch of a folder back when nobody is interested in it.
func (s *spots) release(dir string, sp *spot) {
	if len(sp.via) > 0 || sp.here != nil {
		return
	}
	if sp.how == watched && s.source != nil {
		s.source.remove(dir) // fails where the folder is gone, and its watch with it
		s.used -= int(sp.cost)
	}
	s.counts[sp.how]--
	delete(s.by, dir)
}

// retry asks again for the watches that were refused. The look that follows
// finds what happened meanwhile.
func (s *spots) retry() {
	s.reopen()
	if s.source == nil || s.counts[short] == 0 {
		return
	}
	for dir, sp := range s.by {
		if sp.how != short {
			continue
		}
		if s.follow(dir, sp); s.full != nil {
			return
		}
	}
	if s.counts[short] == 0 {
		s.reason = nil
	}
}
