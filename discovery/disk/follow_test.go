package disk

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"deft/discovery"
	"deft/discovery/rules"
	"deft/discovery/watch"
	"deft/skills"
)

// puppet is a watcher in a test's hand.
type puppet struct {
	out    chan watch.Batch
	sets   chan []watch.Target
	closed chan struct{}
}

func newPuppet() *puppet {
	return &puppet{out: make(chan watch.Batch), sets: make(chan []watch.Target, 100), closed: make(chan struct{})}
}

func (p *puppet) Set(ts []watch.Target) <-chan struct{} { p.sets <- ts; return nil }
func (p *puppet) Batches() <-chan watch.Batch           { return p.out }
func (p *puppet) Close()                                { close(p.closed) }

// follow makes a registry over a home folder that a puppet watches.
func follow(t *testing.T, config WatchConfig) (*discovery.Registry, *puppet, string) {
	t.Helper()
	home, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	p := newPuppet()
	f := newFollower(config, func(context.Context, WatchConfig) watcher { return p })
	c := discovery.Defaults()
	r, err := discovery.NewRegistry(rules.Deft(), c, At(home+"/p0", home), providers(rules.Deft(), c, f.pool, f)...)
	if err != nil {
		t.Fatal(err)
	}
	return r, p, home
}

func put(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

const good = "---\nname: x\ndescription: does x\n---\n"

func snap(t *testing.T, r *discovery.Registry, cwd string) *discovery.Snapshot {
	t.Helper()
	s, err := r.Snapshot(t.Context(), discovery.View{Cwd: cwd})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// await takes a change, which must come.
func await(t *testing.T, c <-chan discovery.Change) {
	t.Helper()
	select {
	case <-c:
	case <-time.After(20 * time.Second):
		t.Fatal("no change")
	}
}

// becomes takes changes until a snapshot is as it must be: each provider tells
// of its own skills, and the first may not be the one that matters.
func becomes(t *testing.T, r *discovery.Registry, changes <-chan discovery.Change, so func(*discovery.Snapshot) bool) {
	t.Helper()
	for {
		await(t, changes)
		if so(snap(t, r, "")) {
			return
		}
	}
}

// A watcher that ends by itself makes what is found incomplete and hides
// nothing; every look reads the disk again.
func TestWatcherFails(t *testing.T) {
	r, p, home := follow(t, WatchDefaults())
	defer r.Close()
	put(t, home+"/.agents/skills/x/SKILL.md", good)
	if s := snap(t, r, ""); !s.Complete || len(s.Resolutions) != 1 {
		t.Fatalf("at first: %+v", s)
	}
	changes := r.Changes(t.Context())
	put(t, home+"/.agents/skills/y/SKILL.md", good[:4]+"name: y\n"+good[12:])
	close(p.out)
	failed := func(d skills.Diagnostic) bool { return d.Code == discovery.CodeWatchFailed }
	becomes(t, r, changes, func(s *discovery.Snapshot) bool {
		return !s.Complete && len(s.Resolutions) == 2 && slices.ContainsFunc(s.Diagnostics, failed)
	})
	put(t, home+"/.agents/skills/z/SKILL.md", good[:4]+"name: z\n"+good[12:])
	if s := snap(t, r, ""); s.Complete || len(s.Resolutions) != 3 {
		t.Errorf("after the failure: %+v", s)
	}
	<-p.closed
}

// Polling in place of watching is told, and nothing is incomplete.
func TestPollingIsTold(t *testing.T) {
	r, p, _ := follow(t, WatchDefaults())
	defer r.Close()
	snap(t, r, "")
	changes := r.Changes(t.Context())
	p.out <- watch.Batch{Degraded: "the system's limit of watches is reached"}
	polls := func(d skills.Diagnostic) bool { return d.Code == discovery.CodePolling }
	becomes(t, r, changes, func(s *discovery.Snapshot) bool {
		return s.Complete && slices.ContainsFunc(s.Diagnostics, polls)
	})
}

// A lost event has everything read again.
func TestRescan(t *testing.T) {
	r, p, home := follow(t, WatchDefaults())
	defer r.Close()
	put(t, home+"/.agents/skills/x/SKILL.md", good)
	before := snap(t, r, "")
	changes := r.Changes(t.Context())
	p.out <- watch.Batch{Rescan: true}
	becomes(t, r, changes, func(after *discovery.Snapshot) bool {
		return before.Resolutions[0].Winner.Candidate != after.Resolutions[0].Winner.Candidate
	})
}

// Working folders are followed up to a limit: the one used longest ago is let
// go, with what was known of it.
func TestPlacesAreBounded(t *testing.T) {
	c := WatchDefaults()
	c.MaxProjects = 2
	r, p, home := follow(t, c)
	defer r.Close()
	projects := []string{home + "/p0", home + "/p1", home + "/p2"}
	for _, dir := range projects {
		put(t, dir+"/.git", "")
		put(t, dir+"/.agents/skills/x/SKILL.md", good)
	}
	for _, dir := range projects {
		if s := snap(t, r, dir); len(s.Resolutions) != 1 || !s.Complete {
			t.Fatalf("%s: %+v", dir, s)
		}
	}
	watched := map[string]bool{}
	for more := true; more; {
		select {
		case set := <-p.sets:
			clear(watched)
			for _, w := range set {
				watched[w.Path] = true
			}
		default:
			more = false
		}
	}
	for i, dir := range projects {
		if watched[dir+"/.agents/skills"] != (i > 0) {
			t.Errorf("%s: watched %v", dir, i == 0)
		}
	}
	put(t, projects[0]+"/.agents/skills/y/SKILL.md", "---\nname: y\ndescription: does y\n---\n")
	if s := snap(t, r, projects[0]); len(s.Resolutions) != 2 {
		t.Errorf("what is no longer followed is not read again: %+v", s.Resolutions)
	}
}

// With its last registration the follower lets go of everything.
func TestFollowerEnds(t *testing.T) {
	r, p, home := follow(t, WatchDefaults())
	put(t, home+"/.agents/skills/x/SKILL.md", good)
	snap(t, r, "")
	r.Close()
	close(p.out) // as a watcher does whose context ends
	select {
	case <-p.closed:
	case <-time.After(20 * time.Second):
		t.Fatal("the watcher goes on")
	}
}

// A root that cannot be read contributes nothing, so that a lower copy takes
// over, until it recovers, which is found out without any event.
func TestFailedRootRecovers(t *testing.T) {
	r, _, home := follow(t, WatchDefaults())
	defer r.Close()
	put(t, home+"/.codex/skills/x/SKILL.md", good)
	put(t, home+"/.agents/other", "")
	if err := os.Symlink("skills", home+"/.agents/skills"); err != nil {
		t.Fatal(err)
	}
	changes := r.Changes(t.Context())
	s := snap(t, r, "")
	if s.Complete || s.Resolutions[0].Winner.Root.Provider != discovery.Codex {
		t.Fatalf("%+v", s)
	}
	if err := os.Remove(home + "/.agents/skills"); err != nil {
		t.Fatal(err)
	}
	put(t, home+"/.agents/skills/x/SKILL.md", good)
	await(t, changes)
	s = snap(t, r, "")
	if !s.Complete || s.Resolutions[0].Winner.Root.Provider != discovery.Agents {
		t.Errorf("%+v", s)
	}
	got, err := r.Get(t.Context(), "x", discovery.View{})
	if err != nil || got.Entry.Root.Provider != discovery.Agents {
		t.Fatalf("%v, %v", got.Entry, err)
	}
	got.Close()
}
