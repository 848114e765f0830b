package tui

import (
	"runtime"
	"runtime/debug"
	"time"

	tea "github.com/charmbracelet/bubbletea"
)

// growth is how much the heap grows between collections, in percent of what is in use, once the first scan has ended. Before, there is
// more to do than to save.
const growth = 40

// worth is how many bytes have to be gained before memory is given back: it costs some milliseconds of another core.
const worth = 1 << 20

// memory is what is known of the memory in use.
type memory struct {
	due  bool   // somebody looks soon
	work int    // counts what was done
	held uint64 // bytes of the heap after the last time it was given back
}

// quietMsg comes a while after something was done; releasedMsg says how many bytes are held.
type (
	quietMsg    struct{ work int }
	releasedMsg struct{ held uint64 }
)

// tidy has memory given back that a scan or a long text has needed, once nothing has been done for a while.
func (m *Model) tidy(msg tea.Msg) tea.Cmd {
	if m.verbs.Release == nil {
		return nil
	}
	switch msg := msg.(type) {
	case releasedMsg:
		m.memory.held = msg.held
		return nil
	case quietMsg:
		if m.memory.due = false; msg.work == m.memory.work {
			release, held := m.verbs.Release, m.memory.held
			return func() tea.Msg { return releasedMsg{release(held)} }
		}
	default:
		m.memory.work++
	}
	if m.memory.due {
		return nil
	}
	m.memory.due = true
	work := m.memory.work
	return tea.Tick(quiet, func(time.Time) tea.Msg { return quietMsg{work} })
}

// release gives back what is not in use, where that is worth it, and returns how many bytes are held then; held is what it returned
// the last time.
func release(held uint64) uint64 {
	if now := heap(); now < held+worth {
		return held
	}
	debug.SetGCPercent(growth)
	debug.FreeOSMemory()
	letGo()
	return heap()
}

// heap is how many bytes the heap holds.
func heap() uint64 {
	var s runtime.MemStats
	runtime.ReadMemStats(&s)
	return s.HeapSys - s.HeapReleased
}
