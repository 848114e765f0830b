package commands

import (
	"context"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"deft/discovery"
	"deft/skills"
)

// below finds what there is to check in a folder. What lies in a root of
// skills is found and judged as discovery does it; a folder that is in none is
// taken as a folder of skills.
func (v Doctor) below(ctx context.Context, dir string) (finds, error) {
	a := area{given: dir, real: resolved(dir), seen: map[string]bool{}, told: map[skills.Diagnostic]bool{}}
	out := finds{complete: true}
	for _, source := range []Source{v.Source, v.from(a.real)} {
		if source == nil || a.inside {
			continue
		}
		s, err := source.Snapshot(ctx)
		if err != nil {
			return finds{}, err
		}
		a.collect(s, &out)
	}
	if len(out.candidates) > 0 && a.inside {
		return out, nil
	}
	o, err := v.Folder(ctx, dir)
	if err != nil {
		return finds{}, err
	}
	a.folder(o, &out)
	return out, nil
}

// from is the source as seen from the folder that holds the roots of a folder,
// be it the folder itself or one above hidden ones such as .claude/skills.
func (v Doctor) from(dir string) Source {
	if v.At == nil {
		return nil
	}
	if i := strings.LastIndex(dir, "/."); i > 0 {
		dir = dir[:i]
	}
	return v.At(dir)
}

// resolved is a path without links, or the path itself where that cannot be.
func resolved(name string) string {
	if real, err := filepath.EvalSymlinks(name); err == nil {
		return real
	}
	return name
}

// area is a folder to be checked.
type area struct {
	given, real string
	inside      bool            // it lies in a root
	seen        map[string]bool // files, without links
	told        map[skills.Diagnostic]bool
}

// collect adds what a snapshot has in the area.
func (a *area) collect(s *discovery.Snapshot, out *finds) {
	roots := map[string]string{} // resolved
	for _, r := range s.Roots {
		if r.Root.Path == "" || r.Missing {
			continue
		}
		real := resolved(r.Root.Path)
		roots[r.Root.Path] = real
		a.inside = a.inside || within(a.real, real) || within(a.given, r.Root.Path)
		out.complete = out.complete && (r.Err == "" || !a.holds(r.Root.Path, nil))
	}
	for e := range s.Entries() {
		if !e.Opaque() && !a.seen[e.Real] && (a.holds(e.Path, roots) || within(path.Dir(e.Real), a.real)) {
			a.seen[e.Real] = true
			out.take(e)
		}
	}
	for _, d := range s.Diagnostics {
		if a.holds(d.Path, roots) && !a.told[d] {
			a.told[d] = true
			out.diagnostics = append(out.diagnostics, d)
		}
	}
}

// holds tells whether a path is in the area, by its own name or by that of its
// root without links.
func (a *area) holds(name string, roots map[string]string) bool {
	if within(name, a.given) || within(name, a.real) {
		return true
	}
	for root, real := range roots {
		if root != real && within(name, root) && within(real+strings.TrimPrefix(name, root), a.real) {
			return true
		}
	}
	return false
}

// within tells whether a path is a folder or lies below it.
func within(name, dir string) bool {
	return name == dir || strings.HasPrefix(name, strings.TrimSuffix(dir, "/")+"/")
}

// folder adds what was found in the area as a folder of skills. Beside roots
// only skills count; with nothing at all that is an error.
func (a *area) folder(o discovery.Observation, out *finds) {
	known := len(out.candidates) > 0
	for _, c := range o.Candidates {
		if !a.seen[c.Real] {
			out.candidates = append(out.candidates, c)
		}
	}
	if known {
		return
	}
	out.complete = out.complete && o.Complete
	for _, d := range o.Diagnostics {
		same := func(t skills.Diagnostic) bool { return t.Code == d.Code && t.Path == d.Path }
		if d.Code != discovery.CodeNoSkillFile && !slices.ContainsFunc(out.diagnostics, same) {
			out.diagnostics = append(out.diagnostics, d)
		}
	}
	if len(out.candidates) == 0 && o.Complete {
		out.diagnostics = append(out.diagnostics, nothing(a.given))
	}
}
