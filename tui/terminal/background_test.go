package terminal

import (
	"io"
	"os"
	"testing"
	"time"

	"github.com/creack/pty"
	"golang.org/x/sys/unix"
)

// long is more than any answer needs, however busy the machine is.
const long = 30 * time.Second

func TestBackground(t *testing.T) {
	da := "\x1b[?62;22c"
	tests := []struct {
		name        string
		wait        time.Duration
		answers     []string // one write each; none: the terminal is silent
		dark, known bool
	}{
		{"light", long, []string{"\x1b]11;rgb:ffff/ffff/ffff\x1b\\" + da}, false, true},
		{"dark", long, []string{"\x1b]11;rgb:1e1e/1e1e/2e2e\x1b\\" + da}, true, true},
		{"bell ends the colour", long, []string{"\x1b]11;rgb:ffff/ffff/ffff\a" + da}, false, true},
		{"two digits", long, []string{"\x1b]11;rgb:fd/f6/e3\x1b\\" + da}, false, true},
		{"one digit", long, []string{"\x1b]11;rgb:f/f/f\x1b\\" + da}, false, true},
		{"alpha", long, []string{"\x1b]11;rgba:ffff/ffff/ffff/ffff\x1b\\" + da}, false, true},
		{"attributes only", long, []string{da}, true, false},
		{"split", long, []string{"\x1b]11;rg", "b:ffff/ff", "ff/ffff\x1b", "\\\x1b[?6", "2;22c"}, false, true},
		{"not a colour", long, []string{"\x1b]11;rgb:white\x1b\\" + da}, true, false},
		{"silent", 50 * time.Millisecond, nil, true, false},
		{"never ends", 50 * time.Millisecond, []string{"\x1b]11;rgb:"}, true, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			master, slave := open(t)
			go func() {
				if _, err := io.ReadFull(master, make([]byte, len(query))); err != nil {
					return
				}
				for _, a := range tt.answers {
					io.WriteString(master, a)
				}
			}()
			start := time.Now()
			dark, known := ask(slave.Name(), tt.wait)
			if dark != tt.dark || known != tt.known {
				t.Errorf("dark %v known %v, want %v %v", dark, known, tt.dark, tt.known)
			}
			if d := time.Since(start); tt.wait < time.Second && d > 10*time.Second {
				t.Errorf("waited %v for a terminal that does not answer", d)
			}
			unread(t, slave, "")
		})
	}
}

func TestBackgroundKeepsWhatWasTyped(t *testing.T) {
	master, slave := open(t)
	if _, err := io.WriteString(master, "/skill:x\r"); err != nil {
		t.Fatal(err)
	}
	control(t, slave, func(fd int) {
		if ok, err := ready(fd, false, time.Now().Add(long)); !ok {
			t.Fatal("what was typed never came", err)
		}
	})
	if _, known := ask(slave.Name(), long); known {
		t.Error("a terminal that was not asked is known")
	}
	unread(t, slave, "/skill:x\n")
}

func TestBackgroundWithoutTerminal(t *testing.T) {
	for _, path := range []string{"/nonexistent", "/dev/null"} {
		if dark, known := ask(path, long); !dark || known {
			t.Errorf("%s: dark %v known %v, want true false", path, dark, known)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{"\x1b]11;rgb:ffff/ffff/ffff\x1b\\\x1b[?62;22c", "\x1b]11;rgb:f/f/f", "\x1b[?c", ""} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, got []byte) {
		if dark, known := parse(got); !known && !dark {
			t.Error("light without having been told so")
		}
	})
}

// open makes a pseudo-terminal; the slave stays open so that settings and input survive until they are looked at.
func open(t *testing.T) (master, slave *os.File) {
	t.Helper()
	master, slave, err := pty.Open()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { master.Close(); slave.Close() })
	return master, slave
}

// unread checks what the next reader of the terminal would get.
func unread(t *testing.T, slave *os.File, want string) {
	t.Helper()
	var got []byte
	control(t, slave, func(fd int) {
		buf := make([]byte, 256)
		for {
			if ok, _ := ready(fd, false, time.Now()); !ok {
				return
			}
			n, err := unix.Read(fd, buf)
			if n <= 0 || err != nil {
				return
			}
			got = append(got, buf[:n]...)
		}
	})
	if string(got) != want {
		t.Errorf("left unread: %q, want %q", got, want)
	}
}

// control hands out the descriptor without making the file blocking, as Fd would.
func control(t *testing.T, f *os.File, do func(fd int)) {
	t.Helper()
	conn, err := f.SyscallConn()
	if err != nil {
		t.Fatal(err)
	}
	if err := conn.Control(func(fd uintptr) { do(int(fd)) }); err != nil {
		t.Fatal(err)
	}
}
