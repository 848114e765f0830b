package tui

import (
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"deft/commands/config"
	"deft/commands/state"
	"deft/tui/composer"
	"deft/tui/theme"
)

// Colours is what is known of the terminal's colours, from which the options of every theme follow.
type Colours struct {
	Level theme.Level // what the terminal shows and the user wants
	Dark  bool        // the background is dark
	Plain bool
}

// options are those of a theme by its name in the config.
func (c Colours) options(name string) theme.Options {
	o := theme.Options{Dark: c.Dark, Color: c.Level, Plain: c.Plain}
	switch name {
	case "none":
		o.Color = theme.ColorNone
	case "dark", "contrast-dark":
		o.Dark = true
	case "light", "contrast-light":
		o.Dark = false
	}
	o.Contrast = strings.HasPrefix(name, "contrast-")
	return o
}

// chooseTheme is /theme: the colours by name, else the next ones. The choice is kept for the next run.
func (m choosing) chooseTheme(name string) tea.Cmd {
	all := config.Themes()
	if name == "" {
		name = all[(slices.Index(all, m.app.Theme)+1)%len(all)]
	}
	if !slices.Contains(all, name) {
		m.composer.Refuse("/theme "+name, "a theme is one of "+strings.Join(all, ", "))
		return nil
	}
	m.app.Theme = name
	cmd := m.setTheme(theme.New(m.colours.options(name)))
	m.composer.Note("Theme: "+name+m.themeNote(name), composer.Info)
	return tea.Batch(cmd, keeping(m).kept(func(s *state.Store) { s.Switches.Set("theme", name) }))
}

// themeNote says what keeps a theme from being what its name says.
func (m choosing) themeNote(name string) string {
	if m.colours.Level == theme.ColorNone && name != "none" {
		return ", without colours: NO_COLOR is set, or the terminal shows none"
	}
	for _, s := range m.settings {
		if s.Key == "theme" && s.Origin != "default" && s.Origin != "/theme" {
			return " for this run; " + s.Origin + " says " + s.Value
		}
	}
	return ""
}

// setTheme paints everything anew.
func (m choosing) setTheme(t theme.Theme) tea.Cmd {
	m.theme = t
	m.list.SetTheme(t)
	m.chat.SetTheme(t)
	m.composer.SetTheme(t)
	m.dialog.SetTheme(t)
	m.fixing.SetTheme(t)
	m.problems.SetTheme(t)
	m.matrix.SetTheme(t)
	return m.preview.SetTheme(t)
}
