package rules

import (
	"slices"

	"deft/discovery"
	"deft/skills"
)

// Agent is an entry of the table: an agent's rules, with what people want to
// know of them.
type Agent struct {
	discovery.Rules
	Title      string
	Choice     string   // the same-name rule, in words
	Plugins    string   // how skills of plugins are named, Unspecified where nobody says
	Malformed  string   // what a frontmatter that is no YAML does
	Trust      string   // where project skills are read only in a trusted folder, what makes one; "" where trust changes nothing
	Invocation string   // what a person types, NAME and PATH standing for a skill's; "" for nothing
	ByPath     string   // what reaches one copy of an ambiguous name, "" for nothing
	Injected   string   // what the model receives; {name}, {body} and the like stand for the skill's
	Tells      string   // whether the user hears of copies that are not used
	Others     []string // settings and variables that turn skills or roots off and on, and are not among Rules.Settings
	Budget     Budget
	Evidence   []Evidence
	Certainty  Certainty
	Unknown    []string // what of its behaviour is not known
}

// Unspecified is what the table says where nobody else does.
const Unspecified = "unspecified"

// Evidence is where a rule is from.
type Evidence struct {
	Kind string // document, code or run
	What string
	Date string // of the version looked at, as far as known
}

// Certainty is how far a rule can be relied on.
type Certainty string

// The certainties, best first.
const (
	Measured     Certainty = "measured"     // the agent itself was asked
	Documented   Certainty = "documented"   // its makers say so, or its code does
	Undocumented Certainty = "undocumented" // somebody else says so, or nobody
	Racy         Certainty = "racy"         // the agent itself differs from run to run
)

// Budget is how much of the catalog an agent tells its model.
type Budget struct {
	Total    int    // characters of all entries with the model that it comes with, 0 for no limit that is known
	Entry    int    // characters of one description, 0 for none
	Setting  string // what changes it
	Overflow string // what happens beyond
	Paths    bool   // an entry holds the skill's path below its root, too
	Shared   bool   // beyond it all descriptions are cut to one length; else some are lost whole
}

// All are the agents of the table, deft first.
func All() []Agent {
	return []Agent{
		deft(), dshAgent(), ohMyPi(), pi(), claudeCode(), codex(), geminiCLI(), copilotCLI(),
		vscode(), cursor(), opencode(), opencodeV2(), crush(), goose(), amp(), openclaw(),
	}
}

// ByName finds an agent by its identifier.
func ByName(name string) (Agent, bool) {
	all := All()
	i := slices.IndexFunc(all, func(a Agent) bool { return a.Agent == name })
	if i < 0 {
		return Agent{}, false
	}
	return all[i], true
}

// Names are the identifiers of all agents, in the order of the table.
func Names() []string {
	var out []string
	for _, a := range All() {
		out = append(out, a.Agent)
	}
	return out
}

// Switches names the settings and variables that turn skills or roots off and
// on.
func (a *Agent) Switches() []string {
	var out []string
	for _, s := range a.Settings {
		if !slices.Contains(out, s.Key) {
			out = append(out, s.Key)
		}
	}
	return append(out, a.Others...)
}

// NeedsTrust reports whether an agent reads some root only in a trusted folder.
func (a *Agent) NeedsTrust() bool {
	return slices.ContainsFunc(a.Sources, func(s discovery.Source) bool {
		return slices.ContainsFunc(s.Roots, func(d discovery.Dir) bool { return d.Trusted })
	})
}

// The sets of kinds and faults that several agents share.
const (
	noText   = skills.Absent | skills.Null | skills.Empty | skills.Blank
	noString = skills.Scalar | skills.List | skills.Map
	anyFault = ^skills.Fault(0)
)

// here is the working folder only.
func here() discovery.Climb { return discovery.Climb{Here: true} }

// toTop is up to the folder with a .git, of any kind.
func toTop() discovery.Climb { return discovery.Climb{} }

// toFiles is the same, but for a folder .git that is no repository.
func toFiles() discovery.Climb {
	return discovery.Climb{Tops: discovery.GitRepository | discovery.GitFile}
}

// toRepoOnly is up to a repository's folder, else the working folder only.
func toRepoOnly() discovery.Climb { return discovery.Climb{Tops: discovery.GitRepository} }

// toRoot is up to the folder with a .git, else to the file system's top.
func toRoot() discovery.Climb { return discovery.Climb{Beyond: true} }

// toRepo is up to a repository's folder, else to the file system's top.
func toRepo() discovery.Climb {
	return discovery.Climb{Beyond: true, Tops: discovery.GitRepository}
}

// toSystem is up to the file system's top, whatever lies on the way.
func toSystem() discovery.Climb { return discovery.Climb{Beyond: true, Tops: discovery.NoGit} }

func project(path string, climb func() discovery.Climb) discovery.Dir {
	return discovery.Dir{Level: discovery.Project, Path: path, Climb: climb()}
}

func user(path string) discovery.Dir {
	return discovery.Dir{Level: discovery.User, Path: path}
}

// userOr is a folder of the user that a variable can move.
func userOr(path, env, below string) discovery.Dir {
	return discovery.Dir{Level: discovery.User, Path: path, Env: env, EnvPath: below}
}

// config is a folder or file of the user below ~/.config, which XDG_CONFIG_HOME
// moves.
func config(below string) discovery.Dir { return userOr(".config/"+below, "XDG_CONFIG_HOME", below) }

// listed are the folders that a setting names.
func listed(level discovery.Level, setting string) discovery.Dir {
	return discovery.Dir{Level: level, Setting: setting}
}

// unless takes a folder out where one of the variables is set.
func unless(d discovery.Dir, names ...string) discovery.Dir {
	d.Unless = names
	return d
}

// trusted makes a folder one that is read only where the user trusts it.
func trusted(d discovery.Dir) discovery.Dir {
	d.Trusted = true
	return d
}

// notHome makes the home folder none of a project's.
func notHome(d discovery.Dir) discovery.Dir {
	d.NotHome = true
	return d
}

// topOnly is a folder of a project that counts only at the project's top.
func topOnly(d discovery.Dir) discovery.Dir {
	d.RootOnly = true
	return d
}

// ranked makes a source of each folder, the first before the second.
func ranked(dirs ...discovery.Dir) []discovery.Source {
	var out []discovery.Source
	for _, d := range dirs {
		out = append(out, discovery.Source{Provider: string(d.Level) + " " + d.Path + d.Setting, Roots: []discovery.Dir{d}, Unswitched: true})
	}
	return out
}

// equal makes one source of folders that no rule ranks.
func equal(name string, dirs ...discovery.Dir) []discovery.Source {
	return []discovery.Source{{Provider: name, Roots: dirs, Unswitched: true}}
}
