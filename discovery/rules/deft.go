// Package rules holds one value for each agent: how it finds and ranks
// skills.
package rules

import "deft/discovery"

// Deft are the rules of this program, in which a project's copy of a skill
// beats the user's own.
func Deft() discovery.Rules {
	return discovery.Rules{
		Agent:    "deft",
		Identity: discovery.ByHandle,
		SameName: discovery.FirstWins,
		Levels: []discovery.Level{
			discovery.Admin, discovery.Project, discovery.User, discovery.System,
			discovery.Plugin, discovery.Custom, discovery.Bundled,
		},
		Sources: []discovery.Source{
			{
				Provider: discovery.Native, Priority: 100, NeedsDescription: true,
				Roots: projectAndUser(discovery.NativeFolder),
				Switches: map[discovery.Level]discovery.Switch{
					discovery.Project: discovery.EnableNativeProject,
					discovery.User:    discovery.EnableNativeUser,
				},
			},
			{
				Provider: discovery.Claude, Priority: 80,
				Roots: projectAndUser(".claude/skills"),
				Switches: map[discovery.Level]discovery.Switch{
					discovery.Project: discovery.EnableClaudeProject,
					discovery.User:    discovery.EnableClaudeUser,
				},
			},
			{Provider: discovery.ClaudePlugins, Priority: 70},
			{Provider: discovery.Agents, Priority: 70, Roots: projectAndUser(".agents/skills")},
			{
				Provider: discovery.Codex, Priority: 70,
				Roots:    projectAndUser(".codex/skills"),
				Switches: map[discovery.Level]discovery.Switch{discovery.User: discovery.EnableCodexUser},
			},
			{Provider: discovery.CustomDirs, Priority: 60, NeedsDescription: true, Unswitched: true},
			{Provider: discovery.Path, Priority: 50, Unswitched: true},
			{Provider: discovery.Runtime, Priority: 40, Unswitched: true},
			{Provider: discovery.Library, Priority: 30, NeedsDescription: true, Unswitched: true},
			{Provider: discovery.Shipped, Priority: 20, Unswitched: true},
		},
	}
}

// projectAndUser are the roots of one path in the project and in the home
// folder.
func projectAndUser(path string) []discovery.Dir {
	return []discovery.Dir{
		{Level: discovery.Project, Path: path},
		{Level: discovery.User, Path: path},
	}
}
