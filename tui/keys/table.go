package keys

import (
	"fmt"
	"strings"

	"github.com/charmbracelet/bubbles/key"
)

// Table is every binding as Markdown, with the names that the config knows them by.
func (m Map) Table() string {
	all := m.actions()
	name := func(b key.Binding) string {
		for _, a := range all {
			if a.binding.Help() == b.Help() && strings.Join(a.binding.Keys(), " ") == strings.Join(b.Keys(), " ") {
				return a.name
			}
		}
		return ""
	}
	var out strings.Builder
	for _, s := range m.Sections() {
		fmt.Fprintf(&out, "**%s**\n\n| Keys | What they do | Action |\n|---|---|---|\n", s.Title)
		for _, b := range s.Bindings {
			fmt.Fprintf(&out, "| %s | %s | `%s` |\n", quoted(b.Keys()), b.Help().Desc, name(b))
		}
		out.WriteByte('\n')
	}
	return strings.TrimSuffix(out.String(), "\n")
}

// quoted are the names of keys as the config spells them.
func quoted(names []string) string {
	var out []string
	for _, n := range names {
		if n == " " {
			n = "space"
		}
		out = append(out, "`"+n+"`")
	}
	return strings.Join(out, " ")
}
