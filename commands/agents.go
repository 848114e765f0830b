package commands

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"deft/discovery"
	"deft/discovery/rules"
	"deft/skills"
	"deft/skills/match"
)

// Agents shows skills as the agents of the table see them.
type Agents struct {
	// Scan reads every root that any agent reads, once.
	Scan func(context.Context) (*discovery.Scene, error)
	// Load reads a candidate again.
	Load discovery.Loader
	// Config is what deft's own view obeys by now.
	Config func() discovery.Config
	// Untrusted says that agents which ask do not trust the working folder.
	Untrusted bool
}

// AgentNamed finds an agent of the table. The error, an *InputError, names those
// that are near, else all.
func AgentNamed(name string) (rules.Agent, error) {
	a, ok := rules.ByName(name)
	if ok {
		return a, nil
	}
	near := match.Nearest(name, rules.Names(), 3)
	if len(near) == 0 {
		near = rules.Names()
	}
	return a, &InputError{fmt.Sprintf("no agent %q; there is %s", name, strings.Join(near, ", "))}
}

// see is one agent's view of a scene.
func (v Agents) see(a rules.Agent, scene *discovery.Scene, trusted bool) *discovery.Snapshot {
	config := discovery.Defaults()
	if a.Agent == "deft" {
		config = v.Config()
	}
	return scene.See(a.Rules, config, trusted)
}

// AgentHere is an agent, and whether what it reads here can be read.
type AgentHere struct {
	rules.Agent
	Complete bool                // all of its roots that are here could be read
	Faults   []skills.Diagnostic // of its settings files
}

func agentHere(a rules.Agent, scene *discovery.Scene) AgentHere {
	return AgentHere{a, whole(rootsOf(scene, a.Rules)), faultsOf(scene, a.Agent)}
}

// AgentRow is one agent with what it finds here.
type AgentRow struct {
	AgentHere
	Roots     []discovery.RootReport // that it reads and that are here; Found is of what it looks at there
	Seen      int                    // skills that it lists
	Untrusted int                    // the same where it does not trust the working folder
	Shadowed  int
	Dropped   int // skills in its roots that it leaves out
	Disabled  int // skills that its own settings switch off
	Ambiguous int // names whose bare form reaches no copy, or one of several
}

func whole(roots []discovery.RootReport) bool {
	return !slices.ContainsFunc(roots, func(r discovery.RootReport) bool { return r.Err != "" })
}

// Run counts what each agent finds.
func (v Agents) Run(ctx context.Context, _ Caller) ([]AgentRow, error) {
	scene, err := v.Scan(ctx)
	if err != nil {
		return nil, err
	}
	var out []AgentRow
	for _, a := range rules.All() {
		s := v.see(a, scene, !v.Untrusted)
		row := AgentRow{AgentHere: agentHere(a, scene), Roots: rootsOf(scene, a.Rules)}
		row.count(s)
		row.Untrusted = row.Seen
		if a.NeedsTrust() && !v.Untrusted {
			row.Untrusted = len(listed(v.see(a, scene, false), false))
		}
		out = append(out, row)
	}
	return out, nil
}

func (row *AgentRow) count(s *discovery.Snapshot) {
	found := make(map[*discovery.Root]int)
	for e := range s.Entries() {
		if looksAt(e) {
			found[e.Root]++
		}
	}
	for i := range row.Roots {
		row.Roots[i].Found = found[row.Roots[i].Root]
	}
	for i := range s.Resolutions {
		r := &s.Resolutions[i]
		if o := r.Outcome(); o == discovery.IsAmbiguous || o == discovery.IsOpen {
			row.Ambiguous++
		}
		for _, e := range r.Entries {
			switch {
			case lists(e):
				row.Seen++
			case e.State == discovery.Shadowed:
				row.Shadowed++
			case e.State == discovery.Disabled:
				row.Disabled++
			case isDrop(e):
				row.Dropped++
			}
		}
	}
}

// faultsOf are the faults of the settings files that an agent reads.
func faultsOf(scene *discovery.Scene, agent string) []skills.Diagnostic {
	var out []skills.Diagnostic
	for _, f := range scene.Settings {
		if f.Fault != nil && slices.Contains(f.Agents, agent) {
			out = append(out, *f.Fault)
		}
	}
	return out
}

