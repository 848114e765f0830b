// Package problems is the list of everything that is wrong: the worst first, by file, each with the way out.
package problems

import (
	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"deft/commands/phrase"
	"deft/skills"
	"deft/skills/match"
	"deft/tui/filterline"
	"deft/tui/keys"
	"deft/tui/scroll"
	"deft/tui/theme"
)

// GoToMsg asks to show the line of a file, which a skill is or belongs to. Line counts from 1; 0 is the whole file.
type GoToMsg struct {
	Path string
	Line int
}

// EditMsg asks to open a file in the user's editor at a line, which counts from 1; 0 is the whole file.
type EditMsg struct {
	Path string
	Line int
}

// CopyMsg asks to copy a text.
type CopyMsg struct{ Text string }

// line is what stands in one line of the list: an item, or the heading of its file.
type line struct {
	item    int
	heading bool
	count   map[skills.Severity]int // of a heading: what is shown of the file
}

// Model is the list.
type Model struct {
	keys          keys.Map
	theme         theme.Theme
	index         *Index              // with what was found since
	scanned       *Index              // without
	found         []skills.Diagnostic // by reading skills
	lines         []line
	counts        map[skills.Severity]int // of what is shown
	at, top       int
	width, height int
	filter        filterline.Line
}

// New makes a list that knows of nothing yet.
func New(k keys.Map, t theme.Theme) *Model { return &Model{keys: k, theme: t} }

// SetTheme changes the styles.
func (m *Model) SetTheme(t theme.Theme) { m.theme = t }

// SetSize sets the cells the list takes.
func (m *Model) SetSize(width, height int) { m.width, m.height = width, height; cursor{m}.scroll() }

// SetIndex shows what another snapshot has; the selection stays on the same finding, or at its place.
func (m *Model) SetIndex(x *Index) {
	m.scanned = x
	m.show()
}

// SetFound adds what was found since the snapshot was made, by reading skills whole; it takes the place of what was added before.
func (m *Model) SetFound(found []skills.Diagnostic) {
	m.found = found
	if m.scanned != nil {
		m.show()
	}
}

func (m *Model) show() {
	was, ok := m.Selected()
	at := m.at
	m.index = m.scanned.with(m.found)
	m.refresh()
	m.at = at
	for i, l := range m.lines {
		if d := m.index.items[l.item].of; ok && !l.heading && d == was {
			m.at = i
			break
		}
	}
	cursor{m}.land(1)
}

// Selected is the finding under the cursor; false where there is none.
func (m *Model) Selected() (skills.Diagnostic, bool) {
	if m.at >= len(m.lines) {
		return skills.Diagnostic{}, false
	}
	return m.index.items[m.lines[m.at].item].of, true
}

// Title names the pane and counts what is shown.
func (m *Model) Title() string {
	s := summary(m.counts)
	if s == "" {
		return "Problems"
	}
	if m.index != nil && m.filter.Text != "" {
		s += " of " + summary(m.index.counts)
	}
	return "Problems: " + s
}

// Count is how many problems there are, whatever the filter.
func (m *Model) Count() int {
	if m.index == nil {
		return 0
	}
	return len(m.index.items)
}

// Editing says whether the filter is being typed.
func (m *Model) Editing() bool { return m.filter.Editing }

// Find starts typing a filter.
func (m *Model) Find() { m.filter.Editing = true; cursor{m}.scroll() }

// Back clears the filter and says whether there was one.
func (m *Model) Back() bool {
	if !m.filter.Shown() {
		return false
	}
	was := m.at < len(m.lines)
	item := 0
	if was {
		item = m.lines[m.at].item
	}
	m.filter = filterline.Line{}
	m.refresh()
	for i, l := range m.lines {
		if was && !l.heading && l.item == item {
			m.at = i
		}
	}
	cursor{m}.land(1)
	return true
}

// Update handles keys; it expects only those meant for the list.
func (m *Model) Update(msg tea.Msg) tea.Cmd {
	k, ok := msg.(tea.KeyMsg)
	if !ok {
		return nil
	}
	switch taken, typed := m.filter.Press(k, m.keys); {
	case !taken:
		return m.command(k)
	case typed:
		m.setFilter(m.filter.Text)
	default:
		cursor{m}.scroll()
	}
	return nil
}

// command handles a key that is no text.
func (m *Model) command(k tea.KeyMsg) tea.Cmd {
	p := m.keys.Problems
	d, ok := m.Selected()
	if !ok {
		return nil
	}
	var out tea.Msg
	switch {
	case key.Matches(k, p.Open):
		out = GoToMsg{d.Path, d.Line}
	case key.Matches(k, p.Edit):
		out = EditMsg{d.Path, d.Line}
	case key.Matches(k, p.Copy):
		out = CopyMsg{phrase.Place(d.Path, d.Line) + ": " + d.Message}
	default:
		cursor{m}.move(k)
		return nil
	}
	return func() tea.Msg { return out }
}

func (m *Model) setFilter(text string) {
	m.filter.Text = text
	m.refresh()
	m.at, m.top = 0, 0
	cursor{m}.land(1)
}

// refresh makes the lines anew from the index and the filter.
func (m *Model) refresh() {
	m.lines, m.counts = m.lines[:0], map[skills.Severity]int{}
	if m.index == nil {
		return
	}
	words, file, heading := m.filter.Words(), -1, 0
	for i := range m.index.items {
		it := &m.index.items[i]
		if !match.Words(it.search, words) {
			continue
		}
		if it.file != file {
			file, heading = it.file, len(m.lines)
			m.lines = append(m.lines, line{item: i, heading: true, count: map[skills.Severity]int{}})
		}
		m.lines[heading].count[it.of.Severity]++
		m.counts[it.of.Severity]++
		m.lines = append(m.lines, line{item: i})
	}
}

// Scroll moves the cursor by some lines.
func (m *Model) Scroll(by int) {
	m.at += by
	cursor{m}.land(by)
}

// Click chooses the finding in a line of the list, counted from 0 at its top.
func (m *Model) Click(y int) {
	if m.filter.Shown() {
		y--
	}
	room := painter{m}.room()
	if i := m.top + y; y >= 0 && y < room && i < len(m.lines) {
		m.at = i
		cursor{m}.land(1)
	}
}

// cursor moves in the lines.
type cursor struct{ *Model }

func (m cursor) move(k tea.KeyMsg) {
	was := m.at
	m.at, _ = m.keys.Move.To(k, m.at, len(m.lines)-1, painter(m).room())
	m.land(m.at - was)
}

// land puts the cursor on a finding near to where it is.
func (m cursor) land(direction int) {
	m.at = scroll.Land(m.at, len(m.lines), direction, m.heading) // a file has a finding
	m.scroll()
}

// scroll keeps the cursor among the lines that are seen, with the heading right above it.
func (m cursor) scroll() { m.top = scroll.Top(m.top, m.at, len(m.lines), painter(m).room(), m.heading) }

func (m cursor) heading(i int) bool { return m.lines[i].heading }
