package disk

import (
	"slices"

	"deft/discovery/watch"
)

// place is a working folder whose roots are followed, with what each provider
// needs for it.
type place struct {
	cwd string
	by  map[string]needs // by provider
}

type needs struct {
	roots []rootKey
	spots []spot
}

func needsOf(s sources) needs {
	var n needs
	for _, t := range s.targets {
		n.roots = append(n.roots, keyOf(t))
		n.spots = append(n.spots, spotOf(t))
	}
	for _, file := range s.files {
		n.spots = append(n.spots, spot{file, watch.File})
	}
	return n
}

// places are the working folders in use, the latest first.
type places []*place

// admit brings a working folder to the front. What is beyond the limit goes.
func (ps *places) admit(cwd string, limit int) (p *place, dropped bool) {
	i := slices.IndexFunc(*ps, func(p *place) bool { return p.cwd == cwd })
	if i >= 0 {
		p = (*ps)[i]
		*ps = slices.Delete(*ps, i, i+1)
	} else {
		p = &place{cwd: cwd, by: make(map[string]needs)}
	}
	*ps = slices.Insert(*ps, 0, p)
	if limit = max(limit, 1); len(*ps) > limit {
		*ps = slices.Delete(*ps, limit, len(*ps))
		return p, true
	}
	return p, false
}

// each calls f for what every provider needs for every place.
func (ps places) each(f func(provider string, n needs)) {
	for _, p := range ps {
		for provider, n := range p.by {
			f(provider, n)
		}
	}
}
