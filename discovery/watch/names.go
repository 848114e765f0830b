package watch

import (
	"path/filepath"
	"strings"
)

// pruned entries of a root hold no skills, whatever is in them.
func pruned(name string) bool {
	switch name {
	case "node_modules", "__MACOSX", "venv", "__pycache__":
		return true
	}
	return strings.HasPrefix(name, ".")
}

// isFlat reports whether a file directly in a root may be a skill, or be
// reported as a misplaced one.
func isFlat(name string) bool {
	return strings.EqualFold(filepath.Ext(name), ".md") && !pruned(name)
}

// spellings are the names of a skill's file that are read, the right one
// first.
func spellings() [3]string { return [3]string{"SKILL.md", "skill.md", "SKILL.MD"} }

func isSkillFile(name string) bool { return strings.EqualFold(name, "SKILL.md") }

// join puts a name below a clean absolute folder.
func join(dir, name string) string {
	if dir == "/" {
		return dir + name
	}
	return dir + "/" + name
}

// split cuts a clean absolute path before its last name.
func split(path string) (dir, name string) {
	i := strings.LastIndexByte(path, '/')
	return path[:max(i, 1)], path[i+1:]
}
