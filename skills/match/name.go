package match

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// name matches a word with a name and adds the marks to the hit.
func (s *filter) name(h *state, n *folded, w string) (Tier, int) {
	i := strings.Index(n.text, w)
	if i < 0 {
		return s.fuzzy(h, n, w)
	}
	tier := Substring
	switch {
	case len(n.text) == len(w):
		tier = Exact
	case i == 0:
		tier = Prefix
	default:
		i = firstWordStart(n.text, i, w)
		if wordStart(n.text, i) {
			tier = WordStart
		}
	}
	first := len(s.marks)
	for j := range w {
		s.marks = append(s.marks, n.original(i+j))
	}
	s.mark(h, first)
	return tier, max(0, 1000-len(n.text)-i)
}

// fuzzy looks for the runes of a word in their order, as close together as
// they end first. A match that is stretched over more than a few times its
// length is none.
func (s *filter) fuzzy(h *state, n *folded, w string) (Tier, int) {
	end := 0
	for _, r := range w {
		i := strings.IndexRune(n.text[end:], r)
		if i < 0 {
			return none, 0
		}
		end += i + utf8.RuneLen(r)
	}
	first := len(s.marks)
	score, at := 0, end
	for rest := w; rest != ""; { // backwards: the latest start is the closest match
		r, size := utf8.DecodeLastRuneInString(rest)
		rest = rest[:len(rest)-size]
		next := at
		at = strings.LastIndex(n.text[:at], string(r))
		if at+size == next {
			score += 20
		}
		if wordStart(n.text, at) {
			score += 15
		}
		s.marks = append(s.marks, n.original(at))
	}
	if end-at > 4*len(w)+2 {
		s.marks = s.marks[:first]
		return none, 0
	}
	slices.Reverse(s.marks[first:])
	s.mark(h, first)
	return Fuzzy, max(0, 500+score-2*(end-at)-len(n.text))
}

// mark gives the marks from first on to a hit, together with those of earlier
// words.
func (s *filter) mark(h *state, first int) {
	if h.marks.end > 0 {
		s.marks = append(s.marks, s.marks[h.marks.start:h.marks.end]...)
		slices.Sort(s.marks[first:])
	}
	s.marks = s.marks[:first+len(slices.Compact(s.marks[first:]))]
	h.marks = span{int32(first), int32(len(s.marks))}
}
