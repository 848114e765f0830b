package rules

import (
	"slices"

	"deft/discovery"
	"deft/skills"
)

// run is the evidence of an agent that was asked for its list.
func run(version, date string) Evidence {
	return Evidence{Kind: "run", What: "version " + version + ", on trees made for it", Date: date}
}

func claudeCode() Agent {
	sources := equal("claude",
		discovery.Dir{Level: discovery.Admin, Path: "/etc/claude-code/.claude/skills"},
		userOr(".claude/skills", "CLAUDE_CONFIG_DIR", "skills"),
		project(".claude/skills", toRoot))
	return Agent{
		Rules: discovery.Rules{
			Agent: "claude-code", Identity: discovery.ByFolder, SameName: discovery.FirstWins, FoldCase: true,
			Levels:  []discovery.Level{discovery.Admin, discovery.User, discovery.Project},
			Sources: append(sources, discovery.Source{Provider: discovery.ClaudePlugins, Namespaced: true, Unswitched: true}),
			Layout:  discovery.Layout{Hidden: true},
			Reads:   &discovery.Reads{Loose: true, Fences: []skills.Fence{skills.FenceBlank}, Repairs: anyFault},
			Settings: []discovery.Setting{{
				Files: []discovery.Dir{
					userOr(".claude/settings.json", "CLAUDE_CONFIG_DIR", "settings.json"),
					project(".claude/settings.json", here), project(".claude/settings.local.json", here),
					topOnly(project(".claude/settings.local.json", toTop)),
					{Level: discovery.Admin, Path: "/etc/claude-code/managed-settings.json"},
				},
				Format: discovery.JSON, Key: "skillOverrides", Form: discovery.Values, Names: discovery.ByName, Off: []string{"off"}, On: "on",
				People: "user-invocable-only",
				Means: map[string]string{
					"user-invocable-only": "only people may invoke it", "name-only": "models are told its name only",
				},
			}},
		},
		Title:      "Claude Code",
		Choice:     "enterprise before personal before project, of projects the nearest folder; plugins are kept apart as PLUGIN:NAME",
		Plugins:    "PLUGIN:NAME",
		Malformed:  "the skill is used without its fields",
		Invocation: "/NAME",
		Injected:   "{body}\n\nARGUMENTS: {args}",
		Tells:      "no",
		Others:     []string{"disableBundledSkills", "enabledPlugins", "permissions Skill(NAME)", "CLAUDE_CONFIG_DIR"},
		Budget: Budget{
			Total: 8000, Entry: 1536, Setting: "SLASH_COMMAND_TOOL_CHAR_BUDGET, skillListingBudgetFraction, skillListingMaxDescChars",
			Overflow: "the descriptions of the least used skills are lost",
		},
		Evidence: []Evidence{
			{"document", "code.claude.com/docs/en/skills", "2026-08-22"}, run("2.1.332", "2026-11"),
		},
		Certainty: Measured,
		Unknown:   []string{"skills synced from claude.ai", "skills below the working folder are read only when a file there is"},
	}
}

func codex() Agent {
	return Agent{
		Rules: discovery.Rules{
			Agent: "codex", Identity: discovery.ByField, SameName: discovery.KeptApart,
			Levels: []discovery.Level{discovery.Project, discovery.User, discovery.Admin},
			Sources: equal("codex",
				project(".codex/skills", toFiles), project(".agents/skills", toTop),
				userOr(".codex/skills", "CODEX_HOME", "skills"), user(".agents/skills"),
				discovery.Dir{Level: discovery.Admin, Path: "/etc/codex/skills"}),
			Layout: discovery.Layout{Depth: 6, Itself: true, Below: true, PlainFile: true},
			Reads: &discovery.Reads{
				NoMark: true, Fences: []skills.Fence{skills.FenceBlank}, Repairs: skills.Colon | skills.Bracket | skills.Reserved,
				NoName: skills.List | skills.Map, FolderName: noText, NoText: noText | skills.List, MaxName: 64,
			},
			Settings: []discovery.Setting{{
				Files:  []discovery.Dir{userOr(".codex/config.toml", "CODEX_HOME", "config.toml")},
				Format: discovery.TOML, Key: "skills.config", Form: discovery.Tables,
			}},
		},
		Title:      "Codex",
		Choice:     "skills of one name are all listed; a bare $NAME reaches none of them, and nothing says so",
		Plugins:    "NAMESPACE:NAME",
		Malformed:  "an unquoted colon, bracket or @ is repaired, else the skill is left out with an error for the user",
		Invocation: "$NAME", ByPath: "[$NAME](PATH)",
		Injected: "<skill>\n<name>{name}</name>\n<path>{path}</path>\n{file}\n</skill>",
		Tells:    "no",
		Others:   []string{"CODEX_HOME", "project_root_markers"},
		Budget: Budget{
			Total: 40000, Setting: "the model, 2 % of whose context it is (8000 characters where that is not known)", Paths: true, Shared: true,
			Overflow: "descriptions are shortened, then skills left out with a warning",
		},
		Evidence: []Evidence{
			{"code", "openai/codex codex-rs/core-skills, config_rules.rs for its switches", "2026"}, run("0.171.0", "2026-11"),
		},
		Certainty: Measured,
		Unknown:   []string{"the skills that Codex itself puts into .codex/skills/.system"},
	}
}

