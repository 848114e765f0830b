package discovery

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
	"sync"
)

// Digests hold what two candidates' contents are compared by: see Digest. One
// that is missing differs from all others.
type Digests map[*Candidate]Digest

// Digest is the fingerprint of a skill's content, each part sha256 in hex.
type Digest struct {
	File string // of SKILL.md
	Tree string // of all files, names and executable bits; "" where not needed
}

// Resolve judges candidates by an agent's rules: the only place where that is
// done. It reads nothing and returns the same for any order of candidates.
// Every candidate is in exactly one resolution.
func Resolve(rules Rules, config Config, candidates []*Candidate, digests Digests) []Resolution {
	return newPlan(rules, config, nil, found{candidates: candidates}).resolve(digests)
}

// found is what providers gave, and where they stand.
type found struct {
	candidates []*Candidate
	seats      map[*Root]seat   // a root without one is of the nearest layer
	sights     map[*Root]*sight // nil where the candidates are those of the agent's own providers
	orders     *orders          // of the agent's settings, nil for none
	digests    Digests
	warnings   []warning // in the order of names
}

// seat is where a registration stands in the chain of layers.
type seat struct {
	layer int    // 0 is nearest
	order int    // of registration, inside the layer
	scope string // the layer's name
}

// plan is what can be judged without a look at contents: who competes under
// which name, in order of precedence.
type plan struct {
	accepted []string
	rule     SameName
	inRoot   bool // Rules.AnyInRoot
	before   func(a, b *item) int
	items    []item
	order    []int32          // of the items, by name, then precedence
	notes    map[*item]string // what is to be said of items though they are used
}

// item is a candidate on its way to an entry. One whose State is still ""
// competes.
type item struct {
	*Entry
	name string
	at   *standing
	same *Candidate // the candidate of higher precedence with the same real path
}

// standing is what the rules say of a root.
type standing struct {
	source Source
	rank   int
	level  int
	off    string // why every candidate below is disabled, "" where they are not
	root   *Root  // with the level and distance that it has under these rules
	seat
	*sight // nil where the agent's own providers found the root
}

func newPlan(rules Rules, config Config, profile *Profile, f found) *plan {
	n := len(f.candidates)
	p := &plan{accepted: config.AcceptedCollisions, rule: rules.SameName, inRoot: rules.AnyInRoot, items: make([]item, n)}
	p.before = precedence
	switch {
	case rules.SameName == GreatestPath:
		p.before = greatestPath
	case rules.LastInRoot:
		p.before = lastInRoot
	case rules.SelfLast:
		p.before = selfLast
	case rules.FoldCase:
		p.before = foldCase
	}
	entries := make([]Entry, n) // one block: ten thousand skills are few allocations
	inHalves(n, func(low, high int) {
		at := make(map[*Root]*standing)
		for i := low; i < high; i++ {
			c, it := f.candidates[i], &p.items[i]
			it.Entry = &entries[i]
			if it.Candidate, it.name, it.at = c, rules.Calls(c), at[c.Root]; it.at == nil {
				it.at = stand(&rules, config.Toggles, c.Root, f.sights)
				it.at.seat = f.seats[c.Root]
				at[c.Root] = it.at
			}
			if it.at.source.Namespaced && c.Root.Plugin != "" {
				it.name = c.Root.Plugin + ":" + it.name
			}
			it.Scope = it.at.scope
			it.judge(&rules, &config, profile)
		}
	})
	var sorted sync.WaitGroup
	sorted.Go(p.sort)
	var shared map[*item][]*item
	if !rules.EachPath {
		shared = p.sameFiles()
	}
	sorted.Wait()
	if p.join(shared) {
		p.sort()
	}
	p.obey(f.orders)
	return p
}

// inHalves does something for the numbers below n, on two processors where
// that pays.
func inHalves(n int, do func(low, high int)) {
	const few = 1000
	if n < few {
		do(0, n)
		return
	}
	var wg sync.WaitGroup
	wg.Go(func() { do(0, n/2) })
	do(n/2, n)
	wg.Wait()
}

// sort orders the items. Most names differ in their first eight bytes, which
// compare as one number.
func (p *plan) sort() {
	type key struct {
		start uint64
		at    int32
	}
	keys := make([]key, len(p.items))
	for i := range keys {
		keys[i] = key{start: first8(p.items[i].name), at: int32(i)}
	}
	slices.SortFunc(keys, func(a, b key) int {
		if a.start != b.start {
			return cmp.Compare(a.start, b.start)
		}
		x, y := &p.items[a.at], &p.items[b.at]
		if c := strings.Compare(x.name, y.name); c != 0 {
			return c
		}
		return p.before(x, y)
	})
	p.order = make([]int32, len(keys))
	for i, k := range keys {
		p.order[i] = k.at
	}
}

