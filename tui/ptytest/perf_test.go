package ptytest

// What deft costs beside programs that do less, in one run. Nothing here is asserted: the figures are for people.
//
//	go test ./tui/ptytest -run '^$' -bench . -timeout 20m
//	go test ./tui/ptytest -run '^$' -bench 'Start|Filter|Move|Preview|Idle'   any of them
//
// On a machine that does other things, "DEFT_PERF_UNDER='nice -n -5' nice -n -10" before the command keeps much of that out of the
// figures: the terminal must not wait for the programs. Real-time priorities do not work, as a program with many threads keeps
// the kernel from carrying what was written to the terminal. DEFT_PERF_UNDER is put before the programs. Ratios are quotients of medians over all rounds, in which the programs take turns. Rounds are
// made until -benchtime is over, and at least nine.

import (
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	_ "deft/commands/cli"
	"deft/discovery/corpus"
	_ "deft/tui"
)

// leastRounds is how often the programs of a benchmark take turns at least.
const leastRounds = 9

// bare is the path of the program that deft is held against, built once.
var bare = sync.OnceValues(func() (string, error) {
	dir, err := buildDir()
	if err != nil {
		return "", err
	}
	bin := filepath.Join(dir, "bare")
	return bin, goBuild(".", "./testdata/bare", bin)
})

func buildBare(b *testing.B) string {
	bin, err := bare()
	if err != nil {
		b.Fatal(err)
	}
	return bin
}

// place is a home and a project with skills.
type place struct {
	dir  string
	args []string // of deft
}

// made are the places, each made once.
var made = map[int]func() (place, error){
	100:    sync.OnceValues(func() (place, error) { return makePlace(100) }),
	10_000: sync.OnceValues(func() (place, error) { return makePlace(10_000) }),
}

// skillsIn is a place with n skills in 14 roots.
func skillsIn(b *testing.B, n int) place {
	p, err := made[n]()
	if err != nil {
		b.Fatal(err)
	}
	return p
}

func makePlace(n int) (place, error) {
	dir, err := buildDir()
	if err != nil {
		return place{}, err
	}
	p := place{dir: dir}
	for _, r := range corpus.Roots() {
		if r.Custom {
			p.args = append(p.args, "--custom-directories", filepath.Join(p.dir, r.Dir))
		}
	}
	return p, corpus.Write(dir, n)
}

func (p place) env() []string { return []string{"HOME=" + filepath.Join(p.dir, "home")} }

// deft starts deft in a place.
func (p place) deft(b *testing.B) *timed {
	return startTimed(b, filepath.Join(p.dir, "project"), p.env(), Build(b), p.args...)
}

// shelf is a file with the skills of a place for the list of bubbles: a name and a description a line.
func (p place) shelf(b *testing.B) string {
	cmd := exec.Command(Build(b), append([]string{"list", "--json"}, p.args...)...)
	cmd.Dir, cmd.Env = filepath.Join(p.dir, "project"), append(os.Environ(), p.env()...)
	out, err := cmd.Output()
	if err != nil {
		b.Fatal(err)
	}
	var list []struct{ Name, Description string }
	if err := json.Unmarshal(out, &list); err != nil {
		b.Fatal(err)
	}
	var text strings.Builder
	for _, s := range list {
		text.WriteString(s.Name + "\t" + strings.Join(strings.Fields(s.Description), " ") + "\n")
	}
	file := filepath.Join(b.TempDir(), "shelf")
	if err := os.WriteFile(file, []byte(text.String()), 0o644); err != nil {
		b.Fatal(err)
	}
	return file
}

// sample are values of one kind from all rounds.
type sample []float64

func (s *sample) add(d time.Duration) { *s = append(*s, float64(d)/float64(time.Millisecond)) }

func (s sample) median() float64 {
	s = slices.Sorted(slices.Values(s))
	return s[len(s)/2]
}

// rounds does something until the time of the benchmark is over, and often enough.
func rounds(b *testing.B, do func(round int)) {
	round := 0
	for b.Loop() {
		for next := true; next; next = round < leastRounds {
			do(round)
			round++
		}
	}
	b.ReportMetric(0, "ns/op")
}

