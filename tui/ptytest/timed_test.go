package ptytest

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/charmbracelet/x/vt"
	"github.com/creack/pty"
)

// The window of the benchmarks, in cells.
const benchCols, benchRows = 120, 40

// timed is a program on a pseudo-terminal that answers and notes when what was written arrived. What the screen showed at which time is
// found out afterwards, so that it costs the program nothing.
type timed struct {
	b      testing.TB
	cmd    *exec.Cmd
	master *os.File
	began  time.Time

	mu      sync.Mutex
	raw     []byte
	arrived []arrival
	changed chan struct{} // closed and replaced whenever something arrives
	ended   chan struct{}
}

// arrival says that the bytes up to end were there at a time.
type arrival struct {
	at  time.Time
	end int
}

// startTimed starts a program, with the words of DEFT_PERF_UNDER before it; stop ends it.
func startTimed(b testing.TB, dir string, env []string, bin string, args ...string) *timed {
	b.Helper()
	words := slices.Concat(strings.Fields(os.Getenv("DEFT_PERF_UNDER")), []string{bin}, args)
	cmd := exec.Command(words[0], words[1:]...)
	cmd.Dir, cmd.Env = dir, append(env, "PATH="+os.Getenv("PATH"), "TERM=xterm-256color", "LANG=C.UTF-8")
	m := &timed{b: b, cmd: cmd, changed: make(chan struct{}), ended: make(chan struct{}), began: time.Now()}
	master, err := pty.StartWithSize(cmd, &pty.Winsize{Cols: benchCols, Rows: benchRows})
	if err != nil {
		b.Fatal(err)
	}
	m.master = master
	go m.read()
	return m
}

// stop ends the program and waits for it.
func (m *timed) stop() {
	syscall.Kill(-m.cmd.Process.Pid, syscall.SIGKILL) //nolint:errcheck // it may have ended
	m.cmd.Wait()                                      //nolint:errcheck // it was killed
	m.master.Close()
	<-m.ended
}

func (m *timed) read() {
	defer close(m.ended)
	buf := make([]byte, 64<<10)
	for {
		n, err := m.master.Read(buf)
		if err != nil {
			return
		}
		now := time.Now()
		m.answer(buf[:n])
		m.mu.Lock()
		m.raw = append(m.raw, buf[:n]...)
		m.arrived = append(m.arrived, arrival{now, len(m.raw)})
		close(m.changed)
		m.changed = make(chan struct{})
		m.mu.Unlock()
	}
}

// answer answers what is asked, in the order of the questions. A question is short and written at once, so it comes in one piece.
func (m *timed) answer(got []byte) {
	answers := map[string]string{
		"\x1b]11;?": "\x1b]11;rgb:0000/0000/0000\x1b\\",
		"\x1b[6n":   "\x1b[1;1R",
		"\x1b[c":    "\x1b[?62;22c",
	}
	for i := range got {
		for asked, answer := range answers {
			if bytes.HasPrefix(got[i:], []byte(asked)) {
				io.WriteString(m.master, answer) //nolint:errcheck // a program that has ended needs none
			}
		}
	}
}

// size is how many bytes have arrived.
func (m *timed) size() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return len(m.raw)
}

// settle waits until something has arrived and then nothing for a while.
func (m *timed) settle(quiet time.Duration) {
	m.b.Helper()
	for began := time.Now(); ; {
		m.mu.Lock()
		changed := m.changed
		m.mu.Unlock()
		select {
		case <-changed:
		case <-m.ended:
			m.b.Fatalf("the program has ended:\n%s", m.raw)
		case <-time.After(quiet):
			if m.size() > 0 {
				return
			}
		}
		if time.Since(began) > limit {
			m.b.Fatalf("the program does not come to rest:\n%q", m.raw)
		}
	}
}

// press types keys and returns when.
func (m *timed) press(keys string) time.Time {
	at := time.Now()
	if _, err := io.WriteString(m.master, keys); err != nil {
		m.b.Fatal(err)
	}
	return at
}

// look is what the screen showed at a time.
type look struct {
	at     time.Time
	end    int // bytes that it took
	screen string
}

// looks is what the screen showed after the first from bytes, each time something had arrived.
func (m *timed) looks(from int) []look {
	m.mu.Lock()
	raw, arrived := m.raw, slices.Clone(m.arrived)
	m.mu.Unlock()
	s := vt.NewEmulator(benchCols, benchRows)
	drained := make(chan struct{})
	go func() {
		defer close(drained)
		io.Copy(io.Discard, s) //nolint:errcheck // it ends when the emulator is closed
	}()
	done := 0
	var all []look
	for _, a := range arrived {
		s.Write(raw[done:a.end]) //nolint:errcheck // it has no errors before it is closed
		if done = a.end; done > from {
			all = append(all, look{a.at, a.end, text(s)})
		}
	}
	s.InputPipe().(io.Closer).Close()
	<-drained
	return all
}

// shown is when the screen, after the first from bytes, came to satisfy a condition.
func (m *timed) shown(what string, from int, cond func(screen string) bool) time.Time {
	m.b.Helper()
	all := m.looks(from)
	for _, l := range all {
		if cond(l.screen) {
			return l.at
		}
	}
	m.b.Fatalf("%s is not shown:\n%s", what, all[len(all)-1].screen)
	return time.Time{}
}

// next waits until something arrives after the first from bytes, and returns when that was.
func (m *timed) next(from int) time.Time {
	m.b.Helper()
	for {
		m.mu.Lock()
		changed, arrived := m.changed, m.arrived
		m.mu.Unlock()
		for _, a := range arrived {
			if a.end > from {
				return a.at
			}
		}
		select {
		case <-changed:
		case <-time.After(limit):
			m.b.Fatal("nothing was written")
		}
	}
}

// cpu is the processor time that the program has used so far. The scheduler counts it by the nanosecond; the ticks of
// /proc/PID/stat are too coarse.
func (m *timed) cpu() time.Duration {
	files, err := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/schedstat", m.cmd.Process.Pid))
	if err != nil || len(files) == 0 {
		m.b.Skip("this system does not tell the processor time of a thread")
	}
	var sum time.Duration
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			continue // the thread has ended
		}
		used, _, _ := strings.Cut(string(text), " ")
		n, err := strconv.ParseInt(used, 10, 64)
		if err != nil {
			m.b.Fatal(err)
		}
		sum += time.Duration(n)
	}
	return sum
}

// rest waits until the program does no more than it does when there is nothing to do.
func (m *timed) rest() {
	const window = time.Second / 4
	for before := m.cpu(); ; {
		<-time.After(window) // what is measured is a span of rest
		now := m.cpu()
		if now-before < window/10 {
			return
		}
		before = now
	}
}
