package match

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"
)

// unit is what a query asks for with one of its words.
type unit struct {
	start, end int      // bytes of the normalised query
	weight     float64  // of the word in the query
	options    []option // the terms that answer it; none where no skill has the word
}

// option is a term that answers a word of the query, more or less.
type option struct {
	term  int32
	value float64 // what a skill that has the term gains
}

// units takes a normalised query apart.
func (s *Search) units(query string) []unit {
	var all []piece
	pieces(query, false, func(p piece) { all = append(all, p) })
	var units []unit
	seen := map[string]bool{}
	for i, p := range all {
		if len(units) == mostUnits {
			break
		}
		if seen[p.text] || s.lexicon.stop[p.text] || p.part && s.known(whole(all, i).text) {
			continue
		}
		seen[p.text] = true
		units = append(units, s.unit(p, joined(all, i)))
	}
	return units
}

// whole is the word that the part all[i] belongs to.
func whole(all []piece, i int) piece {
	for all[i].part {
		i--
	}
	return all[i]
}

// joined are the words that result from writing all[i] and a neighbour in one:
// power point, change-log.
func joined(all []piece, i int) []string {
	if all[i].part || all[i].dense {
		return nil
	}
	var out []string
	if i > 0 && !all[i-1].part && !all[i-1].dense {
		out = append(out, all[i-1].text+all[i].text)
	}
	if i+1 < len(all) && !all[i+1].part && !all[i+1].dense {
		out = append(out, all[i].text+all[i+1].text)
	}
	return out
}

func (s *Search) known(word string) bool {
	_, ok := s.terms[stem(word)]
	return ok
}

// unit finds the terms that answer a word.
func (s *Search) unit(p piece, joined []string) unit {
	u := unit{start: p.start, end: p.end}
	term := p.text
	if !p.dense {
		term = stem(p.text)
	}
	trust := s.trust(p, term)
	exact := s.option(&u, term, trust)
	for _, w := range joined {
		s.option(&u, stem(w), 1)
	}
	for _, w := range s.lexicon.alike[term] {
		s.option(&u, w, s.weights.alike*trust)
	}
	if !exact && !p.dense {
		s.resemble(&u, p.text, trust)
	}
	for _, o := range u.options {
		u.weight = max(u.weight, o.value)
	}
	if !exact {
		u.weight = max(u.weight, s.weights.unknown*trust*s.idf(0))
	}
	return u
}

// trust is how much a word says about which skill is meant.
func (s *Search) trust(p piece, term string) float64 {
	switch {
	case s.lexicon.weak[term], strings.Trim(p.text, "0123456789") == "":
		return s.weights.weak
	case p.dense && strings.IndexFunc(p.text, func(r rune) bool { return r < 'ぁ' || r > 'ん' }) < 0:
		return s.weights.weak // grammar, in Japanese
	}
	return 1
}

// option adds a term and reports whether any skill has it.
func (s *Search) option(u *unit, term string, factor float64) bool {
	id, ok := s.terms[term]
	if ok {
		u.add(id, factor*s.idf(len(s.postings[id])))
	}
	return ok
}

func (u *unit) add(term int32, value float64) {
	for i := range u.options {
		if o := &u.options[i]; o.term == term {
			o.value = max(o.value, value)
			return
		}
	}
	u.options = append(u.options, option{term, value})
}

// resemble adds the terms of words that begin like w, or that differ from it
// by one typing error if it is long enough to tell.
func (s *Search) resemble(u *unit, w string, trust float64) {
	const leastPrefix, leastTypo = 4, 6 // characters
	length := utf8.RuneCountInString(w)
	if length < leastPrefix {
		return
	}
	_, size := utf8.DecodeRuneInString(w)
	first := w[:size]
	from, _ := slices.BinarySearchFunc(s.words, first, func(v vocable, first string) int { return cmp.Compare(v.text, first) })
	for _, v := range s.words[from:] {
		if !strings.HasPrefix(v.text, first) {
			break
		}
		switch {
		case strings.HasPrefix(v.text, w), len(v.text) >= leastTypo && strings.HasPrefix(w, v.text),
			length >= leastTypo && oneEdit(w, v.text):
			u.add(v.term, s.weights.resemble*trust*s.idf(len(s.postings[v.term])))
		}
	}
}

// oneEdit reports whether one character inserted, left out or changed, or two
// neighbours swapped, make a out of b.
func oneEdit(a, b string) bool {
	if d := len(a) - len(b); d > utf8.UTFMax || -d > utf8.UTFMax {
		return false
	}
	if ascii(a) && ascii(b) {
		return oneEditOf([]byte(a), []byte(b))
	}
	return oneEditOf([]rune(a), []rune(b))
}

func oneEditOf[T byte | rune](a, b []T) bool {
	if len(a) < len(b) {
		a, b = b, a
	}
	i := 0
	for i < len(b) && a[i] == b[i] {
		i++
	}
	switch len(a) - len(b) {
	case 1:
		return slices.Equal(a[i+1:], b[i:])
	case 0:
		if i >= len(a)-1 || slices.Equal(a[i+1:], b[i+1:]) {
			return i < len(a)
		}
		return a[i] == b[i+1] && a[i+1] == b[i] && slices.Equal(a[i+2:], b[i+2:])
	}
	return false
}
