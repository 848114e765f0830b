package skills

import (
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// joinSurrogates writes characters that stand as two \u escapes, as in JSON,
// as themselves; one without its partner as U+FFFD.
func joinSurrogates(s string) string {
	var b strings.Builder
	for {
		i := strings.Index(s, `\u`)
		if i < 0 {
			break
		}
		b.WriteString(s[:i])
		s = s[i:]
		high, ok := escapedUnit(s)
		if !ok || !utf16.IsSurrogate(high) {
			b.WriteString(s[:2])
			s = s[2:]
			continue
		}
		s = s[6:]
		char := rune(utf8.RuneError)
		if low, ok := escapedUnit(s); ok {
			if char = utf16.DecodeRune(high, low); char != utf8.RuneError {
				s = s[6:]
			}
		}
		b.WriteRune(char)
	}
	b.WriteString(s)
	return b.String()
}

// escapedUnit reads the \uXXXX that s begins with.
func escapedUnit(s string) (rune, bool) {
	if len(s) < 6 || s[:2] != `\u` {
		return 0, false
	}
	n, err := strconv.ParseUint(s[2:6], 16, 16)
	return rune(n), err == nil
}
