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
	Cwd           string // absolute
	Home          string
	Project       string
	SkillCommands bool      // /skill: is on
	Settings      []Setting // effective configuration, for /config
	ContextFiles  []string  // AGENTS.md and the like, nearest last

	List   commands.List
	Reload commands.Reload
	Why    commands.Why
	Show   commands.Show
	Load   commands.Load
	Read   commands.Read
}

// Setting is one effective value of the configuration and where it is from.
type Setting struct {
	Key, Value, Origin string
}

// Interface runs the terminal interface until the user quits.
type Interface func(context.Context, App) error

// Main runs deft with the arguments after the program's name and returns the
// exit code: 0 fine, 1 findings, 2 usage, 3 input or output.
func Main(args []string, ui Interface) int { panic("contract") }
