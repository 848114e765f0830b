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
// everywhere, or in the project of this path, sorted: also what another deft
// has switched since.
func (s *Store) Disabled(project string) []string {
	s.disabled.reread()
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
// the project "". What another deft has switched is known from the last
// Disabled.
func (s *Store) IsDisabled(name, project string) bool {
	return s.disabled.Get(disabledKey(name, project)) != ""
}

// Disable switches names off, or on again, for deft: in the project of a path,
// everywhere for "". An error says why none of them was.
func (s *Store) Disable(names []string, project string, off bool) error {
	value := ""
	if off {
		value = "disabled"
	}
	values := map[string]string{}
	for _, name := range names {
		values[disabledKey(name, project)] = value
	}
	return s.disabled.put(values)
}

// disabledKey is NAME, or NAME@PROJECT: no name has an @ in it.
func disabledKey(name, project string) string {
	if project == "" {
		return name
	}
	return name + "@" + project
}
