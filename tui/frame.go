package tui

import (
	"fmt"
	"strings"

	"github.com/charmbracelet/lipgloss"

	"deft/skills/sanitize"
	"deft/tui/browse"
	"deft/tui/cells"
	"deft/tui/dialog"
	"deft/tui/keys"
	"deft/tui/preview"
	"deft/tui/theme"
)

// View is the whole frame: as many lines as the window has, each exactly as wide.
func (m *Model) View() string {
	p := m.plan
	if p.width <= 0 || p.height <= 0 {
		return ""
	}
	var rows []string
	if p.small {
		rows = cells.Wrap(fmt.Sprintf("deft needs %dx%d cells", minWidth, minHeight), p.width)
	} else {
		rows = m.rows()
	}
	rows = cells.Block(rows, p.width, p.height)
	for i, row := range rows {
		rows[i] = cells.Lean(row)
	}
	return strings.Join(rows, "\n")
}

func (m *Model) rows() []string {
	rows := m.banner()
	rows = append(rows, m.panes()...)
	rows = append(rows, m.composerRows()...)
	rows = append(rows, m.statusRow())
	m.overlayPopup(rows)
	if m.dialog.Open() {
		m.overlayDialog(rows)
	}
	return rows
}

// overlayPopup puts completions or a note right above the composer.
func (m *Model) overlayPopup(rows []string) {
	p := m.plan
	bottom := p.composer.y
	if p.framed {
		bottom--
	}
	text := m.composer.Popup(p.composer.w, bottom-m.view.banner-2)
	if len(text) == 0 {
		return
	}
	style, border := m.edge(false)
	box := append([]string{style.Render(strings.Repeat(border.Top, p.width))}, text...)
	if p.framed {
		box = m.box(rect{w: p.width, h: len(text) + 2}, "", "", text, false, true)
	}
	cells.Overlay(rows, box, 0, bottom-len(box))
}

func (m *Model) overlayDialog(rows []string) {
	w, h := m.dialog.Size()
	box := m.box(rect{w: w + 4, h: h + 2}, m.dialog.Title(), "esc closes", strings.Split(m.dialog.View(), "\n"), true, true)
	cells.Overlay(rows, box, (m.plan.width-w-4)/2, max(0, (m.plan.height-h-2)/2))
}

