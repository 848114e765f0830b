package tui

import (
	"strings"
	"sync"

	tea "github.com/charmbracelet/bubbletea"

	"deft/commands/slash"
	"deft/discovery"
)

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