// The first frame, on a terminal that answers: that of a bare program, and deft's with 100 and with 10,000 skills. all-10000 is when
// the list was complete.
func BenchmarkStart(b *testing.B) {
	bin, few, many := buildBare(b), skillsIn(b, 100), skillsIn(b, 10_000)
	var first [3]sample
	var all sample
	rounds(b, func(int) {
		for i, start := range []func() *timed{
			func() *timed { return startTimed(b, b.TempDir(), nil, bin) },
			func() *timed { return few.deft(b) },
			func() *timed { return many.deft(b) },
		} {
			m := start()
			m.settle(2 * time.Second) // the list is there too
			text := "Write a message"
			if i == 0 {
				text = "one line"
			}
			first[i].add(m.shown(text, 0, func(s string) bool { return strings.Contains(s, text) }).Sub(m.began))
			if i == 2 {
				all.add(m.shown("the list", 0, counts.MatchString).Sub(m.began))
			}
			m.stop()
		}
	})
	b.ReportMetric(first[0].median(), "bare-ms")
	b.ReportMetric(first[1].median(), "100-ms")
	b.ReportMetric(first[2].median(), "10000-ms")
	b.ReportMetric(all.median(), "all-10000-ms")
	b.ReportMetric(first[1].median()/first[0].median(), "100/bare")
	b.ReportMetric(first[2].median()/first[0].median(), "10000/bare")
	b.ReportMetric(first[2].median()/first[1].median(), "10000/100")
}

// counts is what deft says of its list.
var counts = regexp.MustCompile(`[0-9]+ of [0-9]+|[0-9]+ skills`)

// A key in the filter until its results are on the screen, in deft and in the list of bubbles with the same 10,000 skills.
func BenchmarkFilter(b *testing.B) {
	bin, many := buildBare(b), skillsIn(b, 10_000)
	deft, bubbles := many.deft(b), startTimed(b, b.TempDir(), nil, bin, many.shelf(b))
	defer deft.stop()
	defer bubbles.stop()
	sides := []*filtered{{timed: deft, begin: "f", count: counts}, {timed: bubbles, begin: "/", count: regexp.MustCompile(`[0-9]+ items?|Nothing matched`)}}
	for _, s := range sides {
		s.settle(time.Second)
	}
	rounds(b, func(int) {
		for _, s := range sides {
			s.round("read")
		}
	})
	for i, name := range []string{"deft", "bubbles"} {
		b.ReportMetric(sides[i].wall.median(), name+"-ms")
		b.ReportMetric(sides[i].used.median(), name+"-cpu-ms")
	}
	b.ReportMetric(sides[0].wall.median()/sides[1].wall.median(), "ratio")
	b.ReportMetric(sides[0].used.median()/sides[1].used.median(), "cpu-ratio")
}

// filtered is a program with a list and a filter.
type filtered struct {
	*timed
	begin      string // the key that starts a filter
	count      *regexp.Regexp
	wall, used sample
}

// round types a text into the filter and takes it back.
func (f *filtered) round(text string) {
	f.press(f.begin)
	f.settle(time.Second / 4)
	for _, k := range text {
		from, before := f.size(), f.cpu()
		at := f.press(string(k))
		f.settle(time.Second / 4)
		f.used.add(f.cpu() - before)
		all := f.looks(from)
		last := f.count.FindString(all[len(all)-1].screen)
		f.wall.add(f.shown("what the filter finds", from, func(s string) bool { return f.count.FindString(s) == last }).Sub(at))
	}
	f.press("\x1b")
	f.settle(time.Second / 2)
}

// A move of the cursor until its frame, at the pace of a key that is held down, with 100 and with 10,000 skills.
func BenchmarkMove(b *testing.B) {
	const moves, pace = 20, 33 * time.Millisecond
	var wall, used [2]sample
	var wrote [2]sample
	var m [2]*timed
	for i, n := range []int{100, 10_000} {
		m[i] = skillsIn(b, n).deft(b)
		defer m[i].stop()
	}
	for i := range m {
		m[i].settle(3 * time.Second) // with what memory is given back
	}
	rounds(b, func(round int) {
		for i := range m {
			before, from := m[i].cpu(), m[i].size()
			for range moves {
				size := m[i].size()
				at := m[i].press(string("jk"[round%2]))
				there := m[i].next(size)
				wall[i].add(there.Sub(at))
				<-time.After(time.Until(at.Add(pace)))
			}
			used[i].add((m[i].cpu() - before) / moves)
			wrote[i] = append(wrote[i], float64(m[i].size()-from)/moves)
			m[i].settle(time.Second / 2)
		}
	})
	for i, n := range []string{"100", "10000"} {
		b.ReportMetric(wall[i].median(), n+"-ms")
		b.ReportMetric(used[i].median(), n+"-cpu-ms")
		b.ReportMetric(wrote[i].median(), n+"-B")
	}
	b.ReportMetric(wall[1].median()/wall[0].median(), "ratio")
	b.ReportMetric(used[1].median()/used[0].median(), "cpu-ratio")
}

