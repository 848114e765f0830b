package problems

import (
	"fmt"
	"strings"

	"github.com/charmbracelet/lipgloss"

	"deft/commands/phrase"
	"deft/skills"
	"deft/skills/sanitize"
	"deft/tui/cells"
)

// minRows is how many lines of the list are seen at least beside the details.
const minRows = 3

// View is the list and what the chosen finding says in full, exactly as large as was set.
func (m *Model) View() string { return painter{m}.view() }

// painter draws what the list holds.
type painter struct{ *Model }

func (m painter) view() string {
	var out []string
	if m.filter.Shown() {
		out = append(out, m.filter.View(m.theme, m.width))
	}
	if len(m.lines) == 0 {
		return m.block(append(out, m.nothing()...))
	}
	details, room := m.details(), m.room()
	for i := m.top; i < min(len(m.lines), m.top+room); i++ {
		out = append(out, m.row(m.lines[i], i == m.at))
	}
	if len(details) > 0 {
		out = append(cells.Block(out, m.width, m.height-len(details)), details...)
	}
	return m.block(out)
}

func (m painter) block(lines []string) string {
	return strings.Join(cells.Block(lines, m.width, m.height), "\n")
}

// room is how many lines of the list are seen.
func (m painter) room() int {
	n := m.height - len(m.details())
	if m.filter.Shown() {
		n--
	}
	return max(0, n)
}

// row paints a heading or a finding.
func (m painter) row(l line, chosen bool) string {
	it, t := &m.index.items[l.item], m.theme
	tail := t.Marks.Ellipsis
	if l.heading {
		count := "  " + summary(l.count)
		room := m.width - cells.Width(count)
		if room < m.width/2 {
			count, room = "", m.width
		}
		return t.Title.Bold(true).Render(cells.CutLeft(m.index.files[it.file].shown, room, tail)) + t.Muted.Render(count)
	}
	mark, base, sign := t.Marks.NoCursor, t.Row, m.style(it.of.Severity)
	if chosen {
		mark, base, sign = t.Marks.Cursor, t.RowSelected, t.RowSelected
	}
	where := "      "
	if it.of.Line > 0 {
		where = fmt.Sprintf("%5d ", it.of.Line)
	}
	head := mark + cells.Fit(string(it.of.Severity), 7, "")
	text := cells.Fit(it.message, max(0, m.width-cells.Width(head)-cells.Width(where)), tail)
	if chosen {
		return base.Render(head + where + text)
	}
	return sign.Render(head) + t.Muted.Render(where) + base.Render(text)
}

func (m painter) style(s skills.Severity) lipgloss.Style {
	switch s {
	case skills.Error:
		return m.theme.Error
	case skills.Warning:
		return m.theme.Warning
	}
	return m.theme.Info
}

// details say the chosen finding in full: where it is, what is wrong and the way out. They take as many lines as that needs, and leave
// a few to the list.
func (m painter) details() []string {
	if m.at >= len(m.lines) || m.height < minRows+3 {
		return nil
	}
	it, t := &m.index.items[m.lines[m.at].item], m.theme
	width := max(1, m.width-2)
	where := phrase.Place(m.index.files[it.file].shown, it.of.Line)
	out := []string{""}
	add := func(s string, style lipgloss.Style) {
		for _, l := range cells.Wrap(s, width) {
			out = append(out, "  "+style.Render(l))
		}
	}
	add(it.message, t.Row)
	if it.hint != "" {
		add(it.hint, t.Info)
	}
	for _, l := range cells.WrapAnywhere(where, width) {
		out = append(out, "  "+t.Muted.Render(l))
	}
	add(string(it.of.Code), t.Muted)
	most := m.height - minRows
	if m.filter.Shown() {
		most--
	}
	return out[:min(len(out), most)]
}

// nothing says why the list is empty.
func (m painter) nothing() []string {
	text := "Nothing wrong: every skill that was found is in order."
	switch {
	case m.index == nil:
		text = "Not looked yet."
	case m.filter.Text != "":
		text = fmt.Sprintf("No problem matches “%s”. Esc clears the filter.", sanitize.Line(m.filter.Text))
	}
	out := []string{""}
	for _, l := range cells.Wrap(text, max(1, m.width-2)) {
		out = append(out, " "+m.theme.Muted.Render(l))
	}
	return out
}
