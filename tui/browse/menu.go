package browse

import (
	"strconv"
	"strings"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"deft/discovery"
	"deft/tui/cells"
)

// menuKind says which menu is open.
type menuKind int

const (
	noMenu menuKind = iota
	sortMenu
	groupMenu
	stateMenu
)

// menu is a choice above the rows.
type menu struct {
	kind menuKind
	at   int
}

// item is a line of a menu; its first letter chooses it.
type item struct {
	text, note string
	on         bool
	facet      Facet
	state      discovery.State
}

func (m actions) openMenu(kind menuKind) {
	m.menu = menu{kind: kind}
	if kind != stateMenu {
		for i, c := range m.items() {
			if c.on {
				m.menu.at = i
			}
		}
	}
	m.scroll()
}

// title is what the menu asks.
func (k menuKind) title() string {
	return [...]string{"", "Sort by", "Group by", "Show states"}[k]
}

// items are the lines of the menu that is open.
func (m cursor) items() []item {
	var out []item
	switch m.menu.kind {
	case sortMenu:
		for f := range facets {
			out = append(out, item{text: f.String(), on: f == m.choice.order.By, facet: f})
		}
	case groupMenu:
		out = append(out, item{text: "no groups", on: m.choice.order.Group == ByName})
		for f := ByProvider; f < facets; f++ {
			out = append(out, item{text: f.String(), on: f == m.choice.order.Group, facet: f})
		}
	case stateMenu:
		for _, s := range States() {
			out = append(out, item{text: string(s), note: strconv.Itoa(m.countOf(s)), on: m.choice.states[s], state: s})
		}
	}
	return out
}

// countOf is how many skills have a state.
func (m cursor) countOf(s discovery.State) int {
	if m.index == nil {
		return 0
	}
	scale := m.index.scales[ByState]
	for i, v := range scale.values {
		if v == string(s) {
			return scale.counts[i]
		}
	}
	return 0
}

// inMenu handles a key while a menu is open.
func (m actions) inMenu(k tea.KeyMsg) tea.Cmd {
	l, mv, all := m.keys.List, m.keys.Move, m.items()
	if k.Type == tea.KeyRunes && len(k.Runes) == 1 {
		for i, c := range all {
			if strings.HasPrefix(c.text, string(k.Runes)) {
				m.menu.at = i
				return m.take(c)
			}
		}
	}
	switch {
	case key.Matches(k, mv.Up):
		m.menu.at = max(0, m.menu.at-1)
	case key.Matches(k, mv.Down):
		m.menu.at = min(len(all)-1, m.menu.at+1)
	case key.Matches(k, l.Done), key.Matches(k, l.Mark):
		return m.take(all[m.menu.at])
	case key.Matches(k, l.Reverse) && m.menu.kind == sortMenu:
		m.menu.kind = noMenu
		return m.setOrder(Order{m.choice.order.By, !m.choice.order.Reverse, m.choice.order.Group})
	default: // also the key that has opened it
		m.menu.kind = noMenu
		m.scroll()
	}
	return nil
}

// take makes a choice. A menu of several stays open.
func (m actions) take(c item) tea.Cmd {
	switch m.menu.kind {
	case sortMenu:
		m.menu.kind = noMenu
		return m.setOrder(Order{c.facet, false, m.choice.order.Group})
	case groupMenu:
		m.menu.kind = noMenu
		return m.setOrder(Order{m.choice.order.By, m.choice.order.Reverse, c.facet})
	}
	return m.toggleState(c.state)
}

// menuLines draw the menu.
func (m screen) menuLines() []string {
	if m.menu.kind == noMenu {
		return nil
	}
	t, on, off := m.theme, "✓", " "
	if t.Options().Plain {
		on = "*"
	}
	out := []string{t.Title.Bold(true).Render(m.menu.kind.title())}
	for i, c := range m.items() {
		cursor, style, sign := t.Marks.NoCursor, t.Row, off
		if i == m.menu.at {
			cursor, style = t.Marks.Cursor, t.RowSelected
		}
		if c.on {
			sign = on
		}
		text := cursor + sign + " " + c.text
		if c.note != "" {
			text = cells.Fit(text, 16, "") + cells.FitLeft(c.note, 6, "")
		}
		out = append(out, style.Render(cells.Fit(text, min(24, m.width), t.Marks.Ellipsis)))
	}
	return append(out, "")
}