// first8 packs the first bytes of s so that they compare like s.
func first8(s string) uint64 {
	var b [8]byte
	copy(b[:], s)
	return binary.BigEndian.Uint64(b[:])
}

func stand(rules *Rules, toggles Toggles, r *Root, sights map[*Root]*sight) *standing {
	if sights != nil {
		return sights[r].stand(rules, toggles, r)
	}
	rank, source := rules.source(r.Provider)
	return &standing{source: source, rank: rank, level: rules.level(r.Level), off: switchedOff(source, toggles, r), root: r}
}

// precedence orders items: the layer, the provider's rank, the order of
// registration, the level, the distance from the working folder, the configured
// order, the bytes of the path.
func precedence(a, b *item) int {
	if c := byRoot(a, b); c != 0 {
		return c
	}
	if a.at.sight != nil {
		return byFolder(a.Path, b.Path)
	}
	return strings.Compare(a.Path, b.Path)
}

// byFolder orders paths as who lists one folder after the other: a folder
// before a file whose name goes on where the folder's ends.
func byFolder(a, b string) int {
	for i := range min(len(a), len(b)) {
		switch {
		case a[i] == b[i]:
		case a[i] == '/':
			return -1
		case b[i] == '/':
			return 1
		default:
			return cmp.Compare(a[i], b[i])
		}
	}
	return cmp.Compare(len(a), len(b))
}

// lastInRoot is precedence with the greatest path first.
func lastInRoot(a, b *item) int {
	if c := byRoot(a, b); c != 0 {
		return c
	}
	return byFolder(b.Path, a.Path)
}

// selfLast is precedence with a skill that is the root itself last in it.
func selfLast(a, b *item) int {
	if c := byRoot(a, b); c != 0 {
		return c
	}
	return cmp.Or(-cmp.Compare(strings.Count(a.Rel, "/"), strings.Count(b.Rel, "/")), byFolder(a.Path, b.Path))
}

// foldCase is precedence with capitals taken for small letters.
func foldCase(a, b *item) int {
	return cmp.Or(byRoot(a, b), byFolder(strings.ToLower(a.Path), strings.ToLower(b.Path)), byFolder(a.Path, b.Path))
}

// greatestPath orders items by nothing but their folders' paths.
func greatestPath(a, b *item) int {
	return cmp.Or(
		cmp.Compare(a.at.unseen(), b.at.unseen()),
		strings.Compare(strings.ToLower(b.Dir()), strings.ToLower(a.Dir())),
		strings.Compare(b.Path, a.Path),
	)
}

// byRoot orders items by where they were found.
func byRoot(a, b *item) int {
	if a.Root == b.Root {
		return 0
	}
	x, y := a.at.root, b.at.root
	return cmp.Or(
		cmp.Compare(a.at.layer, b.at.layer),
		cmp.Compare(a.at.rank, b.at.rank),
		cmp.Compare(a.at.order, b.at.order),
		strings.Compare(a.at.source.Provider, b.at.source.Provider),
		cmp.Compare(a.at.level, b.at.level),
		strings.Compare(string(x.Level), string(y.Level)),
		cmp.Compare(x.Distance, y.Distance),
		cmp.Compare(x.Order, y.Order),
	)
}

// sameFiles finds the items that are one file seen through several paths, by
// the first one met. Files that compete and files that are invalid are found
// each among themselves; an item that a filter or switch takes out is left
// alone, so that another path to the same file can still be used.
func (p *plan) sameFiles() map[*item][]*item {
	usable, invalid := make(map[string]*item, len(p.items)), make(map[string]*item)
	shared := make(map[*item][]*item)
	for i := range p.items {
		it := &p.items[i]
		first := usable
		switch it.State {
		case "":
		case Invalid:
			first = invalid
		default:
			continue
		}
		if f := first[it.Real]; f != nil {
			shared[f] = append(shared[f], it)
		} else if it.Real != "" {
			first[it.Real] = it
		}
	}
	return shared
}

// join makes the first by precedence stand for all paths to a file, under its
// own name. It reports whether a name has changed.
func (p *plan) join(shared map[*item][]*item) (renamed bool) {
	for f, others := range shared {
		items := append(others, f)
		best := slices.MinFunc(items, p.before)
		for _, it := range items {
			if it != best {
				renamed = renamed || it.name != best.name
				it.same, it.name = best.Candidate, best.name
			}
		}
	}
	return renamed
}

