package tui

import (
	"context"

	tea "github.com/charmbracelet/bubbletea"

	"deft/commands"
	"deft/commands/cli"
	"deft/commands/slash"
)

// filesMsg brings the paths of a skill's files.
type filesMsg struct {
	handle string
	paths  []string
}

// files are the paths of a skill's files, without SKILL.md, which it brings anyway.
func files(ctx context.Context, app cli.App, handle string) []string {
	d, err := app.Show.Run(ctx, commands.User, handle)
	if err != nil {
		return nil
	}
	var paths []string
	for _, f := range d.Files {
		if f.Path != "SKILL.md" {
			paths = append(paths, f.Path)
		}
	}
	return paths
}

// wantFiles asks for the files of the skill that the draft names, where completion does not know them yet.
func (m talking) wantFiles() tea.Cmd {
	handle := slash.Named(m.composer.Draft())
	if m.scan.completer == nil || handle == m.scan.completer.handle || handle != "" && m.find(handle) != nil {
		return nil
	}
	m.scan.completer.handle = handle
	if handle == "" {
		m.scan.completer.files(nil)
		return nil
	}
	read := m.verbs.Files
	return func() tea.Msg { return filesMsg{handle, read(handle)} }
}

// completeFiles lets the files of a skill complete.
func (m talking) completeFiles(msg filesMsg) {
	if m.scan.completer != nil && m.scan.completer.handle == msg.handle {
		m.scan.completer.files(msg.paths)
		if m.view.focus == inComposer {
			m.composer.Renew()
		}
	}
}

// files are what completes from now on.
func (c *completer) files(paths []string) { c.paths = paths }
