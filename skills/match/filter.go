package match

import (
	"math"
	"slices"
	"strings"
	"unicode/utf8"
)

// Tier says how well a hit fits. Lower is better, and no score outweighs it.
type Tier int32

// The tiers, best first.
const (
	All         Tier = iota // the query is empty
	Exact                   // the query is the name
	Prefix                  // the name begins with it
	WordStart               // a word of the name does
	Substring               // the name holds it
	Fuzzy                   // the name holds its characters in their order
	Description             // only the description holds it
	none
)

// Hit is an item that fits a query.
type Hit struct {
	Item  int // index of the item, as given to NewIndex
	Tier  Tier
	Score int    // among hits of one tier, higher is better
	Name  []int  // byte offsets of the runes of the name to be marked, ascending
	Desc  [2]int // range of bytes of the description to be marked; -1, -1 where it holds none of the words
}

// Filter returns the items that fit a query, best first: by tier, by score, in
// the order given. Case is ignored. Of several words, separated by blanks, the
// name or the description must hold each, and the worst counts. An empty query
// returns all items in order.
func (x *Index) Filter(query string) []Hit {
	words := strings.Fields(fold(query).text)
	s := filter{Index: x, states: make([]state, len(x.names))}
	for _, w := range words {
		s.word(needleOf(w))
	}
	if len(words) > 1 {
		s.whole(strings.Join(words, " "))
	}
	return s.hits()
}

// filter is one Filter on its way.
type filter struct {
	*Index
	states []state // by item
	marks  []int   // holds the Name of all hits
}

// state is what is known of an item after some words.
type state struct {
	tier  Tier
	score int32
	found span // the word at hand in the descriptions
	first span // the first word found there
	marks span // of the name, in filter.marks
}

// span is a range; empty where nothing was found.
type span struct{ start, end int32 }

// word narrows the hits to those that fit one more word.
func (s *filter) word(w needle) {
	s.describe(w)
	mask := letters(w.text)
	for i := range s.states {
		h := &s.states[i]
		if h.tier == none {
			continue
		}
		tier, score := none, 0
		if n := &s.names[i]; n.mask&mask == mask {
			tier, score = s.name(h, n, w.text)
		}
		if h.found.end > 0 {
			if h.first.end == 0 {
				h.first = h.found
			}
			if tier == none {
				tier, score = Description, s.described(h.found)
			}
			h.found = span{}
		}
		h.tier = max(h.tier, tier)
		h.score += int32(score)
	}
}

// describe looks for a word in all descriptions, in one sweep.
func (s *filter) describe(w needle) {
	text := s.descriptions
	for item, from := 0, 0; item < len(s.ends); {
		i := w.index(text[from:])
		if i < 0 {
			return
		}
		at := from + i
		for s.ends[item] <= at {
			item++
		}
		if len(w.text) > 1 { // single letters are everywhere
			at = firstWordStart(text[:s.ends[item]], at, w.text)
		}
		s.states[item].found = span{int32(at), int32(at + len(w.text))}
		from = s.ends[item]
		item++
	}
}

// firstWordStart returns the first of the next few places of w in text, from
// the one at first on, where a word begins, else first.
func firstWordStart(text string, first int, w string) int {
	at := first
	for range 4 {
		if wordStart(text, at) {
			return at
		}
		i := strings.Index(text[at+len(w):], w)
		if i < 0 {
			break
		}
		at += len(w) + i
	}
	return first
}

// described scores a word that only the description holds.
func (s *filter) described(found span) int {
	if wordStart(s.descriptions, int(found.start)) {
		return 100
	}
	return 0
}

// whole lifts the names that equal or begin with a query of several words.
func (s *filter) whole(query string) {
	for i := range s.states {
		h := &s.states[i]
		switch name := s.names[i].text; {
		case h.tier == none:
		case name == query:
			h.tier = Exact
		case strings.HasPrefix(name, query):
			h.tier = Prefix
		}
	}
}

// hits drops what does not fit and puts the best first. It sorts numbers, each
// made of tier, score and item, which is several times faster than sorting
// hits.
func (s *filter) hits() []Hit {
	keys := make([]uint64, 0, len(s.states))
	for i, h := range s.states {
		if h.tier != none {
			score := uint64(min(max(h.score, 0), math.MaxUint16))
			keys = append(keys, uint64(h.tier)<<48|(math.MaxUint16-score)<<32|uint64(i))
		}
	}
	slices.Sort(keys)
	hits := make([]Hit, len(keys))
	for i, key := range keys {
		hits[i] = s.hit(int(key & math.MaxUint32))
	}
	return hits
}

func (s *filter) hit(item int) Hit {
	h := &s.states[item]
	hit := Hit{Item: item, Tier: h.tier, Score: int(h.score), Desc: [2]int{-1, -1}}
	if m := h.marks; m.end > 0 {
		hit.Name = s.marks[m.start:m.end:m.end]
	}
	if h.first.end > 0 {
		start, at := s.description(item), s.moved[item]
		hit.Desc = [2]int{original(at, int(h.first.start)-start), originalEnd(at, int(h.first.end)-start)}
	}
	return hit
}

// needle is a word to be looked for in much text, by its rarest byte.
type needle struct {
	text string
	rare int // index of the byte; -1 where no byte of it is known to be rare
}

func needleOf(w string) needle {
	const common = "etaoinsrhldcumpfgwybvkxjqz" // letters of English prose, by how often they occur
	n, best := needle{w, -1}, -1
	for i := range len(w) {
		rank := strings.IndexByte(common, w[i])
		if rank < 0 && w[i] < utf8.RuneSelf { // a sign or a digit
			rank = len(common)
		}
		if rank > best {
			n.rare, best = i, rank
		}
	}
	return n
}

// index is strings.Index(text, n.text).
func (n needle) index(text string) int {
	if n.rare < 0 {
		return strings.Index(text, n.text)
	}
	for from := n.rare; from < len(text); from++ {
		i := strings.IndexByte(text[from:], n.text[n.rare])
		if i < 0 {
			return -1
		}
		from += i
		if strings.HasPrefix(text[from-n.rare:], n.text) {
			return from - n.rare
		}
	}
	return -1
}
