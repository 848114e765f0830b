package match

import (
	"cmp"
	"math"
	"slices"
	"strings"
)

// Document is what is searched of a skill.
type Document struct {
	Name        string
	Description string
	WhenToUse   string
	Category    string
	Globs       []string
}

// Match is a skill that answers a query.
type Match struct {
	Item       int      // index of the skill, as given to NewSearch
	Confidence float64  // from 0 to 1; falls along the list
	Words      []string // of the query, in its order, that the skill has: the word itself, another form, one of the same sense or one spelled alike; not to be changed
}

// Search is a set of skills prepared for Match. It does not change and may be
// used by several goroutines.
type Search struct {
	lexicon  *lexicon
	weights  weights
	items    int
	names    map[string][]int32
	terms    map[string]int32
	words    []vocable // sorted by text
	postings [][]posting
}

// vocable is a word as it is spelled in some skill.
type vocable struct {
	text string
	term int32
}

// posting is an occurrence of a term.
type posting struct {
	item int32
	tf   float32 // frequency, weighted by field and length
}

// NewSearch prepares skills.
func NewSearch(skills []Document) *Search { return newSearch(skills, defaults()) }

// Match returns the skills that answer a query in any words, best first,
// equals in the order given; none where no skill has a word of it.
//
// It ranks by BM25F over all fields of a Document, the name first. It compares
// stems, forgives a typing error in a word of six letters or more, and knows
// common abbreviations and some words of one sense. Of Chinese, Japanese and
// others without blanks between words it compares pairs of characters. What a
// description says the skill is not for hardly counts.
//
// The confidence of the first is the share of the query that it answers, each
// word weighed by how rare it is; a query of little weight leaves some doubt.
// That of the others is less by as much as their score is. It is 1 only where
// the query is the name. On the labelled queries in testdata/search, nine of ten
// right answers have .3 or more, and four of five answers to queries that no
// skill answers less than .4.
func (s *Search) Match(query string) []Match {
	query = normalise(query)
	units := s.units(query)
	r := s.rank(units)
	total := weightOf(units) + s.weights.doubt*s.idf(0)
	order := r.order(s.names[nameKey(query)])
	matches := make([]Match, len(order))
	words := map[uint64][]string{}
	for i, item := range order {
		h := r.hits[item]
		if _, ok := words[h.units]; !ok {
			words[h.units] = wordsOf(query, units, h.units)
		}
		matches[i] = Match{Item: int(item), Words: words[h.units], Confidence: confidence(h, r.hits[order[0]], total)}
	}
	return matches
}

// mostUnits is the number of different words of a query that are looked at.
const mostUnits = 64

// ranking is one Match on its way.
type ranking struct {
	hits []hit   // by item
	seen []int32 // the items that have a score, as found
}

// hit is what an item gained.
type hit struct {
	score   float64
	covered float64
	units   uint64 // the units answered, a bit each
	named   bool   // the query is the name
}

// rank adds up what each item gains by each unit of a query.
func (s *Search) rank(units []unit) *ranking {
	r := &ranking{hits: make([]hit, s.items)}
	gains := make([]struct{ score, covered float64 }, s.items)
	var touched []int32
	for i, u := range units {
		touched = touched[:0]
		for _, o := range u.options {
			for _, p := range s.postings[o.term] {
				g := &gains[p.item]
				if g.covered == 0 {
					touched = append(touched, p.item)
				}
				tf := float64(p.tf)
				g.score = max(g.score, o.value*tf/(tf+s.weights.saturation))
				g.covered = max(g.covered, o.value)
			}
		}
		for _, item := range touched {
			g, h := &gains[item], &r.hits[item]
			if h.units == 0 {
				r.seen = append(r.seen, item)
			}
			h.score += g.score
			h.covered += g.covered
			h.units |= 1 << i
			g.score, g.covered = 0, 0
		}
	}
	whole := weightOf(units)
	for _, item := range r.seen {
		h := &r.hits[item]
		h.score *= 1 + s.weights.breadth*h.covered/whole
	}
	return r
}

// weightOf is the weight of a whole query.
func weightOf(units []unit) float64 {
	total := 0.0
	for _, u := range units {
		total += u.weight
	}
	return total
}

// order sorts the items found, the ones that are named first.
func (r *ranking) order(named []int32) []int32 {
	for _, item := range named {
		h := &r.hits[item]
		if h.units == 0 {
			r.seen = append(r.seen, item)
		}
		h.named = true
	}
	slices.SortFunc(r.seen, func(a, b int32) int {
		x, y := &r.hits[a], &r.hits[b]
		if x.named != y.named {
			if x.named {
				return -1
			}
			return 1
		}
		return cmp.Or(cmp.Compare(y.score, x.score), cmp.Compare(a, b))
	})
	return r.seen
}

// confidence is that of a hit beside the best one.
func confidence(h, best hit, total float64) float64 {
	if h.named {
		return 1
	}
	share := min(1, h.score/best.score) // the best may be so by its name alone
	return min(1, best.covered/total) * share
}

// wordsOf lists the words of the query that the units in mask come from.
func wordsOf(query string, units []unit, mask uint64) []string {
	var words []string
	end := -1
	for i, u := range units {
		if mask&(1<<i) == 0 {
			continue
		}
		if n := len(words); u.start < end { // a pair of characters that overlaps the one before
			words[n-1] += query[end:max(end, u.end)]
		} else {
			words = append(words, query[u.start:u.end])
		}
		end = max(end, u.end)
	}
	return words
}

// nameKey makes names comparable with queries.
func nameKey(s string) string { return strings.ToLower(strings.TrimSpace(s)) }

// idf is the weight of a term that n skills have. A few skills do not tell how
// rare a word is, so there are taken to be at least fewest.
func (s *Search) idf(n int) float64 {
	const fewest = 20
	return math.Log(1 + (float64(max(s.items, fewest)-n)+.5)/(float64(n)+.5))
}
