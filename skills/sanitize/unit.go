package sanitize

import "unicode/utf8"

// Kind names what is wrong with a rune. Its text is kebab-case and fit for
// JSON.
type Kind string

// The kinds.
const (
	Escape            Kind = "escape"             // ESC and U+009B, which begin terminal sequences
	Control           Kind = "control"            // other C0 and C1 controls, a CR without LF
	InvalidUTF8       Kind = "invalid-utf8"       // a byte that is part of no character
	Tag               Kind = "tag"                // U+E0000 to U+E007F outside a flag: unseen ASCII
	Bidi              Kind = "bidi"               // embeddings, overrides and isolates: order on screen is not order in the file
	BidiMark          Kind = "bidi-mark"          // LRM, RLM, ALM; low
	ZeroWidth         Kind = "zero-width"         // unseen runes where neither script nor emoji needs them
	VariationSelector Kind = "variation-selector" // one that selects nothing, so may carry data
	LineSeparator     Kind = "line-separator"     // U+2028, U+2029: line breaks for some readers only
	PrivateUse        Kind = "private-use"        // without a meaning all agree on; low
	SoftHyphen        Kind = "soft-hyphen"        // low
)

// Low reports whether a kind is common in honest text: worth a note, not a
// warning.
func (k Kind) Low() bool { return k == SoftHyphen || k == PrivateUse || k == BidiMark }

// unit is the smallest piece of a text that is judged as one: a rune, an
// invalid byte, an escape sequence or a flag.
type unit struct {
	kind Kind // "" where nothing is wrong
	rune rune // the first one; the byte where it is not UTF-8
	size int  // bytes
}

// unitAt judges the text at s[i:], which is not empty. It looks at the
// neighbours as they stand in s, never at what an edit makes of them.
func unitAt(s string, i int) unit {
	if s[i] < utf8.RuneSelf {
		return asciiUnit(s, i)
	}
	r, n := utf8.DecodeRuneInString(s[i:])
	switch {
	case r == utf8.RuneError && n == 1:
		return unit{InvalidUTF8, rune(s[i]), 1}
	case r == 0x9b:
		return unit{Escape, r, n + csiTail(s[i+n:])}
	case r < 0xa0:
		return unit{Control, r, n}
	case r == blackFlag:
		return unit{"", r, n + flagTags(s[i+n:])}
	}
	k := kindOf(r)
	if k != "" && lawful(s, i, r, n) {
		k = ""
	}
	return unit{k, r, n}
}

func asciiUnit(s string, i int) unit {
	c := s[i]
	switch {
	case printable(c) || c == '\n' || c == '\t':
		return unit{"", rune(c), 1}
	case c == '\r' && i+1 < len(s) && s[i+1] == '\n':
		return unit{"", '\r', 1}
	case c == 0x1b:
		return unit{Escape, 0x1b, 1 + escapeTail(s[i+1:])}
	}
	return unit{Control, rune(c), 1}
}

// escapeTail returns how many bytes after an ESC belong to it and carry no
// text. A string sequence (OSC, DCS, SOS, PM, APC) gives 0: its payload is
// text, and one that never ends would swallow all that follows.
func escapeTail(s string) int {
	if s == "" {
		return 0
	}
	switch c := s[0]; {
	case c == '[':
		return 1 + csiTail(s[1:])
	case c == ']' || c == 'P' || c == 'X' || c == '^' || c == '_':
		return 0
	case c >= '0' && c <= '~':
		return 1
	}
	n := span(s, ' ', '/')
	if n > 0 && n <= 2 && n < len(s) && s[n] >= '0' && s[n] <= '~' {
		return n + 1
	}
	return 0
}

// maxCSI bounds a control sequence, in bytes: what is longer is no command any
// terminal knows, and shown as text.
const maxCSI = 64

// csiTail returns the length of the rest of a control sequence: parameters,
// intermediates, final byte (ECMA-48, 5.4). It is 0 where s does not complete
// one.
func csiTail(s string) int {
	n := span(s, '0', '?')
	n += span(s[n:], ' ', '/')
	if n < len(s) && n < maxCSI && s[n] >= '@' && s[n] <= '~' {
		return n + 1
	}
	return 0
}

// span counts the bytes from lo to hi that s begins with.
func span(s string, lo, hi byte) int {
	n := 0
	for n < len(s) && s[n] >= lo && s[n] <= hi {
		n++
	}
	return n
}
