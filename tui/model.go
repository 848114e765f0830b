package tui

import (
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"deft/commands/chat"
	"deft/commands/cli"
	"deft/commands/config"
	"deft/discovery"
	"deft/discovery/rules"
	"deft/tui/browse"
	"deft/tui/chatpane"
	"deft/tui/composer"
	"deft/tui/dialog"
	"deft/tui/fixing"
	"deft/tui/keys"
	"deft/tui/matrix"
	"deft/tui/preview"
	"deft/tui/problems"
	"deft/tui/theme"
)

// place is where keys can go.
type place int

// The places, in the order of Tab.
const (
	inList place = iota
	inPreview
	inChat
	inComposer
)

// Model is the whole interface.
type Model struct {
	verbs    Verbs
	app      cli.App
	settings []config.Setting
	keys     keys.Map
	theme    theme.Theme
	panes
	as      sight
	around  around
	view    view
	plan    plan
	scan    scan
	keep    keep
	colours Colours
	moment
}

// panes are what is on the screen, and what lies over it.
type panes struct {
	list     *browse.Model
	preview  *preview.Model
	chat     *chatpane.Model
	composer *composer.Model
	problems *problems.Model
	matrix   *matrix.Model
	dialog   *dialog.Model
	fixing   *fixing.Model
}

// moment is what does not last.
type moment struct {
	quitting bool   // Ctrl+C was pressed with nothing to clear
	told     string // what has just come to pass, until the next key
	updates  uint8  // counts messages
	memory   memory
	lessons  lessons
	held     held
}

// view is what decides the layout.
type view struct {
	width, height int
	focus         place
	back          place // where the composer's Esc leads
	beside        place // preview or chat, where there is room for one of them
	chat          bool  // something was said
	zoom          bool
	lines         int // of the composer
	banner        int // lines above the panes
	plain         bool
	problems      bool // they stand in place of the panes
	matrix        bool // it does
}

// scan is what is known of the skills.
type scan struct {
	completer   *completer          // nil until the first scan has ended
	snapshot    *discovery.Snapshot // nil until the first scan has ended
	turn        int                 // counts the scans that were begun
	running     bool
	slow        bool          // it runs for longer than a moment
	afresh      bool          // the user asked for it
	again       bool          // it was asked for while one ran
	againAfresh bool          // and is to be done afresh
	pending     string        // a message that waits for the first scan
	failed      string        // why there are no skills
	patience    time.Duration // how long it may take before it is mentioned
	profile     string        // in use, "" for none
	warned      string        // what was said of the watching of files
}

// Moments that pass before something is done, in a terminal that people look at.
const (
	scanMoment = 100 * time.Millisecond // before a scan is mentioned
	quiet      = 2 * time.Second        // in which nothing is done, before memory is given back
	pause      = 300 * time.Millisecond // before a draft that has changed is saved
	restMoment = 40 * time.Millisecond  // before a skill under the cursor is read
)

// New makes the interface; nothing is read or drawn yet.
func New(v Verbs, app cli.App, k keys.Map, c Colours) *Model {
	t := theme.New(c.options(app.Theme))
	m := &Model{
		verbs: v, app: app, keys: k, theme: t, colours: c,
		panes: panes{
			list:     browse.New(k, t),
			preview:  preview.New(k, t, v.preview(app)),
			chat:     chatpane.New(k, t, app.Home),
			composer: composer.New(k.Composer, t, app.Home),
			dialog:   dialog.New(k, t),
			fixing:   fixing.New(k, t, rules.Names(), app.Home),
			problems: problems.New(k, t),
			matrix:   matrix.New(k, t, app.Cwd, app.Home),
		},
		scan: scan{patience: v.Moment, profile: currentProfile(app)},
		view: view{focus: inList, back: inList, beside: inPreview, lines: 1, plain: t.Options().Plain},
	}
	if app.Settings != nil {
		m.settings = app.Settings()
	}
	m.preview.SetContext(app.ContextFiles)
	m.list.SetOptions(keeping{m}.listOptions())
	m.focus(inList)
	return m
}

// Init begins the first scan and brings back what was left; the first frame waits for neither.
func (m *Model) Init() tea.Cmd {
	return tea.Batch(looking{m}.look(false), keeping{m}.restore(), looking{m}.await())
}

// Update hands a message to whom it concerns; then the layout and the preview follow.
func (m *Model) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	m.updates++
	return m, tea.Batch(m.handle(msg), m.settle(), keeping{m}.persist(), m.tidy(msg))
}

