// Package ptytest drives a program in a real pseudo-terminal and reads its screen, for tests.
package ptytest

import (
	"bytes"
	"errors"
	"image/color"
	"io"
	"maps"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/charmbracelet/x/vt"
	"github.com/creack/pty"
)

// writeLimit is how long a program may leave its input unread before the test fails.
const writeLimit = 30 * time.Second

// Options say how the program is started. The zero value of each field has a meaning.
type Options struct {
	Bin  string   // program; empty: deft, as made by Build
	Args []string // without the program's name
	Dir  string   // working directory; empty: an empty one
	// Env holds NAME=value entries that are added to a small environment of the harness's own (see Start), or replace
	// what stands there. Nothing else of the test's environment reaches the program.
	Env        []string
	Cols, Rows int  // size in cells; 0: 80 and 24
	Silent     bool // the terminal never answers a query
	Light      bool // the terminal answers that its background is white; black otherwise
}

// Term is a program on a pseudo-terminal with its screen. Its methods may be called from one goroutine at a time.
type Term struct {
	t      testing.TB
	home   string
	dir    string
	cmd    *exec.Cmd
	master *os.File
	exited chan struct{} // closed once the program has ended
	ended  chan struct{} // closed once everything it wrote is on the screen

	mu      sync.Mutex
	screen  *vt.Emulator
	raw     bytes.Buffer
	changed chan struct{} // closed and replaced whenever the program has written
}

// Start starts a program and ends it, with everything it started in its process group, when the test is over. Its
// environment holds PATH, HOME and TMPDIR (fresh folders), TERM=xterm-256color and LANG=C.UTF-8, and what the options add.
func Start(t testing.TB, o Options) *Term {
	t.Helper()
	if o.Bin == "" {
		o.Bin = Build(t)
	}
	if o.Dir == "" {
		o.Dir = t.TempDir()
	}
	if o.Cols == 0 || o.Rows == 0 {
		o.Cols, o.Rows = 80, 24
	}
	env := environment(t, o.Env)
	cmd := exec.Command(o.Bin, o.Args...)
	cmd.Dir, cmd.Env = o.Dir, assignments(env)
	master, err := pty.StartWithSize(cmd, &pty.Winsize{Cols: uint16(o.Cols), Rows: uint16(o.Rows)})
	if err != nil {
		t.Fatalf("starting %s: %v", o.Bin, err)
	}
	m := &Term{
		t: t, home: env["HOME"], dir: o.Dir, cmd: cmd, master: master,
		exited: make(chan struct{}), ended: make(chan struct{}),
		screen: vt.NewEmulator(o.Cols, o.Rows), changed: make(chan struct{}),
	}
	if o.Light {
		m.screen.SetDefaultBackgroundColor(color.White)
	}
	m.run(o.Silent)
	return m
}

// run starts the goroutines that serve the terminal, and sees to it that they have ended when the test has.
func (m *Term) run(silent bool) {
	answered := make(chan struct{})
	go func() {
		defer close(m.exited)
		m.cmd.Wait() //nolint:errcheck // the exit code is all that is wanted
	}()
	go func() {
		defer close(m.ended)
		m.show()
	}()
	go func() {
		defer close(answered)
		m.answer(silent)
	}()
	m.t.Cleanup(func() {
		syscall.Kill(-m.cmd.Process.Pid, syscall.SIGKILL) //nolint:errcheck // it may have ended
		<-m.exited
		m.master.Close()
		<-m.ended
		m.screen.InputPipe().(io.Closer).Close() // the emulator's own Close races with its Read
		<-answered
	})
}

// show feeds the screen until the program and all that hold its terminal have ended.
func (m *Term) show() {
	buf := make([]byte, 32<<10)
	for {
		n, err := m.master.Read(buf)
		if n > 0 {
			m.mu.Lock()
			m.raw.Write(buf[:n])
			m.screen.Write(buf[:n]) //nolint:errcheck // it has no errors before it is closed
			m.notify()
			m.mu.Unlock()
		}
		if err != nil {
			return
		}
	}
}

