package fixing

import (
	"slices"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"deft/commands"
	"deft/discovery"
	"deft/tui/scroll"
)

// hand is everything that keys do.
type hand struct{ *Model }

// press handles a key that is no text.
func (m hand) press(k tea.KeyMsg) tea.Cmd {
	x := m.keys.Fix
	for _, v := range m.verbs() {
		if key.Matches(k, v.key) && len(m.about.Copies) > 0 {
			return m.choose(v.verb)
		}
	}
	switch {
	case key.Matches(k, x.Trash):
		return m.list()
	case key.Matches(k, x.Yes):
		return m.agree()
	case m.aimed() && key.Matches(k, x.NextAgent):
		return m.turnAgent(1)
	case m.aimed() && key.Matches(k, x.PrevAgent):
		return m.turnAgent(-1)
	case m.aimed() && key.Matches(k, x.Level):
		return m.turnLevel()
	}
	m.move(k)
	return nil
}

// choose takes a kind of change.
func (m hand) choose(verb commands.FixVerb) tea.Cmd {
	m.request.Verb, m.inTrash = verb, false
	if verb != commands.FixRename || len(m.about.Copies) != 1 {
		return m.ask()
	}
	m.turn++
	m.typing, m.here, m.failed, m.fixes = true, false, "", commands.Fixes{}
	if m.request.Name == "" {
		m.request.Name = m.about.Copies[0].Folder
	}
	painter(m).paint()
	return nil
}

// typed handles a key in the field for a name.
func (m hand) typed(k tea.KeyMsg) tea.Cmd {
	if key.Matches(k, m.keys.List.Done) {
		m.typing = false
		return m.ask()
	}
	m.request.Name, _ = m.keys.Type(k, m.request.Name)
	return nil
}

// ask asks for the plan of what is chosen.
func (m hand) ask() tea.Cmd {
	m.wait()
	out := PlanMsg{m.turn, m.request, m.about.Copies}
	return func() tea.Msg { return out }
}

// list asks for what is in the trash.
func (m hand) list() tea.Cmd {
	m.inTrash, m.request.Verb, m.at = true, "", 0
	m.wait()
	out := ListMsg{m.turn}
	return func() tea.Msg { return out }
}

// wait begins to wait for another answer.
func (m hand) wait() {
	m.turn++
	m.here, m.failed, m.top = false, "", 0
	painter(m).paint()
}

// agree is the user's yes: to what is shown, else to nothing.
func (m hand) agree() tea.Cmd {
	if !m.Ready() {
		return nil
	}
	m.busy = true
	painter(m).paint()
	if m.inTrash {
		out := RestoreMsg{m.turn, m.trash[m.at]}
		return func() tea.Msg { return out }
	}
	out := DoMsg{m.turn, m.fixes.Plan}
	return func() tea.Msg { return out }
}

// turnAgent goes on to another agent.
func (m hand) turnAgent(by int) tea.Cmd {
	at := max(0, slices.Index(m.agents, m.request.Agent))
	m.request.Agent = m.agents[(at+by+len(m.agents))%len(m.agents)]
	return m.ask()
}

// turnLevel changes between the project and all of them.
func (m hand) turnLevel() tea.Cmd {
	if m.request.Level == discovery.Project {
		m.request.Level = discovery.User
	} else {
		m.request.Level = discovery.Project
	}
	return m.ask()
}

// move moves the cursor in the trash, else the text.
func (m hand) move(k tea.KeyMsg) {
	room := painter(m).room()
	if !m.inTrash || len(m.trash) == 0 {
		m.top, _ = m.keys.Move.Scroll(k, m.top, len(m.body), room)
		return
	}
	at, moves := m.keys.Move.To(k, m.at, len(m.trash)-1, max(1, room/linesOfThing))
	if moves {
		m.pick(at)
	}
}

// pick puts the cursor on a thing in the trash, and has it seen.
func (m hand) pick(at int) {
	m.at = max(0, min(at, len(m.trash)-1))
	painter(m).paint()
	first := m.at * linesOfThing
	m.top = scroll.Clamp(min(max(m.top, first+linesOfThing-painter(m).room()), first), len(m.body), painter(m).room())
}
