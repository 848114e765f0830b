package match

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// piece is a word of a text, or a part of one.
type piece struct {
	text       string // comparable: in lower case, without accents
	start, end int    // bytes of the normalised text
	part       bool   // a part of a word in CamelCase; the word comes first
	dense      bool   // of a script that puts no blanks between words: two neighbouring characters, or one
}

// normalise makes texts comparable that differ only in encoding or width.
func normalise(s string) string {
	if ascii(s) {
		return s
	}
	return norm.NFKC.String(s)
}

func ascii(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// class says how a rune takes part in words.
type class int

const (
	blank class = iota
	letter
	dense
	mark // belongs to what it follows
)

func classOf(r rune) class {
	switch {
	case r < utf8.RuneSelf:
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' {
			return letter
		}
		return blank
	case r == 'ー', unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul,
		unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar):
		return dense
	case unicode.IsMark(r):
		return mark
	case unicode.IsLetter(r), unicode.IsDigit(r):
		return letter
	}
	return blank
}

// pieces calls yield for the words of a normalised text in their order. Of
// scripts without blanks it yields each two neighbouring characters, and, if
// single is set or a character stands alone, each character.
func pieces(s string, single bool, yield func(piece)) {
	start, run := 0, blank
	flush := func(end int) {
		switch run {
		case letter:
			word(s, start, end, yield)
		case dense:
			bigrams(s, start, end, single, yield)
		}
	}
	for i, r := range s {
		c := classOf(r)
		if c == run || c == mark && run != blank {
			continue
		}
		if run == letter && (r == '#' && i == start+1 || r == '+' && strings.HasPrefix("++", s[start+1:i])) {
			continue // C#, C++
		}
		flush(i)
		start, run = i, c
		if c == mark {
			run = blank
		}
	}
	flush(len(s))
}

// word yields a word and its parts.
func word(s string, start, end int, yield func(piece)) {
	w := s[start:end]
	yield(piece{text: plain(w), start: start, end: end})
	from := 0
	for i := 1; i < len(w); i++ {
		if !hump(w, i) {
			continue
		}
		if i-from > 1 {
			yield(piece{text: plain(w[from:i]), start: start + from, end: start + i, part: true})
		}
		from = i
	}
	if from > 0 && len(w)-from > 1 {
		yield(piece{text: plain(w[from:]), start: start + from, end: end, part: true})
	}
}

// hump reports whether a part of a word begins at w[i]: the G of fooGet and of
// HTTPGet.
func hump(w string, i int) bool {
	upper := func(c byte) bool { return c >= 'A' && c <= 'Z' }
	lower := func(c byte) bool { return c >= 'a' && c <= 'z' }
	return upper(w[i]) && (lower(w[i-1]) || upper(w[i-1]) && i+2 < len(w) && lower(w[i+1]) && lower(w[i+2]))
}

// plain is a word in lower case without accents.
func plain(w string) string {
	if ascii(w) {
		return strings.ToLower(w)
	}
	var b strings.Builder
	for _, r := range norm.NFD.String(strings.ToLower(w)) {
		if !unicode.Is(unicode.Mn, r) {
			b.WriteRune(r)
		}
	}
	return b.String()
}

func bigrams(s string, start, end int, single bool, yield func(piece)) {
	before := -1
	for i := start; i < end; {
		_, size := utf8.DecodeRuneInString(s[i:end])
		if single || size == end-start {
			yield(piece{text: s[i : i+size], start: i, end: i + size, dense: true})
		}
		if before >= 0 {
			yield(piece{text: s[before : i+size], start: before, end: i + size, dense: true})
		}
		before, i = i, i+size
	}
}

// stem is what the forms of an English word have in common: light, so that
// words of different sense seldom fall together.
func stem(w string) string {
	if len(w) < 4 || !ascii(w) {
		return w
	}
	w = singular(w)
	for _, e := range [...]struct {
		ending string
		least  int // letters that must be left
	}{
		{"ication", 4}, {"icate", 4}, {"ation", 4}, {"ate", 4}, {"ition", 4}, {"ion", 5}, {"ment", 4}, {"ness", 4},
		{"ing", 3}, {"ed", 3}, {"er", 5}, {"or", 5}, {"ly", 4}, {"al", 5}, {"y", 3}, {"e", 3},
	} {
		if base, ok := strings.CutSuffix(w, e.ending); ok && len(base) >= e.least && strings.ContainsAny(base, "aeiouy") {
			w = undouble(base)
			break
		}
	}
	return american(w)
}

// american spells a stem as in the United States: optimis, analys, colour.
func american(w string) string {
	n := len(w)
	switch {
	case n < 5:
	case strings.HasSuffix(w, "is"), strings.HasSuffix(w, "lys"):
		return w[:n-1] + "z"
	case strings.HasSuffix(w, "our"):
		return w[:n-2] + "r"
	}
	return w
}

func singular(w string) string {
	switch {
	case strings.HasSuffix(w, "ies") && len(w) > 4:
		return w[:len(w)-3] + "y"
	case strings.HasSuffix(w, "ss"), strings.HasSuffix(w, "us"), strings.HasSuffix(w, "is"):
		return w
	case strings.HasSuffix(w, "sses"), strings.HasSuffix(w, "xes"), strings.HasSuffix(w, "ches"), strings.HasSuffix(w, "shes"):
		return w[:len(w)-2]
	case strings.HasSuffix(w, "s"):
		return w[:len(w)-1]
	}
	return w
}

// undouble makes of what is left of "planning" and "migrating" what is left of
// "plan" and "migrate".
func undouble(w string) string {
	n := len(w)
	if n > 3 && w[n-1] == w[n-2] && !strings.ContainsAny(w[n-1:], "ls") {
		return w[:n-1]
	}
	if n > 5 {
		return strings.TrimSuffix(w, "at") // migrating, migration
	}
	return w
}
