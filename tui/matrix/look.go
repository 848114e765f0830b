package matrix

import (
	"strings"

	"github.com/charmbracelet/lipgloss"

	"deft/tui/cells"
	"deft/tui/theme"
)

// withLegend is the height, in lines, from which signs are explained below.
const withLegend = 12

// look is how verdicts are drawn.
type look struct {
	theme   theme.Theme
	plain   bool             // words stand in place of signs
	painted [verdicts]string // cells that are not under the cursor
	legend  []string         // what signs mean
}

// newLook is made for a pane of some size, in cells.
func newLook(t theme.Theme, width, height int) look {
	l := look{theme: t, plain: t.Options().Plain}
	l.legend = l.explained(width, height)
	for v := range verdicts {
		l.painted[v] = l.style(v).Render(" " + l.say(v) + " ")
	}
	return l
}

// say is a verdict as a sign, or in words where nothing is drawn.
func (l *look) say(v verdict) string {
	if l.plain {
		return v.word()
	}
	return v.sign()
}

func (l *look) style(v verdict) lipgloss.Style {
	switch v {
	case wins:
		return l.theme.Added
	case dropped:
		return l.theme.Error
	case ambiguous, unspecified:
		return l.theme.Warning
	}
	return l.theme.Muted
}

// explained says what the signs mean in a pane of some size; no lines where there is no room, or words stand in place of signs.
func (l *look) explained(width, height int) []string {
	if l.plain || height < withLegend {
		return nil
	}
	var out []string
	for v := wins; v < verdicts; v++ {
		out = append(out, v.sign()+"\u00a0"+strings.ReplaceAll(v.word(), " ", "\u00a0"))
	}
	text := strings.Join(out, "  ")
	if cells.Width(text) > width-2 {
		text = strings.Join(out, " ")
	}
	lines := cells.Wrap(text, max(1, width-2))
	if len(lines) > 2 {
		return nil
	}
	for i, s := range lines {
		lines[i] = "  " + strings.ReplaceAll(s, "\u00a0", " ")
	}
	return lines
}
