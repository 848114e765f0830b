package commands

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"
	"time"

	"deft/commands/fix"
	"deft/commands/phrase"
	"deft/commands/state"
	"deft/discovery"
	"deft/discovery/rules"
)

// Fix changes where skills are and who uses them: each change is planned
// first, and done as planned.
type Fix struct {
	Source Source
	State  *state.Store
	World  World
	// Judge has whoever lists afterwards see what is switched off by now; nil
	// for nobody.
	Judge func()
	// Config is what deft's own view obeys by now; nil for the defaults.
	Config func() discovery.Config
}

// World is what a change has to know of the disk beside deft's own skills.
type World interface {
	Ground() discovery.Ground
	Scene(context.Context) (*discovery.Scene, error) // what all agents see
	Load(context.Context, *discovery.Candidate) (discovery.Content, error)
}

// FixVerb is a kind of change.
type FixVerb string

// The changes.
const (
	FixLink    FixVerb = "link"
	FixCopy    FixVerb = "copy"
	FixRename  FixVerb = "rename"
	FixDisable FixVerb = "disable"
	FixEnable  FixVerb = "enable"
	FixRemove  FixVerb = "rm"
)

// FixVerbs are the changes, in the order of help.
func FixVerbs() []FixVerb {
	return []FixVerb{FixLink, FixCopy, FixRename, FixDisable, FixEnable, FixRemove}
}

// FixRequest says what to change.
type FixRequest struct {
	Verb   FixVerb
	Handle string          // any; NAME@PATH reaches also what only other agents see
	Agent  string          // whose folder or switch, "" for deft
	Level  discovery.Level // of that: Project (also "") or User
	Name   string          // of FixRename: the new one
}

// errModel refuses models.
var errModel = errors.New("a model cannot change where skills are and who uses them")

// Plan says what Apply would do; it changes nothing. What cannot be done is an
// *InputError, and where something is in the way the error matches fs.ErrExist.
func (v Fix) Plan(ctx context.Context, caller Caller, req FixRequest) (fix.Plan, error) {
	l, err := v.look(ctx, caller)
	if err != nil {
		return fix.Plan{}, err
	}
	p, err := l.plan(ctx, req, "", fix.NewJoint())
	if refused, ok := errors.AsType[*fix.RefusedError](err); ok {
		err = &InputError{refused.Msg}
	}
	if err != nil {
		return p, err
	}
	return l.weighed(ctx, p)
}

// plan plans a change that comes after others, of the copy whose SKILL.md is at
// a path, or where that is "" of the one that the request names.
func (v *look) plan(ctx context.Context, req FixRequest, at string, before *fix.Joint) (fix.Plan, error) {
	if req.Agent == "" {
		req.Agent = "deft"
	}
	if req.Level == "" {
		req.Level = discovery.Project
	}
	agent, err := v.agent(req.Agent)
	if err != nil {
		return fix.Plan{}, err
	}
	it, err := v.item(ctx, req, at)
	if err != nil {
		return fix.Plan{}, err
	}
	switch req.Verb {
	case FixLink, FixCopy:
		p, err := v.planInto(ctx, it, req, agent)
		if err == nil && len(p.Steps) > 0 && fix.Reads(agent, v.ground, it.Root.Path) {
			p.Notes = append(p.Notes, agent.Agent+" reads "+it.Root.Path+" too, where this copy is")
		}
		return p, err
	case FixRename:
		return v.planRename(it, req.Name)
	case FixRemove:
		return fix.PlanRemove(it)
	case FixDisable, FixEnable:
		ground, orders, err := v.settings(ctx, agent.Agent)
		if err != nil {
			return fix.Plan{}, err
		}
		return fix.PlanSwitch(it, fix.Switching{
			Orders: orders,
			Agent:  agent, Level: req.Level, Off: req.Verb == FixDisable, Ground: ground,
			Plugin:   v.plugin(it.Root),
			Pending:  before.Pending,
			Disabled: func(project string) bool { return v.State.IsDisabled(it.Name(), project) },
		})
	}
	return fix.Plan{}, &InputError{fmt.Sprintf("no change is called %q", req.Verb)}
}

// settings are what an agent's own settings say, and the ground with what they
// add to it.
func (v *look) settings(ctx context.Context, agent string) (discovery.Ground, []discovery.Order, error) {
	if agent == "deft" {
		return v.ground, nil, nil
	}
	scene, err := v.scene(ctx)
	if err != nil {
		return discovery.Ground{}, nil, err
	}
	return scene.Ground, scene.Orders[agent], nil
}

// item finds the copy that a request is about and, where it is about to go,
// what leads to it.
func (v *look) item(ctx context.Context, req FixRequest, at string) (fix.Item, error) {
	e, err := v.entry(ctx, req, at)
	if err != nil {
		return fix.Item{}, err
	}
	if e.Detail == nowhere && req.Verb != FixRemove {
		return fix.Item{}, &InputError{fmt.Sprintf("%s is a link to nowhere: it can be removed only (deft rm)", e.Dir())}
	}
	it := fix.Item{Entry: e}
	if top := v.ground.Project; e.Root.Level == discovery.Project && strings.HasPrefix(e.Root.Path, top+"/") {
		it.Within = top
	}
	if req.Verb != FixRemove && req.Verb != FixRename {
		return it, nil
	}
	scene, err := v.scene(ctx)
	if err != nil {
		return it, err
	}
	for _, c := range scene.real[e.Real] {
		if c.Path != e.Path {
			it.Others = append(it.Others, c.Dir())
		}
	}
	return it, nil
}

