package browse

import (
	"strings"
	"unicode/utf8"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"deft/discovery"
	"deft/tui/keys"
	"deft/tui/theme"
)

// line is a row that is shown: its place in the index and what the filter found in it.
type line struct {
	row         int
	name        []int  // bytes of the handle
	description [2]int // from and to byte, equal for nothing
}

// Model is the list.
type Model struct {
	keys          keys.Map
	theme         theme.Theme
	index         *Index
	lines         []line // in the order shown
	at, top       int
	width, height int
	focused       bool
	all           bool // every state is shown
	filter        string
	editing       bool
	waiting       string // said while there is no index
	hidden        int    // entries that are there, but of a state that is not shown
}

// New makes a list without skills.
func New(k keys.Map, t theme.Theme) *Model { return &Model{keys: k, theme: t} }

// SetTheme changes the styles.
func (m *Model) SetTheme(t theme.Theme) { m.theme = t }

// SetSize sets the cells the list takes.
func (m *Model) SetSize(width, height int) { m.width, m.height = width, height; m.scroll() }

// SetFocused says whether keys go to the list.
func (m *Model) SetFocused(focused bool) {
	m.focused = focused
	if !focused {
		m.editing = false
	}
}

// SetWaiting sets what is said while no skills have been looked for.
func (m *Model) SetWaiting(text string) { m.waiting = text }

// SetIndex shows another snapshot. The selection stays on its skill, or where that is gone, at its place.
func (m *Model) SetIndex(x *Index) {
	was, at := identify(m.Selected()), m.at
	m.index = x
	m.refresh()
	m.at = max(0, min(at, len(m.lines)-1))
	m.choose(was)
}

// Selected is the entry under the cursor, nil where there is none.
func (m *Model) Selected() *discovery.Entry {
	if m.at >= len(m.lines) {
		return nil
	}
	return m.index.rows[m.lines[m.at].row].Entry
}

// Editing says whether the filter is being typed.
func (m *Model) Editing() bool { return m.editing }

// Filtered says whether a filter narrows the list or is being typed.
func (m *Model) Filtered() bool { return m.editing || m.filter != "" }

// Filter narrows the list to what matches, from outside.
func (m *Model) Filter(text string) { m.setFilter(text) }

// Find starts typing a filter.
func (m *Model) Find() { m.editing = true; m.scroll() }

// ClearFilter shows everything again; the selection stays.
func (m *Model) ClearFilter() {
	was := identify(m.Selected())
	m.editing, m.filter = false, ""
	m.refresh()
	m.choose(was)
}

// Update handles keys; it expects only those meant for the list.
func (m *Model) Update(msg tea.Msg) tea.Cmd {
	k, ok := msg.(tea.KeyMsg)
	if !ok {
		return nil
	}
	if m.editing && m.edit(k) {
		return nil
	}
	if key.Matches(k, m.keys.List.All) {
		was := identify(m.Selected())
		m.all = !m.all
		m.refresh()
		m.choose(was)
		return nil
	}
	m.move(k)
	return nil
}

// edit edits the filter; false for keys that move in the list meanwhile.
func (m *Model) edit(k tea.KeyMsg) bool {
	switch {
	case k.Type == tea.KeyRunes && !k.Alt:
		m.setFilter(m.filter + oneLine(string(k.Runes)))
	case k.Type == tea.KeySpace:
		m.setFilter(m.filter + " ")
	case key.Matches(k, m.keys.List.Done):
		m.editing = false
		m.scroll()
	case key.Matches(k, m.keys.List.Delete):
		_, n := utf8.DecodeLastRuneInString(m.filter)
		m.setFilter(m.filter[:len(m.filter)-n])
	case key.Matches(k, m.keys.Composer.DeleteWord):
		trimmed := strings.TrimRight(m.filter, " ")
		m.setFilter(trimmed[:strings.LastIndexByte(trimmed, ' ')+1])
	case key.Matches(k, m.keys.Composer.DeleteHead):
		m.setFilter("")
	default:
		return k.Type == tea.KeyHome || k.Type == tea.KeyEnd
	}
	return true
}

func oneLine(s string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' {
			return ' '
		}
		return r
	}, s)
}

// setFilter narrows the list; the best match is chosen.
func (m *Model) setFilter(text string) {
	m.filter = text
	m.refresh()
	m.at, m.top = 0, 0
	m.scroll()
}

// refresh makes the lines anew from the index, the filter and the states that are shown.
func (m *Model) refresh() {
	m.lines, m.hidden = m.lines[:0], 0
	if m.index == nil {
		return
	}
	query := strings.TrimSpace(m.filter)
	if query == "" {
		for i := range m.index.rows {
			m.add(line{row: i})
		}
		return
	}
	for _, h := range m.index.match.Filter(query) {
		m.add(line{row: h.Item, name: h.Name, description: h.Desc})
	}
}

func (m *Model) add(l line) {
	if !m.all && !usual(&m.index.rows[l.row]) {
		m.hidden++
		return
	}
	m.lines = append(m.lines, l)
}

// choose puts the cursor on a skill, if it is shown.
func (m *Model) choose(id identity) {
	for i, l := range m.lines {
		if identify(m.index.rows[l.row].Entry) == id {
			m.at = i
			break
		}
	}
	m.at = max(0, min(m.at, len(m.lines)-1))
	m.scroll()
}

func (m *Model) move(k tea.KeyMsg) {
	page := max(1, m.room()-1)
	mv := m.keys.Move
	switch {
	case key.Matches(k, mv.Up):
		m.at--
	case key.Matches(k, mv.Down):
		m.at++
	case key.Matches(k, mv.PageUp):
		m.at -= page
	case key.Matches(k, mv.PageDown):
		m.at += page
	case key.Matches(k, mv.Top):
		m.at = 0
	case key.Matches(k, mv.Bottom):
		m.at = len(m.lines) - 1
	}
	m.at = max(0, min(m.at, len(m.lines)-1))
	m.scroll()
}

// room is how many rows are seen.
func (m *Model) room() int {
	if m.Filtered() {
		return max(0, m.height-1)
	}
	return m.height
}

// scroll keeps the cursor among the rows that are seen.
func (m *Model) scroll() {
	room := max(1, m.room())
	m.top = min(max(m.top, m.at-room+1), m.at)
	m.top = max(0, min(m.top, len(m.lines)-room))
}
