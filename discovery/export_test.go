package discovery

// NewRuntimeProvider is the provider of skills registered by code, with the
// given ones.
func NewRuntimeProvider(skills ...RuntimeSkill) Provider {
	p := newRuntimeSkills()
	p.invalidate = func() {}
	for _, s := range skills {
		if added, err := newRuntimeSkill(s); err == nil {
			p.add(added)
		}
	}
	return p
}
