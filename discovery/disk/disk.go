// Package disk holds the providers of skills that lie in folders, and of
// those inside the binary.
package disk

import (
	"context"
	"fmt"
	"path"
	"path/filepath"

	"deft/discovery"
	"deft/discovery/scan"
	"deft/skills"
)

// provider is a source of skills over the roots that find names.
type provider struct {
	name string
	pool *scan.Pool
	find func(discovery.Place) sources
}

// sources is where a provider has to look, and what it learned on the way.
type sources struct {
	targets []scan.Target
	reports []discovery.RootReport // of what could not even be looked into
	notes   []skills.Diagnostic
}

// Providers makes the providers over the disk that the rules name. They share
// one pool of readers.
func Providers(rules discovery.Rules, config discovery.Config) []discovery.Provider {
	pool := scan.NewPool()
	var out []discovery.Provider
	for _, s := range rules.Sources {
		p := &provider{name: s.Provider, pool: pool}
		switch {
		case len(s.Roots) > 0:
			p.find = func(at discovery.Place) sources { return sources{targets: dirs(s, at)} }
		case s.Provider == discovery.ClaudePlugins:
			p.find = plugins
		case s.Provider == discovery.CustomDirs:
			p.find = func(discovery.Place) sources { return sources{targets: custom(config.CustomDirectories)} }
		case s.Provider == discovery.Path && config.Path != "":
			p.find = func(discovery.Place) sources { return sources{targets: tree(config.Path)} }
		default:
			continue // not a matter of the disk
		}
		out = append(out, p)
	}
	return out
}

// Name is the provider's name in the rules.
func (p *provider) Name() string { return p.name }

// List scans the provider's roots.
func (p *provider) List(ctx context.Context, at discovery.Place) (discovery.Observation, error) {
	s := p.find(at)
	o, err := p.pool.Scan(ctx, s.targets)
	if err != nil {
		return o, err
	}
	o.Diagnostics = append(s.notes, o.Diagnostics...)
	o.Roots = append(s.reports, o.Roots...)
	o.Complete = o.Complete && len(s.reports) == 0
	return o, nil
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
