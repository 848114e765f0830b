package rules

import (
	"deft/discovery"
	"deft/skills"
)

// strict is what the specification asks for: strict YAML with a name and a
// description.
func strict() *discovery.Reads {
	return &discovery.Reads{NoName: noText | noString, NoText: noText | noString}
}

func deft() Agent {
	r := Deft()
	r.Layout = discovery.Layout{AnyCase: true, Skipped: []string{"node_modules", "__MACOSX", "venv", "__pycache__"}}
	for i := range r.Sources {
		for j := range r.Sources[i].Roots {
			r.Sources[i].Roots[j].NotHome = true
		}
	}
	return Agent{
		Rules: r, Title: "deft",
		Choice:     "providers by priority, then project before user, then the nearest folder",
		Plugins:    "PLUGIN:NAME reaches each, the bare name the first",
		Malformed:  "it is repaired where that is beyond doubt, else the skill is invalid",
		Invocation: "/skill:NAME", ByPath: "/skill:NAME@PROVIDER",
		Injected:  "<skill_content name=\"{name}\">\n{body}\n</skill_content>",
		Tells:     "yes",
		Others:    []string{"skills.enabled", "skills.ignoredSkills", "skills.includeSkills", "skills.enable*"},
		Evidence:  []Evidence{{Kind: "code", What: "this program"}},
		Certainty: Documented,
	}
}

func dshAgent() Agent {
	r := dshHere()
	r.Layout = discovery.Layout{Flat: discovery.FlatKebab}
	return Agent{
		Rules: r, Title: "dsh",
		Choice:     "each root has a rank, the lowest is used: .dsh before .agents of the project, then of the user",
		Plugins:    Unspecified,
		Malformed:  "the skill is left out",
		Invocation: "/NAME",
		Injected:   "<skill_content name=\"{name}\">\n<skill_resources>\nBase directory for this skill: {dir}\n</skill_resources>\n\n<skill_instructions>\n{body}\n</skill_instructions>\n</skill_content>",
		Tells:      "no",
		Others:     []string{"customSkillDirs", "DSH_HOME", "DSH_AGENTS_HOME", "DSH_BUNDLED_SKILL_DIR"},
		Budget:     Budget{Entry: 500, Overflow: "descriptions are cut"},
		Evidence:   []Evidence{{"code", "deepseek-ai/deepseek-harness packages/skill", "2026-08-21"}},
		Certainty:  Documented,
		Unknown:    []string{"the folders of customSkillDirs", "skills that its code registers"},
	}
}

func vscode() Agent {
	r := strict()
	r.Names = discovery.FolderEquals
	return Agent{
		Rules: discovery.Rules{
			Agent: "vscode", Identity: discovery.ByField, SameName: discovery.AnyWins, Reads: r,
			Sources: equal("vscode",
				project(".github/skills", here), project(".claude/skills", here), project(".agents/skills", here),
				user(".copilot/skills"), user(".claude/skills"), user(".agents/skills")),
		},
		Title:      "VS Code",
		Choice:     Unspecified,
		Plugins:    "/PLUGIN:NAME",
		Malformed:  Unspecified,
		Invocation: "/NAME",
		Injected:   Unspecified,
		Tells:      "no; a name that is not its folder's fails silently",
		Others:     []string{"chat.agentSkillsLocations", "chat.useCustomizationsInParentRepositories"},
		Evidence:   []Evidence{{"document", "microsoft/vscode-docs docs/agent-customization/agent-skills.md", "2026"}},
		Certainty:  Documented,
		Unknown:    []string{"same names", "folders in folders", "broken frontmatter"},
	}
}

func cursor() Agent {
	r := strict()
	r.Names = discovery.FolderEquals
	return Agent{
		Rules: discovery.Rules{
			Agent: "cursor", Identity: discovery.ByField, SameName: discovery.AnyWins, Reads: r,
			Layout: discovery.Layout{Depth: discovery.AnyDepth},
			Sources: equal("cursor",
				project(".agents/skills", here), project(".cursor/skills", here), project(".claude/skills", here), project(".codex/skills", here),
				user(".agents/skills"), user(".cursor/skills"), user(".claude/skills"), user(".codex/skills")),
		},
		Title:      "Cursor",
		Choice:     Unspecified,
		Plugins:    Unspecified,
		Malformed:  Unspecified,
		Invocation: "/NAME",
		Injected:   Unspecified,
		Tells:      "no",
		Evidence:   []Evidence{{"document", "cursor.com/docs/skills", "2026-08-25"}},
		Certainty:  Documented,
		Unknown:    []string{"same names", "skills below the working folder count for files there only", "broken frontmatter", "skills of plugins"},
	}
}

