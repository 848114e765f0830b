package tui

import (
	"deft/tui/cells"
	"deft/tui/keys"
)

// hinting is everything that the status line says of keys.
type hinting struct{ *Model }

// hintLine is as many key hints as there is room for; the way to the help is never left out for another.
func (f hinting) hintLine(room int) string {
	all := f.hints()
	last := f.hint(all[len(all)-1])
	out, used := "", cells.Width(last)
	for _, h := range all[:len(all)-1] {
		s := f.hint(h)
		if used+cells.Width(s)+2 > room {
			break
		}
		out += s + "  "
		used += cells.Width(s) + 2
	}
	if used > room {
		return ""
	}
	return out + last
}

func (f hinting) hint(h keys.Hint) string {
	return f.theme.KeyName.Render(h.Key) + " " + f.theme.KeyDescription.Render(h.Text)
}

// inMenu says whether keys go to a menu of the list.
func (f hinting) inMenu() bool {
	return f.view.focus == inList && !f.view.problems && !f.view.matrix && !f.covered() && len(f.list.MenuKeys()) > 0
}

// hints are the keys that matter where the focus is, the most useful first, help last.
func (f hinting) hints() []keys.Hint {
	k := f.keys
	g := k.Global
	switch {
	case f.dialog.Open():
		return keys.Hints(k.Move.Down, k.Move.Up, g.Back)
	case f.fixing.Open():
		return f.formHints()
	case f.view.focus == inComposer && f.composer.Completing():
		return keys.Hints(k.Composer.Complete, k.Composer.Up, k.Composer.Down, g.Back, g.Help1)
	case f.view.focus == inComposer:
		return keys.Hints(k.Composer.Send, k.Composer.Newline, g.Next, g.Help1)
	case f.view.matrix && f.matrix.Editing(), f.view.problems && f.problems.Editing():
		return keys.Hints(k.List.Done, g.Back, g.Help1)
	case f.view.matrix:
		x := k.Matrix
		return keys.Hints(x.Explain, x.Left, x.Right, x.Differ, g.Find, g.Fix, x.As, x.Everyone, g.Back, g.Help)
	case f.view.problems:
		return keys.Hints(k.Problems.Open, k.Problems.Edit, k.Problems.Copy, g.Find, g.Back, g.Help)
	case f.inMenu():
		return keys.Hints(append(f.list.MenuKeys(), g.Help)...)
	case f.list.Editing():
		return keys.Hints(k.List.Done, g.Back, g.Help1)
	case f.view.focus == inPreview:
		own := append(f.preview.Bindings(), k.Preview.NextTab)
		return keys.Hints(append(own, g.Use, g.Next, g.Command, g.Zoom, g.Quit, g.Help)...)
	case f.view.focus == inChat:
		return keys.Hints(k.Chat.Fold, k.Chat.PrevBlock, g.Next, g.Command, g.Zoom, g.Quit, g.Help)
	}
	return keys.Hints(k.List.Open, g.Find, g.Use, g.Why, g.Fix, g.Matrix, g.Command, k.List.Mark, k.Preview.Edit, g.Problems, k.List.All, g.Rescan, g.Quit, g.Help)
}

// formHints are the keys of the form for changes.
func (f hinting) formHints() []keys.Hint {
	g, x := f.keys.Global, f.keys.Fix
	switch {
	case f.fixing.Editing():
		return append([]keys.Hint{{Key: f.keys.List.Done.Help().Key, Text: "show the plan"}}, keys.Hints(g.Back, g.Help1)...)
	case f.fixing.Ready():
		return keys.Hints(x.Yes, f.keys.Move.Down, g.Back, g.Help)
	}
	return keys.Hints(f.keys.Move.Down, f.keys.Move.Up, g.Back, g.Help)
}
