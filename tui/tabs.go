package tui

import (
	"strings"

	"deft/commands/cli"
	"deft/tui/cells"
	"deft/tui/preview"
)

// tabBar is the line above the preview: the name of the skill and the tabs.
type tabBar struct {
	name string
	tabs []string
	gap  string // between two tabs
	at   int    // cells of the pane before the first tab
}

// nameGap stands between the name and the tabs.
const nameGap = "  "

// tabBar fits the line into a preview that is w cells wide. The tabs move together and the name is cut before a tab is.
func (f frame) tabBar(w int) tabBar {
	b := tabBar{name: f.preview.Title(), gap: "  ", at: 2}
	room := w - 4
	if f.plan.framed {
		room, b.at = w-6, 3
	}
	if f.focused(inPreview) {
		room -= cells.Width(f.theme.Marks.Focus)
		b.at += cells.Width(f.theme.Marks.Focus)
	}
	b.tabs = preview.Tabs()
	if f.theme.Options().Plain { // nothing but text may say which one is shown
		b.tabs[f.preview.Tab()] = "[" + b.tabs[f.preview.Tab()] + "]"
	}
	need := cells.Width(strings.Join(b.tabs, b.gap) + nameGap)
	if cells.Width(b.name)+need > room {
		need -= len(b.tabs) - 1
		b.gap = " "
	}
	b.name = cells.Cut(b.name, max(1, room-need), f.theme.Marks.Ellipsis)
	b.at += cells.Width(b.name + nameGap)
	return b
}

// previewTitle is that line, painted.
func (f frame) previewTitle(w int, focused bool) string {
	b := f.tabBar(w)
	var tabs []string
	for i, name := range b.tabs {
		style := f.theme.Tab
		if preview.Tab(i) == f.preview.Tab() {
			style = f.theme.TabActive
		}
		tabs = append(tabs, style.Render(name))
	}
	return f.title(b.name, focused) + nameGap + strings.Join(tabs, b.gap)
}

// preview is what the preview takes of the verbs.
func (v Verbs) preview(app cli.App) preview.Source {
	return preview.Source{Read: v.Read, File: v.File, Why: v.Why, Compare: v.Compare, Prompt: v.Prompt,
		Home: app.Home, Muted: app.Muted, Rest: v.Rest}
}
