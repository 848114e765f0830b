package match

import (
	"fmt"
	"math/rand"
	"reflect"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

func names(items []Item, hits []Hit) []string {
	var out []string
	for _, h := range hits {
		out = append(out, items[h.Item].Name)
	}
	return out
}

// case R66: what is typed in full comes first, whatever else matches.
func TestExactFirst(t *testing.T) {
	items := []Item{
		{"batch-check", "Checks many."}, {"compact", "Compacts."}, {"commit", "Commits; clear history."}, {"clear", "Clears."},
		{"tchk", "Checks."}, {"cleanup", "Cleans up."}, {"context", "Shows context."},
	}
	x := NewIndex(items)
	for _, c := range []struct {
		query string
		want  []string
	}{
		{"clear", []string{"clear", "commit"}},
		{"Clear", []string{"clear", "commit"}},
		{"context", []string{"context"}},
		{"tchk", []string{"tchk", "batch-check"}},
		{"cle", []string{"clear", "cleanup", "commit"}},
		{"c", []string{"clear", "commit", "compact", "cleanup", "context", "batch-check", "tchk"}},
	} {
		hits := x.Filter(c.query)
		if got := names(items, hits); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: got %v, want %v", c.query, got, c.want)
		}
	}
	if h := x.Filter("Clear")[0]; h.Tier != Exact {
		t.Errorf("Clear: tier %v", h.Tier)
	}
}

