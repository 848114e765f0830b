package tui

import (
	"fmt"
	"strings"

	"github.com/charmbracelet/lipgloss"

	"deft/commands/phrase"
	"deft/discovery"
	"deft/skills/sanitize"
	"deft/tui/cells"
)

// View draws the frame.
func (m *Model) View() string { return frame{m}.text() }

// frame draws what the model holds; it changes nothing.
type frame struct{ *Model }

// text is the whole frame: as many lines as the window has, each exactly as wide.
func (f frame) text() string {
	p := f.plan
	if p.width <= 0 || p.height <= 0 {
		return ""
	}
	var rows []string
	if p.small {
		rows = cells.Wrap(fmt.Sprintf("deft needs %dx%d", minWidth, minHeight), p.width)
	} else {
		rows = f.rows()
	}
	rows = cells.Block(rows, p.width, p.height)
	for i, row := range rows {
		rows[i] = cells.Lean(row)
	}
	return strings.Join(rows, "\n") + f.serial()
}

// serial makes a frame another one than the last, though nothing is seen of it: Bubble Tea compares a frame that is like the one it
// has painted with that again and again, at every tick, and copies it for that. The writer of differences leaves it out.
func (f frame) serial() string {
	seq := "\x1b[0"
	for i, attribute := range "123479" { // no colours: there may be none
		if f.updates>>i&1 == 1 {
			seq += ";" + string(attribute)
		}
	}
	return seq + "m\x1b[m"
}

func (f frame) rows() []string {
	rows := f.banner()
	rows = append(rows, f.panes()...)
	rows = append(rows, f.composerRows()...)
	rows = append(rows, f.statusRow())
	f.overlayPopup(rows)
	if f.covered() {
		f.overlayOver(rows)
	}
	return rows
}

// overlayPopup puts completions or a note right above the composer.
func (f frame) overlayPopup(rows []string) {
	p := f.plan
	bottom := p.composer.y
	if p.framed {
		bottom--
	}
	text := f.composer.Popup(p.composer.w, bottom-f.view.banner-2)
	if len(text) == 0 {
		return
	}
	style, border := f.edge(false)
	box := append([]string{style.Render(strings.Repeat(border.Top, p.width))}, text...)
	if p.framed {
		box = f.box(rect{w: p.width, h: len(text) + 2}, "", "", text, false, true)
	}
	cells.Overlay(rows, box, 0, bottom-len(box))
}

// overlayOver puts what lies over the panes in the middle.
func (f frame) overlayOver(rows []string) {
	over := f.over()
	w, h := over.Size()
	box := f.box(rect{w: w + 4, h: h + 2}, f.title(over.Title(), true), "esc closes", strings.Split(over.View(), "\n"), true, true)
	cells.Overlay(rows, box, (f.plan.width-w-4)/2, max(0, (f.plan.height-h-2)/2))
}

// panes are the rows above the composer.
func (f frame) panes() []string {
	p := f.plan
	if f.view.problems {
		return f.wholeBox(f.problems.Title(), f.problems.View())
	}
	if f.view.matrix {
		return f.wholeBox(f.matrix.Title(), f.matrix.View())
	}
	var rows []string
	for which := inList; which <= inChat; which++ {
		r := p.panes[which]
		if r.w == 0 {
			continue
		}
		block := f.paneBox(which, r)
		if rows == nil {
			rows = block
			continue
		}
		for i := range rows {
			rows[i] += block[i]
		}
	}
	return rows
}

// wholeBox draws what stands in place of the panes, as large as they are together.
func (f frame) wholeBox(title, view string) []string {
	focused := f.focused(f.view.focus) && f.view.focus != inComposer
	return f.box(f.plan.whole, f.title(title, focused), "esc closes", strings.Split(view, "\n"), focused, f.plan.framed)
}

func (f frame) paneBox(which place, r rect) []string {
	focused := f.focused(which)
	var title, note, text string
	switch which {
	case inList:
		title, text = f.title(f.list.Title(), focused), f.list.View()
	case inPreview:
		title, note, text = f.previewTitle(r.w, focused), f.preview.Place(), f.preview.View()
	case inChat:
		title, note, text = f.title(f.chat.Title(), focused), "no model connected", f.chat.View()
	}
	return f.box(r, title, note, strings.Split(text, "\n"), focused, f.plan.framed)
}

// focused says whether a place looks like the one that gets the keys.
func (f frame) focused(which place) bool { return f.view.focus == which && !f.covered() }

func (f frame) title(s string, focused bool) string {
	if focused {
		return f.theme.TitleFocused.Render(s)
	}
	return f.theme.Title.Render(s)
}

// box draws a pane: its painted title and note in the line above, and a frame where there is one.
func (f frame) box(r rect, title, note string, text []string, focused, framed bool) []string {
	style, border := f.edge(focused)
	if f.theme.Options().Plain {
		framed = false
	}
	if !framed {
		out := []string{f.titleLine(style, border, "", "", title, note, r.w, focused)}
		return cells.Block(append(out, text...), r.w, r.h)
	}
	out := make([]string, 0, r.h)
	out = append(out, f.titleLine(style, border, border.TopLeft, border.TopRight, title, note, r.w, focused))
	left, right := style.Render(border.Left)+" ", " "+style.Render(border.Right)
	for i := range r.h - 2 {
		line := ""
		if i < len(text) {
			line = text[i]
		}
		out = append(out, left+cells.Fit(line, max(0, r.w-4), "")+right)
	}
	return append(out, style.Render(border.BottomLeft+strings.Repeat(border.Bottom, max(0, r.w-2))+border.BottomRight))
}

