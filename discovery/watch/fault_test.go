package watch

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/fsnotify/fsnotify"
)

// An overflow is told as such, and what nobody told of is watched afterwards.
func TestOverflow(t *testing.T) {
	errs := make(chan error)
	var deaf atomic.Bool
	s := newScene(t, quick(), func() (*source, error) {
		src, err := openSource()
		if err != nil {
			return nil, err
		}
		events := make(chan fsnotify.Event)
		go func() {
			defer close(events)
			for e := range src.events {
				if !deaf.Load() {
					events <- e
				}
			}
		}()
		return &source{add: src.add, remove: src.remove, close: src.close, events: events, errors: errs}, nil
	})
	s.write("r/a/SKILL.md", "x")
	s.watch(root("r"))
	deaf.Store(true)
	s.write("r/unheard/SKILL.md", "x")
	errs <- fsnotify.ErrEventOverflow
	for !s.batch().Rescan {
	}
	deaf.Store(false)
	s.write("r/unheard/SKILL.md", "yy")
	s.expect("r/unheard")
	s.write("r/a/SKILL.md", "yy")
	s.expect("r/a")
}

// A watcher that ends by itself is replaced.
func TestLostSource(t *testing.T) {
	var broken atomic.Bool
	s := newScene(t, quick(), func() (*source, error) {
		src, err := openSource()
		if err == nil && !broken.Swap(true) {
			closed := make(chan fsnotify.Event)
			close(closed)
			src.events = closed
		}
		return src, err
	})
	s.write("r/a/SKILL.md", "x")
	s.watch(root("r"))
	for !s.batch().Rescan {
	}
	s.write("r/a/SKILL.md", "yy")
	s.expect("r/a")
}

// A target that is no longer wanted costs nothing.
func TestWatchesAreGivenBack(t *testing.T) {
	s := newScene(t, quick(), openSource)
	for i := range 50 {
		s.write(fmt.Sprintf("r/s%02d/SKILL.md", i), "x")
		s.write(fmt.Sprintf("q/s%02d/SKILL.md", i), "x")
	}
	s.watch(root("q"))
	one := marks(t)
	s.watch(root("q"), root("r"))
	if two := marks(t); two != one+51 {
		t.Errorf("%d watches for one root, %d for two", one, two)
	}
	s.watch(root("q"))
	if again := marks(t); again != one {
		t.Errorf("%d watches left of %d", again, one)
	}
	s.watch()
	if none := marks(t); none != 0 {
		t.Errorf("%d watches left", none)
	}
}

// marks counts the watches that the system holds for the process.
func marks(t *testing.T) int {
	t.Helper()
	if runtime.GOOS != "linux" {
		t.Skip("watches are counted in /proc")
	}
	n := 0
	for fd := range 1000 {
		info, err := os.ReadFile(fmt.Sprintf("/proc/self/fdinfo/%d", fd))
		if err == nil {
			n += strings.Count(string(info), "inotify wd:")
		}
	}
	return n
}

// limited is a source that refuses watches while room is used up.
func limited(room *atomic.Int64, refusal error) func() (*source, error) {
	return func() (*source, error) {
		src, err := openSource()
		if err != nil {
			return nil, err
		}
		add := src.add
		src.add = func(dir string) error {
			if room.Add(-1) < 0 {
				room.Add(1)
				return refusal
			}
			return add(dir)
		}
		return src, nil
	}
}

func TestOutOfWatches(t *testing.T) {
	for _, refusal := range []error{syscall.ENOSPC, syscall.EMFILE} {
		t.Run(refusal.Error(), func(t *testing.T) {
			var room atomic.Int64
			room.Store(6)
			s := newScene(t, quick(), limited(&room, refusal))
			for i := range 20 {
				s.write(fmt.Sprintf("r/s%02d/SKILL.md", i), "x")
			}
			s.watch(root("r"), root("missing/root"))
			if b := s.batch(); !strings.Contains(b.Degraded, "limit") || !strings.Contains(b.Degraded, "looked at every 20ms") {
				t.Fatalf("degraded: %q", b.Degraded)
			}
			for i := range 20 {
				s.write(fmt.Sprintf("r/s%02d/SKILL.md", i), "yy")
				s.expect(fmt.Sprintf("r/s%02d", i))
			}
			s.write("missing/root/new/SKILL.md", "x")
			s.expect("missing/root")
			s.write("missing/root/new/SKILL.md", "yy")
			s.expect("missing/root/new")
			room.Store(1000)
			for s.batch().Degraded != "" {
				s.write("r/marker.md", fmt.Sprint(time.Now().UnixNano()))
			}
			s.write("r/s00/SKILL.md", "watched again")
			s.expect("r/s00")
		})
	}
}

