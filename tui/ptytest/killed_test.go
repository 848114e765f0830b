package ptytest

import (
	"os"
	"path/filepath"
	"strings"
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

// Who leaves a message behind that cannot be kept is told.
func TestDraftThatIsLost(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		text string
		code int
	}{{"half a thought", 3}, {"", 0}} {
		m := Start(t, Options{Env: []string{"XDG_STATE_HOME=" + file}})
		m.WaitFor("health-check", limit)
		if tt.text != "" {
			m.Type("c")
			m.Type(tt.text)
			m.WaitFor(tt.text, limit)
			m.Key("esc")
			m.WaitFor("enter read", limit)
		}
		m.Key("q")
		if code := m.Wait(limit); code != tt.code {
			t.Errorf("%q: exit code %d", tt.text, code)
		}
		if told := strings.Contains(m.Screen(), "the message that was not sent is lost"); told != (tt.text != "") {
			t.Errorf("%q: told %v; the screen:\n%s", tt.text, told, m.Screen())
		}
	}
}
