package disk

import (
	"cmp"
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"deft/discovery"
	"deft/discovery/scan"
)

// Scene reads, once, every root and settings file that one of the rules names
// for a place, and asks the other providers. getenv is asked for the variables that the rules
// name. The error is the context's, or the first of the others'.
func Scene(ctx context.Context, at discovery.Place, getenv func(string) (string, bool), all []discovery.Rules, others ...discovery.Provider) (*discovery.Scene, error) {
	s := &discovery.Scene{Ground: Ground(at, getenv, all)}
	readSettings(s, all)
	seen := make(map[string]bool)
	for _, r := range all {
		for _, source := range r.Sources {
			for _, d := range source.Roots {
				for _, spot := range s.Ground.Places(d) {
					if !seen[spot.Path] {
						seen[spot.Path] = true
						s.Shared = append(s.Shared, &discovery.Root{Provider: providerOf(r, source, d, spot.Path), Level: d.Level, Path: spot.Path, Distance: spot.Distance})
					}
				}
			}
		}
	}
	each, err := scan.NewPool().Deep(ctx, s.Shared)
	if err != nil {
		return nil, err
	}
	for _, p := range others {
		o, err := p.List(ctx, s.Ground.Place)
		if err != nil {
			return nil, err
		}
		each = append(each, o)
	}
	o := scan.Join(each)
	s.Candidates, s.Roots = o.Candidates, o.Roots
	return s, nil
}

// providerOf names a root: as deft's own rules do, where it is one of theirs.
func providerOf(r discovery.Rules, s discovery.Source, d discovery.Dir, path string) string {
	switch {
	case r.Agent == "deft":
		return s.Provider
	case d.Setting != "":
		return discovery.CustomDirs
	}
	return family(cmp.Or(d.Path, path))
}

// family names a root after the folder that holds it: "agents" for
// ".agents/skills".
func family(path string) string {
	dir := filepath.Base(filepath.Dir(path))
	if len(dir) > 1 && dir[0] == '.' {
		return dir[1:]
	}
	if dir == "agent" { // of .pi/agent and the like
		return family(filepath.Dir(path))
	}
	if up := filepath.Base(filepath.Dir(filepath.Dir(path))); up == ".config" {
		return dir
	}
	return filepath.Base(path)
}

// Ground looks at what the choice of roots depends on.
func Ground(at discovery.Place, getenv func(string) (string, bool), all []discovery.Rules) discovery.Ground {
	g := discovery.Ground{Place: at, Env: make(map[string]string)}
	if g.Project == "" {
		g.Place = At(at.Cwd, at.Home)
	}
	home, homeErr := os.Stat(g.Home)
	for _, dir := range above(g.Cwd, "/") {
		f := discovery.Folder{Path: dir, Git: gitAt(dir)}
		if info, err := os.Stat(dir); err == nil && homeErr == nil {
			f.Home = os.SameFile(info, home)
		}
		g.Above = append(g.Above, f)
	}
	for _, r := range all {
		for _, d := range dirsOf(r) {
			for _, name := range append(slices.Clip(d.Unless), d.Env) {
				if v, ok := getenv(name); name != "" && ok && v != "" {
					g.Env[name] = v
				}
			}
		}
	}
	return g
}

// dirsOf are the roots and the settings files that rules name.
func dirsOf(r discovery.Rules) []discovery.Dir {
	var out []discovery.Dir
	for _, s := range r.Sources {
		out = append(out, s.Roots...)
	}
	for _, s := range r.Settings {
		out = append(out, s.Files...)
	}
	return out
}

// gitAt is what a folder's .git is, 0 where there is none.
func gitAt(dir string) discovery.Git {
	git := filepath.Join(dir, ".git")
	info, err := os.Stat(git)
	if err != nil {
		return 0
	}
	if info.IsDir() {
		if isRepository(git) {
			return discovery.GitRepository
		}
		return discovery.GitHusk
	}
	if data, err := scan.ReadFile(git, 4<<10); err == nil {
		if to, ok := gitdir(string(data), dir); ok && isRepository(to) {
			return discovery.GitRepository
		}
	}
	return discovery.GitFile
}

// isRepository reports whether a folder is what Git takes for one of its own.
func isRepository(git string) bool {
	_, err := os.Stat(filepath.Join(git, "HEAD"))
	return err == nil
}

// gitdir is where a .git file leads to.
func gitdir(text, dir string) (string, bool) {
	to, ok := strings.CutPrefix(strings.TrimSpace(text), "gitdir:")
	if to = strings.TrimSpace(to); ok && !filepath.IsAbs(to) {
		to = filepath.Join(dir, to)
	}
	return to, ok
}