// rootsOf are the roots that an agent reads and that are here.
func rootsOf(scene *discovery.Scene, r discovery.Rules) []discovery.RootReport {
	var out []discovery.RootReport
	reads := scene.Reads(r)
	for _, report := range scene.Roots {
		if reads(report.Root) && !report.Missing {
			out = append(out, report)
		}
	}
	return out
}

// lists tells whether an agent lists an entry.
func lists(e *discovery.Entry) bool {
	return e.State == discovery.Active || e.State == discovery.Ambiguous || e.State == discovery.Unspecified
}

// looksAt tells whether an agent looks at an entry, be it to leave it out; a
// single file that it does not take for a skill is none.
func looksAt(e *discovery.Entry) bool {
	return e.State != discovery.NotSeen && !(e.Flat && e.State == discovery.Dropped)
}

// isDrop tells whether an agent leaves out what calls itself a skill.
func isDrop(e *discovery.Entry) bool {
	return (e.State == discovery.Dropped || e.State == discovery.Invalid) && !e.Flat
}

// AgentEntry is an entry under the name that an agent gives it.
type AgentEntry struct {
	Name string
	*discovery.Entry
}

// listed are the entries that an agent lists, or all.
func listed(s *discovery.Snapshot, all bool) []AgentEntry {
	var out []AgentEntry
	for i := range s.Resolutions {
		for _, e := range s.Resolutions[i].Entries {
			if all || lists(e) {
				out = append(out, AgentEntry{s.Resolutions[i].Name, e})
			}
		}
	}
	return out
}

// AgentList is what an agent lists, as far as it was asked for.
type AgentList struct {
	AgentHere
	Entries   []AgentEntry // a name may stand in it twice
	More      int          // copies of other states
	Untrusted int          // entries that it lists where it does not trust the working folder
	Providers []string     // of the roots that are here, sorted
}

// List is what an agent lists.
func (v Agents) List(ctx context.Context, _ Caller, agent string, req ListRequest) (AgentList, error) {
	a, err := AgentNamed(agent)
	if err != nil {
		return AgentList{}, err
	}
	scene, err := v.Scan(ctx)
	if err != nil {
		return AgentList{}, err
	}
	out := AgentList{AgentHere: agentHere(a, scene), Providers: providers(scene)}
	wanted := func(trusted bool) (entries []AgentEntry, more int) {
		s := v.see(a, scene, trusted)
		for _, e := range listed(s, true) {
			switch {
			case !req.Covers(e.Entry) || e.Flat && !looksAt(e.Entry):
			case req.All || lists(e.Entry):
				entries = append(entries, e)
			default:
				more++
			}
		}
		return entries, more
	}
	out.Entries, out.More = wanted(!v.Untrusted)
	out.Untrusted = len(out.Entries)
	if a.NeedsTrust() && !v.Untrusted {
		few, _ := wanted(false)
		out.Untrusted = len(few)
	}
	return out, ctx.Err()
}

