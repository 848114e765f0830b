package tui

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"deft/commands"
	"deft/commands/config"
	"deft/commands/phrase"
	"deft/commands/state"
	"deft/discovery"
	"deft/skills"
	"deft/skills/sanitize"
	"deft/tui/fixing"
)

// overlay is what lies over the panes and gets the keys.
type overlay interface {
	Open() bool
	Close()
	Title() string
	Size() (width, height int)
	View() string
	Scroll(by int)
	Update(tea.Msg) tea.Cmd
}

// over is what lies on top: the dialog, also over the form for changes.
func (m *Model) over() overlay {
	if m.fixing.Open() && !m.dialog.Open() {
		return m.fixing
	}
	return m.dialog
}

// covered says whether something lies over the panes.
func (m *Model) covered() bool { return m.over().Open() }

// typesName says whether a name is being typed into the form for changes.
func (m *Model) typesName() bool { return m.fixing.Editing() && m.over() == m.fixing }

// plannedFixMsg brings the plan of a change.
type plannedFixMsg struct {
	turn  int
	fixes commands.Fixes
	err   error
}

// listedTrashMsg brings what is in the trash.
type listedTrashMsg struct {
	turn int
	all  []state.Trashed
	err  error
}

// fixedMsg says what has become of a change that was agreed to.
type fixedMsg struct {
	turn     int
	what     string // one sentence
	kept     bool   // something of it is in the trash
	restored bool   // it was brought back from there
	undo     string // command line
	done, of int    // steps
	err      error
	settings []config.Setting // as they are by now, nil for unchanged
}

// fixer is everything that has to do with changing where skills are and who uses them.
type fixer struct{ *Model }

func (m fixer) handle(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case fixing.PlanMsg:
		plan := m.verbs.PlanFix
		return func() tea.Msg {
			fixes, err := plan(msg.Request, msg.Copies)
			return plannedFixMsg{msg.Turn, fixes, err}
		}
	case plannedFixMsg:
		m.fixing.Planned(msg.turn, msg.fixes, msg.err)
	case fixing.ListMsg:
		list := m.verbs.Trash
		return func() tea.Msg {
			all, err := list()
			return listedTrashMsg{msg.Turn, all, err}
		}
	case listedTrashMsg:
		m.fixing.Listed(msg.turn, msg.all, msg.err)
	case fixing.DoMsg:
		return m.apply(msg)
	case fixing.RestoreMsg:
		return m.restore(msg)
	case fixedMsg:
		return m.fixed(msg)
	}
	return nil
}

// show opens the form for the skills that the keys are for. Without any, there still is the trash in it.
func (m fixer) show(verb commands.FixVerb) tea.Cmd {
	about := m.about()
	if len(about.Copies) == 0 {
		verb = ""
	}
	return m.fixing.Show(about, verb)
}

// about is what a change is for: a cell of the matrix, a problem, the skill that is read, or those that are marked in the list.
func (m fixer) about() fixing.Subject {
	about := fixing.Subject{Agent: m.as.agent}
	if about.Agent == "" {
		about.Agent = deftItself
	}
	var entries []*discovery.Entry
	switch {
	case m.view.matrix:
		if agent, c := m.matrix.Cell(); c != nil {
			return fixing.Subject{Agent: agent, Copies: []*discovery.Candidate{c}}
		}
	case m.view.problems:
		if d, ok := m.problems.Selected(); ok {
			entries = append(entries, editing(m).entryAt(d.Path))
			about.Copies = misplaced(d)
		}
	case m.view.focus == inPreview || m.view.focus == inComposer && m.view.back == inPreview:
		entries = append(entries, m.preview.Entry())
	default:
		entries, about.Unseen = m.list.Chosen(), m.list.Unseen()
	}
	for _, e := range entries {
		if e != nil {
			about.Copies = append(about.Copies, e.Candidate)
		}
	}
	return about
}

