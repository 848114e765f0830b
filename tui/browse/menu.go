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

// choice is a line of a menu; its first letter chooses it.
type choice struct {
	text, note string
	on         bool
	facet      Facet
	state      discovery.State
}

func (m *Model) openMenu(kind menuKind) {
	m.menu = menu{kind: kind}
	if kind != stateMenu {
		for i, c := range m.choices() {
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

// choices are the lines of the menu that is open.
func (m *Model) choices() []choice {
	var out []choice
	switch m.menu.kind {
	case sortMenu:
		for f := range facets {
			out = append(out, choice{text: f.String(), on: f == m.order.By, facet: f})
		}
	case groupMenu:
		out = append(out, choice{text: "no groups", on: m.order.Group == ByName})
		for f := ByProvider; f < facets; f++ {
			out = append(out, choice{text: f.String(), on: f == m.order.Group, facet: f})
		}
	case stateMenu:
		for _, s := range States() {
			out = append(out, choice{text: string(s), note: strconv.Itoa(m.countOf(s)), on: m.states[s], state: s})
		}
	}
	return out
}

// countOf is how many skills have a state.
func (m *Model) countOf(s discovery.State) int {
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
func (m *Model) inMenu(k tea.KeyMsg) tea.Cmd {
	l, mv, all := m.keys.List, m.keys.Move, m.choices()
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
		return m.setOrder(Order{m.order.By, !m.order.Reverse, m.order.Group})
	default: // also the key that has opened it
		m.menu.kind = noMenu
		m.scroll()
	}
	return nil
}

// take makes a choice. A menu of several stays open.
func (m *Model) take(c choice) tea.Cmd {
	switch m.menu.kind {
	case sortMenu:
		m.menu.kind = noMenu
		return m.setOrder(Order{c.facet, false, m.order.Group})
	case groupMenu:
		m.menu.kind = noMenu
		return m.setOrder(Order{m.order.By, m.order.Reverse, c.facet})
	}
	return m.toggleState(c.state)
}

// menuLines draw the menu.
func (m *Model) menuLines() []string {
	if m.menu.kind == noMenu {
		return nil
	}
	t, on, off := m.theme, "✓", " "
	if t.Options().Plain {
		on = "*"
	}
	out := []string{t.Title.Bold(true).Render(m.menu.kind.title())}
	for i, c := range m.choices() {
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
