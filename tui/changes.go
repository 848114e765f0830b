package tui

import (
	"context"

	tea "github.com/charmbracelet/bubbletea"

	"deft/commands/cli"
)

// changedMsg says that skills may have changed.
type changedMsg struct{}

// changes gives a function that waits for the next change of skills; false when none will come any more.
func changes(ctx context.Context, app cli.App) func() bool {
	if app.Changes == nil {
		return nil
	}
	next := app.Changes(ctx)
	return func() bool {
		_, more := <-next
		return more
	}
}

// await waits for the next change. Whoever gets its message calls it again.
func (m looking) await() tea.Cmd {
	next := m.verbs.Changed
	if next == nil {
		return nil
	}
	return func() tea.Msg {
		if next() {
			return changedMsg{}
		}
		return nil
	}
}