func (m *Model) handle(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		m.view.width, m.view.height = msg.Width, msg.Height
	case tea.KeyMsg:
		return keyboard{m}.key(msg)
	case tea.MouseMsg:
		return mouse{m}.event(msg)
	case restoredMsg:
		m.composer.Restore(msg.past, msg.draft)
		m.list.SetSearches(msg.searches)
		m.list.Restore(msg.list)
		m.keep.draft = msg.draft
	case draftMsg:
		return keeping{m}.saveDraft(msg.at)
	case noticeMsg:
		m.told = msg.text
	case copiedMsg:
		copying{m}.wasCopied(msg)
	case exportedMsg:
		copying{m}.wasExported(msg)
	case filesMsg:
		talking{m}.completeFiles(msg)
	case slowMsg:
		m.scan.slow = m.scan.running && msg.turn == m.scan.turn
	case scannedMsg:
		return looking{m}.scanned(msg)
	case changedMsg:
		return tea.Batch(looking{m}.look(false), looking{m}.await())
	case acceptedMsg:
		return accepting{m}.wasAccepted(msg)
	case profiledMsg:
		return choosing{m}.profiled(msg)
	case viewsMsg, answeredMsg, comparedMsg, matrix.ExplainMsg, matrix.CompareMsg, matrix.AsMsg:
		return agents{m}.handle(msg)
	case fixing.PlanMsg, plannedFixMsg, fixing.ListMsg, listedTrashMsg, fixing.DoMsg, fixing.RestoreMsg, fixedMsg:
		return fixer{m}.handle(msg)
	case problems.GoToMsg:
		return m.goTo(msg)
	case problems.EditMsg:
		return editing{m}.editPath(msg.Path, msg.Line)
	case problems.CopyMsg:
		return copying{m}.copied("the problem", plainly(msg.Text))
	case preview.SayMsg:
		m.told = msg.Text
	case preview.EditMsg, plannedMsg, copyMsg, madeCopyMsg, editedMsg:
		return editing{m}.handle(msg)
	case sentMsg:
		talking{m}.sent(msg)
	default:
		return tea.Batch(m.list.Update(msg), m.preview.Update(msg))
	}
	return nil
}

// settle makes the panes follow what has changed: the skill that the preview shows, and their sizes.
func (m *Model) settle() tea.Cmd {
	agents{m}.letGo()
	if m.scan.slow {
		m.list.SetWaiting("Looking for skills…")
	}
	shown := tea.Batch(m.follow(), m.scan.completer.prepare(m.composer.Draft()), m.list.Prepare())
	learning{m}.learn()
	m.view.chat = len(m.chat.Conversation().Messages) > 0
	m.composer.SetWidth(newPlan(m.view).composer.w) // its lines follow from that
	m.view.lines = m.composer.Lines()
	if p := newPlan(m.view); p != m.plan {
		m.plan = p
		shown = tea.Batch(m.resize(), shown)
	}
	return tea.Batch(shown, m.preview.SetHidden(!m.plan.shows(inPreview) || m.view.problems || m.view.matrix))
}

// follow shows the skill under the cursor. Who moves through the list wants to see it, so it takes the place of the chat.
func (m *Model) follow() tea.Cmd {
	if m.holding() {
		return nil
	}
	e, was := m.list.Selected(), m.preview.Entry()
	if e == was {
		return nil
	}
	if m.view.focus == inList && e != nil && was != nil && e.Path != was.Path {
		m.view.beside = inPreview
	}
	return m.preview.Show(e)
}

func (m *Model) resize() tea.Cmd {
	p := m.plan
	m.list.SetSize(p.inner(inList))
	m.chat.SetSize(p.inner(inChat))
	m.problems.SetSize(p.within(p.whole))
	m.matrix.SetSize(p.within(p.whole))
	m.dialog.SetSize(max(1, p.width-6), max(1, p.height-4))
	m.fixing.SetSize(max(1, p.width-6), max(1, p.height-4))
	if w, h := p.inner(inPreview); w > 0 { // hidden, it keeps its size: it may come back
		return m.preview.SetSize(w, h)
	}
	return nil
}

// focus moves the keys to a place, which becomes visible.
func (m *Model) focus(to place) {
	if to != inComposer {
		m.view.problems, m.view.matrix, m.view.back = false, false, to
	}
	if to == inPreview || to == inChat {
		m.view.beside = to
	}
	m.view.focus = to
	m.list.SetFocused(to == inList)
	m.preview.SetFocused(to == inPreview)
	m.chat.SetFocused(to == inChat)
	m.composer.SetFocused(to == inComposer)
}

// cycle moves the focus to the next place that there is.
func (m *Model) cycle(by int) {
	to := m.view.focus
	for {
		to = (to + place(by) + inComposer + 1) % (inComposer + 1)
		if to != inChat || m.view.chat {
			break
		}
	}
	m.focus(to)
}

// say adds to the conversation and shows it.
func (m talking) say(messages ...chat.Message) {
	m.chat.SetConversation(m.chat.Conversation().Add(messages...))
	m.view.beside, m.view.back = inChat, inChat
}
