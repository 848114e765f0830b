package scan

import (
	"strings"

	"deft/discovery"
)

// flatSuffix ends the name of a flat skill.
const flatSuffix = ".md"

// isFlat reports whether a file may be a flat skill: its name is one in kebab
// case. README.md and the like are no skills.
func isFlat(file string) bool {
	name, ok := strings.CutSuffix(file, flatSuffix)
	return ok && discovery.IsKebab(name)
}

// flat reads a skill that is a single file beside the skill folders.
func (r *reader) flat(g *reads, j job) {
	path := join(j.in.path, j.name)
	at := place{path: j.in.path, real: j.in.real, folder: strings.TrimSuffix(j.name, flatSuffix)}
	real, links, err := resolve(path)
	if err != nil {
		g.notes = append(g.notes, placeFault(path, err))
		return
	}
	at.links = links
	data, fault := r.open(path)
	if fault != nil {
		if fault.Code != discovery.CodeNotAFile { // a link to a folder is no skill
			g.invalid(j.in, path, at, *fault)
			g.found[len(g.found)-1].Flat = true
		}
		return
	}
	c := g.next()
	j.in.fill(c, path, real, at, r.stat.Size, data)
	c.Flat = true
}
