package discovery_test

import (
	"context"
	"errors"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"

	"pgregory.net/rapid"

	"deft/discovery"
	"deft/discovery/rules"
	"deft/skills"
)

// memory is a provider whose skills and faults a test sets.
type memory struct {
	name, scope string

	mu         sync.Mutex
	skills     map[string]string // name in the frontmatter by folder; "" is invalid
	mood       string            // "", "failing", "incomplete" or "lawless"
	root       *discovery.Root
	invalidate func()
	ended      <-chan struct{}
}

func newMemory(scope, name string) *memory {
	return &memory{
		name: name, scope: scope, skills: map[string]string{},
		root: &discovery.Root{Provider: name, Level: discovery.User, Path: "/" + scope + "/" + name},
	}
}

func (m *memory) Name() string { return m.name }

func (m *memory) Attach(ctx context.Context, invalidate func()) error {
	m.invalidate, m.ended = invalidate, ctx.Done()
	return nil
}

func (m *memory) raw(folder string) []byte {
	if m.skills[folder] == "" {
		return nil
	}
	return []byte(text(m.skills[folder], "body"))
}

func (m *memory) path(folder string) string { return m.root.Path + "/" + folder + "/SKILL.md" }

func (m *memory) List(ctx context.Context, _ discovery.Place) (discovery.Observation, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	o := discovery.Observation{Complete: m.mood != "incomplete"}
	if m.mood == "failing" {
		return o, errors.New("out of order")
	}
	for folder := range m.skills {
		raw, path := m.raw(folder), m.path(folder)
		o.Candidates = append(o.Candidates, &discovery.Candidate{
			Root: m.root, Path: path, Real: path, Folder: folder, Size: int64(len(raw)),
			Reading: skills.ReadHead(skills.Source{Path: path, Folder: folder}, raw, int64(len(raw))),
		})
	}
	if m.mood == "lawless" {
		o.Candidates = append(o.Candidates, &discovery.Candidate{Root: m.root, Folder: "lost"})
	}
	return o, ctx.Err()
}

func (m *memory) Load(_ context.Context, c *discovery.Candidate) (discovery.Content, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if _, ok := m.skills[c.Folder]; !ok || c.Path != m.path(c.Folder) {
		return discovery.Content{}, fs.ErrNotExist
	}
	raw := m.raw(c.Folder)
	return discovery.Content{Raw: raw, Files: discovery.OneFile("SKILL.md", raw), Close: func() {}}, nil
}

// change sets a skill, or takes it away.
func (m *memory) change(folder, name string, there bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if delete(m.skills, folder); there {
		m.skills[folder] = name
	}
}

// model is the registry as this test sees it, next to the real one.
type model struct {
	registry *discovery.Registry
	parents  map[string]string // of the open scopes
	close    map[string]func()
	regs     []*modelReg // in the order of registration
	code     []*modelSkill
}

type modelReg struct {
	*memory
	dispose func()
}

type modelSkill struct {
	scope, name string
	dispose     func()
}

// ranks are deft's, of the providers in use.
var ranks = map[string]int{"native": 0, "claude": 1, "agents": 3, "runtime": 7, "zz": 10}

var modelScopes = map[string]string{"session": "", "turn": "session", "other": ""}

func (m *model) scopes() []string { return append(slices.Sorted(maps.Keys(m.parents)), "") }

// claim is a usable candidate.
type claim struct {
	layer, rank, order int
	path, provider     string
}

func (c claim) before(o claim) bool {
	switch {
	case c.layer != o.layer:
		return c.layer < o.layer
	case c.rank != o.rank:
		return c.rank < o.rank
	case c.order != o.order:
		return c.order < o.order
	}
	return c.path < o.path
}

// want says what a scope shall see: the winners' paths by name, all claims,
// and whether that is everything.
func (m *model) want(scope string) (winners map[string]claim, all map[string][]claim, complete bool) {
	winners, all, complete = map[string]claim{}, map[string][]claim{}, true
	add := func(name string, c claim) {
		all[name] = append(all[name], c)
		if w, ok := winners[name]; !ok || c.before(w) {
			winners[name] = c
		}
	}
	for layer, more := 0, true; more; layer++ {
		for order, reg := range m.regs {
			if reg.scope != scope {
				continue
			}
			complete = complete && reg.mood == ""
			if reg.mood == "failing" || reg.mood == "lawless" {
				continue
			}
			for folder, name := range reg.skills {
				if name != "" {
					add(name, claim{layer, ranks[reg.name], order, reg.path(folder), reg.name})
				}
			}
		}
		for _, s := range m.code {
			if s.scope == scope {
				add(s.name, claim{layer, ranks["runtime"], 0, "skill://" + s.name + "/SKILL.md", "runtime"})
			}
		}
		scope, more = m.parents[scope], scope != ""
	}
	return winners, all, complete
}

