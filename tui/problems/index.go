package problems

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"deft/commands"
	"deft/commands/phrase"
	"deft/discovery"
	"deft/skills"
	"deft/skills/sanitize"
)

// Index is what is wrong, made ready for the list. It is immutable and made off the update loop.
type Index struct {
	items  []item // of one file together, worst first
	files  []file
	counts map[skills.Severity]int
	muted  []string
	home   string
}

// item is one diagnostic, its texts made harmless.
type item struct {
	of            skills.Diagnostic
	file          int
	message, hint string
	search        string // all its texts in lower case
}

// file is a path with what was found in it.
type file struct {
	path   string // as it is
	shown  string
	counts map[skills.Severity]int
}

// NewIndex gathers the diagnostics of a snapshot and of its entries. Those of muted codes are left out, unless they are errors; paths
// in the home folder are shown from ~.
func NewIndex(snap *discovery.Snapshot, entries []*discovery.Entry, muted []string, home string) *Index {
	var all []skills.Diagnostic
	if snap != nil {
		all = append(all, snap.Diagnostics...)
	}
	for _, e := range entries {
		if e.Reason != discovery.SameFile {
			all = append(all, commands.Findings(e)...)
		}
	}
	return newIndex(all, muted, home)
}

// with is the index and what else was found, without what it has already.
func (x *Index) with(found []skills.Diagnostic) *Index {
	all := make([]skills.Diagnostic, 0, len(x.items)+len(found))
	known := make(map[skills.Diagnostic]bool, len(x.items))
	for i := range x.items {
		all = append(all, x.items[i].of)
		known[x.items[i].of] = true
	}
	for _, d := range found {
		if !known[d] {
			all, known[d] = append(all, d), true
		}
	}
	if len(all) == len(x.items) {
		return x
	}
	return newIndex(all, x.muted, x.home)
}

func newIndex(all []skills.Diagnostic, muted []string, home string) *Index {
	x := &Index{counts: map[skills.Severity]int{}, muted: muted, home: home}
	byPath := map[string]int{}
	for _, d := range commands.Heard(all, muted) {
		i, known := byPath[d.Path]
		if !known {
			i = len(x.files)
			byPath[d.Path] = i
			x.files = append(x.files, file{d.Path, phrase.Line(d.Path, home), map[skills.Severity]int{}})
		}
		x.files[i].counts[d.Severity]++
		x.counts[d.Severity]++
		x.items = append(x.items, newItem(d, i, home))
	}
	slices.SortStableFunc(x.items, x.compare)
	return x
}

func newItem(d skills.Diagnostic, file int, home string) item {
	it := item{of: d, file: file, message: phrase.Line(d.Message, home), hint: phrase.Line(d.Hint, home)}
	it.search = strings.ToLower(strings.Join([]string{string(d.Severity), string(d.Code), sanitize.Line(d.Path), it.message, it.hint}, "\n"))
	return it
}

// severities are worst first.
func severities() []skills.Severity {
	return []skills.Severity{skills.Error, skills.Warning, skills.Info}
}

func rank(s skills.Severity) int { return slices.Index(severities(), s) }

// compare puts files with the worst finding first, then by path; inside a file the worst first, then by line.
func (x *Index) compare(a, b item) int {
	return cmp.Or(
		cmp.Compare(x.files[a.file].worst(), x.files[b.file].worst()),
		strings.Compare(x.files[a.file].path, x.files[b.file].path),
		cmp.Compare(rank(a.of.Severity), rank(b.of.Severity)),
		cmp.Compare(a.of.Line, b.of.Line),
		strings.Compare(a.message, b.message),
	)
}

func (f *file) worst() int {
	for i, s := range severities() {
		if f.counts[s] > 0 {
			return i
		}
	}
	return len(severities())
}

// summary counts findings in words, worst first; "" for none.
func summary(counts map[skills.Severity]int) string {
	var out []string
	for _, s := range severities() {
		switch n := counts[s]; {
		case n == 0:
		case s == skills.Info:
			out = append(out, strconv.Itoa(n)+" "+string(s))
		default:
			out = append(out, phrase.Count(n, string(s)))
		}
	}
	return strings.Join(out, ", ")
}
