// Package terminal asks the terminal what the interface has to know before it starts.
package terminal

import (
	"regexp"
	"strconv"
	"time"

	"github.com/charmbracelet/x/term"
	"golang.org/x/sys/unix"
)

// Wait is how long Background should wait for an answer: a remote terminal makes it, a silent one is not felt.
const Wait = 200 * time.Millisecond

// query asks for the background colour (OSC 11) and for the device attributes (DA1). Nearly every terminal answers the
// second, and answers in order: its answer ends the wait for a terminal that does not know the first.
const query = "\x1b]11;?\x1b\\\x1b[c"

// maxAnswer bounds, in bytes, what is read while waiting; the two answers are under 100 bytes.
const maxAnswer = 4096

// Background asks the controlling terminal for its background colour and waits no longer than wait. Dark is true
// unless the terminal says that it is light; known is false when it did not say. Nothing is asked when something has been
// typed already, since reading the answer would take it from the program. Call it before the program reads
// the terminal, and once: an answer that is not read here would arrive as typed text.
func Background(wait time.Duration) (dark, known bool) {
	return ask("/dev/tty", wait)
}

// ask is Background for the terminal at path.
func ask(path string, wait time.Duration) (dark, known bool) {
	// A plain descriptor: os.File may or may not poll a terminal (on macOS it cannot), so its deadlines are no bound.
	fd, err := unix.Open(path, unix.O_RDWR|unix.O_NOCTTY|unix.O_CLOEXEC, 0)
	if err != nil {
		return true, false
	}
	defer unix.Close(fd)
	state, err := term.MakeRaw(uintptr(fd))
	if err != nil {
		return true, false
	}
	defer term.Restore(uintptr(fd), state) //nolint:errcheck // nothing is left to do about it
	until := time.Now().Add(wait)
	if typed, _ := ready(fd, false, time.Now()); typed {
		return true, false
	}
	if free, err := ready(fd, true, until); !free || err != nil {
		return true, false
	}
	if _, err := unix.Write(fd, []byte(query)); err != nil {
		return true, false
	}
	return parse(read(fd, until))
}

// read collects what arrives until the answer to DA1 is complete, the time is over or the terminal is gone.
func read(fd int, until time.Time) []byte {
	var got []byte
	buf := make([]byte, 256)
	for len(got) < maxAnswer && !attributes.Match(got) {
		if ok, err := ready(fd, false, until); !ok || err != nil {
			break
		}
		n, err := unix.Read(fd, buf)
		if err == unix.EINTR {
			continue
		}
		if n <= 0 || err != nil {
			break
		}
		got = append(got, buf[:n]...)
	}
	return got
}

// ready waits until the descriptor can be read, or written, or the time is over.
func ready(fd int, write bool, until time.Time) (bool, error) {
	for {
		var set unix.FdSet
		set.Set(fd)
		left := unix.NsecToTimeval(max(0, time.Until(until)).Nanoseconds())
		var n int
		var err error
		if write {
			n, err = unix.Select(fd+1, nil, &set, nil, &left)
		} else {
			n, err = unix.Select(fd+1, &set, nil, nil, &left)
		}
		if err != unix.EINTR { // the runtime's own signals interrupt the call
			return n > 0, err
		}
	}
}

var (
	attributes = regexp.MustCompile(`\x1b\[\?[0-9;]*c`)
	background = regexp.MustCompile(`\x1b\]11;rgba?:([0-9a-fA-F]{1,4})/([0-9a-fA-F]{1,4})/([0-9a-fA-F]{1,4})`)
)

// parse reads the answers. A colour is dark when its luma (ITU-R BT.601) is below one half.
func parse(got []byte) (dark, known bool) {
	m := background.FindSubmatch(got)
	if m == nil {
		return true, false
	}
	luma := 0.299*channel(m[1]) + 0.587*channel(m[2]) + 0.114*channel(m[3])
	return luma < 0.5, true
}

// channel is a colour channel between 0 and 1. XParseColor scales by the number of digits: f, ff and ffff are all 1.
func channel(hex []byte) float64 {
	v, err := strconv.ParseUint(string(hex), 16, 16)
	if err != nil {
		return 0
	}
	return float64(v) / float64(uint(1)<<(4*len(hex))-1)
}
