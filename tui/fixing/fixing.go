// Package fixing is the form in which a change of skills is chosen, its plan is read, and is agreed to.
package fixing

import (
	"slices"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"deft/commands"
	"deft/commands/fix"
	"deft/commands/state"
	"deft/discovery"
	"deft/tui/keys"
	"deft/tui/theme"
)

// PlanMsg asks for the plan of a change of some copies. The answer goes to Planned, with its turn.
type PlanMsg struct {
	Turn    int
	Request commands.FixRequest
	Copies  []*discovery.Candidate
}

// DoMsg is the user's yes to a plan as it was shown.
type DoMsg struct{ Plan fix.Plan }

// ListMsg asks what is in the trash. The answer goes to Listed, with its turn.
type ListMsg struct{ Turn int }

// RestoreMsg is the user's yes to bring a thing back from the trash.
type RestoreMsg struct{ Thing state.Trashed }

// Subject is what a change is about.
type Subject struct {
	Copies []*discovery.Candidate
	Unseen int    // how many of them are not on the screen
	Agent  string // whose eyes they are seen through
}

// Model is the form.
type Model struct {
	keys          keys.Map
	theme         theme.Theme
	agents        []string
	home          string
	open          bool
	about         Subject
	request       commands.FixRequest // its Verb is "" until one is chosen
	inTrash       bool
	typing        bool // the new name
	turn          int  // counts what was asked for
	answered      bool // the last of it
	fixes         commands.Fixes
	trash         []state.Trashed
	at            int    // of the trash
	failed        string // why there is no answer, or what went wrong when it was done
	busy          bool   // a yes is being carried out
	body          []string
	top           int // of the body
	tall          int // lines of the tallest text so far
	width, height int // the cells that it may take
}

// New makes a closed form. Agents are those a change can be for; paths in the home folder are shown from ~.
func New(k keys.Map, t theme.Theme, agents []string, home string) *Model {
	return &Model{keys: k, theme: t, agents: agents, home: home}
}

// Show opens the form. A verb may be chosen already, else it is "".
func (m *Model) Show(about Subject, verb commands.FixVerb) tea.Cmd {
	m.open, m.about = true, about
	m.request = commands.FixRequest{Agent: about.Agent, Level: discovery.Project}
	m.inTrash, m.typing, m.busy, m.failed, m.tall = false, false, false, "", 0
	if verb == "" {
		m.turn++
		m.answered = false
		m.paint()
		return nil
	}
	return m.choose(verb)
}

// ShowTrash opens the form with what is in the trash.
func (m *Model) ShowTrash(about Subject) tea.Cmd {
	m.Show(about, "")
	return m.list()
}

// Open says whether the form is shown.
func (m *Model) Open() bool { return m.open }

// Close takes the form away. What is being done is done all the same.
func (m *Model) Close() { m.open = false }

// Back leaves the field for a name, and says whether it was in it.
func (m *Model) Back() bool {
	was := m.typing
	m.typing = false
	m.paint()
	return was
}

// Editing says whether a name is being typed.
func (m *Model) Editing() bool { return m.typing }

// Ready says that a yes would be taken.
func (m *Model) Ready() bool {
	if m.inTrash {
		return m.answered && !m.busy && len(m.trash) > 0
	}
	return m.answered && !m.busy && len(m.fixes.Plan.Steps) > 0
}

// SetTheme changes the styles.
func (m *Model) SetTheme(t theme.Theme) {
	m.theme = t
	m.paint()
}

// SetSize sets the cells that the form may take for its text.
func (m *Model) SetSize(width, height int) {
	m.width, m.height, m.tall = min(width, maxWidth), height, 0
	m.paint()
}

// Planned brings the plan that was asked for, or why there is none.
func (m *Model) Planned(turn int, fixes commands.Fixes, err error) {
	if turn == m.turn {
		m.fixes = fixes
		m.answer(err)
	}
}

// Listed brings what is in the trash, or why nobody knows.
func (m *Model) Listed(turn int, all []state.Trashed, err error) {
	if turn == m.turn {
		m.trash, m.at = all, min(m.at, max(0, len(all)-1))
		m.answer(err)
	}
}

func (m *Model) answer(err error) {
	m.answered, m.failed = err == nil, ""
	if err != nil {
		m.failed = err.Error()
	}
	m.paint()
}

// Failed says that something went wrong with what was agreed to.
func (m *Model) Failed(why string) {
	m.busy, m.answered, m.failed = false, false, why
	m.paint()
}

