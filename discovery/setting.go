package discovery

import (
	"path"
	"strings"

	"deft/skills"
)

// Setting is a key of an agent's settings that says which skills the agent
// uses: a value, with no code of its own.
type Setting struct {
	Files    []Dir  // that may hold it; a later one has the last word, and of one the nearer folder's
	Format   Format // "" goes by the file's name
	Key      string // the keys that lead to it, with dots between
	Form     Form
	Names    Selector          // what an entry names
	Sources  []string          // of One: the providers whose skills it concerns, none for all
	Value    string            // of Values: the key in an entry that holds its value, "" for the entry itself
	Off      []string          // of Values and One: what switches off; all else switches on
	On       string            // of Values: what switches on, for who writes it
	Means    map[string]string // of Values: what others say, in words
	People   string            // of Values: the one of these that keeps a skill from models
	Prefix   string            // of Names: what stands before a skill's name; entries without it concern other things
	Replaces bool              // a file that has the key makes those before it void
	OwnLevel bool              // it concerns only roots of its file's level
	Added                      // of Folders
}

// Added is how the folders that a setting adds are found.
type Added struct {
	From From   // where relative paths start
	Bare bool   // ~/ does not stand for the home folder
	Last bool   // the last comes first
	Name string // what a Dir calls them
}

// Format is how a settings file is written.
type Format string

// The formats.
const (
	JSON          Format = "JSON"
	CommentedJSON Format = "JSON with comments"
	JSONC         Format = "JSON with comments and trailing commas"
	JSON5         Format = "JSON5"
	TOML          Format = "TOML"
	YAML          Format = "YAML"
)

// Form is how a setting names skills.
type Form string

// The forms.
const (
	Values   Form = "values"   // an object, keys to values
	Names    Form = "names"    // a list of what is off
	Chosen   Form = "chosen"   // a list of what is on: all else is off, where it names anything
	Tables   Form = "tables"   // a list of objects with a name or a path, and enabled
	Patterns Form = "patterns" // a list of !GLOB, +PATH and -PATH, these two stronger
	One      Form = "one"      // one value for all skills, or for those of Setting.Sources
	Folders  Form = "folders"  // a list of folders of skills, for a Dir with this Setting; entries of Patterns are none
)

// From is where relative paths in a settings file start.
type From string

// The starts.
const (
	FromNowhere From = "" // they say nothing
	FromCwd     From = "working folder"
	FromFile    From = "file" // the folder of the settings file
)

// Selector is how an order tells skills apart.
type Selector string

// The selectors.
const (
	EverySkill Selector = "every"   // all of them
	ByName     Selector = "name"    // the name it goes by
	ByFolded   Selector = "folded"  // the same, capitals and small letters alike
	ByGlob     Selector = "glob"    // the same, with * and ? for anything
	ByMatch    Selector = "match"   // the same, with what path.Match knows
	BySource   Selector = "source"  // the provider that its root has under the agent's rules
	ByFile     Selector = "file"    // the real path of its file
	ByPattern  Selector = "pattern" // a glob on its path, that of its folder, or either's last part
	ByPlace    Selector = "place"   // its path or that of its folder
)

// Order is what a settings file says of skills.
type Order struct {
	Selector Selector
	Text     string // the name, glob, path or provider; relative paths start beside the root's own folder
	Off      bool
	People   bool   // it keeps a skill from models
	Level    Level  // of the roots that it concerns, "" for all
	Trusted  bool   // it counts only where the working folder is trusted
	File     string // that says it
	Detail   string // one clause for people, "" where there is nothing to say
}

// SettingsFile is a settings file that is there.
type SettingsFile struct {
	Path   string
	Agents []string           // that read it
	Fault  *skills.Diagnostic // why it says nothing, nil where it can be understood
}

// orders are what the settings of one agent say.
type orders struct {
	all   []Order
	exact map[string]int // the last order for a name
	rest  []int          // the orders for no exact name, the last first
}

// ordersOf sorts out what counts.
func ordersOf(all []Order, trusted bool) *orders {
	o := &orders{all: all, exact: make(map[string]int)}
	for i := len(all) - 1; i >= 0; i-- {
		x := &all[i]
		_, known := o.exact[x.Text]
		switch {
		case x.Trusted && !trusted, x.Selector == ByName && known:
		case x.Selector == ByName:
			o.exact[x.Text] = i
		default:
			o.rest = append(o.rest, i)
		}
	}
	return o
}

