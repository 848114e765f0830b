package matrix

import (
	"strings"

	"deft/tui/cells"
)

// Sizes, in cells.
const (
	withPlace = 70 // the width from which the places of copies are shown
	minCell   = 4  // the width of a column at least
	minName   = 14 // what a name may take at least, where names are so long
	minPlace  = 16 // the same of a place
)

// layout is which columns have room.
type layout struct {
	name, place int
	first       int   // where the first column begins
	widths      []int // of all columns
	shown       int   // how many of them are seen, from Model.left on
}

func (m painter) layout() layout {
	l := layout{}
	if m.index == nil {
		return l
	}
	all := 0
	for _, col := range m.columns {
		all += m.columnWidth(col)
	}
	l.first = cells.Width(m.theme.Marks.NoCursor) + 1
	l.name = max(len("skill"), min(m.index.name, max(minName, m.width/5)))
	if m.width >= withPlace {
		l.place = min(m.index.place, max(minPlace, m.width/7))
		l.first++
	}
	spare := max(0, m.width-l.first-l.name-l.place-all) // where all agents leave room, names and places are shown whole
	grow := min(spare, max(0, m.index.name-l.name))
	l.name += grow
	if l.place > 0 {
		l.place += min(spare-grow, m.index.place-l.place)
	}
	l.first += l.name + l.place
	rest := m.width - l.first
	for i, col := range m.columns {
		width := m.columnWidth(col)
		l.widths = append(l.widths, width)
		if i >= m.left && rest >= width && l.shown == i-m.left {
			rest -= width
			l.shown++
		}
	}
	return l
}

// columnWidth is that of an agent's column, with a blank at its end.
func (m painter) columnWidth(col int) int {
	if m.plain {
		return 2 + max(len(m.index.agents[col].name)+1, len(unspecified.word())+2)
	}
	up, down := header(m.index.agents[col].name)
	return max(minCell, 1+max(len(up), len(down)))
}

// header is a name in two lines: both parts of one that has two.
func header(name string) (up, down string) {
	if i := strings.LastIndexByte(name, '-'); i >= 0 {
		return name[:i], name[i+1:]
	}
	return "", name
}
