package discovery_test

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"testing/synctest"
	"time"

	"deft/discovery"
	"deft/discovery/rules"
)

func newRegistry(t *testing.T, config discovery.Config, providers ...discovery.Provider) *discovery.Registry {
	t.Helper()
	r, err := discovery.NewRegistry(rules.Deft(), config, discovery.Place{Cwd: "/w"}, providers...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(r.Close)
	return r
}

func look(t *testing.T, r *discovery.Registry, v discovery.View) *discovery.Snapshot {
	t.Helper()
	s, err := r.Snapshot(t.Context(), v)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// holding is a memory provider with some skills, each in a folder of its name.
func holding(scope, provider string, names ...string) *memory {
	m := newMemory(scope, provider)
	for _, n := range names {
		m.skills[n] = n
	}
	return m
}

// The nearest scope that has a usable skill of a name wins outright, whatever
// the ranks say.
func TestScopesChain(t *testing.T) {
	r := newRegistry(t, discovery.Defaults(), holding("", "native", "a", "b", "c"))
	for _, s := range [][2]string{{"session", ""}, {"turn", "session"}} {
		if _, err := r.Open(s[0], s[1]); err != nil {
			t.Fatal(err)
		}
	}
	session, turn := holding("session", "zz", "a", "b"), holding("turn", "zz", "a")
	session.skills["c"] = "" // an invalid copy shadows nothing
	for scope, p := range map[string]*memory{"session": session, "turn": turn} {
		if _, err := r.Provide(scope, p); err != nil {
			t.Fatal(err)
		}
	}
	s := look(t, r, discovery.View{Scope: "turn"})
	for name, scope := range map[string]string{"a": "turn", "b": "session", "c": ""} {
		res, _ := s.Lookup(name)
		if res.Winner.Scope != scope {
			t.Errorf("%s comes from %q, want %q", name, res.Winner.Scope, scope)
		}
	}
	a, _ := s.Lookup("a")
	if e := a.Entries[1]; !strings.HasSuffix(e.Detail, "scope turn is nearer than scope session") {
		t.Errorf("%s: %s", e.Reason, e.Detail)
	}
	if e := a.Entries[2]; !strings.HasSuffix(e.Detail, "scope turn is nearer than the global scope") {
		t.Errorf("%s: %s", e.Reason, e.Detail)
	}
	if got, err := r.Get(t.Context(), "a@native", discovery.View{Scope: "turn"}); err != nil || got.Entry.Scope != "" {
		t.Errorf("a loser by its qualified name: %v, %v", got.Entry, err)
	}
	if s := look(t, r, discovery.View{}); len(s.Resolutions) != 3 || len(s.Resolutions[0].Entries) != 1 {
		t.Errorf("the global scope sees %+v", s.Resolutions)
	}
}

// With a scope go those that stand on it, and all that is registered there.
func TestClosedScope(t *testing.T) {
	r := newRegistry(t, discovery.Defaults())
	end, _ := r.Open("session", "")
	if _, err := r.Open("turn", "session"); err != nil {
		t.Fatal(err)
	}
	p := holding("turn", "zz", "a")
	if _, err := r.Provide("turn", p); err != nil {
		t.Fatal(err)
	}
	end()
	end()
	<-p.ended
	if _, err := r.Snapshot(t.Context(), discovery.View{Scope: "turn"}); !errors.Is(err, discovery.ErrUnknownScope) {
		t.Errorf("a snapshot of a closed scope: %v", err)
	}
	r.Close()
	if _, err := r.Snapshot(t.Context(), discovery.View{}); !errors.Is(err, discovery.ErrClosed) {
		t.Errorf("a snapshot of a closed registry: %v", err)
	}
	if _, err := r.Register("", discovery.RuntimeSkill{Raw: []byte(text("a", ""))}); !errors.Is(err, discovery.ErrClosed) {
		t.Errorf("a skill for a closed registry: %v", err)
	}
}

func TestRefusedRegistrations(t *testing.T) {
	r := newRegistry(t, discovery.Defaults(), holding("", "native"))
	provide := func(scope, name string) error { _, err := r.Provide(scope, newMemory(scope, name)); return err }
	open := func(scope, parent string) error { _, err := r.Open(scope, parent); return err }
	for want, errs := range map[error][]error{
		discovery.ErrReserved:     {provide("", ""), provide("", "runtime"), provide("", "a@b"), provide("", "a/b"), open("", ""), open("global", "")},
		discovery.ErrDuplicate:    {provide("", "native")},
		discovery.ErrUnknownScope: {provide("nowhere", "claude"), open("s", "nowhere")},
	} {
		for i, err := range errs {
			if !errors.Is(err, want) {
				t.Errorf("number %d: %v, want %v", i, err, want)
			}
		}
	}
}

// stubborn refuses to be attached.
type stubborn struct {
	*memory
	ctx context.Context
}

func (s *stubborn) Attach(ctx context.Context, _ func()) error {
	s.ctx = ctx
	return errors.New("not today")
}

// A registration that fails leaves nothing, and its context has ended.
func TestFailedRegistration(t *testing.T) {
	r := newRegistry(t, discovery.Defaults())
	p := &stubborn{memory: holding("", "native", "a")}
	if _, err := r.Provide("", p); err == nil || p.ctx.Err() == nil {
		t.Errorf("error %v, context %v", err, p.ctx.Err())
	}
	if s := look(t, r, discovery.View{}); len(s.Resolutions) != 0 {
		t.Errorf("%+v", s.Resolutions)
	}
	if _, err := r.Provide("", holding("", "native", "a")); err != nil {
		t.Errorf("the name is not free: %v", err)
	}
}

// Invalidate clears what came from one registration only.
func TestInvalidateIsExact(t *testing.T) {
	a, b := holding("", "native", "a"), holding("", "claude", "b")
	r := newRegistry(t, discovery.Defaults(), a, b)
	before := look(t, r, discovery.View{})
	if look(t, r, discovery.View{}) != before {
		t.Error("a complete snapshot is not kept")
	}
	a.change("a", "", false)
	b.change("b", "", false)
	a.invalidate()
	if s := look(t, r, discovery.View{}); len(s.Resolutions) != 1 || s.Resolutions[0].Name != "b" {
		t.Errorf("after one was invalidated: %+v", s.Resolutions)
	}
	if s, _ := r.Refresh(t.Context(), discovery.View{}); len(s.Resolutions) != 0 {
		t.Errorf("after a refresh: %+v", s.Resolutions)
	}
}

// An incomplete snapshot is not kept, but the answers that were complete are.
func TestIncompleteIsNotKept(t *testing.T) {
	good := &fake{name: "native", list: has(at("native", discovery.User, "/n", "a"))}
	half := &fake{name: "agents", list: func(context.Context) (discovery.Observation, error) {
		return discovery.Observation{Candidates: []*discovery.Candidate{at("agents", discovery.User, "/a", "b")}}, nil
	}}
	r := newRegistry(t, discovery.Defaults(), good, half)
	for range 3 {
		if s := look(t, r, discovery.View{}); s.Complete || len(s.Resolutions) != 2 {
			t.Fatalf("%+v", s)
		}
	}
	if good.calls.Load() != 1 || half.calls.Load() != 3 {
		t.Errorf("asked %d and %d times", good.calls.Load(), half.calls.Load())
	}
}

// Snapshots are kept by scope and working folder, up to a limit.
func TestKeptSnapshotsAreBounded(t *testing.T) {
	p := &fake{name: "native", list: has(at("native", discovery.User, "/n", "a"))}
	config := discovery.Defaults()
	config.CacheMaxEntries = 2
	r := newRegistry(t, config, p)
	last := map[string]*discovery.Snapshot{}
	for i, c := range []struct {
		cwd  string
		kept bool
	}{{"/1", false}, {"/2", false}, {"/1", true}, {"/3", false}, {"/1", true}, {"/2", false}} {
		s := look(t, r, discovery.View{Cwd: c.cwd})
		if kept := s == last[c.cwd]; kept != c.kept {
			t.Errorf("number %d at %s: kept %v", i, c.cwd, kept)
		}
		last[c.cwd] = s
	}
}

// A discovery under way is made again once when something changes; a second
// change gives the latest as incomplete, and keeps nothing.
func TestChangesUnderWay(t *testing.T) {
	for changes, want := range map[int]struct {
		complete bool
		calls    int32
	}{0: {true, 1}, 1: {true, 2}, 2: {false, 2}} {
		p := &changing{left: changes, memory: holding("", "native", "a")}
		r := newRegistry(t, discovery.Defaults(), p)
		s := look(t, r, discovery.View{})
		if s.Complete != want.complete || p.calls != want.calls || len(s.Resolutions) != 1 {
			t.Errorf("%d changes: complete %v after %d calls, %+v", changes, s.Complete, p.calls, s.Resolutions)
		}
		if again := look(t, r, discovery.View{}); (again == s) != want.complete || !again.Complete {
			t.Errorf("%d changes: kept %v, then complete %v", changes, again == s, again.Complete)
		}
	}
}

// changing changes while it is asked.
type changing struct {
	*memory
	left  int
	calls int32
}

func (c *changing) List(ctx context.Context, at discovery.Place) (discovery.Observation, error) {
	c.calls++
	o, err := c.memory.List(ctx, at)
	if c.left > 0 {
		c.left--
		c.invalidate()
	}
	return o, err
}

// Who breaks the contract is refused with a typed error, and the next copy
// takes over until it keeps it again.
func TestLawlessProviders(t *testing.T) {
	x := at("native", discovery.User, "/n", "x")
	foreign, nameless := at("claude", discovery.User, "/n", "y"), *x
	nameless.Folder, nameless.Path = "", "/n//SKILL.md"
	pathless := *x
	pathless.Path = ""
	for what, broken := range map[string][]*discovery.Candidate{
		"no name": {&nameless}, "no path": {&pathless}, "no root": {{Path: "/x", Folder: "x"}},
		"two candidates of one place": {x, x}, "a candidate that is nil": {nil}, `its root is of provider "claude"`: {foreign},
	} {
		var log bytes.Buffer
		config := discovery.Defaults()
		config.Log = slog.New(slog.NewTextHandler(&log, nil))
		p := &fake{name: "native", list: has(broken...)}
		r := newRegistry(t, config, p, holding("", "agents", "x"))
		s := look(t, r, discovery.View{})
		if s.Complete || len(s.Failures) != 1 || !errors.Is(s.Failures[0], discovery.ErrInvalidDefinition) ||
			!strings.Contains(s.Failures[0].Error(), what) || s.Failures[0].Provider != "native" {
			t.Errorf("%s: complete %v, %v", what, s.Complete, s.Failures)
		}
		if e, err := s.Find("x"); err != nil || e.Root.Provider != "agents" || !strings.Contains(log.String(), what[:7]) {
			t.Errorf("%s: %v, %v, log %s", what, e, err, log.String())
		}
		p.list = has(x)
		if s := look(t, r, discovery.View{}); !s.Complete || s.Resolutions[0].Winner.Root.Provider != "native" {
			t.Errorf("%s: after its recovery %+v", what, s)
		}
	}
}

// A file that has another name by now is not given under the old one: its
// provider is asked again, and the next copy takes over.
func TestRenamedSkillIsRejected(t *testing.T) {
	native, agents := holding("", "native", "x"), holding("", "agents", "x")
	r := newRegistry(t, discovery.Defaults(), native, agents)
	look(t, r, discovery.View{})
	native.change("x", "other", true)
	got, err := r.Get(t.Context(), "x", discovery.View{})
	if err != nil || got.Entry.Root.Provider != "agents" {
		t.Fatalf("%v, %v", got.Entry, err)
	}
	if s := look(t, r, discovery.View{}); s.Resolutions[0].Name != "other" {
		t.Errorf("the provider was not asked again: %+v", s.Resolutions)
	}
	agents.change("x", "", false)
	if _, err := r.Get(t.Context(), "x", discovery.View{}); !errors.As(err, new(*discovery.UnknownError)) {
		t.Errorf("a name that is gone: %v", err)
	}
}

// A file whose name never fits ends with an error, not in a circle.
func TestNameThatNeverFits(t *testing.T) {
	c := at("native", discovery.User, "/n", "x")
	p := &fake{name: "native", list: has(c), files: fstest.MapFS{"n/x/SKILL.md": {Data: []byte(text("y", ""))}}}
	r := newRegistry(t, discovery.Defaults(), p)
	_, err := r.Get(t.Context(), "x", discovery.View{})
	var renamed *discovery.RenamedError
	if !errors.As(err, &renamed) || renamed.Now != "y" || p.calls.Load() != 2 {
		t.Errorf("%v after %d calls", err, p.calls.Load())
	}
	if _, err := r.Get(t.Context(), "nothing", discovery.View{}); err == nil {
		t.Error("no error for no skill")
	}
}

// Registered skills: the first of a name stays, under its rank, until it is
// disposed of.
func TestRegisteredSkills(t *testing.T) {
	var log bytes.Buffer
	config := discovery.Defaults()
	config.Log = slog.New(slog.NewTextHandler(&log, nil))
	r := newRegistry(t, config)
	files := fstest.MapFS{"SKILL.md": {Data: []byte(text("x", "first"))}, "scripts/run.sh": {Data: []byte("#!/bin/sh\n")}}
	first, err := r.Register("", discovery.RuntimeSkill{Raw: []byte(text("x", "first")), Files: files})
	if err != nil {
		t.Fatal(err)
	}
	second, err := r.Register("", discovery.RuntimeSkill{Raw: []byte(text("x", "second"))})
	if err != nil || !strings.Contains(log.String(), "skill=x") {
		t.Errorf("%v, log %q", err, log.String())
	}
	second()
	got, err := r.Get(t.Context(), "x", discovery.View{})
	if err != nil || string(got.Raw) != text("x", "first") || got.Entry.Path != "skill://x/SKILL.md" || !got.Entry.Scripts {
		t.Fatalf("%q, %v", got.Raw, err)
	}
	first()
	first()
	if _, err := r.Get(t.Context(), "x", discovery.View{}); err == nil {
		t.Error("the skill is still there")
	}
	if _, err := r.Register("", discovery.RuntimeSkill{Raw: []byte("no name")}); !errors.Is(err, discovery.ErrInvalidDefinition) {
		t.Errorf("a skill without a name: %v", err)
	}
	if _, err := r.Register("nowhere", discovery.RuntimeSkill{Raw: []byte(text("x", ""))}); !errors.Is(err, discovery.ErrUnknownScope) {
		t.Errorf("a skill for no scope: %v", err)
	}
	bad, err := r.Register("", discovery.RuntimeSkill{Folder: "bad", Raw: []byte("---\nname: bad\n")})
	if s := look(t, r, discovery.View{}); err != nil || len(s.Resolutions) != 1 || s.Resolutions[0].Entries[0].State != discovery.Invalid {
		t.Errorf("a bad SKILL.md: %v, %+v", err, s)
	}
	bad()
}

func TestOneFile(t *testing.T) {
	if err := fstest.TestFS(discovery.OneFile("SKILL.md", []byte("text")), "SKILL.md"); err != nil {
		t.Error(err)
	}
	if _, err := fs.Stat(discovery.OneFile("a", nil), "b"); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
}

// Changes are told to all, once for many, and who does not take them holds
// nobody up.
func TestChanges(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := holding("", "native", "a")
		r := newRegistry(t, discovery.Defaults(), p)
		ctx, cancel := context.WithCancel(t.Context())
		slow, quick := r.Changes(t.Context()), r.Changes(ctx)
		for range 100 {
			p.invalidate()
			<-quick
		}
		if len(slow) != 1 {
			t.Errorf("%d changes wait", len(slow))
		}
		cancel()
		if _, open := <-quick; open {
			t.Error("a change after the end")
		}
		p.invalidate()
		<-slow
		o := r.Outlook(discovery.View{})
		if err := o.Use(discovery.Profile{Name: "p", Skills: []string{"b"}}); err != nil {
			t.Fatal(err)
		}
		<-slow
	})
}

