package tui

import (
	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"deft/tui/preview"
)

// keyboard decides where keys go.
type keyboard struct{ *Model }

// key sends a key to whom it concerns.
func (b keyboard) key(k tea.KeyMsg) tea.Cmd {
	g := b.keys.Global
	switch {
	case k.Type == tea.KeyRunes && len(k.Runes) > 1 && !k.Paste && !k.Alt:
		return b.burst(k.Runes)
	case key.Matches(k, g.Interrupt):
		return b.interrupt()
	}
	b.quitting, b.told = false, ""
	if b.view.focus == inList && !b.covered() && !b.view.problems {
		b.release()
	}
	switch {
	case key.Matches(k, g.Suspend):
		return tea.Suspend
	case key.Matches(k, g.Back):
		b.escape()
	case key.Matches(k, g.Help1):
		telling(b).help()
	case k.Paste:
		return b.paste(k)
	case b.dialog.Open():
		return b.inDialog(k)
	case b.fixing.Open():
		return b.inForm(k)
	case b.view.problems && b.view.focus != inComposer && !key.Matches(k, g.Next, g.Previous):
		return b.inProblems(k)
	case b.view.matrix && b.view.focus != inComposer && !key.Matches(k, g.Next, g.Previous):
		return b.inMatrix(k)
	case key.Matches(k, g.Next) && !b.completes(k):
		b.cycle(1)
	case key.Matches(k, g.Previous):
		b.cycle(-1)
	case b.view.focus == inComposer:
		return b.compose(k)
	case b.list.Capturing(k):
		return b.list.Update(k)
	default:
		return b.command(k)
	}
	return nil
}

// interrupt clears the draft; where there is none, the second one in a row quits.
func (b keyboard) interrupt() tea.Cmd {
	switch {
	case b.composer.Draft() != "":
		b.composer.Clear()
	case b.quitting:
		return tea.Quit
	default:
		b.quitting = true
	}
	return nil
}

// escape closes what lies on top; then it leaves the composer, and at last goes back to the list.
func (b keyboard) escape() {
	switch {
	case b.typesName():
		b.fixing.Back()
	case b.covered():
		b.over().Close()
	case b.composer.Open():
		b.composer.Close()
	case b.composer.Noted():
		b.composer.Note("", 0)
	case b.view.problems && b.view.focus != inComposer:
		if !b.problems.Back() {
			b.showProblems(false)
		}
	case b.view.matrix && b.view.focus != inComposer:
		if !b.matrix.Back() {
			b.view.matrix = false
		}
	case b.view.focus == inList && b.list.Back():
	case b.view.focus == inPreview && b.preview.Back():
	case b.list.Filtered() && b.plan.shows(inList):
		b.list.ClearFilter()
	case b.view.focus == inComposer:
		b.focus(b.view.back)
	case b.view.zoom:
		b.view.zoom = false
	default:
		b.focus(inList)
	}
}

// completes says that a key is the composer's, though it also leads to the next place: in a message that is begun, Tab completes or does
// nothing.
func (b keyboard) completes(k tea.KeyMsg) bool {
	return b.view.focus == inComposer && (b.composer.Completing() || b.composer.Draft() != "" && key.Matches(k, b.keys.Composer.Complete))
}

// paste goes to the text field that is being edited, else whole to the composer.
func (b keyboard) paste(k tea.KeyMsg) tea.Cmd {
	switch {
	case b.typesName():
		return b.fixing.Update(k)
	case b.covered():
	case b.view.problems && b.problems.Editing():
		return b.problems.Update(k)
	case b.view.matrix && b.matrix.Editing():
		return b.matrix.Update(k)
	case b.list.Editing():
		return b.list.Update(k)
	}
	b.dialog.Close()
	b.fixing.Close()
	b.focus(inComposer)
	return b.compose(k)
}

func (b keyboard) inDialog(k tea.KeyMsg) tea.Cmd {
	if key.Matches(k, b.keys.Global.Quit) || key.Matches(k, b.keys.Global.Help) {
		b.dialog.Close()
		return nil
	}
	return b.dialog.Update(k)
}

// compose gives the composer a key and sends what it submits.
func (b keyboard) compose(k tea.KeyMsg) tea.Cmd {
	cmd := b.composer.Update(k)
	if b.composer.Submitted() {
		return tea.Batch(cmd, talking(b).submit(b.composer.Draft()))
	}
	return tea.Batch(cmd, talking(b).wantFiles())
}

