// Package dialog shows a text over the panes until it is closed.
package dialog

import (
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"deft/tui/cells"
	"deft/tui/keys"
	"deft/tui/scroll"
	"deft/tui/theme"
)

// Line is a line of two columns, or a heading where the second is empty. Both are plain and harmless text.
type Line struct{ Left, Right string }

// Model is the dialog.
type Model struct {
	keys          keys.Map
	theme         theme.Theme
	title         string
	columns       [2][]Line // side by side where there is room for two
	open          bool
	top           int
	choices       []Choice
	width, height int // of the text
}

// Choice is an answer to a question: the key that gives it, and what it is told by.
type Choice struct {
	Key string
	Msg tea.Msg
}

// New makes a closed dialog.
func New(k keys.Map, t theme.Theme) *Model { return &Model{keys: k, theme: t} }

// SetTheme changes the styles.
func (m *Model) SetTheme(t theme.Theme) { m.theme = t }

// Show opens the dialog with a text, whose sections are parted by blank lines. What is beside it may be nothing; without room for two
// columns it stands below.
func (m *Model) Show(title string, lines, beside []Line) {
	m.title, m.columns, m.open, m.top, m.choices = title, [2][]Line{lines, beside}, true, 0, nil
}

// Ask opens the dialog with a question. A choice closes it; closed in another way, it is not answered.
func (m *Model) Ask(title string, lines []Line, choices []Choice) {
	m.Show(title, lines, nil)
	m.choices = choices
}

// Open says whether the dialog is shown.
func (m *Model) Open() bool { return m.open }

// Close takes the dialog away.
func (m *Model) Close() { m.open = false }

// Title names the dialog.
func (m *Model) Title() string { return m.title }

// SetSize sets the cells that the dialog may take for its text.
func (m *Model) SetSize(width, height int) { m.width, m.height = min(width, maxWidth), height }

// maxWidth is how many cells a line of a dialog takes at most.
const maxWidth = 86

// Size is the cells that the text takes: the width that was set, and no more lines than there are.
func (m *Model) Size() (width, height int) { return m.width, min(m.height, len(m.rendered())) }

// Scroll moves the text by lines.
func (m *Model) Scroll(by int) { m.top = scroll.Clamp(m.top+by, len(m.rendered()), m.height) }

// Update takes an answer, or scrolls.
func (m *Model) Update(msg tea.Msg) tea.Cmd {
	if k, ok := msg.(tea.KeyMsg); ok {
		for _, c := range m.choices {
			if k.String() == c.Key {
				m.Close()
				return func() tea.Msg { return c.Msg }
			}
		}
		m.top, _ = m.keys.Move.Scroll(k, m.top, len(m.rendered()), m.height)
	}
	return nil
}

// View is the text, exactly Size large.
func (m *Model) View() string {
	w, h := m.Size()
	lines := m.rendered()
	top := scroll.Clamp(m.top, len(lines), h)
	return strings.Join(cells.Block(lines[top:min(len(lines), top+h)], w, h), "\n")
}

// minColumns is how many cells two columns take at least.
const minColumns = 68

// columnGap stands between two columns.
const columnGap = "   "

func (m *Model) rendered() []string {
	first, second := m.columns[0], m.columns[1]
	switch {
	case len(second) == 0:
		return m.column(first, m.width)
	case m.width < minColumns:
		return m.column(slices.Concat(first, []Line{{}}, second), m.width)
	}
	w := (m.width - len(columnGap)) / 2
	left, right := m.column(first, w), m.column(second, w)
	out := make([]string, max(len(left), len(right)))
	for i := range out {
		if i < len(left) {
			out[i] = left[i]
		}
		out[i] = cells.Fit(out[i], w, "") + columnGap
		if i < len(right) {
			out[i] += right[i]
		}
	}
	return out
}

func (m *Model) column(all []Line, width int) []string {
	var out []string
	for len(all) > 0 { // a section keeps its own column
		n := slices.Index(all, Line{}) + 1
		if n == 0 {
			n = len(all)
		}
		left := 0
		for _, l := range all[:n] {
			if l.Right != "" {
				left = max(left, cells.Width(l.Left))
			}
		}
		for _, l := range all[:n] {
			out = append(out, m.line(l, min(left, width/2), width)...)
		}
		all = all[n:]
	}
	return out
}

func (m *Model) line(l Line, left, width int) []string {
	if l.Right == "" {
		var out []string
		for _, s := range cells.Wrap(l.Left, width) {
			out = append(out, m.theme.Title.Bold(true).Render(s))
		}
		return out
	}
	name := m.theme.KeyName.Render(cells.Fit(l.Left, left, m.theme.Marks.Ellipsis))
	var text []string
	for _, s := range cells.Wrap(l.Right, max(1, width-left-2)) {
		text = append(text, m.theme.Help.Render(s))
	}
	return cells.Hang(name+"  ", text)
}
