package skills

import (
	"slices"
	"strings"
	"testing"
)

func TestValidateSpec(t *testing.T) {
	const d = "description: d\n"
	for _, c := range []struct {
		folder, data string
		want         []string
	}{
		{"a", "---\nname: a\n" + d + "license: MIT\ncompatibility: git\nallowed-tools: Read\nmetadata:\n  k: v\n---\nb\n", nil},
		{"技能", "---\nname: 技能\n" + d + "---\n", nil},
		{"мой-навык", "---\nname: мой-навык\n" + d + "---\n", nil},
		{"café", "---\nname: cafe\u0301\n" + d + "---\n", nil},
		{"a", "# x\n", []string{"SKILL.md must start with YAML frontmatter (---)"}},
		{"a", "", []string{"SKILL.md must start with YAML frontmatter (---)"}},
		{"a", "\ufeff---\nname: a\n---\n", []string{"SKILL.md must start with YAML frontmatter (---)"}},
		{"a", "---\nname: a\n", []string{"SKILL.md frontmatter not properly closed with ---"}},
		{"a", "---\n- a\n---\n", []string{"SKILL.md frontmatter must be a YAML mapping"}},
		{"a", "---\n---\n", []string{"SKILL.md frontmatter must be a YAML mapping"}},
		{"a", "---\nname: a\n---\n", []string{"Missing required field in frontmatter: description"}},
		{"a", "---\n" + d + "---\n", []string{"Missing required field in frontmatter: name"}},
		{"a", "---\nname:\n" + d + "---\n", []string{"Field 'name' must be a non-empty string"}},
		{"a", "---\nname: a\ndescription: ''\n---\n", []string{"Field 'description' must be a non-empty string"}},
		{"НАВЫК", "---\nname: НАВЫК\n" + d + "---\n", []string{"Skill name 'НАВЫК' must be lowercase"}},
		{"-a", "---\nname: -a\n" + d + "---\n", []string{"Skill name cannot start or end with a hyphen"}},
		{"a--b", "---\nname: a--b\n" + d + "---\n", []string{"Skill name cannot contain consecutive hyphens"}},
		{"a_b", "---\nname: a_b\n" + d + "---\n", []string{"Skill name 'a_b' contains invalid characters. Only letters, digits, and hyphens are allowed."}},
		{"b", "---\nname: a\n" + d + "---\n", []string{"Directory name 'b' must match skill name 'a'"}},
		{"a", "---\nname: a\n" + d + "x: y\nhooks: z\n---\n", []string{"Unexpected fields in frontmatter: hooks, x. " +
			"Only ['allowed-tools', 'compatibility', 'description', 'license', 'metadata', 'name'] are allowed."}},
		{"a", "---\nname: a\ndescription: " + strings.Repeat("字", 1025) + "\n---\n", []string{"Description exceeds 1024 character limit (1025 chars)"}},
		{"a", "---\nname: a\n" + d + "compatibility: " + strings.Repeat("x", 501) + "\n---\n", []string{"Compatibility exceeds 500 character limit (501 chars)"}},
		{"a", "---\nname: a\n" + d + "compatibility:\n  - x\n---\n", []string{"Field 'compatibility' must be a string"}},
		{"a", "---\nname: a\n" + d + "allowed-tools:\n  a: b\n---\n", []string{"Field 'allowed-tools' must be either a string or a list of strings"}},
		{"a", "---\nname: a\n" + d + "allowed-tools:\n  - Read\n---\n", nil},
		{"a", "---\nname: a\n" + d + "allowed-tools: [Read]\n---\n", []string{"Invalid YAML in frontmatter: flow style is not allowed"}},
		{"a", "---\nname: &x a\n" + d + "---\n", []string{"Invalid YAML in frontmatter: anchors and aliases are not allowed"}},
		{"a", "---\nname: !!str a\n" + d + "---\n", []string{"Invalid YAML in frontmatter: tags are not allowed"}},
		{"a", "---\nname: a\nname: a\n" + d + "---\n", []string{`Invalid YAML in frontmatter: duplicate key "name"`}},
		{"a", "---\nname: a\ndescription: b: c\n---\n", []string{"Invalid YAML in frontmatter: mapping values are not allowed in this context"}},
		{"a", "---\nname: a\ndescription: one --- two\n---\n", nil},
		{strings.Repeat("a", 65), "---\nname: " + strings.Repeat("a", 65) + "\n" + d + "---\n",
			[]string{"Skill name '" + strings.Repeat("a", 65) + "' exceeds 64 character limit (65 chars)"}},
	} {
		var got []string
		for _, d := range ValidateSpec(c.folder, []byte(c.data)) {
			if d.Code != SpecViolation || d.Severity != Error {
				t.Errorf("%+v", d)
			}
			got = append(got, d.Message)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%.80q:\ngot  %q\nwant %q", c.data, got, c.want)
		}
	}
}
