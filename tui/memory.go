package tui

import (
	"runtime/debug"

	tea "github.com/charmbracelet/bubbletea"
)

// growth is how much the heap grows between collections, in percent of what is in use, once the first scan has ended. Before, there is
// more to do than to save.
const growth = 40

// release gives back what a scan has needed. It takes some milliseconds of another core.
func release() tea.Msg {
	debug.SetGCPercent(growth)
	debug.FreeOSMemory()
	return nil
}
