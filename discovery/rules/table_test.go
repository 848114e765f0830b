package rules_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"deft/discovery"
	"deft/discovery/disk"
	"deft/discovery/rules"
	"deft/skills"
)

var update = flag.Bool("update", false, "write the golden files")

// TestFiveCopies shows one name in three roots of the user and two of the
// project to every agent.
func TestFiveCopies(t *testing.T) {
	top, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	recorded := place(t, top, "testdata/conformance/five-copies.txtar")
	scene := sceneAt(t, filepath.Join(top, recorded.cwd), filepath.Join(top, "home"))
	short := strings.NewReplacer(
		filepath.Join(top, recorded.cwd), "P", filepath.Join(top, "home"), "~", "/tdd/SKILL.md", "", "/skills", "")
	var out strings.Builder
	for _, a := range rules.All() {
		r, ok := scene.See(a.Rules, discovery.Defaults(), true).Lookup("tdd")
		if !ok {
			t.Fatalf("%s: no resolution", a.Agent)
		}
		fmt.Fprintf(&out, "%s: %s\n", a.Agent, r.Outcome())
		for _, e := range r.Entries {
			fmt.Fprintf(&out, "  %-11s %-11s %s\n", e.State, e.Reason, short.Replace(e.Path+": "+e.Detail))
		}
	}
	golden(t, "testdata/five-copies.txt", out.String())
}

func golden(t *testing.T, file, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s differs:\n%s", file, got)
	}
}

// TestTable holds the table to what every entry must say.
func TestTable(t *testing.T) {
	for _, a := range rules.All() {
		t.Run(a.Agent, func(t *testing.T) {
			if a.Title == "" || a.Choice == "" || a.Malformed == "" || a.Plugins == "" || a.Injected == "" || a.Tells == "" || a.Certainty == "" {
				t.Error("a field is empty that says at least that nothing is specified")
			}
			if len(a.Evidence) == 0 {
				t.Error("no evidence")
			}
			if a.NeedsTrust() != (a.Trust != "") {
				t.Error("the roots and the words differ about trust")
			}
			if _, err := discovery.NewRegistry(a.Rules, discovery.Defaults(), discovery.Place{Cwd: "/"}); err != nil {
				t.Error(err)
			}
			seen := make(map[string]bool)
			for _, s := range a.Sources {
				if seen[s.Provider] {
					t.Errorf("source %q stands twice", s.Provider)
				}
				seen[s.Provider] = true
			}
		})
	}
}

// What deft's own settings name, its code registers or its binary holds is
// nobody else's, whatever an agent calls its own. Plugins are those of Claude.
func TestWhatIsDeftsAlone(t *testing.T) {
	s := &discovery.Scene{Ground: discovery.Ground{Place: discovery.Place{Cwd: "/p", Home: "/h"}}}
	for _, provider := range []string{discovery.CustomDirs, discovery.Path, discovery.Runtime, discovery.Library, discovery.Shipped} {
		root := &discovery.Root{Provider: provider, Level: discovery.Custom, Path: "/" + provider}
		head := "---\nname: own-" + provider + "\ndescription: does\n---\n"
		s.Roots = append(s.Roots, discovery.RootReport{Root: root})
		s.Candidates = append(s.Candidates, &discovery.Candidate{Root: root, Path: root.Path + "/a/SKILL.md", Real: root.Path + "/a/SKILL.md", Folder: "own-" + provider,
			Reading: skills.ReadHead(skills.Source{}, []byte(head), int64(len(head)))})
	}
	for _, a := range rules.All() {
		for _, r := range s.See(a.Rules, discovery.Defaults(), true).Resolutions {
			if got, want := r.Winner != nil, a.Agent == "deft"; got != want {
				t.Errorf("%s, %s: used %v, want %v", a.Agent, r.Name, got, want)
			}
		}
	}
}

// TestEnvironment moves roots by the variables that agents obey.
func TestEnvironment(t *testing.T) {
	env := map[string]string{
		"XDG_CONFIG_HOME": "/x/config", "OPENCODE_DISABLE_CLAUDE_CODE": "1", "OPENCODE_DISABLE_EXTERNAL_SKILLS": "0",
		"DSH_HOME": "/x/dsh", "DSH_AGENTS_HOME": "/x/shared", "DSH_BUNDLED_SKILL_DIR": "/x/dist", "CODEX_HOME": "/x/codex", "CRUSH_SKILLS_DIR": "/x/crush", "COPILOT_SKILLS_DIRS": "/x/a,/x/b",
	}
	var all []discovery.Rules
	for _, a := range rules.All() {
		all = append(all, a.Rules)
	}
	ground := disk.Ground(discovery.Place{Cwd: "/", Home: "/home/u"}, func(k string) (string, bool) { v, ok := env[k]; return v, ok }, all)
	for agent, want := range map[string][]string{
		"dsh": {"/x/dsh/skills", "/x/shared/skills", "/x/dist"}, "codex": {"/x/codex/skills"}, "crush": {"/x/crush"}, "copilot-cli": {"/x/a", "/x/b"}, "claude-code": {"/home/u/.claude/skills"},
		"opencode": {"/x/config/opencode/skills", "/home/u/.agents/skills"}, "goose": {"/x/config/goose/skills", "/home/u/.config/agents/skills"},
	} {
		a, ok := rules.ByName(agent)
		if !ok {
			t.Fatal(agent)
		}
		places := make(map[string]bool)
		for _, s := range a.Sources {
			for _, d := range s.Roots {
				for _, p := range ground.Places(d) {
					places[p.Path] = true
				}
			}
		}
		for _, path := range want {
			if !places[path] {
				t.Errorf("%s does not read %s", agent, path)
			}
		}
		if agent == "opencode" && places["/home/u/.claude/skills"] {
			t.Error("opencode reads Claude Code's roots although a variable takes them out")
		}
		if agent == "crush" && places["/home/u/.claude/skills"] {
			t.Error("crush reads the user's roots although the variable replaces them")
		}
	}
}
