package tui

import (
	"strings"

	"deft/commands/slash"
	"deft/skills/sanitize"
	"deft/tui/browse"
	"deft/tui/dialog"
	"deft/tui/preview"
	"deft/tui/theme"
)

// help shows every key and command.
func (m *Model) help() {
	var lines []dialog.Line
	for _, s := range m.keys.Sections() {
		if len(lines) > 0 {
			lines = append(lines, dialog.Line{})
		}
		lines = append(lines, dialog.Line{Left: s.Title})
		for _, b := range s.Bindings {
			if !b.Enabled() {
				continue
			}
			lines = append(lines, dialog.Line{Left: b.Help().Key, Right: b.Help().Desc})
		}
	}
	lines = append(lines, dialog.Line{}, dialog.Line{Left: "Commands"}, dialog.Line{Left: "/skill:NAME [ARGS]", Right: "run a skill"})
	for _, b := range slash.Builtins() {
		lines = append(lines, dialog.Line{Left: strings.TrimSpace("/" + b.Name + " " + b.Args), Right: b.Help})
	}
	lines = append(lines, legend(m.view.plain)...)
	lines = append(lines, filterHelp()...)
	m.dialog.Show("Help", append(lines, m.mouseHelp()...), true)
}

// mouseHelp says what the mouse does, and how to select text while it does.
func (m *Model) mouseHelp() []dialog.Line {
	if !m.app.Mouse {
		return nil
	}
	return []dialog.Line{{}, {Left: "Mouse"}, {Left: "wheel", Right: "scroll what is under it"}, {Left: "click", Right: "focus, choose, open a tab, put the cursor"},
		{Left: "shift+drag", Right: "select text, as the terminal does it"}}
}

// filterHelp explains what a filter can hold beside a text.
func filterHelp() []dialog.Line {
	return []dialog.Line{
		{}, {Left: "Words in a filter"},
		{Left: "provider:claude", Right: "only of this provider; also level:, category:, state:"},
		{Left: "level:user,project", Right: "of one of these"},
		{Left: "-state:invalid", Right: "none of these"},
	}
}

// path is a path as people know it.
func (m *Model) path(p string) string { return preview.Path(p, m.app.Home) }

// config shows the settings, where each is from, and what else a session begins with.
func (m *Model) config() {
	var lines []dialog.Line
	for _, s := range m.app.Settings {
		value := sanitize.Line(s.Value)
		if value == "" {
			value = "(none)"
		}
		lines = append(lines, dialog.Line{Left: s.Key, Right: value + "  (" + sanitize.Line(s.Origin) + ")"})
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
	m.dialog.Show("Settings", lines, false)
}

// legend explains the badges.
func legend(plain bool) []dialog.Line {
	lines := []dialog.Line{{}, {Left: "Badges"}}
	for b := theme.Collision; b <= theme.Scripts; b++ {
		lines = append(lines, dialog.Line{Left: browse.Sign(b, plain), Right: b.String()})
	}
	return append(lines, dialog.Line{Left: "!", Right: "hidden text"})
}
