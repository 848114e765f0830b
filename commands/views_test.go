package commands_test

import (
	"context"
	"path"
	"strings"
	"testing"
	"testing/fstest"

	"deft/commands"
	"deft/discovery"
	"deft/skills"
)

// copies is a disk with a skill called tdd at each of the given roots.
func copies(roots ...string) commands.Agents {
	s := &discovery.Scene{Ground: discovery.Ground{Place: discovery.Place{Cwd: "/h/p", Home: "/h", Project: "/h/p"},
		Above: []discovery.Folder{{Path: "/h/p", Git: discovery.GitRepository}, {Path: "/h", Home: true}}}}
	const raw = "---\nname: tdd\ndescription: Test first.\n---\n\nBody.\n"
	for _, at := range roots {
		root := &discovery.Root{Provider: path.Base(path.Dir(at)), Level: discovery.User, Path: at}
		file := at + "/tdd/SKILL.md"
		s.Shared = append(s.Shared, root)
		s.Roots = append(s.Roots, discovery.RootReport{Root: root})
		s.Candidates = append(s.Candidates, &discovery.Candidate{Root: root, Rel: "tdd/SKILL.md", Path: file, Real: file, Folder: "tdd",
			Reading: skills.ReadHead(skills.Source{Path: file, Folder: "tdd"}, []byte(raw), int64(len(raw)))})
	}
	return commands.Agents{
		Config: discovery.Defaults,
		Scan:   func(context.Context) (*discovery.Scene, error) { return s, nil },
		Load: func(context.Context, *discovery.Candidate) (discovery.Content, error) {
			return discovery.Content{Raw: []byte(raw), Files: fstest.MapFS{"SKILL.md": {Data: []byte(raw)}}, Close: func() {}}, nil
		},
	}
}

// What each agent would put into a conversation, of the copy that it calls its own or of one that it does not use.
func TestInject(t *testing.T) {
	tests := []struct {
		agent, root          string
		call, text, template string
		refusal              string
	}{
		{agent: "claude-code", root: "/h/.claude/skills", call: "/tdd", text: "Body."},
		{agent: "claude-code", root: "/h/.agents/skills", refusal: "does not use this copy: not-seen"},
		{agent: "codex", root: "/h/.agents/skills", call: "[$tdd](/h/.agents/skills/tdd/SKILL.md)", text: "<path>/h/.agents/skills/tdd/SKILL.md</path>"},
		{agent: "deft", root: "/h/.claude/skills", call: "/skill:tdd", text: "Body."},
		{agent: "cursor", root: "/h/.claude/skills"},
		{agent: "gemini-cli", root: "/h/p/.agents/skills", template: "<activated_skill"},
	}
	v := copies("/h/.claude/skills", "/h/.agents/skills", "/h/.codex/skills", "/h/p/.agents/skills")
	for _, tt := range tests {
		views, err := v.Views(t.Context(), commands.User, tt.agent)
		if err != nil {
			t.Fatal(err)
		}
		var e *discovery.Entry
		for _, x := range views.Entries(0) {
			if strings.HasPrefix(x.Path, tt.root) {
				e = x.Entry
			}
		}
		got, err := commands.Load{Source: views.Source(0)}.Inject(t.Context(), commands.User, e, views.All[0].Agent)
		if err != nil {
			t.Errorf("%s: %v", tt.agent, err)
		}
		if tt.call != "" && got.Call != tt.call || !strings.Contains(got.Text, tt.text) || tt.text == "" && got.Text != "" ||
			!strings.Contains(got.Template, tt.template) || tt.template == "" && got.Template != "" ||
			!strings.Contains(got.Refusal, tt.refusal) || tt.refusal == "" && got.Refusal != "" {
			t.Errorf("%s, %s: %+v", tt.agent, tt.root, got)
		}
	}
}

// Where an agent asks for trust, the answer without it is given too.
func TestAnswerTrust(t *testing.T) {
	v := copies("/h/.agents/skills", "/h/p/.agents/skills")
	views, err := v.Views(t.Context(), commands.User, "pi", "claude-code")
	if err != nil {
		t.Fatal(err)
	}
	x := views.Answer(t.Context(), 0, views.Scene.Candidates[0])
	if x.Winner == nil || x.Winner.Path != "/h/p/.agents/skills/tdd/SKILL.md" || x.Untrusted == nil || x.Untrusted.Winner.Path != "/h/.agents/skills/tdd/SKILL.md" {
		t.Errorf("pi: %+v", x)
	}
	earlier := *views.Scene.Candidates[0]
	if again := views.Answer(t.Context(), 0, &earlier); len(again.Entries) != len(x.Entries) || len(x.Entries) == 0 {
		t.Errorf("a candidate of an earlier scan: %+v", again)
	}
	if x := views.Answer(t.Context(), 1, views.Scene.Candidates[0]); x.Untrusted != nil || x.Outcome() != discovery.NoneUsed {
		t.Errorf("claude-code: %+v", x)
	}
}
