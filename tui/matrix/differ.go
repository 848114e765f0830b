package matrix

import (
	"maps"
	"slices"

	"deft/commands"
	"deft/discovery"
)

// end is what a name comes to for an agent. The zero value is that it sees no copy, and has no opinion.
type end struct {
	verdict verdict // wins where a copy is used
	kind    string  // what is used, the same for identical copies that are known
	seen    bool
}

func endOf(r *discovery.Resolution, known discovery.Digests) end {
	if r.Winner != nil {
		return end{wins, known.Kind(r.Winner.Candidate), true}
	}
	out := end{}
	for _, e := range r.Entries {
		switch v := (cell{entry: e}).verdict(); {
		case v == ambiguous:
			return end{verdict: v, seen: true}
		case v == unspecified && (!out.seen || out.verdict == dropped): // one of these: which, does not matter while they are alike
			out = end{wins, known.Kind(e.Candidate), true}
		case v == unspecified && out.kind != known.Kind(e.Candidate):
			return end{verdict: v, seen: true}
		case v == dropped && !e.Flat && !out.seen:
			out = end{verdict: v, seen: true}
		}
	}
	return out
}

// compare finds the names that agents disagree about: they see copies, and come to different ends.
func (x *Index) compare(views *commands.Views) {
	x.disputed = make(map[string]bool)
	first := make(map[string]end, len(x.rows))
	for i := range views.All {
		all := views.All[i].Snapshot.Resolutions
		for j := range all {
			now := endOf(&all[j], nil)
			if !now.seen {
				continue
			}
			if before, ok := first[all[j].Name]; !ok {
				first[all[j].Name] = now
			} else if before != now {
				x.disputed[all[j].Name] = true
			}
		}
	}
	x.mark()
}

// mark marks the copies that have a disputed name, be it their own or the one that an agent gives them.
func (x *Index) mark() {
	n := len(x.agents)
	for i := range x.rows {
		x.rows[i].differ = len(x.disputed) > 0 && (x.disputed[x.rows[i].candidate.Name()] ||
			slices.ContainsFunc(x.cells[i*n:(i+1)*n], func(c cell) bool { return c.verdict() != notSeen && x.disputed[c.of.Name] }))
	}
}

// Compare is the index with identical copies taken for one skill: agents that use such copies do not disagree. Only copies of names that
// agents differ about are read.
func (x *Index) Compare(read func([]*discovery.Candidate) discovery.Digests) *Index {
	out := *x
	out.rows, out.disputed, out.compared = slices.Clone(x.rows), maps.Clone(x.disputed), true
	out.alike = make(map[*discovery.Resolution]bool)
	byName := make(map[string][]*discovery.Resolution)
	var names []string
	for _, c := range x.cells {
		if c.of == nil || !x.disputed[c.of.Name] || slices.Contains(byName[c.of.Name], c.of) {
			continue
		}
		if byName[c.of.Name] == nil {
			names = append(names, c.of.Name)
		}
		byName[c.of.Name] = append(byName[c.of.Name], c.of)
	}
	for _, name := range names {
		rivals := rivals(byName[name])
		if len(rivals) < 2 {
			continue
		}
		known := read(rivals)
		for _, r := range byName[name] {
			if r.Outcome() == discovery.IsOpen && endOf(r, known).verdict == wins {
				out.alike[r] = true
			}
		}
		if agree(byName[name], known) {
			out.same++
			delete(out.disputed, name)
		}
	}
	out.mark()
	return &out
}

// rivals are the copies that agents use of a name, or might; none where one of them comes to another end.
func rivals(all []*discovery.Resolution) []*discovery.Candidate {
	var out []*discovery.Candidate
	for _, r := range all {
		if e := endOf(r, nil); e.seen && e.verdict != wins && e.verdict != unspecified {
			return nil
		}
		for _, e := range r.Entries {
			if v := (cell{entry: e}).verdict(); (v == wins || v == unspecified) && !slices.Contains(out, e.Candidate) {
				out = append(out, e.Candidate)
			}
		}
	}
	return out
}

// agree says whether all agents that see copies of a name come to one end.
func agree(all []*discovery.Resolution, known discovery.Digests) bool {
	first := end{}
	for _, r := range all {
		now := endOf(r, known)
		if first.seen && now.seen && first != now {
			return false
		}
		if now.seen {
			first = now
		}
	}
	return true
}
