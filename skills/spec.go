package skills

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
	"gopkg.in/yaml.v3"
)

// ValidateSpec applies the rules of agentskills.io's reference validator
// (skills-ref) to the letter, with its messages: what it says is what a
// publisher will hear. Its quirks are kept too: three hyphens anywhere end the
// frontmatter, and no byte order mark is passed. folder is the base name of the
// skill's folder.
func ValidateSpec(folder string, data []byte) []Diagnostic {
	v := specReport{}
	if !utf8.Valid(data) {
		return v.fail(0, "SKILL.md must be UTF-8 text")
	}
	parts := strings.SplitN(string(data), "---", 3)
	switch {
	case parts[0] != "" || len(data) == 0:
		return v.fail(1, "SKILL.md must start with YAML frontmatter (---)")
	case len(parts) < 3:
		return v.fail(1, "SKILL.md frontmatter not properly closed with ---")
	}
	root, err := strictYAML(strings.ReplaceAll(parts[1], "\r\n", "\n"))
	if err != nil {
		return v.fail(err.line, "Invalid YAML in frontmatter: "+err.message)
	}
	if root == nil || root.Kind != yaml.MappingNode {
		return v.fail(1, "SKILL.md frontmatter must be a YAML mapping")
	}
	v.fields(folder, pairs(root, 0))
	return v.list
}

// specFields are the keys that the specification knows, sorted.
func specFields() []string {
	return []string{"allowed-tools", "compatibility", "description", "license", "metadata", "name"}
}

type specReport struct{ list []Diagnostic }

func (v *specReport) add(line int, message string) {
	v.list = append(v.list, Diagnostic{Code: SpecViolation, Severity: Error, Line: line, Message: message})
}

func (v *specReport) fail(line int, message string) []Diagnostic {
	v.add(line, message)
	return v.list
}

func (v *specReport) fields(folder string, list []pair) {
	known := map[string]pair{}
	var extra []string
	for _, p := range list {
		known[p.key.Value] = p
		if !slices.Contains(specFields(), p.key.Value) {
			extra = append(extra, p.key.Value)
		}
	}
	if len(extra) > 0 {
		slices.Sort(extra)
		v.add(known[extra[0]].line, fmt.Sprintf("Unexpected fields in frontmatter: %s. Only ['%s'] are allowed.",
			strings.Join(extra, ", "), strings.Join(specFields(), "', '")))
	}
	v.required(known, "name", func(p pair) { v.name(folder, p) })
	v.required(known, "description", v.description)
	if p, ok := known["compatibility"]; ok {
		v.compatibility(p)
	}
	if p, ok := known["allowed-tools"]; ok {
		v.tools(p)
	}
}

func (v *specReport) required(known map[string]pair, field string, check func(pair)) {
	p, ok := known[field]
	switch {
	case !ok:
		v.add(1, "Missing required field in frontmatter: "+field)
	case p.node.Kind != yaml.ScalarNode || strings.TrimSpace(p.node.Value) == "":
		v.add(p.line, fmt.Sprintf("Field '%s' must be a non-empty string", field))
	default:
		check(p)
	}
}

func (v *specReport) name(folder string, p pair) {
	name := norm.NFKC.String(strings.TrimSpace(p.node.Value))
	if n := utf8.RuneCountInString(name); n > MaxName {
		v.add(p.line, fmt.Sprintf("Skill name '%s' exceeds %d character limit (%d chars)", name, MaxName, n))
	}
	if name != strings.ToLower(name) {
		v.add(p.line, fmt.Sprintf("Skill name '%s' must be lowercase", name))
	}
	if strings.HasPrefix(name, "-") || strings.HasSuffix(name, "-") {
		v.add(p.line, "Skill name cannot start or end with a hyphen")
	}
	if strings.Contains(name, "--") {
		v.add(p.line, "Skill name cannot contain consecutive hyphens")
	}
	if strings.IndexFunc(name, notNameRune) >= 0 {
		v.add(p.line, fmt.Sprintf("Skill name '%s' contains invalid characters. Only letters, digits, and hyphens are allowed.", name))
	}
	if norm.NFKC.String(folder) != name {
		v.add(p.line, fmt.Sprintf("Directory name '%s' must match skill name '%s'", folder, name))
	}
}

func (v *specReport) description(p pair) {
	if n := utf8.RuneCountInString(p.node.Value); n > MaxDescription {
		v.add(p.line, fmt.Sprintf("Description exceeds %d character limit (%d chars)", MaxDescription, n))
	}
}

func (v *specReport) compatibility(p pair) {
	if p.node.Kind != yaml.ScalarNode {
		v.add(p.line, "Field 'compatibility' must be a string")
		return
	}
	if n := utf8.RuneCountInString(p.node.Value); n > MaxCompatibility {
		v.add(p.line, fmt.Sprintf("Compatibility exceeds %d character limit (%d chars)", MaxCompatibility, n))
	}
}

func (v *specReport) tools(p pair) {
	switch p.node.Kind {
	case yaml.ScalarNode:
	case yaml.SequenceNode:
		if slices.ContainsFunc(p.node.Content, func(n *yaml.Node) bool { return n.Kind != yaml.ScalarNode }) {
			v.add(p.line, "Field 'allowed-tools' list items must all be strings")
		}
	default:
		v.add(p.line, "Field 'allowed-tools' must be either a string or a list of strings")
	}
}

// strictYAML reads what the strictyaml package reads: block style only, without
// anchors, tags and duplicate keys. The text begins on line 1 of the file.
func strictYAML(text string) (*yaml.Node, *yamlError) {
	if commentLines(text) > maxComments || len(text) > MaxFrontmatter {
		return nil, &yamlError{1, "the frontmatter is too long"}
	}
	var doc yaml.Node
	if err := unmarshal(text, &doc); err != nil {
		return nil, locateError(err, 1)
	}
	if doc.Kind == 0 {
		return nil, nil
	}
	root := doc.Content[0]
	return root, disallowed(root)
}

// disallowed finds the first thing below n that strictyaml refuses.
func disallowed(n *yaml.Node) *yamlError {
	switch {
	case n.Style&yaml.FlowStyle != 0:
		return &yamlError{n.Line, "flow style is not allowed"}
	case n.Anchor != "" || n.Kind == yaml.AliasNode:
		return &yamlError{n.Line, "anchors and aliases are not allowed"}
	case n.Style&yaml.TaggedStyle != 0:
		return &yamlError{n.Line, "tags are not allowed"}
	}
	seen := map[string]bool{}
	for i, child := range n.Content {
		if n.Kind == yaml.MappingNode && i%2 == 0 {
			if seen[child.Value] {
				return &yamlError{child.Line, "duplicate key " + quoted(child.Value)}
			}
			seen[child.Value] = true
		}
		if err := disallowed(child); err != nil {
			return err
		}
	}
	return nil
}