// Cancellation is honoured while a provider that does not heed it works, and
// for what is kept.
func TestCancelledCallers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := &fake{name: "native", list: func(context.Context) (discovery.Observation, error) {
			time.Sleep(time.Hour) // false time
			return discovery.Observation{Complete: true}, nil
		}}
		r := newRegistry(t, discovery.Defaults(), p)
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		start := time.Now()
		_, err := r.Snapshot(ctx, discovery.View{})
		if !errors.Is(err, context.DeadlineExceeded) || time.Since(start) > time.Minute {
			t.Errorf("%v after %v", err, time.Since(start))
		}
		look(t, r, discovery.View{})
		if _, err := r.Snapshot(ctx, discovery.View{}); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("a kept snapshot: %v", err)
		}
		if _, err := r.Get(ctx, "x", discovery.View{}); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("a skill: %v", err)
		}
	})
}

// Everything at once, for the race detector.
func TestConcurrentUse(t *testing.T) {
	p := holding("", "native", "a", "b")
	r := newRegistry(t, discovery.Defaults(), p, holding("", "claude", "a"))
	changes := r.Changes(t.Context())
	var wg sync.WaitGroup
	for i := range 4 {
		wg.Go(func() {
			for j := range 50 {
				switch (i + j) % 6 {
				case 0:
					p.change("b", "b", j%2 == 0)
					p.invalidate()
				case 1:
					_, _ = r.Refresh(t.Context(), discovery.View{})
				case 2:
					if dispose, err := r.Register("", discovery.RuntimeSkill{Raw: []byte(text("c", ""))}); err == nil {
						dispose()
					}
				case 3:
					select {
					case <-changes:
					default:
					}
				default:
					got, err := r.Get(t.Context(), "a", discovery.View{Profile: discovery.Profile{Name: "p", Providers: []string{"claude"}}})
					if err != nil || got.Entry.Root.Provider != "claude" {
						t.Errorf("%v, %v", got.Entry, err)
					}
				}
			}
		})
	}
	wg.Wait()
}
