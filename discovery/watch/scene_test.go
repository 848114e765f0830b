package watch

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// patience is how long a test waits for a batch that must come.
const patience = 10 * time.Second

// scene is a folder to play in and a watcher on parts of it.
type scene struct {
	*testing.T
	dir  string
	w    *Watcher
	loop *loop // not to be touched before the watcher ended
}

// quick is the configuration of most tests.
func quick() Config {
	return Config{Debounce: 20 * time.Millisecond, Interval: 20 * time.Millisecond, FollowSymlinks: true}
}

// both plays a scene watched and polled.
func both(t *testing.T, play func(*scene)) {
	for name, polling := range map[string]bool{"watched": false, "polled": true} {
		t.Run(name, func(t *testing.T) {
			c := quick()
			c.Polling = polling
			play(newScene(t, c, openSource))
		})
	}
}

func newScene(t *testing.T, c Config, open func() (*source, error)) *scene {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	l := newLoop(c.withDefaults(), open)
	s := &scene{T: t, dir: dir, w: start(t.Context(), l), loop: l}
	t.Cleanup(s.w.Close)
	return s
}

func (s *scene) at(path string) string { return filepath.Join(s.dir, path) }

// watch sets the targets, as read long before, and waits until they are.
func (s *scene) watch(targets ...Target) {
	s.Helper()
	for i, t := range targets {
		targets[i].Path = s.at(t.Path)
		targets[i].Since = time.Now().Add(time.Hour) // what the test made before is no news
	}
	select {
	case <-s.w.Set(targets):
	case <-time.After(patience):
		s.Fatal("the targets are never in force")
	}
}

func (s *scene) ok(err error) {
	s.Helper()
	if err != nil {
		s.Fatal(err)
	}
}

func (s *scene) mkdir(path string) { s.Helper(); s.ok(os.MkdirAll(s.at(path), 0o755)) }

func (s *scene) write(path, text string) {
	s.Helper()
	s.mkdir(filepath.Dir(path))
	s.ok(os.WriteFile(s.at(path), []byte(text), 0o644))
}

func (s *scene) link(to, path string) {
	s.Helper()
	s.mkdir(filepath.Dir(path))
	s.ok(os.Symlink(to, s.at(path)))
}

func (s *scene) rename(from, to string) { s.Helper(); s.ok(os.Rename(s.at(from), s.at(to))) }

func (s *scene) remove(path string) { s.Helper(); s.ok(os.RemoveAll(s.at(path))) }

// batch waits for the next one.
func (s *scene) batch() Batch {
	s.Helper()
	select {
	case b, ok := <-s.w.Batches():
		if !ok {
			s.Fatal("the watcher ended")
		}
		return b
	case <-time.After(patience):
		s.Fatal("no batch came")
	}
	panic("unreachable")
}

// expect waits until all paths were told, be it in several batches, and
// returns all that was told.
func (s *scene) expect(paths ...string) []string {
	s.Helper()
	missing := make(map[string]bool)
	for _, p := range paths {
		missing[s.at(p)] = true
	}
	var told []string
	deadline := time.After(patience)
	for len(missing) > 0 {
		select {
		case b := <-s.w.Batches():
			for _, p := range b.Paths {
				delete(missing, p)
				told = append(told, p)
			}
		case <-deadline:
			s.Fatalf("not told: %v; told: %v", missing, told)
		}
	}
	return told
}

// calm lets the ends of earlier changes come in: a file that is made and then
// filled is two changes. Whatever was told before the marker was told for the
// second time happened before it, also where folders are looked at in turn.
func (s *scene) calm(marker string) []string {
	s.Helper()
	var told []string
	for i := range 2 {
		s.write(marker, strings.Repeat("x", i)+fmt.Sprint(time.Now().UnixNano()))
		told = append(told, s.expect(marker)...)
	}
	return told
}

// still asserts that what was done since the scene was calm is not told.
func (s *scene) still(marker string) {
	s.Helper()
	if told := s.calm(marker); slices.ContainsFunc(told, func(p string) bool { return p != s.at(marker) }) {
		s.Errorf("told %v, want only %s", told, s.at(marker))
	}
}

func root(path string) Target { return Target{Path: path} }

// wait returns when new files get a time clearly after a moment.
func wait(t *testing.T, moment time.Time, path string) {
	t.Helper()
	for deadline := time.Now().Add(patience); time.Now().Before(deadline); {
		if err := os.WriteFile(path, []byte("x"), 0o644); err != nil {
			t.Fatal(err)
		}
		if info, err := os.Stat(path); err == nil && info.ModTime().Sub(moment) > 2*tick {
			return
		}
	}
	t.Fatal("the clock of the disk stands")
}
