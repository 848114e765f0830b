// Package discovery says where skills come from: providers list candidates,
// Resolve ranks them by an agent's rules, and the Registry keeps the outcome
// as a Snapshot.
package discovery

import "deft/skills"

// Level is how far a root reaches. Its text is part of deft's JSON output.
type Level string

// The levels.
const (
	Admin   Level = "admin"
	System  Level = "system"
	Project Level = "project"
	User    Level = "user"
	Plugin  Level = "plugin"
	Custom  Level = "custom"
	Bundled Level = "bundled"
)

// The names of the providers that deft's own rules know.
const (
	Native        = "native"
	Claude        = "claude"
	ClaudePlugins = "claude-plugins"
	Agents        = "agents"
	Codex         = "codex"
	CustomDirs    = "custom"
	Path          = "path"
	Runtime       = "runtime"
	Library       = "library"
	Shipped       = "bundled"
)

// NativeFolder holds skills for deft alone: below a project's folder and below
// the home folder.
const NativeFolder = ".deft/skills"

// Root is one folder that is scanned, or a source that has no folder.
type Root struct {
	Provider string
	Level    Level
	Path     string // absolute, as configured or derived; "" for a source without a folder
	Distance int    // folders between the working folder and the project folder that holds it; 0 is nearest
	Order    int    // place among the roots of its provider, as configured
	Plugin   string // the plugin's name, "" outside plugins
	Off      string // what of the source's own switches the whole root off, as a clause for people; "" where nothing does
}

// Candidate is a skill as found at one place: facts only, no judgement.
// A candidate is not changed once a provider has returned it.
type Candidate struct {
	Root     *Root
	Rel      string   // slash-separated path of the SKILL.md below the root
	Path     string   // of the SKILL.md as found; skill://NAME/SKILL.md where there is no folder
	Real     string   // the same with every link resolved; equal to Path where there are none
	Links    []string // the links passed, outermost first
	Folder   string   // base name of the skill's folder
	Category string   // "" where the layout has none
	Size     int64    // of the SKILL.md, bytes
	Scripts  bool     // it has a scripts folder; not looked for where a root has very many skills
	Flat     bool     // a single file NAME.md beside the skill folders; Folder is NAME
	Stale    bool     // the last good state of a skill that has just turned invalid or missing; the truth follows shortly
	Reading  skills.Reading
	Facts    *Facts // what only a scan for all agents looks at, else nil
}

// Facts are what agents go by and deft's own rules do not.
type Facts struct {
	Shape     skills.Shape
	Below     bool // it lies in the folder of another skill, the root's own not counted
	RootSkill bool // the root itself holds a SKILL.md
	Outside   bool // a link below the root leads out of it
	Linked    bool // its file is a link
	Astray    bool // and leads out of its folder
	Ignored   bool // an ignore file of the root, or of a folder in it, names it
}

// State is what became of a candidate. Its text is part of deft's JSON output.
type State string

// The states under deft's own rules.
const (
	Active   State = "active"
	Shadowed State = "shadowed"
	Filtered State = "filtered"
	Disabled State = "disabled"
	Invalid  State = "invalid"
)

// The further states under the rules of other agents.
const (
	NotSeen     State = "not-seen"    // the agent does not look there
	Dropped     State = "dropped"     // it looks, and leaves the skill out
	Ambiguous   State = "ambiguous"   // it lists the skill, and the bare name reaches none
	Unspecified State = "unspecified" // one of these is used, and nobody says which
)

// Reason says why a candidate has its state. Its text is part of deft's JSON
// output.
type Reason string

// The reasons.
const (
	Only          Reason = "only"           // no other candidate competes
	ByScope       Reason = "scope"          // the winner's scope is nearer
	ByRank        Reason = "rank"           // the winner's provider ranks before it (or it won by rank)
	ByLevel       Reason = "level"          // same provider, the winner's level ranks before it
	ByDistance    Reason = "nearer"         // same level, the winner's folder is nearer to the working folder
	ByOrder       Reason = "order"          // configured before it, or first in byte order of the path
	SameFile      Reason = "same-file"      // the same file as the winner, seen through another path
	IdenticalCopy Reason = "identical-copy" // another file with the winner's content, and the same bundled files
	ByFilter      Reason = "filtered"       // a filter of the config leaves it out
	ByProfile     Reason = "profile"        // the profile in use leaves it out
	ByToggle      Reason = "disabled"       // it, or its source, is switched off
	ByFault       Reason = "invalid"        // it cannot be used as it is
	ByPath        Reason = "path"           // the winner's path is the greatest in byte order, capitals taken for small letters
	ByTrust       Reason = "trust"          // the agent reads it only in a folder that is trusted
	ByRoots       Reason = "root"           // the agent does not read its root
	ByLayout      Reason = "layout"         // the agent does not look at this place in the root
	BySameName    Reason = "same-name"      // several skills of the name are kept apart
	ByNobody      Reason = "unspecified"    // the agent's rule is not known, or differs from run to run
)

// Entry is a candidate with the judgement of the rules.
type Entry struct {
	*Candidate
	Scope  string // of the registration it came from, "" for the global one
	State  State
	Reason Reason
	Detail string   // one sentence for people: which rule, filter, switch or fault did it
	SeenAt []string // for a winner: further paths to the same file

	PeopleOnly bool // the agent's own settings keep it from models
}

// Resolution is the judgement over one name.
type Resolution struct {
	Name      string
	Winner    *Entry   // nil where no candidate can win; points into Entries
	Entries   []*Entry // in order of precedence, same-file entries included
	Collision bool     // a different, usable copy is shadowed
	Accepted  bool     // the config accepts the collision: no warning
}

// Snapshot is an immutable result of discovery.
type Snapshot struct {
	Seq         uint64       // grows with each discovery of a registry; a profile does not change it
	Complete    bool         // every provider answered in full, and nothing changed meanwhile
	Resolutions []Resolution // sorted by name
	Roots       []RootReport
	Diagnostics []skills.Diagnostic // of roots, places and collisions; a candidate's own are in its Reading
	Failures    []*ProviderError    // of the providers that are left out

	home  string // for handles with ~/
	found found  // what the judgement was made of
}

// RootReport says what a scan of one root gave.
type RootReport struct {
	Root    *Root
	Found   int    // candidates, of any state
	Missing bool   // there is no such folder, which is no error
	Err     string // why the root could not be read in full, "" where it could
}

// Place is where a provider is asked to look from.
type Place struct {
	Cwd     string // absolute working folder
	Home    string // absolute home folder, "" where unknown
	Project string // absolute project root, "" where the provider is to find it
}

// Observation is what a provider saw.
type Observation struct {
	Candidates  []*Candidate
	Roots       []RootReport
	Diagnostics []skills.Diagnostic // of roots and of places that hold no candidate
	Complete    bool
}
