package browse

import (
	"fmt"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"deft/discovery"
)

// viewText is the order and the states of the list as one text, for the next run.
func (m actions) viewText() string {
	var states []string
	for _, s := range States() {
		if m.choice.states[s] {
			states = append(states, string(s))
		}
	}
	return fmt.Sprintf("sort=%s reverse=%t group=%s states=%s", m.choice.order.By, m.choice.order.Reverse, m.choice.order.Group, strings.Join(states, ","))
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
		case name == "states":
			m.choice.states = map[discovery.State]bool{}
			for s := range strings.SplitSeq(value, ",") {
				m.choice.states[discovery.State(s)] = true
			}
		}
	}
	m.parts().setOrder(o)
}
