// Package config joins defaults, config files, flags and what the user decided
// in the program, and says where each value is from.
//
// Only cli reads it. Every other package is given what it needs of the Config,
// as values, and knows of no file.
package config

import (
	"cmp"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"deft/commands"
	"deft/commands/tool"
	"deft/discovery"
	"deft/discovery/disk"
	"deft/skills/match"
)

// Config is the effective configuration.
type Config struct {
	Discovery     discovery.Config
	SkillCommands bool
	ContextFiles  []string // file names
	Theme         string   // one of Themes
	Plain         bool     // no frames and no drawn signs
	Mouse         bool
	Keys          []Binding
	Muted         []string // codes of diagnostics that are not shown
	Accepted      []string // names whose collisions the config files and flags accept; Discovery has all
	Tools         tool.Config
	Watch         disk.WatchConfig
	Profiles      []discovery.Profile // by name
	Profile       string              // the one in use, "" for none
	Doubts        []string            // settings that do nothing, as sentences
	Settings      []Setting
}

// Setting is one effective value of the configuration and where it is from. A
// list has a Setting for each of its values; one without values has a Setting
// with an empty Value.
type Setting struct {
	Key, Value, Origin string
}

// Binding gives an action of the interface other keys than its own.
type Binding struct {
	Action string
	Keys   []string // none takes the action its keys
	File   string   // where it is written
	Line   int      // of File, counted from 1
}

// Surroundings are what a configuration is read in.
type Surroundings struct {
	Place  discovery.Place
	Getenv func(string) (string, bool)
}

// userFile is the path of the user's config file, "" where there is no home.
func (s Surroundings) userFile() string {
	if dir, ok := s.Getenv("XDG_CONFIG_HOME"); ok && filepath.IsAbs(dir) {
		return filepath.Join(dir, "deft", "config.yaml")
	}
	if s.Place.Home == "" {
		return ""
	}
	return filepath.Join(s.Place.Home, ".config", "deft", "config.yaml")
}

// projectFile is the path of the project's config file.
func (s Surroundings) projectFile() string {
	return filepath.Join(s.Place.Project, ".deft", "config.yaml")
}

// Read joins defaults, the user's file, the project's file, and flags that
// AddFlags made. The error is an *Error, or of the file system.
func Read(s Surroundings, flags *pflag.FlagSet) (Config, error) {
	m := merged{}
	for _, k := range keys() {
		for _, text := range k.initial {
			m[k.name] = append(m[k.name], value{text: text, origin: "default"})
		}
	}
	user, project := s.userFile(), s.projectFile()
	if err := m.file(s, user, false); err != nil {
		return Config{}, err
	}
	if project != user && s.asksProject(flags) {
		if err := m.file(s, project, true); err != nil {
			return Config{}, err
		}
	}
	if err := m.flags(s, flags); err != nil {
		return Config{}, err
	}
	if err := m.checkProfile(); err != nil {
		return Config{}, err
	}
	return m.config(), nil
}

// checkProfile refuses a profile that there is none of.
func (m merged) checkProfile() error {
	for _, v := range m[keyProfile] {
		var names []string
		for _, p := range m.profiles() {
			names = append(names, p.Name)
		}
		if v.text != "" && !slices.Contains(names, v.text) {
			unknown := &commands.UnknownProfileError{Name: v.text, Names: names}
			return &Error{File: v.file, Line: v.line, Msg: unknown.Error()}
		}
	}
	return nil
}

// merged is what the layers so far say of each key.
type merged map[string][]value

// file joins a config file. What is wrong with a project's does not have to
// stop anybody.
func (m merged) file(s Surroundings, file string, project bool) error {
	if file == "" {
		return nil
	}
	err := m.join(s, file, project)
	var fault *Error
	if project && errors.As(err, &fault) {
		fault.Hint = strings.TrimPrefix(fault.Hint+"; --no-project-config goes on without this file", "; ")
	}
	return err
}

func (m merged) join(s Surroundings, file string, project bool) error {
	data, err := readFile(file)
	if err != nil {
		return err
	}
	layer, err := parse(file, data)
	if err != nil {
		return err
	}
	for _, a := range layer {
		if project && !a.key.project {
			return &Error{File: file, Line: a.line, Msg: a.key.name + " cannot be set by a project",
				Hint: "set it in " + s.userFile()}
		}
		for _, v := range a.values {
			if project && v.private {
				return &Error{File: file, Line: v.line, Msg: "profile " + strconv.Quote(v.text) + " of a project may only ignore, include and choose categories",
					Hint: "define it in " + s.userFile()}
			}
		}
		if err := m.directories(s, a, filepath.Dir(file), project); err != nil {
			return err
		}
		m.set(a)
	}
	return nil
}

