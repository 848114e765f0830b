package tui

import (
	"bufio"
	"io"
	"os"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

// span is a part of the address space.
type span struct{ from, to uintptr }

// letGo has the system take back the pages of the program's own file that the start has brought in: tables that are filled, rules that
// are read, once. They stay in the system's cache, from where the few that are needed again come back one by one.
func letGo() {
	path, err := os.Executable()
	if err != nil {
		return
	}
	f, err := os.Open("/proc/self/smaps")
	if err != nil {
		return
	}
	defer f.Close()
	for _, s := range unchanged(f, path) {
		unix.Syscall(unix.SYS_MADVISE, s.from, s.to-s.from, unix.MADV_DONTNEED) // nothing is lost where it does not
	}
}

// unchanged are the parts of memory that hold a file as it is: what is never written to, and of which no page differs from the file, as
// those do that were written before they were protected, or by a debugger.
func unchanged(smaps io.Reader, path string) []span {
	var out []span
	var at span // of the part that lines are about, empty where it is another's
	for lines := bufio.NewScanner(smaps); lines.Scan(); {
		words := strings.Fields(lines.Text())
		switch {
		case len(words) < 3:
		case strings.Contains(words[0], "-"):
			at = span{}
			if len(words) == 6 && words[5] == path && strings.HasPrefix(words[1], "r-") {
				at = parseSpan(words[0])
			}
		case words[0] == "Anonymous:" && words[1] == "0" && at != (span{}):
			out = append(out, at)
		}
	}
	return out
}

// parseSpan reads "FROM-TO" in hex; what is not that is empty.
func parseSpan(s string) span {
	low, high, _ := strings.Cut(s, "-")
	from, err := strconv.ParseUint(low, 16, 64)
	to, err2 := strconv.ParseUint(high, 16, 64)
	if err != nil || err2 != nil || to <= from {
		return span{}
	}
	return span{uintptr(from), uintptr(to)}
}
