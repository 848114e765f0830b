package tui

import (
	"os"
	"path/filepath"

	tea "github.com/charmbracelet/bubbletea"

	"deft/commands"
	"deft/commands/phrase"
	"deft/discovery"
	"deft/skills/sanitize"
	"deft/tui/dialog"
	"deft/tui/editor"
	"deft/tui/lend"
	"deft/tui/preview"
)

// copyPlan is where a skill without a folder could be copied to be edited.
type copyPlan struct {
	key, where string // what chooses it, and how people call the place
	root       string
	plan       commands.CopyPlan
	err        error
}

// plannedMsg brings the places for a copy. What follows says what is edited there.
type plannedMsg struct {
	edit  preview.EditMsg
	plans []copyPlan
}

// copyMsg is the answer that one of them is to be used.
type copyMsg struct {
	edit preview.EditMsg
	root string
}

// madeCopyMsg says that the copy was made, or why not.
type madeCopyMsg struct {
	edit preview.EditMsg
	plan commands.CopyPlan
	err  error
}

// editedMsg says that the editor has ended.
type editedMsg struct{ err error }

// editing is everything that has to do with changing files.
type editing struct{ *Model }

func (m editing) handle(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case preview.EditMsg:
		if m.held.gone && msg.Entry.Path == pathOf(m.held.entry) {
			m.told = "The skill is gone and cannot be edited"
			return nil
		}
		if !msg.Entry.Opaque() {
			return m.openEditor(fileOf(msg, msg.Entry.Path), msg.Line)
		}
		return m.planCopies(msg)
	case plannedMsg:
		m.offerCopies(msg)
	case copyMsg:
		run := m.verbs.CopySkill
		return func() tea.Msg {
			plan, err := run(commands.CopyRequest{Entry: msg.edit.Entry, Root: msg.root})
			return madeCopyMsg{msg.edit, plan, err}
		}
	case madeCopyMsg:
		if msg.err != nil {
			m.told = "Not copied: " + sanitize.Line(msg.err.Error())
			return nil
		}
		return tea.Batch(looking(m).look(true), m.openEditor(fileOf(msg.edit, msg.plan.File), msg.edit.Line))
	case editedMsg:
		if msg.err != nil {
			m.told = "The editor ended with an error: " + sanitize.Line(msg.err.Error())
		}
		return looking(m).look(true)
	}
	return nil
}

// fileOf is the path of what is edited, beside a SKILL.md.
func fileOf(msg preview.EditMsg, skill string) string {
	if msg.File == "" {
		return skill
	}
	return filepath.Join(filepath.Dir(skill), filepath.FromSlash(msg.File))
}

// openEditor gives the terminal to the user's editor until that ends.
func (editing) openEditor(file string, line int) tea.Cmd {
	return func() tea.Msg { // the editor is looked for on the disk
		cmd, err := editor.Command(os.Getenv, file, line)
		if err != nil {
			return noticeMsg{sanitize.Line(err.Error())}
		}
		cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr // itself, not what the frames are written through
		return lend.ExecMsg{Command: cmd, Done: func(err error) tea.Msg { return editedMsg{err} }}
	}
}

// planCopies looks where a skill that has no folder could be copied to.
func (m editing) planCopies(msg preview.EditMsg) tea.Cmd {
	plans := []copyPlan{{key: "p", where: "this project", root: m.app.Project}, {key: "h", where: "your home", root: m.app.Home}}
	if m.app.Project == m.app.Home {
		plans = plans[1:]
	}
	plan := m.verbs.PlanCopy
	return func() tea.Msg {
		out := plannedMsg{edit: msg}
		for _, p := range plans {
			if p.root == "" {
				continue
			}
			p.root = filepath.Join(p.root, discovery.NativeFolder)
			p.plan, p.err = plan(commands.CopyRequest{Entry: msg.Entry, Root: p.root})
			out.plans = append(out.plans, p)
		}
		return out
	}
}

// offerCopies asks where to copy a skill. Nothing is done without an answer.
func (m editing) offerCopies(msg plannedMsg) {
	name := sanitize.Line(msg.edit.Entry.Name())
	lines := []dialog.Line{{Left: name + " comes with deft and has no file to edit."},
		{Left: "Copy it into a folder of yours? The copy then takes its place."}, {}}
	var choices []dialog.Choice
	for _, p := range msg.plans {
		lines = append(lines, dialog.Line{Left: p.key, Right: "copy into " + p.where}, dialog.Line{Left: " ", Right: m.copyLine(p)})
		if p.err == nil && !p.plan.Exists {
			choices = append(choices, dialog.Choice{Key: p.key, Msg: copyMsg{msg.edit, p.root}})
		}
	}
	m.dialog.Ask("Edit "+name, append(lines, dialog.Line{}, dialog.Line{Left: "esc", Right: "copy nothing"}), choices)
}

// copyLine says what one copy would be.
func (m editing) copyLine(p copyPlan) string {
	switch {
	case p.err != nil:
		return "not possible: " + phrase.Line(p.err.Error(), m.app.Home)
	case p.plan.Exists:
		return m.path(p.plan.To) + " is there already; nothing is overwritten"
	}
	return m.path(p.plan.To) + " (" + phrase.Count(len(p.plan.Files), "file") + ")"
}

// entryAt is the skill whose SKILL.md has a path.
func (m editing) entryAt(path string) *discovery.Entry {
	if m.as.snapshot != nil {
		return own(m.as.snapshot, path)
	}
	return own(m.scan.snapshot, path)
}

// own is the entry of a snapshot, which may be nil, whose SKILL.md has a path.
func own(s *discovery.Snapshot, path string) *discovery.Entry {
	if s == nil {
		return nil
	}
	return s.At(path)
}

// editPath edits a file that a problem is about.
func (m editing) editPath(path string, line int) tea.Cmd {
	if e := m.entryAt(path); e != nil {
		return m.handle(preview.EditMsg{Entry: e, Line: line})
	}
	return m.openEditor(path, line)
}
