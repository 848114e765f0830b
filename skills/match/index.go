// Package match ranks skills for the list's filter, for completion and for a
// search in any words, and finds the names nearest to one that does not exist.
package match

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Item is one thing to find. Give the texts as they are shown: positions of
// matches count in them.
type Item struct{ Name, Description string }

// Index is a set of items prepared for Filter. It does not change and may be
// used by several goroutines.
type Index struct {
	names []folded
	// All descriptions stand in one text, so that a word is looked for in one
	// sweep: item i has descriptions[ends[i-1]:ends[i]], a line feed included.
	descriptions string
	ends         []int
	moved        map[int][]int // offsets of those descriptions that folding moved
}

// folded is a text as it is compared: composed (NFC) and in lower case.
type folded struct {
	text string
	at   []int  // offset in the original of each byte of text and of its end; nil where they are the same
	mask uint64 // the runes that occur, see letters
}

// NewIndex prepares items.
func NewIndex(items []Item) *Index {
	x := &Index{names: make([]folded, len(items)), ends: make([]int, len(items)), moved: map[int][]int{}}
	var all strings.Builder
	size := 0
	for i := range items {
		size += len(items[i].Description) + 1
	}
	all.Grow(size)
	for i, item := range items {
		x.names[i] = fold(item.Name)
		x.names[i].mask = letters(x.names[i].text)
		d := fold(item.Description)
		if d.at != nil {
			x.moved[i] = d.at
		}
		all.WriteString(d.text)
		all.WriteByte('\n')
		x.ends[i] = all.Len()
	}
	x.descriptions = all.String()
	return x
}

// description is where the text of an item's description begins.
func (x *Index) description(item int) int {
	if item == 0 {
		return 0
	}
	return x.ends[item-1]
}

func fold(s string) folded {
	if steady(s) {
		return folded{text: strings.ToLower(s)}
	}
	var f folded
	var b strings.Builder
	var it norm.Iter
	it.InitString(norm.NFC, s)
	for !it.Done() {
		start := it.Pos()
		piece := strings.ToLower(string(it.Next()))
		b.WriteString(piece)
		for range len(piece) {
			f.at = append(f.at, start)
		}
	}
	f.text, f.at = b.String(), append(f.at, len(s))
	return f
}

// steady reports whether folding s leaves every rune at its offset.
func steady(s string) bool {
	ascii := true
	for _, r := range s {
		if r < utf8.RuneSelf {
			continue
		}
		ascii = false
		if r == utf8.RuneError || utf8.RuneLen(r) != utf8.RuneLen(unicode.ToLower(r)) {
			return false
		}
	}
	return ascii || norm.NFC.IsNormalString(s)
}

// original translates an offset in the folded text.
func (f *folded) original(i int) int { return original(f.at, i) }

func original(at []int, i int) int {
	if at == nil {
		return i
	}
	return at[i]
}

// originalEnd translates the end of a range that is not empty: what was
// composed into the last character belongs to it whole.
func originalEnd(at []int, end int) int {
	if at == nil {
		return end
	}
	last := at[end-1]
	for at[end] == last {
		end++
	}
	return at[end]
}

// letters is the set of runes of s as a mask: a bit for each lower-case ASCII
// letter and digit, the others share the rest. A text that holds all runes of
// another has all its bits.
func letters(s string) uint64 {
	var mask uint64
	for _, r := range s {
		switch {
		case r >= 'a' && r <= 'z':
			mask |= 1 << (r - 'a')
		case r >= '0' && r <= '9':
			mask |= 1 << (26 + r - '0')
		default:
			mask |= 1 << (36 + r%28)
		}
	}
	return mask
}

// wordStart reports whether a word begins at s[i:]: at the start and after
// what is neither letter nor digit.
func wordStart(s string, i int) bool {
	r, _ := utf8.DecodeLastRuneInString(s[:i])
	return i == 0 || !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r)
}
