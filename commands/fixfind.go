package commands

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"deft/commands/fix"
	"deft/discovery"
	"deft/discovery/rules"
)

// look is what is there when changes are planned: all of it is looked at once,
// however many they are.
type look struct {
	Fix
	caller   Caller
	ground   discovery.Ground
	snapshot *discovery.Snapshot
	at       map[string]*discovery.Entry // the first at each path
	all      *scene                      // nil until it is needed
	agents   map[string]rules.Agent      // those that were asked for
	plugins  map[*discovery.Root]string
}

// scene is what all agents see.
type scene struct {
	*discovery.Scene
	at   map[string]*discovery.Candidate   // the first at each path
	real map[string][]*discovery.Candidate // all that are one file
}

// look begins to look for a caller, who is no model.
func (v Fix) look(ctx context.Context, caller Caller) (*look, error) {
	if caller == Model {
		return nil, errModel
	}
	snapshot, err := v.Source.Snapshot(ctx)
	if err != nil {
		return nil, err
	}
	v.State.Disabled("") // from now on what other defts have switched is known
	l := &look{
		Fix: v, caller: caller, ground: v.World.Ground(), snapshot: snapshot, at: map[string]*discovery.Entry{},
		agents: map[string]rules.Agent{}, plugins: map[*discovery.Root]string{},
	}
	for e := range snapshot.Entries() {
		if l.at[e.Path] == nil {
			l.at[e.Path] = e
		}
	}
	return l, nil
}

func (v *look) scene(ctx context.Context) (*scene, error) {
	if v.all != nil {
		return v.all, nil
	}
	found, err := v.World.Scene(ctx)
	if err != nil {
		return nil, err
	}
	v.all = &scene{Scene: found, at: map[string]*discovery.Candidate{}, real: map[string][]*discovery.Candidate{}}
	for _, c := range found.Candidates {
		if v.all.at[c.Path] == nil {
			v.all.at[c.Path] = c
		}
		v.all.real[c.Real] = append(v.all.real[c.Real], c)
	}
	return v.all, nil
}

// agent is one of the table.
func (v *look) agent(name string) (rules.Agent, error) {
	if a, ok := v.agents[name]; ok {
		return a, nil
	}
	a, err := AgentNamed(name)
	if err == nil {
		v.agents[name] = a
	}
	return a, err
}

// plugin is what Claude Code calls the plugin of a root, "" for none.
func (v *look) plugin(root *discovery.Root) string {
	if root.Plugin == "" {
		return ""
	}
	id, ok := v.plugins[root]
	if !ok {
		id = fix.PluginID(v.ground.Home, root)
		v.plugins[root] = id
	}
	return id
}

// entry finds what a request is about: a skill of deft's own, or one that only
// other agents see.
func (v *look) entry(ctx context.Context, req FixRequest, at string) (*discovery.Entry, error) {
	if at != "" {
		return v.copyAt(ctx, at)
	}
	if used, err := v.used(ctx, req); used != nil || err != nil {
		return used, err
	}
	e, unknown := v.snapshot.Find(req.Handle)
	if unknown == nil {
		return e, nil
	}
	return v.elsewhere(ctx, req.Handle, unknown)
}

// used is the copy that a bare name stands for, for the agent whose switch is
// to be turned; nil where that is deft, or the agent does not look at any.
func (v *look) used(ctx context.Context, req FixRequest) (*discovery.Entry, error) {
	if req.Verb != FixDisable && req.Verb != FixEnable || req.Agent == "deft" || strings.Contains(req.Handle, "@") {
		return nil, nil
	}
	agent, err := v.agent(req.Agent)
	if err != nil {
		return nil, err
	}
	scene, err := v.scene(ctx)
	if err != nil {
		return nil, err
	}
	r, ok := scene.See(agent.Rules, discovery.Defaults(), true).Lookup(req.Handle)
	if !ok {
		return nil, nil
	}
	for _, e := range append([]*discovery.Entry{r.Winner}, r.Entries...) {
		if e != nil && e.State != discovery.NotSeen {
			return v.copyAt(ctx, e.Path)
		}
	}
	return nil, nil
}

// copyAt is the copy whose SKILL.md has a path.
func (v *look) copyAt(ctx context.Context, path string) (*discovery.Entry, error) {
	if e := v.at[path]; e != nil {
		return e, nil
	}
	scene, err := v.scene(ctx)
	if err != nil {
		return nil, err
	}
	if c := scene.at[path]; c != nil {
		return unread(c), nil
	}
	where := filepath.Dir(path)
	if e := lost(scene.Scene, filepath.Base(where), where); e != nil {
		return e, nil
	}
	return nil, &fs.PathError{Op: "open", Path: path, Err: fs.ErrNotExist}
}

// elsewhere finds NAME@PATH in what all agents see; what is not there has the
// error that is given.
func (v *look) elsewhere(ctx context.Context, handle string, unknown error) (*discovery.Entry, error) {
	name, where, _ := strings.Cut(handle, "@")
	if below, ok := strings.CutPrefix(where, "~/"); ok {
		where = filepath.Join(v.ground.Home, below)
	}
	if !filepath.IsAbs(where) {
		return nil, unknown
	}
	scene, err := v.scene(ctx)
	if err != nil {
		return nil, err
	}
	where = filepath.Clean(where)
	for _, c := range scene.Candidates {
		if c.Name() == name && (c.Path == where || !c.Flat && c.Dir() == where) {
			return unread(c), nil
		}
	}
	if e := lost(scene.Scene, name, where); e != nil {
		return e, nil
	}
	return nil, unknown
}

// unread is a copy in a root that deft itself does not read.
func unread(c *discovery.Candidate) *discovery.Entry {
	return &discovery.Entry{Candidate: c, State: discovery.NotSeen, Reason: discovery.ByRoots, Detail: "deft does not read " + c.Root.Path}
}

// nowhere is the fault of a link without a target.
const nowhere = "it is a link to nowhere"

// lost is a link in a root that leads nowhere, nil for none: no skill, but
// something to remove.
func lost(scene *discovery.Scene, name, where string) *discovery.Entry {
	to, err := os.Readlink(where)
	if err != nil || filepath.Base(where) != name {
		return nil
	}
	if _, there := os.Stat(where); !errors.Is(there, fs.ErrNotExist) && !errors.Is(there, syscall.ELOOP) {
		return nil
	}
	for _, root := range scene.Shared {
		if root.Path == filepath.Dir(where) {
			file := filepath.Join(where, "SKILL.md")
			c := &discovery.Candidate{Root: root, Rel: name + "/SKILL.md", Path: file, Real: filepath.Join(to, "SKILL.md"), Links: []string{where}, Folder: name}
			return &discovery.Entry{Candidate: c, State: discovery.Invalid, Reason: discovery.ByFault, Detail: nowhere}
		}
	}
	return nil
}
