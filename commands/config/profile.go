package config

import (
	"maps"
	"slices"
	"strings"

	"gopkg.in/yaml.v3"

	"deft/commands/phrase"
	"deft/discovery"
	"deft/discovery/rules"
)

// profileFields are the fields of a profile with their kinds, by the names
// that the same settings have for all skills.
func profileFields() []key {
	var out []key
	for _, name := range []string{keyInclude, keyIgnored, keyCategories, keyNativeUser, keyNativeProject, keyClaudeUser, keyClaudeProject, keyCodexUser} {
		k, _ := findKey(name)
		k.name = strings.TrimPrefix(k.name, "skills.")
		k.alias = strings.TrimPrefix(k.alias, "skills.")
		out = append(out, k)
	}
	providers := rules.Deft().Providers()
	return append(out, key{name: "providers", kind: choices, choices: providers}, key{name: "precedence", kind: choices, choices: providers})
}

// profiles reads a map of profiles.
func (r *reader) profiles(k key, n *yaml.Node) ([]value, error) {
	if n.Kind != yaml.MappingNode {
		return nil, r.fault(n, "", "%s wants %s, not %s", k.name, k.kind, describe(n))
	}
	out := make([]value, 0, len(n.Content)/2)
	for name, val := range pairs(n) {
		if err := r.once(name, k.name+"."+name.Value, "stands", "keep one of the two"); err != nil {
			return nil, err
		}
		v, err := r.profile(k, name, target(val))
		if err != nil {
			return nil, err
		}
		out = append(out, v)
	}
	return out, nil
}

// profile reads one profile. Its text names the fields that it sets.
func (r *reader) profile(k key, name, n *yaml.Node) (value, error) {
	v := value{file: r.file, line: name.Line, origin: phrase.Place(r.file, name.Line), profile: discovery.Profile{Name: name.Value}}
	full := k.name + "." + name.Value
	if name.Value == "" || target(name).Kind != yaml.ScalarNode {
		return v, r.fault(name, "", "a profile in %s has no name", k.name)
	}
	if n.Kind != yaml.MappingNode && !null(n) {
		return v, r.fault(n, "", "%s wants a map of fields, not %s", full, describe(n))
	}
	var parts []string
	for at, val := range pairs(n) {
		field, err := r.field(full, at)
		if err != nil {
			return v, err
		}
		short := field.name
		field.name = full + "." + short
		if err := r.once(at, field.name, "is set", "keep one of the two"); err != nil {
			return v, err
		}
		values, err := r.values(field, val)
		if err != nil {
			return v, err
		}
		texts := texts(values)
		setField(&v.profile, short, texts)
		v.private = v.private || !field.project
		if len(texts) > 0 {
			parts = append(parts, short+" "+strings.Join(texts, " "))
		}
	}
	v.text = name.Value
	v.shown = strings.TrimSuffix(name.Value+": "+strings.Join(parts, "; "), ": ")
	return v, nil
}

// field finds a field of a profile.
func (r *reader) field(profile string, at *yaml.Node) (key, error) {
	var names []string
	for _, k := range profileFields() {
		if at.Value == k.name || k.alias != "" && at.Value == k.alias {
			return k, nil
		}
		names = append(names, k.name)
	}
	return key{}, r.fault(at, "a profile has "+strings.Join(names, ", "), "unknown key %q in %s", at.Value, profile)
}

// setField puts checked texts into a profile.
func setField(p *discovery.Profile, name string, texts []string) {
	switch name {
	case strings.TrimPrefix(keyInclude, "skills."):
		p.Skills = texts
	case strings.TrimPrefix(keyIgnored, "skills."):
		p.Ignored = texts
	case strings.TrimPrefix(keyCategories, "skills."):
		p.Categories = texts
	case "providers":
		p.Providers = texts
	case "precedence":
		p.Precedence = texts
	default:
		if len(texts) == 0 {
			return
		}
		if p.Toggles == nil {
			p.Toggles = map[discovery.Switch]bool{}
		}
		p.Toggles[discovery.Switch(name)] = texts[0] == "true"
	}
}

// profiles are the merged profiles, by name.
func (m merged) profiles() []discovery.Profile {
	byName := map[string]discovery.Profile{}
	for _, v := range m[keyProfiles] {
		byName[v.text] = v.profile
	}
	var out []discovery.Profile
	for _, name := range slices.Sorted(maps.Keys(byName)) {
		out = append(out, byName[name])
	}
	return out
}
