package commands

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"deft/commands/fix"
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
	if caller == Model {
		return fix.Plan{}, errModel
	}
	p, err := v.plan(ctx, caller, req)
	if refused, ok := errors.AsType[*fix.RefusedError](err); ok {
		err = &InputError{refused.Msg}
	}
	return p, err
}

func (v Fix) plan(ctx context.Context, caller Caller, req FixRequest) (fix.Plan, error) {
	if req.Agent == "" {
		req.Agent = "deft"
	}
	if req.Level == "" {
		req.Level = discovery.Project
	}
	agent, ok := rules.ByName(req.Agent)
	if !ok {
		return fix.Plan{}, &InputError{fmt.Sprintf("no agent %q: one of %s", req.Agent, strings.Join(rules.Names(), ", "))}
	}
	it, err := v.item(ctx, req)
	if err != nil {
		return fix.Plan{}, err
	}
	switch req.Verb {
	case FixLink, FixCopy:
		to, err := fix.For(agent, req.Level, v.World.Ground())
		if err != nil {
			return fix.Plan{}, err
		}
		if req.Verb == FixCopy {
			return v.planCopy(ctx, caller, it, to)
		}
		return fix.PlanLink(it, to)
	case FixRename:
		return v.planRename(it, req.Name)
	case FixRemove:
		return fix.PlanRemove(it)
	case FixDisable, FixEnable:
		ground := v.World.Ground()
		return fix.PlanSwitch(it, fix.Switching{
			Agent: agent, Level: req.Level, Off: req.Verb == FixDisable, Ground: ground,
			Plugin:   fix.PluginID(ground.Home, it.Root),
			Disabled: func(project string) bool { return v.State.IsDisabled(it.Name(), project) },
		})
	}
	return fix.Plan{}, &InputError{fmt.Sprintf("no change is called %q", req.Verb)}
}

// item finds the copy that a handle reaches and, where it is about to go, what
// leads to it.
func (v Fix) item(ctx context.Context, req FixRequest) (fix.Item, error) {
	snapshot, err := v.Source.Snapshot(ctx)
	if err != nil {
		return fix.Item{}, err
	}
	e, err := snapshot.Find(req.Handle)
	var scene *discovery.Scene
	if unknown := err; unknown != nil {
		if scene, err = v.elsewhere(ctx, req.Handle); err != nil {
			return fix.Item{}, err
		}
		if e = at(scene, req.Handle); e == nil {
			return fix.Item{}, unknown
		}
	}
	if e.Detail == nowhere && req.Verb != FixRemove {
		return fix.Item{}, &InputError{fmt.Sprintf("%s is a link to nowhere: it can be removed only (deft rm)", e.Dir())}
	}
	it := fix.Item{Entry: e}
	if top := v.World.Ground().Project; e.Root.Level == discovery.Project && strings.HasPrefix(e.Root.Path, top+"/") {
		it.Within = top
	}
	if req.Verb != FixRemove && req.Verb != FixRename {
		return it, nil
	}
	if scene == nil {
		if scene, err = v.World.Scene(ctx); err != nil {
			return it, err
		}
	}
	for _, c := range scene.Candidates {
		if c.Real == e.Real && c.Path != e.Path {
			it.Others = append(it.Others, c.Dir())
		}
	}
	return it, nil
}

// elsewhere looks at what all agents see, where a handle names a path.
func (v Fix) elsewhere(ctx context.Context, handle string) (*discovery.Scene, error) {
	if _, where, ok := strings.Cut(handle, "@"); ok && (filepath.IsAbs(where) || strings.HasPrefix(where, "~/")) {
		return v.World.Scene(ctx)
	}
	return &discovery.Scene{}, nil
}

// at finds NAME@PATH in a scene, nil where it is not there.
func at(scene *discovery.Scene, handle string) *discovery.Entry {
	name, where, _ := strings.Cut(handle, "@")
	if below, ok := strings.CutPrefix(where, "~/"); ok {
		where = filepath.Join(scene.Ground.Home, below)
	}
	where = filepath.Clean(where)
	for _, c := range scene.Candidates {
		if c.Name() == name && (c.Path == where || !c.Flat && c.Dir() == where) {
			return &discovery.Entry{Candidate: c, State: discovery.NotSeen, Reason: discovery.ByRoots, Detail: "deft does not read " + c.Root.Path}
		}
	}
	return lost(scene, name, where)
}

// nowhere is the fault of a link without a target.
const nowhere = "it is a link to nowhere"

// lost is a link in a root that leads nowhere: no skill, but something to
// remove.
func lost(scene *discovery.Scene, name, where string) *discovery.Entry {
	to, err := os.Readlink(where)
	if _, there := os.Stat(where); err != nil || filepath.Base(where) != name || !errors.Is(there, fs.ErrNotExist) {
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

// planCopy plans a copy with what it holds.
func (v Fix) planCopy(ctx context.Context, caller Caller, it fix.Item, to fix.Target) (fix.Plan, error) {
	p, err := fix.PlanCopy(it, to)
	if err != nil {
		return p, err
	}
	c, err := v.copying(it.Entry).Plan(ctx, caller, CopyRequest{Entry: it.Entry, Root: to.Path})
	if err != nil {
		return p, err
	}
	p.Steps[0].From = it.Entry
	p.Notes = append(p.Notes, fmt.Sprintf("files: %d, bytes: %d", len(c.Files), c.Bytes))
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
func (v Fix) planRename(it fix.Item, name string) (fix.Plan, error) {
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
		Copy: func(ctx context.Context, s fix.Step) error {
			_, err := v.copying(s.From).Run(ctx, caller, CopyRequest{Entry: s.From, Root: s.Root})
			return err
		},
	}.Run(ctx, p)
}

// turn switches a skill of deft's own off or on.
func (v Fix) turn(name, project string, off bool) error {
	err := v.State.Disable(name, project, off)
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
