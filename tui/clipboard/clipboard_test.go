package clipboard

import (
	"bytes"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// machine is an environment and the programs on it.
type machine struct {
	env   map[string]string
	fails map[string]error // by program; one that is not here takes the text
	ran   []string         // command lines
	got   []string         // inputs
	out   bytes.Buffer
}

func (m *machine) clipboard(system string) Clipboard {
	return Clipboard{Terminal: &m.out, OS: system, Getenv: func(k string) string { return m.env[k] }, Run: m.run}
}

func (m *machine) run(_ context.Context, input, name string, args ...string) error {
	m.ran = append(m.ran, strings.Join(append([]string{name}, args...), " "))
	m.got = append(m.got, input)
	return m.fails[name]
}

func osc52(text string) string {
	return "\x1b]52;c;" + base64.StdEncoding.EncodeToString([]byte(text)) + "\a"
}

var errExit = errors.New("exit status 1")

func TestCopy(t *testing.T) {
	const text = "byte\tfor\r\nbyte \x1b[31m \xff 日本\n"
	notThere := fmt.Errorf("exec: %w", exec.ErrNotFound)
	tests := map[string]struct {
		system string
		env    map[string]string
		fails  map[string]error
		ran    []string
		best   Outcome
		says   string
	}{
		"terminal alone": {
			system: "linux", best: Asked,
			says: "sent 30 bytes, nothing confirms it: asked the terminal (OSC 52)",
		},
		"tmux": {
			system: "linux", env: map[string]string{"TMUX": "/tmp/s,1,0"}, best: Took,
			ran:  []string{"tmux load-buffer -w -"},
			says: "copied 30 bytes: asked the terminal (OSC 52); tmux took it",
		},
		"tmux fails on X": {
			system: "linux", env: map[string]string{"TMUX": "/tmp/s,1,0", "DISPLAY": ":0"}, best: Took,
			fails: map[string]error{"tmux": errExit, "xclip": notThere},
			ran:   []string{"tmux load-buffer -w -", "xclip -in -selection clipboard", "xsel --input --clipboard"},
			says:  "copied 30 bytes: asked the terminal (OSC 52); tmux: exit status 1; xclip: not installed; xsel took it",
		},
		"Wayland": {
			system: "linux", env: map[string]string{"WAYLAND_DISPLAY": "wayland-0", "DISPLAY": ":0"}, best: Took,
			ran:  []string{"wl-copy --type text/plain"},
			says: "copied 30 bytes: asked the terminal (OSC 52); wl-copy took it",
		},
		"nothing installed": {
			system: "linux", env: map[string]string{"WAYLAND_DISPLAY": "wayland-0", "TERM": "dumb"}, best: Skipped,
			fails: map[string]error{"wl-copy": notThere},
			ran:   []string{"wl-copy --type text/plain"},
			says:  "not copied (30 bytes): terminal (OSC 52): none; wl-copy: not installed",
		},
		"Mac": {
			system: "darwin", best: Took, ran: []string{"pbcopy"},
			says: "copied 30 bytes: asked the terminal (OSC 52); pbcopy took it",
		},
		"remote Mac": {
			system: "darwin", env: map[string]string{"SSH_CONNECTION": "::1 1 ::1 22"}, best: Asked,
			says: "sent 30 bytes, nothing confirms it: asked the terminal (OSC 52)",
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			m := &machine{env: test.env, fails: test.fails}
			r := m.clipboard(test.system).Copy(t.Context(), text)
			if r.String() != test.says || r.Best() != test.best {
				t.Errorf("outcome %d: %s", r.Best(), r)
			}
			if !slices.Equal(m.ran, test.ran) {
				t.Errorf("ran %q", m.ran)
			}
			for _, got := range m.got {
				if got != text {
					t.Errorf("a program got %q", got)
				}
			}
			want := osc52(text)
			if test.env["TERM"] == "dumb" {
				want = ""
			}
			if m.out.String() != want {
				t.Errorf("the terminal got %q", m.out.String())
			}
		})
	}
}

func TestNothing(t *testing.T) {
	m := &machine{env: map[string]string{"TMUX": "x", "DISPLAY": ":0"}}
	r := m.clipboard("linux").Copy(t.Context(), "")
	if r.String() != "nothing to copy" || r.Best() != Skipped || len(m.ran) > 0 || m.out.Len() > 0 {
		t.Errorf("%s, %q, %q", r, m.ran, m.out.String())
	}
	if r := (Clipboard{}).Copy(t.Context(), "x"); r.String() != "not copied (1 byte): terminal (OSC 52): none" {
		t.Error(r)
	}
}

func TestLimit(t *testing.T) {
	for size, want := range map[int]string{
		MaxSequence:     "sent 73.2 KB, nothing confirms it: asked the terminal (OSC 52)",
		MaxSequence + 1: "not copied (73.2 KB): terminal (OSC 52): takes 74994 bytes at most",
	} {
		m := &machine{}
		text := strings.Repeat("x", size)
		if got := m.clipboard("linux").Copy(t.Context(), text).String(); got != want {
			t.Errorf("%d bytes: %s", size, got)
		}
		if sent := m.out.Len() > 0; sent != (size <= MaxSequence) {
			t.Errorf("%d bytes: %d were written", size, m.out.Len())
		}
	}
}

