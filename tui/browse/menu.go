package browse

import (
	"strconv"

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

// item is a line of a menu.
type item struct {
	key        rune // chooses it
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
func (m cursor) items() []item { return m.lettered(m.choices()) }

// lettered gives each item a letter of its text: the first one, unless another item or the menu itself has that key.
func (m cursor) lettered(all []item) []item {
	l, mv := m.keys.List, m.keys.Move
	taken := map[rune]bool{}
	free := func(r rune) bool {
		k := tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune{r}}
		return r > ' ' && !taken[r] && !key.Matches(k, m.opener(), mv.Up, mv.Down, l.Done, l.Mark, l.Reverse)
	}
	const most = 32
	for _, letters := range []int{1, most} {
		for i := range all {
			for j, r := range all[i].text {
				if all[i].key == 0 && j < letters && free(r) {
					all[i].key, taken[r] = r, true
				}
			}
		}
	}
	return all
}

// opener is the key that has opened the menu, and closes it.
func (m cursor) opener() key.Binding {
	l := m.keys.List
	return [...]key.Binding{{}, l.Sort, l.Group, l.States}[m.menu.kind]
}

func (m cursor) choices() []item {
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
		for _, s := range m.index.states() {
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

// MenuKeys are the keys of the menu that is open; none where there is none.
func (m *Model) MenuKeys() []key.Binding {
	if m.menu.kind == noMenu {
		return nil
	}
	l, mv, verb := m.keys.List, m.keys.Move, "choose"
	if m.menu.kind == stateMenu {
		verb = "toggle"
	}
	out := []key.Binding{helpAs(l.Mark, verb), helpAs(mv.Down, "down"), helpAs(mv.Up, "up"), helpAs(m.keys.Global.Back, "close")}
	if m.menu.kind == sortMenu {
		out = append(out, helpAs(l.Reverse, "reverse"))
	}
	return out
}

// helpAs is a binding with another word for what it does.
func helpAs(b key.Binding, help string) key.Binding {
	b.SetHelp(b.Help().Key, help)
	return b
}

// menuKey says whether a key means something in the menu that is open.
func (m cursor) menuKey(k tea.KeyMsg) bool {
	if m.menu.kind == noMenu {
		return false
	}
	l, mv := m.keys.List, m.keys.Move
	_, letter := m.letter(k)
	return letter || key.Matches(k, mv.Up, mv.Down, l.Done, l.Mark, m.opener(), m.keys.Global.Quit) || m.reverses(k)
}

// letter is the item that a key chooses.
func (m cursor) letter(k tea.KeyMsg) (int, bool) {
	for i, c := range m.items() {
		if k.Type == tea.KeyRunes && !k.Alt && string(k.Runes) == string(c.key) {
			return i, true
		}
	}
	return 0, false
}

func (m cursor) reverses(k tea.KeyMsg) bool {
	return m.menu.kind == sortMenu && key.Matches(k, m.keys.List.Reverse)
}

// inMenu handles a key while a menu is open; false for one that means nothing in it.
func (m actions) inMenu(k tea.KeyMsg) (bool, tea.Cmd) {
	if !m.menuKey(k) {
		return false, nil
	}
	l, mv, all := m.keys.List, m.keys.Move, m.items()
	i, letter := m.letter(k)
	switch {
	case letter:
		m.menu.at = i
		return true, m.take(all[i])
	case key.Matches(k, mv.Up):
		m.menu.at = max(0, m.menu.at-1)
	case key.Matches(k, mv.Down):
		m.menu.at = min(len(all)-1, m.menu.at+1)
	case key.Matches(k, l.Done, l.Mark):
		return true, m.take(all[m.menu.at])
	case m.reverses(k):
		m.menu.kind = noMenu
		return true, m.setOrder(Order{m.choice.order.By, !m.choice.order.Reverse, m.choice.order.Group})
	default: // what closes it
		m.menu.kind = noMenu
		m.scroll()
	}
	return true, nil
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
	m.toggleState(c.state)
	return nil
}

// menuLines draw the menu.
func (m screen) menuLines() []string {
	if m.menu.kind == noMenu {
		return nil
	}
	t := m.theme
	out := []string{t.Title.Bold(true).Render(m.menu.kind.title())}
	for i, c := range m.items() {
		cursor, style, sign := t.Marks.NoCursor, t.Row, " "
		if i == m.menu.at {
			cursor, style = t.Marks.Cursor, t.RowSelected
		}
		if c.on {
			sign = t.Marks.Ticked
		}
		letter := " "
		if c.key != 0 {
			letter = string(c.key)
		}
		text := cursor + sign + " " + letter + "  " + c.text
		if c.note != "" {
			text = cells.Fit(text, 18, "") + cells.FitLeft(c.note, 6, "")
		}
		out = append(out, style.Render(cells.Fit(text, min(26, m.width), t.Marks.Ellipsis)))
	}
	return append(out, "")
}
