package rules

import (
	"slices"

	"deft/discovery"
)

// Dsh are the rules of the agent dsh (deepseek-harness, its document on
// skills): each root has a rank of its own, the lowest wins. The user's root
// skips .system, as all folders with a dot are skipped.
func Dsh() discovery.Rules {
	return discovery.Rules{
		Agent:      "dsh",
		Identity:   discovery.ByField,
		SameName:   discovery.FirstWins,
		KebabNames: true,
		Sources: []discovery.Source{
			dsh(ProjectDsh, 100, discovery.Dir{Level: discovery.Project, Path: ".dsh/skills", RootOnly: true}),
			dsh(ProjectAgents, 200, discovery.Dir{Level: discovery.Project, Path: ".agents/skills", RootOnly: true}),
			dsh(discovery.Runtime, 250),
			dsh(discovery.CustomDirs, 300),
			dsh(UserDsh, 400, discovery.Dir{Level: discovery.User, Path: ".dsh/skills"}),
			dsh(UserAgents, 500, discovery.Dir{Level: discovery.User, Path: ".agents/skills"}),
			dsh(discovery.Shipped, 600),
		},
	}
}

// The providers that only dsh's rules know.
const (
	ProjectDsh    = "project-dsh"
	ProjectAgents = "project-agents"
	UserDsh       = "user-dsh"
	UserAgents    = "user-agents"
	DshBundle     = "dsh-bundled"
)

// dshHere are dsh's rules for a disk that was read for all agents. Skills that
// are custom, registered or bundled to deft are deft's own: dsh means others by
// these words, of which a disk shows only where its variables lead.
func dshHere() discovery.Rules {
	r := Dsh()
	r.Sources = slices.DeleteFunc(r.Sources, func(s discovery.Source) bool { return len(s.Roots) == 0 })
	for i := range r.Sources {
		switch d := &r.Sources[i].Roots[0]; r.Sources[i].Provider {
		case UserDsh:
			d.Env, d.EnvPath = "DSH_HOME", "skills"
		case UserAgents:
			d.Env, d.EnvPath = "DSH_AGENTS_HOME", "skills"
		}
	}
	r.Sources = append(r.Sources, dsh(DshBundle, 600, discovery.Dir{Level: discovery.System, Env: "DSH_BUNDLED_SKILL_DIR", EnvOnly: true}))
	return r
}

func dsh(provider string, rank int, roots ...discovery.Dir) discovery.Source {
	return discovery.Source{
		Provider: provider, Rank: rank, Roots: roots,
		NeedsDescription: true, Unswitched: true, Flat: true,
	}
}
