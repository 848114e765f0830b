package ptytest

import (
	"errors"
	"strings"
	"time"
)

var errTime = errors.New("time is over")

// WaitFor waits until text stands on the screen, and fails the test with the screen when it does not come.
func (m *Term) WaitFor(text string, limit time.Duration) {
	m.t.Helper()
	m.WaitUntil("to see "+text, func(s string) bool { return strings.Contains(s, text) }, limit)
}

// WaitGone waits until text is no longer on the screen.
func (m *Term) WaitGone(text string, limit time.Duration) {
	m.t.Helper()
	m.WaitUntil("to see no more of "+text, func(s string) bool { return !strings.Contains(s, text) }, limit)
}

// WaitUntil waits until the screen satisfies cond; what says, for the failure, what was waited for. The screen is looked
// at whenever the program has written; cond must not use the Term.
func (m *Term) WaitUntil(what string, cond func(screen string) bool, limit time.Duration) {
	m.t.Helper()
	if err := m.wait(cond, limit); err != nil {
		m.t.Fatalf("waiting %s: %v; the screen:\n%s", what, err, m.Screen())
	}
}

func (m *Term) wait(cond func(string) bool, limit time.Duration) error {
	timer := time.NewTimer(limit)
	defer timer.Stop()
	for ended := false; ; {
		m.mu.Lock()
		ok, changed := cond(text(m.screen)), m.changed
		m.mu.Unlock()
		switch {
		case ok:
			return nil
		case ended:
			return errEnded
		}
		select {
		case <-changed:
		case <-m.ended:
			ended = true // and look once more
		case <-timer.C:
			return errTime
		}
	}
}

// Settle waits until the program has written nothing for quiet, or has ended; limit bounds it.
func (m *Term) Settle(quiet, limit time.Duration) {
	m.t.Helper()
	timer := time.NewTimer(limit)
	defer timer.Stop()
	for {
		m.mu.Lock()
		changed := m.changed
		m.mu.Unlock()
		select {
		case <-changed:
		case <-m.ended:
			return
		case <-time.After(quiet):
			return
		case <-timer.C:
			m.t.Fatalf("waiting for %v of quiet: %v; the screen:\n%s", quiet, errTime, m.Screen())
		}
	}
}

// Wait waits for the end of the program and of its output, and returns its exit code; -1 when a signal ended it.
func (m *Term) Wait(limit time.Duration) int {
	m.t.Helper()
	timer := time.NewTimer(limit)
	defer timer.Stop()
	for _, done := range []chan struct{}{m.exited, m.ended} {
		select {
		case <-done:
		case <-timer.C:
			m.t.Fatalf("waiting for the end of the program: %v; the screen:\n%s", errTime, m.Screen())
		}
	}
	return m.cmd.ProcessState.ExitCode()
}
