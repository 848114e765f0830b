package fix

import (
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"deft/discovery"
)

// ownSwitch is where an agent keeps its switch for single skills, as far as
// deft writes it: files of the table's setting. Of several the first that is
// there is written, else the first.
type ownSwitch struct {
	key           string
	project, user []string // none where the agent has none
}

// ownSwitches are those that deft writes: settings in JSON or what people make
// of it.
func ownSwitches() map[string]ownSwitch {
	return map[string]ownSwitch{
		"claude-code": {"skillOverrides", []string{".claude/settings.local.json"}, []string{".claude/settings.json"}},
		"gemini-cli":  {"skills.disabled", []string{".gemini/settings.json"}, []string{".gemini/settings.json"}},
		"copilot-cli": {"disabledSkills", nil, []string{".copilot/settings.json"}},
		"opencode": {
			"permission.skill", []string{"opencode.json", "opencode.jsonc"},
			[]string{".config/opencode/opencode.json", ".config/opencode/opencode.jsonc"},
		},
		"crush":    {"options.disabled_skills", []string{"crush.json", ".crush.json"}, []string{".config/crush/crush.json"}},
		"openclaw": {"skills.entries", nil, []string{".openclaw/openclaw.json"}},
		"pi":       {"skills", []string{".pi/settings.json"}, []string{".pi/agent/settings.json"}},
	}
}

// own plans the switch of one skill in the agent's own settings.
func (s Switching) own(it Item, own ownSwitch) (Plan, error) {
	if it.Root.Level == discovery.Bundled || it.Opaque() {
		return Plan{}, refuse("%s is not a skill that %s reads: it comes with deft", it.Name(), s.Agent.Agent)
	}
	at := slices.IndexFunc(s.Agent.Settings, func(x discovery.Setting) bool { return x.Key == own.key })
	setting := &s.Agent.Settings[at]
	f, err := s.file(own)
	if err != nil {
		return Plan{}, err
	}
	if setting.OwnLevel && (it.Root.Level != s.Level || !Reads(s.Agent, s.Ground, it.Root.Path)) {
		return Plan{}, refuse("the %s settings of %s say nothing of %s: they concern the skills that it reads there", s.Level, s.Agent.Agent, it.Path)
	}
	name := s.Agent.Calls(it.Candidate)
	p, err := s.write(f, setting.Format, s.edit(setting, it, name, f.path).make)
	if err != nil {
		return p, err
	}
	p.Title = s.title(name)
	p.Notes = append(p.Notes, s.notes(it, setting, name, f)...)
	opposite := s
	opposite.Off = !s.Off
	switch {
	case len(p.Steps) == 0:
	case undone(p, setting.Format, opposite.edit(setting, it, name, f.path)):
		p.Undo = s.undo(it.Handle())
	case p.Steps[0].Was != nil:
		p.Notes = append(p.Notes, keptOnly)
	}
	return p, nil
}

// notes are what there is to know of a switch.
func (s Switching) notes(it Item, setting *discovery.Setting, name string, f settingsFile) []string {
	var out []string
	by, where := "name", "in all your projects"
	if s.Agent.Identity == discovery.ByFolder {
		by = "folder's name"
	}
	if s.Level == discovery.Project {
		where = "in this project"
	}
	if setting.Form != discovery.Patterns {
		out = append(out, fmt.Sprintf("%s goes by the %s: all its copies called %s are concerned, %s", s.Agent.Agent, by, quote(name), where))
	}
	if !Reads(s.Agent, s.Ground, it.Root.Path) {
		out = append(out, s.Agent.Agent+" does not read "+it.Root.Path+", where this one is")
	}
	if f.trusted {
		out = append(out, s.Agent.Agent+" obeys these settings only where it trusts the folder: "+s.Agent.Trust)
	}
	if still := s.said(it, f.path, false); !s.Off && still != nil && still.Off && setting.Form != discovery.Values {
		out = append(out, "it stays off: "+still.Detail)
	}
	return out
}

// said is what the settings say of a skill, in one file alone or in all others.
func (s Switching) said(it Item, file string, there bool) *discovery.Order {
	var some []discovery.Order
	for _, o := range s.Orders {
		if (o.File == file) == there {
			some = append(some, o)
		}
	}
	return s.Agent.Said(some, it.Candidate)
}

// edit is the change of a file that a switch asks for.
func (s Switching) edit(setting *discovery.Setting, it Item, name, file string) edit {
	keys := strings.Split(setting.Key, ".")
	switch setting.Form {
	case discovery.Values:
		e := edit{keys: append(keys, name), value: word(setting.Off[0])}
		if setting.Value != "" {
			e.keys = append(e.keys, setting.Value)
		}
		if s.Off {
			return e
		}
		e.value = ""
		if others := s.said(it, file, false); others != nil && others.Off {
			e.value = word(setting.On)
		}
		return e
	case discovery.Patterns:
		return s.patterns(keys, it, file)
	}
	same := func(text string) bool { return text == setting.Prefix+name }
	if setting.Names == discovery.ByFolded {
		same = func(text string) bool { return strings.EqualFold(text, setting.Prefix+name) }
	}
	if s.Off {
		return edit{keys: keys, list: true, add: setting.Prefix + name, same: same}
	}
	return edit{keys: keys, list: true, drop: same}
}