// answer carries the terminal's answers to the program. Somebody has to read them: unread, they stop the emulator.
func (m *Term) answer(silent bool) {
	to := io.Writer(m.master)
	if silent {
		to = io.Discard
	}
	buf := make([]byte, 256)
	for {
		n, err := m.screen.Read(buf)
		if err != nil {
			return
		}
		to.Write(buf[:n]) //nolint:errcheck // a program that has ended needs no answer
	}
}

// notify wakes those who wait for a change. The lock is held.
func (m *Term) notify() {
	close(m.changed)
	m.changed = make(chan struct{})
}

// Home is the program's home directory.
func (m *Term) Home() string { return m.home }

// Dir is the directory the program was started in.
func (m *Term) Dir() string { return m.dir }

// Type sends bytes as they are.
func (m *Term) Type(s string) {
	m.t.Helper()
	m.master.SetWriteDeadline(time.Now().Add(writeLimit)) //nolint:errcheck // a terminal without deadlines blocks
	if _, err := io.WriteString(m.master, s); err != nil {
		m.t.Fatalf("typing %q: %v\n%s", s, err, m.Screen())
	}
}

// Key presses keys by name, one after the other: see Sequence.
func (m *Term) Key(names ...string) {
	m.t.Helper()
	for _, name := range names {
		seq, ok := Sequence(name)
		if !ok {
			m.t.Fatalf("no key is called %q", name)
		}
		m.Type(seq)
	}
}

// Paste sends text as a bracketed paste.
func (m *Term) Paste(text string) {
	m.t.Helper()
	m.Type("\x1b[200~" + text + "\x1b[201~")
}

// Resize changes the size in cells; the program is told by the kernel.
func (m *Term) Resize(cols, rows int) {
	m.t.Helper()
	m.mu.Lock()
	m.screen.Resize(cols, rows)
	m.mu.Unlock()
	if err := pty.Setsize(m.master, &pty.Winsize{Cols: uint16(cols), Rows: uint16(rows)}); err != nil {
		m.t.Fatalf("resizing to %dx%d: %v", cols, rows, err)
	}
}

// Raw is a copy of everything the program has written.
func (m *Term) Raw() []byte {
	m.mu.Lock()
	defer m.mu.Unlock()
	return bytes.Clone(m.raw.Bytes())
}

// Screen is what can be seen: a line a row, without blanks at the end of rows and rows at the end.
func (m *Term) Screen() string {
	m.mu.Lock()
	defer m.mu.Unlock()
	return text(m.screen)
}

// text is what can be seen on a screen: see Term.Screen.
func text(screen *vt.Emulator) string {
	rows := make([]string, screen.Height())
	for y := range rows {
		var b strings.Builder
		for x := 0; x < screen.Width(); {
			width, content := 1, " "
			if c := screen.CellAt(x, y); c != nil && c.Width > 0 {
				width, content = c.Width, c.Content
			}
			b.WriteString(content)
			x += width
		}
		rows[y] = strings.TrimRight(b.String(), " ")
	}
	return strings.TrimRight(strings.Join(rows, "\n"), "\n")
}

// Cursor is the position of the cursor in cells from the left and from the top.
func (m *Term) Cursor() (x, y int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	p := m.screen.CursorPosition()
	return p.X, p.Y
}

// environment is the program's environment; nothing of the caller's but PATH is in it.
func environment(t testing.TB, add []string) map[string]string {
	env := map[string]string{
		"PATH": os.Getenv("PATH"), "HOME": t.TempDir(), "TMPDIR": t.TempDir(),
		"TERM": "xterm-256color", "LANG": "C.UTF-8",
	}
	for _, a := range add {
		name, value, _ := strings.Cut(a, "=")
		env[name] = value
	}
	return env
}

// assignments writes an environment as exec wants it, sorted.
func assignments(env map[string]string) []string {
	var out []string
	for _, name := range slices.Sorted(maps.Keys(env)) {
		out = append(out, name+"="+env[name])
	}
	return out
}

// errEnded says that a wait is in vain.
var errEnded = errors.New("the program has ended")
