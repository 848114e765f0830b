package commands

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"deft/commands/fix"
	"deft/discovery"
	"deft/discovery/rules"
	"deft/skills"
)

// The findings between agents.
const (
	CodeAgentsDiffer   skills.Code = "agents-differ"   // a name means different copies to different agents
	CodeAgentDrops     skills.Code = "agent-drops"     // an agent leaves a skill out
	CodeAgentAmbiguous skills.Code = "agent-ambiguous" // a bare name does nothing, or who knows what
	CodeDrifted        skills.Code = "drifted"         // copies of one name differ
	CodeListingBudget  skills.Code = "listing-budget"  // an agent tells its model less than the skills say
)

// agentsDoctor has what the checks between agents share.
type agentsDoctor struct {
	*Views
	known discovery.Digests // what was read so far
}

// checked is how many copies some agent looks at.
func (d *agentsDoctor) checked() int {
	all := make(map[*discovery.Candidate]bool)
	for _, v := range d.All {
		for e := range v.Entries() {
			if looksAt(e) {
				all[e.Candidate] = true
			}
		}
	}
	return len(all)
}

// meaning is what a name leads to: copies that are alike, and the agents for
// which it leads to one of them.
type meaning struct {
	kind   string
	copies []string // paths
	agents []string
}

// String is the meaning in words.
func (m meaning) String() string {
	out := m.copies[0]
	if len(m.copies) > 1 {
		out += " (or an identical copy, " + strings.Join(m.copies[1:], ", ") + ")"
	}
	return out + " for " + strings.Join(m.agents, ", ")
}

// use is a copy that a name leads to for an agent.
type use struct {
	agent string
	copy  *discovery.Candidate
}

// uses are what each name leads to, in the order of the table.
func (d *agentsDoctor) uses() map[string][]use {
	out := make(map[string][]use)
	for _, v := range d.All {
		for i := range v.Resolutions {
			if r := &v.Resolutions[i]; r.Winner != nil {
				out[r.Name] = append(out[r.Name], use{v.Agent.Agent, r.Winner.Candidate})
			}
		}
	}
	return out
}

// settings finds settings files that cannot be understood.
func (d *agentsDoctor) settings(context.Context) []skills.Diagnostic {
	var out []skills.Diagnostic
	for _, f := range d.Scene.Settings {
		if f.Fault != nil {
			x := *f.Fault
			x.Message = fmt.Sprintf("settings of %s: %s", strings.Join(f.Agents, ", "), x.Message)
			out = append(out, x)
		}
	}
	return out
}

// meanings finds names that lead to different skills. Identical copies are the
// same.
func (d *agentsDoctor) meanings(ctx context.Context) []skills.Diagnostic {
	byName, open := d.uses(), d.open(ctx)
	var out []skills.Diagnostic
	for _, name := range slices.Sorted(maps.Keys(byName)) {
		all := d.alike(ctx, byName[name])
		if len(all) < 2 && len(open[name]) == 0 {
			continue
		}
		var parts []string
		for _, m := range all {
			parts = append(parts, m.String())
		}
		found := skills.Diagnostic{Code: CodeAgentsDiffer, Severity: skills.Warning, Path: all[0].copies[0],
			Hint: "make the copies equal, or rename one; deft why " + fix.Quote(name) + " --all-agents says which rule decides"}
		verb := "means"
		if len(all) < 2 {
			verb, found.Severity = "may mean", skills.Info
		}
		if agents := open[name]; len(agents) > 0 {
			parts = append(parts, "one of several for "+strings.Join(agents, ", ")+", nobody says which")
		}
		found.Message = fmt.Sprintf("%q %s different copies: %s", name, verb, strings.Join(parts, "; "))
		out = append(out, found)
	}
	return out
}

// open are the agents for which nobody says which of several different skills
// a name leads to.
func (d *agentsDoctor) open(ctx context.Context) map[string][]string {
	out := make(map[string][]string)
	for _, v := range d.All {
		for i := range v.Resolutions {
			if r := &v.Resolutions[i]; r.Outcome() == discovery.IsOpen && d.unlike(ctx, r) {
				out[r.Name] = append(out[r.Name], v.Agent.Agent)
			}
		}
	}
	return out
}

// alike joins the uses of copies that are identical, and reads no more than
// that takes.
func (d *agentsDoctor) alike(ctx context.Context, all []use) []meaning {
	var copies []*discovery.Candidate
	for _, u := range all {
		if !slices.ContainsFunc(copies, func(c *discovery.Candidate) bool { return c.Real == u.copy.Real }) {
			copies = append(copies, u.copy)
		}
	}
	known := d.compare(ctx, copies)
	var out []meaning
	for _, u := range all {
		kind := known.Kind(u.copy)
		at := slices.IndexFunc(out, func(m meaning) bool { return m.kind == kind })
		if at < 0 {
			at, out = len(out), append(out, meaning{kind: kind})
		}
		if m := &out[at]; !slices.Contains(m.copies, u.copy.Path) {
			m.copies = append(m.copies, u.copy.Path)
		}
		out[at].agents = append(out[at].agents, u.agent)
	}
	return out
}

