package cli

import (
	"slices"

	"deft/commands/state"
)

// decided is the configuration with what the user has decided in deft.
func (c Config) decided(kept *state.Store, project string) Config {
	c.Settings = slices.Clone(c.Settings)
	c.choose(kept)
	c.disable(kept, project)
	return c
}

// disable joins the skills that were switched off by deft disable with those
// that the configuration ignores.
func (c *Config) disable(kept *state.Store, project string) {
	c.Discovery.DisabledSkills = kept.Disabled(project)
	for _, name := range c.Discovery.DisabledSkills {
		c.Settings = withValue(c.Settings, Setting{Key: keyIgnored, Value: name, Origin: "deft disable (" + kept.DisabledFile() + ")"})
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
