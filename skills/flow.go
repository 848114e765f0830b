package skills

import (
	"strings"

	"gopkg.in/yaml.v3"
)

// Bounds on a value shown as text: aliases can make a small file mean a huge,
// even an endless value.
const (
	maxFlow      = 8 << 10 // bytes
	maxFlowDepth = 32
)

// valueText is a value as text: a scalar's own, trimmed; maps and lists in
// flow style; "" for null.
func valueText(n *yaml.Node) string {
	if target := resolve(n); target.Kind == yaml.ScalarNode {
		if isNull(target) {
			return ""
		}
		return strings.TrimSpace(target.Value)
	}
	var b strings.Builder
	writeFlow(&b, n, 0)
	return b.String()
}

// resolve follows an alias to what it stands for.
func resolve(n *yaml.Node) *yaml.Node {
	for range maxFlowDepth {
		if n.Kind != yaml.AliasNode || n.Alias == nil {
			break
		}
		n = n.Alias
	}
	return n
}

func writeFlow(b *strings.Builder, n *yaml.Node, depth int) {
	n = resolve(n)
	if b.Len() > maxFlow || depth > maxFlowDepth {
		b.WriteString("…")
		return
	}
	switch n.Kind {
	case yaml.MappingNode:
		b.WriteByte('{')
		for i := 0; i+1 < len(n.Content) && b.Len() <= maxFlow; i += 2 {
			separate(b, i)
			writeFlow(b, n.Content[i], depth+1)
			b.WriteString(": ")
			writeFlow(b, n.Content[i+1], depth+1)
		}
		b.WriteByte('}')
	case yaml.SequenceNode:
		b.WriteByte('[')
		for i := 0; i < len(n.Content) && b.Len() <= maxFlow; i++ {
			separate(b, i)
			writeFlow(b, n.Content[i], depth+1)
		}
		b.WriteByte(']')
	default:
		b.WriteString(flowScalar(n))
	}
}

func separate(b *strings.Builder, i int) {
	if i > 0 {
		b.WriteString(", ")
	}
}

// flowScalar quotes a text only where it could be read as something else.
func flowScalar(n *yaml.Node) string {
	s := n.Value
	if n.Style&(yaml.DoubleQuotedStyle|yaml.SingleQuotedStyle) == 0 && isNull(n) {
		return "null"
	}
	if s == "" || s != strings.TrimSpace(s) || strings.ContainsAny(s, ",[]{}\n\"\\") || strings.Contains(s, ": ") || strings.Contains(s, " #") {
		return `"` + flowEscapes().Replace(s) + `"`
	}
	return s
}

// flowEscapes leaves all else as it is: what shows a value cleans it, and what
// looks for hidden characters must find them.
func flowEscapes() *strings.Replacer {
	return strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`)
}
