package ptytest

import (
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	_ "deft/commands/cli"
	_ "deft/tui"
)

// ready is what the shells of the tests write when they wait for a command.
const ready = "ready> "

// job is deft, started from a shell that can stop it.
type job struct {
	*Term
	pid   int
	tries int
}

// shells runs a test in each shell with job control that is there.
func shells(t *testing.T, env []string, test func(*testing.T, *job)) {
	for _, name := range []string{"sh", "bash", "zsh"} {
		path, err := exec.LookPath(name)
		if err != nil {
			continue
		}
		t.Run(name, func(t *testing.T) { test(t, startJob(t, path, env)) })
	}
}

// startJob types deft into a shell and waits until it is shown.
func startJob(t *testing.T, shell string, env []string) *job {
	t.Helper()
	args := map[string][]string{"bash": {"--norc", "--noprofile", "-i"}, "zsh": {"-fi"}, "sh": {"-i"}}
	j := &job{Term: Start(t, Options{
		Bin: shell, Args: args[filepath.Base(shell)], Cols: 100, Rows: 30,
		Env: append([]string{"PS1=" + ready, "HISTFILE=", "BASH_SILENCE_DEPRECATION_WARNING=1"}, env...),
	})}
	j.WaitFor(strings.TrimSpace(ready), limit)
	j.deft()
	return j
}

// deft starts deft from the shell.
func (j *job) deft() {
	j.t.Helper()
	file := filepath.Join(j.t.TempDir(), "pid")
	j.Type(fmt.Sprintf("sh -c 'echo $$ >%s; exec %s'\r", file, Build(j.t)))
	j.WaitFor("health-check", limit)
	j.Settle(300*time.Millisecond, limit)
	text, err := os.ReadFile(file)
	if err != nil {
		j.t.Fatal(err)
	}
	if j.pid, err = strconv.Atoi(strings.TrimSpace(string(text))); err != nil {
		j.t.Fatal(err)
	}
	j.t.Cleanup(func() { syscall.Kill(-j.pid, syscall.SIGKILL) })
}

func (j *job) signal(s syscall.Signal) {
	j.t.Helper()
	if err := syscall.Kill(j.pid, s); err != nil {
		j.t.Fatalf("%v: %v", s, err)
	}
}

// modes are those that are on, but for the pasting of shells.
func (j *job) modes() string {
	on := map[string]bool{"25": true}
	for _, m := range switches.FindAllSubmatch(j.Raw(), -1) {
		if mode := string(m[1]); string(m[2]) == "h" && mode != "2004" {
			on[mode] = true
		} else {
			delete(on, mode)
		}
	}
	return strings.Join(slices.Sorted(maps.Keys(on)), " ")
}

// prompted waits until the shell waits for a command.
func (j *job) prompted() {
	j.t.Helper()
	j.WaitUntil("for the shell", func(s string) bool {
		return strings.HasSuffix(s, strings.TrimSpace(ready)) && !strings.Contains(s, "health-check")
	}, limit)
}

// atPrompt waits until the shell has the terminal, and tries it.
func (j *job) atPrompt() {
	j.t.Helper()
	j.prompted()
	if on := j.modes(); on != "25" {
		j.t.Errorf("the shell gets a terminal in the modes %s", on)
	}
	j.tries++
	j.Type(fmt.Sprintf("echo a''%d\r", j.tries))
	j.WaitFor(fmt.Sprintf("echo a''%d", j.tries), limit) // it shows what is typed
	j.WaitFor(fmt.Sprintf("\na%d\n%s", j.tries, strings.TrimSpace(ready)), limit)
}

// back waits until deft has the terminal, as it was.
func (j *job) back(screen, modes string) {
	j.t.Helper()
	j.WaitUntil("for the same screen", func(s string) bool { return s == screen }, limit)
	j.Settle(300*time.Millisecond, limit)
	if j.Screen() != screen {
		j.t.Fatalf("the screen was\n%s\nand is\n%s", screen, j.Screen())
	}
	if now := j.modes(); now != modes {
		j.t.Errorf("the modes were %s and are %s", modes, now)
	}
	j.Key("?")
	j.WaitFor("next pane", limit)
	j.Key("esc")
	j.WaitUntil("for the same screen", func(s string) bool { return s == screen }, limit)
}

// ended waits until deft has ended and says its exit code.
func (j *job) ended(code string) {
	j.t.Helper()
	j.prompted()
	j.Type("echo code '='$?\r")
	j.WaitFor("code ="+code, limit)
}

// What is stopped, by its key or from outside, gives a terminal to the shell that can be used, and has the same on the screen afterwards.
func TestStopped(t *testing.T) {
	shells(t, nil, func(t *testing.T, j *job) {
		screen, modes := j.Screen(), j.modes()
		if modes != "1002 1006 1049" {
			t.Fatalf("the modes are %s", modes)
		}
		for range 2 {
			j.signal(syscall.SIGTSTP)
			j.atPrompt()
			j.Type("fg\r")
			j.back(screen, modes)
			j.Key("ctrl+z")
			j.atPrompt()
			j.Type("fg\r")
			j.back(screen, modes)
		}
		j.Key("q")
		j.ended("0")
	})
}

