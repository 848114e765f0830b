package match

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"
)

// Nearest returns at most n of names that may have been meant by a name that
// is none of them, nearest first: the same but for case, then by the number of
// typing errors, begun or finished names, names that hold it or share a word
// with it. It returns fewer, or none, where nothing is near.
func Nearest(name string, names []string, n int) []string {
	const longest = 256 // bytes; nobody mistypes more
	word := fold(strings.TrimSpace(name)).text
	if word == "" || len(word) > longest {
		return nil
	}
	var near []neighbour
	for _, other := range names {
		text := fold(other).text
		if len(text) > longest {
			continue
		}
		if cost := distance(word, text); cost < far {
			near = append(near, neighbour{other, cost})
		}
	}
	slices.SortFunc(near, func(a, b neighbour) int {
		return cmp.Or(cmp.Compare(a.cost, b.cost), cmp.Compare(len(a.name), len(b.name)), cmp.Compare(a.name, b.name))
	})
	near = slices.Compact(near)
	var out []string
	for _, c := range near[:min(max(n, 0), len(near))] {
		out = append(out, c.name)
	}
	return out
}

type neighbour struct {
	name string
	cost int
}

const far = 1 << 20

// distance is how far two folded names are from each other: ten for each
// typing error, of which a third of the characters may be; or what they share.
func distance(a, b string) int {
	cost := far
	short, long := min(utf8.RuneCountInString(a), utf8.RuneCountInString(b)), max(utf8.RuneCountInString(a), utf8.RuneCountInString(b))
	if most := max(1, long/3); long-short <= most && long > 1 {
		if e := edits([]rune(a), []rune(b)); e <= most {
			cost = 10 * e
		}
	}
	switch {
	case short < 2:
	case strings.HasPrefix(b, a):
		cost = min(cost, 15)
	case strings.HasPrefix(a, b):
		cost = min(cost, 17)
	case short >= 3 && (strings.Contains(b, a) || strings.Contains(a, b)):
		cost = min(cost, 25)
	case sharesWord(a, b):
		cost = min(cost, 35)
	}
	return cost
}

// sharesWord reports whether two names have a word of three letters or more in
// common.
func sharesWord(a, b string) bool {
	split := func(r rune) bool { return strings.ContainsRune("-_:./@ ", r) }
	words := strings.FieldsFunc(b, split)
	for w := range strings.FieldsFuncSeq(a, split) {
		if utf8.RuneCountInString(w) >= 3 && slices.Contains(words, w) {
			return true
		}
	}
	return false
}

// edits counts the insertions, deletions, substitutions and swaps of
// neighbours that lead from a to b, none of which touches a character twice.
func edits(a, b []rune) int {
	before, last, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row[0] = i
		for j := 1; j <= len(b); j++ {
			change := last[j-1]
			if a[i-1] != b[j-1] {
				change++
			}
			row[j] = min(last[j]+1, row[j-1]+1, change)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, last, row = last, row, before
	}
	return last[len(b)]
}
