package scan

import (
	"io/fs"
	"path"
	"strings"
)

// maxIgnore is how much of an ignore file is read, in bytes.
const maxIgnore = 64 << 10

// ignore is what the ignore files of a folder, and of those it lies in, name.
type ignore struct {
	up       *ignore
	patterns []pattern
}

// pattern is one line of an ignore file. It concerns names; a line that holds
// a path is taken for the folder it stands in only where it has one part.
type pattern struct {
	glob   string
	folder bool // only folders
	back   bool // it takes back what earlier ones named
}

// ignoring reads the ignore files among a folder's entries.
func ignoring(at stop, entries []fs.DirEntry) *ignore {
	out := at.ignore
	for _, e := range entries {
		switch e.Name() {
		case ".gitignore", ".ignore", ".fdignore":
			if data, err := ReadFile(join(at.path, e.Name()), maxIgnore); err == nil {
				out = &ignore{up: out, patterns: patternsOf(string(data))}
			}
		}
	}
	return out
}

func patternsOf(text string) []pattern {
	var out []pattern
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		var p pattern
		line, p.back = strings.CutPrefix(line, "!")
		line, p.folder = strings.CutSuffix(line, "/")
		if p.glob = strings.TrimPrefix(strings.TrimPrefix(line, "**/"), "/"); p.glob != "" && !strings.Contains(p.glob, "/") {
			out = append(out, p)
		}
	}
	return out
}

// names reports whether an entry of the folder is to be ignored.
func (g *ignore) names(name string, folder bool) bool {
	for ; g != nil; g = g.up {
		for i := len(g.patterns) - 1; i >= 0; i-- {
			p := g.patterns[i]
			if hit, err := path.Match(p.glob, name); hit && err == nil && (folder || !p.folder) {
				return !p.back
			}
		}
	}
	return false
}
