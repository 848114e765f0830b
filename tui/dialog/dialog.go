// Package dialog shows a text over the panes until it is closed.
package dialog

import (
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"deft/tui/cells"
	"deft/tui/keys"
	"deft/tui/theme"
)

// Line is a line of two columns, or a heading where the second is empty. Both are plain and harmless text.
type Line struct{ Left, Right string }

// Model is the dialog.
type Model struct {
	keys          keys.Map
	theme         theme.Theme
	title         string
	lines         []Line
	open          bool
	top           int
	width, height int // of the text
}

// New makes a closed dialog.
func New(k keys.Map, t theme.Theme) *Model { return &Model{keys: k, theme: t} }

// SetTheme changes the styles.
func (m *Model) SetTheme(t theme.Theme) { m.theme = t }

// Show opens the dialog with a text.
func (m *Model) Show(title string, lines []Line) {
	m.title, m.lines, m.open, m.top = title, lines, true, 0
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

// Update scrolls.
func (m *Model) Update(msg tea.Msg) tea.Cmd {
	if k, ok := msg.(tea.KeyMsg); ok {
		m.top, _ = m.keys.Move.Scroll(k, m.top, len(m.rendered()), m.height)
	}
	return nil
}

// View is the text, exactly Size large.
func (m *Model) View() string {
	w, h := m.Size()
	lines := m.rendered()
	top := keys.Clamp(m.top, len(lines), h)
	return strings.Join(cells.Block(lines[top:min(len(lines), top+h)], w, h), "\n")
}

func (m *Model) rendered() []string {
	left := 0
	for _, l := range m.lines {
		if l.Right != "" {
			left = max(left, cells.Width(l.Left))
		}
	}
	left = min(left, m.width/2)
	var out []string
	for _, l := range m.lines {
		out = append(out, m.line(l, left)...)
	}
	return out
}

func (m *Model) line(l Line, left int) []string {
	if l.Right == "" {
		var out []string
		for _, s := range cells.Wrap(l.Left, m.width) {
			out = append(out, m.theme.Title.Render(s))
		}
		return out
	}
	head := m.theme.KeyName.Render(cells.Fit(l.Left, left, m.theme.Marks.Ellipsis))
	var out []string
	for i, s := range cells.Wrap(l.Right, max(1, m.width-left-2)) {
		if i > 0 {
			head = strings.Repeat(" ", left)
		}
		out = append(out, head+"  "+m.theme.Help.Render(s))
	}
	return out
}
