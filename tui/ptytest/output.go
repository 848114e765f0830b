package ptytest

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// CheckOutput says whether a program wrote nothing to its terminal but text and the control sequences that the interface
// needs itself: moving the cursor, erasing, colours (SGR without blinking and concealing), and the modes for the
// cursor, the alternate screen, bracketed paste, focus and the mouse. One question for the background (OSC 11, then
// DA1) may stand before the alternate screen. Everything else is an error that names the bytes and where they are: other
// OSC (title, clipboard, links), DCS, APC, PM, SOS, C1 controls, bells and other C0 controls, queries, invalid UTF-8, and
// the characters that turn the direction of text or are never seen (bidi overrides and isolates, tags).
func CheckOutput(raw []byte) error {
	c := checker{rest: string(raw)}
	for c.rest != "" {
		if err := c.next(); err != nil {
			return fmt.Errorf("byte %d: %w", len(raw)-len(c.rest), err)
		}
	}
	return nil
}

// CheckRestored says whether a program that has ended left the terminal as it found it: the cursor shown and every other
// mode that CheckOutput knows switched off.
func CheckRestored(raw []byte) error {
	on := map[string]bool{}
	for _, m := range switches.FindAllSubmatch(raw, -1) {
		on[string(m[1])] = string(m[2]) == "h"
	}
	var left []string
	for mode, set := range on {
		if set != (mode == "25") {
			left = append(left, mode)
		}
	}
	if len(left) > 0 {
		slices.Sort(left)
		return fmt.Errorf("the terminal is left with other modes than before: %s", strings.Join(left, ", "))
	}
	return nil
}

// checker goes through what a program wrote.
type checker struct {
	rest      string
	questions string // of those that may be asked once, the ones that were
	started   bool   // the alternate screen was entered
}

var (
	csi = regexp.MustCompile(`^\x1b\[([\x30-\x3f]*)([\x20-\x2f]*)([\x40-\x7e])`)
	// plain are the sequences without a private marker and with numbers only, by their final byte.
	plain    = regexp.MustCompile(`^[0-9;]*[ABCDGHJKm]$`)
	modes    = regexp.MustCompile(`^\?(25|1000|1002|1003|1004|1006|1049|2004)[hl]$`)
	switches = regexp.MustCompile(`\x1b\[\?([0-9]+)([hl])`)
)

// The two questions, each of which may be asked once.
const (
	askBackground = "\x1b]11;?\x1b\\"
	askAttributes = "\x1b[c"
)

// next takes one character or sequence.
func (c *checker) next() error {
	switch {
	case strings.HasPrefix(c.rest, askBackground):
		return c.question(askBackground)
	case strings.HasPrefix(c.rest, askAttributes):
		return c.question(askAttributes)
	case c.rest[0] == '\x1b':
		return c.sequence()
	}
	r, n := utf8.DecodeRuneInString(c.rest)
	if err := character(r, n); err != nil {
		return err
	}
	c.rest = c.rest[n:]
	return nil
}

// question takes one of the two that may be asked, once and before the interface is shown.
func (c *checker) question(q string) error {
	if c.started || strings.Contains(c.questions, q) {
		return fmt.Errorf("the terminal is asked again: %q", q)
	}
	c.questions += q
	c.rest = c.rest[len(q):]
	return nil
}

// sequence takes one control sequence.
func (c *checker) sequence() error {
	m := csi.FindStringSubmatch(c.rest)
	if m == nil {
		return fmt.Errorf("a sequence that is none of the interface's: %q", start(c.rest))
	}
	body := m[1] + m[2] + m[3]
	switch {
	case m[3] == "m" && plain.MatchString(body):
		if err := style(m[1]); err != nil {
			return fmt.Errorf("%w: %q", err, m[0])
		}
	case plain.MatchString(body):
	case modes.MatchString(body):
		c.started = c.started || body == "?1049h"
	default:
		return fmt.Errorf("a sequence that is none of the interface's: %q", m[0])
	}
	c.rest = c.rest[len(m[0]):]
	return nil
}

// style checks the parameters of an SGR sequence.
func style(params string) error {
	fields := strings.Split(params, ";")
	for i := 0; i < len(fields); i++ {
		n, _ := strconv.Atoi(fields[i]) // empty is 0
		switch n {
		case 5, 6:
			return fmt.Errorf("blinking text")
		case 8:
			return fmt.Errorf("concealed text")
		case 38, 48, 58: // a colour follows: 5;N or 2;R;G;B
			switch rest := fields[i+1:]; {
			case len(rest) >= 2 && rest[0] == "5":
				i += 2
			case len(rest) >= 4 && rest[0] == "2":
				i += 4
			default:
				return fmt.Errorf("a colour of an unknown kind")
			}
		}
	}
	return nil
}

// character checks a rune of n bytes that is not the start of a sequence.
func character(r rune, n int) error {
	switch {
	case r == utf8.RuneError && n == 1:
		return fmt.Errorf("invalid UTF-8")
	case r == '\n' || r == '\r' || r == '\t':
		return nil
	case r < ' ' || r >= 0x7f && r < 0xa0:
		return fmt.Errorf("control character %U", r)
	case r >= 0x202a && r <= 0x202e || r >= 0x2066 && r <= 0x2069 || r >= 0xe0000 && r <= 0xe007f:
		return fmt.Errorf("hidden character %U", r)
	}
	return nil
}

// start is the beginning of a sequence, for an error.
func start(s string) string { return s[:min(len(s), 24)] }