// long is the text of a skill of about so many bytes, with a mark that stands on its first screen.
func long(name string, size int) string {
	var text strings.Builder
	text.WriteString("---\nname: " + name + "\ndescription: Use this to see how long it takes.\n---\n\n# Begin " + name + "\n")
	for text.Len() < size {
		text.WriteString("\nSome *text* with `code`, which goes on for as long as a paragraph does that somebody has written.\n\n" +
			"```go\nfunc main() { fmt.Println(\"hello\") }\n```\n\n- a point\n- another one\n")
	}
	return text.String()
}

// The first screen of a SKILL.md of 1 KB and of one of 200 KB, from the key that moves the cursor there until it is painted, and the
// same when they are visited again. key-ms is how long a key takes that is pressed as soon as the first screen is there, when the rest
// of 200 KB is still being rendered.
func BenchmarkPreview(b *testing.B) {
	p := place{dir: b.TempDir()}
	order := []string{"aa-warm", "ab-small", "ac-warm", "ad-large", "ae-warm"}
	for _, name := range order {
		size := 1 << 10
		if name == "ad-large" {
			size = 200 << 10
		}
		dir := filepath.Join(p.dir, "home", ".deft", "skills", name)
		if err := errors.Join(os.MkdirAll(dir, 0o755), os.MkdirAll(filepath.Join(p.dir, "project"), 0o755),
			os.WriteFile(filepath.Join(dir, "SKILL.md"), []byte(long(name, size)), 0o644)); err != nil {
			b.Fatal(err)
		}
	}
	var key sample
	wall, used := map[string]*sample{}, map[string]*sample{}
	rounds(b, func(int) {
		m := p.deft(b)
		defer m.stop()
		m.settle(time.Second)
		visit := func(k, name, as string) {
			from, before := m.size(), m.cpu()
			at := m.press(k)
			m.settle(time.Second / 4)
			m.rest() // all of it is rendered
			note(wall, as, m.shown(name, from, func(s string) bool { return strings.Contains(s, "Begin "+name) }).Sub(at))
			note(used, as, m.cpu()-before)
		}
		visit("j", "ab-small", "1KB")
		visit("j", "ac-warm", "other")
		visit("j", "ad-large", "200KB")
		visit("j", "ae-warm", "other")
		visit("k", "ad-large", "200KB-again")
		visit("k", "ac-warm", "other")
		visit("k", "ab-small", "1KB-again")
		key.add(keyWhileRendering(b, p))
	})
	for _, as := range []string{"1KB", "200KB", "1KB-again", "200KB-again"} {
		b.ReportMetric(wall[as].median(), as+"-ms")
		b.ReportMetric(used[as].median(), as+"-cpu-ms")
	}
	b.ReportMetric(wall["200KB"].median()/wall["1KB"].median(), "ratio")
	b.ReportMetric(key.median(), "key-ms")
}

func note(all map[string]*sample, as string, d time.Duration) {
	if all[as] == nil {
		all[as] = new(sample)
	}
	all[as].add(d)
}

// keyWhileRendering is how long a key takes right after the first screen of the long skill.
func keyWhileRendering(b *testing.B, p place) time.Duration {
	m := p.deft(b)
	defer m.stop()
	m.settle(time.Second)
	m.press("jj")
	m.settle(time.Second / 2)
	size := m.size()
	m.press("j")
	for shown := false; !shown; {
		m.next(size)
		size = m.size()
		all := m.looks(0)
		shown = strings.Contains(all[len(all)-1].screen, "Begin ad-large")
	}
	size = m.size()
	at := m.press("j")
	return m.next(size).Sub(at)
}

// Nothing to do: processor time of deft with 10,000 skills and of a bare program at the same frame rate, at the same time, and
// what deft writes meanwhile.
func BenchmarkIdle(b *testing.B) {
	const window = 3 * time.Second
	deft, other := skillsIn(b, 10_000).deft(b), startTimed(b, b.TempDir(), nil, buildBare(b))
	defer deft.stop()
	defer other.stop()
	deft.settle(6 * time.Second) // with what memory is given back
	size := deft.size()
	var used [2]sample
	rounds(b, func(int) {
		before := [2]time.Duration{deft.cpu(), other.cpu()}
		<-time.After(window) // what is measured is a span of rest
		used[0].add(deft.cpu() - before[0])
		used[1].add(other.cpu() - before[1])
	})
	b.ReportMetric(used[0].median()/window.Seconds(), "deft-cpu-ms/s")
	b.ReportMetric(used[1].median()/window.Seconds(), "bare-cpu-ms/s")
	b.ReportMetric(used[0].median()/used[1].median(), "cpu-ratio")
	b.ReportMetric(float64(deft.size()-size), "B")
}
