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
	Itself     bool // a SKILL.md directly in the root makes the root a skill
	Named      bool // the user named it: that it is missing is a finding
	Only       bool // nothing but the root's own SKILL.md is looked for
}

// batch is how many skills a reader takes at once.
const batch = 32

// maxLooks is up to how many skills a scan also looks for a scripts folder in
// each: a look costs as much as half a read.
const maxLooks = 500

// job is one folder that may be a skill.
type job struct {
	in   *folder
	name string
	link bool // the folder is a symbolic link, or may be one
}

// outcome is what came of one target.
type outcome struct {
	folders []*folder
	jobs    []job
	found   []*discovery.Candidate
	notes   []skills.Diagnostic
	report  discovery.RootReport
}

// Scan reads targets into candidates, in the order of the targets and, inside
// one, of names. The error is the context's; everything else is in the
// observation.
func (p *Pool) Scan(ctx context.Context, targets []Target) (discovery.Observation, error) {
	outs := make([]outcome, len(targets))
	p.each(ctx, len(targets), func(r *reader, i int) int { outs[i] = r.list(ctx, targets[i]); return 0 })
	n := 0
	for _, o := range outs {
		n += len(o.jobs)
	}
	jobs := make([]job, 0, n)
	for i := range outs {
		jobs = append(jobs, outs[i].jobs...)
		outs[i].jobs = nil
	}
	reads := make([]reads, (len(jobs)+batch-1)/batch)
	p.each(ctx, len(reads), func(r *reader, i int) int {
		part := jobs[i*batch : min((i+1)*batch, len(jobs))]
		reads[i] = r.readAll(ctx, part)
		if len(jobs) <= maxLooks {
			reads[i].lookForScripts()
		}
		return len(part)
	})
	for _, o := range outs {
		for _, f := range o.folders {
			f.close()
		}
	}
	if err := ctx.Err(); err != nil {
		return discovery.Observation{}, err
	}
	return gather(outs, reads), nil
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
		info, err := os.Stat(join(c.Dir(), "scripts"))
		c.Scripts = err == nil && info.IsDir()
	}
}

// gather joins what the readers found into one observation.
func gather(outs []outcome, all []reads) discovery.Observation {
	o := discovery.Observation{Complete: true}
	n := 0
	for _, r := range all {
		n += len(r.found)
	}
	o.Candidates = make([]*discovery.Candidate, 0, n+len(outs))
	for _, out := range outs {
		o.Candidates = append(o.Candidates, out.found...)
		o.Diagnostics = append(o.Diagnostics, out.notes...)
		o.Complete = o.Complete && out.report.Err == ""
	}
	for _, r := range all {
		o.Candidates = append(o.Candidates, r.found...)
		o.Diagnostics = append(o.Diagnostics, r.notes...)
	}
	found := make(map[*discovery.Root]int, len(outs))
	for _, c := range o.Candidates {
		found[c.Root]++
	}
	for _, out := range outs {
		out.report.Found = found[out.report.Root]
		o.Roots = append(o.Roots, out.report)
	}
	slices.SortStableFunc(o.Diagnostics, func(a, b skills.Diagnostic) int {
		return cmp.Or(strings.Compare(a.Path, b.Path), cmp.Compare(a.Line, b.Line))
	})
	return o
}
