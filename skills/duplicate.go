package skills

import (
	"fmt"

	"gopkg.in/yaml.v3"
)

// dropDuplicates keeps the first value of each key, at every depth.
func dropDuplicates(r *report, list []pair) []pair {
	kept := list[:0]
	first := make(map[string]int, len(list))
	for _, p := range list {
		if isDuplicate(r, first, p.key, p.line) {
			continue
		}
		dropNested(r, p.node, p.line-p.key.Line)
		kept = append(kept, p)
	}
	return kept
}

// dropNested does the same inside a value; shift is added to its lines.
func dropNested(r *report, n *yaml.Node, shift int) {
	if n.Kind != yaml.MappingNode {
		for _, child := range n.Content {
			dropNested(r, child, shift)
		}
		return
	}
	kept := n.Content[:0]
	first := make(map[string]int, len(n.Content)/2)
	for _, p := range pairs(n, shift) {
		if isDuplicate(r, first, p.key, p.line) {
			continue
		}
		dropNested(r, p.node, shift)
		kept = append(kept, p.key, p.node)
	}
	n.Content = kept
}

// isDuplicate reports a key that was seen before.
func isDuplicate(r *report, first map[string]int, key *yaml.Node, line int) bool {
	if key.Kind != yaml.ScalarNode {
		return false
	}
	before, seen := first[key.Value]
	if !seen {
		first[key.Value] = line
		return false
	}
	r.warn(DuplicateKey, line, fmt.Sprintf("the key %s occurs again: the value of line %d holds", quoted(key.Value), before),
		"remove one of the two")
	return true
}
