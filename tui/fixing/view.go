package fixing

import (
	"fmt"
	"strings"

	"deft/commands"
	"deft/commands/phrase"
	"deft/commands/state"
	"deft/discovery"
	"deft/skills/sanitize"
	"deft/tui/cells"
	"deft/tui/scroll"
)

// maxWidth is how many cells a line of the form takes at most.
const maxWidth = 86

// Sizes, in lines.
const (
	linesOfThing = 2  // that a thing in the trash takes
	withBlanks   = 14 // the height from which blank lines part the form
)

// Title names the form.
func (m *Model) Title() string {
	switch n := len(m.about.Copies); {
	case m.inTrash:
		return "Trash"
	case n == 0:
		return "Fix"
	case n == 1:
		return "Fix " + sanitize.Line(m.about.Copies[0].Name())
	default:
		return "Fix " + phrase.Count(n, "skill")
	}
}

// Size is the cells that the text takes: no fewer lines than it has had, so that the form does not jump while a choice is made.
func (m *Model) Size() (width, height int) {
	return m.width, min(m.height, m.tall)
}

// painter draws what the model holds.
type painter struct{ *Model }

// room is how many lines of the body are seen.
func (m painter) room() int {
	_, h := m.Size()
	return max(1, h-len(m.head())-len(m.foot()))
}

// View is the text, exactly Size large.
func (m *Model) View() string {
	w, h := m.Size()
	p := painter{m}
	head, foot, room := p.head(), p.foot(), p.room()
	top := scroll.Clamp(m.top, len(m.body), room)
	out := append(head, cells.Block(m.body[top:min(len(m.body), top+room)], w, room)...)
	return strings.Join(cells.Block(append(out, foot...), w, h), "\n")
}

// head is what can be chosen, and what is.
func (m painter) head() []string {
	var items []string
	for _, v := range m.verbs() {
		items = append(items, m.item(v.key.Help().Key, string(v.verb), !m.inTrash && v.verb == m.request.Verb))
	}
	out := m.flow(append(items, m.item(m.keys.Fix.Trash.Help().Key, "trash", m.inTrash)))
	switch {
	case m.aimed():
		x, level := m.keys.Fix, "in this project"
		if m.request.Level == discovery.User {
			level = "for all projects"
		}
		both := x.PrevAgent.Help().Key + x.NextAgent.Help().Key
		out = append(out, m.flow([]string{
			m.theme.KeyName.Render(both) + " for " + m.theme.Title.Render(m.request.Agent), m.theme.KeyName.Render(x.Level.Help().Key) + " " + level,
		})...)
	case m.request.Verb == commands.FixRename && len(m.about.Copies) == 1:
		out = append(out, m.name())
	}
	if m.height >= withBlanks {
		out = append(out, "")
	}
	return out
}

// item is a choice with its key.
func (m painter) item(key, text string, chosen bool) string {
	if !chosen {
		return m.theme.KeyName.Render(key) + " " + text
	}
	if m.theme.Options().Plain {
		text = "[" + text + "]"
	}
	return m.theme.KeyName.Render(key) + " " + m.theme.RowSelected.Render(text)
}

// flow puts items one after the other into as many lines as they need.
func (m painter) flow(items []string) []string {
	const gap = "  "
	out := []string{""}
	for _, item := range items {
		last := &out[len(out)-1]
		switch {
		case *last == "":
			*last = item
		case cells.Width(*last)+len(gap)+cells.Width(item) <= m.width:
			*last += gap + item
		default:
			out = append(out, item)
		}
	}
	return out
}

// name is the field for a new name.
func (m painter) name() string {
	text := sanitize.Line(m.request.Name)
	if m.typing {
		text = cells.FitLeft(text, min(cells.Width(text), max(1, m.width-len(newName)-1)), "") + m.theme.RowSelected.Render(" ")
	}
	return m.theme.Muted.Render(newName) + text
}

const newName = "new name "

// foot says what a yes does.
func (m painter) foot() []string {
	text := ""
	switch {
	case m.busy:
		text = m.theme.Info.Render("It is being done…")
	case m.typing:
		text = m.theme.KeyName.Render(m.keys.List.Done.Help().Key) + " shows the plan"
	case m.Ready() && m.inTrash && m.trash[m.at].Kind == state.ABackup:
		text = m.yes(" brings this back", "; what is there now is kept")
	case m.Ready() && m.inTrash:
		text = m.yes(" brings back", " what is under the cursor")
	case m.Ready():
		text = m.yes(" does this", "; nothing is done without it")
	case m.request.Verb == "" && !m.inTrash:
		text = m.theme.Muted.Render("A letter chooses what to do")
	}
	if m.height >= withBlanks {
		return []string{"", text}
	}
	return []string{text}
}

