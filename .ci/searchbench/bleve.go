package main

import (
	"strings"

	"github.com/blevesearch/bleve/v2"
	_ "github.com/blevesearch/bleve/v2/analysis/lang/en" // the analyzer "en"
	"github.com/blevesearch/bleve/v2/search/query"

	"deft/skills/match"
)

// library is an index of bleve in memory: BM25, English stems and stop words.
type library struct{ index bleve.Index }

func newBleve(docs []match.Document) (library, error) {
	mapping := bleve.NewIndexMapping()
	mapping.DefaultAnalyzer = "en"
	mapping.ScoringModel = "bm25"
	index, err := bleve.NewMemOnly(mapping)
	if err != nil {
		return library{}, err
	}
	batch := index.NewBatch()
	for _, d := range docs {
		err := batch.Index(d.Name, map[string]string{
			"name": d.Name, "description": d.Description, "when": d.WhenToUse, "category": d.Category, "globs": strings.Join(d.Globs, " "),
		})
		if err != nil {
			return library{}, err
		}
	}
	return library{index}, index.Batch(batch)
}

// find returns the names of what matches in any field, best first. A boost of 0 searches all fields as one.
func (l library) find(text string, boost float64, fuzziness int) ([]string, error) {
	fields := []string{"name", "description", "when", "category", "globs"}
	if boost == 0 {
		fields = []string{""}
	}
	var any []query.Query
	for _, field := range fields {
		q := bleve.NewMatchQuery(text)
		q.SetField(field)
		if fuzziness > 0 {
			q.SetFuzziness(fuzziness)
			q.SetPrefix(1)
		}
		if field == "name" {
			q.SetBoost(boost)
		}
		any = append(any, q)
	}
	result, err := l.index.Search(bleve.NewSearchRequestOptions(bleve.NewDisjunctionQuery(any...), 1000, 0, false))
	if err != nil {
		return nil, err
	}
	var out []string
	for _, hit := range result.Hits {
		out = append(out, hit.ID)
	}
	return out, nil
}

func bleves(docs []match.Document) ([]engine, error) {
	l, err := newBleve(docs)
	if err != nil {
		return nil, err
	}
	with := func(boost float64, fuzziness int) func(string) ([]string, error) {
		return func(text string) ([]string, error) { return l.find(text, boost, fuzziness) }
	}
	return []engine{
		{"bleve BM25, all fields as one", with(0, 0)},
		{"bleve BM25, by field", with(1, 0)},
		{"bleve BM25, by field, name x3", with(3, 0)},
		{"bleve BM25, by field, name x3, one typo", with(3, 1)},
	}, nil
}