func geminiCLI() Agent {
	return Agent{
		Rules: discovery.Rules{
			Agent: "gemini-cli", Identity: discovery.ByField, SameName: discovery.FirstWins, SelfLast: true,
			Sources: ranked(
				trusted(project(".agents/skills", here)), trusted(project(".gemini/skills", here)),
				user(".agents/skills"), user(".gemini/skills")),
			Layout: discovery.Layout{Itself: true},
			Reads: &discovery.Reads{
				NoMark: true, Repairs: anyFault, NoName: noText, NoText: skills.Absent, Names: discovery.FileName,
			},
			Settings: []discovery.Setting{
				{Files: geminiSettings(), Format: discovery.CommentedJSON, Key: "skills.disabled", Form: discovery.Names, Names: discovery.ByFolded},
				{Files: geminiSettings(), Format: discovery.CommentedJSON, Key: "skills.enabled", Form: discovery.One, Off: []string{"false"}},
			},
		},
		Title:      "Gemini CLI",
		Choice:     "the last one read is used: project before user, .agents before .gemini",
		Plugins:    "extensions rank below the user's skills",
		Malformed:  "the lines are read one by one",
		Trust:      "the folder must be trusted (~/.gemini/trustedFolders.json)",
		Invocation: "",
		Injected:   "<activated_skill name=\"{name}\">\n<instructions>\n{body}\n</instructions>\n</activated_skill>",
		Tells:      "yes, a warning names both copies",
		Others:     []string{"GEMINI_CLI_HOME", "GEMINI_CLI_SYSTEM_SETTINGS_PATH"},
		Evidence: []Evidence{
			{"code", "google-gemini/gemini-cli packages/core/src/skills", "2026-08-21"},
			{"document", "google-gemini/gemini-cli docs/reference/configuration.md, for its settings", "2026-11"}, run("0.61.0", "2026-11"),
		},
		Certainty: Measured,
		Unknown:   []string{"skills of extensions"},
	}
}

// geminiSettings are the files of Gemini CLI's settings, the system's last.
func geminiSettings() []discovery.Dir {
	return []discovery.Dir{
		userOr(".gemini/settings.json", "GEMINI_CLI_HOME", ".gemini/settings.json"), trusted(project(".gemini/settings.json", here)),
		{Level: discovery.Admin, Path: "/etc/gemini-cli/settings.json", Env: "GEMINI_CLI_SYSTEM_SETTINGS_PATH"},
	}
}

