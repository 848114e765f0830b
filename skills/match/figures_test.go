package match

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode"
)

// rows reads a table of testdata/search without its headings.
func rows(t testing.TB, file string) [][]string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", "search", file))
	if err != nil {
		t.Fatal(err)
	}
	var out [][]string
	for line := range strings.Lines(string(data)) {
		out = append(out, strings.Split(strings.TrimSuffix(line, "\n"), "\t"))
	}
	return out[1:]
}

func documents(t testing.TB) []Document {
	var out []Document
	for _, r := range rows(t, "skills.tsv") {
		d := Document{Name: r[0], Category: r[1], Description: r[3], WhenToUse: r[4]}
		if r[2] != "" {
			d.Globs = strings.Split(r[2], ",")
		}
		out = append(out, d)
	}
	return out
}

// question is a query of the labelled set.
type question struct {
	kind, query string
	answers     []string // none where no skill answers it
}

func questions(t testing.TB, file string) []question {
	var out []question
	for _, r := range rows(t, file) {
		q := question{kind: r[0], query: r[1]}
		if r[2] != "" {
			q.answers = strings.Split(r[2], ",")
		}
		out = append(out, q)
	}
	return out
}

// figures say how well a search does.
type figures struct{ hit1, hit5, mrr float64 }

func (f figures) String() string {
	return fmt.Sprintf("hit@1 %.3f  hit@5 %.3f  MRR %.3f", f.hit1, f.hit5, f.mrr)
}

// engine returns the items that answer a query, best first.
type engine func(query string) []int

// measure scores an engine on the queries that have an answer.
func measure(docs []Document, qs []question, find engine) figures {
	var f figures
	n := 0.0
	for _, q := range qs {
		if len(q.answers) == 0 {
			continue
		}
		n++
		rank := slices.IndexFunc(find(q.query), func(i int) bool { return slices.Contains(q.answers, docs[i].Name) })
		if rank < 0 {
			continue
		}
		f.mrr += 1 / float64(rank+1)
		if rank < 1 {
			f.hit1++
		}
		if rank < 5 {
			f.hit5++
		}
	}
	return figures{f.hit1 / n, f.hit5 / n, f.mrr / n}
}

func ours(s *Search) engine {
	return func(query string) []int {
		var out []int
		for _, m := range s.Match(query) {
			out = append(out, m.Item)
		}
		return out
	}
}

// keywords counts how many of the query's words, stop words left out, a skill
// has anywhere.
func keywords(docs []Document) engine {
	words := func(s string) []string {
		return strings.FieldsFunc(strings.ToLower(s), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	}
	stop := newLexicon().stop
	texts := make([]map[string]bool, len(docs))
	for i, d := range docs {
		texts[i] = map[string]bool{}
		for _, w := range words(strings.Join(append([]string{d.Name, d.Description, d.WhenToUse, d.Category}, d.Globs...), " ")) {
			texts[i][w] = true
		}
	}
	return func(query string) []int {
		counts := make([]int, len(docs))
		var found []int
		for i := range docs {
			for _, w := range words(query) {
				if !stop[w] && texts[i][w] {
					counts[i]++
				}
			}
			if counts[i] > 0 {
				found = append(found, i)
			}
		}
		slices.SortStableFunc(found, func(a, b int) int { return cmp.Compare(counts[b], counts[a]) })
		return found
	}
}
