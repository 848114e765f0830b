package tui

import (
	"context"
	"strings"
	"sync"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"deft/commands"
	"deft/commands/cli"
	"deft/commands/fix"
	"deft/commands/slash"
	"deft/commands/state"
	"deft/discovery"
	"deft/discovery/rules"
	"deft/skills/prompt"
	"deft/skills/resource"
	"deft/tui/browse"
	"deft/tui/clipboard"
	"deft/tui/problems"
)

// Verbs is what the interface can have done. Each may take its time and is called in a command only.
type Verbs struct {
	List, Reload func() (commands.ListResult, error)
	Load         func(handle, args string) (prompt.Activation, error)
	Reading
	Own   Reading                                         // what deft itself sees
	Views func(agents ...string) (*commands.Views, error) // of all agents where none is named
	Eyes  func(*commands.Views) Reading                   // what there is to read in the first of the views

	Answer func(v *commands.Views, agent int, c *discovery.Candidate) commands.AgentAnswer // what an agent makes of a copy's name
	Alike  func(*commands.Views, []*discovery.Candidate) discovery.Digests                 // which of the copies are identical

	PlanCopy  func(commands.CopyRequest) (commands.CopyPlan, error)
	CopySkill func(commands.CopyRequest) (commands.CopyPlan, error)

	PlanFix  func(commands.FixRequest, []*discovery.Candidate) (commands.Fixes, error)
	ApplyFix func(fix.Plan) (fix.Done, error)
	Trash    func() ([]state.Trashed, error)
	Restore  func(id string) (state.Trashed, error)

	UseProfile func(name string) error // "" for none
	Accept     func(name string) (bool, error)

	Files func(handle string) []string // that a skill brings; none where it cannot be read
	Copy  func(string) clipboard.Result

	Begin   func()                   // waits until skills may be looked for; nil where that is so
	Changed func() bool              // waits for skills to change; false when they will not; nil where nobody looks
	Release func(held uint64) uint64 // gives memory back where it holds more than before; nil for nothing

	Moment time.Duration // a scan that takes longer is mentioned
	Pause  time.Duration // a draft that has changed is saved after so long
	Rest   time.Duration // a skill is read once the cursor has rested on it for so long
}

// Reading is what is read of a skill in the list.
type Reading struct {
	Read    func(*discovery.Entry) (commands.Detail, error)
	Why     func(*discovery.Entry) (commands.Explanation, error)
	File    func(*discovery.Entry, string) (resource.Content, error)
	Compare func(from, to *discovery.Entry) (commands.Comparison, error)
	Prompt  func(*discovery.Entry) (commands.Injection, error)
}

// reading reads through the verbs of an application, as an agent would.
func reading(ctx context.Context, show commands.Show, why commands.Why, compare commands.Compare, load commands.Load, read commands.Read, a rules.Agent) Reading {
	return Reading{
		Read:   func(e *discovery.Entry) (commands.Detail, error) { return show.Entry(ctx, commands.User, e) },
		Why:    func(e *discovery.Entry) (commands.Explanation, error) { return why.Entry(ctx, commands.User, e) },
		Prompt: func(e *discovery.Entry) (commands.Injection, error) { return load.Inject(ctx, commands.User, e, a) },
		File: func(e *discovery.Entry, path string) (resource.Content, error) {
			return read.Entry(ctx, commands.User, e, path)
		},
		Compare: func(from, to *discovery.Entry) (commands.Comparison, error) {
			return compare.Run(ctx, commands.User, from, to)
		},
	}
}

// verbs binds the verbs of an application to the user of this interface and to the time it runs.
func verbs(ctx context.Context, app cli.App, board clipboard.Clipboard) Verbs {
	all := commands.ListRequest{All: true}
	deft, _ := rules.ByName(deftItself)
	own := reading(ctx, app.Show, app.Why, app.Compare, app.Load, app.Read, deft)
	return Verbs{
		Moment:  scanMoment,
		Rest:    restMoment,
		Pause:   pause,
		Changed: changes(ctx, app), Release: release,
		UseProfile: app.Profiles.Use,
		Accept:     app.Accept.Toggle,
		Copy:       func(text string) clipboard.Result { return board.Copy(ctx, text) },
		Files:      func(handle string) []string { return files(ctx, app, handle) },
		List:       func() (commands.ListResult, error) { return app.List.Run(ctx, commands.User, all) },
		Reload:     func() (commands.ListResult, error) { return app.Reload.Run(ctx, commands.User, all) },
		Reading:    own,
		Own:        own,
		Views: func(agents ...string) (*commands.Views, error) {
			return app.Agents.Views(ctx, commands.User, agents...)
		},
		Answer: func(v *commands.Views, agent int, c *discovery.Candidate) commands.AgentAnswer {
			return v.Answer(ctx, agent, c)
		},
		Alike: func(v *commands.Views, of []*discovery.Candidate) discovery.Digests { return v.Compare(ctx, of) },
		Eyes: func(v *commands.Views) Reading {
			s := v.Source(0)
			return reading(ctx, commands.Show{Source: s}, commands.Why{Source: s}, commands.Compare{Source: s}, commands.Load{Source: s}, commands.Read{Source: s}, v.All[0].Agent)
		},
		Load: func(handle, args string) (prompt.Activation, error) {
			return app.Load.Run(ctx, commands.User, handle, args)
		},
		PlanCopy: func(req commands.CopyRequest) (commands.CopyPlan, error) {
			return app.Copy.Plan(ctx, commands.User, req)
		},
		PlanFix: func(req commands.FixRequest, copies []*discovery.Candidate) (commands.Fixes, error) {
			return app.Fix.PlanAll(ctx, commands.User, req, copies)
		},
		ApplyFix: func(p fix.Plan) (fix.Done, error) { return app.Fix.Apply(ctx, commands.User, p) },
		Trash:    func() ([]state.Trashed, error) { return app.Fix.Trash(commands.User) },
		Restore:  func(id string) (state.Trashed, error) { return app.Fix.Restore(ctx, commands.User, id) },
		CopySkill: func(req commands.CopyRequest) (commands.CopyPlan, error) {
			return app.Copy.Run(ctx, commands.User, req)
		},
	}
}