func copilotCLI() Agent {
	return Agent{
		Rules: discovery.Rules{
			Agent: "copilot-cli", Identity: discovery.ByField, SameName: discovery.FirstWins,
			Sources: ranked(
				project(".github/skills", toRepo), project(".agents/skills", toRepo), notHome(project(".claude/skills", toRepo)),
				user(".copilot/skills"), user(".agents/skills"),
				listed(discovery.Custom, "copilot-cli skillDirectories"),
				discovery.Dir{Level: discovery.Custom, Env: "COPILOT_SKILLS_DIRS", EnvOnly: true}),
			Layout: discovery.Layout{Depth: discovery.AnyDepth, Itself: true, Alone: true},
			Reads: &discovery.Reads{
				Fences: []skills.Fence{skills.FenceBlank}, FolderName: skills.Absent,
				NoName: skills.Null | skills.Empty | skills.Blank | noString, NoText: skills.Null | noString,
				MaxName: 64, MaxText: 1024, Names: discovery.CommandName,
			},
			Settings: []discovery.Setting{{
				Files:  []discovery.Dir{user(".copilot/settings.json")},
				Format: discovery.JSONC, Key: "disabledSkills", Form: discovery.Names, Names: discovery.ByName,
			}, {
				Files:  []discovery.Dir{user(".copilot/settings.json")},
				Format: discovery.JSONC, Key: "skillDirectories", Form: discovery.Folders, Added: discovery.Added{Name: "copilot-cli skillDirectories", Bare: true},
			}},
		},
		Title:      "Copilot CLI",
		Choice:     "the first found is used: .github, .agents, .claude of the project, then of the user; in one family the nearest folder",
		Plugins:    "/PLUGIN/NAME; the bare name is that of higher priority",
		Malformed:  "the skill is left out",
		Invocation: "/NAME",
		Injected:   Unspecified,
		Tells:      "no",
		Others:     []string{"COPILOT_SKILLS_DIRS", "--add-dir"},
		Evidence: []Evidence{
			{"document", "docs.github.com, Copilot CLI command reference", "2026-09"}, run("1.0.102", "2026-11"),
		},
		Certainty: Measured,
		Unknown:   []string{"whether skills of an untrusted folder that are listed are also used", "skillDirectories against COPILOT_SKILLS_DIRS", "skills of plugins and of organisations", "disabledSkills in the settings of a repository"},
	}
}

func opencode() Agent {
	own := discovery.Layout{Depth: discovery.AnyDepth, Itself: true, Below: true}
	all := own
	all.Hidden = true
	files := []discovery.Dir{
		config("opencode/config.json"), config("opencode/opencode.json"), config("opencode/opencode.jsonc"),
		{Level: discovery.Custom, Env: "OPENCODE_CONFIG", EnvOnly: true},
		project("opencode.json", toRepo), project("opencode.jsonc", toRepo),
		project(".opencode/opencode.json", toRepo), project(".opencode/opencode.jsonc", toRepo),
		user(".opencode/opencode.json"), user(".opencode/opencode.jsonc"),
	}
	sources := equal("opencode",
		listed(discovery.Custom, "opencode skills.paths"),
		project(".opencode/skill", toRepo), project(".opencode/skills", toRepo),
		config("opencode/skill"), config("opencode/skills"), user(".opencode/skill"), user(".opencode/skills"))
	sources[0].Layout = &own
	claude := []string{"OPENCODE_DISABLE_EXTERNAL_SKILLS", "OPENCODE_DISABLE_CLAUDE_CODE", "OPENCODE_DISABLE_CLAUDE_CODE_SKILLS"}
	return Agent{
		Rules: discovery.Rules{
			Agent: "opencode", Identity: discovery.ByField, SameName: discovery.AnyWins, EachPath: true,
			Sources: append(sources, equal("opencode shared",
				unless(project(".claude/skills", toRepo), claude...), unless(project(".agents/skills", toRepo), claude[0]),
				unless(user(".claude/skills"), claude...), unless(user(".agents/skills"), claude[0]))...),
			Layout: all,
			Reads: &discovery.Reads{
				Fences: []skills.Fence{skills.FenceBlank}, Repairs: skills.Colon | skills.Tab, RepairKeys: discovery.Identifiers,
				NoName: skills.Absent | skills.Null | noString, NoText: skills.Null | noString,
			},
			Settings: []discovery.Setting{{
				Files:  files,
				Format: discovery.JSONC, Key: "permission.skill", Form: discovery.Values, Names: discovery.ByGlob, Off: []string{"deny"}, On: "allow",
				Means: map[string]string{"ask": "it asks before each use"},
			}, {
				Files: files, Format: discovery.JSONC, Key: "skills.paths", Form: discovery.Folders, Replaces: true,
				Added: discovery.Added{Name: "opencode skills.paths", From: discovery.FromCwd},
			}},
		},
		Title:      "OpenCode",
		Choice:     "the last one read is used, and all are read at once: it differs from run to run",
		Plugins:    Unspecified,
		Malformed:  "an unquoted colon is repaired where the key has no hyphen, else the skill is left out",
		Invocation: "/NAME",
		Injected:   "{body}",
		Tells:      "only in the log",
		Others:     append(claude, "OPENCODE_CONFIG", "XDG_CONFIG_HOME"),
		Evidence: []Evidence{
			{"code", "anomalyco/opencode packages/opencode/src/skill, alone for permission.skill", "2026"}, run("1.18.33", "2026-11"),
		},
		Certainty: Racy,
		Unknown:   []string{"skills.urls of its configuration", "permissions of single agents, and those for everything"},
	}
}

