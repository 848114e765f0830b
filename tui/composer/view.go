package composer

import (
	"strings"

	"github.com/charmbracelet/lipgloss"

	"deft/tui/cells"
	"deft/tui/theme"
)

// placeholder stands where nothing is written yet.
const placeholder = "Write a message, or / for commands"

// SetTheme changes the styles.
func (m *Model) SetTheme(t theme.Theme) {
	m.theme = t
	m.SetWidth(m.width)
}

// View is the lines of the composer, Lines of them, each exactly as wide as was set.
func (m *Model) View() string {
	w := m.cols
	rows, n := m.editor.layout(w), m.Lines()
	at := m.editor.row(w)
	p, out := painter{m.theme, m.focused}, make([]string, 0, n)
	for i := m.top; i < min(m.top+n, len(rows)); i++ {
		lead := strings.Repeat(" ", m.width-w)
		if i == 0 {
			lead = p.prompt().Render(m.theme.Marks.Prompt)
		}
		out = append(out, lead+cells.Fit(p.line(&m.editor, rows[i], i == at), w, ""))
	}
	return strings.Join(out, "\n")
}

// painter paints the text.
type painter struct {
	theme   theme.Theme
	focused bool
}

// line is one row; the cursor is painted where it is.
func (p painter) line(e *editor, r row, cursor bool) string {
	if e.text == "" {
		return p.empty()
	}
	if !cursor || !p.focused {
		return shownAll(e.text[r.start:r.end])
	}
	under, rest := " ", ""
	if e.at < r.end {
		c, _ := e.cluster(e.at)
		under, rest = shown(c), shownAll(e.text[e.at+len(c):r.end])
	}
	return shownAll(e.text[r.start:min(e.at, r.end)]) + p.theme.Caret.Render(under) + rest
}

func (p painter) prompt() lipgloss.Style {
	if p.focused {
		return p.theme.Prompt
	}
	return p.theme.Muted
}

func (p painter) empty() string {
	if !p.focused {
		return p.theme.Muted.Render(placeholder)
	}
	return p.theme.Caret.Render(placeholder[:1]) + p.theme.Muted.Render(placeholder[1:])
}

// Popup is what stands above the composer: a note, or completions; equally wide lines, at most height of them and none wider
// than width.
func (m *Model) Popup(width, height int) []string {
	switch {
	case width < 4 || height < 1:
		return nil
	case m.note.text != "":
		return m.note.lines(m.theme, width, height)
	case m.menu.open && m.focused:
		return m.menu.lines(m.theme, width, height)
	}
	return nil
}
