// Package tui is the terminal interface: the panes, how they are laid out, and which of them a key goes to.
package tui

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/muesli/termenv"

	"deft/commands/cli"
	"deft/tui/clipboard"
	"deft/tui/delta"
	"deft/tui/keys"
	"deft/tui/lend"
	"deft/tui/terminal"
	"deft/tui/theme"
)

// framesPerSecond is how often Bubble Tea looks for a changed frame; it is the most it allows.
const framesPerSecond = 120

// Run shows the interface until the user quits or the context ends.
func Run(ctx context.Context, app cli.App) error {
	k, err := keys.Default().Rebind(app.Keys)
	if err != nil {
		return err
	}
	out := delta.New(os.Stdout)
	v := verbs(ctx, app, clipboard.New(out))
	v.Begin = begin(out.Painted())
	go func() {
		v.Begin()
		app.List.Source.Snapshot(ctx) //nolint:errcheck // whoever asks next shares the outcome
	}()
	m := New(v, app, k, colours(app))
	l, late := lend.New(app.Mouse), terminal.LateAnswer()
	filter := func(m tea.Model, msg tea.Msg) tea.Msg { return l.Filter(m, late(m, msg)) }
	options := []tea.ProgramOption{tea.WithOutput(out), tea.WithAltScreen(), tea.WithFPS(framesPerSecond), tea.WithContext(ctx), tea.WithFilter(filter),
		tea.WithoutSignalHandler()} // signals end the context: the exit code is then the same for all of them
	if app.Mouse {
		options = append(options, tea.WithMouseCellMotion())
	}
	err = l.Run(ctx, tea.NewProgram(m, options...))
	kept := m.leave()
	if errors.Is(err, tea.ErrProgramKilled) && ctx.Err() != nil {
		err = ctx.Err()
	}
	return errors.Join(err, kept)
}

// leave keeps what was written last, and what the pause had not yet saved. The error is about a message that is lost.
func (m *Model) leave() error {
	if m.app.State == nil {
		return nil
	}
	for _, text := range m.composer.Remembered() {
		m.app.State.History.Add(text)
	}
	if err := m.app.State.SaveDraft(m.composer.Draft(), time.Now()); err != nil && m.composer.Draft() != "" {
		return fmt.Errorf("the message that was not sent is lost: %w", err)
	}
	return nil
}

// headStart is how long the first frame may take before skills are looked for: as long as a terminal that is near needs to answer.
const headStart = 60 * time.Millisecond

// begin waits for the first frame, or for so long that there is something better to do. Skills that are looked for meanwhile would hold
// up the frame, as there are few processors and many skills.
func begin(painted <-chan struct{}) func() {
	late := time.After(headStart)
	var once sync.Once
	return func() {
		once.Do(func() {
			select {
			case <-painted:
			case <-late:
			}
		})
	}
}

// colours finds out what the terminal shows. It is asked for its background where the setting leaves that open.
func colours(app cli.App) Colours {
	c := Colours{Dark: true, Level: level(), Plain: app.Plain}
	if app.Theme == "auto" && c.Level != theme.ColorNone {
		known := false
		if c.Dark, known = terminal.Background(terminal.Wait); !known {
			c.Dark = terminal.Declared(os.Getenv("COLORFGBG"))
		}
	}
	if strings.HasSuffix(app.Theme, "light") {
		c.Dark = false
	}
	return c
}

// level is how many colours the terminal shows and the user wants.
func level() theme.Level {
	if os.Getenv("NO_COLOR") != "" {
		return theme.ColorNone
	}
	out := termenv.NewOutput(os.Stdout)
	switch profile := out.EnvColorProfile(); {
	case profile == termenv.TrueColor:
		return theme.ColorTrue
	case profile == termenv.ANSI256:
		return theme.Color256
	case profile == termenv.ANSI, !out.EnvNoColor() && sixteen(os.Getenv("TERM")):
		return theme.Color16
	}
	return theme.ColorNone
}

// sixteen says that a terminal shows 16 colours though its name, the value of TERM, says nothing of colours.
func sixteen(name string) bool {
	family, _, _ := strings.Cut(strings.ToLower(name), "-")
	switch family {
	case "screen", "tmux", "rxvt", "eterm", "konsole", "gnome", "putty", "st", "foot", "mlterm", "cygwin":
		return true
	}
	return false
}