func crush() Agent {
	var dirs []discovery.Dir
	for _, family := range []string{".agents/skills", ".crush/skills", ".claude/skills", ".cursor/skills"} {
		dirs = append(dirs, project(family, here), topOnly(project(family, toRepoOnly)))
	}
	for _, d := range []discovery.Dir{config("crush/skills"), config("agents/skills"), user(".agents/skills"), user(".claude/skills")} {
		dirs = append(dirs, unless(d, "CRUSH_SKILLS_DIR"))
	}
	dirs = append(dirs, listed(discovery.Custom, "crush options.skills_paths"),
		discovery.Dir{Level: discovery.User, Path: ".config/crush/skills", Env: "CRUSH_SKILLS_DIR", EnvOnly: true})
	files := []discovery.Dir{
		{Level: discovery.Admin, Path: "/etc/crush/crush.json"}, config("crush/crush.json"),
		userOr(".local/share/crush/crush.json", "XDG_DATA_HOME", "crush/crush.json"),
		project("crush.json", toTop), project(".crush.json", toTop),
	}
	return Agent{
		Rules: discovery.Rules{
			Agent: "crush", Identity: discovery.ByField, SameName: discovery.GreatestPath, Sources: equal("crush", dirs...),
			Layout: discovery.Layout{Depth: discovery.AnyDepth, Itself: true, Below: true, Hidden: true},
			Reads: &discovery.Reads{
				Fences: []skills.Fence{skills.FenceBlank, skills.FenceLate}, NoName: noText | skills.List | skills.Map,
				NoText:  skills.Absent | skills.Null | skills.Empty | skills.List | skills.Map,
				MaxName: 64, MaxText: 1024, Bytes: true, Names: discovery.FolderFold,
			},
			Settings: []discovery.Setting{
				{Files: files, Format: discovery.JSON, Key: "options.disabled_skills", Form: discovery.Names, Names: discovery.ByName},
				{
					Files: files, Format: discovery.JSON, Key: "options.skills_paths", Form: discovery.Folders,
					Added: discovery.Added{Name: "crush options.skills_paths", From: discovery.FromCwd},
				},
			},
		},
		Title:      "Crush",
		Choice:     "all paths are sorted in small letters and the last is used: how folders are called decides",
		Plugins:    Unspecified,
		Malformed:  "the skill is shown as invalid",
		Invocation: "$NAME",
		Injected:   "<loaded_skill>\n<name>{name}</name>\n<description>{description}</description>\n<location>{path}</location>\n<instructions>\n{body}\n</instructions>\n</loaded_skill>",
		Tells:      "no",
		Others:     []string{"CRUSH_SKILLS_DIR", "CRUSH_GLOBAL_CONFIG", "XDG_CONFIG_HOME"},
		Evidence: []Evidence{
			{"code", "charmbracelet/crush internal/skills, internal/config", "2026-08-21"}, run("0.87.0", "2026-11"),
		},
		Certainty: Measured,
		Unknown:   []string{"two folders whose names differ in capitals only", "what its crushrc, a shell script, switches and adds", "relative skills_paths rank after whole ones"},
	}
}

