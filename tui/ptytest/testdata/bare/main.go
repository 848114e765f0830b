// Command bare is what benchmarks hold deft against: a program that links Bubble Tea and Glamour and shows one line, or,
// given a file, the list of bubbles with an item for each of its lines, a name and a description with a tab between.
package main

import (
	"fmt"
	"os"
	"strings"

	"github.com/charmbracelet/bubbles/list"
	tea "github.com/charmbracelet/bubbletea"
	_ "github.com/charmbracelet/glamour" // linked, as it costs at every start
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(args []string) error {
	var m tea.Model = line{}
	if len(args) > 0 {
		text, err := os.ReadFile(args[0])
		if err != nil {
			return err
		}
		m = shelf{list.New(items(string(text)), list.NewDefaultDelegate(), 0, 0)}
	}
	_, err := tea.NewProgram(m, tea.WithAltScreen(), tea.WithFPS(120)).Run()
	return err
}

// line shows one line.
type line struct{}

func (line) Init() tea.Cmd                         { return nil }
func (m line) Update(tea.Msg) (tea.Model, tea.Cmd) { return m, nil }
func (line) View() string                          { return "one line" }

// shelf is the list of bubbles.
type shelf struct{ list list.Model }

func (shelf) Init() tea.Cmd  { return nil }
func (m shelf) View() string { return m.list.View() }

func (m shelf) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	if size, ok := msg.(tea.WindowSizeMsg); ok {
		m.list.SetSize(size.Width, size.Height)
	}
	next, cmd := m.list.Update(msg)
	return shelf{next}, cmd
}

type item struct{ name, description string }

func (i item) Title() string       { return i.name }
func (i item) Description() string { return i.description }
func (i item) FilterValue() string { return i.name + " " + i.description }

func items(text string) []list.Item {
	var all []list.Item
	for l := range strings.Lines(text) {
		name, description, _ := strings.Cut(strings.TrimSuffix(l, "\n"), "\t")
		all = append(all, item{name, description})
	}
	return all
}