func TestConfiguredLimit(t *testing.T) {
	c := quick()
	c.Limit = 10
	s := newScene(t, c, openSource)
	for i := range 20 {
		s.write(fmt.Sprintf("r/s%02d/SKILL.md", i), "x")
	}
	s.watch(root("r"))
	if b := s.batch(); !strings.Contains(b.Degraded, "limit set for watches") {
		t.Errorf("degraded: %q", b.Degraded)
	}
	for i := range 20 {
		s.write(fmt.Sprintf("r/s%02d/SKILL.md", i), "yy")
		s.expect(fmt.Sprintf("r/s%02d", i))
	}
	s.watch()
	for s.batch().Degraded != "" {
	}
}

// No watcher at all: everything is polled, until there is one.
func TestNoWatcherToBeHad(t *testing.T) {
	var given atomic.Bool
	s := newScene(t, quick(), func() (*source, error) {
		if !given.Load() {
			return nil, syscall.EMFILE
		}
		return openSource()
	})
	s.write("r/a/SKILL.md", "x")
	s.watch(root("r"))
	if b := s.batch(); !strings.Contains(b.Degraded, "all folders") {
		t.Errorf("degraded: %q", b.Degraded)
	}
	s.write("r/a/SKILL.md", "yy")
	s.expect("r/a")
	given.Store(true)
	for s.batch().Degraded != "" {
	}
	s.write("r/a/SKILL.md", "zzz")
	s.expect("r/a")
}

func TestPollingByChoiceIsNoFault(t *testing.T) {
	c := quick()
	c.Polling = true
	s := newScene(t, c, func() (*source, error) { t.Error("a watcher was asked for"); return nil, syscall.EMFILE })
	s.mkdir("r")
	s.watch(root("r"))
	s.mkdir("r/a")
	if b := s.batch(); b.Degraded != "" || b.Rescan {
		t.Errorf("told %+v", b)
	}
}

// After 2,000 random operations the last one is told, the watches are those a
// new watcher would set, and each of them works.
func TestRandomOperations(t *testing.T) {
	s := newScene(t, quick(), openSource)
	targets := []Target{root("p/one"), root("p/q/two"), {Path: "p/reg.json", Kind: File}}
	s.watch(targets...)
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	r := rand.New(rand.NewPCG(seed, 0))
	for range 2000 {
		s.randomly(r)
	}
	s.insist("p/one/last", "p/one/last/SKILL.md")
	s.insist("p/q/two/marker.md", "p/q/two/marker.md")
	for _, root := range []string{"p/one", "p/q/two"} {
		for _, e := range entries(s.at(root)) {
			if e.IsDir() && !pruned(e.Name()) {
				skill := filepath.Join(root, e.Name())
				s.remove(skill + "/SKILL.md")
				s.write(skill+"/SKILL.md", "x")
				s.expect(skill)
			}
		}
	}

	held := marks(t)
	want := newLoop(quick(), openSource)
	defer want.close()
	want.forest.set(t.Context(), placed(s, targets))
	s.w.Close()
	if got, want := followed(s.loop), followed(want); !slices.Equal(got, want) {
		t.Errorf("followed\n%v\nwant\n%v", got, want)
	} else if held != len(got) {
		t.Errorf("the system holds %d watches for %d folders", held, len(got))
	}
}