func pi() Agent {
	own := discovery.Layout{
		Depth: discovery.AnyDepth, Itself: true, Alone: true, Ignores: true, Skipped: []string{"node_modules"}, Flat: discovery.FlatRoot,
	}
	shared := own
	shared.Flat = discovery.FlatBelow
	sources := ranked(
		trusted(listed(discovery.Project, "pi skills of the project")),
		trusted(project(".pi/skills", here)), trusted(notHome(project(".agents/skills", toRoot))),
		listed(discovery.User, "pi skills of the user"),
		userOr(".pi/agent/skills", "PI_CODING_AGENT_DIR", "skills"), user(".agents/skills"))
	for _, i := range []int{0, 1, 3, 4} {
		sources[i].Layout = &own
	}
	users := userOr(".pi/agent/settings.json", "PI_CODING_AGENT_DIR", "settings.json")
	projects := trusted(project(".pi/settings.json", here))
	folders := func(d discovery.Dir, name string) discovery.Setting {
		return discovery.Setting{
			Files: []discovery.Dir{d}, Format: discovery.JSON, Key: "skills", Form: discovery.Folders, Added: discovery.Added{Name: name, From: discovery.FromFile},
		}
	}
	return Agent{
		Rules: discovery.Rules{
			Agent: "pi", Identity: discovery.ByField, SameName: discovery.FirstWins, Sources: sources, Layout: shared,
			Reads: &discovery.Reads{
				Fences:     []skills.Fence{skills.FenceBlank, skills.FenceLong},
				FolderName: noText | noString, NoText: noText | noString, Parent: true,
			},
			Settings: []discovery.Setting{
				{Files: []discovery.Dir{users, projects}, Format: discovery.JSON, Key: "skills", Form: discovery.Patterns, OwnLevel: true},
				folders(projects, "pi skills of the project"), folders(users, "pi skills of the user"),
			},
		},
		Title:      "pi",
		Choice:     "the first is used: .pi before .agents, project before user, the nearest folder first",
		Plugins:    "packages rank below the user's skills",
		Malformed:  "the skill is left out",
		Trust:      "the project must be trusted",
		Invocation: "/skill:NAME",
		Injected:   "<skill name=\"{name}\" location=\"{path}\">\nReferences are relative to {dir}.\n\n{body}\n</skill>\n\n{args}",
		Tells:      "yes, [Skill conflicts] at the start",
		Others:     []string{"--no-skills", "PI_CODING_AGENT_DIR"},
		Evidence: []Evidence{
			{"code", "earendil-works/pi packages/coding-agent", "2026"}, run("1.6.0", "2026-11"),
		},
		Certainty: Measured,
		Unknown:   []string{"entries of its settings that name single files, and patterns with braces", "skills of packages"},
	}
}

func ohMyPi() Agent {
	sources := slices.Concat(
		ranked(
			listed(discovery.Custom, "oh-my-pi skills.customDirectories"),
			project(".omp/skills", toRoot), user(".omp/agent/skills"), notHome(project(".claude/skills", toRoot))),
		equal("project .agents/skills", project(".agent/skills", toRoot), project(".agents/skills", toRoot)),
		ranked(
			user(".agent/skills"), user(".agents/skills"),
			project(".codex/skills", here), project(".opencode/skills", here), project(".github/skills", here)))
	for _, i := range []int{0, 1, 2, len(sources) - 1} {
		sources[i].Drops = skills.Absent | skills.Null | skills.Empty
	}
	return Agent{
		Rules: discovery.Rules{
			Agent: "oh-my-pi", Identity: discovery.ByField, SameName: discovery.FirstWins, Sources: sources,
			Reads: &discovery.Reads{
				Fences: []skills.Fence{skills.FenceBlank, skills.FenceLong}, Loose: true, Repairs: anyFault,
				FolderName: noText | noString, ObeysOff: true,
			},
			Settings: ompSettings(),
		},
		Title:      "oh-my-pi",
		Choice:     "the first provider is used: .omp, .claude, .agents, .codex, .opencode, .github; in one, project before user and near before far",
		Plugins:    "skills of its plugins rank below .omp",
		Malformed:  "the lines are read one by one",
		Invocation: "/skill:NAME",
		Injected:   "[IMPORTANT: User invoked the \"{name}\" skill; follow its instructions. Full skill below.]\n{body}\n---\n[Skill directory: {dir}]\nUser: {args}",
		Tells:      "only of custom folders",
		Others:     []string{"skills.enableSkillCommands"},
		Evidence: []Evidence{
			{"code", "can1357/oh-my-pi packages/coding-agent", "2026"}, run("18.2.0", "2026-11"),
		},
		Certainty: Measured,
		Unknown:   []string{"sources that its settings switch on: those of the user are off until then", "settings in files of Cursor, Codex, Gemini CLI and OpenCode"},
	}
}

