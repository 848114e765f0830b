package tui

import (
	tea "github.com/charmbracelet/bubbletea"

	"deft/tui/preview"
)

// mouse decides what a click or a turn of the wheel does.
type mouse struct{ *Model }

// wheel is how many lines a turn of the wheel moves.
const wheel = 3

// event handles what the mouse does. Only the wheel and the left button are the interface's.
func (b mouse) event(e tea.MouseMsg) tea.Cmd {
	if b.plan.small || e.Action != tea.MouseActionPress {
		return nil
	}
	switch e.Button {
	case tea.MouseButtonWheelUp:
		return b.turn(e.X, e.Y, -1)
	case tea.MouseButtonWheelDown:
		return b.turn(e.X, e.Y, 1)
	case tea.MouseButtonLeft:
		b.quitting, b.told = false, ""
		return b.click(e.X, e.Y)
	}
	return nil
}

// turn scrolls what is under the pointer; the focus stays.
func (b mouse) turn(x, y, by int) tea.Cmd {
	if b.covered() {
		b.over().Scroll(by * wheel)
		return nil
	}
	which, _, _, ok := b.at(x, y)
	switch {
	case !ok:
		return nil
	case b.view.problems && which != inComposer:
		b.problems.Scroll(by * wheel)
		return nil
	case b.view.matrix && which != inComposer:
		b.matrix.Scroll(by * wheel)
		return nil
	}
	switch which {
	case inList:
		return b.list.Scroll(by * wheel)
	case inPreview:
		b.preview.Scroll(by * wheel)
	case inChat:
		b.chat.Scroll(by * wheel)
	}
	return nil
}

// click focuses what is under the pointer and chooses there. What lies over the panes closes when something beside it is clicked.
func (b mouse) click(x, y int) tea.Cmd {
	if b.covered() {
		if !b.inOverlay(x, y) {
			b.over().Close()
		}
		return nil
	}
	which, px, py, ok := b.at(x, y)
	if !ok {
		return nil
	}
	if b.view.problems && which != inComposer {
		b.focus(b.view.back)
		b.showProblems(true)
		b.problems.Click(y - b.plan.whole.y - 1)
		return nil
	}
	if b.view.matrix && which != inComposer {
		b.focus(b.view.back)
		b.view.matrix = true
		return b.matrix.Click(x-b.plan.whole.x-b.plan.edge(), y-b.plan.whole.y-1)
	}
	b.focus(which)
	switch which {
	case inList:
		b.release()
		return b.list.Click(py)
	case inComposer:
		b.composer.Click(px, py)
	case inChat:
		b.chat.Click(py)
	case inPreview:
		if tab, ok := b.tabAt(x, y); ok {
			return b.preview.SetTab(tab)
		}
		return b.preview.Click(py)
	}
	return nil
}

// at is the place under a cell of the window, and the cell of its own text.
func (b mouse) at(x, y int) (which place, px, py int, ok bool) {
	p, edge := b.plan, b.plan.edge()
	if y >= p.composer.y-edge/2 && y < p.composer.y+p.composer.h+edge/2 {
		return inComposer, x - p.composer.x, y - p.composer.y, true
	}
	for which := inList; which <= inChat; which++ {
		if r := p.panes[which]; r.w > 0 && x >= r.x && x < r.x+r.w && y >= r.y && y < r.y+r.h {
			return which, x - r.x - edge, y - r.y - 1, true
		}
	}
	return 0, 0, 0, false
}

// inOverlay says whether a cell is that of what lies over the panes.
func (b mouse) inOverlay(x, y int) bool {
	w, h := b.over().Size()
	left, top := (b.plan.width-w-4)/2, max(0, (b.plan.height-h-2)/2)
	return x >= left && x < left+w+4 && y >= top && y < top+h+2
}

// tabAt is the tab of the preview whose name stands at a cell.
func (b mouse) tabAt(x, y int) (preview.Tab, bool) {
	r := b.plan.panes[inPreview]
	if y != r.y {
		return 0, false
	}
	bar := frame(b).tabBar(r.w)
	at := r.x + bar.at
	for i, name := range bar.tabs {
		if x >= at && x < at+len(name) {
			return preview.Tab(i), true
		}
		at += len(name) + len(bar.gap)
	}
	return 0, false
}
