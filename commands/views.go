package commands

import (
	"context"
	"slices"
	"strings"

	"deft/discovery"
	"deft/discovery/rules"
	"deft/skills/prompt"
)

// Views is what agents make of one scan of the disk.
type Views struct {
	Scene *discovery.Scene
	All   []AgentView // in the order of the table

	verb Agents
}

// AgentView is one agent with what it sees.
type AgentView struct {
	rules.Agent
	*discovery.Snapshot
	Here bool // a root that it reads is here
}

// Views reads the disk once and judges what is there for the agents named, all
// of the table where none is.
func (v Agents) Views(ctx context.Context, _ Caller, names ...string) (*Views, error) {
	chosen, err := agentsNamed(names)
	if err != nil {
		return nil, err
	}
	scene, err := v.Scan(ctx)
	if err != nil {
		return nil, err
	}
	out := &Views{Scene: scene, verb: v}
	for _, a := range chosen {
		out.All = append(out.All, AgentView{a, v.see(a, scene, !v.Untrusted), len(rootsOf(scene, a.Rules)) > 0})
	}
	return out, ctx.Err()
}

// Answer is what an agent of the views makes of the name that it gives a
// candidate. The copies that compete are read, to tell identical ones.
func (v *Views) Answer(ctx context.Context, agent int, c *discovery.Candidate) AgentAnswer {
	view := &v.All[agent]
	find := func(s *discovery.Snapshot) *discovery.Resolution { return holding(s, c) }
	out := v.verb.answer(view.Agent, v.Scene, view.Snapshot, find)
	known := v.Compare(ctx, rivals([]AgentAnswer{out}))
	if len(known) == 0 {
		return out
	}
	scene := with(v.Scene, known)
	return v.verb.answer(view.Agent, scene, v.verb.see(view.Agent, scene, !v.verb.Untrusted), find)
}

// Compare reads what it takes to tell identical copies among candidates of the
// views from different skills.
func (v *Views) Compare(ctx context.Context, of []*discovery.Candidate) discovery.Digests {
	return v.verb.Load.Compare(ctx, of, nil)
}

// holding is the resolution with a candidate, be it of an earlier scan.
func holding(s *discovery.Snapshot, c *discovery.Candidate) *discovery.Resolution {
	is := func(e *discovery.Entry) bool { return e.Path == c.Path && e.Root.Path == c.Root.Path }
	for i := range s.Resolutions {
		if slices.ContainsFunc(s.Resolutions[i].Entries, is) {
			return &s.Resolutions[i]
		}
	}
	return &discovery.Resolution{Name: c.Name()}
}

// Entries are all copies under the names that an agent of the views gives
// them, but for the single files that it does not take for skills.
func (v *Views) Entries(agent int) []AgentEntry {
	return slices.DeleteFunc(listed(v.All[agent].Snapshot, true), func(e AgentEntry) bool { return e.Flat && !looksAt(e.Entry) })
}

// Providers are those of all folders that are here, sorted.
func (v *Views) Providers() []string { return providers(v.Scene) }

// Foreign are the skills that the first agent of the views does not look at,
// by name.
func (v *Views) Foreign() []*discovery.Candidate {
	var out []*discovery.Candidate
	for _, e := range v.Entries(0) {
		if e.State == discovery.NotSeen {
			out = append(out, e.Candidate)
		}
	}
	return out
}

// Source gives the verbs what an agent of the views sees.
func (v *Views) Source(agent int) Source { return sighted{v.All[agent].Snapshot, v.verb.Load} }

// sighted is a Source that stays as it is.
type sighted struct {
	snapshot *discovery.Snapshot
	load     discovery.Loader
}

func (s sighted) Snapshot(ctx context.Context) (*discovery.Snapshot, error) {
	return s.snapshot, ctx.Err()
}

func (s sighted) Refresh(ctx context.Context) (*discovery.Snapshot, error) {
	return s.snapshot, ctx.Err()
}

func (s sighted) Load(ctx context.Context, c *discovery.Candidate) (discovery.Content, error) {
	return s.load(ctx, c)
}

// Injection is what using a skill puts into a conversation with an agent.
type Injection struct {
	Call     string // what a person types for it, "" for nothing that is known
	Text     string // to the letter; "" where there is none
	Template string // where only that is known: {name}, {body} and the like stand for the skill's
	Refusal  string // why the agent uses another copy or none, "" where it uses this one
}

// Inject writes what an agent puts into a conversation when its user calls an
// entry of a snapshot under the agent's rules. The error is one of Run.
func (v Load) Inject(ctx context.Context, caller Caller, e *discovery.Entry, a rules.Agent) (Injection, error) {
	if a.Agent == "deft" {
		got, err := v.Entry(ctx, caller, e, "")
		return Injection{Call: "/skill:" + got.Handle, Text: got.Text()}, err
	}
	snapshot, err := v.Source.Snapshot(ctx)
	if err != nil {
		return Injection{}, err
	}
	out := Injection{Call: call(a, judged(snapshot, e).Name, e)}
	if !lists(e) {
		return Injection{Refusal: refusal(a, e)}, nil
	}
	content, err := v.Source.Load(ctx, e.Candidate)
	if err != nil {
		return Injection{}, err
	}
	defer content.Close()
	var known bool
	out.Text, known = prompt.Inject(a.Agent, document(snapshot, e, parse(e, content.Raw), content), "")
	if !known && a.Injected != rules.Unspecified {
		out.Template = a.Injected
	}
	return out, nil
}

// call is what a person types to use a skill.
func call(a rules.Agent, name string, e *discovery.Entry) string {
	form := a.Invocation
	if e.State == discovery.Ambiguous {
		form = a.ByPath
	}
	if form == rules.Unspecified {
		return ""
	}
	return strings.NewReplacer("NAME", name, "PATH", e.Path, "PROVIDER", e.Root.Provider).Replace(form)
}

// refusal says why an agent does not use an entry.
func refusal(a rules.Agent, e *discovery.Entry) string {
	text := a.Title + " does not use this copy: " + string(e.State)
	if e.Detail != "" {
		text += ", " + e.Detail
	}
	return text
}