func TestTiers(t *testing.T) {
	items := []Item{
		{"other", "Runs the log analyzer."},
		{"l-o-g", ""},
		{"blogger", ""},
		{"my-log", ""},
		{"login", ""},
		{"log", ""},
		{"unrelated", "Prose with catalogue."},
		{"lxxxxxxxxxxxxxxxxxxxxxxxoxxxxxxxxxxxxxxxxxxxxxxxg", "stretched too far"},
	}
	hits := NewIndex(items).Filter("log")
	var got []string
	for _, h := range hits {
		got = append(got, fmt.Sprint(items[h.Item].Name, " ", h.Tier, " ", h.Name, " ", h.Desc))
	}
	want := []string{
		fmt.Sprint("log ", Exact, " [0 1 2] [-1 -1]"),
		fmt.Sprint("login ", Prefix, " [0 1 2] [-1 -1]"),
		fmt.Sprint("my-log ", WordStart, " [3 4 5] [-1 -1]"),
		fmt.Sprint("blogger ", Substring, " [1 2 3] [-1 -1]"),
		fmt.Sprint("l-o-g ", Fuzzy, " [0 2 4] [-1 -1]"),
		fmt.Sprint("other ", Description, " [] [9 12]"),
		fmt.Sprint("unrelated ", Description, " [] [15 18]"),
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestFilter(t *testing.T) {
	items := []Item{
		{"小说拆条", "按镜头拆分小说，写成条目。"}, // case R43
		{"☕-brew", "Makes coffee notes."},
		{"Deploy Service", "Deploys with kubectl."},
		{"deploy-docs", "Publishes the service manual."},
		{"cafe\u0301", "De\u0301compose\u0301."},
		{"İstanbul", "Kelvin sign: \u212a."},
		{"", "no name at all"},
		{"a\xffb", "\xfe\xff"},
	}
	x := NewIndex(items)
	for _, c := range []struct {
		query string
		want  []string
		first Hit
	}{
		{"小", []string{"小说拆条"}, Hit{Item: 0, Tier: Prefix, Name: []int{0}, Desc: [2]int{15, 18}}},
		{"拆条", []string{"小说拆条"}, Hit{Item: 0, Tier: Substring, Name: []int{6, 9}, Desc: [2]int{-1, -1}}},
		{"小条", []string{"小说拆条"}, Hit{Item: 0, Tier: Fuzzy, Name: []int{0, 9}, Desc: [2]int{-1, -1}}},
		{"brew", []string{"☕-brew"}, Hit{Item: 1, Tier: WordStart, Name: []int{4, 5, 6, 7}, Desc: [2]int{-1, -1}}},
		{"deploy service", []string{"Deploy Service", "deploy-docs"}, Hit{Item: 2, Tier: Exact, Name: []int{0, 1, 2, 3, 4, 5, 7, 8, 9, 10, 11, 12, 13}, Desc: [2]int{0, 6}}},
		{"  SERVICE   deploy ", []string{"Deploy Service", "deploy-docs"}, Hit{Item: 2, Tier: WordStart, Name: []int{0, 1, 2, 3, 4, 5, 7, 8, 9, 10, 11, 12, 13}, Desc: [2]int{0, 6}}},
		{"deploy nothing", nil, Hit{}},
		{"café", []string{"cafe\u0301"}, Hit{Item: 4, Tier: Exact, Name: []int{0, 1, 2, 3}, Desc: [2]int{-1, -1}}},
		{"décomposé", []string{"cafe\u0301"}, Hit{Item: 4, Tier: Description, Desc: [2]int{0, 13}}},
		{"stan", []string{"İstanbul"}, Hit{Item: 5, Tier: Substring, Name: []int{2, 3, 4, 5}, Desc: [2]int{-1, -1}}},
		{"k.", []string{"İstanbul"}, Hit{Item: 5, Tier: Description, Desc: [2]int{13, 17}}},
		{"no name", []string{""}, Hit{Item: 6, Tier: Description, Desc: [2]int{0, 2}}},
		{"zzz", nil, Hit{}},
	} {
		hits := x.Filter(c.query)
		if got := names(items, hits); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%q: got %q, want %q", c.query, got, c.want)
			continue
		}
		if len(hits) == 0 {
			continue
		}
		hits[0].Score = 0
		if !reflect.DeepEqual(hits[0], c.first) {
			t.Errorf("%q: got %+v, want %+v", c.query, hits[0], c.first)
		}
	}
}

func TestEmptyQuery(t *testing.T) {
	for _, query := range []string{"", " \t　"} {
		hits := NewIndex([]Item{{"b", ""}, {"a", ""}, {"c", ""}}).Filter(query)
		for i, h := range hits {
			if h.Item != i || h.Tier != All || h.Name != nil || h.Desc != [2]int{-1, -1} {
				t.Errorf("%q: hit %d is %+v", query, i, h)
			}
		}
		if len(hits) != 3 {
			t.Errorf("%q: %d hits", query, len(hits))
		}
	}
	if hits := NewIndex(nil).Filter("a"); len(hits) != 0 {
		t.Errorf("no items: %v", hits)
	}
}

func TestOrderInATier(t *testing.T) {
	items := []Item{
		{"x1", "a test"}, {"x2", "a test"}, {"x3", "attested"}, {"x4", "contest, then test"},
		{"a-review-of-all", ""}, {"review-all-of-it", ""}, {"review-it", ""}, {"pre-view", ""}, {"rabbit-eviews", ""},
	}
	x := NewIndex(items)
	for query, want := range map[string][]string{
		"test":   {"x1", "x2", "x4", "x3"}, // words before parts of words, then as given
		"review": {"review-it", "review-all-of-it", "a-review-of-all", "pre-view", "rabbit-eviews"},
	} {
		if got := names(items, x.Filter(query)); !reflect.DeepEqual(got, want) {
			t.Errorf("%s: got %v, want %v", query, got, want)
		}
	}
}

func TestNearest(t *testing.T) {
	all := []string{"deploy-service", "log-analyzer", "daily-report", "health-check", "review-change", "create-skill", "notes:fetch", "pdf", "小说拆条", "deploy-service"}
	for _, c := range []struct {
		name string
		want []string
	}{
		{"deploy-servcie", []string{"deploy-service"}},
		{"deploy", []string{"deploy-service"}},
		{"Health-Check", []string{"health-check"}},
		{"healthcheck", []string{"health-check"}},
		{"fetch", []string{"notes:fetch"}},
		{"notes:fetsh", []string{"notes:fetch"}},
		{"pfd", []string{"pdf"}},
		{"pdf-tools", []string{"pdf"}},
		{"weekly-report", []string{"daily-report"}},
		{"小说拆", []string{"小说拆条"}},
		{"check-review", []string{"health-check", "review-change"}},
		{"src/", nil},
		{"", nil},
		{"q", nil},
		{"completely-other", nil},
		{strings.Repeat("deploy", 100), nil},
	} {
		if got := Nearest(c.name, all, 3); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%q: got %q, want %q", c.name, got, c.want)
		}
	}
	if got := Nearest("aaaa", []string{"aaab", "aaac", "aaaad", "aaaae"}, 2); len(got) != 2 {
		t.Errorf("at most two: %v", got)
	}
	if got := Nearest("aaaa", all, -1); got != nil {
		t.Errorf("at most none: %v", got)
	}
}

