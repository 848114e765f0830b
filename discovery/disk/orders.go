package disk

import (
	"cmp"
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"deft/discovery"
	"deft/discovery/settings"
)

// speaker is whose words are turned into orders.
type speaker struct{ file, home string }

// says makes the clause of an order.
func (p speaker) says(key, value string) string { return key + " in " + p.file + " says " + value }

// ordersIn turns a setting's value into orders; ok is false where it has the
// wrong type.
func ordersIn(s *discovery.Setting, v *settings.Value, p speaker) (out []discovery.Order, ok bool) {
	switch s.Form {
	case discovery.One:
		return oneOrders(s, v, p), v.Kind == settings.Text || v.Kind == settings.Other
	case discovery.Values:
		return valueOrders(s, v, p), v.Kind == settings.Object || s.Names == discovery.ByGlob && v.Kind == settings.Text
	case discovery.Tables:
		return tableOrders(s, v, p), v.Kind == settings.List
	case discovery.Patterns:
		return patternOrders(s, v, p), v.Kind == settings.List
	}
	return nameOrders(s, v, p), v.Kind == settings.List
}

// oneOrders reads a single value.
func oneOrders(s *discovery.Setting, v *settings.Value, p speaker) []discovery.Order {
	o := discovery.Order{Selector: discovery.EverySkill}
	if o.Off = slices.Contains(s.Off, v.Text); o.Off {
		o.Detail = p.says(s.Key, v.Text)
	}
	if len(s.Sources) == 0 {
		return []discovery.Order{o}
	}
	var out []discovery.Order
	for _, source := range s.Sources {
		o.Selector, o.Text = discovery.BySource, source
		out = append(out, o)
	}
	return out
}

// nameOrders reads a list of names, of what is off or of what alone is on.
func nameOrders(s *discovery.Setting, v *settings.Value, p speaker) []discovery.Order {
	var out []discovery.Order
	o := discovery.Order{Selector: s.Names, Off: s.Form == discovery.Names}
	if o.Off {
		o.Detail = s.Key + " in " + p.file + " names it"
	} else if len(v.Items) > 0 {
		out = append(out, discovery.Order{Selector: discovery.EverySkill, Off: true, Detail: s.Key + " in " + p.file + " does not name it"})
	}
	for _, item := range v.Items {
		if name, ok := strings.CutPrefix(item.Text, s.Prefix); ok && item.Kind == settings.Text {
			o.Text = name
			out = append(out, o)
		}
	}
	return out
}

// valueOrders reads an object of names.
func valueOrders(s *discovery.Setting, v *settings.Value, p speaker) []discovery.Order {
	var out []discovery.Order
	if v.Kind == settings.Text { // one value for all names
		all := settings.Member{Key: "*", Value: v}
		v = &settings.Value{Members: []settings.Member{all}}
	}
	last := make(map[string]int, len(v.Members))
	for i, m := range v.Members {
		last[m.Key] = i
	}
	for i, m := range v.Members {
		key, value := s.Key+"."+m.Key, m.Value
		if s.Value != "" {
			key, value = key+"."+s.Value, m.Value.At(s.Value)
		}
		if value == nil || last[m.Key] != i {
			continue
		}
		o := discovery.Order{Selector: s.Names, Text: m.Key, Off: slices.Contains(s.Off, value.Text)}
		o.People = s.People != "" && value.Text == s.People
		means := s.Means[value.Text]
		if o.Off || means != "" {
			o.Detail = p.says(key, value.Text)
		}
		if means != "" {
			o.Detail += ": " + means
		}
		out = append(out, o)
	}
	return out
}

// tableOrders reads a list of objects with a name or a path, and enabled.
func tableOrders(s *discovery.Setting, v *settings.Value, p speaker) []discovery.Order {
	var out []discovery.Order
	for _, t := range v.Items {
		name, file, enabled := t.At("name"), t.At("path"), t.At("enabled")
		if (name == nil) == (file == nil) || enabled == nil {
			continue
		}
		o := discovery.Order{Off: enabled.Text == "false"}
		if name != nil {
			o.Selector, o.Text = discovery.ByName, strings.TrimSpace(name.Text)
			o.Detail = p.says(s.Key, fmt.Sprintf("name = %q, enabled = %s", o.Text, enabled.Text))
		} else {
			o.Selector, o.Text = discovery.ByFile, p.real(file.Text)
			o.Detail = p.says(s.Key, fmt.Sprintf("path = %q, enabled = %s", file.Text, enabled.Text))
		}
		if !o.Off {
			o.Detail = ""
		}
		out = append(out, o)
	}
	return out
}

// real is where a path in a settings file leads to.
func (p speaker) real(at string) string {
	if below, ok := strings.CutPrefix(at, "~/"); ok && p.home != "" {
		at = filepath.Join(p.home, below)
	} else if !filepath.IsAbs(at) {
		at = filepath.Join(filepath.Dir(p.file), at)
	}
	if real, err := filepath.EvalSymlinks(at); err == nil {
		return real
	}
	return at
}

// patternOrders reads a list of patterns, the weaker before the stronger.
func patternOrders(s *discovery.Setting, v *settings.Value, p speaker) []discovery.Order {
	var out []discovery.Order
	for _, item := range v.Items {
		if item.Kind != settings.Text || item.Text == "" || !strings.Contains("!+-", item.Text[:1]) {
			continue
		}
		o := discovery.Order{Selector: discovery.ByPlace, Text: item.Text[1:], Off: item.Text[0] != '+', Detail: p.says(s.Key, item.Text)}
		if item.Text[0] == '!' {
			o.Selector = discovery.ByPattern
		} else {
			o.Text = strings.TrimPrefix(o.Text, "./")
		}
		if below, ok := strings.CutPrefix(o.Text, "~/"); ok && p.home != "" {
			o.Text = path.Join(p.home, below)
		}
		if !o.Off {
			o.Detail = ""
		}
		out = append(out, o)
	}
	strength := func(o discovery.Order) int {
		switch {
		case o.Selector == discovery.ByPattern:
			return 0
		case !o.Off:
			return 1
		}
		return 2
	}
	slices.SortStableFunc(out, func(a, b discovery.Order) int { return cmp.Compare(strength(a), strength(b)) })
	return out
}
