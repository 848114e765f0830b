package prompt

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// listed is a skill as a strict reader finds it in a catalog.
type listed struct{ handle, title, text, location string }

// reading is a catalog as a strict reader finds it.
type reading struct {
	skills     []listed
	lead       []string // what the text says before the list
	remarks    []string // and after it
	incomplete bool
}

// read takes a catalog apart and refuses every line that the form does not
// have at that place.
func read(f Form, text string) (reading, error) {
	if i := strings.IndexAny(text, "\r\t\v\f\x00\x1b\u0085\u2028\u2029\u202e\u200b"); i >= 0 {
		return reading{}, fmt.Errorf("%q in the text", text[i:min(i+4, len(text))])
	}
	lines := strings.Split(text, "\n")
	var r reading
	var err error
	switch f {
	case Specification:
		r, err = readSpecification(lines)
	case DSH:
		r, err = readDSH(lines)
	case Manifest:
		r, err = readLines(lines)
	default:
		if len(lines) < 2 || lines[0] != "<skills>" || lines[len(lines)-1] != "</skills>" {
			return r, fmt.Errorf("the list is not in <skills>: %q", text)
		}
		r, err = readLines(lines[1 : len(lines)-1])
	}
	if err != nil {
		return r, err
	}
	return r, r.frame(f)
}

var entryLine = regexp.MustCompile("^- `([^`<>]+)`(?: \"([^\"<]*)\")?(?:: ([^<>]+))?$")

func readLines(lines []string) (reading, error) {
	var r reading
	for _, l := range lines {
		m := entryLine.FindStringSubmatch(l)
		switch {
		case m != nil && len(r.remarks) > 0:
			return r, fmt.Errorf("an entry after the list: %q", l)
		case m != nil:
			r.skills = append(r.skills, listed{handle: unescape(m[1]), title: unescape(m[2]), text: unescape(m[3])})
		case len(r.skills) == 0 && !remark(l):
			r.lead = append(r.lead, l)
		default:
			r.remarks = append(r.remarks, l)
		}
	}
	return r, nil
}

func readDSH(lines []string) (reading, error) {
	open, end := slices.Index(lines, "<available_skills>"), slices.Index(lines, "</available_skills>")
	n := len(lines)
	if n < 8 || lines[0] != "<system-reminder>" || lines[n-1] != "</system-reminder>" || lines[2] != "" || open != 3 || end < open || lines[end+1] != "" {
		return reading{}, fmt.Errorf("not the form: %q", lines)
	}
	r, err := readLines(lines[open+1 : end])
	if err == nil && len(r.lead)+len(r.remarks) > 0 {
		err = fmt.Errorf("no entries: %q %q", r.lead, r.remarks)
	}
	r.lead, r.remarks = []string{lines[1]}, lines[end+2:n-1]
	return r, err
}

func readSpecification(lines []string) (reading, error) {
	var r reading
	open, end := slices.Index(lines, "<available_skills>"), slices.Index(lines, "</available_skills>")
	if open < 0 || end < open || (end-open-1)%11 != 0 {
		return r, fmt.Errorf("not the form: %q", lines)
	}
	r.lead, r.remarks = lines[:open], lines[end+1:]
	for l := lines[open+1 : end]; len(l) > 0; l = l[11:] {
		got := []string{l[0], l[1], l[3], l[4], l[6], l[7], l[9], l[10]}
		want := []string{"<skill>", "<name>", "</name>", "<description>", "</description>", "<location>", "</location>", "</skill>"}
		if !slices.Equal(got, want) || strings.ContainsAny(l[2]+l[5]+l[8], "<>\"'") {
			return r, fmt.Errorf("not an entry: %q", l[:11])
		}
		r.skills = append(r.skills, listed{handle: unescape(l[2]), text: unescape(l[5]), location: unescape(l[8])})
	}
	return r, nil
}

// frame refuses what a form never says around its list.
func (r *reading) frame(f Form) error {
	said := []string{replaced, restored, emptied, none, howTo(DefaultTools())}
	if f == DSH {
		said = []string{dshFirst, dshUpdate, dshUseFirst, dshUseUpdate, dshUser, dshNone, dshNoneUser}
	}
	for _, l := range slices.Concat(r.lead, r.remarks) {
		if !slices.Contains(said, l) && !remark(l) {
			return fmt.Errorf("no catalog says %q", l)
		}
	}
	r.incomplete = slices.Contains(r.remarks, incomplete)
	return nil
}

var noteLine = regexp.MustCompile(`^Of \d+ skills (\d+ are (not named|named without a description|described in short)(, |\.))+( Call .*| The others .*)?$`)

func remark(l string) bool { return l == incomplete || noteLine.MatchString(l) }

var entities = strings.NewReplacer("&lt;", "<", "&gt;", ">", "&quot;", `"`, "&#x27;", "'", "&#96;", "`", "&amp;", "&")

func unescape(s string) string { return entities.Replace(s) }

// want is what a strict reader must find of an entry.
func want(f Form, e Entry, o Options) listed {
	o = o.withDefaults()
	r := newRow(e, o)
	l := listed{handle: e.Handle, text: r.shown}
	switch f {
	case Specification:
		l.location = r.location
	case Deft, Manifest:
		l.title = r.title
	}
	return l
}

var forms = []Form{Deft, Manifest, Specification, DSH}

// checkCatalog reads a catalog of the entries back.
func checkCatalog(t *testing.T, f Form, entries []Entry) {
	t.Helper()
	o := Options{Form: f}
	c := Build(entries, o)
	r, err := read(f, c.Text)
	if err != nil {
		t.Fatalf("%s: %v", f, err)
	}
	var wanted []listed
	for _, e := range entries {
		if e.ModelInvocable && nameable(e.Handle) {
			wanted = append(wanted, want(f, e, o))
		}
	}
	slices.SortStableFunc(wanted, func(a, b listed) int { return strings.Compare(a.handle, b.handle) })
	if !slices.Equal(r.skills, wanted) {
		t.Errorf("%s: read\n%q\nwant\n%q\nin\n%s", f, r.skills, wanted, c.Text)
	}
}

// nameable repeats the rule for handles in other words.
func nameable(handle string) bool {
	return handle != "" && line(handle) == handle && strings.TrimSpace(handle) == handle
}
