// Package tui is the terminal interface: the panes, how they are laid out, and which of them a key goes to.
package tui

import (
	"context"
	"errors"
	"os"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/muesli/termenv"

	"deft/commands/cli"
	"deft/tui/terminal"
	"deft/tui/theme"
)

// framesPerSecond is how often Bubble Tea looks for a changed frame; it is the most it allows.
const framesPerSecond = 120

// Run shows the interface until the user quits or the context ends.
func Run(ctx context.Context, app cli.App) error {
	m := New(verbs(ctx, app), app, theme.New(themeFor(app.Theme)))
	p := tea.NewProgram(m, tea.WithAltScreen(), tea.WithFPS(framesPerSecond), tea.WithContext(ctx))
	_, err := p.Run()
	if errors.Is(err, tea.ErrProgramKilled) && ctx.Err() != nil {
		return ctx.Err()
	}
	return err
}

// themeFor decides the colours. The terminal is asked for its background where the setting leaves it open.
func themeFor(setting string) theme.Options {
	o := theme.Options{Dark: true, Color: colors(setting)}
	switch {
	case setting == "light":
		o.Dark = false
	case setting != "dark" && o.Color != theme.ColorNone:
		o.Dark, _ = terminal.Background(terminal.Wait)
	}
	return o
}

// colors is how many colours the terminal shows and the user wants.
func colors(setting string) theme.Level {
	if setting == "none" || os.Getenv("NO_COLOR") != "" {
		return theme.ColorNone
	}
	switch termenv.NewOutput(os.Stdout).EnvColorProfile() {
	case termenv.TrueColor:
		return theme.ColorTrue
	case termenv.ANSI256:
		return theme.Color256
	case termenv.ANSI:
		return theme.Color16
	}
	return theme.ColorNone
}
