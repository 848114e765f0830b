package fix

import (
	"errors"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"deft/commands/state/tree"
	"deft/discovery"
	"deft/discovery/rules"
)

// Target is a folder of skills that an agent reads, where it is made for it.
type Target struct {
	Agent  string
	Path   string // absolute; it need not be there
	Within string // of a project, the folder that it must not leave, else ""
	Inside bool   // the agent does not follow links out of it
	Trust  string // what makes the agent read it, "" for nothing
}

// homes are the folders that the agents' own documents tell people to put
// skills into, of the project and of the user. An agent reads others too.
func homes() map[string][2]string {
	return map[string][2]string{
		"deft":        {".deft/skills", ".deft/skills"},
		"dsh":         {".dsh/skills", ".dsh/skills"},
		"oh-my-pi":    {".omp/skills", ".omp/agent/skills"},
		"pi":          {".pi/skills", ".pi/agent/skills"},
		"claude-code": {".claude/skills", ".claude/skills"},
		"codex":       {".agents/skills", ".agents/skills"},
		"gemini-cli":  {".gemini/skills", ".gemini/skills"},
		"copilot-cli": {".github/skills", ".copilot/skills"},
		"vscode":      {".github/skills", ".copilot/skills"},
		"cursor":      {".cursor/skills", ".cursor/skills"},
		"opencode":    {".opencode/skills", ".config/opencode/skills"},
		"opencode-v2": {".opencode/skills", ".config/opencode/skills"},
		"crush":       {".crush/skills", ".config/crush/skills"},
		"goose":       {".goose/skills", ".config/goose/skills"},
		"amp":         {".agents/skills", ".config/amp/skills"},
		"openclaw":    {"skills", ".openclaw/skills"},
	}
}

// For finds an agent's own folder of skills for a level, Project or User. Of
// the folders of a project it is that of the project's root, where the agent
// reads that from the working folder, else the nearest.
func For(agent rules.Agent, level discovery.Level, ground discovery.Ground) (Target, error) {
	home := homes()[agent.Agent][0]
	if level == discovery.User {
		home = homes()[agent.Agent][1]
	}
	for _, source := range agent.Sources {
		for _, d := range source.Roots {
			if d.Level != level || d.Path != home {
				continue
			}
			spots := ground.Places(d)
			if len(spots) == 0 {
				continue
			}
			t := Target{Agent: agent.Agent, Path: spots[0].Path}
			if level == discovery.Project {
				t.Within = ground.Project
				if top := path.Join(ground.Project, d.Path); slices.ContainsFunc(spots, func(s discovery.Spot) bool { return s.Path == top }) {
					t.Path = top
				}
			}
			layout := &agent.Layout
			if source.Layout != nil {
				layout = source.Layout
			}
			t.Inside = layout.Inside
			if d.Trusted {
				t.Trust = agent.Trust
			}
			return t, nil
		}
	}
	return Target{}, refuse("%s reads no skills of the %s here", agent.Agent, level)
}

// real is a path with the links of all its folders resolved, whether it is
// there or not; its last part is left as it is.
func real(p string) (string, error) {
	dir, err := realDir(filepath.Dir(p))
	return filepath.Join(dir, filepath.Base(p)), err
}

// realDir resolves the links of a folder that need not be there.
func realDir(dir string) (string, error) {
	out, err := tree.Real(dir)
	if nowhere, ok := errors.AsType[*tree.NowhereError](err); ok {
		err = refuse("%s", nowhere.Error())
	}
	return out, err
}

// below reports whether a path is a folder or lies in it. Both are resolved.
func below(p, dir string) bool {
	rel, err := filepath.Rel(dir, p)
	return err == nil && rel != ".." && !strings.HasPrefix(rel, "../")
}

// confine refuses a root that by links lies elsewhere than it seems. A project
// is what somebody else may have written; where the user's own folders lead
// is the user's affair.
func confine(root, within string) error {
	if within == "" {
		return nil
	}
	at, err := realDir(root)
	if err != nil {
		return err
	}
	top, err := realDir(within)
	if err == nil && !below(at, top) {
		err = refuse("%s leads out of the project, to %s: nothing is changed there", root, at)
	}
	return err
}