// insist writes a file until that is told. A first write may be told as a
// change of all the root, where that has just come back.
func (s *scene) insist(path, file string) {
	s.Helper()
	for range 10 {
		s.write(file, fmt.Sprint(time.Now().UnixNano()))
		for told := false; !told; {
			b := s.batch()
			if slices.Contains(b.Paths, s.at(path)) {
				return
			}
			told = slices.Contains(b.Paths, s.at(filepath.Dir(path)))
		}
	}
	s.Fatalf("%s is not told", path)
}

// followed are the folders that a watcher has an eye on.
func followed(l *loop) []string {
	var out []string
	for dir, sp := range l.forest.spots.by {
		if sp.how != missing {
			out = append(out, dir)
		}
	}
	slices.Sort(out)
	return out
}

func placed(s *scene, targets []Target) []Target {
	out := slices.Clone(targets)
	for i, t := range out {
		if !filepath.IsAbs(t.Path) {
			out[i].Path = s.at(t.Path)
		}
	}
	return out
}

// randomly does one thing of all that can happen to skills. That some are not
// possible at the moment is part of the game.
func (s *scene) randomly(r *rand.Rand) {
	roots := []string{"p/one", "p/q/two", "store"}
	in := func() string { return s.at(filepath.Join(roots[r.IntN(3)], fmt.Sprintf("s%d", r.IntN(6)))) }
	switch r.IntN(12) {
	case 0, 1, 2:
		dir := in()
		os.MkdirAll(dir, 0o755)
		os.WriteFile(dir+"/SKILL.md", []byte(fmt.Sprint(r.IntN(1000))), 0o644)
	case 3:
		os.RemoveAll(in())
	case 4, 5:
		os.Rename(in(), in())
	case 6:
		os.RemoveAll(s.at(roots[r.IntN(3)]))
	case 7:
		os.Symlink(in(), in())
	case 8:
		dir := in()
		os.Remove(dir + "/SKILL.md")
		os.Symlink(in()+"/SKILL.md", dir+"/SKILL.md")
	case 9:
		os.WriteFile(in()+".md", []byte(fmt.Sprint(r.IntN(1000))), 0o644)
	case 10:
		os.WriteFile(s.at("p/reg.json.tmp"), []byte(fmt.Sprint(r.IntN(1000))), 0o644)
		os.Rename(s.at("p/reg.json.tmp"), s.at("p/reg.json"))
	case 11:
		os.Rename(s.at("p"), s.at("away"))
		os.Rename(s.at("away"), s.at("p"))
	}
}

// Nothing is left of a watcher that was closed, in whatever state.
func TestNothingLeft(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("descriptors are counted in /proc")
	}
	dir := t.TempDir()
	for i := range 100 {
		if err := os.MkdirAll(filepath.Join(dir, fmt.Sprintf("r/s%d", i)), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	New(t.Context(), Config{}).Close() // the runtime's poller keeps descriptors of its own
	before, goroutines := descriptors(t), runtime.NumGoroutine()
	for i := range 20 {
		w := New(t.Context(), Config{Polling: i%4 == 0, Interval: time.Millisecond})
		applied := w.Set([]Target{{Path: filepath.Join(dir, "r")}})
		if i%2 == 0 {
			<-applied
		}
		w.Close()
		<-applied
	}
	if after := descriptors(t); after != before {
		t.Errorf("%d descriptors before, %d after", before, after)
	}
	for deadline := time.Now().Add(patience); runtime.NumGoroutine() > goroutines; runtime.Gosched() {
		if time.Now().After(deadline) {
			t.Fatalf("%d goroutines before, %d after", goroutines, runtime.NumGoroutine())
		}
	}
}

func descriptors(t *testing.T) int {
	t.Helper()
	list, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		t.Fatal(err)
	}
	return len(list)
}

// Whoever sends errors is never kept waiting, be nobody there to read them.
func TestErrorsAreTakenAtOnce(t *testing.T) {
	from, to := make(chan error), make(chan error, 1)
	go func() {
		defer close(from)
		from <- syscall.EINVAL // no loss
		for range 10 {
			from <- fsnotify.ErrEventOverflow
		}
	}()
	gather(from, to)
	if err := <-to; err != fsnotify.ErrEventOverflow {
		t.Errorf("passed on %v", err)
	}
}
