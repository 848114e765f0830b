package browse

import (
	"time"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"deft/discovery"
	"deft/tui/filterline"
	"deft/tui/keys"
	"deft/tui/scroll"
	"deft/tui/theme"
)

// Model is the list.
type Model struct {
	keys  keys.Map
	theme theme.Theme
	told
	stock
	choice choice
	marks  map[identity]bool
	shown  shown
	spot
	frame
	filter
	menu menu
}

// told is what the list does not find out by itself.
type told struct {
	options Options
	waiting string          // said while there is no index
	hidden  map[string]bool // paths of skills whose text is known to hold what cannot be seen
}

// stock is the skills that there are.
type stock struct {
	index    *Index
	prepared *Index  // the last one that was made ready for a filter
	arranged []int32 // rows of the index in the chosen order
}

// spot is where the cursor is.
type spot struct {
	at, top int // its line, and the first one that is seen
	moves   int // of the cursor since the start
	about   about
}

// frame is the place on the screen.
type frame struct {
	width, height int
	focused       bool
}

// Options are what a list is told once.
type Options struct {
	Home string        // shown as ~ in paths
	Rest time.Duration // how long the cursor rests on a skill before the details follow: on the way they need not be painted
	Off  string        // why no skills are looked for at all, a sentence; "" where they are
	// Searched takes a filter, and Chosen what Restore understands, for the next run. They are called in commands; nil ones have no
	// effect.
	Searched, Chosen func(string)
}

// choice is what the user has chosen to see.
type choice struct {
	order  Order
	states map[discovery.State]bool // those that are shown
	folded map[string]bool          // groups that show their heading only
}

// about is what the details describe.
type about struct {
	row   int    // of the index; -1 for nothing
	match [2]int // what the filter found in its description, where the name is not why it fits; equal for nothing
}

// The parts of what a list does, each on top of the one before: cursor moves in the lines, rows makes them, actions is what keys do,
// screen paints.
type (
	cursor  struct{ *Model }
	rows    struct{ cursor }
	actions struct{ rows }
	screen  struct{ actions }
)

func (m *Model) parts() screen { return screen{actions{rows{cursor{m}}}} }

// restMsg says that a moment has passed since the cursor was moved.
type restMsg struct{ moves int }

// New makes a list without skills.
func New(k keys.Map, t theme.Theme) *Model {
	return &Model{keys: k, theme: t, choice: choice{states: usual(), folded: map[string]bool{}}, marks: map[identity]bool{}}
}

// usual are the states that are shown without asking for more.
func usual() map[discovery.State]bool {
	return map[discovery.State]bool{discovery.Active: true, discovery.Invalid: true, discovery.Dropped: true, discovery.Ambiguous: true, discovery.Unspecified: true}
}

// SetTheme changes the styles.
func (m *Model) SetTheme(t theme.Theme) { m.theme = t }

// SetOptions tells the list what it does not find out by itself.
func (t *told) SetOptions(o Options) { t.options = o }

// SetSize sets the cells the list takes.
func (m *Model) SetSize(width, height int) { m.width, m.height = width, height; m.parts().scroll() }

// SetFocused says whether keys go to the list.
func (m *Model) SetFocused(focused bool) {
	m.focused = focused
	if !focused {
		m.filter.line.Editing, m.menu.kind = false, noMenu
		m.parts().scroll()
	}
}

// SetHidden sets the paths of the skills of which it has come out that their text holds what cannot be seen; the index knows that of heads
// only.
func (t *told) SetHidden(paths map[string]bool) { t.hidden = paths }

// SetWaiting sets what is said while no skills have been looked for.
func (t *told) SetWaiting(text string) { t.waiting = text }

// SetIndex shows another snapshot. The selection stays on its skill, or where that is gone, at its place, and in its line of the window;
// marks stay on the skills that are still there.
func (m *Model) SetIndex(x *Index) {
	was, at, top := m.parts().selected(), m.at, m.top
	m.index, m.arranged = x, x.arrange(m.choice.order)
	m.parts().prune()
	m.parts().refresh()
	m.at = at
	m.parts().choose(was)
	if top > 0 { // at the top, what is new there is to be seen
		m.top = max(0, m.at-(at-top))
		m.parts().scroll()
	}
}

// Return puts the cursor back on a skill and says whether the list has it as it is.
func (m *Model) Return(e *discovery.Entry) bool {
	m.parts().choose(identify(e))
	at := m.Selected()
	return at != nil && identify(at) == identify(e)
}

// Selected is the entry under the cursor, nil where there is none.
func (m *Model) Selected() *discovery.Entry {
	if m.at >= len(m.shown.lines) || m.shown.lines[m.at].heading() {
		return nil
	}
	return m.index.rows[m.shown.lines[m.at].row].Entry
}

// selected is the identity of what is under the cursor: a skill, or a group.
func (m cursor) selected() identity {
	if m.at < len(m.shown.lines) && m.shown.lines[m.at].heading() {
		return identity{group: m.groupName(m.shown.lines[m.at])}
	}
	return identify(m.Selected())
}

