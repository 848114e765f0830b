package tui

// The smallest window that deft works in, in cells.
const (
	minWidth  = 40
	minHeight = 12
)

// Widths, in cells, from which two and three panes stand side by side, and sizes from which frames are drawn.
const (
	twoPanes    = 80
	threePanes  = 140
	frameWidth  = 60
	frameHeight = 18
)

// minList is how wide the list is at least beside another pane.
const minList = 32

// paneGap is how many cells stay free between panes without frames.
const paneGap = 2

// rect is a part of the window, in cells.
type rect struct{ x, y, w, h int }

// plan is where everything stands.
type plan struct {
	width, height int
	small         bool // nothing but a notice has room
	framed        bool // panes have frames, else a line with their title
	panes         [3]rect
	whole         rect // of all panes together
	composer      rect // of its text
	status        int  // row
}

// newPlan lays the window out.
func newPlan(s view) plan {
	p := plan{width: s.width, height: s.height}
	if s.width < minWidth || s.height < minHeight {
		p.small = true
		return p
	}
	p.framed = !s.plain && s.width >= frameWidth && s.height >= frameHeight
	p.status = s.height - 1
	border := 0
	if p.framed {
		border = 1
	}
	lines := min(s.lines, max(1, s.height/3))
	p.composer = rect{x: border, y: p.status - border - lines, w: s.width - 2*border, h: lines}
	if p.framed { // a blank inside the frame on both sides
		p.composer.x++
		p.composer.w -= 2
	}
	top := s.banner
	p.whole = rect{0, top, s.width, p.composer.y - border - top}
	p.columns(s, top, p.composer.y-border-top)
	return p
}

// alone says whether one pane has all the room: it is zoomed, the window is narrow, or somebody listens to a screen reader, to whom
// lines of two panes would be read as one.
func (s view) alone() bool { return s.zoom || s.plain || s.width < twoPanes }

// columns shares the width out among the panes that are shown.
func (p *plan) columns(s view, y, h int) {
	current := s.focus
	if current == inComposer {
		current = s.back
	}
	beside := s.beside
	if beside == inChat && !s.chat {
		beside = inPreview
	}
	if current == inChat && !s.chat {
		current = inList
	}
	if s.alone() {
		p.panes[current] = rect{0, y, s.width, h}
		return
	}
	list := max(minList, s.width*34/100)
	if s.width >= threePanes {
		list = s.width * 30 / 100
	}
	p.panes[inList] = rect{0, y, list, h}
	rest := s.width - list
	if s.width < threePanes || !s.chat {
		if s.width >= threePanes {
			beside = inPreview
		}
		p.panes[beside] = rect{list, y, rest, h}
		return
	}
	p.panes[inPreview] = rect{list, y, rest / 2, h}
	p.panes[inChat] = rect{list + rest/2, y, rest - rest/2, h}
}

// edge is how many cells of a pane stand before its text.
func (p plan) edge() int {
	if p.framed {
		return 2
	}
	return 0
}

// shows says whether a pane is on the screen.
func (p plan) shows(which place) bool { return which < inComposer && p.panes[which].w > 0 }

// inner is the room for a pane's own text: without frame, or without the title line.
func (p plan) inner(which place) (width, height int) {
	return p.within(p.panes[which])
}

// within is the room for text in a rectangle.
func (p plan) within(r rect) (width, height int) {
	switch {
	case r.w == 0:
		return 0, 0
	case p.framed:
		return max(0, r.w-4), max(0, r.h-2)
	}
	if r.x+r.w < p.width { // a gap to the pane beside it
		return max(0, r.w-paneGap), max(0, r.h-1)
	}
	return r.w, max(0, r.h-1)
}