// TestScreen: GNU screen hands on strings of a limited size.
func TestScreen(t *testing.T) {
	m := &machine{env: map[string]string{"STY": "1.pts-0"}}
	text := strings.Repeat("long ", 1000)
	m.clipboard("linux").Copy(t.Context(), text)
	var inner strings.Builder
	for _, part := range strings.SplitAfter(m.out.String(), "\x1b\\") {
		if len(part) > 768 {
			t.Errorf("a string of %d bytes", len(part))
		}
		inner.WriteString(strings.TrimSuffix(strings.TrimPrefix(part, "\x1bP"), "\x1b\\"))
	}
	if inner.String() != osc52(text) {
		t.Errorf("handed on: %q", inner.String())
	}
}

// writes counts what is written at once.
type writes struct{ n int }

func (w *writes) Write(p []byte) (int, error) { w.n++; return len(p), nil }

// TestOneWrite: a frame of the interface cannot come between.
func TestOneWrite(t *testing.T) {
	w := &writes{}
	Clipboard{Terminal: w}.Copy(t.Context(), strings.Repeat("x", MaxSequence))
	if w.n != 1 {
		t.Errorf("%d writes", w.n)
	}
}

type broken struct{}

func (broken) Write([]byte) (int, error) { return 0, errors.New("gone\x1b]52;c;!\a") }

func TestBrokenTerminal(t *testing.T) {
	r := Clipboard{Terminal: broken{}}.Copy(t.Context(), "x")
	if r.Best() != Failed || strings.ContainsAny(r.String(), "\x1b\a") {
		t.Errorf("%q", r)
	}
}

// programs makes scripts the only programs that are found, beside those that
// they need.
func programs(t *testing.T, scripts map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, script := range scripts {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("#!/bin/sh\n"+script), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("PATH", dir)
	return dir
}

// TestRun: a program whose child lives on, as xclip's does, is not waited for
// longer than itself.
func TestRun(t *testing.T) {
	dir := programs(t, map[string]string{
		"xclip": "/bin/cat >\"$0.got\"\n/bin/sleep 20 &\nexit 0\n",
		"xsel":  "echo text >&2; exit 3\n",
	})
	text := strings.Repeat("more than a pipe holds\n", 10_000)
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	if err := run(ctx, text, "xclip"); err != nil {
		t.Error(err)
	}
	if got, err := os.ReadFile(filepath.Join(dir, "xclip.got")); err != nil || string(got) != text {
		t.Errorf("%d bytes arrived, %v", len(got), err)
	}
	if err := run(ctx, text, "xsel"); err == nil || err.Error() != "exit status 3" {
		t.Error(err)
	}
	if err := run(ctx, text, "wl-copy"); !missing(err) {
		t.Error(err)
	}
	if ctx.Err() != nil {
		t.Error("the child was waited for")
	}
}

// TestHang: a program that never ends is ended, with its children.
func TestHang(t *testing.T) {
	programs(t, map[string]string{"xclip": "/bin/sleep 600\n"})
	c := New(io.Discard)
	c.Getenv = func(k string) string { return map[string]string{"DISPLAY": ":0"}[k] }
	c.OS = "linux"
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	got := c.Copy(ctx, "x").String()
	if !strings.Contains(got, "xclip: no end in time") {
		t.Error(got)
	}
}

// TestAllHang: however many programs hang, together they have one limit.
func TestAllHang(t *testing.T) {
	var ends []time.Time
	c := Clipboard{OS: "linux", Getenv: func(string) string { return "set" }, Run: func(ctx context.Context, _, _ string, _ ...string) error {
		end, _ := ctx.Deadline()
		ends = append(ends, end)
		return errExit
	}}
	c.Copy(t.Context(), "x")
	if len(ends) < 2 || ends[0].IsZero() || !ends[len(ends)-1].Equal(ends[0]) {
		t.Errorf("the programs end at %v", ends)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	ends = nil
	if got := c.Copy(ctx, "x").String(); len(ends) > 0 || !strings.Contains(got, "xsel: no end in time") {
		t.Errorf("%d programs ran when time was over: %s", len(ends), got)
	}
}

// TestTmux copies by a real tmux.
func TestTmux(t *testing.T) {
	if _, err := exec.LookPath("tmux"); err != nil {
		t.Skip("there is no tmux")
	}
	dir, err := os.MkdirTemp("/tmp", "deft") // the path of a socket is short
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	socket := filepath.Join(dir, "s")
	tmux := func(args ...string) string {
		t.Helper()
		out, err := exec.Command("tmux", append([]string{"-S", socket, "-f", "/dev/null"}, args...)...).Output()
		if err != nil {
			t.Fatalf("tmux %q: %v", args, err)
		}
		return string(out)
	}
	t.Setenv("TMUX", "")
	tmux("new-session", "-d", "-x", "20", "-y", "5", "exec /bin/sleep 60")
	t.Cleanup(func() { tmux("kill-server") })
	t.Setenv("TMUX", socket+",0,0")
	c := New(nil)
	c.OS = ""
	c.Getenv = func(k string) string { return map[string]string{"TMUX": os.Getenv("TMUX")}[k] }
	const text = "several\nlines  \n"
	if r := c.Copy(t.Context(), text); r.Best() != Took {
		t.Fatal(r)
	}
	if got := tmux("show-buffer"); got != text {
		t.Errorf("tmux has %q", got)
	}
}

func TestWays(t *testing.T) {
	r := Result{Tries: []Try{{Way: "terminal (OSC 52)", Outcome: Asked}, {Way: "xclip", Outcome: Failed}, {Way: "tmux", Outcome: Took}}}
	if got := strings.Join(r.Ways(), " "); got != "terminal tmux" {
		t.Errorf("the ways are %q", got)
	}
}