// of is what is said of an item, nil for nothing.
func (o *orders) of(it *item) *Order {
	last := -1
	if i, ok := o.exact[it.name]; ok {
		last = i
	}
	for _, i := range o.rest {
		if i < last {
			break
		}
		if o.all[i].concerns(it) {
			last = i
			break
		}
	}
	if last < 0 {
		return nil
	}
	return &o.all[last]
}

// Said is what an agent's orders say of a candidate, nil for nothing.
func (r *Rules) Said(all []Order, c *Candidate) *Order {
	return ordersOf(all, true).of(&item{Entry: &Entry{Candidate: c}, name: r.Calls(c), at: &standing{root: c.Root}})
}

// concerns reports whether an order is about an item.
func (x *Order) concerns(it *item) bool {
	if x.Level != "" && x.Level != it.at.root.Level {
		return false
	}
	switch x.Selector {
	case EverySkill:
		return true
	case ByFolded:
		return strings.EqualFold(x.Text, it.name)
	case ByGlob:
		return wild(x.Text, it.name)
	case ByMatch:
		hit, err := path.Match(x.Text, it.name)
		return hit && err == nil
	case BySource:
		return x.Text == it.at.source.Provider
	case ByFile:
		return x.Text == it.Real
	}
	base := path.Dir(it.at.root.Path)
	for _, at := range []string{it.Path, path.Dir(it.Path)} {
		rel := relative(base, at)
		if x.Selector == ByPlace && (x.Text == at || x.Text == rel) ||
			x.Selector == ByPattern && (globPath(x.Text, rel) || globPath(x.Text, at) || globPath(x.Text, path.Base(at))) {
			return true
		}
		if path.Base(it.Path) != "SKILL.md" {
			break // its folder is that of other skills too
		}
	}
	return false
}

// relative is a path as seen from a folder above it.
func relative(base, at string) string {
	return strings.TrimPrefix(strings.TrimPrefix(at, base), "/")
}

// wild matches a text to one in which * stands for anything and ? for one
// byte.
func wild(glob, s string) bool {
	star, back := -1, 0
	g := 0
	for i := 0; i < len(s); {
		switch {
		case g < len(glob) && glob[g] == '*':
			star, back = g, i
			g++
		case g < len(glob) && (glob[g] == '?' || glob[g] == s[i]):
			g++
			i++
		case star >= 0:
			back++
			g, i = star+1, back
		default:
			return false
		}
	}
	return strings.Trim(glob[g:], "*") == ""
}

// globPath matches a path to one in which ** stands for any folders, and
// hidden names are only met by a dot.
func globPath(glob, at string) bool {
	globs, parts := strings.Split(glob, "/"), strings.Split(at, "/")
	star, back, g := -1, 0, 0
	for i := 0; i < len(parts); {
		switch {
		case g < len(globs) && globs[g] == "**":
			star, back = g, i
			g++
		case g < len(globs) && globPart(globs[g], parts[i]):
			g++
			i++
		case star >= 0 && !hidden(parts[back]):
			back++
			g, i = star+1, back
		default:
			return false
		}
	}
	for g < len(globs) && globs[g] == "**" {
		g++
	}
	return g == len(globs)
}

func globPart(glob, name string) bool {
	if hidden(name) && !hidden(glob) {
		return false
	}
	hit, err := path.Match(glob, name)
	return hit && err == nil
}

func hidden(name string) bool { return strings.HasPrefix(name, ".") }

// obey takes out what the agent's own settings switch off. It comes after the
// paths to one file are joined: an agent asks its settings about the skills
// that it has found.
func (p *plan) obey(o *orders) {
	if o == nil || len(o.all) == 0 {
		return
	}
	p.notes = make(map[*item]string)
	for i := range p.items {
		it := &p.items[i]
		if !it.competes() || it.at.source.Namespaced {
			continue
		}
		switch x := o.of(it); {
		case x == nil:
		case x.Off:
			it.State, it.Reason, it.Detail = Disabled, ByToggle, x.Detail
		default:
			it.PeopleOnly, p.notes[it] = x.People, x.Detail
		}
	}
}
