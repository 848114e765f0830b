package discovery

import "slices"

// version is a registration at one generation.
type version struct {
	*registration
	gen   uint64
	layer int // 0 is nearest
}

// sees lists the registrations that a scope sees now, nearest layer first. The
// error matches ErrUnknownScope or ErrClosed.
func (ls *layers) sees(scope string) ([]version, error) {
	ls.mu.Lock()
	defer ls.mu.Unlock()
	l, err := ls.at(scope)
	if err != nil {
		return nil, err
	}
	return l.chain(), nil
}

// chain lists the registrations of a layer and of those that it stands on. The
// lock is held.
func (l *layer) chain() []version {
	var out []version
	for depth := 0; l != nil; depth, l = depth+1, l.parent {
		for _, reg := range l.regs {
			out = append(out, version{registration: reg, gen: reg.gen, layer: depth})
		}
	}
	return out
}

// recall gives what a registration answered before, where that holds.
func (ls *layers) recall(v version, cwd string) (Observation, bool) {
	ls.mu.Lock()
	defer ls.mu.Unlock()
	if v.registration.gen != v.gen {
		return Observation{}, false
	}
	return v.seen.get(cwd)
}

// remember keeps a complete answer, unless it is out of date already, and of
// any answer the roots.
func (ls *layers) remember(v version, cwd string, o Observation) {
	roots := o.roots()
	ls.mu.Lock()
	defer ls.mu.Unlock()
	v.given.put(cwd, roots)
	if o.Complete && v.registration.gen == v.gen && !v.gone {
		v.seen.put(cwd, o)
	}
}

// forget clears what all registrations that a scope sees have given and keep.
func (ls *layers) forget(scope string) {
	chain, _ := ls.sees(scope) // what is not there keeps nothing
	for _, v := range chain {
		v.forget()
	}
	ls.mu.Lock()
	defer ls.mu.Unlock()
	for _, v := range chain {
		v.registration.gen++
		v.seen.clear()
	}
}

// forget has a provider read everything again.
func (reg *registration) forget() {
	if k, ok := reg.provider.(Keeper); ok {
		k.Forget()
	}
}

// owner finds the registration that a candidate came from: where several
// scopes have a provider of its name, the one that has given its root.
func (ls *layers) owner(c *Candidate) *registration {
	ls.mu.Lock()
	defer ls.mu.Unlock()
	var found *registration
	for _, l := range ls.named {
		for _, reg := range l.regs {
			switch {
			case reg.name != c.Root.Provider:
			case reg.gave(c.Root):
				return reg
			case found == nil || reg.scope == "":
				found = reg
			}
		}
	}
	return found
}

// gave reports whether a registration's latest answers have a root.
func (reg *registration) gave(root *Root) (yes bool) {
	reg.given.each(func(_ string, roots []*Root) { yes = yes || slices.Contains(roots, root) })
	return yes
}
