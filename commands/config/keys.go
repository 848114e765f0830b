package config

import (
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"deft/commands"
	"deft/commands/tool"
	"deft/discovery"
	"deft/discovery/disk"
	"deft/skills/match"
	"deft/skills/prompt"
)

// Key tells of a setting what the config file and the flags may say.
type Key struct {
	Name    string   // dotted, as in the config file
	Flag    string   // without dashes, "" where no flag can say it
	Wants   string   // its type, as in a sentence: a list of globs
	Choices []string // the values that mean something, nil for any
	Switch  bool     // it is true or false
	Folder  bool     // its values are directories
	Joined  bool     // the layers' lists are joined; else the nearest layer that sets the key decides
	Project bool     // a project's file may set it
	Help    string   // what stands in backquotes names the value
}

// Keys are all settings, in the order of Config.Settings.
func Keys() []Key {
	var out []Key
	for _, k := range keys() {
		flag := ""
		if k.kind.flagged() {
			flag = k.flag()
		}
		out = append(out, Key{
			Name: k.name, Flag: flag, Wants: k.kind.String(), Choices: k.choices,
			Switch: k.kind == boolean, Folder: k.kind == folder || k.kind == folders,
			Joined: k.adds, Project: k.project, Help: k.help,
		})
	}
	return out
}

// kind is the type of a setting's value.
type kind int

const (
	boolean  kind = iota // true or false
	choice               // one of key.choices
	words                // a list of words
	globs                // a list of globs on names
	files                // a list of file names without folders
	folder               // one directory
	folders              // a list of directories
	bindings             // actions of the interface, each with its keys
	number               // a whole number, key.least or more
	word                 // one word; empty is none
	duration             // a time as time.ParseDuration has it, or milliseconds
	choices              // a list of some of key.choices
	profiles             // named filters, each with its fields
)

// String names a kind as an error message wants it.
func (k kind) String() string {
	return [...]string{"true or false", "a word", "a list of words", "a list of globs",
		"a list of file names", "a directory", "a list of directories", "a map of actions, each with a list of keys",
		"a whole number", "a word", "a time such as 150ms", "a list of words", "a map of profiles"}[k]
}

func (k kind) list() bool {
	switch k {
	case words, globs, files, folders, choices:
		return true
	}
	return false
}

// flagged tells whether a flag can say it; the others are too much for a
// command line.
func (k kind) flagged() bool { return k != bindings && k != profiles }

// key is one setting: what the config file and the flags may say.
type key struct {
	name    string // dotted, as in the config file
	alias   string // another spelling, "" for none
	kind    kind
	initial []string
	choices []string // the values that mean something, nil for any
	least   int      // of the kind number
	adds    bool     // the layers' lists are joined; else the nearest layer that sets the key decides
	project bool     // a project's file may set it
	help    string   // what stands in backquotes names the value
}

// The names of the settings that more than the table knows.
const (
	keyEnabled       = "skills.enabled"
	keySkillCommands = "skills.enableSkillCommands"
	keyCustom        = "skills.customDirectories"
	keyIgnored       = "skills.ignoredSkills"
	keyInclude       = "skills.includeSkills"
	keyCategories    = "skills.categories"
	keyAccepted      = "skills.acceptedCollisions"
	keyPath          = "skills.path"
	keyNativeUser    = "skills.enableNativeUser"
	keyNativeProject = "skills.enableNativeProject"
	keyClaudeUser    = "skills.enableClaudeUser"
	keyClaudeProject = "skills.enableClaudeProject"
	keyCodexUser     = "skills.enableCodexUser"
	keyMuted         = "diagnostics.ignore"
	keyContextFiles  = "contextFiles"
	keyTheme         = "theme"
	keyPlain         = "plain"
	keyMouse         = "mouse"
	keyFamily        = "tools.family"
	keyBrief         = "catalogDescriptionMaxLength"
	keyBudget        = "catalogBudget"
	keyKeys          = "keys"
	keyBundled       = "skills.bundledDirectory"
	keyCache         = "collectCacheMaxEntries"
	keyWatch         = "watch.enabled"
	keyPolling       = "watch.polling"
	keyDebounce      = "watch.debounce"
	keyFollowLinks   = "watch.followSymlinks"
	keyMaxProjects   = "watch.maxProjects"
	keyProfile       = "profile"
	keyProfiles      = "profiles"
)