// burst takes letters that were typed so fast that they came as one message. They are keys one by one, until one of them opens a
// text field, which gets the rest. Such a message must not be matched with the bindings: typed, "tab" looks like the key Tab.
func (b keyboard) burst(runes []rune) tea.Cmd {
	var cmds []tea.Cmd
	for i := range runes {
		rest := tea.KeyMsg{Type: tea.KeyRunes, Runes: runes[i:]}
		switch {
		case b.typesName():
			return tea.Batch(append(cmds, b.fixing.Update(rest))...)
		case b.covered():
		case b.view.focus == inComposer:
			return tea.Batch(append(cmds, b.compose(rest))...)
		case b.view.problems && b.problems.Editing():
			return tea.Batch(append(cmds, b.problems.Update(rest))...)
		case b.view.matrix && b.matrix.Editing():
			return tea.Batch(append(cmds, b.matrix.Update(rest))...)
		case b.list.Editing():
			return tea.Batch(append(cmds, b.list.Update(rest))...)
		}
		cmds = append(cmds, b.key(tea.KeyMsg{Type: tea.KeyRunes, Runes: runes[i : i+1]}))
	}
	return tea.Batch(cmds...)
}

// command handles one key outside of text fields.
func (b keyboard) command(k tea.KeyMsg) tea.Cmd {
	g := b.keys.Global
	switch {
	case key.Matches(k, g.Command):
		b.focus(inComposer)
		return b.compose(k)
	case key.Matches(k, g.Quit):
		return tea.Quit
	case key.Matches(k, g.Help):
		telling(b).help()
	case key.Matches(k, g.Zoom):
		b.view.zoom = !b.view.zoom
	case key.Matches(k, g.Rescan):
		return looking(b).look(true)
	case key.Matches(k, g.Compose):
		b.focus(inComposer)
	case key.Matches(k, g.Use):
		talking(b).use()
	case key.Matches(k, g.Why):
		return b.why()
	case key.Matches(k, g.Accept):
		return accepting(b).accept()
	case key.Matches(k, g.Fix):
		return fixer(b).show("")
	case key.Matches(k, g.Problems):
		b.showProblems(true)
	case key.Matches(k, g.Matrix):
		return agents(b).showMatrix()
	case key.Matches(k, g.Find):
		b.focus(inList)
		b.list.Find()
	default:
		return b.pane(k)
	}
	return nil
}

// pane gives a key to the pane that has the focus.
func (b keyboard) pane(k tea.KeyMsg) tea.Cmd {
	l, p, c := b.keys.List, b.keys.Preview, b.keys.Chat
	switch b.view.focus {
	case inList:
		switch {
		case key.Matches(k, l.Open) && b.list.Selected() != nil:
			return b.read()
		case key.Matches(k, l.Copy, l.CopyPath):
			return copying(b).copySkill(key.Matches(k, l.CopyPath))
		case key.Matches(k, p.Shared()...):
			return b.onRow(k)
		}
		return b.list.Update(k)
	case inPreview:
		if key.Matches(k, p.Copy) {
			return copying(b).copyBody()
		}
		return b.preview.Update(k)
	}
	if key.Matches(k, c.Copy, c.CopyAll) {
		return copying(b).copyMessage(key.Matches(k, c.CopyAll))
	}
	return b.chat.Update(k)
}

// onRow gives the preview a key that was pressed in the list: it is for the skill under the cursor. The focus stays where both have room.
func (b keyboard) onRow(k tea.KeyMsg) tea.Cmd {
	e, p := b.list.Selected(), b.keys.Preview
	read := b.preview.Shows(e)
	switch {
	case e == nil:
		return nil
	case key.Matches(k, p.Edit) && !read:
		return func() tea.Msg { return preview.EditMsg{Entry: e} }
	case key.Matches(k, p.Diff) && !read:
		b.told = "The skill is still being read"
		return nil
	case !key.Matches(k, p.Edit):
		b.view.beside = inPreview
		if b.view.alone() {
			b.focus(inPreview)
		}
	}
	return b.preview.Update(k)
}

// read goes to the text of the chosen skill.
func (b keyboard) read() tea.Cmd {
	if b.list.Selected() == nil {
		return nil
	}
	b.focus(inPreview)
	return b.preview.SetTab(preview.Read)
}

// why turns the preview to the judgement, and back. It becomes visible; the focus stays in the list where both have room.
func (b keyboard) why() tea.Cmd {
	if b.list.Selected() == nil {
		return nil
	}
	shown := b.plan.shows(inPreview)
	b.view.beside = inPreview
	tab := preview.Why
	if b.preview.Tab() == tab && shown {
		tab = preview.Read
	}
	if b.view.alone() {
		b.focus(inPreview)
	}
	return b.preview.SetTab(tab)
}
