// Package cli is deft's command line: arguments, the config file, output
// forms, exit codes, and the wiring of everything below.
package cli

import (
	"context"

	"deft/commands"
)

// App is what an interface gets: the wired verbs and the settings it obeys.
type App struct {
	Version       string
	Cwd           string    // absolute
	Home          string    // "" where unknown
	Project       string    // absolute
	Theme         string    // auto, dark, light or none
	SkillCommands bool      // /skill: is on
	Settings      []Setting // effective configuration, for /config
	ContextFiles  []string  // AGENTS.md and the like, nearest last
	Muted         []string  // codes of diagnostics that are not shown

	Context commands.Context
	List    commands.List
	Reload  commands.Reload
	Why     commands.Why
	Show    commands.Show
	Load    commands.Load
	Read    commands.Read
}

// Setting is one effective value of the configuration and where it is from. A
// list has a Setting for each of its values; one without values has a Setting
// with an empty Value.
type Setting struct {
	Key, Value, Origin string
}

// Interface runs the terminal interface until the user quits.
type Interface func(context.Context, App) error