// ompSettings are the settings of oh-my-pi, whose lists in a project take the
// place of the user's. It takes those of other agents' files for its own, and
// of the project's Claude Code's has the last word.
func ompSettings() []discovery.Setting {
	files := []discovery.Dir{
		user(".omp/agent/config.yaml"), user(".omp/agent/config.yml"),
		project(".omp/settings.json", here), project(".omp/config.yml", here), project(".claude/settings.json", here),
	}
	list := func(key string, form discovery.Form, names discovery.Selector) discovery.Setting {
		return discovery.Setting{Files: files, Key: key, Form: form, Names: names, Replaces: true}
	}
	one := func(key string, sources ...string) discovery.Setting {
		return discovery.Setting{Files: files, Key: key, Form: discovery.One, Off: []string{"false"}, Sources: sources, Replaces: true}
	}
	disabled := list("disabledExtensions", discovery.Names, discovery.ByName)
	disabled.Prefix = "skill:"
	folders := list("skills.customDirectories", discovery.Folders, "")
	folders.Name = "oh-my-pi skills.customDirectories"
	return []discovery.Setting{
		folders,
		list("skills.includeSkills", discovery.Chosen, discovery.ByMatch),
		list("skills.ignoredSkills", discovery.Names, discovery.ByMatch), disabled,
		one("skills.enablePiProject", "project .omp/skills"), one("skills.enablePiUser", "user .omp/agent/skills"),
		one("skills.enableClaudeProject", "project .claude/skills"),
		one("skills.enableAgentsProject", "project .agents/skills"),
		one("skills.enableAgentsUser", "user .agent/skills", "user .agents/skills"),
		one("skills.enabled"),
	}
}

func openclaw() Agent {
	inside := discovery.Layout{Depth: 6, Itself: true, Alone: true, Inside: true, OwnFile: true, Skipped: []string{"node_modules"}}
	linked := inside
	linked.Inside = false
	sources := ranked(
		project("skills", here), project(".agents/skills", here), user(".agents/skills"), user(".openclaw/skills"),
		listed(discovery.Custom, "openclaw skills.load.extraDirs"))
	sources[2].Layout, sources[3].Layout = &linked, &linked
	return Agent{
		Rules: discovery.Rules{
			Agent: "openclaw", Identity: discovery.ByField, SameName: discovery.FirstWins, LastInRoot: true,
			Sources: sources, Layout: inside,
			Reads: &discovery.Reads{
				Fences: []skills.Fence{skills.FenceBlank}, Repairs: skills.Colon | skills.Reserved | skills.Quote,
				RepairKeys: discovery.NameAndText, FolderName: noText, NoText: noText, ListsAsJSON: true,
			},
			Settings: []discovery.Setting{{
				Files:  []discovery.Dir{user(".openclaw/openclaw.json")},
				Format: discovery.JSON5, Key: "skills.entries", Form: discovery.Values, Names: discovery.ByName, Value: "enabled", Off: []string{"false"}, On: "true",
			}, {
				Files:  []discovery.Dir{user(".openclaw/openclaw.json")},
				Format: discovery.JSON5, Key: "skills.load.extraDirs", Form: discovery.Folders,
				Added: discovery.Added{Name: "openclaw skills.load.extraDirs", From: discovery.FromCwd, Last: true},
			}},
		},
		Title:      "OpenClaw",
		Choice:     "the workspace's skills before its .agents, then the user's; in one root the last by path",
		Plugins:    "skills of plugins rank in the normal order",
		Malformed:  "name and description are repaired, else the skill is left out",
		Invocation: "/NAME",
		Injected:   Unspecified,
		Tells:      "only in the log",
		Evidence: []Evidence{
			{"document", "docs.openclaw.ai/tools/skills, /tools/skills-config", "2026-07"}, run("2026.9.6", "2026-11"),
		},
		Certainty: Measured,
		Unknown:   []string{"a workspace that is not the working folder", "a skillKey in the metadata, by which the settings know a skill"},
	}
}