// compare tells identical copies apart, of several files.
func (d *agentsDoctor) compare(ctx context.Context, copies []*discovery.Candidate) discovery.Digests {
	if len(copies) < 2 {
		return nil
	}
	out := d.verb.Load.Compare(ctx, copies, d.known)
	maps.Copy(d.known, out)
	return out
}

// drop is a skill that agents leave out: who, by the reason.
type drop struct {
	dir    string
	why    []string
	agents map[string][]string
}

// String says who leaves it out and why.
func (d *drop) String() string {
	var parts []string
	for _, why := range d.why {
		parts = append(parts, "by "+strings.Join(d.agents[why], ", ")+": "+why)
	}
	return "left out " + strings.Join(parts, "; ")
}

// drops finds skills that agents leave out.
func (d *agentsDoctor) drops(context.Context) []skills.Diagnostic {
	byPath := make(map[string]*drop)
	for _, v := range d.All {
		for e := range v.Entries() {
			if !isDrop(e) {
				continue
			}
			at := byPath[e.Path]
			if at == nil {
				at = &drop{dir: e.Dir(), agents: make(map[string][]string)}
				byPath[e.Path] = at
			}
			if at.agents[e.Detail] == nil {
				at.why = append(at.why, e.Detail)
			}
			at.agents[e.Detail] = append(at.agents[e.Detail], v.Agent.Agent)
		}
	}
	var out []skills.Diagnostic
	for _, path := range slices.Sorted(maps.Keys(byPath)) {
		at := byPath[path]
		out = append(out, skills.Diagnostic{
			Code: CodeAgentDrops, Severity: skills.Warning, Path: path, Message: at.String(),
			Hint: "deft doctor --spec " + fix.Quote(at.dir) + " says what to change",
		})
	}
	return out
}

// silent finds bare names that reach nothing, and those that reach another
// skill from run to run.
func (d *agentsDoctor) silent(ctx context.Context) []skills.Diagnostic {
	var out []skills.Diagnostic
	for _, v := range d.All {
		for i := range v.Resolutions {
			r := &v.Resolutions[i]
			if o := r.Outcome(); o == discovery.IsAmbiguous || v.Certainty == rules.Racy && o == discovery.IsOpen && d.unlike(ctx, r) {
				out = append(out, ambiguity(v.Agent, r))
			}
		}
	}
	return out
}

// unlike tells whether those of which one is used are different skills.
func (d *agentsDoctor) unlike(ctx context.Context, r *discovery.Resolution) bool {
	var all []use
	for _, e := range r.Entries {
		if lists(e) {
			all = append(all, use{copy: e.Candidate})
		}
	}
	return len(d.alike(ctx, all)) > 1
}

func ambiguity(a rules.Agent, r *discovery.Resolution) skills.Diagnostic {
	var first *discovery.Entry
	n := 0
	for _, e := range r.Entries {
		if lists(e) {
			if n++; first == nil {
				first = e
			}
		}
	}
	mention := strings.ReplaceAll(cmp.Or(a.Invocation, "NAME"), "NAME", r.Name)
	out := skills.Diagnostic{
		Code: CodeAgentAmbiguous, Severity: skills.Warning, Path: first.Path,
		Message: fmt.Sprintf("%s in %s does nothing, and nothing says so: %d skills have the name", mention, a.Title, n),
		Hint:    "rename all but one",
	}
	if r.Outcome() == discovery.IsOpen {
		out.Message = fmt.Sprintf("%s in %s is one of %d skills, another from run to run", mention, a.Title, n)
	}
	if a.ByPath != "" {
		out.Hint = "write " + strings.NewReplacer("NAME", r.Name, "PATH", first.Path).Replace(a.ByPath)
	}
	return out
}

// drifted finds copies of one name that differ, whoever sees them.
func (d *agentsDoctor) drifted(ctx context.Context) []skills.Diagnostic {
	byName := make(map[string][]use)
	for _, c := range d.Scene.Candidates {
		if !c.Flat && c.Reading.Invalid == "" {
			byName[c.Name()] = append(byName[c.Name()], use{copy: c})
		}
	}
	var out []skills.Diagnostic
	for _, name := range slices.Sorted(maps.Keys(byName)) {
		all := d.alike(ctx, byName[name])
		if len(all) < 2 {
			continue
		}
		var parts []string
		n := 0
		for _, m := range all {
			n += len(m.copies)
			parts = append(parts, strings.Join(m.copies, " = "))
		}
		out = append(out, skills.Diagnostic{
			Code: CodeDrifted, Severity: skills.Info, Path: all[0].copies[0],
			Message: fmt.Sprintf("%q has %d copies that differ: %s", name, n, strings.Join(parts, "; ")),
			Hint:    "keep one and link the others to it; deft show NAME@PATH reads each",
		})
	}
	return out
}
