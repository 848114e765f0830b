package discovery

import (
	"fmt"
	"path"
)

// Config is the part of the configuration that discovery obeys.
type Config struct {
	Enabled            bool     // skills.enabled: false finds nothing
	CustomDirectories  []string // absolute
	Path               string   // absolute, "" for none: a root of CATEGORY/NAME/SKILL.md
	IgnoredSkills      []string // globs on names, as path.Match has them
	IncludeSkills      []string // globs on names, as path.Match has them; empty includes all
	Categories         []string // kept categories, "none" for skills without one; empty keeps all
	AcceptedCollisions []string // names whose collisions are not warned of
	Toggles            Toggles
}

// Toggles switch sources off and on; all are on by default.
type Toggles struct {
	NativeUser, NativeProject bool
	ClaudeUser, ClaudeProject bool
	CodexUser                 bool
}

// Defaults is the configuration of someone who has none.
func Defaults() Config {
	return Config{Enabled: true, Toggles: Toggles{true, true, true, true, true}}
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
	switch s {
	case EnableNativeUser:
		return t.NativeUser
	case EnableNativeProject:
		return t.NativeProject
	case EnableClaudeUser:
		return t.ClaudeUser
	case EnableClaudeProject:
		return t.ClaudeProject
	case EnableCodexUser:
		return t.CodexUser
	}
	return false
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
