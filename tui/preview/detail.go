package preview

import (
	"deft/commands"
	"deft/discovery"
)

// Shows says whether a skill has been read and is shown; until then the last one is.
func (m *Model) Shows(e *discovery.Entry) bool { return m.subject != nil && m.subject.entry == e }

// Detail is the skill that is shown, as it was read; nil while there is none.
func (m *Model) Detail() *commands.Detail {
	if m.subject == nil || m.subject.failed != "" {
		return nil
	}
	return &m.subject.detail
}
