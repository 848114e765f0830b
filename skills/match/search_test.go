package match

import (
	"crypto/sha256"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// The figures on the held-out half. The floor may rise, never fall.
func TestFigures(t *testing.T) {
	docs := documents(t)
	qs := questions(t, "heldout.tsv")
	s := NewSearch(docs)
	got, counting := measure(docs, qs, ours(s)), measure(docs, qs, keywords(docs))
	t.Logf("search            %v", got)
	t.Logf("keyword counting  %v", counting)
	floor := figures{.71, .85, .77}
	if got.hit1 < floor.hit1 || got.hit5 < floor.hit5 || got.mrr < floor.mrr {
		t.Errorf("%v, want at least %v", got, floor)
	}
	if got.hit1 <= counting.hit1 || got.hit5 <= counting.hit5 || got.mrr <= counting.mrr {
		t.Errorf("%v is no better than keyword counting, %v", got, counting)
	}
	for _, kind := range []string{"task", "typo", "cjk"} {
		var some []question
		for _, q := range qs {
			if q.kind == kind {
				some = append(some, q)
			}
		}
		t.Logf("%-5s %3d queries %v; keyword counting %v", kind, len(some), measure(docs, some, ours(s)), measure(docs, some, keywords(docs)))
	}
}

// Confidence tells right answers from queries that no skill answers.
func TestConfidenceSeparates(t *testing.T) {
	docs := documents(t)
	s := NewSearch(docs)
	var right, wrong, none []float64
	for _, q := range questions(t, "heldout.tsv") {
		confidence, first := 0.0, ""
		if m := s.Match(q.query); len(m) > 0 {
			confidence, first = m[0].Confidence, docs[m[0].Item].Name
		}
		switch {
		case len(q.answers) == 0:
			none = append(none, confidence)
		case slices.Contains(q.answers, first):
			right = append(right, confidence)
		default:
			wrong = append(wrong, confidence)
		}
	}
	below := func(all []float64, limit float64) float64 {
		n := 0.0
		for _, c := range all {
			if c < limit {
				n++
			}
		}
		return n / float64(len(all))
	}
	for _, limit := range []float64{.2, .3, .4, .5} {
		t.Logf("below %.1f: %.2f of right answers, %.2f of wrong ones, %.2f of answers to queries that have none", limit, below(right, limit), below(wrong, limit), below(none, limit))
	}
	if b := below(right, .3); b > .1 {
		t.Errorf("%.2f of right answers have less than .3", b)
	}
	if b := below(none, .4); b < .75 {
		t.Errorf("only %.2f of answers to queries that have none have less than .4", b)
	}
}

// The labelled queries are many, name skills that exist, and are divided by
// their hash alone.
func TestLabelledQueries(t *testing.T) {
	known := map[string]bool{}
	for _, d := range documents(t) {
		if known[d.Name] {
			t.Errorf("two skills are named %s", d.Name)
		}
		known[d.Name] = true
	}
	heldout, tuning := questions(t, "heldout.tsv"), questions(t, "tuning.tsv")
	if len(known) < 300 || len(heldout) < 100 || len(tuning) < 100 {
		t.Errorf("%d skills, %d queries held out, %d to tune on", len(known), len(heldout), len(tuning))
	}
	last := map[string]string{}
	for _, q := range heldout {
		last[q.kind] = max(last[q.kind], hash(q.query))
	}
	for _, q := range tuning {
		if hash(q.query) < last[q.kind] {
			t.Errorf("%q should be held out", q.query)
		}
	}
	for _, q := range slices.Concat(heldout, tuning) {
		for _, a := range q.answers {
			if !known[a] {
				t.Errorf("%q: no skill %s", q.query, a)
			}
		}
		if (len(q.answers) == 0) != (q.kind == "none") {
			t.Errorf("%q is of kind %s", q.query, q.kind)
		}
	}
}

func hash(s string) string { return fmt.Sprintf("%x", sha256.Sum256([]byte(s))) }

func namesOf(docs []Document, ms []Match) []string {
	var out []string
	for _, m := range ms {
		out = append(out, docs[m.Item].Name)
	}
	return out
}

// case R81: a skill that a catalog left out is found by a word of its description.
func TestFindsTheLeftOut(t *testing.T) {
	var docs []Document
	for i := range 200 {
		docs = append(docs, Document{
			Name:        fmt.Sprintf("skill-%03d", i+1),
			Description: fmt.Sprintf("Does job number %d for the yard and writes a line about it when asked to do so.", i+1),
		})
	}
	docs = append(docs, Document{Name: "zz-target", Description: "Parses frontmatter of quilts."})
	for _, query := range []string{"quilts", "quilt", "zz-target", "ZZ-Target ", "zz target"} {
		m := NewSearch(docs).Match(query)
		if len(m) == 0 || docs[m[0].Item].Name != "zz-target" {
			t.Errorf("%q: got %v", query, namesOf(docs, m))
		}
	}
}

func TestMatch(t *testing.T) {
	docs := []Document{
		{Name: "k8s-debug", Description: "Diagnose failing pods: CrashLoopBackOff, OOMKilled."},
		{Name: "change-log", Description: "Notes on every release."},
		{Name: "小说拆条", Description: "按镜头拆分小说，写成条目。"},
		{Name: "pdf-forms", Description: "Fill forms. Do not use for reading out tables; pdf-extract does that.", Globs: []string{"*.pdf"}},
		{Name: "pdf-extract", Description: "Pull tables out of documents.", WhenToUse: "Reading a PDF."},
		{Name: "resume", Description: "Polishes a résumé.", Category: "career"},
		{Name: "cpp", Description: "Modern C++ and C#."},
		{Name: "translation", Description: "Übersetzt Texte; optimises wording."},
	}
	s := NewSearch(docs)
	for _, c := range []struct {
		query, first string
		words        []string
	}{
		{"kubernetes", "k8s-debug", []string{"kubernetes"}},
		{"why is it OOMKilled", "k8s-debug", []string{"OOMKilled"}},
		{"crash loop", "k8s-debug", []string{"crash", "loop"}},
		{"changelog", "change-log", []string{"changelog"}},
		{"拆分这本小说", "小说拆条", []string{"拆分", "小说"}},
		{"镜头拆分", "小说拆条", []string{"镜头拆分"}},
		{"read the tables of a pdf", "pdf-extract", []string{"read", "tables", "pdf"}},
		{"RÉSUMÉS", "resume", []string{"RÉSUMÉS"}},
		{"carrer", "resume", []string{"carrer"}}, // swapped letters
		{"c++ templates", "cpp", []string{"c++"}},
		{"optimizing", "translation", []string{"optimizing"}},
		{"ubersetzt", "translation", []string{"ubersetzt"}},
		{"translatoin", "translation", []string{"translatoin"}},
		{"ＰＤＦ forms", "pdf-forms", []string{"PDF", "forms"}},
		{"translations and pdfs and forms", "pdf-forms", []string{"pdfs", "forms"}},
	} {
		m := s.Match(c.query)
		if len(m) == 0 || docs[m[0].Item].Name != c.first {
			t.Errorf("%q: got %v, want %s", c.query, namesOf(docs, m), c.first)
			continue
		}
		if !reflect.DeepEqual(m[0].Words, c.words) {
			t.Errorf("%q: words %q, want %q", c.query, m[0].Words, c.words)
		}
	}
	for _, query := range []string{"", " \t", "the", "please help me", "quantum", "☕", "\xff\xfe"} {
		if m := s.Match(query); len(m) > 0 {
			t.Errorf("%q: got %v", query, namesOf(docs, m))
		}
	}
	if m := NewSearch(nil).Match("pdf"); len(m) > 0 {
		t.Errorf("no skills: got %v", m)
	}
}

func TestConfidence(t *testing.T) {
	docs := documents(t)
	s := NewSearch(docs)
	top := func(query string) float64 { return s.Match(query)[0].Confidence }
	if c := top("pdf-forms"); c != 1 {
		t.Errorf("a name: %v", c)
	}
	for _, c := range []struct{ more, less string }{
		{"merge pdf documents", "merge pdf giraffes"},
		{"merge pdf giraffes", "pdf giraffes zebras"},
		{"kubernetes", "write"}, // a rare word says more than one that any task has
	} {
		if top(c.more) <= top(c.less) {
			t.Errorf("%q %.2f, %q %.2f", c.more, top(c.more), c.less, top(c.less))
		}
	}
}

func TestEqualsStayInOrder(t *testing.T) {
	docs := []Document{{Name: "b", Description: "Sews."}, {Name: "a", Description: "Sews."}, {Name: "c", Description: "Knits."}, {Name: "0", Description: "Sews."}}
	if got, want := namesOf(docs, NewSearch(docs).Match("sewing sews")), []string{"b", "a", "0"}; !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestStem(t *testing.T) {
	for _, group := range []string{
		"migrate migrates migrated migrating migration migrations", "plan plans planned planning", "query queries", "test tests tested testing",
		"optimise optimize optimising optimization optimisation", "colour color colours", "analyse analyze", "certificate certificates certification",
		"index indexes", "review reviews reviewer reviewing", "merge merged merging", "note notes", "date dates", "class classes", "process processes",
	} {
		words := strings.Fields(group)
		for _, w := range words {
			if stem(w) != stem(words[0]) {
				t.Errorf("%s: %s, %s: %s", w, stem(w), words[0], stem(words[0]))
			}
		}
	}
	for _, pair := range []string{"date data", "docker dock", "station state", "commit comment", "form format", "status state", "organize organic"} {
		if a, b, _ := strings.Cut(pair, " "); stem(a) == stem(b) {
			t.Errorf("%s and %s: %s", a, b, stem(a))
		}
	}
}

func TestOneEdit(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{"invoice", "invoice", false}, {"invocie", "invoice", true}, {"invoce", "invoice", true}, {"invoicce", "invoice", true}, {"invoixe", "invoice", true},
		{"invoicx", "invoice", true}, {"inovcie", "invoice", false}, {"in", "invoice", false}, {"ab", "ba", true}, {"a", "", true}, {"", "", false},
		{"формат", "фомрат", true}, {"формат", "фармат", true}, {"формат", "форма", true}, {"формат", "фарма", false},
	} {
		if got := oneEdit(c.a, c.b); got != c.want {
			t.Errorf("%q, %q: %v", c.a, c.b, got)
		}
		if got := oneEdit(c.b, c.a); got != c.want {
			t.Errorf("%q, %q: %v", c.b, c.a, got)
		}
	}
}

func FuzzMatch(f *testing.F) {
	for _, s := range [][4]string{
		{"fill a pdf form", "pdf-forms", "Fill forms. Not for tables.", "*.pdf"}, {"小说 拆", "小说拆条", "按镜头拆分小说", ""}, {"", "", "", ""},
		{"\xff\xfe", "a\xffb", "\xfe", "\xff"}, {"e\u0301 ﬁ ＡＢ", "É", "fi", "ab"}, {"각", "\u1100\u1161\u11a8", "\u1100\u1161", ""}, {"C++ c#", "c", "C#", "#"},
		{"HTTPServer XMLHttp", "http-server", "HTTPServer", "İ"}, {"2 + 2", "2", "2.2", "2"}, {"ไทย ภาษา", "ภาษาไทย", "ไทย", ""}, {"か\u3099", "が", "\u3099", "ー"},
		{strings.Repeat("ab cd ef gh ", 40), "ab", "cd", "ef"}, {"kubernets", "kubernetes", "Not for x", "do not use"},
	} {
		f.Add(s[0], s[1], s[2], s[3])
	}
	f.Fuzz(func(t *testing.T, query, name, description, glob string) {
		docs := []Document{
			{Name: name, Description: description, WhenToUse: glob, Category: query, Globs: []string{glob}},
			{Name: "fixed", Description: "Fill a pdf form, 小说."}, {Name: description, Description: name}, {Name: name, Description: query},
		}
		s := NewSearch(docs)
		ms := s.Match(query)
		if again := NewSearch(docs).Match(query); !reflect.DeepEqual(ms, again) {
			t.Errorf("first %v, then %v", ms, again)
		}
		seen := map[int]bool{}
		for i, m := range ms {
			if seen[m.Item] || m.Item < 0 || m.Item >= len(docs) {
				t.Errorf("item %d of %v", m.Item, ms)
			}
			seen[m.Item] = true
			if math.IsNaN(m.Confidence) || m.Confidence < 0 || m.Confidence > 1 || i > 0 && m.Confidence > ms[i-1].Confidence {
				t.Errorf("confidence of %d in %v", i, ms)
			}
			for _, w := range m.Words {
				if w == "" || !strings.Contains(normalise(query), w) {
					t.Errorf("word %q of %q", w, query)
				}
			}
		}
		if key := nameKey(normalise(name)); key != "" {
			if self := s.Match(name); len(self) == 0 || nameKey(normalise(docs[self[0].Item].Name)) != key || self[0].Confidence != 1 {
				t.Errorf("%q does not find itself: %v", name, self)
			}
		}
	})
}

func searchCorpus(n int) []Document {
	var docs []Document
	for _, item := range corpus(n) {
		docs = append(docs, Document{Name: item.Name, Description: item.Description, Category: "tools", Globs: []string{"*.md"}})
	}
	return docs
}

func BenchmarkNewSearch10k(b *testing.B) {
	docs := searchCorpus(10000)
	for b.Loop() {
		NewSearch(docs)
	}
}

func BenchmarkMatch10k(b *testing.B) {
	s := NewSearch(searchCorpus(10000))
	for _, query := range []string{"kubernetes deploy", "review the release notes before the audit", "kubernets depoly", "zzqx"} {
		b.Run(strings.ReplaceAll(query, " ", "_"), func(b *testing.B) {
			hits := 0
			for b.Loop() {
				hits = len(s.Match(query))
			}
			b.ReportMetric(float64(hits), "hits")
		})
	}
}