// yes says what a yes does, and more where there is room for it.
func (m painter) yes(does, more string) string {
	key := m.keys.Fix.Yes.Help().Key
	if cells.Width(key+does+more) > m.width {
		more = ""
	}
	return m.theme.KeyName.Render(key) + does + more
}

// paint makes the body anew; a form that is closed is painted when it opens.
func (m painter) paint() {
	if m.width <= 0 || !m.open {
		return
	}
	m.body = m.body[:0]
	switch {
	case m.typing:
	case m.failed != "":
		m.add("failed", m.short(m.failed))
	case m.inTrash && m.here:
		m.things()
	case m.here:
		m.planned()
	case m.inTrash || m.request.Verb != "":
		m.body = append(m.body, m.theme.Muted.Render("Looking at what is there…"))
	default:
		m.subject()
	}
	m.tall = max(m.tall, len(m.head())+max(1, len(m.body))+len(m.foot()))
	m.top = scroll.Clamp(m.top, len(m.body), m.room())
}

// subject names the copies that a change will be about.
func (m painter) subject() {
	for _, c := range m.about.Copies {
		m.add(sanitize.Line(c.Name()), m.short(c.Path))
	}
	m.hidden()
	if len(m.about.Copies) == 0 {
		m.body = append(m.body, m.theme.Muted.Render("No skill is chosen; the trash can be seen all the same."))
	}
}

// hidden says how many copies nobody sees.
func (m painter) hidden() {
	if m.about.Unseen > 0 {
		m.add("note", fmt.Sprintf("not in the list as it is shown: %d of %d", m.about.Unseen, len(m.about.Copies)))
	}
}

// planned says what would be done, and what not.
func (m painter) planned() {
	p := m.fixes.Plan
	switch {
	case len(p.Steps) > 0:
		title := m.short(p.Title)
		if n := len(m.fixes.Refused); n > 0 {
			title += " Left as they are: " + phrase.Count(n, "skill") + "."
		}
		for _, line := range cells.Wrap(title, m.width) {
			m.body = append(m.body, m.theme.Title.Render(line))
		}
	case len(m.fixes.Refused) == 0:
		m.body = append(m.body, m.theme.Muted.Render("Nothing is to be done."))
	}
	for _, s := range p.Steps {
		m.add(string(s.Kind), m.short(s.String()))
	}
	for _, r := range m.fixes.Refused {
		why := r.Err.Error()
		if len(m.about.Copies) > 1 && !strings.HasPrefix(why, r.Name()+" ") {
			why = r.Name() + ": " + why
		}
		m.add("not", sanitize.Line(why)) // a path in it may have to be pasted elsewhere
	}
	for _, n := range p.Notes {
		m.add("note", m.short(n))
	}
	if p.Undo != "" {
		m.add("undo", m.short(p.Undo))
	}
	m.hidden()
}

// things lists what is in the trash, two lines each.
func (m painter) things() {
	if len(m.trash) == 0 {
		m.body = append(m.body, m.theme.Muted.Render("The trash is empty."))
	}
	for i, x := range m.trash {
		m.body = append(m.body, m.thing(x, i == m.at)...)
	}
}

func (m painter) thing(x state.Trashed, selected bool) []string {
	marks := m.theme.Marks
	sign, style := marks.NoCursor, m.theme.Row
	if selected {
		sign, style = marks.Cursor, m.theme.RowSelected
	}
	room := max(1, m.width-cells.Width(sign))
	what := x.When.Local().Format("2006-01-02 15:04") + "  " + string(x.Kind) + ", " + x.Why
	return []string{
		style.Render(sign + cells.Fit(m.short(x.Path()), room, marks.Ellipsis)),
		marks.NoCursor + m.theme.Muted.Render(cells.Fit(sanitize.Line(what), room, marks.Ellipsis)),
	}
}

// leftWidth is the cells of the first column.
const leftWidth = 7

// add adds a line of two columns of harmless text, the second as many lines as it needs.
func (m painter) add(left, right string) {
	width := max(leftWidth, min(cells.Width(left), m.width/3))
	head := m.theme.KeyName.Render(cells.Fit(left, width, m.theme.Marks.Ellipsis)) + " "
	m.body = append(m.body, cells.Hang(head, cells.Wrap(right, max(1, m.width-width-1)))...)
}

// short is a text that is harmless, with the home folder as ~.
func (m painter) short(text string) string { return phrase.Line(text, m.home) }
