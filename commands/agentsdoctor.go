package commands

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

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
	Agents
	scene   *discovery.Scene
	views   []view
	digests map[*discovery.Candidate]string
}

// view is an agent with what it sees.
type view struct {
	rules.Agent
	*discovery.Snapshot
}

func (d *agentsDoctor) fingerprint(ctx context.Context, c *discovery.Candidate) string {
	out, ok := d.digests[c]
	if !ok {
		out = cmp.Or(d.Digest(ctx, c), c.Path)
		d.digests[c] = out
	}
	return out
}

// choice is a copy that a name leads to, with the agents that it does so for.
type choice struct {
	winner *discovery.Entry
	agents []string
}

// choices are what each name leads to.
func (d *agentsDoctor) choices() map[string][]choice {
	out := make(map[string][]choice)
	for _, v := range d.views {
		for i := range v.Resolutions {
			r := &v.Resolutions[i]
			if r.Winner == nil {
				continue
			}
			all := out[r.Name]
			at := slices.IndexFunc(all, func(c choice) bool { return c.winner.Candidate == r.Winner.Candidate })
			if at < 0 {
				at, all = len(all), append(all, choice{winner: r.Winner})
			}
			all[at].agents = append(all[at].agents, v.Agent.Agent)
			out[r.Name] = all
		}
	}
	return out
}

// meanings finds names that lead to files that differ.
func (d *agentsDoctor) meanings(ctx context.Context) []skills.Diagnostic {
	byName := d.choices()
	var out []skills.Diagnostic
	for _, name := range sorted(byName) {
		all := byName[name]
		first := all[0].winner
		if !slices.ContainsFunc(all[1:], func(c choice) bool { return d.differ(ctx, first, c.winner) }) {
			continue
		}
		var parts []string
		for _, c := range all {
			parts = append(parts, c.winner.Path+" for "+strings.Join(c.agents, ", "))
		}
		out = append(out, skills.Diagnostic{
			Code: CodeAgentsDiffer, Severity: skills.Warning, Path: first.Path,
			Message: fmt.Sprintf("%q means different copies: %s", name, strings.Join(parts, "; ")),
			Hint:    "make the copies equal, or rename one; deft why " + name + " --all-agents says which rule decides",
		})
	}
	return out
}

// differ tells whether the files of two entries are unlike.
func (d *agentsDoctor) differ(ctx context.Context, a, b *discovery.Entry) bool {
	return a.Real != b.Real && d.fingerprint(ctx, a.Candidate) != d.fingerprint(ctx, b.Candidate)
}

func sorted[T any](m map[string]T) []string {
	out := make([]string, 0, len(m))
	for k := range m {
		out = append(out, k)
	}
	slices.Sort(out)
	return out
}

// drops finds skills that agents leave out.
func (d *agentsDoctor) drops(context.Context) []skills.Diagnostic {
	type drop struct{ path, why string }
	agents := make(map[drop][]string)
	for _, v := range d.views {
		for i := range v.Resolutions {
			for _, e := range v.Resolutions[i].Entries {
				if isDrop(e) {
					at := drop{e.Path, e.Detail}
					agents[at] = append(agents[at], v.Agent.Agent)
				}
			}
		}
	}
	var out []skills.Diagnostic
	for at, names := range agents {
		out = append(out, skills.Diagnostic{
			Code: CodeAgentDrops, Severity: skills.Warning, Path: at.path,
			Message: fmt.Sprintf("left out by %s: %s", strings.Join(names, ", "), at.why),
		})
	}
	slices.SortFunc(out, func(a, b skills.Diagnostic) int {
		return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.Message, b.Message))
	})
	return out
}

// silent finds bare names that reach nothing.
func (d *agentsDoctor) silent(context.Context) []skills.Diagnostic {
	var out []skills.Diagnostic
	for _, v := range d.views {
		for i := range v.Resolutions {
			r := &v.Resolutions[i]
			if o := r.Outcome(); o == discovery.IsAmbiguous || v.Certainty == rules.Racy && o == discovery.IsOpen {
				out = append(out, ambiguity(v.Agent, r))
			}
		}
	}
	return out
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
	byName := make(map[string][]*discovery.Candidate)
	for _, c := range d.scene.Candidates {
		if !c.Flat && c.Reading.Invalid == "" {
			byName[c.Name()] = append(byName[c.Name()], c)
		}
	}
	var out []skills.Diagnostic
	for _, name := range sorted(byName) {
		versions := make(map[string]bool)
		files := make(map[string]bool)
		var paths []string
		for _, c := range byName[name] {
			if len(byName[name]) > 1 && !files[c.Real] {
				files[c.Real] = true
				versions[d.fingerprint(ctx, c)] = true
				paths = append(paths, c.Path)
			}
		}
		if len(versions) > 1 {
			out = append(out, skills.Diagnostic{
				Code: CodeDrifted, Severity: skills.Info, Path: paths[0],
				Message: fmt.Sprintf("%d copies of %q are %d different files: %s", len(paths), name, len(versions), strings.Join(paths, ", ")),
				Hint:    "keep one and link the others to it",
			})
		}
	}
	return out
}

// budgets finds agents that cannot tell their model all that skills say.
func (d *agentsDoctor) budgets(context.Context) []skills.Diagnostic {
	var out []skills.Diagnostic
	for _, v := range d.views {
		total := 0
		var cut []string
		for _, e := range listed(v.Snapshot, false) {
			if !e.Reading.Head.ModelInvocable {
				continue
			}
			n := utf8.RuneCountInString(e.Reading.Head.Description)
			if v.Budget.Entry > 0 && n > v.Budget.Entry {
				cut, n = append(cut, e.Name), v.Budget.Entry
			}
			total += n + utf8.RuneCountInString(e.Name)
		}
		if len(cut) > 0 {
			out = append(out, overBudget(fmt.Sprintf("%s cuts descriptions at %d characters: %s", v.Title, v.Budget.Entry, strings.Join(cut, ", ")), v.Budget))
		}
		if v.Budget.Total > 0 && total > v.Budget.Total {
			out = append(out, overBudget(fmt.Sprintf("%s has %d characters of names and descriptions to list and room for %d: %s",
				v.Title, total, v.Budget.Total, v.Budget.Overflow), v.Budget))
		}
	}
	return out
}

func overBudget(message string, b rules.Budget) skills.Diagnostic {
	d := skills.Diagnostic{Code: CodeListingBudget, Severity: skills.Warning, Message: message, Hint: "shorten descriptions, or switch skills off"}
	if b.Setting != "" {
		d.Hint += "; the room depends on " + b.Setting
	}
	return d
}
