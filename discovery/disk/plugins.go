package disk

import (
	"cmp"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"deft/discovery"
	"deft/discovery/scan"
	"deft/skills"
)

// register is what Claude Code keeps in ~/.claude/plugins/installed_plugins.json
// since version 2.
type register struct {
	Version int                  `json:"version"`
	Plugins map[string][]install `json:"plugins"` // by NAME@MARKETPLACE
}

// install is one installed plugin. Other versions may lie beside it in the
// cache; only this one counts.
type install struct {
	Scope       string `json:"scope"` // user, project or local
	InstallPath string `json:"installPath"`
	Version     string `json:"version"`
	ProjectPath string `json:"projectPath"` // for project and local
}

// manifest is the part of .claude-plugin/plugin.json that concerns skills.
type manifest struct {
	Skills paths `json:"skills"` // further folders, relative to the plugin's
}

// claudeSettings is the part of a settings.json that concerns plugins.
type claudeSettings struct {
	EnabledPlugins map[string]bool `json:"enabledPlugins"`
}

// plugins finds the roots of the installed Claude Code plugins.
// https://code.claude.com/docs/en/plugins-reference
func plugins(at discovery.Place) sources {
	var s sources
	if at.Home == "" {
		return s
	}
	file := filepath.Join(at.Home, ".claude", "plugins", "installed_plugins.json")
	var reg register
	found, ok := s.read(file, &reg)
	if found && ok && reg.Version != 2 {
		ok = false
		s.bad(file, 0, fmt.Sprintf("version %d of the register is not known; 2 is", reg.Version))
	}
	if !ok {
		s.reports = append(s.reports, discovery.RootReport{
			Root: &discovery.Root{Provider: discovery.ClaudePlugins, Level: discovery.Plugin, Path: file},
			Err:  "the register of plugins cannot be read",
		})
		return s
	}
	enabled := s.switches(at)
	for _, id := range slices.Sorted(maps.Keys(reg.Plugins)) {
		if in, ok := choose(reg.Plugins[id], at); ok {
			s.plugin(id, in, enabled[id])
		}
	}
	return s
}

// choose takes the install that counts in a project: local before project
// before user.
func choose(installs []install, at discovery.Place) (install, bool) {
	order := map[string]int{"local": 1, "project": 2, "user": 3}
	here := slices.DeleteFunc(slices.Clone(installs), func(in install) bool {
		return order[in.Scope] == 0 || in.Scope != "user" && !sameFolder(in.ProjectPath, at.Project)
	})
	if len(here) == 0 {
		return install{}, false
	}
	return slices.MinFunc(here, func(a, b install) int { return cmp.Compare(order[a.Scope], order[b.Scope]) }), true
}

func sameFolder(a, b string) bool {
	if filepath.Clean(a) == b {
		return true
	}
	x, errX := os.Stat(a)
	y, errY := os.Stat(b)
	return errX == nil && errY == nil && os.SameFile(x, y)
}

// verdict is the last word of the settings on a plugin.
type verdict struct {
	off  bool
	file string
}

// switches reads the three settings files; later ones have the last word.
func (s *sources) switches(at discovery.Place) map[string]verdict {
	out := make(map[string]verdict)
	for _, file := range []string{
		filepath.Join(at.Home, ".claude", "settings.json"),
		filepath.Join(at.Project, ".claude", "settings.json"),
		filepath.Join(at.Project, ".claude", "settings.local.json"),
	} {
		var set claudeSettings
		s.read(file, &set)
		for id, on := range set.EnabledPlugins {
			out[id] = verdict{off: !on, file: file}
		}
	}
	return out
}

// plugin adds the roots of one plugin: its skills folder, its own SKILL.md,
// and what its manifest names.
func (s *sources) plugin(id string, in install, v verdict) {
	dir := filepath.Clean(in.InstallPath)
	if info, err := os.Stat(dir); err != nil || !info.IsDir() || !filepath.IsAbs(dir) {
		s.notes = append(s.notes, skills.Diagnostic{
			Code: discovery.CodeMissingPlugin, Severity: skills.Warning, Path: in.InstallPath,
			Message: fmt.Sprintf("plugin %s is installed, but its folder is not there", id),
			Hint:    "install the plugin again",
		})
		return
	}
	name := id
	if i := strings.LastIndexByte(id, '@'); i > 0 {
		name = id[:i]
	}
	root := func(path string) *discovery.Root {
		r := &discovery.Root{Provider: discovery.ClaudePlugins, Level: discovery.Plugin, Path: path, Plugin: name}
		if v.off {
			r.Off = fmt.Sprintf("plugin %s is switched off in %s", id, v.file)
		}
		return r
	}
	s.targets = append(s.targets,
		scan.Target{Root: root(dir), Itself: true, Only: true},
		scan.Target{Root: root(filepath.Join(dir, "skills"))})
	for _, path := range s.extra(dir) {
		s.targets = append(s.targets, scan.Target{Root: root(path), Itself: true, Named: true})
	}
}

// extra lists the further folders that a plugin's manifest names.
func (s *sources) extra(dir string) []string {
	file := filepath.Join(dir, ".claude-plugin", "plugin.json")
	var m manifest
	s.read(file, &m)
	var out []string
	for _, p := range m.Skills {
		path := filepath.Join(dir, filepath.FromSlash(p))
		switch {
		case !filepath.IsLocal(filepath.FromSlash(p)):
			s.bad(file, 0, fmt.Sprintf("skills folder %q is outside the plugin", p))
		case path != dir && path != filepath.Join(dir, "skills") && !slices.Contains(out, path):
			out = append(out, path)
		}
	}
	return out
}