// edge is the border of a pane and the style it is painted in.
func (f frame) edge(focused bool) (lipgloss.Style, lipgloss.Border) {
	s, b := f.theme.Edge, lipgloss.RoundedBorder()
	if focused {
		s, b = f.theme.EdgeFocused, lipgloss.ThickBorder()
	}
	if f.theme.Options().Plain {
		b = lipgloss.Border{Top: " "}
	}
	return f.theme.Row.Foreground(s.GetBorderTopForeground()), b
}

// titleLine is the upper edge of a pane.
func (f frame) titleLine(style lipgloss.Style, b lipgloss.Border, first, last, title, note string, w int, focused bool) string {
	if focused && title != "" {
		title = f.theme.Marks.Focus + title
	}
	room := w - cells.Width(first) - cells.Width(last) - 4
	if title != "" {
		title = " " + cells.Cut(title, max(1, room), f.theme.Marks.Ellipsis) + " "
	}
	if note != "" {
		note = " " + f.theme.Muted.Render(note) + " "
		if cells.Width(note) > room-cells.Width(title)+1 {
			note = ""
		}
	}
	fill := w - cells.Width(first) - cells.Width(last) - 2 - cells.Width(title) - cells.Width(note)
	return style.Render(first+b.Top) + title + style.Render(strings.Repeat(b.Top, max(0, fill))) + note + style.Render(b.Top+last)
}

func (f frame) composerRows() []string {
	text := strings.Split(f.composer.View(), "\n")
	text = text[:min(len(text), f.plan.composer.h)]
	if !f.plan.framed {
		return text
	}
	focused := f.focused(inComposer)
	return f.box(rect{w: f.plan.width, h: len(text) + 2}, f.title("Message", focused), "", text, focused, true)
}

// banner says what a scan could not read.
func (f frame) banner() []string {
	if f.scan.failed != "" {
		return f.bannerLine("The skills could not be looked for: " + f.scan.failed)
	}
	s := f.scan.snapshot
	if s == nil || s.Complete {
		return nil
	}
	switch failed := f.failed(s); {
	case len(failed) == 0:
		return f.bannerLine("Incomplete: not every source of skills has answered")
	case len(failed) > 1:
		return f.bannerLine(fmt.Sprintf("Incomplete, %d sources failed: %s", len(failed), strings.Join(failed, "; ")))
	default:
		return f.bannerLine("Incomplete: " + failed[0])
	}
}

// failed names what makes a snapshot incomplete, and why.
func (f frame) failed(s *discovery.Snapshot) []string {
	var out []string
	for _, r := range s.Roots {
		switch {
		case r.Err == "":
		case r.Root.Path == "":
			out = append(out, r.Root.Provider+": "+r.Err)
		default:
			out = append(out, fmt.Sprintf("%s (%s): %s", r.Root.Provider, f.path(r.Root.Path), r.Err))
		}
	}
	for _, d := range s.Diagnostics {
		if d.Code == discovery.CodeWatchFailed || d.Code == discovery.CodeChanging {
			out = append(out, d.Message+"; "+d.Hint)
		}
	}
	return out
}

// warn says, once, that changes on the disk are noticed late.
func (m looking) warn() {
	now := ""
	for _, d := range m.scan.snapshot.Diagnostics {
		if d.Code == discovery.CodePolling {
			now = sanitize.Line(d.Message)
		}
	}
	if now != m.scan.warned && now != "" {
		m.told = strings.ToUpper(now[:1]) + now[1:]
	}
	m.scan.warned = now
}

func (f frame) bannerLine(s string) []string {
	return []string{f.theme.Warning.Render(" " + cells.Fit(phrase.Line(s, f.app.Home), max(0, f.plan.width-1), f.theme.Marks.Ellipsis))}
}

// statusRow is the last line: what there is to know, and the keys for where the focus is.
func (f frame) statusRow() string {
	left := " " + cells.Cut(f.status(), f.plan.width-statusHint, f.theme.Marks.Ellipsis)
	room := f.plan.width - cells.Width(left) - 3
	hints := hinting(f).hintLine(room)
	gap := f.plan.width - cells.Width(left) - cells.Width(hints) - 1
	return left + strings.Repeat(" ", max(1, gap)) + hints
}

// statusHint is the cells of the status line that are kept for the way to the help.
const statusHint = 11

func (f frame) status() string {
	switch {
	case f.quitting:
		return f.theme.Warning.Render("Press Ctrl+C again to quit")
	case f.scan.slow:
		return f.theme.Info.Render("Looking for skills…")
	case f.told != "":
		return f.theme.Info.Render(phrase.Home(f.told, f.app.Home))
	case hinting(f).inMenu():
		return f.theme.Muted.Render("A letter chooses")
	case (f.view.problems || f.view.matrix) && f.view.focus != inComposer: // the title counts them, and the keys need the room
		return ""
	}
	counts := f.list.Counts()
	if n := f.problems.Count(); n > 0 {
		counts += " · " + phrase.Count(n, "problem")
	}
	if f.as.agent != "" {
		counts = "as " + f.as.agent + " · " + counts
	}
	if f.scan.profile != "" {
		return f.theme.Info.Render("profile "+f.scan.profile) + f.theme.Muted.Render(" · "+counts)
	}
	return f.theme.Muted.Render(counts)
}
