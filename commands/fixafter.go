package commands

import (
	"context"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"deft/commands/fix"
	"deft/discovery"
	"deft/discovery/rules"
)

// after says which agents use what a plan takes away, and what they use then.
func (v *look) after(ctx context.Context, p fix.Plan) ([]string, error) {
	goes := takenBy(p)
	if len(goes.paths) == 0 {
		return nil, nil
	}
	scene, err := v.scene(ctx)
	if err != nil {
		return nil, err
	}
	gone, names := map[*discovery.Candidate]bool{}, map[string]bool{}
	for _, c := range scene.Candidates {
		if goes.holds(c) {
			gone[c] = true
			names[strings.ToLower(c.Name())], names[strings.ToLower(c.Folder)] = true, true
		}
	}
	told := v.losses(scene.Scene, gone, names)
	if p.Steps[0].Kind == fix.Rename { // what is used goes on, under its new name
		told = slices.DeleteFunc(told, func(s string) bool { return strings.HasSuffix(s, noneUsed) })
	}
	return told, ctx.Err()
}

// losses compares what agents make of some names, in any case, with and
// without the copies that go.
func (v *look) losses(all *discovery.Scene, gone map[*discovery.Candidate]bool, names map[string]bool) []string {
	before, after := *all, *all
	before.Candidates, after.Candidates = nil, nil
	for _, c := range all.Candidates {
		if !names[strings.ToLower(c.Name())] && !names[strings.ToLower(c.Folder)] {
			continue
		}
		before.Candidates = append(before.Candidates, c)
		if !gone[c] {
			after.Candidates = append(after.Candidates, c)
		}
	}
	var told []string
	of := map[string][]string{} // agents, by what becomes of them
	for _, a := range rules.All() {
		config := discovery.Defaults()
		if a.Agent == "deft" && v.Config != nil {
			config = v.Config()
		}
		then := after.See(a.Rules, config, true)
		for _, r := range before.See(a.Rules, config, true).Resolutions {
			if !uses(&r, gone) {
				continue
			}
			text := r.Name + " " + may(&r) + "\x00" + used(then, r.Name)
			if of[text] == nil {
				told = append(told, text)
			}
			of[text] = append(of[text], a.Agent)
		}
	}
	for i, text := range told {
		name, then, _ := strings.Cut(text, "\x00")
		they := "they use "
		if len(of[text]) == 1 {
			they = "it uses "
		}
		told[i] = fmt.Sprintf("%s used by %s: then %s", name, strings.Join(of[text], ", "), they+then)
	}
	return told
}

// uses reports whether one of the copies may be what a name stands for.
func uses(r *discovery.Resolution, copies map[*discovery.Candidate]bool) bool {
	if r.Winner != nil {
		return copies[r.Winner.Candidate]
	}
	for _, e := range r.Entries {
		if (e.State == discovery.Ambiguous || e.State == discovery.Unspecified) && copies[e.Candidate] {
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

// among reports whether a path, or a folder that it lies in, is in a set.
func among(set map[string]bool, path string) bool {
	for ; path != filepath.Dir(path); path = filepath.Dir(path) {
		if set[path] {
			return true
		}
	}
	return false
}
