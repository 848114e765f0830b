package fix

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"deft/discovery"
	"deft/discovery/rules"
	"deft/discovery/scan"
)

// maxSettings is the most that is read of a settings file, in bytes.
const maxSettings = 4 << 20

// Switching is what the plan of a switch depends on.
type Switching struct {
	Agent  rules.Agent
	Level  discovery.Level // Project or User
	Off    bool            // else on
	Ground discovery.Ground
	Plugin string            // of a plugin's skill, NAME@MARKETPLACE; "" where unknown
	Orders []discovery.Order // what the agent's settings say now

	Pending  func(file string) ([]byte, bool) // content that a file is about to have; nil for none
	Disabled func(project string) bool        // for deft: whether the name is switched off just there
}

// PlanSwitch plans to keep a skill from an agent, or to give it back, through
// the agent's own switch.
func PlanSwitch(it Item, s Switching) (Plan, error) {
	switch {
	case s.Agent.Agent == "deft":
		return s.deft(it), nil
	case s.Agent.Agent == "claude-code" && it.Root.Plugin != "":
		return s.plugin(it)
	}
	own, ok := ownSwitches()[s.Agent.Agent]
	if !ok {
		return Plan{}, s.none(it)
	}
	return s.own(it, own)
}

// verb is what the switch does, in the spelling of the command line.
func (s Switching) verb() string {
	if s.Off {
		return "disable"
	}
	return "enable"
}

// title is the first line of the plan.
func (s Switching) title(what string) string {
	verb := s.verb()
	return fmt.Sprintf("%s%s %s for %s.", strings.ToUpper(verb[:1]), verb[1:], what, s.Agent.Agent)
}

// undo is the command line of the opposite.
func (s Switching) undo(handle string) string {
	opposite := s
	opposite.Off = !s.Off
	text := "deft " + opposite.verb() + " " + Quote(handle)
	if s.Agent.Agent != "deft" {
		text += " --to " + s.Agent.Agent
	}
	return text + " --" + string(s.Level)
}

// deft switches by name: all copies of it are out.
func (s Switching) deft(it Item) Plan {
	project := ""
	if s.Level == discovery.Project {
		project = s.Ground.Project
	}
	p := Plan{Title: s.title(it.Name())}
	if s.Disabled(project) == s.Off {
		p.Notes = append(p.Notes, "nothing to do: "+already(s.Off))
	} else {
		kind := On
		if s.Off {
			kind = Off
		}
		p.Steps = []Step{{Kind: kind, Path: project, To: it.Name()}}
		p.Undo = s.undo(it.Name())
		if it.State == discovery.NotSeen {
			p.Undo = s.undo(it.Handle()) // deft knows no such name
			p.Notes = append(p.Notes, it.Detail+", where this one is")
		}
	}
	switch {
	case s.Off:
		p.Notes = append(p.Notes, "all copies of that name are out for deft; one copy alone is removed with deft rm NAME@PROVIDER")
	case project != "" && s.Disabled(""):
		p.Notes = append(p.Notes, "it is switched off everywhere too: deft enable "+Quote(it.Name())+" --user")
	case project == "" && s.Disabled(s.Ground.Project):
		p.Notes = append(p.Notes, "it is switched off in this project too: deft enable "+Quote(it.Name())+" --project")
	case it.State == discovery.Filtered || it.State == discovery.Disabled:
		if len(p.Steps) == 0 {
			p.Notes = append(p.Notes, it.Detail+"; deft config says where, and deft does not write that file")
		}
	}
	return p
}

// already says why a switch need not be turned.
func already(off bool) string {
	if off {
		return "it is switched off already"
	}
	return "deft disable has not switched it off there"
}

// plugin switches the plugin of a skill: enabledPlugins of the settings of the
// user, or of those of the project that are not shared.
// https://code.claude.com/docs/en/plugins-reference
func (s Switching) plugin(it Item) (Plan, error) {
	if s.Plugin == "" {
		return Plan{}, refuse("the plugin %s is not among those that claude-code has installed", it.Root.Plugin)
	}
	f, err := s.file(ownSwitches()["claude-code"])
	if err != nil {
		return Plan{}, err
	}
	p, err := s.write(f, discovery.JSON, edit{keys: []string{"enabledPlugins", s.Plugin}, value: fmt.Sprint(!s.Off)}.make)
	if err != nil {
		return p, err
	}
	p.Title = s.title("the plugin " + s.Plugin)
	p.Notes = append(p.Notes, "a plugin is switched as a whole: all its skills, and what else it has")
	switch {
	case len(p.Steps) == 0:
	case s.undonePlugin(p):
		p.Undo = s.undo(it.Handle())
	default:
		p.Notes = append(p.Notes, keptOnly)
	}
	return p, nil
}

// read reads a file as the changes before this one leave it.
func (s Switching) read(file string) ([]byte, error) {
	if s.Pending != nil {
		if data, ok := s.Pending(file); ok {
			return data, nil
		}
	}
	return readPlain(file)
}

// readPlain reads a file that is no link; nil where there is none.
func readPlain(file string) ([]byte, error) {
	link, err := isLink(file)
	switch {
	case err != nil:
		return nil, err
	case link:
		return nil, refuse("%s is a link, which deft does not write through: change it by hand", file)
	}
	data, err := scan.ReadFile(file, maxSettings)
	if missing(err) {
		return nil, nil
	}
	if kind, ok := errors.AsType[*scan.KindError](err); ok {
		return nil, refuse("%s is %s, not a file: move it away first", file, kind.Kind)
	}
	if err == nil && data == nil {
		data = []byte{}
	}
	return data, err
}

// none says that deft cannot switch skills for an agent, and what can be done.
func (s Switching) none(it Item) error {
	var own string
	switch s.Agent.Agent {
	case "codex":
		own = fmt.Sprintf("in its config.toml, [[skills.config]] with path = %s and enabled = %t", quote(it.Path), !s.Off)
	case "oh-my-pi":
		own = fmt.Sprintf("skill:%s in the disabledExtensions of its settings", it.Name())
	}
	if own != "" {
		return refuse("%s has a switch of its own, which deft does not write: %s", s.Agent.Agent, own)
	}
	return refuse("%s has no switch for one skill that is known: remove the copy that it reads (deft rm %s; deft trash restore brings it back)", s.Agent.Agent, it.word())
}

// Reads reports whether an agent looks for skills in a root.
func Reads(agent rules.Agent, ground discovery.Ground, root string) bool {
	for _, source := range agent.Sources {
		for _, d := range source.Roots {
			if slices.ContainsFunc(ground.Places(d), func(s discovery.Spot) bool { return s.Path == root }) {
				return true
			}
		}
	}
	return false
}