// A program that goes on without having been stopped as it should, or at all, shows itself afresh.
func TestContinued(t *testing.T) {
	shells(t, nil, func(t *testing.T, j *job) {
		screen, modes := j.Screen(), j.modes()
		j.signal(syscall.SIGCONT)
		j.back(screen, modes)
		j.signal(syscall.SIGSTOP)
		j.WaitFor(strings.TrimSpace(ready), limit)
		j.Type("echo what''ever\n") // some shells leave the terminal raw
		j.WaitFor("whatever", limit)
		j.Type("fg\n")
		j.back(screen, modes)
		j.Key("q")
		j.ended("0")
	})
}

// Sent to the background it stops again, and is well after that.
func TestBackground(t *testing.T) {
	shells(t, nil, func(t *testing.T, j *job) {
		screen, modes := j.Screen(), j.modes()
		j.signal(syscall.SIGTSTP)
		j.atPrompt()
		j.Type("bg; wait %1; echo stopped '='$?\r")
		j.WaitFor("stopped =", limit)
		j.atPrompt()
		j.Type("fg\r")
		j.back(screen, modes)
		j.Key("q")
		j.ended("0")
	})
}

// A size that changed meanwhile counts.
func TestResizedWhileStopped(t *testing.T) {
	shells(t, nil, func(t *testing.T, j *job) {
		j.Resize(90, 25)
		j.WaitUntil("for the smaller screen", edged(90), limit)
		j.Settle(300*time.Millisecond, limit)
		small, modes := j.Screen(), j.modes()
		j.Resize(100, 30)
		j.WaitUntil("for the larger screen", edged(100), limit)
		j.signal(syscall.SIGTSTP)
		j.atPrompt()
		j.Resize(90, 25)
		j.Type("fg\r")
		j.back(small, modes)
	})
}

// edged says that the frames go to the edge of a screen that is so wide.
func edged(cols int) func(string) bool {
	return func(screen string) bool {
		first, _, _ := strings.Cut(screen, "\n")
		return len([]rune(first)) == cols && strings.HasSuffix(first, "╮")
	}
}

// What ends a stopped program leaves the shell's terminal alone, keeps what was typed and says so by the code.
func TestEndedWhileStopped(t *testing.T) {
	for _, s := range []string{"TERM", "HUP", "INT"} {
		t.Run(s, func(t *testing.T) {
			shells(t, nil, func(t *testing.T, j *job) {
				j.Type("c")
				j.Type("not sent " + s)
				j.WaitFor("not sent "+s, limit)
				j.signal(syscall.SIGTSTP)
				j.atPrompt()
				before := len(j.Raw())
				j.Type("kill -" + s + " %1; bg; wait %1; echo code '='$?\r")
				j.WaitFor("code =130", limit)
				if strings.Contains(string(j.Raw()[before:]), "\x1b[?1049") {
					t.Errorf("the shell's terminal is meddled with: %q", j.Raw()[before:])
				}
				j.atPrompt()
				j.deft()
				j.WaitFor("not sent "+s, limit)
			})
		})
	}
}

// A signal that waits for a stopped program ends it in the foreground as any does.
func TestEndedOnReturn(t *testing.T) {
	shells(t, nil, func(t *testing.T, j *job) {
		j.signal(syscall.SIGTSTP)
		j.atPrompt()
		j.signal(syscall.SIGTERM)
		j.Type("fg; echo code '='$?\r")
		j.WaitFor("code =130", limit)
		j.atPrompt()
	})
}

// An editor stops together with deft, and leaves a terminal in which all is as it was, the mouse too.
func TestEditorStops(t *testing.T) {
	editor := filepath.Join(t.TempDir(), "editor")
	script := "#!/bin/sh\necho 'editing with' fun\nkill -TSTP 0\necho 'editing goes' on\nread line\n"
	if err := os.WriteFile(editor, []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	shelf := shelf{t, t.TempDir()}
	shelf.put("edited", "Text.")
	shells(t, []string{"HOME=" + shelf.home, "VISUAL=" + editor}, func(t *testing.T, j *job) {
		j.Type("f")
		j.Type("edited")
		j.Key("enter", "enter")
		j.WaitFor("Text.", limit)
		j.Settle(300*time.Millisecond, limit)
		screen, modes := j.Screen(), j.modes()
		j.Key("e")
		j.WaitFor("editing with fun", limit)
		j.atPrompt()
		j.Type("fg\r")
		j.WaitFor("editing goes on", limit)
		j.Type("\r")
		j.WaitFor("Looked again", limit)
		j.Key("k") // goes nowhere
		j.back(screen, modes)
	})
}

// Where no shell would let it go on, nothing stops.
func TestNobodyToStopFor(t *testing.T) {
	m := Start(t, Options{})
	m.WaitFor("health-check", limit)
	m.Settle(300*time.Millisecond, limit)
	j := &job{Term: m, pid: m.cmd.Process.Pid}
	screen, modes := j.Screen(), j.modes()
	m.Key("ctrl+z")
	m.WaitGone("health-check", limit)
	j.back(screen, modes)
	j.signal(syscall.SIGTSTP)
	m.WaitGone("health-check", limit)
	j.back(screen, modes)
	m.Key("q")
	if code := m.Wait(limit); code != 0 {
		t.Errorf("exit code %d", code)
	}
	if err := CheckRestored(m.Raw()); err != nil {
		t.Error(err)
	}
}