func (m *model) open(t *rapid.T) {
	scope := rapid.SampledFrom(slices.Sorted(maps.Keys(modelScopes))).Draw(t, "scope")
	parent := modelScopes[scope]
	_, open := m.parents[scope]
	_, under := m.parents[parent]
	end, err := m.registry.Open(scope, parent)
	switch {
	case open && !errors.Is(err, discovery.ErrDuplicate), !open && parent != "" && !under && !errors.Is(err, discovery.ErrUnknownScope):
		t.Fatalf("opening %s: %v", scope, err)
	case err == nil:
		m.parents[scope], m.close[scope] = parent, end
	}
}

func (m *model) shut(t *rapid.T) {
	scope := rapid.SampledFrom(m.scopes()).Draw(t, "scope")
	if scope == "" {
		t.Skip("the global scope stays")
	}
	m.close[scope]()
	m.forget(scope)
}

// forget drops a scope and those above it.
func (m *model) forget(scope string) {
	delete(m.parents, scope)
	m.regs = slices.DeleteFunc(m.regs, func(r *modelReg) bool { return r.scope == scope })
	m.code = slices.DeleteFunc(m.code, func(s *modelSkill) bool { return s.scope == scope })
	for child, parent := range m.parents {
		if parent == scope {
			m.forget(child)
		}
	}
}

func (m *model) provide(t *rapid.T) {
	scope := rapid.SampledFrom(m.scopes()).Draw(t, "scope")
	p := newMemory(scope, rapid.SampledFrom([]string{"native", "claude", "agents", "zz"}).Draw(t, "provider"))
	taken := slices.ContainsFunc(m.regs, func(r *modelReg) bool { return r.scope == scope && r.name == p.name })
	dispose, err := m.registry.Provide(scope, p)
	if taken != errors.Is(err, discovery.ErrDuplicate) || !taken && err != nil {
		t.Fatalf("registering %s in %q: %v", p.name, scope, err)
	}
	if err == nil {
		m.regs = append(m.regs, &modelReg{p, dispose})
	}
}

func (m *model) dispose(t *rapid.T) {
	if len(m.regs) == 0 {
		t.Skip("nothing is registered")
	}
	i := rapid.IntRange(0, len(m.regs)-1).Draw(t, "registration")
	m.regs[i].dispose()
	m.regs[i].dispose()
	select {
	case <-m.regs[i].ended:
	default:
		t.Fatal("the registration's context goes on")
	}
	m.regs = slices.Delete(m.regs, i, i+1)
}

func (m *model) register(t *rapid.T) {
	s := &modelSkill{scope: rapid.SampledFrom(m.scopes()).Draw(t, "scope"), name: skillName(t)}
	dispose, err := m.registry.Register(s.scope, discovery.RuntimeSkill{Raw: []byte(text(s.name, "body"))})
	if err != nil {
		t.Fatal(err)
	}
	s.dispose = dispose
	if slices.ContainsFunc(m.code, func(o *modelSkill) bool { return o.scope == s.scope && o.name == s.name }) {
		dispose() // does nothing
		return
	}
	m.code = append(m.code, s)
}

func (m *model) unregister(t *rapid.T) {
	if len(m.code) == 0 {
		t.Skip("no skill is registered")
	}
	i := rapid.IntRange(0, len(m.code)-1).Draw(t, "skill")
	m.code[i].dispose()
	m.code[i].dispose()
	m.code = slices.Delete(m.code, i, i+1)
}

func skillName(t *rapid.T) string { return rapid.SampledFrom([]string{"a", "b", "c"}).Draw(t, "name") }

// edit changes a provider, which says so where told is set.
func (m *model) edit(t *rapid.T, told bool) *modelReg {
	if len(m.regs) == 0 {
		t.Skip("nothing is registered")
	}
	reg := rapid.SampledFrom(m.regs).Draw(t, "registration")
	folder := rapid.SampledFrom([]string{"one", "two", "three"}).Draw(t, "folder")
	name := rapid.SampledFrom([]string{"a", "b", "c", ""}).Draw(t, "skill")
	reg.change(folder, name, rapid.IntRange(0, 3).Draw(t, "there") > 0)
	if told {
		reg.invalidate()
	}
	return reg
}

func (m *model) sicken(t *rapid.T) {
	if len(m.regs) == 0 {
		t.Skip("nothing is registered")
	}
	reg := rapid.SampledFrom(m.regs).Draw(t, "registration")
	mood := rapid.SampledFrom([]string{"", "", "failing", "incomplete", "lawless"}).Draw(t, "mood")
	reg.mu.Lock()
	reg.mood = mood
	reg.mu.Unlock()
	reg.invalidate()
}