// keys is the table of all settings.
func keys() []key { return slices.Concat(skillKeys(), interfaceKeys(), modelKeys()) }

// skillKeys are the settings of what is found.
func skillKeys() []key {
	on := []string{"true"}
	watch := disk.WatchDefaults()
	return []key{
		{name: keyEnabled, kind: boolean, initial: on, help: "false finds no skills at all"},
		{name: keySkillCommands, kind: boolean, initial: on, help: "/skill:NAME in the interface"},
		{name: keyCustom, kind: folders, adds: true, project: true, help: "look for skills in this `DIR` too"},
		{name: keyIgnored, kind: globs, adds: true, project: true, help: "leave out the skills that this `GLOB` on names fits"},
		{name: keyInclude, kind: globs, project: true, help: "keep only the skills that this `GLOB` on names fits"},
		{name: keyCategories, kind: words, project: true, help: "keep only skills of this `CATEGORY`; none is without one"},
		{name: keyAccepted, kind: words, adds: true, help: "do not warn of collisions of this `NAME`"},
		{name: keyPath, kind: folder, help: "look for CATEGORY/NAME/SKILL.md in this `DIR`"},
		{name: keyNativeUser, alias: "skills.enablePiUser", kind: boolean, initial: on, help: "~/.deft/skills"},
		{name: keyNativeProject, alias: "skills.enablePiProject", kind: boolean, initial: on, help: ".deft/skills of the project"},
		{name: keyClaudeUser, kind: boolean, initial: on, help: "~/.claude/skills"},
		{name: keyClaudeProject, kind: boolean, initial: on, help: ".claude/skills of the project"},
		{name: keyCodexUser, kind: boolean, initial: on, help: "~/.codex/skills"},
		{name: keyBundled, kind: folder, help: "take the shipped skills from this `DIR`, NAME/SKILL.md, not from the program"},
		{name: keyProfile, kind: word, help: "use the skills of this profile: a `NAME` from profiles; empty is none"},
		{name: keyProfiles, kind: profiles, adds: true, project: true, help: "named choices of skills, see below"},
		{name: keyWatch, kind: boolean, initial: []string{strconv.FormatBool(watch.Enabled)}, help: "follow changes on the disk"},
		{name: keyPolling, kind: boolean, initial: []string{strconv.FormatBool(watch.Polling)}, help: "look at the files at an interval, as for network disks"},
		{name: keyDebounce, kind: duration, initial: []string{watch.Debounce.String()}, help: "changes count when it was quiet for this `TIME`"},
		{name: keyFollowLinks, kind: boolean, initial: []string{strconv.FormatBool(watch.FollowSymlinks)}, help: "follow also what links of skills lead to"},
		{name: keyMaxProjects, kind: number, initial: []string{strconv.Itoa(watch.MaxProjects)}, least: 1, help: "follow at most `N` working folders at once"},
		{name: keyCache, alias: "skills." + keyCache, kind: number, initial: []string{strconv.Itoa(discovery.Defaults().CacheMaxEntries)}, least: 1, help: "keep at most `N` outcomes of discovery"},
	}
}

// interfaceKeys are the settings of what is shown.
func interfaceKeys() []key {
	on := []string{"true"}
	return []key{
		{name: keyMuted, kind: words, choices: codes(), adds: true, help: "do not show diagnostics of this `CODE`; errors are shown"},
		{name: keyContextFiles, kind: files, initial: []string{"AGENTS.md"}, help: "read files of this `NAME` for context"},
		{name: keyTheme, kind: choice, initial: []string{"auto"}, choices: Themes(), help: "colours of the interface: `THEME` is " + strings.Join(Themes(), ", ")},
		{name: keyPlain, kind: boolean, initial: []string{"false"}, help: "no frames and no drawn signs, for screen readers"},
		{name: keyMouse, kind: boolean, initial: on, help: "the mouse in the interface; false leaves it to the terminal"},
		{name: keyKeys, kind: bindings, help: "keys of the interface, as in `quit: [ctrl+q]`; [] takes an action its keys"},
	}
}

