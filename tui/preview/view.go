package preview

import (
	"fmt"
	"strings"

	"deft/tui/cells"
	"deft/tui/scroll"
)

// View is the tab that is shown, exactly as large as was set.
func (m *Model) View() string {
	var lines []string
	switch {
	case m.subject != nil:
		lines = m.current().rows(m.canvas())
	case m.entry == nil:
		lines = sheet{theme: m.theme, width: min(m.width, maxWidth), source: m.source}.empty(m.context)
	}
	if m.notice != "" {
		lines = append([]string{m.theme.Warning.Render(cells.Cut(m.notice, m.width, m.theme.Marks.Ellipsis))}, lines...)
	}
	return strings.Join(cells.Block(lines, m.width, m.height), "\n")
}

// Place says how far down the text is, "" where all of it is seen.
func (m *Model) Place() string {
	if m.subject == nil {
		return ""
	}
	r := m.current()
	if c, ok := r.chosen(); ok && c.line > 0 {
		return fmt.Sprintf("%d/%d", c.line, r.text.marks[len(r.text.marks)-1].line)
	}
	total := len(r.text.lines)
	if total <= m.room() {
		return ""
	}
	top := scroll.Clamp(r.top, total, m.room())
	return fmt.Sprintf("%d%%", (top+m.room())*100/total)
}

// empty is what is shown where no skill is: a way on, and the context files of the folder.
func (s sheet) empty(context []string) []string {
	out := s.muted("", "Choose a skill to read it here.")
	if len(context) > 0 {
		out = append(out, s.muted("", "Context files of this folder:")...)
		for _, p := range context {
			out = append(out, s.muted("  "+s.line(p))...)
		}
	}
	return out
}
