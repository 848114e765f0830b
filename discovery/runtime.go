package discovery

import (
	"cmp"
	"context"
	"fmt"
	"io/fs"
	"slices"
	"sync"

	"deft/skills"
	"deft/skills/resource"
)

// RuntimeSkill is a skill that a program brings along.
type RuntimeSkill struct {
	Folder string // stands for the folder's name where the frontmatter gives no handle
	Raw    []byte // SKILL.md, at most skills.MaxFile bytes
	Files  fs.FS  // with the SKILL.md in it; nil where there is nothing else
}

// runtimeSkills are the skills registered by code in one layer.
type runtimeSkills struct {
	root *Root

	mu         sync.Mutex
	skills     []*runtimeSkill // in the order of registration
	invalidate func()
}

type runtimeSkill struct {
	RuntimeSkill
	candidate *Candidate
}

// Register adds a skill to a scope, "" for the global one. dispose takes it
// away, and may be called twice. The first of a name in a scope stays: a
// further one is logged and gets a dispose that does nothing. The error
// matches ErrInvalidDefinition, ErrUnknownScope or ErrClosed.
func (r *Registry) Register(scope string, s RuntimeSkill) (dispose func(), err error) {
	added, err := newRuntimeSkill(s)
	if err != nil {
		return nil, err
	}
	from, err := r.layers.registered(scope)
	if err != nil {
		return nil, err
	}
	if !from.add(added) {
		r.config.log().Warn("skill registered twice; the first one stays", "skill", added.candidate.Name(), "scope", scope)
		return func() {}, nil
	}
	return sync.OnceFunc(func() { from.drop(added) }), nil
}

func newRuntimeSkill(s RuntimeSkill) (*runtimeSkill, error) {
	if len(s.Raw) > skills.MaxFile {
		return nil, &DefinitionError{Reason: fmt.Sprintf("a skill of more than %d bytes", skills.MaxFile)}
	}
	s.Raw = slices.Clone(s.Raw)
	size := int64(len(s.Raw))
	c := &Candidate{
		Folder: s.Folder, Size: size,
		Reading: skills.ReadHead(skills.Source{Folder: s.Folder}, s.Raw, size),
	}
	name := c.Name()
	if name == "" {
		return nil, &DefinitionError{Reason: "a skill without a name"}
	}
	c.Folder, c.Rel = cmp.Or(c.Folder, name), name+"/SKILL.md"
	c.Path = resource.Scheme + c.Rel
	c.Real = c.Path
	c.Reading = skills.ReadHead(skills.Source{Path: c.Path, Folder: c.Folder}, s.Raw, size)
	if s.Files == nil {
		s.Files = OneFile("SKILL.md", s.Raw)
	}
	if info, err := fs.Stat(s.Files, "scripts"); err == nil {
		c.Scripts = info.IsDir()
	}
	return &runtimeSkill{RuntimeSkill: s, candidate: c}, nil
}

// registered is the provider of a scope's registered skills.
func (ls *layers) registered(scope string) (*runtimeSkills, error) {
	ls.registering.Lock()
	defer ls.registering.Unlock()
	ls.mu.Lock()
	l, err := ls.at(scope)
	ls.mu.Unlock()
	if err != nil {
		return nil, err
	}
	if l.runtime == nil {
		p := newRuntimeSkills()
		if _, err := ls.provide(scope, Runtime, p); err != nil {
			return nil, err
		}
		l.runtime = p
	}
	return l.runtime, nil
}

func newRuntimeSkills() *runtimeSkills {
	return &runtimeSkills{root: &Root{Provider: Runtime, Level: Custom}}
}

// Name is the provider's name in the rules.
func (p *runtimeSkills) Name() string { return Runtime }

// Attach takes what tells the registry of new skills.
func (p *runtimeSkills) Attach(_ context.Context, invalidate func()) error {
	p.invalidate = invalidate
	return nil
}

// add refuses a second skill of one name.
func (p *runtimeSkills) add(s *runtimeSkill) bool {
	s.candidate.Root = p.root
	p.mu.Lock()
	name := s.candidate.Name()
	if slices.ContainsFunc(p.skills, func(o *runtimeSkill) bool { return o.candidate.Name() == name }) {
		p.mu.Unlock()
		return false
	}
	p.skills = append(p.skills, s)
	p.mu.Unlock()
	p.invalidate()
	return true
}

func (p *runtimeSkills) drop(s *runtimeSkill) {
	p.mu.Lock()
	p.skills = slices.DeleteFunc(slices.Clone(p.skills), func(o *runtimeSkill) bool { return o == s })
	p.mu.Unlock()
	p.invalidate()
}

// List tells the skills that are registered now.
func (p *runtimeSkills) List(ctx context.Context, _ Place) (Observation, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	o := Observation{Complete: true}
	for _, s := range p.skills {
		o.Candidates = append(o.Candidates, s.candidate)
	}
	if n := len(o.Candidates); n > 0 {
		o.Roots = []RootReport{{Root: p.root, Found: n}}
	}
	return o, ctx.Err()
}

// Load gives what was registered.
func (p *runtimeSkills) Load(ctx context.Context, c *Candidate) (Content, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, s := range p.skills {
		if s.candidate == c {
			return Content{Raw: slices.Clone(s.Raw), Files: s.Files, Close: func() {}}, ctx.Err()
		}
	}
	return Content{}, &fs.PathError{Op: "open", Path: c.Path, Err: fs.ErrNotExist}
}
