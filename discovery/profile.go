package discovery

import (
	"fmt"
	"path"
	"slices"
)

// Profile is a named filter with overrides of the rules. It is applied to a
// snapshot that is there already, and reads nothing. The zero value is no
// profile. A skill is kept where each list that is not empty
// names it, and Ignored does not name it.
type Profile struct {
	Name       string
	Skills     []string        // names, or globs on them as path.Match has them
	Ignored    []string        // the same, of skills that it leaves out
	Categories []string        // NoCategory for skills without one
	Providers  []string        // names of providers
	Precedence []string        // providers that rank before all others, in this order
	Toggles    map[Switch]bool // switches that it sets
}

// Check reports the first glob that path.Match cannot read, and a switch that
// there is none of.
func (p Profile) Check() error {
	for _, g := range slices.Concat(p.Skills, p.Ignored) {
		if _, err := path.Match(g, ""); err != nil {
			return fmt.Errorf("profile %s: %q: %w", p.Name, g, err)
		}
	}
	for s := range p.Toggles {
		var t Toggles
		if t.set(s, true); !t.any() {
			return fmt.Errorf("profile %s: no switch %q", p.Name, s)
		}
	}
	return nil
}

// none reports whether it is no profile at all.
func (p *Profile) none() bool {
	return p == nil || p.Name == "" && len(p.Skills)+len(p.Ignored)+len(p.Categories)+len(p.Providers)+len(p.Precedence)+len(p.Toggles) == 0
}

// leavesOut says how a profile leaves an item out, "" where it keeps it.
func (p *Profile) leavesOut(it *item) string {
	if p == nil {
		return ""
	}
	named := len(p.Skills) == 0
	if !named {
		_, named = firstGlob(p.Skills, it.name)
	}
	glob, ignored := firstGlob(p.Ignored, it.name)
	switch {
	case ignored:
		return fmt.Sprintf("%q in profile %q leaves it out", glob, p.Name)
	case !named:
		return fmt.Sprintf("profile %q does not name it", p.Name)
	case len(p.Categories) > 0 && !slices.Contains(p.Categories, categoryOf(it.Candidate)):
		return fmt.Sprintf("category %q is not in profile %q", categoryOf(it.Candidate), p.Name)
	case len(p.Providers) > 0 && !slices.Contains(p.Providers, it.Root.Provider):
		return fmt.Sprintf("source %s is not in profile %q", it.Root.Provider, p.Name)
	}
	return ""
}

// rules are the rules with the profile's precedence.
func (p *Profile) rules(r Rules) Rules {
	if len(p.Precedence) == 0 {
		return r
	}
	top := 0
	for _, s := range r.Sources {
		top = max(top, s.Priority)
	}
	r.Sources = slices.Clone(r.Sources)
	for i, name := range p.Precedence {
		at := slices.IndexFunc(r.Sources, func(s Source) bool { return s.Provider == name })
		if at < 0 {
			at = len(r.Sources)
			r.Sources = append(r.Sources, Source{Provider: name, Unswitched: true})
		}
		s := &r.Sources[at]
		s.Priority, s.profile = top+len(p.Precedence)-i, p.Name
	}
	return r
}

// config is the configuration with the profile's toggles.
func (p *Profile) config(c Config) Config {
	for s, on := range p.Toggles {
		c.Toggles.set(s, on)
	}
	return c
}

// judge judges a snapshot again under a profile.
func (p *Profile) judge(s *Snapshot, r Rules, c Config) *Snapshot {
	out := *s
	out.Resolutions = newPlan(p.rules(r), p.config(c), p, s.found).resolve(s.found.digests)
	out.Diagnostics = slices.DeleteFunc(slices.Clone(s.Diagnostics), isCollision)
	out.warn(collisions(&out, out.Resolutions))
	return &out
}
