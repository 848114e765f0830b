package discovery_test

import (
	"context"
	"errors"
	"io/fs"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/fstest"
	"testing/synctest"
	"time"

	"deft/discovery"
	"deft/discovery/rules"
)

// fake is a provider under a test's control.
type fake struct {
	name  string
	list  func(context.Context) (discovery.Observation, error)
	calls atomic.Int32
	files fstest.MapFS // by the path of the skill's folder, for Load
}

func (f *fake) Name() string { return f.name }

func (f *fake) List(ctx context.Context, _ discovery.Place) (discovery.Observation, error) {
	f.calls.Add(1)
	return f.list(ctx)
}

func (f *fake) Load(_ context.Context, c *discovery.Candidate) (discovery.Content, error) {
	dir := strings.TrimPrefix(c.Dir(), "/")
	files, err := fs.Sub(f.files, dir)
	if err != nil {
		return discovery.Content{}, err
	}
	raw, err := fs.ReadFile(files, "SKILL.md")
	return discovery.Content{Raw: raw, Files: files, Close: func() {}}, err
}

func has(cs ...*discovery.Candidate) func(context.Context) (discovery.Observation, error) {
	return func(context.Context) (discovery.Observation, error) {
		return discovery.Observation{Candidates: cs, Complete: true}, nil
	}
}

func registry(t *testing.T, providers ...discovery.Provider) *discovery.Outlook {
	t.Helper()
	r, err := discovery.NewRegistry(rules.Deft(), discovery.Defaults(), discovery.Place{}, providers...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(r.Close)
	return r.Outlook(discovery.View{})
}

func TestCallersShareADiscovery(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := &fake{name: "agents", list: func(context.Context) (discovery.Observation, error) {
			time.Sleep(time.Second) // false time: until all callers wait
			return discovery.Observation{Complete: true}, nil
		}}
		r := registry(t, p)
		var wg sync.WaitGroup
		snaps := make([]*discovery.Snapshot, 8)
		for i := range snaps {
			wg.Go(func() { snaps[i], _ = r.Snapshot(t.Context()) })
		}
		wg.Wait()
		for _, s := range snaps {
			if s == nil || s != snaps[0] || s.Seq != 1 {
				t.Fatalf("snapshots differ: %v", snaps)
			}
		}
		if again, _ := r.Snapshot(t.Context()); again != snaps[0] || p.calls.Load() != 1 {
			t.Errorf("asked %d times", p.calls.Load())
		}
		if s, _ := r.Refresh(t.Context()); s == snaps[0] || s.Seq != 2 || p.calls.Load() != 2 {
			t.Errorf("refresh: %+v after %d calls", s, p.calls.Load())
		}
	})
}

// One caller that gives up does not take the discovery from the others; the
// last one does.
func TestCancellation(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ended := make(chan error, 1)
		p := &fake{name: "agents", list: func(ctx context.Context) (discovery.Observation, error) {
			select {
			case <-ctx.Done():
				ended <- ctx.Err()
				return discovery.Observation{}, ctx.Err()
			case <-time.After(time.Hour):
				return discovery.Observation{Complete: true}, nil
			}
		}}
		r := registry(t, p)
		first, cancelFirst := context.WithCancel(t.Context())
		second, cancelSecond := context.WithCancel(t.Context())
		errs := make(chan error, 2)
		for _, ctx := range []context.Context{first, second} {
			go func() { _, err := r.Snapshot(ctx); errs <- err }()
			synctest.Wait() // the first one begins the discovery
		}
		cancelFirst()
		if err := <-errs; !errors.Is(err, context.Canceled) {
			t.Fatalf("error %v", err)
		}
		synctest.Wait()
		select {
		case <-ended:
			t.Fatal("the discovery ended while someone waits")
		default:
		}
		cancelSecond()
		if err := <-errs; !errors.Is(err, context.Canceled) {
			t.Fatalf("error %v", err)
		}
		<-ended
		if s, err := r.Snapshot(t.Context()); err != nil || !s.Complete {
			t.Errorf("after that: %+v, %v", s, err)
		}
		if _, err := r.Snapshot(first); !errors.Is(err, context.Canceled) {
			t.Errorf("a cached snapshot for a caller that has gone: %v", err)
		}
	})
}