// Select puts the cursor on the skill whose SKILL.md has the path, making it visible; false where there is none.
func (m *Model) Select(path string) bool {
	if m.index == nil {
		return false
	}
	for i := range m.index.rows {
		e := m.index.rows[i].Entry
		if e.Path != path {
			continue
		}
		m.filter.line = filterline.Line{}
		m.choice.states[e.State] = true
		m.choice.folded = map[string]bool{}
		m.parts().refresh()
		m.parts().choose(identify(e))
		return true
	}
	return false
}

// Capturing says whether a key is meant for the list before it is one of those that work everywhere: the filter is typed, or it does
// something in the menu that is open.
func (m *Model) Capturing(k tea.KeyMsg) bool { return m.filter.line.Editing || m.parts().menuKey(k) }

// Back closes what was opened last: a menu, the filter, the marks. It says whether there was something.
func (m *Model) Back() bool {
	switch {
	case m.menu.kind != noMenu:
		m.menu.kind = noMenu
		m.parts().scroll()
	case m.Filtered():
		m.ClearFilter()
	case len(m.marks) > 0:
		clear(m.marks)
	default:
		return false
	}
	return true
}

// Update handles keys; it expects only those meant for the list.
func (m *Model) Update(msg tea.Msg) tea.Cmd {
	k, ok := msg.(tea.KeyMsg)
	if !ok {
		if r, rested := msg.(restMsg); rested && r.moves == m.moves {
			m.parts().describe()
		}
		return nil
	}
	switch {
	case m.menu.kind != noMenu:
		if done, cmd := m.parts().inMenu(k); done {
			return cmd
		}
	case m.filter.line.Editing:
		if done, cmd := m.parts().edit(k); done {
			return cmd
		}
	}
	return m.parts().command(k)
}

// command handles a key that is no text.
func (m actions) command(k tea.KeyMsg) tea.Cmd {
	l := m.keys.List
	switch {
	case m.filter.line.Editing:
		return m.move(k)
	case key.Matches(k, l.All):
		m.toggleAll()
	case key.Matches(k, l.Sort):
		m.openMenu(sortMenu)
	case key.Matches(k, l.Group):
		m.openMenu(groupMenu)
	case key.Matches(k, l.States):
		m.openMenu(stateMenu)
	case key.Matches(k, l.Reverse):
		return m.setOrder(Order{m.choice.order.By, !m.choice.order.Reverse, m.choice.order.Group})
	case key.Matches(k, l.Mark):
		m.mark()
	case key.Matches(k, l.MarkAll):
		m.markAll()
	case key.Matches(k, l.Fold), key.Matches(k, l.Open) && m.selected().group != "":
		m.fold()
	case key.Matches(k, l.FoldAll):
		m.foldAll()
	default:
		return m.move(k)
	}
	return nil
}

func (m cursor) move(k tea.KeyMsg) tea.Cmd {
	was := m.at
	m.at, _ = m.keys.Move.To(k, m.at, len(m.shown.lines)-1, m.room())
	return m.moved(was, m.about)
}

// moved follows a move of the cursor; the details, which were those of described, follow when it rests.
func (m cursor) moved(was int, described about) tea.Cmd {
	m.land(m.at - was)
	if m.at == was || m.options.Rest == 0 {
		return nil
	}
	m.moves++
	m.about = described
	rested := restMsg{m.moves}
	return tea.Tick(m.options.Rest, func(time.Time) tea.Msg { return rested })
}

// describe makes the details those of the skill under the cursor.
func (m cursor) describe() {
	m.about = about{row: -1}
	if m.at >= len(m.shown.lines) {
		return
	}
	l := m.shown.lines[m.at]
	m.about.row = l.row
	if len(l.name) == 0 {
		m.about.match = l.description
	}
}

// Click chooses what stands in a line of the list, counted from 0 at its top; in a menu it takes that choice. A click on the heading of
// an open group folds it.
func (m *Model) Click(y int) tea.Cmd { return m.parts().clicked(y) }

func (m actions) clicked(y int) tea.Cmd {
	above := m.above()
	if m.menu.kind != noMenu {
		all := m.items()
		if i := y - above + len(all) + 1; i >= 0 && i < len(all) {
			m.menu.at = i
			return m.take(all[i])
		}
		m.menu.kind = noMenu
		m.scroll()
		return nil
	}
	i := m.top + y - above
	if y < above || y >= above+m.room() || i >= len(m.shown.lines) {
		return nil
	}
	m.at = i
	if m.shown.lines[i].heading() {
		m.fold()
	}
	m.land(1)
	return nil
}

// Scroll moves the cursor by lines, as the wheel does; a menu stays as it is.
func (m *Model) Scroll(by int) tea.Cmd {
	if m.menu.kind != noMenu {
		return nil
	}
	was, described := m.at, m.about
	m.at += by
	return m.parts().moved(was, described)
}

// land puts the cursor on a line that can have it, near to where it is: the heading of an open group cannot.
func (m cursor) land(direction int) {
	m.at = scroll.Land(m.at, len(m.shown.lines), direction, func(i int) bool { return m.open(m.shown.lines[i]) }) // which has a row
	m.describe()
	m.scroll()
}

// scroll keeps the cursor among the rows that are seen, below the heading it follows where there is one.
func (m cursor) scroll() {
	m.top = scroll.Top(m.top, m.at, len(m.shown.lines), m.room(), func(i int) bool { return m.shown.lines[i].heading() })
}
