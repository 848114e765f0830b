package browse

import (
	"slices"
	"strings"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"deft/tui/filterline"
)

// filter is what narrows the list, and what it was narrowed by before.
type filter struct {
	line  filterline.Line
	past  []string // oldest first
	back  int      // how many steps into the past the text is; 0 is what was typed
	typed string   // the text before the first step
}

// SetSearches sets the filters of earlier runs, oldest first.
func (f *filter) SetSearches(past []string) { f.past = slices.Clone(past) }

// Editing says whether the filter is being typed.
func (f *filter) Editing() bool { return f.line.Editing }

// Filtered says whether a filter narrows the list or is being typed.
func (f *filter) Filtered() bool { return f.line.Shown() }

// Filter narrows the list to what matches, from outside.
func (m *Model) Filter(text string) { m.parts().setFilter(text) }

// Find starts typing a filter.
func (m *Model) Find() {
	m.menu.kind = noMenu
	m.filter.line.Editing, m.filter.back = true, 0
	m.parts().scroll()
}

// Prepare makes ready, off the update loop, what a filter looks things up in, once one is about to be typed; nil where there is nothing to do.
func (m *Model) Prepare() tea.Cmd {
	if !m.filter.line.Editing || m.index == nil || m.prepared == m.index {
		return nil
	}
	m.prepared = m.index
	x := m.index
	return func() tea.Msg {
		x.matcher()
		return nil
	}
}

// ClearFilter shows everything again; the selection stays.
func (m *Model) ClearFilter() {
	m.filter.line = filterline.Line{}
	m.parts().keep()
}

// edit edits the filter; false for keys that move in the list meanwhile.
func (m actions) edit(k tea.KeyMsg) (bool, tea.Cmd) {
	l := m.keys.List
	if text, ok := m.keys.Type(k, m.filter.line.Text); ok {
		m.filter.back = 0
		m.setFilter(text)
		return true, nil
	}
	switch {
	case key.Matches(k, l.Done):
		return true, m.done()
	case key.Matches(k, l.Older) && m.first():
		m.recall(1)
	case key.Matches(k, l.Newer) && m.first() && m.filter.back > 0:
		m.recall(-1)
	default:
		return k.Type == tea.KeyHome || k.Type == tea.KeyEnd, nil
	}
	return true, nil
}

// first says whether nothing stands above the cursor that it could go to.
func (m cursor) first() bool {
	return m.at == 0 || m.at == 1 && m.shown.lines[0].heading() && m.open(m.shown.lines[0])
}

// recall goes back into the past, or forth.
func (m actions) recall(by int) {
	f := &m.filter
	to := f.back + by
	if to > len(f.past) {
		return
	}
	if f.back == 0 {
		f.typed = f.line.Text
	}
	f.back = to
	text := f.typed
	if to > 0 {
		text = f.past[len(f.past)-to]
	}
	m.setFilter(text)
}

// done keeps the filter and remembers it.
func (m actions) done() tea.Cmd {
	f := &m.filter
	f.line.Editing = false
	m.scroll()
	text := strings.TrimSpace(f.line.Text)
	if text == "" {
		return nil
	}
	f.past = append(slices.DeleteFunc(f.past, func(old string) bool { return old == text }), text)
	return remember(m.options.Searched, text)
}

// remember hands a text to a memory, off the update loop.
func remember(to func(string), text string) tea.Cmd {
	if to == nil {
		return nil
	}
	return func() tea.Msg {
		to(text)
		return nil
	}
}

// setFilter narrows the list; the best match is chosen.
func (m rows) setFilter(text string) {
	m.filter.line.Text = text
	m.refresh()
	m.at, m.top = 0, 0
	m.land(1)
}