// providers are those of the roots that are here, sorted.
func providers(scene *discovery.Scene) []string {
	var out []string
	for _, r := range scene.Roots {
		if !r.Missing {
			out = append(out, r.Root.Provider)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// AgentAnswer is what a name comes to for an agent.
type AgentAnswer struct {
	AgentHere
	discovery.Resolution
	Digests   []string              // of each entry's SKILL.md: sha256 in hex, "" where it cannot be read
	Untrusted *discovery.Resolution // where the working folder is not trusted; nil for an agent that does not ask
}

// Why explains what a name comes to for agents, all of the table where none
// is named. A name that no agent knows is a *discovery.UnknownError.
func (v Agents) Why(ctx context.Context, _ Caller, name string, agents ...string) ([]AgentAnswer, error) {
	chosen, err := agentsNamed(agents)
	if err != nil {
		return nil, err
	}
	scene, err := v.Scan(ctx)
	if err != nil {
		return nil, err
	}
	out := v.answers(chosen, scene, name)
	if known := v.Load.Compare(ctx, rivals(out), nil); len(known) > 0 { // what is identical is called so
		out = v.answers(chosen, with(scene, known), name)
	}
	digests := make(map[*discovery.Candidate]string)
	known := false
	for i := range out {
		x := &out[i]
		known = known || len(x.Entries) > 0
		for _, e := range x.Entries {
			if _, ok := digests[e.Candidate]; !ok {
				digests[e.Candidate] = v.Digest(ctx, e.Candidate)
			}
			x.Digests = append(x.Digests, digests[e.Candidate])
		}
	}
	if !known {
		return nil, v.unknown(scene, chosen, name)
	}
	return out, ctx.Err()
}

func (v Agents) answers(chosen []rules.Agent, scene *discovery.Scene, name string) []AgentAnswer {
	var out []AgentAnswer
	for _, a := range chosen {
		out = append(out, v.answer(a, scene, v.see(a, scene, !v.Untrusted), called(name)))
	}
	return out
}

// with is a scene in which copies can be told from different skills.
func with(s *discovery.Scene, known discovery.Digests) *discovery.Scene {
	out := *s
	out.Digests = known
	return &out
}

// rivals are the copies that agents use or might, each once.
func rivals(answers []AgentAnswer) []*discovery.Candidate {
	var out []*discovery.Candidate
	for i := range answers {
		for _, e := range answers[i].Entries {
			if (lists(e) || e.State == discovery.Shadowed) && !slices.Contains(out, e.Candidate) {
				out = append(out, e.Candidate)
			}
		}
	}
	return out
}

func agentsNamed(names []string) ([]rules.Agent, error) {
	if len(names) == 0 {
		return rules.All(), nil
	}
	var out []rules.Agent
	for _, name := range names {
		a, err := AgentNamed(name)
		if err != nil {
			return nil, err
		}
		out = append(out, a)
	}
	return out, nil
}

// answer judges for one agent, which sees a snapshot of the scene, what is
// found in it.
func (v Agents) answer(a rules.Agent, scene *discovery.Scene, sees *discovery.Snapshot, find func(*discovery.Snapshot) *discovery.Resolution) AgentAnswer {
	out := AgentAnswer{AgentHere: agentHere(a, scene), Resolution: *find(sees)}
	if a.NeedsTrust() && !v.Untrusted {
		out.Untrusted = find(v.see(a, scene, false))
	}
	return out
}

// called finds the resolution of a name, an empty one where there is none.
func called(name string) func(*discovery.Snapshot) *discovery.Resolution {
	return func(s *discovery.Snapshot) *discovery.Resolution {
		if r, ok := s.Lookup(name); ok {
			return r
		}
		return &discovery.Resolution{Name: name}
	}
}

// unknown offers what is spelled alike.
func (v Agents) unknown(scene *discovery.Scene, chosen []rules.Agent, name string) error {
	var names []string
	for _, a := range chosen {
		s := v.see(a, scene, !v.Untrusted)
		for i := range s.Resolutions {
			names = append(names, s.Resolutions[i].Name)
		}
	}
	slices.Sort(names)
	return &discovery.UnknownError{Handle: name, Near: match.Nearest(name, slices.Compact(names), 3)}
}

// Digest is the sha256 of a candidate's SKILL.md as it is now, in hex; ""
// where it cannot be read.
func (v Agents) Digest(ctx context.Context, c *discovery.Candidate) string {
	sum, err := v.Load.Digest(ctx, c)
	if err != nil {
		return ""
	}
	return sum
}

// Doctor finds what goes wrong between agents.
func (v Agents) Doctor(ctx context.Context, caller Caller) (Report, error) {
	views, err := v.Views(ctx, caller)
	if err != nil {
		return Report{}, err
	}
	d := &agentsDoctor{Views: views, known: make(discovery.Digests)}
	out := Report{Complete: whole(d.Scene.Roots), Checked: d.checked()}
	for _, check := range []func(context.Context) []skills.Diagnostic{d.settings, d.meanings, d.drops, d.silent, d.drifted, d.budgets} {
		out.Diagnostics = append(out.Diagnostics, check(ctx)...)
	}
	return out, ctx.Err()
}
