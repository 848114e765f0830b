// Command searchbench compares the search of package match with keyword counting and with bleve's BM25, on the labelled
// queries of skills/match/testdata/search, in one run; and times both searches on 10,000 skills.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"deft/skills/match"
)

func main() {
	data := flag.String("data", "../../skills/match/testdata/search", "folder of the labelled queries")
	flag.Parse()
	if err := run(*data); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(data string) error {
	docs, err := readSkills(filepath.Join(data, "skills.tsv"))
	if err != nil {
		return err
	}
	engines, err := engines(docs)
	if err != nil {
		return err
	}
	for _, half := range []string{"heldout", "tuning"} {
		questions, err := readQuestions(filepath.Join(data, half+".tsv"))
		if err != nil {
			return err
		}
		fmt.Printf("%s: %d queries, %d of them with an answer; %d skills\n", half, len(questions), answered(questions), len(docs))
		for _, kind := range []string{"all", "task", "typo", "cjk"} {
			report(kind, engines, docs, questions)
		}
		fmt.Println()
	}
	return timing(docs)
}

// engine is a search under comparison.
type engine struct {
	name string
	find func(query string) ([]string, error) // names, best first
}

func engines(docs []match.Document) ([]engine, error) {
	own := match.NewSearch(docs)
	all := []engine{
		{"deft", func(query string) ([]string, error) { return names(docs, own.Match(query)), nil }},
		{"keyword counting, all words", counting(docs, false)},
		{"keyword counting, no stop words", counting(docs, true)},
	}
	bleves, err := bleves(docs)
	return append(all, bleves...), err
}

func names(docs []match.Document, ms []match.Match) []string {
	out := make([]string, len(ms))
	for i, m := range ms {
		out[i] = docs[m.Item].Name
	}
	return out
}

func report(kind string, engines []engine, docs []match.Document, questions []question) {
	some := slices.DeleteFunc(slices.Clone(questions), func(q question) bool {
		return len(q.answers) == 0 || kind != "all" && q.kind != kind
	})
	fmt.Printf("  %-4s %3d queries %25s hit@1  hit@5    MRR\n", kind, len(some), "")
	for _, e := range engines {
		var hit1, hit5, mrr float64
		for _, q := range some {
			found, err := e.find(q.query)
			if err != nil {
				fmt.Printf("  %s: %q: %v\n", e.name, q.query, err)
				os.Exit(1)
			}
			rank := 1 + slices.IndexFunc(found, func(name string) bool { return slices.Contains(q.answers, name) })
			if rank == 0 {
				continue
			}
			mrr += 1 / float64(rank)
			if rank == 1 {
				hit1++
			}
			if rank <= 5 {
				hit5++
			}
		}
		n := float64(len(some))
		fmt.Printf("    %-40s %.3f  %.3f  %.3f\n", e.name, hit1/n, hit5/n, mrr/n)
	}
}

// question is a labelled query.
type question struct {
	kind, query string
	answers     []string
}

func answered(questions []question) int {
	n := 0
	for _, q := range questions {
		if len(q.answers) > 0 {
			n++
		}
	}
	return n
}

func readSkills(file string) ([]match.Document, error) {
	var docs []match.Document
	err := readTable(file, func(r []string) {
		docs = append(docs, match.Document{Name: r[0], Category: r[1], Globs: list(r[2]), Description: r[3], WhenToUse: r[4]})
	})
	return docs, err
}

func readQuestions(file string) ([]question, error) {
	var questions []question
	err := readTable(file, func(r []string) { questions = append(questions, question{r[0], r[1], list(r[2])}) })
	return questions, err
}

func readTable(file string, row func([]string)) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	_, rest, _ := strings.Cut(string(text), "\n") // headings
	for line := range strings.Lines(rest) {
		row(strings.Split(strings.TrimSuffix(line, "\n"), "\t"))
	}
	return nil
}

func list(s string) []string {
	if s == "" {
		return nil
	}
	return strings.Split(s, ",")
}

// timing builds both searches over 10,000 skills, made of those given, and asks them the same.
func timing(docs []match.Document) error {
	var many []match.Document
	for i := range 10000 {
		d, other := docs[i%len(docs)], docs[(i*7+i/len(docs))%len(docs)]
		d.Name = fmt.Sprintf("%s-%d", d.Name, i)
		d.Description += " " + other.Description
		many = append(many, d)
	}
	start := time.Now()
	own := match.NewSearch(many)
	fmt.Printf("10,000 skills: deft built in %v", time.Since(start).Round(time.Millisecond))
	start = time.Now()
	library, err := newBleve(many)
	if err != nil {
		return err
	}
	fmt.Printf(", bleve in %v\n", time.Since(start).Round(time.Millisecond))
	for _, query := range []string{"our pods keep getting OOMKilled", "write release notes from the merged pull requests", "kubernets ingres"} {
		start = time.Now()
		own.Match(query)
		took := time.Since(start)
		start = time.Now()
		if _, err := library.find(query, 1, 0); err != nil {
			return err
		}
		fmt.Printf("  %-50s deft %v, bleve %v\n", query, took.Round(10*time.Microsecond), time.Since(start).Round(10*time.Microsecond))
	}
	return nil
}
