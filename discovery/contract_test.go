package discovery_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"deft/discovery"
	"deft/discovery/disk"
	"deft/discovery/rules"
)

// specimen is a provider that the contract suite looks at.
type specimen struct {
	discovery.Provider
	place discovery.Place
	skill string // a name that it has, "" where it only fails
	fails bool
	slow  bool
}

func text(name, body string) string {
	return "---\nname: " + name + "\ndescription: does " + name + "\n---\n" + body + "\n"
}

// specimens makes one provider of every kind.
func specimens(t *testing.T) map[string]specimen {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	home, cwd := dir+"/home", dir+"/project"
	register := fmt.Sprintf(`{"version":2,"plugins":{"kit@shop":[{"scope":"user","installPath":%q}]}}`, home+"/kit")
	for path, content := range map[string]string{
		home + "/.claude/skills/a/SKILL.md":              text("a", "A"),
		home + "/.claude/skills/broken/SKILL.md":         "---\nname: broken\n",
		home + "/.claude/plugins/installed_plugins.json": register,
		home + "/kit/skills/b/SKILL.md":                  text("b", "B"),
		dir + "/custom/c/SKILL.md":                       text("c", "C"),
		dir + "/tree/group/d/SKILL.md":                   text("d", "D"),
		dir + "/dist/e/SKILL.md":                         text("e", "E"),
		home + "/.dsh/skills/f.md":                       text("f", "F"),
		cwd + "/.git/config":                             "",
	} {
		writeFile(t, path, content)
	}
	config := discovery.Defaults()
	config.CustomDirectories, config.Path, config.BundledDirectory = []string{dir + "/custom"}, dir+"/tree", dir+"/dist"
	skillOf := map[string]string{
		"claude": "a", "claude-plugins": "b", "custom": "c", "path": "d", "bundled": "e", "user-dsh": "f",
	}
	out := map[string]specimen{}
	at := disk.At(cwd, home)
	for _, r := range []discovery.Rules{rules.Dsh(), rules.Deft()} {
		for _, p := range disk.Providers(r, config) {
			if name := skillOf[p.Name()]; name != "" {
				out[p.Name()] = specimen{Provider: p, place: at, skill: name}
			}
		}
	}
	for _, p := range disk.Watched(rules.Deft(), config, disk.WatchDefaults()) {
		if name := skillOf[p.Name()]; name != "" {
			out["watched "+p.Name()] = specimen{Provider: p, place: at, skill: name}
		}
	}
	embedded := disk.Bundled(fstest.MapFS{"group/g/SKILL.md": {Data: []byte(text("g", "G"))}})
	out["embedded"] = specimen{Provider: embedded, place: at, skill: "g"}
	out["runtime"] = specimen{Provider: discovery.NewRuntimeProvider(discovery.RuntimeSkill{Raw: []byte(text("h", "H"))}), place: at, skill: "h"}
	out["failing"] = specimen{Provider: &fake{name: "native", list: func(context.Context) (discovery.Observation, error) {
		return discovery.Observation{}, errors.New("out of order")
	}}, place: at, fails: true}
	out["slow"] = specimen{Provider: slow(), place: at, skill: "i", slow: true}
	return out
}

// slow answers when its context ends, or else after a while.
func slow() *fake {
	files := fstest.MapFS{"s/i/SKILL.md": {Data: []byte(text("i", "I"))}}
	c := at("agents", discovery.User, "/s", "i")
	c.Size = int64(len(text("i", "I")))
	return &fake{name: "agents", files: files, list: func(ctx context.Context) (discovery.Observation, error) {
		select {
		case <-ctx.Done():
			return discovery.Observation{}, ctx.Err()
		case <-time.After(20 * time.Millisecond):
			return discovery.Observation{Candidates: []*discovery.Candidate{c}, Complete: true}, nil
		}
	}}
}

func writeFile(t testing.TB, path, content string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
}

// Every provider keeps the contract of Provider.
func TestContract(t *testing.T) {
	for name, s := range specimens(t) {
		t.Run(name, func(t *testing.T) {
			t.Run("list", s.lists)
			t.Run("cancelled", s.heedsContexts)
			t.Run("concurrent", s.isShared)
			t.Run("registered", s.registers)
		})
	}
}

