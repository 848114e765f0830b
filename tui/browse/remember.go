package browse

import (
	"fmt"
	"strings"

	tea "github.com/charmbracelet/bubbletea"
)

// viewText is the order of the list as one text, for the next run. The states are not in it: skills that are hidden for a reason which
// nobody remembers look as if they were gone.
func (m actions) viewText() string {
	o := m.choice.order
	return fmt.Sprintf("sort=%s reverse=%t group=%s", o.By, o.Reverse, o.Group)
}

// chosen hands the view to the memory.
func (m actions) chosen() tea.Cmd { return remember(m.options.Chosen, m.viewText()) }

// Restore takes up what an earlier run had chosen; what it does not understand stays as it is.
func (m *Model) Restore(view string) {
	o := m.choice.order
	for _, field := range strings.Fields(view) {
		name, value, _ := strings.Cut(field, "=")
		f, known := facetNamed(value)
		switch {
		case name == "sort" && known:
			o.By = f
		case name == "group" && known:
			o.Group = f
		case name == "reverse":
			o.Reverse = value == "true"
		}
	}
	m.parts().setOrder(o)
}
