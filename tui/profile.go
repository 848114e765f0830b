package tui

import (
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"deft/commands/cli"
	"deft/commands/config"
	"deft/discovery/rules"
	"deft/skills/sanitize"
	"deft/tui/composer"
)

// noProfile is what ends the use of a profile, unless one has this name.
const noProfile = "off"

// profiledMsg says that another profile is in use, or why not.
type profiledMsg struct {
	line string // the command
	name string // "" for none
	err  error
}

// choosing is everything that is chosen for the whole interface: the profile, the theme.
type choosing struct{ *Model }

// chooseProfile is /profile: the skills of another profile, else which one is in use.
func (m choosing) chooseProfile(name string) tea.Cmd {
	if name == "" {
		m.composer.Note(m.profileNote(), composer.Info)
		return nil
	}
	line := "/profile " + name
	if (name == noProfile || name == "none") && !slices.Contains(m.profiles(), name) {
		name = ""
	}
	use := m.verbs.UseProfile
	return func() tea.Msg { return profiledMsg{line, name, use(name)} }
}

// profiled takes the answer. The list follows the change that the profile is, as it follows every other one.
func (m choosing) profiled(msg profiledMsg) tea.Cmd {
	if msg.err != nil {
		m.composer.Refuse(msg.line, msg.err.Error())
		return nil
	}
	m.scan.profile = sanitize.Line(msg.name)
	m.composer.Note(m.profileNote(), composer.Info)
	talking(m).toList()
	if m.verbs.Changed == nil {
		return looking(m).look(false)
	}
	return nil
}

// profileNote says which profile is in use, and which there are.
func (m choosing) profileNote() string {
	names := m.profiles()
	switch {
	case len(names) == 0:
		return "No profile is defined; profiles: in the config file defines them"
	case m.scan.profile == "":
		return "No profile is in use; there are: " + strings.Join(names, ", ")
	}
	return "Profile: " + m.scan.profile + "; /profile " + noProfile + " shows all skills again"
}

// profiles are the names of those that there are.
func (m choosing) profiles() []string { return m.app.Profiles.Names() }

// choices are what may follow the commands.
func choices(app cli.App) map[string][]string {
	return map[string][]string{
		"profile": append(app.Profiles.Names(), noProfile),
		"theme":   config.Themes(),
		"copy":    {"all"},
		"as":      rules.Names(),
		"fix":     fixVerbs(),
	}
}

// currentProfile is the one that the interface begins with.
func currentProfile(app cli.App) string {
	if app.Profiles.Outlook == nil {
		return ""
	}
	return sanitize.Line(app.Profiles.Current())
}
