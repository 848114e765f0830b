package discovery

import (
	"fmt"
	"log/slog"
	"path"
)

// Config is the part of the configuration that discovery obeys.
type Config struct {
	Enabled            bool     // skills.enabled: false finds nothing
	CustomDirectories  []string // absolute
	Path               string   // absolute, "" for none: a root of CATEGORY/NAME/SKILL.md
	DisabledSkills     []string // names that the user has switched off
	IgnoredSkills      []string // globs on names, as path.Match has them
	IncludeSkills      []string // globs on names, as path.Match has them; empty includes all
	Categories         []string // kept categories, NoCategory for skills without one; empty keeps all
	AcceptedCollisions []string // names whose collisions are not warned of
	BundledDirectory   string   // absolute, "" for the skills inside the binary: a root of the bundled provider
	CacheMaxEntries    int      // snapshots kept, one for each scope and working folder; below 1 keeps one
	Toggles            Toggles
	Log                *slog.Logger // hears of failing providers and refused skills; nil for nobody
}

// NoCategory is what settings and requests call skills without a category.
const NoCategory = "none"

// Toggles switch sources off and on; all are on by default.
type Toggles struct {
	NativeUser, NativeProject bool
	ClaudeUser, ClaudeProject bool
	CodexUser                 bool
}

// defaultCache is how many snapshots are kept where nothing else is said.
const defaultCache = 32

// Defaults is the configuration of someone who has none.
func Defaults() Config {
	return Config{Enabled: true, CacheMaxEntries: defaultCache, Toggles: Toggles{true, true, true, true, true}}
}

// Switch names a toggle as the config spells it.
type Switch string

// The switches.
const (
	EnableNativeUser    Switch = "enableNativeUser"
	EnableNativeProject Switch = "enableNativeProject"
	EnableClaudeUser    Switch = "enableClaudeUser"
	EnableClaudeProject Switch = "enableClaudeProject"
	EnableCodexUser     Switch = "enableCodexUser"
)

// On reports whether a toggle is on.
func (t Toggles) On(s Switch) bool {
	p := t.at(s)
	return p != nil && *p
}

// set turns a toggle; one that there is none of is left alone.
func (t *Toggles) set(s Switch, on bool) {
	if p := t.at(s); p != nil {
		*p = on
	}
}

// at is where a toggle is kept, nil for one that there is none of.
func (t *Toggles) at(s Switch) *bool {
	switch s {
	case EnableNativeUser:
		return &t.NativeUser
	case EnableNativeProject:
		return &t.NativeProject
	case EnableClaudeUser:
		return &t.ClaudeUser
	case EnableClaudeProject:
		return &t.ClaudeProject
	case EnableCodexUser:
		return &t.CodexUser
	}
	return nil
}

// any reports whether any toggle is on.
func (t Toggles) any() bool { return t != Toggles{} }

// Check reports the first glob that path.Match cannot read, and the setting
// it stands in.
func (c Config) Check() error {
	for key, globs := range map[string][]string{"skills.ignoredSkills": c.IgnoredSkills, "skills.includeSkills": c.IncludeSkills} {
		for _, g := range globs {
			if _, err := path.Match(g, ""); err != nil {
				return fmt.Errorf("%s: %q: %w", key, g, err)
			}
		}
	}
	return nil
}

// firstGlob is the first glob that a name fits.
func firstGlob(globs []string, name string) (glob string, ok bool) {
	for _, g := range globs {
		if hit, err := path.Match(g, name); hit && err == nil {
			return g, true
		}
	}
	return "", false
}

// log is the logger to use, which is never nil.
func (c Config) log() *slog.Logger {
	if c.Log == nil {
		return slog.New(slog.DiscardHandler)
	}
	return c.Log
}
