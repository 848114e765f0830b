package disk_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"deft/discovery"
	"deft/discovery/disk"
)

// storm makes random changes to skills: good ones and bad ones, halves, links,
// renamed folders, roots that go and come.
type storm struct {
	*world
	r     *rand.Rand
	roots []string
}

func newStorm(w *world, seed uint64) *storm {
	return &storm{world: w, r: rand.New(rand.NewPCG(seed, 4)), roots: []string{
		w.home + "/.claude/skills", w.home + "/.agents/skills", w.cwd + "/.agents/skills",
		w.cwd + "/.deft/skills", w.dir + "/custom",
	}}
}

func pick[T any](s *storm, of []T) T { return of[s.r.IntN(len(of))] }

func (s *storm) folder() string {
	return filepath.Join(pick(s, s.roots), fmt.Sprintf("s%d", s.r.IntN(8)))
}

// text is a SKILL.md in one of many states; the names collide.
func (s *storm) text() string {
	switch s.r.IntN(8) {
	case 0:
		return ""
	case 1:
		return "---\nname: half"
	case 2:
		return "---\nname: [\n---\n"
	}
	return fmt.Sprintf("---\nname: n%d\ndescription: version %d\n---\nbody\n", s.r.IntN(12), s.r.IntN(1000))
}

// step makes one change. What the state of the tree forbids is let be: the
// disk alone says in the end what there is.
func (s *storm) step() {
	at := s.folder()
	file := at + "/SKILL.md"
	switch s.r.IntN(14) {
	case 0, 1, 2, 3:
		_ = os.MkdirAll(at, 0o755)
		_ = os.WriteFile(file, []byte(s.text()), 0o644)
	case 4, 5:
		_ = os.WriteFile(file+".tmp", []byte(s.text()), 0o644)
		_ = os.Rename(file+".tmp", file)
	case 6:
		_ = os.Remove(file)
	case 7:
		_ = os.RemoveAll(at)
	case 8:
		_ = os.Rename(at, s.folder())
	case 9:
		_ = os.MkdirAll(filepath.Dir(at), 0o755)
		_ = os.Symlink(filepath.Join(s.dir, "store", fmt.Sprintf("t%d", s.r.IntN(3))), at)
	case 10:
		store := filepath.Join(s.dir, "store", fmt.Sprintf("t%d", s.r.IntN(3)))
		_ = os.MkdirAll(store, 0o755)
		_ = os.WriteFile(store+"/SKILL.md", []byte(s.text()), 0o644)
	case 11:
		_ = os.WriteFile(at+"/notes.txt", []byte("x"), 0o644)
	case 12:
		_ = os.WriteFile(filepath.Join(pick(s, s.roots), "README.md"), nil, 0o644)
	case 13:
		if s.r.IntN(20) == 0 {
			_ = os.RemoveAll(filepath.Dir(pick(s, s.roots)))
			s.mkdir(s.home)
			s.mkdir(s.cwd)
		}
	}
}

// picture is all that a snapshot says of skills, a line an entry.
func picture(s *discovery.Snapshot) []string {
	var out []string
	for _, r := range s.Resolutions {
		for _, e := range r.Entries {
			out = append(out, strings.Join([]string{
				r.Name, e.Path, e.Real, string(e.State), string(e.Reason), e.Reading.Head.Description, fmt.Sprint(e.Stale),
			}, " "))
		}
	}
	return out
}

// leavings count what a process holds.
type leavings struct{ goroutines, descriptors, watches int }

func count(t *testing.T) leavings {
	t.Helper()
	l := leavings{goroutines: runtime.NumGoroutine()}
	fds, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		return l // not on Linux
	}
	l.descriptors = len(fds)
	infos, _ := filepath.Glob("/proc/self/fdinfo/*")
	for _, info := range infos {
		text, _ := os.ReadFile(info)
		l.watches += strings.Count(string(text), "inotify wd:")
	}
	return l
}

// Ten thousand changes while deft runs: in the end it sees what a cold scan
// sees, soon, and nothing is left over when it ends.
func TestStorm(t *testing.T) {
	steps := 10_000
	if testing.Short() {
		steps = 1000
	}
	before := count(t)
	seed := uint64(time.Now().UnixNano())
	w := build(t, nil)
	w.config.CustomDirectories = []string{w.dir + "/custom"}
	l := w.live(disk.WatchDefaults())
	eventually(t, "watches", func() bool { return runtime.GOOS != "linux" || count(t).watches > before.watches })
	s := newStorm(w, seed)
	for i := range steps {
		s.step()
		if i%50 == 0 {
			select {
			case <-l.changes:
				l.now()
			default:
			}
		}
	}
	last := time.Now()
	start := time.Now()
	want := picture(w.snapshot())
	cold := time.Since(start)
	deadline := time.After(2*time.Second + 20*cold) // a busy machine gets the time of twenty scans more
	for got := picture(l.now()); !slices.Equal(got, want); got = picture(l.now()) {
		select {
		case <-l.changes:
		case <-deadline:
			same(t, fmt.Sprintf("seed %d, %v after the last change", seed, time.Since(last)), got, want)
			return
		}
	}
	t.Logf("%d entries, the same as a cold scan %v after the last of %d changes", len(want), time.Since(last), steps)
	if !l.now().Complete {
		t.Errorf("incomplete in the end: %v", l.now().Diagnostics)
	}
	l.registry.Close()
	eventually(t, fmt.Sprintf("no more than %+v", before), func() bool {
		held := count(t)
		return held.goroutines <= before.goroutines && held.descriptors <= before.descriptors && held.watches <= before.watches
	})
}

// eventually looks again and again until something holds.
func eventually(t *testing.T, what string, holds func() bool) {
	t.Helper()
	deadline := time.Now().Add(patience)
	look := time.NewTicker(5 * time.Millisecond)
	defer look.Stop()
	for !holds() {
		if <-look.C; time.Now().After(deadline) {
			stack := make([]byte, 1<<20)
			t.Fatalf("there shall be %s; there is %+v\n%s", what, count(t), stack[:runtime.Stack(stack, true)])
		}
	}
}