// groups calls f for the items of each name.
func (p *plan) groups(f func([]*item)) {
	var group []*item
	for i, at := range p.order {
		it := &p.items[at]
		if i > 0 && it.name != group[0].name {
			f(group)
			group = group[:0]
		}
		group = append(group, it)
	}
	if len(group) > 0 {
		f(group)
	}
}

// competes reports whether an item can win or be shadowed by content of its
// own.
func (it *item) competes() bool { return it.State == "" && it.same == nil }

// resolve turns the plan into resolutions.
func (p *plan) resolve(digests Digests) []Resolution {
	pointers := make([]*Entry, 0, len(p.items))
	out := make([]Resolution, 0, len(p.items))
	p.groups(func(items []*item) {
		n := len(pointers)
		for _, it := range items {
			pointers = append(pointers, it.Entry)
		}
		r := Resolution{Name: items[0].name, Entries: pointers[n:len(pointers):len(pointers)]}
		if !p.apart(&r, items) {
			r.judge(items, digests, p.rule)
		}
		p.addNotes(items)
		r.Accepted = r.Collision && slices.Contains(p.accepted, r.Name)
		out = append(out, r)
	})
	return out
}

// addNotes says what is to be said beside the judgement.
func (p *plan) addNotes(items []*item) {
	if len(p.notes) == 0 {
		return
	}
	for _, it := range items {
		if note := p.notes[it]; note != "" {
			it.Detail += "; " + note
		}
	}
}

// judge finishes the entries of one name.
func (r *Resolution) judge(items []*item, digests Digests, rule SameName) {
	w := slices.IndexFunc(items, (*item).competes)
	for i, it := range items {
		e := it.Entry
		switch {
		case it.same != nil:
			e.State, e.Reason, e.Detail = cmp.Or(e.State, Shadowed), SameFile, "the same file as "+it.same.Path
			r.seen(it)
		case e.State != "":
		case i == w:
			r.Winner = e
			e.State, e.Reason, e.Detail = Active, Only, onlyDetail(items)
		default:
			reason, detail := deciding(items[w], it, rule)
			if r.Winner.Reason == Only {
				r.Winner.Reason, r.Winner.Detail = reason, detail
			}
			e.State, e.Reason, e.Detail = Shadowed, reason, detail
			r.compare(e, digests)
		}
	}
}

// apart finishes the entries of one name of which no rule chooses one. It
// reports false where there is nothing to choose from.
func (p *plan) apart(r *Resolution, items []*item) bool {
	w := slices.IndexFunc(items, (*item).competes)
	if w < 0 || !p.rivals(items[w], items[w]) {
		return false
	}
	first, rivals := items[w], 0
	for _, it := range items {
		if it.competes() && p.rivals(first, it) {
			rivals++
		}
	}
	if rivals < 2 {
		return false
	}
	state, reason, detail := Unspecified, ByNobody, fmt.Sprintf("one of %d skills of this name is used; which is not specified", rivals)
	if p.rule == KeptApart {
		state, reason, detail = Ambiguous, BySameName, fmt.Sprintf("%d skills of this name are kept apart; the bare name reaches none of them", rivals)
	}
	for _, it := range items {
		switch e := it.Entry; {
		case it.same != nil:
			e.State, e.Reason, e.Detail = cmp.Or(e.State, Shadowed), SameFile, "the same file as "+it.same.Path
			r.seen(it)
		case e.State != "":
		case p.rivals(first, it):
			e.State, e.Reason, e.Detail = state, reason, detail
		default:
			e.State = Shadowed
			e.Reason, e.Detail = deciding(first, it, p.rule)
		}
	}
	return true
}

// rivals reports whether no rule chooses between two items of a name.
func (p *plan) rivals(a, b *item) bool {
	return p.rule == KeptApart || p.rule == AnyWins || p.inRoot && a.Root == b.Root
}

// seen notes a further path on the entry that stands for the file. A root that
// is scanned twice gives the same path twice.
func (r *Resolution) seen(it *item) {
	for _, e := range r.Entries {
		if e.Candidate == it.same && e.Path != it.Path {
			e.SeenAt = append(e.SeenAt, it.Path)
		}
	}
}

// compare tells an identical copy of the winner from a different skill.
func (r *Resolution) compare(e *Entry, digests Digests) {
	mine, theirs := digests[e.Candidate], digests[r.Winner.Candidate]
	switch {
	case mine.File == "" || mine.File != theirs.File:
		r.Collision = true
	case mine.Tree == "" || mine.Tree != theirs.Tree:
		r.Collision = true
		e.Detail += "; SKILL.md is the same, the other files differ"
	default:
		e.Reason, e.Detail = IdenticalCopy, "an identical copy of "+r.Winner.Path+"; "+e.Detail
	}
}