// patterns switches one copy by its path, beside the root's own folder.
func (s Switching) patterns(keys []string, it Item, file string) edit {
	rel := strings.TrimPrefix(it.Dir(), path.Dir(it.Root.Path)+"/")
	if it.Flat {
		rel = strings.TrimPrefix(it.Path, path.Dir(it.Root.Path)+"/")
	}
	with := func(sign string) func(string) bool {
		all := []string{sign + rel, sign + "./" + rel, sign + it.Path, sign + it.Dir()}
		return func(text string) bool { return slices.Contains(all, text) }
	}
	if s.Off {
		return edit{keys: keys, list: true, add: "-" + rel, same: with("-"), drop: with("+")}
	}
	e := edit{keys: keys, list: true, same: with("+"), drop: with("-")}
	globs := slices.DeleteFunc(slices.Clone(s.Orders), func(o discovery.Order) bool { return o.Selector != discovery.ByPattern || o.File != file })
	if glob := s.Agent.Said(globs, it.Candidate); glob != nil && glob.Off {
		e.add = "+" + rel
	}
	return e
}

// word is a value as JSON: true and false stand for themselves.
func word(text string) string {
	if text == "true" || text == "false" {
		return text
	}
	return jsonString(text)
}

// edit is a change of one key: another value, "" for none, or of a list one
// text more or less.
type edit struct {
	keys  []string
	value string
	list  bool
	add   string            // "" for nothing
	same  func(string) bool // texts that are as good as add
	drop  func(string) bool // texts that are to go, nil for none
}

// make carries the change out. what is "" where the file has it so.
func (e edit) make(d document) (data []byte, what string, err error) {
	if e.list {
		return e.ofList(d)
	}
	key := strings.Join(e.keys, ".")
	now, err := d.get(e.keys)
	switch {
	case err != nil || now == e.value:
		return nil, "", err
	case e.value == "":
		data, err = d.drop(e.keys)
		return data, "without " + key, err
	}
	data, err = d.set(e.keys, e.value)
	return data, key + ": " + e.value, err
}

// ofList changes a list.
func (e edit) ofList(d document) (data []byte, what string, err error) {
	all, err := d.texts(e.keys)
	if err != nil {
		return nil, "", err
	}
	var said []string
	for _, text := range all {
		if text != "" && e.drop != nil && e.drop(text) {
			said = append(said, "without "+quote(text))
		}
	}
	if len(said) > 0 {
		if data, err = d.without(e.keys, e.drop); err == nil {
			d, err = openDocument(data, d.format)
		}
	}
	if err == nil && e.add != "" && !slices.ContainsFunc(all, e.same) {
		said = append(said, "with "+quote(e.add))
		data, err = d.add(e.keys, e.add)
	}
	if len(said) == 0 || err != nil {
		return nil, "", err
	}
	return data, strings.Join(e.keys, ".") + ": " + strings.Join(said, ", "), nil
}

// settingsFile is a file that is to be written.
type settingsFile struct {
	path    string
	within  string // of a project
	trusted bool   // the agent reads it only where it trusts the folder
}

// file finds where the agent keeps its switch.
func (s Switching) file(own ownSwitch) (settingsFile, error) {
	paths := own.user
	if s.Level == discovery.Project {
		paths = own.project
	}
	var found []settingsFile
	for _, p := range paths {
		if f, ok := s.place(own.key, p); ok {
			found = append(found, f)
		}
	}
	switch {
	case len(paths) == 0:
		return settingsFile{}, refuse("%s keeps this switch for all projects (~/%s): add --user", s.Agent.Agent, own.user[0])
	case len(found) == 0:
		return settingsFile{}, refuse("%s reads no settings of the %s here", s.Agent.Agent, s.Level)
	}
	f := found[max(0, slices.IndexFunc(found, func(f settingsFile) bool { _, err := os.Lstat(f.path); return err == nil }))]
	return f, confine(filepath.Dir(f.path), f.within)
}

// place is where a file of a setting is: of the folders of a project that of
// the project's root, where the agent reads it from the working folder, else
// the nearest.
func (s Switching) place(key, rel string) (settingsFile, bool) {
	var out settingsFile
	for _, setting := range s.Agent.Settings {
		for _, d := range setting.Files {
			if setting.Key != key || d.Level != s.Level || d.Path != rel {
				continue
			}
			below := rel
			if s.Ground.Env[d.Env] != "" {
				below = d.EnvPath
			}
			for _, spot := range s.Ground.Places(d) {
				base := strings.TrimSuffix(strings.TrimSuffix(spot.Path, below), "/")
				if out.path == "" || s.Level == discovery.Project && base == s.Ground.Project {
					out = settingsFile{path: spot.Path, trusted: d.Trusted}
				}
			}
		}
	}
	if s.Level == discovery.Project {
		out.within = s.Ground.Project
	}
	return out, out.path != ""
}

// write plans the change of a settings file.
func (s Switching) write(f settingsFile, format discovery.Format, change func(document) ([]byte, string, error)) (Plan, error) {
	was, err := s.read(f.path)
	if err != nil {
		return Plan{}, err
	}
	d, err := openDocument(was, format)
	if err != nil {
		return Plan{}, refuse("%s %v: change it by hand", f.path, err)
	}
	data, what, err := change(d)
	if err == nil && what != "" {
		_, err = openDocument(data, format)
	}
	switch {
	case err != nil:
		return Plan{}, refuse("%s: %v: change it by hand", f.path, err)
	case what == "":
		return Plan{Notes: []string{fmt.Sprintf("nothing to do: %s has it so", f.path)}}, nil
	}
	return Plan{Steps: []Step{{Kind: Write, Root: filepath.Dir(f.path), Within: f.within, Path: f.path, Data: data, Was: was, What: what}}}, nil
}
