package cli

import (
	"bufio"
	"fmt"
	"os"
	"strings"

	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/term"

	"deft/commands/phrase"
)

// screen is where a command writes: a terminal, or a file or pipe.
type screen struct {
	*bufio.Writer
	terminal bool
	colour   bool
	width    int    // cells; of a terminal only
	home     string // what ~ stands for; of a terminal only
}

// newScreen wraps standard output or standard error. NO_COLOR and TERM=dumb
// are obeyed, as is a TERM that is not set; a terminal of unknown width counts
// as 80 cells wide.
func newScreen(f *os.File) *screen {
	s := &screen{Writer: bufio.NewWriterSize(f, 64<<10), terminal: term.IsTerminal(f.Fd()), width: 80}
	if !s.terminal {
		return s
	}
	s.colour = colours(os.Getenv)
	s.home = os.Getenv("HOME")
	if w, _, err := term.GetSize(f.Fd()); err == nil && w > 0 {
		s.width = w
	}
	return s
}

// colours tells whether a terminal is to get colours.
func colours(getenv func(string) string) bool {
	name := getenv("TERM")
	return getenv("NO_COLOR") == "" && name != "" && name != "dumb"
}

// short writes ~ for the home folder in a clean text, on a terminal.
func (s *screen) short(text string) string { return phrase.Home(text, s.home) }

// wrapped breaks a text with colours at blanks, for a terminal; further lines
// stand further in.
func (s *screen) wrapped(indent int, text string) string {
	if room := s.width - indent; !s.terminal || room < 20 {
		return text
	}
	return wrap(text, s.width, indent)
}

// wrap breaks a text at blanks into lines of a number of cells, and only words
// that are longer than a line elsewhere, best behind a slash. Further lines
// begin with indent blanks.
func wrap(text string, cells, indent int) string {
	var b strings.Builder
	col := 0
	for i, word := range strings.Split(text, " ") {
		w := ansi.StringWidth(word)
		switch {
		case i == 0:
		case col+1+w <= cells, w > cells-indent && strings.TrimLeft(b.String(), " ") == "": // blanks alone are no line
			b.WriteByte(' ')
			col++
		default:
			b.WriteString("\n" + strings.Repeat(" ", indent))
			col = indent
		}
		for col+w > cells && w > cells-indent {
			head := ansi.Truncate(word, cells-col, "")
			if slash := strings.LastIndexByte(head, '/'); slash > 0 {
				head = head[:slash+1]
			}
			if head == "" || head == word || !strings.HasPrefix(word, head) {
				break // a colour ends in it: the terminal breaks it
			}
			b.WriteString(head + "\n" + strings.Repeat(" ", indent))
			word, col = word[len(head):], indent
			w = ansi.StringWidth(word)
		}
		b.WriteString(word)
		col += w
	}
	return b.String()
}

// sgr is the parameter of a terminal's "select graphic rendition".
type sgr string

// The renditions in use: the terminal's own sixteen colours, so that they fit
// the user's background.
const (
	bold   sgr = "1"
	faint  sgr = "2"
	red    sgr = "31"
	green  sgr = "32"
	yellow sgr = "33"
	cyan   sgr = "36"
)

// paint colours a clean text, where the screen shows colours.
func (s *screen) paint(code sgr, text string) string {
	if !s.colour || text == "" {
		return text
	}
	return "\x1b[" + string(code) + "m" + text + "\x1b[0m"
}

// printf writes; errors stay in the buffer until Flush.
func (s *screen) printf(format string, args ...any) { fmt.Fprintf(s.Writer, format, args...) }

// text writes, without formatting.
func (s *screen) text(parts ...string) {
	for _, p := range parts {
		_, _ = s.WriteString(p) // kept by the buffer until Flush
	}
}

// row writes tab-separated cells and a line end: the form for pipes. The cells
// are clean, so none holds a tab.
func (s *screen) row(cells ...string) {
	for i, c := range cells {
		if i > 0 {
			_ = s.WriteByte('\t') // kept by the buffer until Flush
		}
		s.text(c)
	}
	s.text("\n")
}

// fit cuts a clean text to a number of cells, or fills it up with blanks.
func fit(text string, cells int) string {
	w := ansi.StringWidth(text)
	if w > cells {
		text = ansi.Truncate(text, cells, "…")
		w = ansi.StringWidth(text)
	}
	return text + strings.Repeat(" ", max(cells-w, 0))
}

// width is the number of cells a clean text takes.
func width(text string) int { return ansi.StringWidth(text) }

// cut shortens a clean text to a number of cells.
func cut(text string, cells int) string {
	if cells <= 0 {
		return ""
	}
	return ansi.Truncate(text, cells, "…")
}
