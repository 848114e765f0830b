package commands

import (
	"context"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"

	"deft/commands/fix"
	"deft/discovery"
	"deft/discovery/rules"
)

// weighed is a plan that says first which agents use what it takes away, and
// what they use then.
func (v *look) weighed(ctx context.Context, p fix.Plan) (fix.Plan, error) {
	goes := takenBy(p)
	if len(goes.paths) == 0 {
		return p, nil
	}
	scene, err := v.scene(ctx)
	if err != nil {
		return p, err
	}
	var told []string
	all, agents := v.losses(scene.Scene, goes)
	for _, l := range all {
		if l.then != noneUsed || p.Steps[0].Kind != fix.Rename { // else what is used goes on, under its new name
			told = append(told, l.by(agents[l]))
		}
	}
	p.Notes = append(told, p.Notes...)
	return p, ctx.Err()
}

// loss is what becomes of a name when a copy goes that it stands for.
type loss struct {
	name string
	is   string // how sure it is that the copy is used
	then string // what the name stands for without it
}

// by is the loss in words, for those who have it.
func (l loss) by(agents []string) string {
	they := "they use"
	if len(agents) == 1 {
		they = "it uses"
	}
	return fmt.Sprintf("%s %s used by %s: then %s %s", l.name, l.is, strings.Join(agents, ", "), they, l.then)
}

// losses compares what agents make of a scene with and without what goes, and
// says which of them have each loss.
func (v *look) losses(scene *discovery.Scene, goes taken) (all []loss, agents map[loss][]string) {
	before, after := goes.concerned(scene)
	agents = map[loss][]string{}
	for _, a := range rules.All() {
		config := discovery.Defaults()
		if a.Agent == "deft" && v.Config != nil {
			config = v.Config()
		}
		then := after.See(a.Rules, config, true)
		for _, r := range before.See(a.Rules, config, true).Resolutions {
			if !uses(&r, goes) {
				continue
			}
			l := loss{r.Name, may(&r), used(then, r.Name)}
			if agents[l] == nil {
				all = append(all, l)
			}
			agents[l] = append(agents[l], a.Agent)
		}
	}
	return all, agents
}

// uses reports whether one of the copies may be what a name stands for.
func uses(r *discovery.Resolution, copies taken) bool {
	if r.Winner != nil {
		return copies.holds(r.Winner.Candidate)
	}
	for _, e := range r.Entries {
		if (e.State == discovery.Ambiguous || e.State == discovery.Unspecified) && copies.holds(e.Candidate) {
			return true
		}
	}
	return false
}

// may says how sure it is that a copy is used.
func may(r *discovery.Resolution) string {
	if r.Winner == nil {
		return "may be"
	}
	return "is"
}

// noneUsed is what a name stands for that no skill has.
const noneUsed = "no skill of that name"

// used is what a name stands for, in words.
func used(s *discovery.Snapshot, name string) string {
	r, ok := s.Lookup(name)
	if !ok {
		return noneUsed
	}
	switch r.Outcome() {
	case discovery.Wins:
		return r.Winner.Dir()
	case discovery.IsAmbiguous, discovery.IsOpen:
		return "one of several copies"
	}
	return noneUsed
}

// taken are the folders and files that a plan takes away: where they seem to
// be, and where they are.
type taken struct{ paths, real map[string]bool }

func takenBy(p fix.Plan) taken {
	t := taken{map[string]bool{}, map[string]bool{}}
	for _, s := range p.Steps {
		if s.Kind != fix.Trash && s.Kind != fix.Rename {
			continue
		}
		t.paths[s.Path] = true
		if s.Seen != nil && s.Seen.Mode()&fs.ModeSymlink != 0 {
			continue // a link goes alone
		}
		if real, err := filepath.EvalSymlinks(s.Path); err == nil {
			t.real[real] = true
		}
	}
	return t
}

// holds reports whether a copy goes with them.
func (t taken) holds(c *discovery.Candidate) bool {
	return among(t.paths, c.Path) || among(t.real, c.Real)
}

// concerned is as much of a scene as has a name, in any case, of what goes: with
// it and without.
func (t taken) concerned(scene *discovery.Scene) (with, without *discovery.Scene) {
	names := map[string]bool{}
	for _, c := range scene.Candidates {
		if t.holds(c) {
			names[strings.ToLower(c.Name())], names[strings.ToLower(c.Folder)] = true, true
		}
	}
	before, after := *scene, *scene
	before.Candidates, after.Candidates = nil, nil
	for _, c := range scene.Candidates {
		if !names[strings.ToLower(c.Name())] && !names[strings.ToLower(c.Folder)] {
			continue
		}
		before.Candidates = append(before.Candidates, c)
		if !t.holds(c) {
			after.Candidates = append(after.Candidates, c)
		}
	}
	return &before, &after
}

// among reports whether a path, or a folder that it lies in, is in a set.
func among(set map[string]bool, path string) bool {
	for ; path != filepath.Dir(path); path = filepath.Dir(path) {
		if set[path] {
			return true
		}
	}
	return false
}
