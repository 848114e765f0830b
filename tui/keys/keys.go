// Package keys holds every key binding of the interface in one value; help is made from it.
package keys

import (
	"strings"

	"github.com/charmbracelet/bubbles/key"
)

// Map is every binding. It is a plain value: a changed copy changes the keys.
type Map struct {
	Global   Global
	Move     Move
	List     List
	Preview  Preview
	Chat     Chat
	Composer Composer
	Problems Problems
	Matrix   Matrix
	Fix      Fix
}

// Global bindings work wherever no text is edited; the first two lines of them and Help1 everywhere.
type Global struct {
	Next, Previous, Back, Interrupt key.Binding
	Suspend                         key.Binding
	Help, Help1, Quit, Zoom, Rescan key.Binding
	Command, Compose, Find          key.Binding
	Problems, Matrix                key.Binding
	Chosen
}

// Chosen bindings act on the skills that are chosen, wherever that is.
type Chosen struct {
	Why, Use, Accept, Fix key.Binding
}

// Move bindings scroll the list, the preview, the chat and dialogs.
type Move struct {
	Up, Down, PageUp, PageDown, Top, Bottom key.Binding
}

// List bindings act on the list of skills.
type List struct {
	Open, All                    key.Binding
	Sort, Reverse, Group, States key.Binding
	Mark, MarkAll, Fold, FoldAll key.Binding
	Copy, CopyPath               key.Binding
	Done, Delete, Older, Newer   key.Binding // while the filter is typed
}

// Problems bindings act on the list of what is wrong.
type Problems struct {
	Open, Edit, Copy key.Binding
}

// Matrix bindings act on what all agents see.
type Matrix struct {
	Explain, Left, Right, Differ, Everyone, As key.Binding
}

// Fix bindings act on the form for changes; all others but those that move and Help wait until it is closed.
type Fix struct {
	Link, Copy, Rename, Disable, Enable, Remove key.Binding
	Trash, NextAgent, PrevAgent, Level, Yes     key.Binding
}

// Preview bindings act on the preview.
type Preview struct {
	NextTab, PrevTab              key.Binding
	Read, Files, Why, Raw, Prompt key.Binding
	Open, Leave, Diff, Edit       key.Binding
	Copy                          key.Binding
}

// Shared are those that act on the skill under the cursor from the list too.
func (p Preview) Shared() []key.Binding {
	return []key.Binding{p.NextTab, p.PrevTab, p.Read, p.Files, p.Why, p.Raw, p.Prompt, p.Diff, p.Edit}
}

// Chat bindings act on the chat.
type Chat struct {
	Fold, FoldAll, NextBlock, PrevBlock key.Binding
	Copy, CopyAll                       key.Binding
}

// Composer bindings write the message.
type Composer struct {
	Send, Newline, Complete, Up, Down, Search key.Binding
	Editing
}

// Editing bindings move in a text and delete of it.
type Editing struct {
	Left, Right, WordLeft, WordRight, Home, End           key.Binding
	Backspace, Delete, DeleteWord, DeleteHead, DeleteTail key.Binding
}

// Default is the bindings that deft comes with. Two quick Esc reach a program as one with Alt.
func Default() Map {
	return Map{
		Global: everywhere(), Move: moving(), List: listing(), Preview: reading(), Chat: chatting(), Composer: writing(),
		Problems: mending(), Matrix: seeing(), Fix: changing(),
	}
}

func everywhere() Global {
	return Global{
		Next:      bind("next pane", "tab", "tab"),
		Previous:  bind("previous pane", "shift+tab", "shift+tab"),
		Back:      bind("close, go back", "esc", "esc", "alt+esc"),
		Interrupt: bind("clear the message, then quit", "ctrl+c", "ctrl+c"),
		Suspend:   bind("back to the shell, fg returns", "ctrl+z", "ctrl+z"),
		Help:      bind("help", "?", "?"),
		Help1:     bind("help", "F1", "f1"),
		Quit:      bind("quit", "q", "q"),
		Zoom:      bind("zoom", "+", "+"),
		Rescan:    bind("rescan", "r", "r"),
		Command:   bind("command", "/", "/", "$"),
		Compose:   bind("message", "c", "c"),
		Find:      bind("filter", "f", "f"),
		Problems:  bind("problems", "p", "p"),
		Matrix:    bind("agents, what each of them sees", "m", "m"),
		Chosen: Chosen{
			Why:    bind("why", "w", "w"),
			Use:    bind("use", "i", "i"),
			Accept: bind("accept the collision, or not", "A", "A"),
			Fix:    bind("fix, link, disable or remove", "F", "F"),
		},
	}
}