// A provider that fails or panics is named, and the others are heard.
func TestFailingProviders(t *testing.T) {
	r := registry(t,
		&fake{name: "native", list: func(context.Context) (discovery.Observation, error) {
			return discovery.Observation{}, errors.New("the disk is on fire")
		}},
		&fake{name: "claude", list: func(context.Context) (discovery.Observation, error) { panic("boom") }},
		&fake{name: "agents", list: has(at("agents", discovery.User, "/a", "x"))},
	)
	s, err := r.Snapshot(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Find("x"); err != nil || s.Complete || len(s.Diagnostics) != 2 || len(s.Roots) != 2 {
		t.Fatalf("snapshot %+v", s)
	}
	for i, want := range []string{"native could not be read: the disk is on fire", "claude could not be read: panic: boom"} {
		if d := s.Diagnostics[i]; d.Code != discovery.CodeProviderFailed || !strings.Contains(d.Message, want) {
			t.Errorf("finding %+v, want %s", d, want)
		}
		if s.Roots[i].Err == "" || !strings.HasPrefix(want, s.Roots[i].Root.Provider) {
			t.Errorf("root %+v", s.Roots[i])
		}
	}
}

func TestNewRegistryRefuses(t *testing.T) {
	a := &fake{name: "agents", list: has()}
	bad := discovery.Defaults()
	bad.IgnoredSkills = []string{"["}
	for want, f := range map[string]func() error{
		"provider agents: name in use": func() error {
			_, err := discovery.NewRegistry(rules.Deft(), discovery.Defaults(), discovery.Place{}, a, a)
			return err
		},
		`provider "" (*discovery_test.fake): reserved name: empty`: func() error {
			_, err := discovery.NewRegistry(rules.Deft(), discovery.Defaults(), discovery.Place{}, &fake{})
			return err
		},
		`skills.ignoredSkills: "["`: func() error {
			_, err := discovery.NewRegistry(rules.Deft(), bad, discovery.Place{})
			return err
		},
		`identity "" is not known`: func() error {
			_, err := discovery.NewRegistry(discovery.Rules{}, discovery.Defaults(), discovery.Place{})
			return err
		},
	} {
		if err := f(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %s", err, want)
		}
	}
}

// Only files of one name and size are read to compare them, and all files of
// a folder only where SKILL.md is the same.
func TestDigests(t *testing.T) {
	files := fstest.MapFS{}
	put := func(c *discovery.Candidate, text, extra string) *discovery.Candidate {
		dir := strings.TrimPrefix(c.Dir(), "/")
		files[dir+"/SKILL.md"] = &fstest.MapFile{Data: []byte(text)}
		files[dir+"/extra"] = &fstest.MapFile{Data: []byte(extra)}
		c.Size = int64(len(text))
		return c
	}
	a := put(at("agents", discovery.User, "/a", "x"), "text", "1")
	b := put(at("agents", discovery.User, "/b", "x"), "text", "1")
	c := put(at("agents", discovery.User, "/c", "x"), "text", "2")
	d := put(at("agents", discovery.User, "/d", "x"), "TEXT", "1")
	p := &fake{name: "agents", files: files, list: has(a, b, c, d)}
	r := registry(t, p)
	s, err := r.Snapshot(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var got []discovery.Reason
	for _, e := range s.Resolutions[0].Entries {
		got = append(got, e.Reason)
	}
	if want := "[order identical-copy order order]"; reasons(got) != want {
		t.Errorf("reasons %v, want %s", got, want)
	}
	load := discovery.Loader(r.Load)
	one, _ := load.TreeDigest(t.Context(), a)
	two, _ := load.TreeDigest(t.Context(), b)
	three, _ := load.TreeDigest(t.Context(), c)
	if one != two || one == three || len(one) != 64 {
		t.Errorf("tree digests %s %s %s", one, two, three)
	}
	if got, _ := load.Digest(t.Context(), a); got != "982d9e3eb996f559e633f4d194def3761d909f5a3b647d1a851fead67c32c9d1" {
		t.Errorf("digest %s", got)
	}
	delete(files, "a/x/SKILL.md")
	if _, err := load.Digest(t.Context(), a); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("digest of a missing file: %v", err)
	}
}

func reasons(rs []discovery.Reason) string {
	out := "["
	for i, r := range rs {
		if i > 0 {
			out += " "
		}
		out += string(r)
	}
	return out + "]"
}
