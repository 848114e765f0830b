package composer

import (
	"strings"

	"github.com/charmbracelet/lipgloss"

	"deft/skills/sanitize"
	"deft/tui/cells"
	"deft/tui/theme"
)

// note is a line above the composer.
type note struct {
	text     string // made harmless
	severity Severity
}

// lines are the note, wrapped.
func (n note) lines(t theme.Theme, width, height int) []string {
	style := map[Severity]lipgloss.Style{Info: t.Info, Warning: t.Warning, Error: t.Error}[n.severity]
	lines := cells.Wrap(n.text, width-2)
	lines = lines[:min(len(lines), height, 4)]
	for i, l := range lines {
		lines[i] = style.Render(" " + cells.Fit(l, width-2, "") + " ")
	}
	return lines
}

// maxChoices is how many completions are seen at once.
const maxChoices = 6

// lines are the completions around the chosen one, or why there are none.
func (m *menu) lines(t theme.Theme, width, height int) []string {
	p := m.proposal
	if len(p.Items) == 0 {
		return []string{t.Muted.Render(" " + cells.Fit(sanitize.Line(p.Note), width-1, t.Marks.Ellipsis))}
	}
	n := min(height, maxChoices, len(p.Items))
	first := max(0, min(m.at-n/2, len(p.Items)-n))
	out := make([]string, 0, n)
	label := 0
	for _, c := range p.Items[first : first+n] {
		label = max(label, cells.Width(sanitize.Line(c.Text+" "+c.Hint)))
	}
	for i := first; i < first+n; i++ {
		out = append(out, m.choice(t, i, min(label, width*3/5), width))
	}
	return out
}

// choice is one completion: its text with the matches marked, the hint and as much of the description as there is room for.
func (m *menu) choice(t theme.Theme, i, label, width int) string {
	c := m.proposal.Items[i]
	mark, base, match, rest := t.Marks.NoCursor, t.Row, t.Match, t.Muted
	if i == m.at {
		mark, base, match, rest = t.Marks.Cursor, t.RowSelected, t.MatchSelected, t.RowSelected
	}
	text := cells.Highlight(sanitize.Line(c.Text), c.Matched, base, match)
	if c.Hint != "" {
		text += rest.Render(" " + sanitize.Line(c.Hint))
	}
	used := cells.Width(mark)
	text = cells.Cut(text, label, t.Marks.Ellipsis)
	pad := base.Render(strings.Repeat(" ", max(0, label-cells.Width(text))+2))
	detail := cells.Fit(sanitize.Line(c.Detail), max(0, width-used-label-2), t.Marks.Ellipsis)
	return cells.Fit(base.Render(mark)+text+pad+rest.Render(detail), width, "")
}