// lists checks what is found, and that it can be loaded.
func (s specimen) lists(t *testing.T) {
	o, err := s.List(t.Context(), s.place)
	if s.fails {
		if err == nil {
			t.Fatal("no error")
		}
		return
	}
	if err != nil || !o.Complete {
		t.Fatalf("complete %v, error %v", o.Complete, err)
	}
	seen := map[string]bool{}
	for _, c := range o.Candidates {
		at := c.Root.Path + "\x00" + c.Path
		if c.Root.Provider != s.Name() || c.Path == "" || c.Real == "" || c.Name() == "" || seen[at] {
			t.Errorf("candidate %+v", c)
		}
		seen[at] = true
		if c.Reading.Invalid == "" {
			s.loads(t, c)
		}
	}
	for _, r := range o.Roots {
		if r.Root == nil || r.Root.Provider != s.Name() {
			t.Errorf("report %+v", r)
		}
	}
	again, err := s.List(t.Context(), s.place)
	if err != nil || len(again.Candidates) != len(o.Candidates) {
		t.Errorf("a second look finds %d skills, not %d: %v", len(again.Candidates), len(o.Candidates), err)
	}
}

func (s specimen) loads(t *testing.T, c *discovery.Candidate) {
	content, err := s.Load(t.Context(), c)
	if err != nil {
		t.Fatalf("%s: %v", c.Path, err)
	}
	defer content.Close()
	want := text(c.Folder, strings.ToUpper(c.Folder))
	if string(content.Raw) != want || int64(len(content.Raw)) != c.Size {
		t.Errorf("%s: %q of %d bytes", c.Path, content.Raw, c.Size)
	}
	file := c.Path[strings.LastIndexByte(c.Path, '/')+1:]
	if inside, err := fs.ReadFile(content.Files, file); err != nil || string(inside) != want {
		t.Errorf("%s in its folder: %q, %v", file, inside, err)
	}
	if _, err := fs.ReadFile(content.Files, "missing"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a file that is not there: %v", err)
	}
	gone := *c
	gone.Path, gone.Rel = "/nowhere/x/SKILL.md", "x/x/SKILL.md"
	if _, err := s.Load(t.Context(), &gone); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a skill that is gone: %v", err)
	}
}

func (s specimen) heedsContexts(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := s.List(ctx, s.place); err == nil {
		t.Error("a cancelled list gives no error")
	}
}

func (s specimen) isShared(t *testing.T) {
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() { _, _ = s.List(t.Context(), s.place) })
	}
	wg.Wait()
}

// registers takes a provider through its life in a registry.
func (s specimen) registers(t *testing.T) {
	r, err := discovery.NewRegistry(rules.Deft(), discovery.Defaults(), s.place)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	p := s.Provider
	if s.Name() == discovery.Runtime {
		p = renamed{s.Provider} // the name is the registry's own
	}
	dispose, err := r.Provide("", p)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := r.Provide("", p); !errors.Is(err, discovery.ErrDuplicate) {
		t.Errorf("registered twice: %v", err)
	}
	snap, err := r.Snapshot(t.Context(), discovery.View{})
	if err != nil || snap.Complete == s.fails {
		t.Fatalf("complete %v, error %v, %v", snap.Complete, err, snap.Failures)
	}
	if s.skill != "" {
		got, err := r.Get(t.Context(), s.skill, discovery.View{})
		if err != nil || got.Entry.Name() != s.skill {
			t.Fatalf("get: %v", err)
		}
		got.Close()
	}
	dispose()
	dispose()
	snap, err = r.Snapshot(t.Context(), discovery.View{})
	if err != nil || !snap.Complete || len(snap.Resolutions) != 0 {
		t.Errorf("after its end: %+v, %v", snap, err)
	}
}

// renamed gives the registered skills another provider's name.
type renamed struct{ discovery.Provider }

func (renamed) Name() string { return "code" }

func (r renamed) List(ctx context.Context, at discovery.Place) (discovery.Observation, error) {
	o, err := r.Provider.List(ctx, at)
	for i, c := range o.Candidates {
		mine := *c
		mine.Root = &discovery.Root{Provider: "code", Level: discovery.Custom}
		o.Candidates[i] = &mine
	}
	return o, err
}

func (r renamed) Load(ctx context.Context, c *discovery.Candidate) (discovery.Content, error) {
	o, err := r.Provider.List(ctx, discovery.Place{})
	for _, own := range o.Candidates {
		if own.Path == c.Path {
			return r.Provider.Load(ctx, own)
		}
	}
	return discovery.Content{}, errors.Join(err, fs.ErrNotExist)
}