// planInto plans to bring a skill into an agent's folder.
func (v *look) planInto(ctx context.Context, it fix.Item, req FixRequest, agent rules.Agent) (fix.Plan, error) {
	to, err := fix.For(agent, req.Level, v.ground)
	if err != nil {
		return fix.Plan{}, err
	}
	if req.Verb == FixCopy {
		return v.planCopy(ctx, it, to)
	}
	return fix.PlanLink(it, to)
}

// planCopy plans a copy with what it holds.
func (v *look) planCopy(ctx context.Context, it fix.Item, to fix.Target) (fix.Plan, error) {
	p, err := fix.PlanCopy(it, to)
	if err != nil || len(p.Steps) == 0 {
		return p, err
	}
	c, err := v.copying(it.Entry).Plan(ctx, v.caller, CopyRequest{Entry: it.Entry, Root: to.Path})
	if err != nil {
		return p, err
	}
	p.Steps[0].From, p.Steps[0].Files, p.Steps[0].Bytes = it.Entry, len(c.Files), c.Bytes
	p.Notes = append(p.Notes, phrase.Count(len(c.Files), "file")+", "+phrase.Size(c.Bytes))
	for _, name := range c.LeftOut {
		p.Notes = append(p.Notes, "left out: "+name)
	}
	return p, nil
}

// copying copies an entry of deft's own, or one that only other agents see.
func (v Fix) copying(e *discovery.Entry) Copy {
	if e.State == discovery.NotSeen {
		return Copy{Source: foreign{v.Source, v.World}}
	}
	return Copy{Source: v.Source}
}

// foreign reads skills that no provider of deft's has.
type foreign struct {
	Source
	world World
}

func (f foreign) Load(ctx context.Context, c *discovery.Candidate) (discovery.Content, error) {
	return f.world.Load(ctx, c)
}

// planRename refuses names that the specification does not allow.
func (v *look) planRename(it fix.Item, name string) (fix.Plan, error) {
	if reason := specFault(name, skeleton(NewRequest{Name: name})); reason != "" {
		return fix.Plan{}, &InputError{fmt.Sprintf("%q is no name for a skill: %s", name, reason)}
	}
	return fix.PlanRename(it, name)
}

// Apply does what was planned. After an error Done tells what was done before
// it.
func (v Fix) Apply(ctx context.Context, caller Caller, p fix.Plan) (fix.Done, error) {
	if caller == Model {
		return fix.Done{}, errModel
	}
	return fix.Apply{
		Trash: v.State.Trash, Switch: v.turn, Now: time.Now(),
		Copy: func(ctx context.Context, s fix.Step) error { return v.copy(ctx, caller, s) },
	}.Run(ctx, p)
}

// copy copies what was planned, and nothing that has become of it since.
func (v Fix) copy(ctx context.Context, caller Caller, s fix.Step) error {
	req, copying := CopyRequest{Entry: s.From, Root: s.Root, Within: s.Within}, v.copying(s.From)
	c, err := copying.Plan(ctx, caller, req)
	switch {
	case err != nil:
		return err
	case len(c.Files) != s.Files || c.Bytes != s.Bytes:
		return fmt.Errorf("%s has changed since the plan was made: plan it again", s.From.Path)
	}
	_, err = copying.Run(ctx, caller, req)
	if e, ok := errors.AsType[*fs.PathError](err); ok && fs.ValidPath(e.Path) && !strings.HasPrefix(e.Path, ".") {
		err = fmt.Errorf("%s: %w", path.Join(s.From.Dir(), e.Path), e.Err) // a file of the skill's own
	}
	return err
}

// turn switches skills of deft's own off or on.
func (v Fix) turn(names []string, project string, off bool) error {
	err := v.State.Disable(names, project, off)
	if err == nil && v.Judge != nil {
		v.Judge()
	}
	return err
}

// Trash lists what deft has removed or changed, the latest first.
func (v Fix) Trash(caller Caller) ([]state.Trashed, error) {
	if caller == Model {
		return nil, errModel
	}
	return v.State.Trash.List()
}

// Find is one thing in the trash.
func (v Fix) Find(caller Caller, id string) (state.Trashed, error) {
	if caller == Model {
		return state.Trashed{}, errModel
	}
	return v.State.Trash.Find(id)
}

// Restore puts a thing from the trash back. Nothing is overwritten.
func (v Fix) Restore(ctx context.Context, caller Caller, id string) (state.Trashed, error) {
	if caller == Model {
		return state.Trashed{}, errModel
	}
	return v.State.Trash.Restore(ctx, id)
}
