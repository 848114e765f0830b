package browse

import (
	"fmt"
	"strings"

	"github.com/charmbracelet/bubbles/key"

	"deft/commands/phrase"
	"deft/skills/sanitize"
	"deft/tui/cells"
)

// nothing says why there are no rows.
func (m screen) nothing() []string {
	var out []string
	for i, p := range m.reasons() {
		if i > 0 {
			out = append(out, "")
		}
		for _, l := range cells.Wrap(phrase.Home(p, m.options.Home), max(1, m.width-2)) {
			out = append(out, " "+m.theme.Muted.Render(l))
		}
	}
	if m.above() > 0 || len(out) < m.room() {
		out = append([]string{""}, out...)
	}
	return out
}

// reasons are the paragraphs of that, with what can be done about it.
func (m screen) reasons() []string {
	switch {
	case m.index == nil:
		return []string{m.waiting}
	case len(m.index.rows) == 0:
		return m.empty()
	case strings.TrimSpace(m.filter.line.Text) != "":
		return m.unmatched()
	}
	l := m.keys.List
	return []string{phrase.Count(m.shown.hidden, "skill") + map[bool]string{true: " is", false: " are"}[m.shown.hidden == 1] + " here, but of states that are not shown.",
		fmt.Sprintf("Key %s shows all states, %s lets you choose.", shownKey(l.All), shownKey(l.States))}
}

// unmatched says which filter has left nothing over.
func (m screen) unmatched() []string {
	out := []string{fmt.Sprintf("No skill matches “%s”.", sanitize.Line(strings.TrimSpace(m.filter.line.Text)))}
	if m.shown.hidden > 0 {
		out = []string{fmt.Sprintf("No skill that is shown matches “%s”; of other states, %d %s. Key %s shows all states.",
			sanitize.Line(strings.TrimSpace(m.filter.line.Text)), m.shown.hidden, map[bool]string{true: "does", false: "do"}[m.shown.hidden == 1], m.keys.List.All.Help().Key)}
	}
	out = append(out, m.index.unknown(m.shown.query)...)
	return append(out, fmt.Sprintf("%s clears the filter.", title(shownKey(m.keys.Global.Back))))
}

// welcome says how a first skill is made, where there are none but those that come with deft.
func (m screen) welcome() []string {
	if m.index.own || m.Filtered() {
		return nil
	}
	out := []string{""}
	for _, l := range cells.Wrap("`deft new NAME` makes your own, in .deft/skills of this project or of your home; these come with deft.", max(1, m.width-2)) {
		out = append(out, "  "+m.theme.Muted.Render(cells.Cut(l, m.width-2, "")))
	}
	return out
}

// empty says where skills go and how one is made, and what stands in the way.
func (m screen) empty() []string {
	var out []string
	if m.options.Off != "" {
		return []string{m.options.Off}
	}
	if x := m.index; len(x.failed) > 0 {
		out = append(out, "What could not be read:")
		out = append(out, few(x.failed)...)
	}
	if x := m.index; len(x.places) > 0 {
		out = append(out, "No skills here yet, but something was found:")
		return append(out, few(x.places)...)
	}
	return append(out, "No skills here yet.",
		"A skill is a folder with a SKILL.md. It is found in .deft/skills, .claude/skills, .agents/skills or .codex/skills, "+
			"of this project or of your home folder.",
		fmt.Sprintf("`deft new NAME` writes the first one; then %s looks again.", shownKey(m.keys.Global.Rescan)))
}

// few are the first of many paragraphs.
func few(all []string) []string { return all[:min(len(all), 5)] }

func shownKey(b key.Binding) string { return b.Help().Key }

func title(s string) string { return strings.ToUpper(s[:1]) + s[1:] }
