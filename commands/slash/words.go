package slash

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// span is a byte range of a draft.
type span struct{ start, end int }

// words are the runs without blanks.
func words(s string) []span {
	var out []span
	for i := 0; i < len(s); {
		start := i + skip(s[i:], unicode.IsSpace)
		end := start + skip(s[start:], func(r rune) bool { return !unicode.IsSpace(r) })
		if end > start {
			out = append(out, span{start, end})
		}
		i = end
	}
	return out
}

// skip counts the bytes of leading runes that satisfy f.
func skip(s string, f func(rune) bool) int {
	if i := strings.IndexFunc(s, func(r rune) bool { return !f(r) }); i >= 0 {
		return i
	}
	return len(s)
}

// firstWord cuts a draft that begins with a word after that word.
func firstWord(s string) (word, rest string) {
	n := skip(s, func(r rune) bool { return !unicode.IsSpace(r) })
	return s[:n], s[n:]
}

// afterBlank is the position behind the one blank that parts a name from what
// follows; a line end written as \r\n is one blank.
func afterBlank(s string, at int) int {
	if strings.HasPrefix(s[at:], "\r\n") {
		return at + 2
	}
	if r, n := utf8.DecodeRuneInString(s[at:]); unicode.IsSpace(r) {
		return at + n
	}
	return at
}
