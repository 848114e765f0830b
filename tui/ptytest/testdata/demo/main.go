// Command demo is a small Bubble Tea program for the tests of package ptytest: it shows its size and what was typed, and
// answers enter by leaving.
package main

import (
	"fmt"
	"os"

	tea "github.com/charmbracelet/bubbletea"

	_ "deft/tui/early"
	"deft/tui/terminal"
)

type model struct {
	dark, known bool
	width       int
	height      int
	got         string
}

func (m model) Init() tea.Cmd { return nil }

func (m model) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		m.width, m.height = msg.Width, msg.Height
	case tea.KeyMsg:
		if msg.Type == tea.KeyEnter && !msg.Paste {
			return m, tea.Quit
		}
		m.got += "<" + msg.String() + ">"
	}
	return m, nil
}

func (m model) View() string {
	return fmt.Sprintf("dark=%v known=%v size=%dx%d 世界\ngot %s\n", m.dark, m.known, m.width, m.height, m.got)
}

func main() {
	if len(os.Args) > 1 {
		fmt.Println("version 0")
		os.Exit(3)
	}
	var m model
	m.dark, m.known = terminal.Background(terminal.Wait)
	if _, err := tea.NewProgram(m, tea.WithAltScreen(), tea.WithFilter(terminal.LateAnswer())).Run(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
