package ptytest

import (
	"testing"
	"time"

	_ "deft/commands/cli"
	_ "deft/tui"
)

// A draft is there again after the program was killed, and a message that was sent is in the history.
func TestDraftSurvivesAKill(t *testing.T) {
	home, dir := t.TempDir(), t.TempDir()
	start := func() *Term {
		m := Start(t, Options{Dir: dir, Env: []string{"HOME=" + home}})
		m.WaitFor("health-check", limit)
		return m
	}
	m := start()
	m.Type("/skill:health-check cpu")
	m.WaitFor("/skill:health-check cpu", limit)
	m.Key("enter")
	m.WaitFor("User: cpu", limit)
	m.Paste("half a thought,\nand \x1b[31mmore")
	m.WaitFor("half a thought", limit)
	m.Settle(time.Second, limit) // more than the pause before a draft is saved
	if err := m.cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	m.Wait(limit)

	m = start()
	m.WaitFor("half a thought", limit)
	m.Key("ctrl+c")
	m.WaitGone("half a thought", limit)
	m.Type("/")
	m.Key("backspace", "up", "up", "up")
	m.WaitFor("/skill:health-check cpu", limit)
	m.Key("ctrl+c", "ctrl+c", "ctrl+c")
	if code := m.Wait(limit); code != 0 {
		t.Errorf("exit code %d", code)
	}

	m = start()
	m.WaitFor("Write a message", limit)
	m.Key("q")
	m.Wait(limit)
}
