package tool

import (
	"embed"
	"encoding/json"
	"fmt"
	"strings"

	"deft/skills/prompt"
)

// Family is a set of tools that are offered together.
type Family string

// The families. A tool of any of them is answered, whichever is offered.
const (
	Skill Family = "skill" // deft's own
	DSH   Family = "dsh"   // the agent dsh's loading tool
	Slug  Family = "slug"  // load_skill and read_skill_file
)

// Families are the names of all families, as the configuration knows them.
func Families() []string { return []string{string(Skill), string(DSH), string(Slug)} }

// names are the tools of a family, the one that loads first.
func (f Family) names() []string {
	switch f {
	case DSH:
		return []string{"skill", "skill_search", "read"}
	case Slug:
		return []string{"load_skill", "skill_search", "read_skill_file", "read"}
	}
	return []string{"skill_load", "skill_search", "skill_read_resource", "read"}
}

// Tools are the names that a catalog speaks of where the family is offered.
func (f Family) Tools() prompt.Tools {
	return prompt.Tools{Load: f.names()[0], Search: "skill_search"}
}

//go:embed spec
var files embed.FS

// schema is what is used of a JSON Schema.
type schema struct {
	Properties map[string]property `json:"properties"`
	Required   []string            `json:"required"`

	also map[string]string // other names of properties
}

type property struct {
	Type      string `json:"type"` // string or integer
	MaxLength int    `json:"maxLength"`
	MinLength int    `json:"minLength"`
	Minimum   int    `json:"minimum"`
	Maximum   int    `json:"maximum"`
}

// spec is one tool as it is described to a model.
type spec struct {
	description string
	raw         json.RawMessage
	schema      schema
}

// describedAs is the tool that does the same under deft's own name.
func describedAs(name string) string {
	switch name {
	case "skill", "load_skill":
		return "skill_load"
	case "read_skill_file":
		return "skill_read_resource"
	}
	return name
}

// also are the names that other agents have for the arguments of a tool.
func also(name string) map[string]string {
	if name == "load_skill" {
		return map[string]string{"skill_name": "slug", "name": "slug"}
	}
	return nil
}

func readSpec(name string) (spec, error) {
	description, err := files.ReadFile("spec/" + describedAs(name) + ".md")
	if err != nil {
		return spec{}, err
	}
	raw, err := files.ReadFile("spec/" + name + ".json")
	if err != nil {
		return spec{}, err
	}
	s := spec{description: strings.TrimSpace(string(description)), raw: raw}
	if err := json.Unmarshal(raw, &s.schema); err != nil {
		return spec{}, fmt.Errorf("schema of %s: %w", name, err)
	}
	s.schema.also = also(name)
	return s, nil
}
