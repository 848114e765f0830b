package keys

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"deft/commands/config"
	"deft/skills/match"
)

// Rebind returns the map with other keys for some actions. The error is a *config.Error: an action or a key that there is not,
// or a key that would do two things.
func (m Map) Rebind(bindings []config.Binding) (Map, error) {
	initial := m
	all := m.actions()
	given := map[string]config.Binding{}
	for _, b := range bindings {
		i := slices.IndexFunc(all, func(a action) bool { return a.name == b.Action })
		if i < 0 {
			return m, unknownAction(b, all)
		}
		names := make([]string, 0, len(b.Keys))
		for _, k := range b.Keys {
			name, err := keyNamed(b, all[i], k)
			if err != nil {
				return m, err
			}
			names = append(names, name)
		}
		if len(names) == 0 && b.Action == "interrupt" {
			return m, fault(b, "deft could not be left then", "keys.%s wants a key", b.Action)
		}
		given[b.Action] = b
		*all[i].binding = rebound(*all[i].binding, names)
	}
	return m, conflict(all, initial.actions(), given)
}

// rebound is a binding with other keys.
func rebound(b key.Binding, names []string) key.Binding {
	var shown []string
	for _, n := range names {
		shown = append(shown, pretty(n))
	}
	out := key.NewBinding(key.WithKeys(names...), key.WithHelp(strings.Join(shown, "/"), b.Help().Desc))
	out.SetEnabled(len(names) > 0)
	return out
}

// pretty is a key as help shows it.
func pretty(name string) string {
	short := map[string]string{"up": "↑", "down": "↓", "left": "←", "right": "→", "pgdown": "pgdn", "delete": "del", " ": "space"}
	if s, ok := short[name]; ok {
		return s
	}
	if len(name) > 1 && name[0] == 'f' && name[1] >= '0' && name[1] <= '9' {
		return strings.ToUpper(name)
	}
	return name
}

func fault(b config.Binding, hint, format string, args ...any) error {
	return &config.Error{File: b.File, Line: b.Line, Msg: fmt.Sprintf(format, args...), Hint: hint}
}

func unknownAction(b config.Binding, all []action) error {
	var names []string
	for _, a := range all {
		names = append(names, a.name)
	}
	hint := "the README lists the actions"
	if near := match.Nearest(b.Action, names, 1); len(near) > 0 {
		hint = "did you mean " + near[0] + "?"
	}
	return fault(b, hint, "keys: no action is called %q", b.Action)
}

// keyNamed is what Bubble Tea calls a key that the config names.
func keyNamed(b config.Binding, a action, name string) (string, error) {
	if name == "space" {
		name = " "
	}
	bare := strings.TrimPrefix(name, "alt+")
	letter := utf8.RuneCountInString(bare) == 1 && bare >= " "
	switch {
	case letter && bare == name && a.typing():
		return "", fault(b, "take one with ctrl, alt or F1 to F20", "keys.%s: %q is a key that writes", b.Action, name)
	case !letter && !slices.Contains(named(), bare):
		hint := "names are like a, A, ctrl+a, alt+a, f1, enter, esc, tab, shift+tab, space, up, pgdown, home"
		if lower := strings.ToLower(name); slices.Contains(named(), lower) {
			hint = "did you mean " + lower + "?"
		}
		return "", fault(b, hint, "keys.%s: no key is called %q", b.Action, name)
	}
	return name, nil
}

// named are the names of the keys that are no letters.
func named() []string {
	var out []string
	for t := tea.KeyType(-128); t < 128; t++ {
		if name := (tea.Key{Type: t}).String(); name != "" && t != tea.KeyRunes {
			out = append(out, name)
		}
	}
	return out
}

// conflict says which key does two things now. What the initial map shares is meant.
func conflict(all, initial []action, given map[string]config.Binding) error {
	for i, a := range all {
		b, changed := given[a.name]
		if !changed {
			continue
		}
		for j, other := range all {
			if i == j || !together(a, other) {
				continue
			}
			for _, k := range a.binding.Keys() {
				meant := slices.Contains(initial[i].binding.Keys(), k) && slices.Contains(initial[j].binding.Keys(), k)
				if slices.Contains(other.binding.Keys(), k) && !meant {
					return fault(b, fmt.Sprintf("give %s another key too, or []", other.name), "keys.%s: %s is also the key of %s", b.Action, pretty(k), other.name)
				}
			}
		}
	}
	return nil
}
