package tui

import (
	"fmt"
	"slices"
	"strings"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"deft/commands"
	"deft/commands/phrase"
	"deft/discovery"
	"deft/discovery/rules"
	"deft/skills/sanitize"
	"deft/tui/browse"
	"deft/tui/composer"
	"deft/tui/dialog"
	"deft/tui/matrix"
)

// deftItself is the agent whose eyes the interface begins with.
const deftItself = "deft"

// sight is through whose eyes the list shows skills.
type sight struct {
	agent    string              // "" for deft
	snapshot *discovery.Snapshot // what the agent sees; nil for deft
	reading  Reading
	failed   string // why the list is deft's all the same
}

// around is what is known of all agents.
type around struct {
	views  *commands.Views // nil until they are asked for
	turn   int             // counts what was asked for
	wanted string          // the agent through whose eyes the list is to be seen, "" for deft
	goal   string          // the path of the copy that the cursor is to be on then, "" for none
}

// viewsMsg brings what all agents see.
type viewsMsg struct {
	turn  int
	views *commands.Views
	index *matrix.Index
	err   error
}

// comparedMsg brings what all agents see, with identical copies known.
type comparedMsg struct {
	turn  int
	index *matrix.Index
}

// answeredMsg brings what a cell of the matrix means.
type answeredMsg struct {
	turn   int
	of     *discovery.Candidate
	answer commands.AgentAnswer
}

// agents is everything that has to do with the eyes of agents.
type agents struct{ *Model }

func (m agents) handle(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case viewsMsg:
		return m.viewed(msg)
	case matrix.CompareMsg:
		if m.around.views != nil { // else it was closed meanwhile
			return m.compare(msg)
		}
	case comparedMsg:
		if msg.turn == m.around.turn {
			m.matrix.SetIndex(msg.index)
		}
	case matrix.ExplainMsg:
		if m.around.views != nil {
			return m.explain(msg)
		}
	case answeredMsg:
		if msg.turn == m.around.turn && m.view.matrix {
			m.dialog.Show(m.answerTitle(msg), m.answerLines(msg), nil)
		}
	case matrix.AsMsg:
		m.view.matrix = false
		m.Model.focus(inList)
		m.around.goal = msg.Copy.Path
		return m.lookAs(msg.Agent)
	}
	return nil
}

// showMatrix shows what all agents see in place of the panes. The disk is read for it each time: nobody watches all roots of all agents.
func (m agents) showMatrix() tea.Cmd {
	m.showProblems(false)
	if m.view.focus == inComposer {
		m.focus(m.view.back)
	}
	m.view.matrix = true
	m.matrix.SetWaiting("Looking through the eyes of every agent…")
	return m.lookAround()
}

// lookAround asks for what all agents see, where it is shown.
func (m agents) lookAround() tea.Cmd {
	if !m.view.matrix {
		return nil
	}
	m.around.turn++
	turn, ask, cwd, home := m.around.turn, m.verbs.Views, m.app.Cwd, m.app.Home
	return func() tea.Msg {
		views, err := ask()
		if err != nil {
			return viewsMsg{turn: turn, err: err}
		}
		return viewsMsg{turn, views, matrix.NewIndex(views, cwd, home), nil}
	}
}

func (m agents) viewed(msg viewsMsg) tea.Cmd {
	switch {
	case msg.turn != m.around.turn || !m.view.matrix:
	case msg.err != nil:
		m.told = sanitize.Line(msg.err.Error())
		m.matrix.SetWaiting("The skills could not be looked for: " + m.told)
	default:
		m.around.views = msg.views
		return m.matrix.SetIndex(msg.index)
	}
	return nil
}

// letGo lets go of what all agents see once it is not shown any more: it is large where there are many skills.
func (m agents) letGo() {
	if !m.view.matrix && m.around.views != nil {
		m.around.views = nil
		m.around.turn++
		m.matrix.Clear()
	}
}

// compare asks which copies are identical, of those that agents disagree about.
func (m agents) compare(msg matrix.CompareMsg) tea.Cmd {
	views, turn, alike := m.around.views, m.around.turn, m.verbs.Alike
	return func() tea.Msg {
		return comparedMsg{turn, msg.Index.Compare(func(of []*discovery.Candidate) discovery.Digests { return alike(views, of) })}
	}
}

// inMatrix handles a key while the matrix has the focus.
func (b keyboard) inMatrix(k tea.KeyMsg) tea.Cmd {
	g := b.keys.Global
	switch {
	case b.matrix.Editing():
		return b.matrix.Update(k)
	case key.Matches(k, g.Matrix):
		b.view.matrix = false
	case key.Matches(k, g.Find):
		b.matrix.Find()
	case key.Matches(k, g.Quit, g.Help, g.Rescan, g.Problems, g.Fix):
		return b.command(k)
	case key.Matches(k, g.Command, g.Compose):
		b.view.matrix = false
		return b.command(k)
	default:
		return b.matrix.Update(k)
	}
	return nil
}

// explain asks what a cell means.
func (m agents) explain(msg matrix.ExplainMsg) tea.Cmd {
	views, turn, answer := m.around.views, m.around.turn, m.verbs.Answer
	return func() tea.Msg { return answeredMsg{turn, msg.Copy, answer(views, msg.Agent, msg.Copy)} }
}

func (m agents) answerTitle(msg answeredMsg) string {
	return sanitize.Line(msg.answer.Name) + " for " + msg.answer.Title
}