func TestEdits(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{{"", "", 0}, {"abc", "", 3}, {"kitten", "sitting", 3}, {"ab", "ba", 1}, {"小说", "小书", 1}, {"abcd", "acbd", 1}} {
		if got := edits([]rune(c.a), []rune(c.b)); got != c.want {
			t.Errorf("%q to %q: %d, want %d", c.a, c.b, got, c.want)
		}
	}
}

func FuzzFilter(f *testing.F) {
	for _, s := range [][3]string{
		{"log", "log-analyzer", "Reads logs."}, {"小", "小说拆条", "按镜头"}, {"cafe\u0301", "CAFÉ", "e\u0301"}, {"a b", "b-a", ""},
		{"\xff", "a\xffb", "\xfe"}, {"İK\u212a", "i̇k", "ǅ"}, {"ꞌ ȺȾ", "ⱥⱦ", ""}, {"각", "\u1100\u1161\u11a8", "\u1100\u1161"}, {"", "", ""},
	} {
		f.Add(s[0], s[1], s[2])
	}
	f.Fuzz(func(t *testing.T, query, name, description string) {
		items := []Item{{name, description}, {"fixed", "Another one."}, {description, name}}
		hits := NewIndex(items).Filter(query)
		seen := map[int]bool{}
		for i, h := range hits {
			if seen[h.Item] || i > 0 && h.Tier < hits[i-1].Tier {
				t.Errorf("order of %+v", hits)
			}
			seen[h.Item] = true
			checkMarks(t, items[h.Item], h)
		}
		tidy := strings.Join(strings.Fields(name), " ")
		if self := NewIndex([]Item{{tidy, ""}}).Filter(tidy); len(self) != 1 || self[0].Tier > Exact {
			t.Errorf("%q does not find itself: %+v", tidy, self)
		}
		near := Nearest(query, []string{name, description}, 1)
		if len(near) > 1 || len(near) == 1 && near[0] != name && near[0] != description {
			t.Errorf("nearest to %q: %q", query, near)
		}
	})
}

// checkMarks checks that marks lie on runes of the texts and ascend.
func checkMarks(t *testing.T, item Item, h Hit) {
	t.Helper()
	starts := map[int]bool{}
	for i := range item.Name {
		starts[i] = true
	}
	for i, at := range h.Name {
		if !starts[at] || i > 0 && at <= h.Name[i-1] {
			t.Errorf("marks %v in %q", h.Name, item.Name)
		}
	}
	if h.Tier == Fuzzy && len(h.Name) == 0 || h.Tier == Description && h.Desc[0] < 0 {
		t.Errorf("nothing is marked: %+v", h)
	}
	from, to := h.Desc[0], h.Desc[1]
	if from == -1 && to == -1 {
		return
	}
	d := item.Description
	if from < 0 || to <= from || to > len(d) || from < len(d) && !utf8.RuneStart(d[from]) && utf8.ValidString(d) {
		t.Errorf("range %v in %q", h.Desc, d)
	}
}

// corpus makes n items like those of a large machine: names of two to four
// words, descriptions of a third of a kilobyte.
func corpus(n int) []Item {
	words := strings.Fields("react review kubernetes deploy release notes audit report terraform python database migration search index cache " +
		"parser test browser image video audio mail calendar budget invoice legal health monitor trace log metric alert")
	random := rand.New(rand.NewSource(1))
	pick := func(k int, sep string) string {
		picked := make([]string, k)
		for i := range picked {
			picked[i] = words[random.Intn(len(words))]
		}
		return strings.Join(picked, sep)
	}
	items := make([]Item, n)
	for i := range items {
		items[i] = Item{pick(2+random.Intn(3), "-"), "Use this skill when " + pick(45, " ") + "."}
	}
	return items
}

func BenchmarkFilter10k(b *testing.B) {
	x := NewIndex(corpus(10000))
	for _, query := range []string{"r", "re", "rea", "react-rev", "kubernetes deploy", "zzqx", "e"} {
		b.Run(strings.ReplaceAll(query, " ", "_"), func(b *testing.B) {
			hits := 0
			for b.Loop() {
				hits = len(x.Filter(query))
			}
			b.ReportMetric(float64(hits), "hits")
		})
	}
}

func BenchmarkNewIndex10k(b *testing.B) {
	items := corpus(10000)
	for b.Loop() {
		NewIndex(items)
	}
}

func BenchmarkNearest10k(b *testing.B) {
	var all []string
	for _, item := range corpus(10000) {
		all = append(all, item.Name)
	}
	slices.Sort(all)
	for b.Loop() {
		Nearest("kubernets-depoly", all, 3)
	}
}
