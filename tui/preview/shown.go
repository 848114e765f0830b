package preview

import (
	"deft/commands"
	"deft/discovery"
	"deft/skills/sanitize"
	"deft/tui/theme"
)

// Tab is the tab that is shown.
func (x *shown) Tab() Tab { return x.tab }

// Shows says whether a skill has been read and is shown; until then the last one is.
func (x *shown) Shows(e *discovery.Entry) bool { return x.subject != nil && x.subject.entry == e }

// Detail is the skill that is shown, as it was read; nil while there is none.
func (x *shown) Detail() *commands.Detail {
	if x.subject == nil || x.subject.failed != "" {
		return nil
	}
	return &x.subject.detail
}

// Gone says whether what is shown is not there any more.
func (x *shown) Gone() bool { return x.subject != nil && x.subject.gone }

// Title is the name of the skill that is shown.
func (x *shown) Title() string {
	if x.subject == nil {
		return "Preview"
	}
	name := sanitize.Line(x.subject.entry.Name())
	if x.subject.entry.Stale {
		name += " (" + theme.Stale.String() + ")"
	}
	return name
}

// Open is the path of the file that is open in the tab Files, "" for none.
func (x *shown) Open() string {
	if s := &x.stacks[Files]; x.tab == Files && s.open {
		return s.name
	}
	return ""
}

// Back closes what was opened inside a tab, and says whether there was anything.
func (x *shown) Back() bool {
	s := &x.stacks[x.tab]
	was := s.open
	s.close()
	return was
}

// current is what is read.
func (x *shown) current() *reader { return x.stacks[x.tab].reader() }