// look holds a snapshot, taken by several at once, against the model.
func (m *model) look(t *rapid.T) {
	scope := rapid.SampledFrom(m.scopes()).Draw(t, "scope")
	snaps := make([]*discovery.Snapshot, 3)
	var wg sync.WaitGroup
	for i := range snaps {
		wg.Go(func() { snaps[i], _ = m.registry.Snapshot(context.Background(), discovery.View{Scope: scope}) })
	}
	wg.Wait()
	want, all, complete := m.want(scope)
	for _, s := range snaps {
		if s == nil || s.Complete != complete {
			t.Fatalf("scope %q: snapshot %+v, complete shall be %v", scope, s, complete)
		}
		got := map[string]string{}
		for _, r := range s.Resolutions {
			if r.Winner != nil {
				got[r.Name] = r.Winner.Path
			}
		}
		paths := map[string]string{}
		for name, c := range want {
			paths[name] = c.path
		}
		if !maps.Equal(got, paths) {
			t.Fatalf("scope %q: winners %v, want %v", scope, got, paths)
		}
		for _, f := range s.Failures {
			if !errors.Is(f, discovery.ErrInvalidDefinition) && !strings.Contains(f.Error(), "out of order") {
				t.Fatalf("failure %v", f)
			}
		}
		for name, claims := range all {
			if r, _ := s.Lookup(name); len(r.Entries) < len(claims) {
				t.Fatalf("%s: %d entries, want %d", name, len(r.Entries), len(claims))
			}
		}
	}
}

// get reads a skill by its name, after a change that nobody was told of.
func (m *model) get(t *rapid.T) {
	scope := rapid.SampledFrom(m.scopes()).Draw(t, "scope")
	name := skillName(t)
	want, _, _ := m.want(scope)
	got, err := m.registry.Get(context.Background(), name, discovery.View{Scope: scope})
	w, ok := want[name]
	if !ok {
		if err == nil && got.Entry.State == discovery.Active {
			t.Fatalf("%s in %q: got %s, want nothing", name, scope, got.Entry.Path)
		}
		return
	}
	if err != nil || got.Entry.Path != w.path || string(got.Raw) != text(name, "body") {
		t.Fatalf("%s in %q: got %+v, %v, want %s", name, scope, got.Entry, err, w.path)
	}
}

// loser reads a copy by its qualified name.
func (m *model) loser(t *rapid.T) {
	scope := rapid.SampledFrom(m.scopes()).Draw(t, "scope")
	_, all, _ := m.want(scope)
	for name, claims := range all {
		for _, c := range claims {
			got, err := m.registry.Get(context.Background(), name+"@"+c.provider, discovery.View{Scope: scope})
			var several *discovery.AmbiguousError
			if errors.As(err, &several) {
				continue
			}
			if err != nil || got.Entry.Root.Provider != c.provider {
				t.Fatalf("%s@%s: %v, %v", name, c.provider, got.Entry, err)
			}
		}
	}
}

// Whatever is registered, fails and changes in whatever order: the registry
// says what a simple model says.
func TestModel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r, err := discovery.NewRegistry(rules.Deft(), discovery.Defaults(), discovery.Place{Cwd: "/"})
		if err != nil {
			t.Fatal(err)
		}
		defer r.Close()
		m := &model{registry: r, parents: map[string]string{}, close: map[string]func(){}}
		t.Repeat(map[string]func(*rapid.T){
			"open": m.open, "shut": m.shut, "provide": m.provide, "dispose": m.dispose,
			"register": m.register, "unregister": m.unregister, "sicken": m.sicken,
			"edit": func(t *rapid.T) { m.edit(t, true) }, "look": m.look, "get": m.get, "loser": m.loser,
			"rename": m.rename,
		})
	})
}

// rename gives the file of a winner another name without telling: who gets it
// by the old name is not given that file, and the provider is asked again.
func (m *model) rename(t *rapid.T) {
	m.look(t)
	reg := m.edit(t, false)
	scope := reg.scope
	before, err := m.registry.Snapshot(context.Background(), discovery.View{Scope: scope})
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range before.Resolutions {
		got, err := m.registry.Get(context.Background(), r.Name, discovery.View{Scope: scope})
		if err == nil && got.Entry.State == discovery.Active && string(got.Raw) != text(r.Name, "body") {
			t.Fatalf("%s: %q", r.Name, got.Raw)
		}
		var renamed *discovery.RenamedError
		if errors.As(err, &renamed) || errors.Is(err, fs.ErrNotExist) {
			t.Fatalf("%s: the next copy does not take over: %v", r.Name, err)
		}
	}
	reg.invalidate()
	m.look(t)
}
