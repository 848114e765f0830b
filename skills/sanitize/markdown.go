package sanitize

import (
	"html"
	"strconv"
	"strings"
)

// Markdown cleans a Markdown source: Text, and character references that would
// decode to something Text marks are replaced by that mark, however they are
// spelled: decimal, hexadecimal, by name, without a semicolon, with leading
// zeros (which some decoders read as octal), or behind any number of `&amp;`.
// References to a tab, a line feed or an emoji's variation selector stay.
func Markdown(s string) string {
	s = Text(s)
	var b strings.Builder
	done := 0
	for i := 0; i < len(s); i++ {
		if s[i] != '&' {
			continue
		}
		if r, n := threat(s[i:]); n > 0 {
			b.WriteString(s[done:i])
			b.WriteString(runeMark(r, 1))
			done = i + n
			i = done - 1
		}
	}
	if done == 0 {
		return s
	}
	b.WriteString(s[done:])
	return b.String()
}

// threat judges the reference that s, which begins with '&', begins with: the
// unsafe rune it may decode to and its length in bytes, 0 where it is safe.
func threat(s string) (rune, int) {
	for n := 1; ; {
		size, runes := reference(s[n:])
		if size == 0 {
			return 0, 0
		}
		n += size
		again := false
		for _, r := range runes {
			if unsafe(r) {
				return r, n
			}
			again = again || r == '&'
		}
		if !again {
			return 0, 0
		}
	}
}

// unsafe judges a rune that a reference decodes to. A variation selector of
// emoji is common in such spelling (`&#x26A0;&#xFE0F;`) and harmless.
func unsafe(r rune) bool {
	if r < 0xa0 {
		return r != '\n' && r != '\t' && (r < ' ' || r >= 0x7f)
	}
	return r != textStyle && r != emojiStyle && kindOf(r) != ""
}

// reference reads the part of a character reference after its '&': its size
// in bytes, 0 where s is none, and the runes that one decoder or another makes
// of it.
func reference(s string) (size int, runes []rune) {
	if strings.HasPrefix(s, "#") {
		return numeric(s)
	}
	n := 0
	for n < len(s) && n < 40 && alphanumeric(s[n]) {
		n++
	}
	if n < len(s) && s[n] == ';' {
		if d := html.UnescapeString("&" + s[:n+1]); !strings.HasSuffix(d, ";") {
			return n + 1, []rune(d)
		}
	}
	for _, name := range [...]string{"shy", "amp", "AMP"} { // these count without a semicolon, too
		if strings.HasPrefix(s, name) {
			return len(name), []rune(html.UnescapeString("&" + name))
		}
	}
	return 0, nil
}

func alphanumeric(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

// numeric reads `#27;`, `#x1b;` and the like. Decoders differ: on C1 (HTML maps
// it to Windows-1252), on a leading zero and on numbers that overflow.
func numeric(s string) (size int, runes []rune) {
	digits, bases := s[1:], []int{10, 0}
	if len(digits) > 0 && digits[0]|0x20 == 'x' {
		digits, bases = digits[1:], []int{16}
	}
	n := 0
	for n < len(digits) && (digits[n] >= '0' && digits[n] <= '9' || bases[0] == 16 && hexLetter(digits[n])) {
		n++
	}
	if n == 0 {
		return 0, nil
	}
	size = len(s) - len(digits) + n
	runes = []rune(html.UnescapeString("&" + s[:size] + ";"))
	for _, base := range bases {
		if v, err := strconv.ParseUint(digits[:n], base, 31); err == nil {
			runes = append(runes, rune(v))
		}
	}
	if size < len(s) && s[size] == ';' {
		size++
	}
	return size, runes
}

func hexLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'f' }