// panes are the rows above the composer.
func (m *Model) panes() []string {
	p := m.plan
	var rows []string
	for which := inList; which <= inChat; which++ {
		r := p.panes[which]
		if r.w == 0 {
			continue
		}
		block := m.paneBox(which, r)
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

func (m *Model) paneBox(which place, r rect) []string {
	var title, note, text string
	switch which {
	case inList:
		title, text = m.list.Title(), m.list.View()
	case inPreview:
		title, note, text = m.previewTitle(), m.preview.Place(), m.preview.View()
	case inChat:
		title, note, text = m.chat.Title(), "no model connected", m.chat.View()
	}
	return m.box(r, title, note, strings.Split(text, "\n"), m.view.focus == which && !m.dialog.Open(), m.plan.framed)
}

// previewTitle is the tabs and the skill's name.
func (m *Model) previewTitle() string {
	var tabs []string
	for i, name := range preview.Tabs() {
		style := m.theme.Tab
		if preview.Tab(i) == m.preview.Tab() {
			style = m.theme.TabActive
		}
		tabs = append(tabs, style.Render(name))
	}
	return m.title(m.preview.Title(), m.view.focus == inPreview) + "  " + strings.Join(tabs, "  ")
}

func (m *Model) title(s string, focused bool) string {
	if focused {
		return m.theme.TitleFocused.Render(s)
	}
	return m.theme.Title.Render(s)
}

// box draws a pane: its title and note in the line above, and a frame where there is one.
func (m *Model) box(r rect, title, note string, text []string, focused, framed bool) []string {
	style, border := m.edge(focused)
	if title != "" && !strings.Contains(title, "\x1b") {
		title = m.title(title, focused)
	}
	if m.theme.Options().Plain {
		framed = false
	}
	if !framed {
		out := []string{m.titleLine(style, border, "", "", title, note, r.w, focused)}
		return cells.Block(append(out, text...), r.w, r.h)
	}
	out := make([]string, 0, r.h)
	out = append(out, m.titleLine(style, border, border.TopLeft, border.TopRight, title, note, r.w, focused))
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
func (m *Model) edge(focused bool) (lipgloss.Style, lipgloss.Border) {
	s, b := m.theme.Frame, lipgloss.RoundedBorder()
	if focused {
		s, b = m.theme.FrameFocused, lipgloss.ThickBorder()
	}
	if m.theme.Options().Plain {
		b = lipgloss.Border{Top: " "}
	}
	return m.theme.Row.Foreground(s.GetBorderTopForeground()), b
}

// titleLine is the upper edge of a pane.
func (m *Model) titleLine(style lipgloss.Style, b lipgloss.Border, first, last, title, note string, w int, focused bool) string {
	if focused && title != "" {
		title = m.theme.Marks.Focus + title
	}
	room := w - cells.Width(first) - cells.Width(last) - 4
	if title != "" {
		title = " " + cells.Cut(title, max(1, room), m.theme.Marks.Ellipsis) + " "
	}
	if note != "" {
		note = " " + m.theme.Muted.Render(note) + " "
		if cells.Width(note) > room-cells.Width(title)+1 {
			note = ""
		}
	}
	fill := w - cells.Width(first) - cells.Width(last) - 2 - cells.Width(title) - cells.Width(note)
	return style.Render(first+b.Top) + title + style.Render(strings.Repeat(b.Top, max(0, fill))) + note + style.Render(b.Top+last)
}

func (m *Model) composerRows() []string {
	text := strings.Split(m.composer.View(), "\n")
	text = text[:min(len(text), m.plan.composer.h)]
	if !m.plan.framed {
		return text
	}
	title := "Message"
	return m.box(rect{w: m.plan.width, h: len(text) + 2}, title, "", text, m.view.focus == inComposer && !m.dialog.Open(), true)
}

// banner says what a scan could not read.
func (m *Model) banner() []string {
	if m.scan.failed != "" {
		return m.bannerLine("The skills could not be looked for: " + m.scan.failed)
	}
	s := m.scan.snapshot
	if s == nil || s.Complete {
		return nil
	}
	var failed []string
	for _, r := range s.Roots {
		if r.Err != "" {
			failed = append(failed, fmt.Sprintf("%s (%s): %s", r.Root.Provider, m.path(r.Root.Path), r.Err))
		}
	}
	switch {
	case len(failed) == 0:
		return m.bannerLine("Incomplete: not every source of skills has answered")
	case len(failed) > 1:
		return m.bannerLine(fmt.Sprintf("Incomplete, %d sources failed: %s", len(failed), strings.Join(failed, "; ")))
	}
	return m.bannerLine("Incomplete: " + failed[0])
}

func (m *Model) bannerLine(s string) []string {
	return []string{m.theme.Warning.Render(" " + cells.Fit(sanitize.Line(s), max(0, m.plan.width-1), m.theme.Marks.Ellipsis))}
}

func (m *Model) path(p string) string { return preview.Path(p, m.app.Home) }

// statusRow is the last line: what there is to know, and the keys for where the focus is.
func (m *Model) statusRow() string {
	left := " " + cells.Cut(m.status(), m.plan.width-statusHint, m.theme.Marks.Ellipsis)
	room := m.plan.width - cells.Width(left) - 3
	hints := m.hintLine(room)
	gap := m.plan.width - cells.Width(left) - cells.Width(hints) - 1
	return left + strings.Repeat(" ", max(1, gap)) + hints
}

// statusHint is the cells of the status line that are kept for the way to the help.
const statusHint = 11

func (m *Model) status() string {
	switch {
	case m.quitting:
		return m.theme.Warning.Render("Press Ctrl+C again to quit")
	case m.scan.slow:
		return m.theme.Info.Render("Looking for skills…")
	}
	return m.theme.Muted.Render(m.list.Counts())
}

// hintLine is as many key hints as there is room for; the way to the help is never left out for another.
func (m *Model) hintLine(room int) string {
	all := m.hints()
	last := m.hint(all[len(all)-1])
	out, used := "", cells.Width(last)
	for _, h := range all[:len(all)-1] {
		s := m.hint(h)
		if used+cells.Width(s)+2 > room {
			break
		}
		out += s + "  "
		used += cells.Width(s) + 2
	}
	if used > room {
		return ""
	}
	return out + last
}

func (m *Model) hint(h keys.Hint) string {
	return m.theme.KeyName.Render(h.Key) + " " + m.theme.KeyDescription.Render(h.Text)
}

// hints are the keys that matter where the focus is, the most useful first, help last.
func (m *Model) hints() []keys.Hint {
	k := m.keys
	g := k.Global
	switch {
	case m.dialog.Open():
		return keys.Hints(k.Move.Down, k.Move.Up, g.Back)
	case m.view.focus == inComposer && m.composer.Completing():
		return keys.Hints(k.Composer.Complete, k.Composer.Up, k.Composer.Down, g.Back, g.Help1)
	case m.view.focus == inComposer:
		return keys.Hints(k.Composer.Send, k.Composer.Newline, g.Next, g.Help1)
	case m.list.Editing():
		return keys.Hints(k.List.Done, g.Back, g.Help1)
	case m.view.focus == inPreview:
		return keys.Hints(k.Preview.NextTab, g.Use, g.Next, g.Command, g.Zoom, g.Quit, g.Help)
	case m.view.focus == inChat:
		return keys.Hints(k.Chat.Fold, k.Chat.PrevBlock, g.Next, g.Command, g.Zoom, g.Quit, g.Help)
	}
	return keys.Hints(k.List.Open, g.Find, g.Use, g.Why, g.Command, k.List.All, g.Rescan, g.Quit, g.Help)
}

// legend explains the badges.
func legend(plain bool) []dialog.Line {
	lines := []dialog.Line{{}, {Left: "Badges"}}
	for b := theme.Collision; b <= theme.Scripts; b++ {
		lines = append(lines, dialog.Line{Left: browse.Sign(b, plain), Right: b.String()})
	}
	return append(lines, dialog.Line{Left: "!", Right: "hidden text"})
}
