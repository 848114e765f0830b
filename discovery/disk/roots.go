package disk

import (
	"os"
	"path/filepath"
	"slices"

	"deft/discovery"
	"deft/discovery/scan"
)

// At is the place of a working folder. Its project is the nearest folder above
// that holds a .git, be it a folder or a worktree's file, else the working
// folder itself. home may be "" where it is unknown.
func At(cwd, home string) discovery.Place {
	cwd = filepath.Clean(cwd)
	if home != "" {
		home = filepath.Clean(home)
	}
	p := discovery.Place{Cwd: cwd, Home: home, Project: cwd}
	for _, dir := range above(cwd, "/") {
		if _, err := os.Lstat(filepath.Join(dir, ".git")); err == nil {
			p.Project = dir
			break
		}
	}
	return p
}

// above lists a folder and those it lies in, up to top, nearest first. Where
// the folder is not below top there is only the folder itself.
func above(dir, top string) []string {
	out := []string{dir}
	for d := dir; d != top; {
		up := filepath.Dir(d)
		if up == d {
			return out[:1]
		}
		d = up
		out = append(out, d)
	}
	return out
}

// projectFolders lists the folders whose own skills count for a project,
// nearest first. The home folder is left out: what lies in it is the user's,
// even where a git tree holds it.
func projectFolders(at discovery.Place) []string {
	home, homeErr := os.Stat(at.Home)
	return slices.DeleteFunc(above(at.Cwd, at.Project), func(dir string) bool {
		info, err := os.Stat(dir)
		return homeErr == nil && err == nil && os.SameFile(home, info)
	})
}

// dirs are the roots of a source in the project and in the home folder.
func dirs(s discovery.Source, at discovery.Place) []scan.Target {
	var out []scan.Target
	add := func(dir string, d discovery.Dir, distance int) {
		out = append(out, scan.Target{Flat: s.Flat, Root: &discovery.Root{
			Provider: s.Provider, Level: d.Level, Path: filepath.Join(dir, filepath.FromSlash(d.Path)), Distance: distance,
		}})
	}
	for _, d := range s.Roots {
		switch {
		case d.Level == discovery.Project:
			for i, dir := range projectFolders(at) {
				if !d.RootOnly || dir == at.Project {
					add(dir, d, i)
				}
			}
		case at.Home != "":
			add(at.Home, d, 0)
		}
	}
	return out
}

// custom are the folders that the config names, each once.
func custom(s discovery.Source, paths []string) []scan.Target {
	var out []scan.Target
	seen := make(map[string]bool)
	for i, p := range paths {
		p = filepath.Clean(p)
		if seen[p] {
			continue
		}
		seen[p] = true
		out = append(out, scan.Target{
			Root:   &discovery.Root{Provider: discovery.CustomDirs, Level: discovery.Custom, Path: p, Order: i},
			Itself: true, Named: true, Flat: s.Flat,
		})
	}
	return out
}

// tree is the root of skills.path.
func tree(path string) []scan.Target {
	root := &discovery.Root{Provider: discovery.Path, Level: discovery.Custom, Path: filepath.Clean(path)}
	return []scan.Target{{Root: root, Categories: true, Named: true}}
}

// bundledRoot is the root of skills.bundledDirectory.
func bundledRoot(s discovery.Source, path string) []scan.Target {
	root := &discovery.Root{Provider: s.Provider, Level: discovery.Bundled, Path: filepath.Clean(path)}
	return []scan.Target{{Root: root, Named: true, Flat: s.Flat}}
}
