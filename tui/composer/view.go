package composer

import (
	"strings"

	"github.com/charmbracelet/lipgloss"

	"deft/skills/sanitize"
	"deft/tui/cells"
	"deft/tui/theme"
)

// placeholder stands where nothing is written yet.
const placeholder = "Write a message, or / for commands"

func (m *Model) textWidth() int { return max(2, m.width-cells.Width(m.theme.Marks.Prompt)) }

// SetTheme changes the styles.
func (m *Model) SetTheme(t theme.Theme) { m.theme = t }

// View is the lines of the composer, Lines of them, each exactly as wide as was set.
func (m *Model) View() string {
	w := m.textWidth()
	rows, n := m.editor.layout(w), m.Lines()
	at := m.editor.row(w)
	out := make([]string, 0, n)
	for i := m.top; i < min(m.top+n, len(rows)); i++ {
		lead := strings.Repeat(" ", m.width-w)
		if i == 0 {
			lead = m.prompt().Render(m.theme.Marks.Prompt)
		}
		out = append(out, lead+cells.Fit(m.line(rows[i], i == at), w, ""))
	}
	return strings.Join(out, "\n")
}

// line is one row; the cursor is painted where it is.
func (m *Model) line(r row, cursor bool) string {
	e := &m.editor
	if e.text == "" {
		return m.empty()
	}
	if !cursor || !m.focused {
		return shownAll(e.text[r.start:r.end])
	}
	under, rest := " ", ""
	if e.at < r.end {
		c, _ := e.cluster(e.at)
		under, rest = shown(c), shownAll(e.text[e.at+len(c):r.end])
	}
	return shownAll(e.text[r.start:min(e.at, r.end)]) + m.cursor().Render(under) + rest
}

func (m *Model) prompt() lipgloss.Style {
	if m.focused {
		return m.theme.Prompt
	}
	return m.theme.Muted
}

func (m *Model) empty() string {
	if !m.focused {
		return m.theme.Muted.Render(placeholder)
	}
	return m.cursor().Render(placeholder[:1]) + m.theme.Muted.Render(placeholder[1:])
}

func (m *Model) cursor() lipgloss.Style { return m.theme.Prompt.Reverse(true) }

// Popup is what stands above the composer: a note, or completions; equally wide lines, at most height of them and none wider
// than width.
func (m *Model) Popup(width, height int) []string {
	switch {
	case width < 4 || height < 1:
		return nil
	case m.note != "":
		return m.noteLines(width, height)
	case m.menu.open && m.focused:
		return m.menuLines(width, height)
	}
	return nil
}

func (m *Model) noteLines(width, height int) []string {
	style := map[Severity]lipgloss.Style{Info: m.theme.Info, Warning: m.theme.Warning, Error: m.theme.Error}[m.severity]
	lines := cells.Wrap(sanitize.Line(m.note), width-2)
	lines = lines[:min(len(lines), height, 4)]
	for i, l := range lines {
		lines[i] = style.Render(" " + cells.Fit(l, width-2, "") + " ")
	}
	return lines
}

// maxChoices is how many completions are seen at once.
const maxChoices = 6

func (m *Model) menuLines(width, height int) []string {
	p := m.menu.proposal
	if len(p.Items) == 0 {
		return []string{m.theme.Muted.Render(" " + cells.Fit(sanitize.Line(p.Note), width-1, m.theme.Marks.Ellipsis))}
	}
	n := min(height, maxChoices, len(p.Items))
	first := max(0, min(m.menu.at-n/2, len(p.Items)-n))
	out := make([]string, 0, n)
	label := 0
	for _, c := range p.Items[first : first+n] {
		label = max(label, cells.Width(sanitize.Line(c.Text+" "+c.Hint)))
	}
	for i := first; i < first+n; i++ {
		out = append(out, m.choice(i, min(label, width*3/5), width))
	}
	return out
}

// choice is one completion: its text with the matches marked, the hint and as much of the description as there is room for.
func (m *Model) choice(i, label, width int) string {
	t, c := m.theme, m.menu.proposal.Items[i]
	mark, base, match, rest := t.Marks.NoCursor, t.Row, t.Match, t.Muted
	if i == m.menu.at {
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
