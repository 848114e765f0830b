package tui

import (
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"deft/discovery"
	"deft/tui/browse"
	"deft/tui/problems"
)

// slowMsg says that a moment has passed since a scan was begun.
type slowMsg struct{ turn int }

// scannedMsg brings the outcome of a scan, made ready for the list and for completion.
type scannedMsg struct {
	turn      int
	snapshot  *discovery.Snapshot
	index     *browse.Index
	completer *completer
	problems  *problems.Index
	as        sight
	err       error
}

// looking is everything that has to do with looking for skills.
type looking struct{ *Model }

// look scans for skills, afresh where that is asked for. One scan runs at a time.
func (m looking) look(afresh bool) tea.Cmd {
	if m.scan.running {
		m.scan.again, m.scan.againAfresh = true, m.scan.againAfresh || afresh
		return nil
	}
	m.scan.turn++
	m.scan.running, m.scan.afresh = true, afresh
	turn, run, off, after := m.scan.turn, m.verbs.List, !m.app.SkillCommands, choices(m.app)
	muted, home, eyes := m.app.Muted, m.app.Home, agents(m).eyes()
	if afresh {
		run = m.verbs.Reload
	}
	begin := m.verbs.Begin
	work := func() tea.Msg {
		if begin != nil {
			begin()
		}
		result, err := run()
		if err != nil {
			return scannedMsg{turn: turn, err: err}
		}
		out := scannedMsg{turn: turn, snapshot: result.Snapshot, completer: newCompleter(result.Entries, off, after),
			problems: problems.NewIndex(result.Snapshot, result.Entries, muted, home)}
		out.as, out.index = eyes(result)
		return out
	}
	return tea.Batch(work, tea.Tick(m.scan.patience, func(time.Time) tea.Msg { return slowMsg{turn} }))
}

// lookedAgain begins what is said after a scan that the user asked for.
const lookedAgain = "Looked again: "

// scanned takes the outcome of a scan.
func (m looking) scanned(msg scannedMsg) tea.Cmd {
	if msg.turn != m.scan.turn {
		return nil
	}
	s := &m.scan
	s.running, s.slow, s.failed = false, false, ""
	var cmds []tea.Cmd
	if msg.err != nil {
		s.failed = msg.err.Error()
		m.list.SetWaiting("The skills could not be looked for; " + m.keys.Global.Rescan.Help().Key + " tries again.")
	} else {
		s.snapshot = msg.snapshot
		turned := agents(m).turnTo(msg.as)
		m.list.SetIndex(msg.index)
		agents(m).arrive()
		m.problems.SetIndex(msg.problems)
		learning(m).forget(msg.snapshot)
		m.scan.completer = msg.completer
		m.composer.SetCompleter(msg.completer)
		if turned {
			m.release()
		} else {
			cmds = append(cmds, m.hold())
		}
		cmds = append(cmds, talking(m).wantFiles(), agents(m).lookAround())
		if s.afresh && (m.told == "" || strings.HasPrefix(m.told, lookedAgain)) { // an error that was just said is not covered
			m.told = lookedAgain + m.list.Counts()
		}
		m.warn()
	}
	m.view.banner = len(frame(m).banner())
	if s.again {
		again := s.againAfresh
		s.again, s.againAfresh = false, false
		cmds = append(cmds, m.look(again))
	}
	if text := s.pending; text != "" {
		s.pending = ""
		cmds = append(cmds, talking(m).submit(text))
	}
	return tea.Batch(cmds...)
}
