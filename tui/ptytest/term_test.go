package ptytest

import (
	"errors"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

// limit is more than anything here needs, however busy the machine is.
const limit = time.Minute

var builtDemo = sync.OnceValues(func() (string, error) {
	dir, err := buildDir()
	if err != nil {
		return "", err
	}
	bin := filepath.Join(dir, "demo")
	return bin, goBuild(".", "./testdata/demo", bin)
})

func demo(t *testing.T) string {
	t.Helper()
	bin, err := builtDemo()
	if err != nil {
		t.Fatal(err)
	}
	return bin
}

func TestKeysPasteAndResize(t *testing.T) {
	m := Start(t, Options{Bin: demo(t), Cols: 60, Rows: 12, Light: true})
	m.WaitFor("dark=false known=true size=60x12 世界", limit)
	m.Type("a")
	m.WaitFor("<a>", limit)
	m.Key("up", "f1", "ctrl+k", "shift+tab", "alt+x", "pgdown")
	m.WaitFor("<up><f1><ctrl+k><shift+tab><alt+x><pgdown>", limit)
	m.Paste("two\nlines")
	m.WaitFor("<[two", limit)
	m.Resize(72, 20)
	m.WaitFor("size=72x20", limit)
	m.Settle(50*time.Millisecond, limit)
	m.Key("enter")
	if code := m.Wait(limit); code != 0 {
		t.Errorf("exit code %d", code)
	}
	if err := errors.Join(CheckOutput(m.Raw()), CheckRestored(m.Raw())); err != nil {
		t.Errorf("Bubble Tea's own output: %v", err)
	}
	if strings.Contains(m.Screen(), "got") {
		t.Errorf("the alternate screen is still shown:\n%s", m.Screen())
	}
}

func TestDarkTerminal(t *testing.T) {
	m := Start(t, Options{Bin: demo(t)})
	m.WaitFor("dark=true known=true size=80x24", limit)
	if x, y := m.Cursor(); x < 0 || y > 23 {
		t.Errorf("cursor at %d,%d", x, y)
	}
}

// A terminal that never answers is asked once, by the interface, and otherwise not at all: without the early package
// Bubble Tea would ask before main and wait for five seconds.
func TestSilentTerminal(t *testing.T) {
	m := Start(t, Options{Bin: demo(t), Silent: true})
	m.WaitFor("known=false", limit)
	m.Type("a\x1b]11;rgb:ffff/ffff/ffff\x1b\\\x1b[?62;22cb") // the answer, too late
	m.WaitFor("got <a><b>", limit)
	m.Key("enter")
	m.Wait(limit)
	if err := errors.Join(CheckOutput(m.Raw()), CheckRestored(m.Raw())); err != nil {
		t.Error(err)
	}

	m = Start(t, Options{Bin: demo(t), Args: []string{"version"}, Silent: true})
	if code := m.Wait(limit); code != 3 || m.Screen() != "version 0" {
		t.Errorf("exit code %d, screen %q", code, m.Screen())
	}
	if strings.Contains(string(m.Raw()), "\x1b") {
		t.Errorf("the terminal was asked: %q", m.Raw())
	}
}

func TestEnvironment(t *testing.T) {
	t.Setenv("DEFT_LEAK", "1")
	m := Start(t, Options{Bin: "/bin/sh", Args: []string{"-c", "env; pwd -P"}, Env: []string{"LANG=C", "MORE=x=y"}, Cols: 200, Rows: 40})
	if code := m.Wait(limit); code != 0 {
		t.Fatal(code, m.Screen())
	}
	for _, want := range []string{"HOME=" + m.Home(), "LANG=C\n", "MORE=x=y", "TERM=xterm-256color"} {
		if !strings.Contains(m.Screen(), want) {
			t.Errorf("no %q in\n%s", want, m.Screen())
		}
	}
	if strings.Contains(m.Screen(), "DEFT_LEAK") {
		t.Error("the test's environment reached the program")
	}
	if !strings.Contains(m.Screen(), filepath.Base(m.Dir())) {
		t.Errorf("not in %s:\n%s", m.Dir(), m.Screen())
	}
}

func TestWaitSeesTheEnd(t *testing.T) {
	m := Start(t, Options{Bin: "/bin/sh", Args: []string{"-c", "echo last words"}})
	never := func(string) bool { return false }
	if err := m.wait(never, limit); err != errEnded {
		t.Errorf("a program that has ended: %v", err)
	}
	m.WaitFor("last words", limit)

	m = Start(t, Options{Bin: "/bin/cat"})
	if err := m.wait(never, time.Millisecond); err != errTime {
		t.Errorf("a program that says nothing: %v", err)
	}
	m.Key("ctrl+c")
	if code := m.Wait(limit); code != -1 {
		t.Errorf("exit code of an interrupted program: %d", code)
	}
}

func TestSequence(t *testing.T) {
	for name, want := range map[string]string{
		"enter": "\r", "ctrl+c": "\x03", "ctrl+a": "\x01", "x": "x", "é": "é", "alt+f": "\x1bf", "f12": "\x1b[24~",
	} {
		if got, ok := Sequence(name); !ok || got != want {
			t.Errorf("%s: %q %v, want %q", name, got, ok, want)
		}
	}
	for _, name := range []string{"", "ctrl+", "ctrl+é", "return", "alt+"} {
		if got, ok := Sequence(name); ok {
			t.Errorf("%q is a key: %q", name, got)
		}
	}
}
