package ptytest

import (
	"bytes"
	"testing"
	"time"

	// What the program is made of: without it "go test" would show an old result when only the program has changed.
	_ "deft/commands/cli"
	_ "deft/tui"
	_ "deft/tui/early"
)

// Commands that print and end neither ask the terminal nor wait for it. The time is the best of a few runs, since a busy
// machine may hold up any one of them; Bubble Tea's own question would hold up all of them for five seconds.
func TestCommandsOnASilentTerminal(t *testing.T) {
	const allowed, runs = time.Second, 5
	bin := Build(t) // not part of the time
	for _, args := range [][]string{{"version"}, {"--help"}, {"list", "--json"}} {
		best := time.Hour
		for range runs {
			began := time.Now()
			m := Start(t, Options{Bin: bin, Args: args, Silent: true})
			if code := m.Wait(limit); code != 0 {
				t.Fatalf("%q: exit code %d\n%s", args, code, m.Screen())
			}
			best = min(best, time.Since(began))
			if len(m.Raw()) == 0 || bytes.Contains(m.Raw(), []byte("\x1b]")) || bytes.Contains(m.Raw(), []byte("\x1b[6n")) {
				t.Errorf("%q says nothing, or asks the terminal: %q", args, m.Raw())
			}
			if best <= allowed {
				break
			}
		}
		if best > allowed {
			t.Errorf("%q took %v at best, want at most %v", args, best, allowed)
		}
	}
}
