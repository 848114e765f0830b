package cells

import (
	"strings"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
)

// First is the first grapheme cluster of a text, which is not empty, and its width in cells.
func First(s string) (string, int) {
	if c := s[0]; c >= ' ' && c < 0x7f && (len(s) == 1 || s[1] < utf8.RuneSelf) {
		return s[:1], 1
	}
	c, w := ansi.FirstGraphemeCluster(s, ansi.GraphemeWidth)
	if c == "" {
		return s[:1], 0
	}
	return c, w
}

// Style is the length in bytes of the style sequence (SGR) that a text begins with, 0 for none, and whether it ends all styles.
func Style(s string) (n int, ends bool) {
	if !strings.HasPrefix(s, "\x1b[") {
		return 0, false
	}
	for i := 2; i < len(s); i++ {
		switch c := s[i]; {
		case c == 'm':
			return i + 1, i == 2 || i == 3 && s[2] == '0'
		case c != ';' && c != ':' && (c < '0' || c > '9'):
			return 0, false
		}
	}
	return 0, false
}

// reset ends all styles.
const reset = "\x1b[m"
