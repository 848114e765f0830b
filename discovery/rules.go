package discovery

import (
	"fmt"

	"deft/skills"
)

// Rules says how an agent finds and ranks skills: a value, with no code of
// its own.
type Rules struct {
	Agent      string    // the agent's name
	Identity   Identity  // what two candidates must share to compete
	Sources    []Source  // by rank among equal priorities
	Levels     []Level   // inside a source, first wins; levels not named come last
	SameName   SameName  // what happens to candidates of one name
	KebabNames bool      // a skill needs a name in its frontmatter, and in kebab case: see IsKebab
	Layout     Layout    // of all sources that have none of their own; only Scene.See goes by it
	Reads      *Reads    // nil for what deft itself makes of a frontmatter
	LastInRoot bool      // of equals, the last in byte order of the path comes first
	SelfLast   bool      // of equals in one root, the root itself comes last
	AnyInRoot  bool      // of equals in one root, nobody says which is used
	FoldCase   bool      // the order of paths takes capitals for small letters
	EachPath   bool      // one file seen through two paths is two skills
	Settings   []Setting // its own switches; only Scene.See goes by them
}

// Source is one provider under an agent's rules.
type Source struct {
	Provider         string
	Priority         int              // higher wins
	Rank             int              // among equal priorities lower wins; equal ones rank in the order of Rules.Sources
	Roots            []Dir            // folders that a provider over the disk looks into
	NeedsDescription bool             // a skill without a description is invalid here
	Switches         map[Level]Switch // the toggle that governs a level; a level without one is on while any toggle is on
	Unswitched       bool             // the toggles do not concern it
	Flat             bool             // a file NAME.md in a root is a skill as well as NAME/SKILL.md, NAME in kebab case
	Layout           *Layout          // where it differs from Rules.Layout
	Drops            skills.Kind      // kinds of descriptions that drop a skill here, beside Reads.NoText
	Namespaced       bool             // names are PLUGIN:NAME

	profile string // the profile that put it here, "" for none
}

// Dir is a folder of skills, relative to the home folder (User) or to the
// working folder and those above it up to the project's root (Project).
type Dir struct {
	Level    Level
	Path     string // slash-separated
	RootOnly bool   // of a project, only the root's own folder counts
	Climb    Climb  // of a project, how far up; only Scene.See goes by it
	NotHome  bool   // a folder of a project that is the home folder does not count
	Trusted  bool   // read only where the working folder is trusted
	Env      string // a variable that names a folder in whose EnvPath the skills are, in place of Path
	EnvPath  string
	Setting  string   // the name of a setting that lists the folders, in place of Path
	EnvOnly  bool     // read only where Env is set
	Unless   []string // variables of which one takes the folder out, set to neither 0 nor false
}

// Climb is which folders of a project are looked into.
type Climb struct {
	Here   bool // the working folder only
	Tops   Git  // what makes a folder the top of a project; 0 is any .git
	Beyond bool // where there is no top: up to the file system's, else the working folder only
}

// Git is what a folder's .git is. The values combine to sets.
type Git uint8

// The kinds of .git.
const (
	GitRepository Git = 1 << iota
	GitFile           // a file that leads to no repository
	GitHusk           // a folder that is no repository
	AnyGit        = GitRepository | GitFile | GitHusk
	NoGit         = 1 << 7 // what no folder has
)

// Identity is what makes two candidates the same skill to an agent.
type Identity string

// The identities.
const (
	ByHandle Identity = "handle" // Candidate.Name
	ByFolder Identity = "folder" // the folder's name
	ByField  Identity = "name"   // the frontmatter's name, the folder's where there is none
)

// SameName is what an agent does with several candidates of one name.
type SameName string

// The rules for one name.
const (
	FirstWins    SameName = "first"         // the first in order of precedence is used, the others are shadowed
	KeptApart    SameName = "kept apart"    // all are listed, and the bare name reaches none
	GreatestPath SameName = "greatest path" // the last in byte order of the path in small letters is used
	AnyWins      SameName = "unspecified"   // one is used, nobody says which
)

// check refuses rules that Resolve has no code for.
func (r Rules) check() error {
	if r.Identity != ByHandle && r.Identity != ByFolder && r.Identity != ByField {
		return fmt.Errorf("rules of %s: identity %q is not known", r.Agent, r.Identity)
	}
	switch r.SameName {
	case FirstWins, KeptApart, GreatestPath, AnyWins:
	default:
		return fmt.Errorf("rules of %s: same-name rule %q is not known", r.Agent, r.SameName)
	}
	return nil
}

// Calls is the name by which the agent knows a candidate, and under which that
// competes.
func (r *Rules) Calls(c *Candidate) string {
	switch {
	case r.Identity == ByField && r.Reads != nil:
		return r.Reads.name(c)
	case r.Identity == ByFolder, r.Identity == ByField && c.Reading.Head.Name == "":
		return c.Folder
	case r.Identity == ByField:
		return c.Reading.Head.Name
	}
	return c.Name()
}

// Providers are the providers that the rules know, in the order of Sources.
func (r Rules) Providers() []string {
	var out []string
	for _, s := range r.Sources {
		out = append(out, s.Provider)
	}
	return out
}

// before reports whether a source ranks before another by what it is.
func (s *Source) before(other Source) bool {
	if s.Priority != other.Priority {
		return s.Priority > other.Priority
	}
	return s.Rank < other.Rank
}

// source finds a provider's entry. One that the rules do not know ranks last,
// and no toggle concerns it.
func (r *Rules) source(provider string) (rank int, s Source) {
	rank = len(r.Sources)
	for i, known := range r.Sources {
		if known.Provider == provider {
			s, rank = known, 0
			for j, other := range r.Sources {
				if other.before(s) || !s.before(other) && j < i {
					rank++
				}
			}
			return rank, s
		}
	}
	return rank, Source{Provider: provider, Unswitched: true}
}

// level is the rank of a level, 0 is first.
func (r *Rules) level(l Level) int {
	for i, known := range r.Levels {
		if known == l {
			return i
		}
	}
	return len(r.Levels)
}