func moving() Move {
	return Move{
		Up:       bind("up", "k/↑", "k", "up"),
		Down:     bind("down", "j/↓", "j", "down"),
		PageUp:   bind("page up", "pgup", "pgup", "ctrl+b"),
		PageDown: bind("page down", "pgdn", "pgdown", "ctrl+f"),
		Top:      bind("first", "g/home", "g", "home"),
		Bottom:   bind("last", "G/end", "G", "end"),
	}
}

func listing() List {
	return List{
		Open:     bind("read", "enter", "enter"),
		All:      bind("all states", "a", "a"),
		Sort:     bind("sort", "s", "s"),
		Reverse:  bind("reverse the order", "S", "S"),
		Group:    bind("group", "o", "o"),
		States:   bind("hide, show states", "h", "h"),
		Mark:     bind("mark, for several at once", "space", " "),
		MarkAll:  bind("mark all that are shown", "v/*", "v", "*"),
		Fold:     bind("fold, unfold the group", "z", "z"),
		FoldAll:  bind("fold, unfold all groups", "Z", "Z"),
		Copy:     bind("copy the handle", "y", "y"),
		CopyPath: bind("copy the path", "Y", "Y"),
		Done:     bind("keep the filter", "enter", "enter"),
		Delete:   bind("delete", "backspace", "backspace", "ctrl+h"),
		Older:    bind("up, at the top an older filter", "↑", "up", "ctrl+p"),
		Newer:    bind("newer filter, down", "↓", "down", "ctrl+n"),
	}
}

func reading() Preview {
	return Preview{
		NextTab: bind("next tab", "]", "]"),
		PrevTab: bind("previous tab", "[", "["),
		Copy:    bind("copy the text", "y", "y"),
		Read:    bind("read", "1", "1"),
		Files:   bind("files", "2", "2"),
		Why:     bind("why", "3", "3"),
		Raw:     bind("raw text", "4", "4"),
		Prompt:  bind("what a model gets", "5", "5"),
		Open:    bind("open, compare", "enter", "enter"),
		Leave:   bind("back to the files, the copies", "backspace", "backspace", "ctrl+h"),
		Diff:    bind("compare, with the winner", "d", "d"),
		Edit:    bind("edit, in $VISUAL or $EDITOR", "e", "e"),
	}
}

func chatting() Chat {
	return Chat{
		Fold:      bind("fold, unfold", "enter", "enter", " "),
		FoldAll:   bind("fold, unfold all", "o", "o"),
		Copy:      bind("copy the message", "y", "y"),
		CopyAll:   bind("copy the conversation", "Y", "Y"),
		NextBlock: bind("next skill", "]", "]"),
		PrevBlock: bind("previous skill", "[", "["),
	}
}

func mending() Problems {
	return Problems{
		Open: bind("open, at its line", "enter", "enter"),
		Edit: bind("edit, at its line", "e", "e"),
		Copy: bind("copy, as path:line: message", "y", "y"),
	}
}

func seeing() Matrix {
	return Matrix{
		Explain:  bind("explain, with evidence", "enter", "enter"),
		Left:     bind("left, to another agent", "h/←", "h", "left"),
		Right:    bind("right, to another agent", "l/→", "l", "right"),
		Differ:   bind("disagreements, only these", "d", "d"),
		Everyone: bind("all agents, rootless too", "n", "n"),
		As:       bind("list, as this agent sees it", "a", "a"),
	}
}

func changing() Fix {
	return Fix{
		Link:      bind("link, into an agent's skills", "l", "l"),
		Copy:      bind("copy, into an agent's skills", "c", "c"),
		Rename:    bind("rename", "r", "r"),
		Disable:   bind("disable, keep it from an agent", "d", "d"),
		Enable:    bind("enable, give it back", "e", "e"),
		Remove:    bind("remove, into the trash", "x", "x"),
		Trash:     bind("trash, to bring back from it", "t", "t"),
		NextAgent: bind("agent, the next one", "→", "right"),
		PrevAgent: bind("agent, the one before", "←", "left"),
		Level:     bind("project, or all projects", "u", "u"),
		Yes:       bind("yes, do what the plan says", "y", "y"),
	}
}

