// Package fixing is the form in which a change of skills is chosen, its plan read and agreed to, or an earlier one taken back from the trash.
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
	"deft/tui/scroll"
	"deft/tui/theme"
)

// PlanMsg asks for the plan of a change of some copies. The answer goes to Planned, with its turn.
type PlanMsg struct {
	Turn    int
	Request commands.FixRequest
	Copies  []*discovery.Candidate
}

// DoMsg is the user's yes to a plan as it was shown. What has come of it goes to Finished, with its turn.
type DoMsg struct {
	Turn int
	Plan fix.Plan
}

// ListMsg asks what is in the trash. The answer goes to Listed, with its turn.
type ListMsg struct{ Turn int }

// RestoreMsg is the user's yes to bring a thing back from the trash. What has come of it goes to Finished, with its turn.
type RestoreMsg struct {
	Turn  int
	Thing state.Trashed
}

// Subject is what a change is about.
type Subject struct {
	Copies []*discovery.Candidate
	Unseen int    // how many of them are not on the screen
	Agent  string // whose eyes they are seen through
}

// Model is the form.
type Model struct {
	keys   keys.Map
	theme  theme.Theme
	agents []string
	home   string
	open   bool
	choice
	answer
	page
}

// choice is what is to be done.
type choice struct {
	about   Subject
	request commands.FixRequest // its Verb is "" until one is chosen
	inTrash bool
	typing  bool // the new name
}

// answer is what came of it.
type answer struct {
	turn   int  // counts what was asked for
	here   bool // the last of it was answered
	fixes  commands.Fixes
	trash  []state.Trashed
	failed string // why there is no answer, or what went wrong when it was done
	busy   bool   // a yes is being carried out
}

// page is what is seen.
type page struct {
	body          []string
	at            int // thing in the trash under the cursor
	top           int // line of the body
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
		m.here = false
		painter{m}.paint()
		return nil
	}
	return hand{m}.choose(verb)
}

// ShowTrash opens the form with what is in the trash.
func (m *Model) ShowTrash(about Subject) tea.Cmd {
	m.Show(about, "")
	return hand{m}.list()
}

// Open says whether the form is shown.
func (m *Model) Open() bool { return m.open }

// Close takes the form away. What is being done is done all the same.
func (m *Model) Close() { m.open = false }

// Back leaves the field for a name, and says whether it was in it.
func (m *Model) Back() bool {
	was := m.typing
	m.typing = false
	painter{m}.paint()
	return was
}

// Editing says whether a name is being typed.
func (m *Model) Editing() bool { return m.typing }

// Ready says that a yes would be taken.
func (m *Model) Ready() bool {
	if m.inTrash {
		return m.here && !m.busy && len(m.trash) > 0
	}
	return m.here && !m.busy && len(m.fixes.Plan.Steps) > 0
}

// SetTheme changes the styles.
func (m *Model) SetTheme(t theme.Theme) {
	m.theme = t
	painter{m}.paint()
}

// SetSize sets the cells that the form may take for its text.
func (m *Model) SetSize(width, height int) {
	m.width, m.height, m.tall = min(width, maxWidth), height, 0
	painter{m}.paint()
}

// Planned brings the plan that was asked for, or why there is none.
func (m *Model) Planned(turn int, fixes commands.Fixes, err error) {
	if turn == m.turn {
		m.fixes = fixes
		m.answered(err)
	}
}

// Listed brings what is in the trash, or why nobody knows.
func (m *Model) Listed(turn int, all []state.Trashed, err error) {
	if turn == m.turn {
		m.trash, m.at = all, min(m.at, max(0, len(all)-1))
		m.answered(err)
	}
}

func (m *Model) answered(err error) {
	m.here, m.failed = err == nil, ""
	if err != nil {
		m.failed = err.Error()
	}
	painter{m}.paint()
}

// Finished ends what was agreed to. The form closes, or says why not all was done; it reports false where it has been closed meanwhile,
// or is about something else by now.
func (m *Model) Finished(turn int, failed string) bool {
	if turn != m.turn || !m.open {
		return false
	}
	m.busy, m.here, m.failed, m.open = false, false, failed, failed != ""
	painter{m}.paint()
	return true
}

// Update handles keys; it expects only those meant for the form.
func (m *Model) Update(msg tea.Msg) tea.Cmd {
	k, ok := msg.(tea.KeyMsg)
	switch {
	case !ok || m.busy:
		return nil
	case m.typing:
		return hand{m}.typed(k)
	}
	return hand{m}.press(k)
}

// Scroll moves the text by lines, or the cursor in the trash.
func (m *Model) Scroll(by int) {
	if m.inTrash && len(m.trash) > 0 {
		hand{m}.pick(m.at + by/max(1, by, -by))
		return
	}
	m.top = scroll.Clamp(m.top+by, len(m.body), painter{m}.room())
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
