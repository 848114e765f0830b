package prompt

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/clipperhouse/uax29/v2/graphemes"
	"pgregory.net/rapid"
)

func TestShorten(t *testing.T) {
	family := "👨‍👩‍👧‍👦" // seven runes
	for _, c := range []struct {
		text  string
		limit int
		want  string
	}{
		{"short", 5, "short"},
		{"one two three", 9, "one two…"},
		{"one two three", 8, "one two…"},
		{"one two three", 7, "one…"},
		{"abcdefghij", 5, "abcd…"},
		{"a bcdefghijk", 8, "a bcdef…"},
		{"日本語の説明です", 5, "日本語の…"},
		{"abc" + family + "d", 9, "abc…"},
		{"abc" + family + "def", 12, "abc" + family + "d…"},
		{"e\u0301e\u0301e\u0301", 4, "e\u0301…"},
		{"🇩🇪🇫🇷🇮🇹", 4, "🇩🇪…"},
		{"e" + strings.Repeat("\u0301", 50), 3, "…"},
		{"abcd", 3, "ab…"},
		{"می\u200cخواهم", 3, "م…"},
		{"می\u200cخواهم", 4, "می\u200c…"},
	} {
		if got := shorten(c.text, c.limit); got != c.want {
			t.Errorf("%q at %d: %q, want %q", c.text, c.limit, got, c.want)
		}
	}
}

func FuzzShorten(f *testing.F) {
	f.Add("one two three", 7)
	f.Add("👨‍👩‍👧‍👦👨‍👩‍👧‍👦", 9)
	f.Add("नमस्ते दुनिया", 4)
	f.Add("می\u200cخواهم می\u200cروم", 4)
	f.Fuzz(func(t *testing.T, text string, limit int) {
		text, limit = fold(text), max(MinDescription, limit%600)
		got := shorten(text, limit)
		if n := utf8.RuneCountInString(got); n > limit {
			t.Errorf("%d characters, the limit is %d", n, limit)
		}
		kept, cut := strings.CutSuffix(got, "…")
		if got == text || !cut {
			return
		}
		ends := []int{0}
		for g := graphemes.FromString(text); g.Next(); {
			ends = append(ends, g.End())
		}
		if !strings.HasPrefix(text, kept) || !slices.Contains(ends, len(kept)) {
			t.Errorf("%q is cut inside a character: %q", text, got)
		}
	})
}

func TestMaxDescription(t *testing.T) {
	e := entry("a")
	e.Description = strings.Repeat("word ", 300)
	for max, want := range map[int]int{0: 500, 500: 500, 3: 3, 1: 3, -7: 3, 40: 40, 5000: 1499} {
		c := Build([]Entry{e}, Options{MaxDescription: max})
		got := utf8.RuneCountInString(c.Items[0].Description)
		if got > want || got < want-5 {
			t.Errorf("at %d: %d characters", max, got)
		}
		if cut := c.Items[0].Cut == Shortened; cut != (max < 5000) || cut != strings.Contains(c.Text, "Of 1 skills 1 are described in short.") || cut != (c.Notice() != "") {
			t.Errorf("at %d: %q %q", max, c.Items[0].Cut, c.Notice())
		}
	}
}

// many is the tree of case R81: 200 skills and one that the alphabet puts last.
func many() []Entry {
	var all []Entry
	for i := range 200 {
		e := entry(fmt.Sprintf("skill-%03d", i+1))
		e.Description = fmt.Sprintf("Does job number %d for the yard and writes a line about it when asked to do so.", i+1)
		all = append(all, e)
	}
	last := entry("zz-target")
	last.Description = "Parses frontmatter of quilts."
	return append(all, last)
}

// Case R81: names outlive descriptions, and what is not shown is told to the
// user and to the model.
func TestBudget(t *testing.T) {
	for _, c := range []struct {
		budget                       int
		shortened, nameOnly, leftOut bool
		notice, note                 string
	}{
		{6000, false, false, false, "", ""},
		{4000, true, false, false, "catalog: shown 201 of 201 skills, 200 with a shortened description",
			"Of 201 skills 200 are described in short. Call `skill_search` with words of the task to find the others and full descriptions."},
		{2000, true, true, false, "", ""},
		{1000, true, true, false, "", ""},
		{500, false, true, true, "", ""},
	} {
		got := Build(many(), Options{Budget: c.budget})
		total, shortened, nameOnly, leftOut := got.Counts()
		if total != 201 || shortened > 0 != c.shortened || nameOnly > 0 != c.nameOnly || leftOut > 0 != c.leftOut {
			t.Errorf("%d tokens: %d shortened, %d name only, %d left out", c.budget, shortened, nameOnly, leftOut)
		}
		if got.Tokens > c.budget || got.Tokens < c.budget*9/10 && shortened+nameOnly+leftOut > 0 {
			t.Errorf("%d tokens: used %d", c.budget, got.Tokens)
		}
		if c.notice != "" && (got.Notice() != c.notice || !strings.Contains(got.Text, "\n"+c.note+"\n")) {
			t.Errorf("%d tokens: %q\n%s", c.budget, got.Notice(), got.Text[len(got.Text)-300:])
		}
		if leftOut > 0 && nameOnly+leftOut != total {
			t.Errorf("%d tokens: a name was left out before every description was dropped", c.budget)
		}
	}
}

