package browse

import (
	"fmt"
	"strconv"
	"strings"

	"deft/skills/sanitize"
	"deft/tui/cells"
)

// Counts says how many skills are shown, of how many, and what is wrong with them.
func (m *Model) Counts() string {
	if m.index == nil {
		return ""
	}
	c := m.index.counts
	s := plural(c.all, "skill", "skills")
	if len(m.lines) != c.all {
		s = fmt.Sprintf("%d of %d", len(m.lines), c.all)
	}
	if c.collisions > 0 {
		s += " · " + plural(c.collisions, "collision", "collisions")
	}
	if c.invalid > 0 {
		s += " · " + strconv.Itoa(c.invalid) + " invalid"
	}
	return s
}

// Title names the pane, and the states it shows where that is not the usual.
func (m *Model) Title() string {
	if m.all {
		return "Skills, all states"
	}
	return "Skills"
}

func plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return strconv.Itoa(n) + " " + many
}

// View is the list, exactly as large as was set. Its cost depends on the rows that are seen only.
func (m *Model) View() string {
	out := make([]string, 0, m.height)
	if m.Filtered() {
		out = append(out, m.filterLine())
	}
	if len(m.lines) == 0 {
		out = append(out, m.nothing()...)
		return strings.Join(cells.Block(out, m.width, m.height), "\n")
	}
	w := painter{m.theme, newColumns(m.width, m.theme, m.index.widest), m.focused}
	for i := m.top; i < min(len(m.lines), m.top+m.room()); i++ {
		l := m.lines[i]
		out = append(out, w.row(&m.index.rows[l.row], l, i == m.at))
	}
	return strings.Join(cells.Block(out, m.width, m.height), "\n")
}

func (m *Model) filterLine() string {
	cursor := ""
	if m.editing {
		cursor = m.theme.Prompt.Reverse(true).Render(" ")
	}
	text := sanitize.Line(m.filter)
	if over := cells.Width(text) - (m.width - 9); over > 0 { // its end is what is being typed
		text = m.theme.Marks.Ellipsis + strings.TrimLeft(cutLeft(text, over+1), " ")
	}
	return m.theme.Prompt.Render("filter") + " " + text + cursor
}

// cutLeft drops at least n cells from the left of a plain text.
func cutLeft(s string, n int) string {
	for i := range s {
		if cells.Width(s[:i]) >= n {
			return s[i:]
		}
	}
	return ""
}

// nothing says why there are no rows.
func (m *Model) nothing() []string {
	text := func(paragraphs ...string) []string {
		var out []string
		for _, p := range paragraphs {
			out = append(out, "")
			for _, l := range cells.Wrap(p, max(1, m.width-2)) {
				out = append(out, " "+m.theme.Muted.Render(l))
			}
		}
		return out
	}
	switch {
	case m.index == nil:
		return text(m.waiting)
	case strings.TrimSpace(m.filter) != "" && m.hidden > 0:
		return text("No active skill matches; of other states, "+strconv.Itoa(m.hidden)+" do. Key a shows all states.", "Esc clears the filter.")
	case strings.TrimSpace(m.filter) != "":
		return text("No skill matches.", "Esc clears the filter.")
	case m.hidden > 0:
		return text(plural(m.hidden, "skill is", "skills are") + " here, but none is active. Key a shows all states, w says why.")
	}
	if len(m.index.places) > 0 {
		return text(append([]string{"No skills here yet, but something was found:"}, m.index.places[:min(len(m.index.places), 5)]...)...)
	}
	return text("No skills here yet.", "A skill is a folder with a SKILL.md. It is found in .deft/skills, .claude/skills, .agents/skills or .codex/skills, "+
		"of this project or of your home folder.", "`deft new NAME` writes the first one; then r looks again.")
}
