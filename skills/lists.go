package skills

import (
	"strings"

	"gopkg.in/yaml.v3"
)

// tools reads allowed-tools: a text with blanks or commas, or a list. What
// cannot be read approves nothing.
func (f *filler) tools(p pair) []string {
	list, ok := toolList(resolve(p.node))
	if !ok {
		f.r.warn(InvalidAllowedTools, p.line, "allowed-tools is "+quoted(valueText(p.node))+", no list of tools: nothing is approved beforehand",
			"allowed-tools: Read Grep")
		return nil
	}
	return list
}

func toolList(n *yaml.Node) ([]string, bool) {
	switch {
	case isNull(n):
		return nil, true
	case isString(n):
		return split(strings.TrimSpace(n.Value), true)
	case n.Kind != yaml.SequenceNode:
		return nil, false
	}
	return stringItems(n)
}

// globs reads globs: a text with commas, or a list.
func (f *filler) globs(p pair) []string {
	n := resolve(p.node)
	list, ok := []string(nil), true
	switch {
	case isNull(n):
	case n.Kind == yaml.ScalarNode:
		list, ok = split(strings.TrimSpace(n.Value), false)
	case n.Kind == yaml.SequenceNode:
		list, ok = stringItems(n)
	default:
		ok = false
	}
	if !ok {
		f.r.warn(WrongType, p.line, "globs is "+quoted(valueText(p.node))+", no list of patterns: ignored", `globs: ["*.go", "*.md"]`)
		return nil
	}
	return list
}

// stringItems lists the texts of a list; ok is false where one is no text.
func stringItems(n *yaml.Node) (list []string, ok bool) {
	for _, item := range n.Content {
		item = resolve(item)
		if !isString(item) {
			return nil, false
		}
		if s := strings.TrimSpace(item.Value); s != "" {
			list = append(list, s)
		}
	}
	return list, true
}

func isString(n *yaml.Node) bool { return n.Kind == yaml.ScalarNode && n.ShortTag() == "!!str" }

// split cuts a list written as one text at its commas, and at its blanks where
// wanted, but not inside brackets. Brackets around the whole fall away. ok is
// false where brackets do not pair up. The items share the memory of s.
func split(s string, blanks bool) (list []string, ok bool) {
	if strings.HasPrefix(s, "[") && strings.HasSuffix(s, "]") {
		s = s[1 : len(s)-1]
	}
	room := 1 + strings.Count(s, ",")
	if blanks {
		room = max(room, 1+strings.Count(s, " "))
	}
	list = make([]string, 0, min(room, 64))
	depth, start := 0, 0
	for i := 0; i <= len(s); i++ {
		if i == len(s) || depth == 0 && isSeparator(s[i], blanks) {
			if item := strings.Trim(s[start:i], " \t\n\"'"); item != "" {
				list = append(list, item)
			}
			start = i + 1
			continue
		}
		switch s[i] {
		case '(', '{':
			depth++
		case ')', '}':
			depth--
		}
		if depth < 0 {
			return nil, false
		}
	}
	if len(list) == 0 {
		list = nil
	}
	return list, depth == 0
}

func isSeparator(c byte, blanks bool) bool {
	return c == ',' || c == '\n' || blanks && (c == ' ' || c == '\t')
}
