package ptytest

import (
	"syscall"
	"testing"
)

// Whatever signal ends the interface, the terminal is restored and the exit code says that it was interrupted.
func TestSignals(t *testing.T) {
	for _, s := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP} {
		m := Start(t, Options{})
		m.WaitFor("health-check", limit)
		if err := m.cmd.Process.Signal(s); err != nil {
			t.Fatal(err)
		}
		if code := m.Wait(limit); code != 130 {
			t.Errorf("%v: exit code %d", s, code)
		}
		if err := CheckRestored(m.Raw()); err != nil {
			t.Errorf("%v: %v", s, err)
		}
	}
}
