// Package sanitize makes text harmless before it reaches a terminal or a
// model, and finds what is hidden in it.
//
// # Marks
//
// What is unsafe or cannot be seen is not dropped for a terminal but shown:
//
//	␛                 an escape; a control sequence (CSI) or short escape is one mark,
//	                  of OSC, DCS and the like only the ESC is, their text stays
//	␇ ␈ ␍ ... ␡       other C0 controls, by their control pictures
//	‹U+009B›          C1 controls, bidi controls, zero-width and other hidden runes
//	‹U+200B x12›      the same rune twelve times in a row
//	‹tags: list it›   a run of tag characters, decoded
//	‹0x9B›            a byte that is not UTF-8
//
// A mark holds nothing that is itself marked, so cleaning twice changes
// nothing.
package sanitize

import (
	"strings"
	"unicode/utf8"
)

// Line cleans a text that is shown on one line: names, descriptions, paths,
// errors. Line breaks and tabs become a space each, everything unsafe its
// mark. The variation selectors and joiners of emoji are left out: terminals
// disagree on how wide such a sequence is, and columns would shift. So is a byte
// order mark at the start. Printable ASCII is returned as it is, without allocation.
func Line(s string) string { return rewrite(s, lineEdit) }

// Text cleans a text of several lines: like Line, but line breaks, tabs and
// whole emoji are kept, and CRLF becomes LF.
func Text(s string) string { return rewrite(s, textEdit) }

// ForModel cleans a text that a model reads. Removed are escape sequences and
// controls (of OSC, DCS and the like the ESC alone), tag characters, bidi
// embeddings, overrides and isolates, zero-width runes that no script or emoji
// needs, stray variation selectors and byte order marks. A lone CR becomes LF
// and a byte that is not UTF-8 becomes U+FFFD. All else stays byte for byte,
// CRLF, soft hyphens, private use and line separators included.
func ForModel(s string) string { return rewrite(s, modelEdit) }

// An edit says what stands in place of s[i:end]; ok is false where the unit u
// at s[i:] stays as it is.
type edit func(s string, i int, u unit) (text string, end int, ok bool)

// rewrite applies e to every unit of s that is not printable ASCII.
func rewrite(s string, e edit) string {
	var b strings.Builder
	done := 0
	for i := 0; i < len(s); {
		if printable(s[i]) {
			i++
			continue
		}
		u := unitAt(s, i)
		text, end, ok := e(s, i, u)
		if !ok {
			i += u.size
			continue
		}
		b.WriteString(s[done:i])
		b.WriteString(text)
		i, done = end, end
	}
	if done == 0 {
		return s
	}
	b.WriteString(s[done:])
	return b.String()
}

func printable(c byte) bool { return c >= ' ' && c < 0x7f }

func lineEdit(s string, i int, u unit) (string, int, bool) {
	switch {
	case u.kind != "":
		text, end := mark(s, i, u)
		return text, end, true
	case u.rune == '\n' || u.rune == '\t':
		return " ", i + 1, true
	case u.rune == '\r' || u.rune == bom || emojiGlue(s, i, u.rune):
		return "", i + u.size, true
	}
	return "", 0, false
}

// emojiGlue reports whether the lawful rune r at s[i:] only shapes an emoji.
func emojiGlue(s string, i int, r rune) bool {
	return r == textStyle || r == emojiStyle || r == zwj && emojiBefore(s[:i])
}

func textEdit(s string, i int, u unit) (string, int, bool) {
	switch {
	case u.kind != "":
		text, end := mark(s, i, u)
		return text, end, true
	case u.rune == '\r' || u.rune == bom:
		return "", i + u.size, true
	}
	return "", 0, false
}

func modelEdit(_ string, i int, u unit) (string, int, bool) {
	switch u.kind {
	case InvalidUTF8:
		return "\ufffd", i + u.size, true
	case Control:
		if u.rune == '\r' {
			return "\n", i + 1, true
		}
		return "", i + u.size, true
	case Escape, Tag, Bidi, ZeroWidth, VariationSelector:
		return "", i + u.size, true
	}
	return "", i + u.size, u.rune == bom
}

// sameRune returns the end and the length in runes of the run of r at s[i:].
func sameRune(s string, i int, r rune) (end, count int) {
	for i < len(s) {
		got, n := utf8.DecodeRuneInString(s[i:])
		if got != r || n != utf8.RuneLen(r) {
			break
		}
		i, count = i+n, count+1
	}
	return i, count
}
