package config

import (
	"slices"

	"deft/commands/state"
)

// Decided is the configuration with what the user has decided in the program,
// by now and for the project of a path, where the configuration leaves it open.
func (c Config) Decided(kept *state.Store, project string) Config {
	c.Settings = slices.Clone(c.Settings)
	c.choose(kept.Switches.Get(keyTheme))
	c.accept(kept.Accepted())
	c.Discovery.DisabledSkills = kept.Disabled(project)
	for _, name := range c.Discovery.DisabledSkills {
		c.add(Setting{keyIgnored, name, "deft disable (" + kept.DisabledFile() + ")"})
	}
	return c
}

// choose takes a theme that was picked in the interface, "" for none.
func (c *Config) choose(theme string) {
	if !slices.Contains(Themes(), theme) {
		return
	}
	for i, s := range c.Settings {
		if s.Key == keyTheme && s.Origin == "default" {
			c.Theme = theme
			c.Settings[i].Value, c.Settings[i].Origin = theme, "/theme"
		}
	}
}

// accept joins the collisions that were accepted in the interface with those
// of the configuration, behind them.
func (c *Config) accept(names []string) {
	c.Accepted = c.Discovery.AcceptedCollisions
	c.Discovery.AcceptedCollisions = state.Join(c.Accepted, names)
	for _, name := range c.Discovery.AcceptedCollisions[len(c.Accepted):] {
		c.add(Setting{keyAccepted, name, "accepted in the interface"})
	}
}

// add puts a value of a list behind those that the settings have of it.
func (c *Config) add(s Setting) {
	for i := len(c.Settings) - 1; i >= 0; i-- {
		switch at := c.Settings[i]; {
		case at.Key != s.Key:
		case at.Value == "" && at.Origin == "default": // the line of an empty list
			c.Settings[i] = s
			return
		default:
			c.Settings = slices.Insert(c.Settings, i+1, s)
			return
		}
	}
	c.Settings = append(c.Settings, s)
}
