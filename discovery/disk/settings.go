package disk

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"deft/discovery"
	"deft/discovery/scan"
	"deft/discovery/settings"
	"deft/skills"
)

// maxSettings is the largest settings file of an agent that is read, in bytes.
const maxSettings = 1 << 20

// maxOrders is how many skills one setting of a file may name: each is held
// against every skill.
const maxOrders = 1000

// readSettings reads, once, every settings file that one of the rules names,
// and notes what each says of skills.
func readSettings(s *discovery.Scene, all []discovery.Rules) {
	r := settingsReader{scene: s, files: make(map[string]*settings.Value)}
	s.Orders = make(map[string][]discovery.Order)
	s.Ground.Named = make(map[string][]string)
	for _, rules := range all {
		for i := range rules.Settings {
			s.Orders[rules.Agent] = append(s.Orders[rules.Agent], r.orders(rules.Agent, &rules.Settings[i])...)
		}
	}
}

// SettingsFiles lists the settings files that rules name for a place, whether
// they are there or not.
func SettingsFiles(at discovery.Place, getenv func(string) (string, bool), all []discovery.Rules) []string {
	var out []string
	g := Ground(at, getenv, all)
	for _, rules := range all {
		for _, s := range rules.Settings {
			for _, d := range s.Files {
				for _, spot := range g.Places(d) {
					out = append(out, spot.Path)
				}
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// settingsReader keeps what it has read.
type settingsReader struct {
	scene *discovery.Scene
	files map[string]*settings.Value // nil for one that says nothing
}

// orders are what all files say of one setting.
func (r *settingsReader) orders(agent string, s *discovery.Setting) []discovery.Order {
	var out []discovery.Order
	for _, d := range s.Files {
		spots := r.scene.Ground.Places(d)
		slices.Reverse(spots)
		for _, spot := range spots {
			v := r.read(agent, spot.Path, s.Format).At(strings.Split(s.Key, ".")...)
			if v == nil {
				continue
			}
			if s.Replaces {
				out = nil
			}
			if s.Form == discovery.Folders {
				r.folders(s, v, speaker{spot.Path, r.scene.Ground.Home})
				continue
			}
			said, ok := ordersIn(s, v, speaker{spot.Path, r.scene.Ground.Home})
			if !ok {
				r.fault(spot.Path, v.Line, s.Key+" has the wrong type")
			}
			if len(said) > maxOrders {
				said = said[:maxOrders]
				r.fault(spot.Path, v.Line, fmt.Sprintf("%s has more than %d entries", s.Key, maxOrders))
			}
			for _, o := range said {
				if o.File, o.Trusted = spot.Path, d.Trusted; s.OwnLevel {
					o.Level = d.Level
				}
				out = add(out, o, s.Form)
			}
		}
	}
	return out
}

// maxFolders is how many folders one setting may list: each is searched.
const maxFolders = 50

// folders notes the folders that a setting lists.
func (r *settingsReader) folders(s *discovery.Setting, v *settings.Value, p speaker) {
	all := r.scene.Ground.Named[s.Name]
	if s.Replaces {
		all = nil
	}
	for _, item := range v.Items {
		dir := r.folder(s, item, p)
		switch {
		case dir == "" || slices.Contains(all, dir):
		case len(all) == maxFolders:
			r.fault(p.file, item.Line, fmt.Sprintf("%s names more than %d folders", s.Key, maxFolders))
		case s.Last:
			all = slices.Insert(all, 0, dir)
		default:
			all = append(all, dir)
		}
	}
	if v.Kind != settings.List {
		r.fault(p.file, v.Line, s.Key+" has the wrong type")
	}
	r.scene.Ground.Named[s.Name] = all
}

// folder is an absolute path, "" where an entry names no folder.
func (r *settingsReader) folder(s *discovery.Setting, item *settings.Value, p speaker) string {
	at := item.Text
	below, home := strings.CutPrefix(at, "~/")
	switch {
	case item.Kind != settings.Text || at == "" || strings.ContainsAny(at, "*?$\x00") || strings.Contains("!+-", at[:1]):
		return ""
	case filepath.IsAbs(at):
		return filepath.Clean(at)
	case home && !s.Bare && p.home != "":
		return filepath.Join(p.home, below)
	case home && !s.Bare:
		return ""
	case s.From == discovery.FromCwd:
		return filepath.Join(r.scene.Ground.Cwd, at)
	case s.From == discovery.FromFile:
		return filepath.Join(filepath.Dir(p.file), at)
	}
	return ""
}

// add appends an order. Of an object a later file gives a key another value
// and leaves it in its place.
func add(all []discovery.Order, o discovery.Order, form discovery.Form) []discovery.Order {
	same := func(x discovery.Order) bool { return x.Text == o.Text && x.Trusted == o.Trusted }
	if i := slices.IndexFunc(all, same); i >= 0 && form == discovery.Values {
		all[i] = o
		return all
	}
	return append(all, o)
}

// read gives a file's value, nil where it says nothing.
func (r *settingsReader) read(agent, file string, format discovery.Format) *settings.Value {
	if i := r.known(file); i >= 0 {
		f := &r.scene.Settings[i]
		if !slices.Contains(f.Agents, agent) {
			f.Agents = append(f.Agents, agent)
		}
	}
	if format == "" {
		format = formatOf(file)
	}
	key := string(format) + " " + file
	if v, ok := r.files[key]; ok {
		return v
	}
	data, err := scan.ReadFile(file, maxSettings)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR) {
		r.files[key] = nil
		return nil
	}
	if r.known(file) < 0 {
		r.scene.Settings = append(r.scene.Settings, discovery.SettingsFile{Path: file, Agents: []string{agent}})
	}
	if err != nil {
		r.fault(file, 0, fmt.Sprintf("cannot be read: %v", err))
	} else if r.files[key], err = settings.Read(data, format); err != nil {
		line := 0
		if e, ok := errors.AsType[*settings.SyntaxError](err); ok {
			line, err = e.Line, errors.New(e.Msg)
		}
		r.fault(file, line, fmt.Sprintf("not valid %s: %v", format, err))
	}
	return r.files[key]
}

// formatOf goes by a file's name.
func formatOf(file string) discovery.Format {
	switch filepath.Ext(file) {
	case ".toml":
		return discovery.TOML
	case ".yml", ".yaml":
		return discovery.YAML
	}
	return discovery.JSON
}

func (r *settingsReader) known(file string) int {
	return slices.IndexFunc(r.scene.Settings, func(f discovery.SettingsFile) bool { return f.Path == file })
}

// fault notes the first thing that is wrong with a file.
func (r *settingsReader) fault(file string, line int, message string) {
	i := r.known(file)
	if i < 0 || r.scene.Settings[i].Fault != nil {
		return
	}
	r.scene.Settings[i].Fault = &skills.Diagnostic{
		Code: discovery.CodeBadSettings, Severity: skills.Error, Path: file, Line: line,
		Message: message, Hint: "correct the file: what it switches is not known",
	}
}