// directories makes the directories of an assignment absolute, and keeps a
// project to itself.
func (m merged) directories(s Surroundings, a assignment, base string, project bool) error {
	if a.key.kind != folder && a.key.kind != folders {
		return nil
	}
	for i := range a.values {
		v := &a.values[i]
		dir, err := s.directory(v.text, base)
		if err == nil && project {
			err = inside(dir, s.Place.Project)
		}
		if err != nil {
			return &Error{File: v.file, Line: v.line, Msg: fmt.Sprintf("%s: %v", a.key.name, err)}
		}
		if relative(v.text) {
			v.origin += " (relative to " + base + ")"
		}
		v.text = dir
	}
	return nil
}

// set lets a layer's values replace or join the earlier ones.
func (m merged) set(a assignment) {
	if !a.key.adds {
		m[a.key.name] = a.values
		return
	}
	for _, v := range a.values {
		same := func(o value) bool { return o.text == v.text }
		if !slices.ContainsFunc(m[a.key.name], same) {
			m[a.key.name] = append(m[a.key.name], v)
		}
	}
}

// config reads the typed configuration off the merged values.
func (m merged) config() Config {
	return Config{
		Discovery: discovery.Config{
			Enabled:            m.yes(keyEnabled),
			CustomDirectories:  m.texts(keyCustom),
			Path:               m.text(keyPath),
			IgnoredSkills:      m.texts(keyIgnored),
			IncludeSkills:      m.texts(keyInclude),
			Categories:         m.texts(keyCategories),
			AcceptedCollisions: m.texts(keyAccepted),
			BundledDirectory:   m.text(keyBundled),
			CacheMaxEntries:    m.number(keyCache),
			Toggles: discovery.Toggles{
				NativeUser: m.yes(keyNativeUser), NativeProject: m.yes(keyNativeProject),
				ClaudeUser: m.yes(keyClaudeUser), ClaudeProject: m.yes(keyClaudeProject),
				CodexUser: m.yes(keyCodexUser),
			},
		},
		SkillCommands: m.yes(keySkillCommands),
		ContextFiles:  m.texts(keyContextFiles),
		Theme:         m.text(keyTheme),
		Plain:         m.yes(keyPlain),
		Mouse:         m.yes(keyMouse),
		Keys:          m.bindings(),
		Muted:         m.texts(keyMuted),
		Tools:         tool.Config{Family: tool.Family(m.text(keyFamily)), MaxDescription: m.number(keyBrief), Budget: m.number(keyBudget)},
		Watch: disk.WatchConfig{
			Enabled: m.yes(keyWatch), Polling: m.yes(keyPolling), Debounce: m.duration(keyDebounce),
			FollowSymlinks: m.yes(keyFollowLinks), MaxProjects: m.number(keyMaxProjects),
		},
		Profiles: m.profiles(),
		Profile:  m.text(keyProfile),
		Settings: m.settings(),
		Doubts:   m.doubts(),
	}
}

// doubts are the muted codes that no finding has.
func (m merged) doubts() []string {
	muted, _ := findKey(keyMuted)
	var out []string
	for _, v := range m[keyMuted] {
		if slices.Contains(muted.choices, v.text) {
			continue
		}
		text := fmt.Sprintf("%s: no finding has the code %q", v.origin, v.text)
		if near := match.Nearest(v.text, muted.choices, 1); len(near) > 0 {
			text += " (did you mean " + near[0] + "?)"
		}
		out = append(out, text)
	}
	return out
}

func (m merged) bindings() []Binding {
	var out []Binding
	for _, v := range m[keyKeys] {
		out = append(out, v.binding)
	}
	return out
}

func (m merged) yes(name string) bool { return m.text(name) == "true" }

// number is a checked number.
func (m merged) number(name string) int {
	n, _ := strconv.Atoi(m.text(name))
	return n
}

// duration is a checked time.
func (m merged) duration(name string) time.Duration {
	d, _ := quiet(m.text(name))
	return d
}

func (m merged) text(name string) string { return strings.Join(m.texts(name), "") }

func (m merged) texts(name string) []string { return texts(m[name]) }

func texts(values []value) []string {
	var out []string
	for _, v := range values {
		out = append(out, v.text)
	}
	return out
}

// settings lists every key; a list gives one Setting a value.
func (m merged) settings() []Setting {
	var out []Setting
	for _, k := range keys() {
		values := m[k.name]
		if len(values) == 0 {
			values = []value{{text: "", origin: "default"}}
		}
		for _, v := range values {
			out = append(out, Setting{Key: k.name, Value: cmp.Or(v.shown, v.text), Origin: v.origin})
		}
	}
	return out
}