// misplaced is what a finding is about that no skill of the list is: a link to nowhere, or a skill that lies too deep.
func misplaced(d skills.Diagnostic) []*discovery.Candidate {
	switch d.Code {
	case discovery.CodeBrokenLink:
		return []*discovery.Candidate{{Folder: path.Base(d.Path), Path: path.Join(d.Path, "SKILL.md")}}
	case discovery.CodeNested:
		return []*discovery.Candidate{{Folder: path.Base(path.Dir(d.Path)), Path: d.Path}}
	}
	return nil
}

// apply does what was agreed to.
func (m fixer) apply(yes fixing.DoMsg) tea.Cmd {
	p, run, settings := yes.Plan, m.verbs.ApplyFix, m.app.Settings
	return func() tea.Msg {
		done, err := run(p)
		out := fixedMsg{turn: yes.Turn, what: strings.TrimSuffix(p.Title, "."), kept: len(done.Trash) > 0, undo: p.Undo, done: done.Steps, of: len(p.Steps), err: err}
		if settings != nil {
			out.settings = settings()
		}
		return out
	}
}

// restore brings a thing back from the trash.
func (m fixer) restore(yes fixing.RestoreMsg) tea.Cmd {
	run := m.verbs.Restore
	return func() tea.Msg {
		x, err := run(yes.Thing.ID)
		return fixedMsg{turn: yes.Turn, what: "Bring back " + yes.Thing.Path(), kept: x.Instead != "", restored: true, err: err}
	}
}

// fixed tells what was done, and looks again. Where not all of it was, the form stays and says why.
func (m fixer) fixed(msg fixedMsg) tea.Cmd {
	if msg.settings != nil {
		m.settings = msg.settings
	}
	if msg.err != nil {
		if why := notAll(msg); !m.fixing.Finished(msg.turn, why) {
			m.told = why
		}
		return looking(m).look(true)
	}
	var next tea.Cmd
	if m.fixing.Finished(msg.turn, "") && msg.restored { // perhaps not the only one
		next = m.fixing.ShowTrash(m.about())
	}
	m.told = "Done: " + phrase.Line(uncapital(msg.what), m.app.Home)
	switch {
	case msg.undo != "":
		m.told += "; undo: " + phrase.Line(msg.undo, m.app.Home)
	case msg.kept:
		m.told += "; " + m.keys.Global.Fix.Help().Key + " " + m.keys.Fix.Trash.Help().Key + " brings it back"
	}
	return tea.Batch(looking(m).look(true), next)
}

// uncapital is a sentence that goes on after a colon.
func uncapital(s string) string {
	if s == "" {
		return s
	}
	return strings.ToLower(s[:1]) + s[1:]
}

// notAll says why a change was not made, and how much of it was.
func notAll(msg fixedMsg) string {
	text := msg.err.Error()
	switch {
	case msg.of > 1:
		return sanitize.Line(text) + ". Steps of the plan that were done before: " + fmt.Sprintf("%d of %d", msg.done, msg.of)
	case msg.kept:
		return sanitize.Line(text) + ". A part of it was done; what it was is in the trash."
	}
	return sanitize.Line(text) + ". Nothing was done."
}

// fixCommand is /fix and /trash: the form, with a change chosen already.
func (m fixer) fixCommand(name, args string) tea.Cmd {
	if name == "trash" {
		return m.fixing.ShowTrash(m.about())
	}
	if args != "" && !slices.Contains(fixVerbs(), args) {
		m.composer.Refuse("/fix "+args, "no change is called "+sanitize.Line(args)+"; there are: "+strings.Join(fixVerbs(), ", "))
		return nil
	}
	return m.show(commands.FixVerb(args))
}

// fixVerbs are the changes that /fix takes.
func fixVerbs() []string {
	var out []string
	for _, v := range commands.FixVerbs() {
		out = append(out, string(v))
	}
	return out
}

// inForm handles a key while the form for changes is on top.
func (b keyboard) inForm(k tea.KeyMsg) tea.Cmd {
	switch g := b.keys.Global; {
	case b.fixing.Editing():
	case key.Matches(k, g.Quit, g.Fix):
		b.fixing.Close()
		return nil
	case key.Matches(k, g.Help):
		telling(b).help()
		return nil
	}
	return b.fixing.Update(k)
}
