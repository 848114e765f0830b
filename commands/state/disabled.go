package state

import (
	"path/filepath"
	"slices"
	"strings"
)

const disabledFile = "disabled.json"

// DisabledFile is where disabled skills are kept, for messages.
func (s *Store) DisabledFile() string { return filepath.Join(s.folder.path, disabledFile) }

// Disabled are the names of the skills that the user has switched off for deft
// everywhere, or in the project of this path, sorted.
func (s *Store) Disabled(project string) []string {
	var out []string
	for _, key := range s.disabled.Keys() {
		name, where, local := strings.Cut(key, "@")
		if name != "" && (!local || where == project) && !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	slices.Sort(out)
	return out
}

// IsDisabled reports whether a name is switched off just there: everywhere for
// the project "".
func (s *Store) IsDisabled(name, project string) bool {
	return s.disabled.Get(disabledKey(name, project)) != ""
}

// Disable switches a name off, or on again, for deft: in the project of a path,
// everywhere for "". The error says that it could not be kept.
func (s *Store) Disable(name, project string, off bool) error {
	value := ""
	if off {
		value = "disabled"
	}
	return s.disabled.put(disabledKey(name, project), value)
}

// disabledKey is NAME, or NAME@PROJECT: no name has an @ in it.
func disabledKey(name, project string) string {
	if project == "" {
		return name
	}
	return name + "@" + project
}
