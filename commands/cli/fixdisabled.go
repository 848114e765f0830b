package cli

import (
	"slices"
	"strings"

	"deft/commands/state"
)

// disable joins the skills that were switched off by deft disable with those
// that the configuration ignores.
func (c *Config) disable(store *state.Store, project string) {
	escape := strings.NewReplacer(`\`, `\\`, `*`, `\*`, `?`, `\?`, `[`, `\[`)
	for _, name := range store.Disabled(project) {
		glob := escape.Replace(name)
		if slices.Contains(c.Discovery.IgnoredSkills, glob) {
			continue
		}
		c.Discovery.IgnoredSkills = append(c.Discovery.IgnoredSkills, glob)
		c.Settings = withValue(c.Settings, Setting{Key: keyIgnored, Value: glob, Origin: "deft disable (" + store.DisabledFile() + ")"})
	}
}

// withValue adds a value to a list among the settings, behind those it has.
func withValue(settings []Setting, add Setting) []Setting {
	for i := len(settings) - 1; i >= 0; i-- {
		switch {
		case settings[i].Key != add.Key:
		case settings[i].Value == "" && settings[i].Origin == "default":
			settings[i] = add
			return settings
		default:
			return slices.Insert(settings, i+1, add)
		}
	}
	return append(settings, add)
}