// answerLines are the outcome, the copies, the rule, and how far it can be relied on.
func (m agents) answerLines(msg answeredMsg) []dialog.Line {
	x := &msg.answer
	var out []dialog.Line
	add := func(left, right string) {
		if right != "" {
			out = append(out, dialog.Line{Left: left, Right: sanitize.Line(right)})
		}
	}
	add("outcome", m.outcome(&x.Resolution))
	if x.Untrusted != nil {
		add("if the folder is not trusted", m.outcome(x.Untrusted))
		add("trust", x.Trust)
	}
	for _, f := range x.Faults {
		add("settings not understood", phrase.Home(phrase.Place(f.Path, f.Line), m.app.Home)+": "+f.Message)
	}
	for _, e := range x.Entries {
		if e.State != discovery.NotSeen || e.Candidate == msg.of {
			out = append(out, dialog.Line{})
			add(strings.ReplaceAll(string(e.State), "-", " "), m.path(e.Path))
			add("reason", strings.TrimSuffix(string(e.Reason)+": "+phrase.Home(e.Detail, m.app.Home), ": "))
		}
	}
	if hidden := notSeen(x.Entries, msg.of); hidden > 0 {
		out = append(out, dialog.Line{})
		add("not seen besides", fmt.Sprint(hidden))
	}
	out = append(out, dialog.Line{}, dialog.Line{Left: "The rule"})
	add("same name", x.Choice)
	add("typed", x.Invocation)
	if x.Outcome() == discovery.IsAmbiguous {
		add("typed for one copy", x.ByPath)
	}
	add("tells its user", x.Tells)
	add("certainty", string(x.Certainty))
	for _, e := range x.Evidence {
		add(e.Kind, strings.TrimSuffix(e.What+", "+e.Date, ", "))
	}
	for _, what := range x.Unknown {
		add("not known", what)
	}
	return out
}

// notSeen counts the copies that an agent does not see, beside one.
func notSeen(entries []*discovery.Entry, but *discovery.Candidate) int {
	n := 0
	for _, e := range entries {
		if e.State == discovery.NotSeen && e.Candidate != but {
			n++
		}
	}
	return n
}

// outcome is what a name comes to, in words.
func (m agents) outcome(r *discovery.Resolution) string {
	switch o := r.Outcome(); o {
	case discovery.Wins:
		return "uses " + m.path(r.Winner.Path)
	case discovery.IsAmbiguous:
		return "ambiguous: the bare name reaches no copy"
	case discovery.IsOpen:
		return "unspecified: one of the copies is used, and nobody says which"
	}
	return "uses none"
}

// lookAs is /as: the list as an agent sees it, else who looks.
func (m agents) lookAs(name string) tea.Cmd {
	if name == "" {
		m.composer.Note(m.asNote(), composer.Info)
		return nil
	}
	if _, err := commands.AgentNamed(name); err != nil {
		m.composer.Refuse("/as "+name, err.Error())
		return nil
	}
	if name == deftItself {
		name = ""
	}
	m.around.wanted = name
	return looking(m).look(false)
}

// asNote says whose eyes the list shows.
func (m agents) asNote() string {
	if m.as.agent == "" {
		return "The list is as deft sees it; /as shows it as " + strings.Join(rules.Names()[1:], ", ")
	}
	trust := ""
	if a, _ := rules.ByName(m.as.agent); a.NeedsTrust() {
		trust = " where it trusts the folder"
	}
	return "The list is as " + m.as.agent + " sees it" + trust + "; /as " + deftItself + " returns"
}

// eyes makes the list of a scan as the agent that is wanted sees it; it is called in a command.
func (m agents) eyes() func(commands.ListResult) (sight, *browse.Index) {
	agent, v := m.around.wanted, m.verbs
	return func(own commands.ListResult) (sight, *browse.Index) {
		if agent == "" {
			return sight{reading: v.Own}, browse.NewIndex(own.Snapshot, own.Entries)
		}
		views, err := v.Views(agent)
		if err != nil {
			return sight{reading: v.Own, failed: err.Error()}, browse.NewIndex(own.Snapshot, own.Entries)
		}
		s := views.All[0].Snapshot
		return sight{agent: agent, snapshot: s, reading: v.Eyes(views)}, browse.NewAgentIndex(s, views.Entries(0))
	}
}

// arrive puts the cursor on the copy that the matrix was left at, or on the one that the agent uses in its place.
func (m agents) arrive() {
	goal := m.around.goal
	if goal == "" || m.as.agent != m.around.wanted && m.as.failed == "" { // another scan follows
		return
	}
	m.around.goal = ""
	snapshot := m.as.snapshot
	if snapshot == nil {
		snapshot = m.scan.snapshot
	}
	for i := range snapshot.Resolutions {
		r := &snapshot.Resolutions[i]
		at := slices.IndexFunc(r.Entries, func(e *discovery.Entry) bool { return e.Path == goal })
		switch {
		case at < 0:
			continue
		case r.Winner != nil:
			m.list.Select(r.Winner.Path)
		case r.Outcome() != discovery.NoneUsed && r.Entries[at].State != discovery.NotSeen:
			m.list.Select(goal)
		}
		return
	}
}

// turnTo makes the list and the preview those of an agent, and says whether it was another one before.
func (m agents) turnTo(as sight) bool {
	turned := as.agent != m.as.agent
	if as.failed != "" {
		m.told = "The list is deft's own: " + sanitize.Line(as.failed)
	}
	m.as, m.verbs.Reading = as, as.reading
	m.preview.SetSource(m.verbs.preview(m.app))
	return turned
}