// modelKeys are the settings of what a model is told.
func modelKeys() []key {
	return []key{
		{name: keyBrief, alias: "skills." + keyBrief, kind: number, initial: []string{strconv.Itoa(prompt.DefaultDescription)}, least: prompt.MinDescription,
			help: "cut what a model is told of a skill after `N` characters"},
		{name: keyBudget, alias: "skills." + keyBudget, kind: number, initial: []string{"2000"}, help: "keep a model's list of skills to `N` tokens; 0 is no limit"},
		{name: keyFamily, kind: choice, initial: []string{string(tool.Skill)}, choices: tool.Families(), help: "names of a model's tools: `FAMILY` is " + strings.Join(tool.Families(), ", ")},
	}
}

// codes are those of all findings.
func codes() []string {
	var out []string
	for _, c := range commands.Codes() {
		out = append(out, string(c))
	}
	return out
}

// Themes are the values of the setting theme: auto asks the terminal for its
// background, contrast-dark and contrast-light have stronger colours, none has
// no colours.
func Themes() []string {
	return []string{"auto", "dark", "light", "contrast-dark", "contrast-light", "none"}
}

// flag is the command line's name of a key: kebab-case, without `skills.`.
func (k key) flag() string { return kebab(strings.TrimPrefix(k.name, "skills.")) }

func kebab(name string) string {
	var b strings.Builder
	for _, r := range name {
		switch {
		case r == '.':
			b.WriteByte('-')
		case r >= 'A' && r <= 'Z':
			b.WriteByte('-')
			b.WriteRune(r + 'a' - 'A')
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// findKey finds a key by its name or alias.
func findKey(name string) (key, bool) {
	for _, k := range keys() {
		if k.name == name || k.alias != "" && k.alias == name {
			return k, true
		}
	}
	return key{}, false
}

// section tells whether name is a map that holds keys.
func section(name string) bool {
	return slices.ContainsFunc(keys(), func(k key) bool { return strings.HasPrefix(k.name, name+".") })
}

// check tells what is wrong with one value, apart from its type.
func (k key) check(text string) error {
	switch k.kind {
	case number:
		if n, err := strconv.Atoi(text); err != nil || n < k.least {
			return fmt.Errorf("%s is a whole number of %d or more, not %q", k.name, k.least, text)
		}
	case duration:
		if _, err := quiet(text); err != nil {
			return fmt.Errorf("%s is a time such as 150ms or 1s, or milliseconds, not %q", k.name, text)
		}
	case choice, choices:
		if !slices.Contains(k.choices, text) {
			return fmt.Errorf("%s is one of %s, not %q", k.name, strings.Join(k.choices, ", "), text)
		}
	case globs:
		if _, err := path.Match(text, ""); err != nil {
			return fmt.Errorf("%q in %s is no valid glob: a [ without its ], or a \\ at the end", text, k.name)
		}
	case files:
		if text != path.Base(text) || text == "." || text == ".." || text == "/" {
			return fmt.Errorf("%q in %s is no file name: name a file without its folder", text, k.name)
		}
	}
	if text == "" && k.kind != word {
		return fmt.Errorf("empty text in %s", k.name)
	}
	return nil
}

// quiet reads a time: with its unit, or a number of milliseconds.
func quiet(text string) (time.Duration, error) {
	d, err := time.ParseDuration(text)
	if n, number := strconv.Atoi(text); number == nil && n >= 0 {
		d, err = time.Duration(n)*time.Millisecond, nil
	}
	if err == nil && (d < 0 || d > time.Minute) {
		err = fmt.Errorf("%s is out of range", text)
	}
	return d, err
}

// nearest is the valid key that is spelled most like name, "" where none is
// near. Its last word counts, as a key may stand in the wrong section; then
// the whole.
func nearest(name string) string {
	last := func(dotted string) string { return dotted[strings.LastIndexByte(dotted, '.')+1:] }
	var words []string
	spellings := map[string][]string{} // by their last word
	for _, k := range keys() {
		for _, full := range []string{k.name, k.alias} {
			if full != "" {
				words = append(words, last(full))
				spellings[last(full)] = append(spellings[last(full)], full)
			}
		}
	}
	near := match.Nearest(last(name), words, 1)
	if len(near) == 0 {
		return ""
	}
	same := spellings[near[0]]
	return append(match.Nearest(name, same, 1), same...)[0]
}