// A budget that has room for all names shows zz-target too.
func TestBudgetKeepsTheLastName(t *testing.T) {
	c := Build(many(), Options{Budget: 1500})
	if i := c.Items[200]; i.Handle != "zz-target" || i.Cut == LeftOut || !strings.Contains(c.Text, "`zz-target`") {
		t.Errorf("%+v", i)
	}
}

func TestFirstIsCutLast(t *testing.T) {
	for _, budget := range []int{4000, 2000, 1000, 300} {
		c := Build(many(), Options{Budget: budget, First: []string{"zz-target"}})
		i := c.Items[200]
		if i.Cut == LeftOut || budget > 1000 && i.Cut != "" {
			t.Errorf("%d tokens: %+v", budget, i)
		}
	}
}

// What has no description has lost none.
func TestBudgetCountsLosses(t *testing.T) {
	all := many()
	all[150].Description = ""
	c := Build(all, Options{Budget: 1000})
	if i := c.Items[150]; i.Cut != "" {
		t.Errorf("%+v", i)
	}
}

func TestBudgetTooSmallForAnything(t *testing.T) {
	for _, f := range forms {
		c := Build(many(), Options{Form: f, Budget: 5})
		if _, _, _, leftOut := c.Counts(); c.Text != "" || c.Tokens != 0 || leftOut != 201 {
			t.Errorf("%s: %d left out: %q", f, leftOut, c.Text)
		}
	}
}

// Whatever the entries and the budget: the text fits, reads back, says what
// it lacks, and loses things in order.
func TestBudgetModel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var entries []Entry
		for _, h := range rapid.SliceOfNDistinct(rapid.StringMatching(`[a-z]{1,12}`), 0, 30, rapid.ID).Draw(t, "handles") {
			e := entry(h)
			e.Title = rapid.StringMatching(`[A-Z a-z"]{0,20}`).Draw(t, "title")
			e.Description = rapid.OneOf(rapid.String(), rapid.StringMatching(`([a-z]{1,9} ){0,80}`), rapid.Just("")).Draw(t, "description")
			entries = append(entries, e)
		}
		o := Options{Form: rapid.SampledFrom(forms).Draw(t, "form"), Budget: rapid.IntRange(1, 3000).Draw(t, "budget"), MaxDescription: rapid.IntRange(3, 600).Draw(t, "max")}
		c := Build(entries, o)
		if c.Tokens > o.Budget || len(c.Items) != len(entries) {
			t.Fatalf("%d tokens for %d, %d items", c.Tokens, o.Budget, len(c.Items))
		}
		total, shortened, nameOnly, leftOut := c.Counts()
		if c.Text == "" {
			if total-leftOut != 0 {
				t.Fatalf("no text, but %d skills", total-leftOut)
			}
			return
		}
		r, err := read(o.Form, c.Text)
		if err != nil {
			t.Fatal(err)
		}
		if len(r.skills) != total-leftOut {
			t.Fatalf("%d skills in the text, %d of %d left out", len(r.skills), leftOut, total)
		}
		if said := slices.ContainsFunc(r.remarks, noteLine.MatchString); said != (shortened+nameOnly+leftOut > 0) || said != (c.Notice() != "") {
			t.Fatalf("said: %v, notice %q", said, c.Notice())
		}
		sum := 0
		for _, i := range c.Items {
			sum += i.Tokens
			if leftOut > 0 && i.Description != "" {
				t.Fatalf("%q has its description, but names are left out", i.Handle)
			}
		}
		if sum > c.Tokens+total {
			t.Fatalf("the skills cost %d, the whole %d", sum, c.Tokens)
		}
	})
}

func BenchmarkCatalog(b *testing.B) {
	var all []Entry
	for i := range 10000 {
		e := entry(fmt.Sprintf("skill-%05d", i))
		e.Description = strings.Repeat("Überprüft etwas. ", i%30)
		all = append(all, e)
	}
	for _, budget := range []int{0, 2000, 200000} {
		b.Run(fmt.Sprint(budget), func(b *testing.B) {
			for b.Loop() {
				Build(all, Options{Budget: budget})
			}
		})
	}
}

// A text that stands alone is cleaned and cut as in a catalog.
func TestBrief(t *testing.T) {
	family := "👨\u200d👩\u200d👧"
	for _, c := range []struct {
		text  string
		limit int
		want  string
	}{
		{" Fills\n\tforms. ", 0, "Fills forms."},
		{"Fills forms of all kinds.", 14, "Fills forms…"},
		{"ab" + family, 5, "ab…"},
		{"abcdef", 1, "ab…"},
		{strings.Repeat("x", DefaultDescription+1), 0, strings.Repeat("x", DefaultDescription-1) + "…"},
	} {
		if got := Brief(c.text, c.limit); got != c.want {
			t.Errorf("Brief(%q, %d) = %q, want %q", c.text, c.limit, got, c.want)
		}
	}
}
