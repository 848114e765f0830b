package tui

import (
	"slices"
	"strings"

	"deft/commands/phrase"
	"deft/commands/slash"
	"deft/tui/dialog"
	"deft/tui/keys"
	"deft/tui/theme"
)

// telling is everything that is told in a dialog.
type telling struct{ *Model }

// help shows every key and command: those of the place it is asked in, of everywhere and of the list, and beside them what the signs mean
// and the rest.
func (m telling) help() {
	all := m.keys.Sections()
	own := slices.IndexFunc(all, func(s keys.Section) bool { return s.Title == "Preview" })
	here := slices.IndexFunc(all, func(s keys.Section) bool { return s.Title == m.here() })
	commands := []dialog.Line{{Left: "Commands"}, {Left: "/skill:NAME [ARGS]", Right: "run a skill"}}
	for _, b := range slash.Builtins() {
		commands = append(commands, dialog.Line{Left: strings.TrimSpace("/" + b.Name + " " + b.Args), Right: b.Help})
	}
	of := keyHelp(all)
	left, right := append([][]dialog.Line{of[here]}, of[:own]...), append([][]dialog.Line{m.legend()}, of[own:]...)
	if here < own {
		left = slices.Delete(left, here+1, here+2)
	} else {
		right = slices.Delete(right, here-own+1, here-own+2)
	}
	left = append(left, filterHelp(), m.mouseHelp())
	m.dialog.Show("Help", sections(left), sections(append(right, commands)))
}

// here is the section of the keys of the place that has the focus.
func (m telling) here() string {
	switch {
	case m.fixing.Open():
		return "Fix"
	case m.view.focus == inComposer:
		return "Message"
	case m.view.problems:
		return "Problems"
	case m.view.matrix:
		return "Matrix"
	case m.view.focus == inPreview:
		return "Preview"
	case m.view.focus == inChat:
		return "Chat"
	}
	return "Skills"
}

// keyHelp is one section of help for each of the keys.
func keyHelp(all []keys.Section) [][]dialog.Line {
	var out [][]dialog.Line
	for _, s := range all {
		lines := []dialog.Line{{Left: s.Title}}
		for _, b := range s.Bindings {
			if b.Enabled() {
				lines = append(lines, dialog.Line{Left: b.Help().Key, Right: b.Help().Desc})
			}
		}
		out = append(out, lines)
	}
	return out
}

// sections joins those that hold something, with a blank line between two.
func sections(all [][]dialog.Line) []dialog.Line {
	var out []dialog.Line
	for _, s := range all {
		if len(out) > 0 && len(s) > 0 {
			out = append(out, dialog.Line{})
		}
		out = append(out, s...)
	}
	return out
}

// mouseHelp says what the mouse does, and how to select text while it does.
func (m telling) mouseHelp() []dialog.Line {
	if !m.app.Mouse {
		return nil
	}
	return []dialog.Line{{Left: "Mouse"}, {Left: "wheel", Right: "scroll what is under it"}, {Left: "click", Right: "focus, choose, open a tab, put the cursor"},
		{Left: "shift+drag", Right: "select text, as the terminal does it"}}
}

// filterHelp explains what a filter can hold beside a text.
func filterHelp() []dialog.Line {
	return []dialog.Line{
		{Left: "Words in a filter"},
		{Left: "provider:claude", Right: "only of this provider; also level:, category:, state:"},
		{Left: "level:user,project", Right: "of one of these"},
		{Left: "-state:invalid", Right: "none of these"},
	}
}

// path is a path, or what deft says, as people know it.
func (m *Model) path(p string) string { return phrase.Line(p, m.app.Home) }

// config shows the settings, where each is from, and what else a session begins with.
func (m telling) config() {
	var lines []dialog.Line
	for _, s := range m.settings {
		value := m.path(s.Value)
		if value == "" {
			value = "(none)"
		}
		lines = append(lines, dialog.Line{Left: s.Key, Right: value + "  (" + m.path(s.Origin) + ")"})
	}
	lines = append(lines, dialog.Line{}, dialog.Line{Left: "Context files"})
	if len(m.app.ContextFiles) == 0 {
		lines = append(lines, dialog.Line{Left: "none", Right: "no AGENTS.md in this folder or above it"})
	}
	for i, p := range m.app.ContextFiles {
		label := ""
		if i == len(m.app.ContextFiles)-1 {
			label = "nearest"
		}
		lines = append(lines, dialog.Line{Left: label, Right: m.path(p)})
	}
	m.dialog.Show("Settings", lines, nil)
}

// legend explains what stands in the columns of the list.
func (m telling) legend() []dialog.Line {
	last := theme.Scripts
	if m.as.agent != "" {
		last = theme.Unspecified
	}
	lines := []dialog.Line{{Left: "Marks in the list"}, {Left: m.theme.Marks.Alert, Right: "hidden: unseen characters"}}
	for b := theme.Stale; b <= last; b++ {
		lines = append(lines, dialog.Line{Left: m.theme.Sign(b), Right: b.String() + meaning(b)})
	}
	return append(lines, dialog.Line{Left: "from", Right: "provider/level"}, dialog.Line{Left: "tokens", Right: "of its text, estimated"})
}

// meaning is more about a badge than its name.
func meaning(b theme.Badge) string {
	switch b {
	case theme.Stale:
		return ": its file is changing"
	case theme.Collision:
		return ": beats another"
	case theme.Shadowed:
		return ": another copy wins"
	case theme.Filtered:
		return ", or disabled"
	case theme.UserOnly:
		return ": not for models"
	case theme.ModelOnly:
		return ": not for people"
	case theme.Scripts:
		return ": it brings some"
	case theme.NotSeen:
		return ": it does not look there"
	case theme.Dropped:
		return ": it does not take it"
	case theme.Ambiguous:
		return ": the name reaches none"
	case theme.Unspecified:
		return ": nobody says which"
	}
	return ""
}