func writing() Composer {
	return Composer{
		Send:     bind("send", "enter", "enter"),
		Newline:  bind("new line", "ctrl+j", "ctrl+j", "alt+enter"),
		Complete: bind("complete", "tab", "tab"),
		Up:       bind("up, older message", "↑", "up", "ctrl+p"),
		Down:     bind("down, newer message", "↓", "down", "ctrl+n"),
		Search:   bind("search the history", "ctrl+r", "ctrl+r"),
		Editing: Editing{
			Left:       bind("left", "←", "left", "ctrl+b"),
			Right:      bind("right", "→", "right", "ctrl+f"),
			WordLeft:   bind("word left", "alt+←", "alt+left", "ctrl+left", "alt+b"),
			WordRight:  bind("word right", "alt+→", "alt+right", "ctrl+right", "alt+f"),
			Home:       bind("start of line", "ctrl+a", "home", "ctrl+a"),
			End:        bind("end of line", "ctrl+e", "end", "ctrl+e"),
			Backspace:  bind("delete back", "backspace", "backspace", "ctrl+h"),
			Delete:     bind("delete", "del", "delete", "ctrl+d"),
			DeleteWord: bind("delete word", "ctrl+w", "ctrl+w", "alt+backspace"),
			DeleteHead: bind("delete to start", "ctrl+u", "ctrl+u"),
			DeleteTail: bind("delete to end", "ctrl+k", "ctrl+k"),
		},
	}
}

// bind makes a binding from its help, the name of its keys as shown, and the keys.
func bind(help, shown string, names ...string) key.Binding {
	return key.NewBinding(key.WithKeys(names...), key.WithHelp(shown, help))
}

// Section is a group of bindings with the name that help gives it.
type Section struct {
	Title    string
	Bindings []key.Binding
}

// Sections is every binding in the order of help.
func (m Map) Sections() []Section {
	g, mv, l, p, c, e, x, f := m.Global, m.Move, m.List, m.Preview, m.Chat, m.Composer, m.Matrix, m.Fix
	return []Section{
		{"Everywhere", []key.Binding{g.Next, g.Previous, g.Back, g.Interrupt, g.Suspend, g.Help1}},
		{"Outside the message", []key.Binding{g.Command, g.Compose, g.Help, g.Quit, g.Zoom, g.Rescan, g.Find, g.Use, g.Why, g.Problems, g.Accept, g.Matrix, g.Fix}},
		{"Moving", []key.Binding{mv.Down, mv.Up, mv.PageDown, mv.PageUp, mv.Top, mv.Bottom}},
		{"Skills", []key.Binding{l.Open, l.All, l.States, l.Sort, l.Reverse, l.Group, l.Fold, l.FoldAll, l.Mark, l.MarkAll, l.Copy, l.CopyPath}},
		{"Filter", []key.Binding{l.Older, l.Newer}},
		{"Problems", []key.Binding{m.Problems.Open, m.Problems.Edit, m.Problems.Copy}},
		{"Matrix", []key.Binding{x.Explain, x.Left, x.Right, x.Differ, x.Everyone, x.As}},
		{"Fix", []key.Binding{f.Link, f.Copy, f.Rename, f.Disable, f.Enable, f.Remove, f.Trash, f.NextAgent, f.PrevAgent, f.Level, f.Yes}},
		{"Preview", []key.Binding{p.NextTab, p.PrevTab, p.Read, p.Files, p.Why, p.Raw, p.Prompt, p.Open, p.Leave, p.Diff, p.Edit, p.Copy}},
		{"Chat", []key.Binding{c.Fold, c.FoldAll, c.NextBlock, c.PrevBlock, c.Copy, c.CopyAll}},
		{"Message", []key.Binding{e.Send, e.Newline, e.Complete, e.Up, e.Down, e.Search, e.WordLeft, e.WordRight, e.Home, e.End,
			e.DeleteWord, e.DeleteHead, e.DeleteTail}},
	}
}

// Hint is one key and what it does, short enough for a status line.
type Hint struct{ Key, Text string }

// Hints takes the help of bindings, in their order.
func Hints(bindings ...key.Binding) []Hint {
	var out []Hint
	for _, b := range bindings {
		if b.Enabled() {
			out = append(out, Hint{Key: b.Help().Key, Text: strings.SplitN(b.Help().Desc, ",", 2)[0]})
		}
	}
	return out
}