// Update handles keys; it expects only those meant for the form.
func (m *Model) Update(msg tea.Msg) tea.Cmd {
	k, ok := msg.(tea.KeyMsg)
	if !ok || m.busy {
		return nil
	}
	if m.typing {
		return m.typed(k)
	}
	x := m.keys.Fix
	for _, v := range m.verbs() {
		if key.Matches(k, v.key) {
			return m.choose(v.verb)
		}
	}
	switch {
	case key.Matches(k, x.Trash):
		return m.list()
	case key.Matches(k, x.Yes):
		return m.agree()
	case m.aimed() && key.Matches(k, x.NextAgent, x.PrevAgent):
		by := 1
		if key.Matches(k, x.PrevAgent) {
			by = -1
		}
		return m.turnAgent(by)
	case m.aimed() && key.Matches(k, x.Level):
		return m.turnLevel()
	}
	m.move(k)
	return nil
}

// verb is a kind of change with the key that chooses it.
type verb struct {
	key  key.Binding
	verb commands.FixVerb
}

// verbs are the kinds of change, in the order they are offered.
func (m *Model) verbs() []verb {
	x := m.keys.Fix
	return []verb{
		{x.Link, commands.FixLink}, {x.Copy, commands.FixCopy}, {x.Rename, commands.FixRename},
		{x.Disable, commands.FixDisable}, {x.Enable, commands.FixEnable}, {x.Remove, commands.FixRemove},
	}
}

// aimed says whether the change that is chosen is for an agent.
func (m *Model) aimed() bool {
	return !m.inTrash && slices.Contains([]commands.FixVerb{commands.FixLink, commands.FixCopy, commands.FixDisable, commands.FixEnable}, m.request.Verb)
}

func (m *Model) choose(verb commands.FixVerb) tea.Cmd {
	m.request.Verb, m.inTrash = verb, false
	if verb != commands.FixRename || len(m.about.Copies) != 1 {
		return m.ask()
	}
	m.turn++
	m.typing, m.answered, m.failed, m.fixes = true, false, "", commands.Fixes{}
	if m.request.Name == "" {
		m.request.Name = m.about.Copies[0].Folder
	}
	m.paint()
	return nil
}

// typed handles a key in the field for a name.
func (m *Model) typed(k tea.KeyMsg) tea.Cmd {
	if key.Matches(k, m.keys.List.Done) {
		m.typing = false
		return m.ask()
	}
	m.request.Name, _ = m.keys.Type(k, m.request.Name)
	return nil
}

// ask asks for the plan of what is chosen.
func (m *Model) ask() tea.Cmd {
	m.wait()
	out := PlanMsg{m.turn, m.request, m.about.Copies}
	return func() tea.Msg { return out }
}

// list asks for what is in the trash.
func (m *Model) list() tea.Cmd {
	m.inTrash, m.request.Verb, m.at = true, "", 0
	m.wait()
	out := ListMsg{m.turn}
	return func() tea.Msg { return out }
}

// wait begins to wait for another answer.
func (m *Model) wait() {
	m.turn++
	m.answered, m.failed, m.top = false, "", 0
	m.paint()
}

// agree is the user's yes: to what is shown, else to nothing.
func (m *Model) agree() tea.Cmd {
	if !m.Ready() {
		return nil
	}
	m.busy = true
	m.paint()
	if m.inTrash {
		out := RestoreMsg{m.trash[m.at]}
		return func() tea.Msg { return out }
	}
	out := DoMsg{m.fixes.Plan}
	return func() tea.Msg { return out }
}

func (m *Model) turnAgent(by int) tea.Cmd {
	at := max(0, slices.Index(m.agents, m.request.Agent))
	m.request.Agent = m.agents[(at+by+len(m.agents))%len(m.agents)]
	return m.ask()
}

func (m *Model) turnLevel() tea.Cmd {
	if m.request.Level == discovery.Project {
		m.request.Level = discovery.User
	} else {
		m.request.Level = discovery.Project
	}
	return m.ask()
}

// move moves the cursor in the trash, else the text.
func (m *Model) move(k tea.KeyMsg) {
	room := m.room()
	if !m.inTrash || len(m.trash) == 0 {
		m.top, _ = m.keys.Move.Scroll(k, m.top, len(m.body), room)
		return
	}
	at, moves := m.keys.Move.To(k, m.at, len(m.trash)-1, max(1, room/linesOfThing))
	if moves {
		m.pick(at)
	}
}

// Scroll moves the text by lines, or the cursor in the trash.
func (m *Model) Scroll(by int) {
	if m.inTrash && len(m.trash) > 0 {
		m.pick(m.at + by/max(1, by, -by))
		return
	}
	m.top = keys.Clamp(m.top+by, len(m.body), m.room())
}

// pick puts the cursor on a thing in the trash, and has it seen.
func (m *Model) pick(at int) {
	m.at = max(0, min(at, len(m.trash)-1))
	m.paint()
	first := m.at * linesOfThing
	m.top = keys.Clamp(min(max(m.top, first+linesOfThing-m.room()), first), len(m.body), m.room())
}
