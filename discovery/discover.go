package discovery

import (
	"context"
	"slices"
	"sync"

	"deft/skills"
)

// answer is what one registration gave.
type answer struct {
	Observation
	err error
}

// discover asks what registrations do not still hold, and judges what is new
// since an earlier snapshot.
func (r *Registry) discover(ctx context.Context, made []version, cwd string, before kept) *Snapshot {
	s := &Snapshot{Complete: true, home: r.place.Home}
	if !r.config.Enabled {
		return s
	}
	answers := r.ask(ctx, made, cwd)
	n := 0
	for i := range answers {
		n += len(answers[i].Candidates)
	}
	s.found = found{candidates: make([]*Candidate, 0, n), seats: make(map[*Root]seat)}
	for i, a := range answers {
		if a.err != nil {
			s.fail(&ProviderError{Provider: made[i].name, Scope: made[i].scope, Err: a.err})
			if ctx.Err() == nil {
				r.config.log().Error("source of skills is left out", "source", made[i].name, "scope", made[i].scope, "error", a.err)
			}
			continue
		}
		s.take(a.Observation, made[i], i)
	}
	r.judge(ctx, s, made, before)
	return s
}

// judge resolves what was found. Where the registrations are those of an
// earlier snapshot, only names that something has changed about are judged.
func (r *Registry) judge(ctx context.Context, s *Snapshot, made []version, before kept) {
	todo := s.found
	var again renewal
	renewed := false
	var known Digests
	if before.snap != nil {
		known = before.snap.found.digests
		if sameRegistrations(made, before.made) {
			again, renewed = renew(&r.rules, before.snap, s.found)
		}
	}
	if renewed {
		todo.candidates = again.touched
	}
	p := newPlan(r.rules, r.config, nil, todo)
	digests := Loader(r.Load).compare(ctx, p, known)
	fresh := p.resolve(digests)
	if !renewed {
		s.Resolutions, s.found.digests = fresh, digests
		s.found.warnings = collisions(s, fresh)
	} else {
		s.Resolutions = merge(&again, before.snap.Resolutions, fresh, (*Resolution).key)
		s.found.digests = again.digests(digests)
		s.found.warnings = merge(&again, before.snap.found.warnings, collisions(s, fresh), (*warning).key)
	}
	s.warn(s.found.warnings)
}

func sameRegistrations(a, b []version) bool {
	return slices.EqualFunc(a, b, func(x, y version) bool { return x.registration == y.registration && x.layer == y.layer })
}

// ask has all registrations answer at once; the answers keep their order.
func (r *Registry) ask(ctx context.Context, made []version, cwd string) []answer {
	at := r.place
	if cwd != at.Cwd {
		at = Place{Cwd: cwd, Home: at.Home}
	}
	out := make([]answer, len(made))
	var wg sync.WaitGroup
	for i, v := range made {
		if o, ok := r.layers.recall(v, cwd); ok {
			out[i].Observation = o
			continue
		}
		wg.Go(func() {
			o, err := askOne(ctx, v.provider, v.name, at)
			if err == nil {
				r.layers.remember(v, cwd, o)
			}
			out[i] = answer{o, err}
		})
	}
	wg.Wait()
	return out
}

// roots are those that have candidates.
func (o *Observation) roots() []*Root {
	var out []*Root
	for _, c := range o.Candidates {
		if n := len(out); n == 0 || out[n-1] != c.Root && !slices.Contains(out, c.Root) {
			out = append(out, c.Root)
		}
	}
	return out
}

// take adds an observation. A root that nearer layers have given already
// stays theirs.
func (s *Snapshot) take(o Observation, v version, order int) {
	f := &s.found
	at := seat{layer: v.layer, order: order, scope: v.scope}
	var root *Root // of the candidate before
	mine := false
	for _, c := range o.Candidates {
		if c.Root != root {
			root = c.Root
			if _, taken := f.seats[root]; !taken {
				f.seats[root] = at
			}
			mine = f.seats[root] == at
		}
		if mine {
			f.candidates = append(f.candidates, c)
		}
	}
	s.Roots = append(s.Roots, o.Roots...)
	s.Diagnostics = append(s.Diagnostics, o.Diagnostics...)
	s.Complete = s.Complete && o.Complete
}

// fail notes a provider that is left out.
func (s *Snapshot) fail(err *ProviderError) {
	s.Complete = false
	s.Failures = append(s.Failures, err)
	s.Roots = append(s.Roots, RootReport{Root: &Root{Provider: err.Provider}, Err: err.Err.Error()})
	s.Diagnostics = append(s.Diagnostics, skills.Diagnostic{
		Code: CodeProviderFailed, Severity: skills.Error, Message: err.Error(),
		Hint: "its skills are missing here; what it would shadow may be active",
	})
}

// changing marks a snapshot that was out of date when it was made.
func (s *Snapshot) changing() {
	s.Complete = false
	s.Diagnostics = append(s.Diagnostics, skills.Diagnostic{
		Code: CodeChanging, Severity: skills.Info,
		Message: "skills changed while they were read, twice", Hint: "what is shown is brought up to date when it is next asked for",
	})
}
