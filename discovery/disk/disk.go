// Package disk finds what is on this machine: skills, in folders and inside the
// binary, and what agents' settings say of them.
package disk

import (
	"context"
	"fmt"
	"path"
	"path/filepath"
	"time"

	"deft/discovery"
	"deft/discovery/scan"
	"deft/skills"
)

// provider is a source of skills over the roots that find names.
type provider struct {
	name   string
	pool   *scan.Pool
	find   func(discovery.Place) sources
	follow *follower // nil where the disk is not watched
}

// sources is where a provider has to look, and what it learned on the way.
type sources struct {
	targets []scan.Target
	files   []string               // that were read to find the targets, or would have been
	reports []discovery.RootReport // of what could not even be looked into
	notes   []skills.Diagnostic
}

// Providers makes the providers over the disk that the rules name. They share
// one pool of readers, and read all of their roots whenever they are asked.
func Providers(rules discovery.Rules, config discovery.Config) []discovery.Provider {
	return providers(rules, config, scan.NewPool(), nil)
}

// Watched makes the same providers, which watch the disk as long as they are
// registered: they read again only the roots that have changed, and tell the
// registry when one has. files are what else is watched from a place, and never
// read: a change in one is told as a change in skills is.
func Watched(rules discovery.Rules, config discovery.Config, watch WatchConfig, files ...func(discovery.Place) []string) []discovery.Provider {
	if !watch.Enabled {
		return Providers(rules, config)
	}
	f := newFollower(watch, openWatcher)
	out := providers(rules, config, f.pool, f)
	for _, find := range files {
		out = append(out, &provider{name: "settings", pool: f.pool, follow: f, find: func(at discovery.Place) sources { return sources{files: find(at)} }})
	}
	return out
}

func providers(rules discovery.Rules, config discovery.Config, pool *scan.Pool, follow *follower) []discovery.Provider {
	var out []discovery.Provider
	for _, s := range rules.Sources {
		p := &provider{name: s.Provider, pool: pool, follow: follow}
		if p.find = finder(s, config); p.find != nil {
			out = append(out, p)
		}
	}
	return out
}

// finder is how a source's roots are found, nil where it is no matter of the
// disk.
func finder(s discovery.Source, config discovery.Config) func(discovery.Place) sources {
	switch {
	case len(s.Roots) > 0:
		return func(at discovery.Place) sources { return sources{targets: dirs(s, at)} }
	case s.Provider == discovery.ClaudePlugins:
		return plugins
	case s.Provider == discovery.CustomDirs:
		return func(discovery.Place) sources { return sources{targets: custom(s, config.CustomDirectories)} }
	case s.Provider == discovery.Path && config.Path != "":
		return func(discovery.Place) sources { return sources{targets: tree(config.Path)} }
	case s.Provider == discovery.Shipped && config.BundledDirectory != "":
		return func(discovery.Place) sources { return sources{targets: bundledRoot(s, config.BundledDirectory)} }
	}
	return nil
}

// Name is the provider's name in the rules.
func (p *provider) Name() string { return p.name }

// Attach has the provider's roots followed until the context ends.
func (p *provider) Attach(ctx context.Context, invalidate func()) error {
	if p.follow != nil {
		p.follow.attach(ctx, p.name, invalidate)
	}
	return nil
}

// Forget has all roots read again.
func (p *provider) Forget() {
	if p.follow != nil {
		p.follow.forget(p.name)
	}
}

// List reads the provider's roots, as far as they are not known.
func (p *provider) List(ctx context.Context, at discovery.Place) (discovery.Observation, error) {
	if at.Project == "" {
		at = At(at.Cwd, at.Home)
	}
	began := time.Now()
	s := p.find(at)
	all, err := p.read(ctx, at.Cwd, s, began)
	if err != nil {
		return discovery.Observation{}, err
	}
	o := scan.Join(all)
	o.Diagnostics = append(s.notes, o.Diagnostics...)
	o.Roots = append(s.reports, o.Roots...)
	o.Complete = o.Complete && len(s.reports) == 0
	if p.follow != nil {
		p.follow.confess(p.name, &o)
	}
	return o, nil
}

func (p *provider) read(ctx context.Context, cwd string, s sources, began time.Time) ([]discovery.Observation, error) {
	if p.follow == nil {
		return p.pool.Each(ctx, s.targets)
	}
	return p.follow.read(ctx, p.name, cwd, s, began)
}

// Load reads a skill again from its folder.
func (p *provider) Load(ctx context.Context, c *discovery.Candidate) (discovery.Content, error) {
	return Load(ctx, c)
}

// Load reads a skill that lies in a folder, whoever found it. A SKILL.md
// beyond skills.MaxFile is a *resource.SizeError.
func Load(ctx context.Context, c *discovery.Candidate) (discovery.Content, error) {
	if err := ctx.Err(); err != nil {
		return discovery.Content{}, err
	}
	raw, err := scan.ReadFile(c.Path, skills.MaxFile)
	if err != nil {
		return discovery.Content{}, err
	}
	if c.Flat {
		return discovery.Content{Raw: raw, Files: discovery.OneFile(path.Base(c.Path), raw), Close: func() {}}, nil
	}
	dir, err := scan.OpenDir(c.Dir(), path.Base(c.Path))
	if err != nil {
		return discovery.Content{}, err
	}
	return discovery.Content{Raw: raw, Files: dir, Close: func() { dir.Close() }}, nil
}

// FromDir finds the skills of one folder, NAME/SKILL.md below it or its own
// SKILL.md, for callers that have nothing else. source names the provider in
// what is returned; Load reads what was found.
func FromDir(ctx context.Context, dir, source string) (discovery.Observation, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return discovery.Observation{}, fmt.Errorf("folder of skills: %w", err)
	}
	t := scan.Target{Root: &discovery.Root{Provider: source, Level: discovery.Custom, Path: dir}, Itself: true, Named: true}
	return scan.NewPool().Scan(ctx, []scan.Target{t})
}
