package discovery

import (
	"maps"
	"slices"
	"strings"

	"deft/skills"
)

// warning is the finding of one name's collision.
type warning struct {
	name string
	skills.Diagnostic
}

// renewal is what of an earlier snapshot has to be judged again, so that one
// changed file among ten thousand costs no judgement of all of them.
type renewal struct {
	before  *Snapshot
	gone    map[*Candidate]bool
	names   map[string]bool // that are judged again; all else stays as it was
	touched []*Candidate    // who competes for them now
}

// renew compares what was found with an earlier snapshot of the same
// registrations. ok is false where little would be saved.
func renew(rules *Rules, before *Snapshot, now found) (r renewal, ok bool) {
	was := before.found.candidates
	low := 0
	for low < min(len(was), len(now.candidates)) && was[low] == now.candidates[low] {
		low++
	}
	high := 0
	for high < min(len(was), len(now.candidates))-low && was[len(was)-1-high] == now.candidates[len(now.candidates)-1-high] {
		high++
	}
	old, fresh := was[low:len(was)-high], now.candidates[low:len(now.candidates)-high]
	if len(old)+len(fresh) > len(was)/2 {
		return r, false
	}
	r = renewal{before: before, gone: make(map[*Candidate]bool, len(old)), names: make(map[string]bool, len(fresh))}
	reals := make(map[string]bool, len(fresh))
	for _, c := range old {
		r.gone[c] = true
		reals[c.Real] = true
	}
	for _, c := range fresh {
		reals[c.Real] = true
	}
	r.touched = append(r.touched, fresh...)
	for _, c := range slices.Concat(old, fresh) {
		r.reach(rules.Calls(c))
	}
	for _, c := range slices.Concat(was[:low], was[len(was)-high:]) {
		if c.Real != "" && reals[c.Real] {
			r.reach(rules.Calls(c))
		}
	}
	return r, true
}

// reach adds a name, with all who competed for it. These share no file with
// others: paths to one file stand under one name, and those to a file that is
// touched are reached themselves.
func (r *renewal) reach(name string) {
	if r.names[name] {
		return
	}
	r.names[name] = true
	res, ok := r.before.Lookup(name)
	if !ok {
		return
	}
	for _, e := range res.Entries {
		if !r.gone[e.Candidate] {
			r.touched = append(r.touched, e.Candidate)
		}
	}
}

// digests are those of all, with the new ones.
func (r *renewal) digests(fresh Digests) Digests {
	out := maps.Clone(r.before.found.digests)
	if out == nil {
		out = make(Digests, len(fresh))
	}
	for c := range r.gone {
		delete(out, c)
	}
	maps.Copy(out, fresh)
	return out
}

// merge puts what was judged again among what stays, both in the order of
// names.
func merge[T any](r *renewal, before, fresh []T, name func(*T) string) []T {
	out := make([]T, 0, len(before)+len(fresh))
	for i := range before {
		n := name(&before[i])
		if r.names[n] {
			continue
		}
		for len(fresh) > 0 && strings.Compare(name(&fresh[0]), n) < 0 {
			out, fresh = append(out, fresh[0]), fresh[1:]
		}
		out = append(out, before[i])
	}
	return append(out, fresh...)
}

func (r *Resolution) key() string { return r.Name }
func (w *warning) key() string    { return w.name }
