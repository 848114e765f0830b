package sanitize

import (
	"unicode"
	"unicode/utf8"
)

const (
	zwnj       = 0x200c
	zwj        = 0x200d
	textStyle  = 0xfe0e
	emojiStyle = 0xfe0f
	bom        = 0xfeff
	blackFlag  = 0x1f3f4
	tagFirst   = 0xe0000
	tagLast    = 0xe007f
)

// kindOf judges a rune from U+00A0 on by itself. The list is Unicode's
// Default_Ignorable_Code_Point with the line separators, interlinear
// annotation marks and private use.
func kindOf(r rune) Kind {
	switch {
	case r == 0xad:
		return SoftHyphen
	case r < 0x34f || r >= 0x3165 && r < 0xe000:
		return ""
	case r == 0x61c || r == 0x200e || r == 0x200f:
		return BidiMark
	case r >= 0x202a && r <= 0x202e || r >= 0x2066 && r <= 0x2069:
		return Bidi
	case r == 0x2028 || r == 0x2029:
		return LineSeparator
	case selector(r):
		return VariationSelector
	case r >= tagFirst && r <= tagLast:
		return Tag
	case r >= 0xe000 && r <= 0xf8ff || r >= 0xf0000:
		return PrivateUse
	case ignorable(r):
		return ZeroWidth
	}
	return ""
}

func selector(r rune) bool {
	return r >= 0xfe00 && r <= 0xfe0f || r >= 0xe0100 && r <= 0xe01ef || r >= 0x180b && r <= 0x180d || r == 0x180f
}

// ignorable holds the runes that are drawn as nothing and have no kind of
// their own.
func ignorable(r rune) bool {
	switch r {
	case 0x34f, 0x115f, 0x1160, 0x17b4, 0x17b5, 0x180e, 0x3164, bom, 0xffa0:
		return true
	}
	return r >= 0x200b && r <= zwj || r >= 0x2060 && r <= 0x206f || r >= 0xfff0 && r <= 0xfffb ||
		r >= 0x1bca0 && r <= 0x1bca3 || r >= 0x1d173 && r <= 0x1d17a || r > tagLast && r <= 0xe0fff
}

// lawful reports whether the hidden rune r of n bytes at s[i:] does there what
// it was made for.
func lawful(s string, i int, r rune, n int) bool {
	prev, _ := utf8.DecodeLastRuneInString(s[:i])
	switch {
	case r == bom:
		return i == 0
	case r == zwnj:
		return joins(prev)
	case r == zwj:
		next, _ := utf8.DecodeRuneInString(s[i+n:])
		return joins(prev) || emojiBefore(s[:i]) && pictograph(next)
	case r == textStyle || r == emojiStyle:
		return pictograph(prev) || prev >= '0' && prev <= '9' || prev == '#' || prev == '*'
	case r >= 0xfe00 && r < textStyle:
		return variant(prev)
	case r >= 0xe0100 && r <= 0xe01ef:
		return unicode.Is(unicode.Han, prev)
	case r >= 0x180b && r <= 0x180f:
		return kindOf(prev) == "" && unicode.Is(unicode.Mongolian, prev)
	}
	return false
}

// joins reports whether r is a letter or mark of a script whose spelling uses
// ZWJ and ZWNJ: Arabic and its kin, the scripts of South and Southeast Asia,
// Mongolian.
func joins(r rune) bool {
	in := r >= 0x600 && r <= 0xdff || r >= 0x1000 && r <= 0x109f || r >= 0x1780 && r <= 0x18af ||
		r >= 0x1b00 && r <= 0x1c4f || r >= 0xa800 && r <= 0xabff || r >= 0xfb50 && r <= 0xfdff ||
		r >= 0xfe70 && r <= 0xfefc || r >= 0x10a00 && r <= 0x11fff || r >= 0x1e900 && r <= 0x1e95f
	return in && kindOf(r) == "" && (unicode.IsLetter(r) || unicode.IsMark(r))
}

// variant reports whether Unicode's StandardizedVariants.txt knows variants of
// r or its kind: ideographs and their punctuation, mathematical signs, a few
// scripts.
func variant(r rune) bool {
	return r == '0' || r >= 0x3001 && r <= 0x3002 || r >= 0xff01 && r <= 0xff1f || r >= 0xa840 && r <= 0xa87f ||
		unicode.In(r, unicode.Han, unicode.Sm, unicode.Myanmar, unicode.Manichaean)
}

// emojiBefore reports whether s ends with an emoji, of a style or skin tone or
// without.
func emojiBefore(s string) bool {
	r, n := utf8.DecodeLastRuneInString(s)
	if r == emojiStyle {
		r, _ = utf8.DecodeLastRuneInString(s[:len(s)-n])
	}
	return pictograph(r)
}

// pictograph covers Unicode's Extended_Pictographic by its blocks.
func pictograph(r rune) bool {
	switch r {
	case 0xa9, 0xae, 0x203c, 0x2049, 0x2122, 0x2139, 0x3030, 0x303d, 0x3297, 0x3299:
		return true
	}
	return r >= 0x2190 && r <= 0x23ff || r >= 0x2460 && r <= 0x24ff || r >= 0x25a0 && r <= 0x27bf ||
		r >= 0x2900 && r <= 0x297f || r >= 0x2b00 && r <= 0x2bff || r >= 0x1f000 && r <= 0x1faff
}

// flagTags returns the length in bytes of the tags that make a black flag,
// just before s, the flag of a region: three to six lower-case letters and
// digits, then the cancel tag (UTS 51, annex C). It is 0 where s is no such
// sequence.
func flagTags(s string) int {
	n := 0
	for range 7 {
		r, size := utf8.DecodeRuneInString(s[n:])
		letter := r >= tagFirst+'a' && r <= tagFirst+'z' || r >= tagFirst+'0' && r <= tagFirst+'9'
		if r == tagLast && n >= 3*size {
			return n + size
		}
		if !letter {
			return 0
		}
		n += size
	}
	return 0
}
