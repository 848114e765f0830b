package sanitize

import (
	"fmt"
	"strings"
)

// mark returns what is shown for the finding u at s[i:], together with repeats
// of it, and where the text goes on.
func mark(s string, i int, u unit) (text string, end int) {
	switch {
	case u.kind == Escape:
		return "␛", i + u.size
	case u.kind == InvalidUTF8:
		return fmt.Sprintf("‹0x%02X›", u.rune), i + u.size
	case u.kind == Tag:
		return tagMark(s, i, u)
	case u.rune < ' ' || u.rune == 0x7f:
		return runeMark(u.rune, 1), i + u.size
	}
	end, count := sameRune(s, i, u.rune)
	return runeMark(u.rune, count), end
}

// tagMark shows a whole run of tag characters decoded.
func tagMark(s string, i int, u unit) (text string, end int) {
	end = i
	for end < len(s) {
		next := unitAt(s, end)
		if next.kind != Tag {
			break
		}
		end += next.size
	}
	if hidden := spell(s[i:end]); hidden != "" {
		return "‹tags: " + hidden + "›", end
	}
	end, count := sameRune(s, i, u.rune)
	return runeMark(u.rune, count), end
}

// runeMark is the mark of count times r.
func runeMark(r rune, count int) string {
	switch {
	case r == 0x1b:
		return "␛"
	case r < ' ':
		return string(0x2400 + r)
	case r == 0x7f:
		return "␡"
	case count > 1:
		return fmt.Sprintf("‹U+%04X x%d›", r, count)
	}
	return fmt.Sprintf("‹U+%04X›", r)
}

// spell decodes the printable ASCII that tag characters and variation
// selectors of s carry: a tag is its ASCII code plus U+E0000; selectors 1 to
// 256 stand for the bytes 0 to 255.
func spell(s string) string {
	var b strings.Builder
	for _, r := range s {
		switch {
		case r >= tagFirst && r <= tagLast:
			r -= tagFirst
		case r >= 0xfe00 && r <= 0xfe0f:
			r -= 0xfe00
		case r >= 0xe0100 && r <= 0xe01ef:
			r -= 0xe0100 - 16
		default:
			continue
		}
		if r >= ' ' && r < 0x7f {
			b.WriteRune(r)
		}
	}
	return b.String()
}
