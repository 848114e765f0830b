package mcp

import (
	"math"
	"slices"
	"strings"

	"gopkg.in/yaml.v3"

	"deft/skills"
)

// maxNodes bounds the values of a frontmatter, aliases counted where they
// stand.
const maxNodes = 10_000

// frontmatter is that of a SKILL.md as JSON. Where strict YAML does not take
// it, there are the values that deft has made of it, as texts.
func frontmatter(text string, s *skills.Skill) map[string]any {
	if out, ok := strict(text, s.BodyLine); ok && s.StrictError == "" {
		return out
	}
	out := map[string]any{}
	for _, e := range s.Entries {
		out[e.Key] = e.Value
	}
	return out
}

// strict reads what stands between the fences; the body begins at a line,
// counted from 1.
func strict(text string, bodyLine int) (map[string]any, bool) {
	lines := strings.Split(text, "\n")
	open := slices.IndexFunc(lines, func(l string) bool { return strings.TrimRight(l, " \t\r") == "---" })
	end := bodyLine - 2 // the closing fence, counted from 0
	if open < 0 || end <= open || end > len(lines) {
		return nil, false
	}
	var doc yaml.Node
	if err := yaml.Unmarshal([]byte(strings.Join(lines[open+1:end], "\n")), &doc); err != nil || len(doc.Content) == 0 {
		return nil, false
	}
	left := maxNodes
	out, ok := value(doc.Content[0], &left).(map[string]any)
	return out, ok && left >= 0
}

// value is a YAML value as JSON has it. What JSON has no word for, as dates
// and infinities, stays as it is written.
func value(n *yaml.Node, left *int) any {
	if *left--; *left < 0 {
		return nil
	}
	switch n.Kind {
	case yaml.AliasNode:
		return value(n.Alias, left)
	case yaml.SequenceNode:
		list := []any{}
		for _, item := range n.Content {
			list = append(list, value(item, left))
		}
		return list
	case yaml.MappingNode:
		out := map[string]any{}
		for i := 0; i+1 < len(n.Content); i += 2 {
			out[n.Content[i].Value] = value(n.Content[i+1], left)
		}
		return out
	}
	return scalar(n)
}

func scalar(n *yaml.Node) any {
	switch n.ShortTag() {
	case "!!int", "!!float", "!!bool", "!!null":
		var v any
		if n.Decode(&v) != nil {
			return n.Value
		}
		if f, ok := v.(float64); ok && (math.IsNaN(f) || math.IsInf(f, 0)) {
			return n.Value
		}
		return v
	}
	return n.Value
}
