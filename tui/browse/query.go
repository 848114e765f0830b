package browse

import (
	"fmt"
	"slices"
	"strings"
)

// query is a filter as it was typed, taken apart: words of the form FACET:VALUE narrow the list to that value, -FACET:VALUE to all
// others, and the rest is looked for in names and descriptions.
type query struct {
	text  string
	words []word
}

// word asks for values of a facet.
type word struct {
	facet  Facet
	values []string // one of them; lower case
	not    bool
}

// asked are the facets that a filter can name.
func asked() []Facet { return []Facet{ByProvider, ByLevel, ByCategory, ByState} }

// parse takes a filter apart.
func parse(filter string) query {
	var q query
	var rest []string
	for _, field := range strings.Fields(filter) {
		if w, ok := parseWord(field); ok {
			q.words = append(q.words, w)
		} else {
			rest = append(rest, field)
		}
	}
	q.text = strings.Join(rest, " ")
	return q
}

func parseWord(field string) (word, bool) {
	name, value, ok := strings.Cut(strings.ToLower(field), ":")
	name, not := strings.CutPrefix(name, "-")
	f, known := facetNamed(name)
	if !ok || !known || !slices.Contains(asked(), f) {
		return word{}, false
	}
	return word{f, strings.Split(value, ","), not}, true
}

// states says whether the query itself says which states are shown.
func (q query) states() bool {
	return slices.ContainsFunc(q.words, func(w word) bool {
		return w.facet == ByState && !w.not && slices.ContainsFunc(w.values, func(v string) bool { return v != "" })
	})
}

// picks says which values of each facet the query admits; nil for all.
type picks [facets][]bool

func (x *Index) picks(q query) picks {
	var p picks
	for _, w := range q.words {
		of := &p[w.facet]
		values := x.scales[w.facet].values
		if *of == nil { // words that only leave out begin with all values
			*of = slices.Repeat([]bool{!someOf(q.words, w.facet)}, len(values))
		}
		for i, v := range values {
			if w.admits(v, values) {
				(*of)[i] = !w.not
			}
		}
	}
	return p
}

// someOf says whether a word asks for values of a facet, and not only against some.
func someOf(words []word, f Facet) bool {
	return slices.ContainsFunc(words, func(w word) bool { return w.facet == f && !w.not })
}

// admits says whether a value is one of the word's: equal, or beginning so while no value is equal.
func (w word) admits(value string, all []string) bool {
	value = strings.ToLower(value)
	for _, want := range w.values {
		whole := slices.ContainsFunc(all, func(v string) bool { return strings.ToLower(v) == want })
		switch {
		case want == "" && (len(w.values) > 1 || w.not): // more is to be typed
		case value == want, !whole && strings.HasPrefix(value, want):
			return true
		}
	}
	return false
}

// admits says whether a row has the values that are asked for.
func (p *picks) admits(x *Index, row int) bool {
	for f := range p {
		if p[f] != nil && !p[f][x.scales[f].of[row]] {
			return false
		}
	}
	return true
}

// unknown are sentences about words that no skill answers to.
func (x *Index) unknown(q query) []string {
	var out []string
	for _, w := range q.words {
		values := x.scales[w.facet].values
		if w.not || slices.ContainsFunc(values, func(v string) bool { return w.admits(v, values) }) {
			continue
		}
		said := fmt.Sprintf("No skill has the %s %s", w.facet, strings.Join(w.values, ", "))
		if w.facet == ByState {
			values = x.legalStates()
		}
		if !slices.ContainsFunc(values, func(v string) bool { return w.admits(v, values) }) {
			said += "; there are: " + strings.Join(values, ", ")
		}
		out = append(out, said+".")
	}
	return out
}

// legalStates are the states that skills can have, whether or not one here does.
func (x *Index) legalStates() []string {
	var out []string
	for _, s := range x.states() {
		out = append(out, string(s))
	}
	return out
}