func goose() Agent {
	return Agent{
		Rules: discovery.Rules{
			Agent: "goose", Identity: discovery.ByField, SameName: discovery.FirstWins, AnyInRoot: true,
			Layout: discovery.Layout{Depth: discovery.AnyDepth, Itself: true, Below: true, Hidden: true, Skipped: []string{".git", ".hg", ".svn"}},
			Reads: &discovery.Reads{
				Fences: []skills.Fence{skills.FenceBlank, skills.FenceLate},
				NoName: skills.Absent | skills.Null | skills.Empty | noString, NoText: skills.Null | noString,
			},
			Sources: ranked(
				project(".agents/skills", here), project(".goose/skills", here), project(".claude/skills", here),
				user(".agents/skills"), config("goose/skills"), user(".claude/skills"), user(".config/agents/skills")),
		},
		Title:      "Goose",
		Choice:     "the first is used: the project's .agents, .goose, .claude, then the user's",
		Plugins:    "skills of plugins rank below the user's",
		Malformed:  "the skill is left out, with a line in the log",
		Invocation: "",
		Injected:   "# Loaded Skill: {name} (skill)\n\n{description}\n\n## Content\n\n{body}",
		Tells:      "no",
		Others:     []string{"XDG_CONFIG_HOME"},
		Evidence:   []Evidence{{"code", "block/goose crates/goose/src/skills/mod.rs @013ab84", "2026"}},
		Certainty:  Documented,
		Unknown:    []string{"a name with a slash, which it leaves out, is not told apart", "three hyphens inside a line end its frontmatter"},
	}
}

func opencodeV2() Agent {
	return Agent{
		Rules: discovery.Rules{
			Agent: "opencode-v2", Identity: discovery.ByFolder, SameName: discovery.FirstWins,
			Layout: discovery.Layout{Depth: discovery.AnyDepth},
			Reads: &discovery.Reads{
				Repairs: skills.Colon, RepairKeys: discovery.Identifiers,
				NoName: noString, NoText: noString,
			},
			Sources: ranked(
				project(".opencode/skill", toRoot), project(".opencode/skills", toRoot),
				config("opencode/skill"), config("opencode/skills"),
				project(".agents/skills", toRoot), user(".agents/skills"),
				project(".claude/skills", toRoot), user(".claude/skills")),
		},
		Title:      "OpenCode 2",
		Choice:     "the family decides before the scope: .opencode, .agents, .claude; in one, the project's nearest folder before the user's",
		Plugins:    Unspecified,
		Malformed:  "an unquoted colon is repaired where the key has no hyphen, else the skill is left out",
		Invocation: "/NAME",
		Injected:   "{body}",
		Tells:      "only in the log",
		Others:     []string{"skills of its configuration", "OPENCODE_DISABLE_CLAUDE_CODE", "XDG_CONFIG_HOME"},
		Evidence: []Evidence{
			{"code", "anomalyco/opencode packages/core/src/config/plugin/skill.ts", "2026"},
			{"document", "opencode.ai/docs/skills", "2026"},
		},
		Certainty: Documented,
		Unknown:   []string{"it is changing: later code reads .claude and .agents by plugins", ".opencode/skill against .opencode/skills"},
	}
}

func amp() Agent {
	return Agent{
		Rules: discovery.Rules{
			Agent: "amp", Identity: discovery.ByField, SameName: discovery.FirstWins, AnyInRoot: true,
			Sources: ranked(
				user(".config/agents/skills"), user(".agents/skills"), user(".config/amp/skills"),
				project(".agents/skills", toSystem), project(".claude/skills", toSystem), user(".claude/skills")),
			Layout: discovery.Layout{
				Depth: 5, Itself: true, Below: true, Hidden: true, AnyCase: true, Skipped: []string{"node_modules", ".git"},
			},
			Reads: &discovery.Reads{
				Fences: []skills.Fence{skills.FenceBlank}, NoName: noText | skills.List | skills.Map,
				NoText: skills.Absent | skills.Null | skills.Empty, MaxName: 64, Names: discovery.KebabName,
			},
		},
		Title:      "Amp",
		Choice:     "the first is used: ~/.config/agents, ~/.agents, ~/.config/amp, .agents of the nearest folder, .claude of the nearest, ~/.claude; in one root the file system's order decides",
		Plugins:    Unspecified,
		Malformed:  "the skill is left out with an error for the user",
		Invocation: Unspecified,
		Injected:   Unspecified,
		Tells:      "no",
		Others:     []string{"amp.skills.path"},
		Evidence: []Evidence{
			{"document", "ampcode.com/docs/customize/skills", "2026"}, run("0.0.1790142911-g7618fb", "2026-11"),
		},
		Certainty: Measured,
		Unknown:   []string{"whether XDG_CONFIG_HOME moves ~/.config", "skills of plugins and of toolboxes", "a name that is a number may break the whole list"},
	}
}
