package scan

import (
	"cmp"
	"context"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"deft/discovery"
	"deft/skills"
)

// Target is a root with the way it is to be read.
type Target struct {
	Root       *discovery.Root
	Categories bool // CATEGORY/NAME/SKILL.md instead of NAME/SKILL.md
	Flat       bool // NAME.md beside the folders is a skill too, where NAME is in kebab case
	Itself     bool // a SKILL.md directly in the root makes the root a skill
	Named      bool // the user named it: that it is missing is a finding
	Only       bool // nothing but the root's own SKILL.md is looked for
}

// batch is how many skills a reader takes at once.
const batch = 32

// maxLooks is up to how many skills of a root a scan also looks for a scripts
// folder in each: a look costs as much as half a read.
const maxLooks = 150

// job is one folder, or one flat file, that may be a skill.
type job struct {
	in   *folder
	name string
	link bool // it is a symbolic link, or may be one
	flat bool // a flat file
}

// outcome is what came of one target.
type outcome struct {
	folders []*folder
	jobs    []job
	found   []*discovery.Candidate
	notes   []skills.Diagnostic
	report  discovery.RootReport
}

// Scan reads targets into candidates, all in one observation. The error is
// the context's; everything else is in the observation.
func (p *Pool) Scan(ctx context.Context, targets []Target) (discovery.Observation, error) {
	all, err := p.Each(ctx, targets)
	if err != nil {
		return discovery.Observation{}, err
	}
	return Join(all), nil
}

// Each reads targets into candidates, an observation for each target. The
// error is the context's; everything else is in the observations.
func (p *Pool) Each(ctx context.Context, targets []Target) ([]discovery.Observation, error) {
	outs := make([]outcome, len(targets))
	p.each(ctx, len(targets), func(r *reader, i int) int { outs[i] = r.list(ctx, targets[i]); return 0 })
	parts := split(outs)
	p.each(ctx, len(parts), func(r *reader, i int) int {
		part := &parts[i]
		part.reads = r.readAll(ctx, part.jobs)
		if len(outs[part.target].jobs) <= maxLooks {
			part.lookForScripts()
		}
		return len(part.jobs)
	})
	for _, o := range outs {
		for _, f := range o.folders {
			f.close()
		}
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return gather(outs, parts), nil
}

// part is what one reader reads of a target at once.
type part struct {
	target int
	jobs   []job
	reads
}

// split shares out the jobs of all targets.
func split(outs []outcome) []part {
	var parts []part
	for i := range outs {
		for jobs := outs[i].jobs; len(jobs) > 0; {
			n := min(batch, len(jobs))
			parts = append(parts, part{target: i, jobs: jobs[:n]})
			jobs = jobs[n:]
		}
	}
	return parts
}

// each calls f for 0 to n-1, each call with a reader of its own. f returns how
// many skills it has read.
func (p *Pool) each(ctx context.Context, n int, f func(*reader, int) int) {
	var wg sync.WaitGroup
	defer wg.Wait()
	for i := range n {
		r := p.take(ctx)
		if r == nil {
			return
		}
		wg.Go(func() {
			start := time.Now()
			did := f(r, i)
			p.give(r, did, time.Since(start))
		})
	}
}

// lookForScripts adds the fact to what was found.
func (g *reads) lookForScripts() {
	for _, c := range g.found {
		if !c.Flat {
			info, err := os.Stat(join(c.Dir(), "scripts"))
			c.Scripts = err == nil && info.IsDir()
		}
	}
}

// gather joins what the readers found into an observation for each target.
func gather(outs []outcome, parts []part) []discovery.Observation {
	all := make([]discovery.Observation, len(outs))
	for i, out := range outs {
		o := &all[i]
		o.Candidates = append(make([]*discovery.Candidate, 0, len(out.found)+len(out.jobs)), out.found...)
		o.Diagnostics, o.Complete = out.notes, out.report.Err == ""
	}
	for i := range parts {
		o := &all[parts[i].target]
		o.Candidates = append(o.Candidates, parts[i].found...)
		o.Diagnostics = append(o.Diagnostics, parts[i].notes...)
	}
	for i := range all {
		o := &all[i]
		outs[i].report.Found = len(o.Candidates)
		o.Roots = []discovery.RootReport{outs[i].report}
		byPlace(o.Diagnostics)
	}
	return all
}

// byPlace sorts findings by path and line.
func byPlace(ds []skills.Diagnostic) {
	slices.SortStableFunc(ds, func(a, b skills.Diagnostic) int {
		return cmp.Or(strings.Compare(a.Path, b.Path), cmp.Compare(a.Line, b.Line))
	})
}

// Join makes one observation of several.
func Join(all []discovery.Observation) discovery.Observation {
	o := discovery.Observation{Complete: true}
	n := 0
	for i := range all {
		n += len(all[i].Candidates)
	}
	o.Candidates = make([]*discovery.Candidate, 0, n)
	for i := range all {
		o.Candidates = append(o.Candidates, all[i].Candidates...)
		o.Roots = append(o.Roots, all[i].Roots...)
		o.Diagnostics = append(o.Diagnostics, all[i].Diagnostics...)
		o.Complete = o.Complete && all[i].Complete
	}
	byPlace(o.Diagnostics)
	return o
}
