// Package cli is deft's command line: arguments, output forms, exit codes, and
// the wiring of everything below.
package cli

import (
	"context"

	"deft/commands"
	"deft/commands/config"
	"deft/commands/state"
	"deft/commands/tool"
	"deft/discovery"
)

// App is what an interface gets: the wired verbs and the settings it obeys.
type App struct {
	Cwd           string // absolute
	Home          string // "" where unknown
	Project       string // absolute
	Theme         string // one of config.Themes
	Plain         bool   // no frames and no drawn signs
	Mouse         bool
	Keys          []config.Binding
	SkillCommands bool                    // /skill: is on
	Settings      func() []config.Setting // effective configuration as it is now, for /config; nil for none
	ContextFiles  []string                // AGENTS.md and the like, nearest last
	Muted         []string                // codes of diagnostics that are not shown

	State *state.Store // what is kept between runs; nil keeps nothing

	Verbs
	// Changes tells when skills may have changed, by a profile too, until the
	// context ends: discovery.Registry.Changes.
	Changes func(context.Context) <-chan discovery.Change
}

// Verbs are what can be done with the skills of one place. Making one takes
// no skills: that is commands.New.
type Verbs struct {
	tool.Verbs // those that models have too
	Context    commands.Context
	List       commands.List
	Reload     commands.Reload
	Why        commands.Why
	Agents     commands.Agents // skills as every agent sees them
	Show       commands.Show
	Compare    commands.Compare
	Copy       commands.Copy
	Export     commands.Export
	Fix        commands.Fix
	Doctor     commands.Doctor
	Profiles   commands.Profiles
	Accept     commands.Accept
}

// Interface runs the terminal interface until the user quits.
type Interface func(context.Context, App) error
