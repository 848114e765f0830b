// Package tui is the terminal interface.
package tui

import (
	"context"

	"deft/commands/cli"
)

// Run shows the interface until the user quits.
func Run(ctx context.Context, app cli.App) error { panic("contract") }