// slowMsg says that a moment has passed since a scan was begun.
type slowMsg struct{ turn int }

// scannedMsg brings the outcome of a scan, made ready for the list and for completion.
type scannedMsg struct {
	turn      int
	snapshot  *discovery.Snapshot
	index     *browse.Index
	completer *completer
	problems  *problems.Index
	as        sight
	err       error
}

// look scans for skills, afresh where that is asked for. One scan runs at a time.
func (m *Model) look(afresh bool) tea.Cmd {
	if m.scan.running {
		m.scan.again, m.scan.againAfresh = true, m.scan.againAfresh || afresh
		return nil
	}
	m.scan.turn++
	m.scan.running, m.scan.afresh = true, afresh
	turn, run, off, after := m.scan.turn, m.verbs.List, !m.app.SkillCommands, choices(m.app)
	muted, home, eyes := m.app.Muted, m.app.Home, m.eyes()
	if afresh {
		run = m.verbs.Reload
	}
	begin := m.verbs.Begin
	work := func() tea.Msg {
		if begin != nil {
			begin()
		}
		result, err := run()
		if err != nil {
			return scannedMsg{turn: turn, err: err}
		}
		out := scannedMsg{turn: turn, snapshot: result.Snapshot, completer: newCompleter(result.Entries, off, after),
			problems: problems.NewIndex(result.Snapshot, result.Entries, muted, home)}
		out.as, out.index = eyes(result)
		return out
	}
	return tea.Batch(work, tea.Tick(m.scan.patience, func(time.Time) tea.Msg { return slowMsg{turn} }))
}

// completer knows the skills that a person may use by their names. Its index is large where there are many skills: it is made once
// something is about to be completed.
type completer struct {
	entries []*discovery.Entry
	off     bool
	choices map[string][]string // what may follow commands
	once    sync.Once
	made    *slash.Completer
	asked   bool   // it is being made, or has been
	handle  string // of the skill whose files are known, or asked for
	paths   []string
}

func newCompleter(entries []*discovery.Entry, off bool, choices map[string][]string) *completer {
	return &completer{entries: entries, off: off, choices: choices}
}

// Complete is called in Update only. Until a skill is named, none has to be known.
func (c *completer) Complete(draft string, cursor int) slash.Proposal {
	if !c.asked && !strings.ContainsAny(draft, "/$") {
		return slash.Proposal{}
	}
	if !c.asked && !strings.ContainsAny(draft, ":$") {
		return slash.NewCompleter(nil, c.off).WithChoices(c.choices).Complete(draft, cursor)
	}
	return c.make().WithFiles(c.paths).Complete(draft, cursor)
}

// prepare makes the index, off the update loop, where the draft begins to ask for it; nil where that is done.
func (c *completer) prepare(draft string) tea.Cmd {
	if c == nil || c.asked || !strings.ContainsAny(draft, "/$") {
		return nil
	}
	c.asked = true
	return func() tea.Msg {
		c.make()
		return nil
	}
}

// make makes the index once; whoever comes meanwhile waits for it.
func (c *completer) make() *slash.Completer {
	c.once.Do(func() { c.made = slash.NewCompleter(c.known(), c.off).WithChoices(c.choices) })
	return c.made
}

func (c *completer) known() []slash.Skill {
	var known []slash.Skill
	for _, e := range c.entries {
		if h := e.Reading.Head; e.State == discovery.Active && h.UserInvocable {
			known = append(known, slash.Skill{Handle: e.Name(), Hint: h.ArgumentHint, Description: h.Description})
		}
	}
	return known
}

// lookedAgain begins what is said after a scan that the user asked for.
const lookedAgain = "Looked again: "

// scanned takes the outcome of a scan.
func (m *Model) scanned(msg scannedMsg) tea.Cmd {
	if msg.turn != m.scan.turn {
		return nil
	}
	s := &m.scan
	s.running, s.slow, s.failed = false, false, ""
	var cmds []tea.Cmd
	if msg.err != nil {
		s.failed = msg.err.Error()
		m.list.SetWaiting("The skills could not be looked for; " + m.keys.Global.Rescan.Help().Key + " tries again.")
	} else {
		s.snapshot = msg.snapshot
		turned := m.turnTo(msg.as)
		m.list.SetIndex(msg.index)
		m.problems.SetIndex(msg.problems)
		m.forget(msg.snapshot)
		m.scan.completer = msg.completer
		m.composer.SetCompleter(msg.completer)
		if turned {
			m.release()
		} else {
			cmds = append(cmds, m.hold())
		}
		cmds = append(cmds, m.wantFiles(), m.lookAround())
		if s.afresh && (m.told == "" || strings.HasPrefix(m.told, lookedAgain)) { // an error that was just said is not covered
			m.told = lookedAgain + m.list.Counts()
		}
		m.warn()
	}
	m.view.banner = len(frame{m}.banner())
	if s.again {
		again := s.againAfresh
		s.again, s.againAfresh = false, false
		cmds = append(cmds, m.look(again))
	}
	if text := s.pending; text != "" {
		s.pending = ""
		cmds = append(cmds, m.submit(text))
	}
	return tea.Batch(cmds...)
}
