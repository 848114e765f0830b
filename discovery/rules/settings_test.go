package rules_test

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"deft/discovery"
	"deft/discovery/rules"
)

// TestSettings shows what is switched by agents that cannot be asked about it,
// and what is said of it.
func TestSettings(t *testing.T) {
	for name, test := range map[string]struct {
		agent string
		files map[string]string
		want  map[string]string // by skill: its state, and how its detail ends
	}{
		"opencode, the last that fits": {
			"opencode", map[string]string{
				"home/.config/opencode/opencode.json": `{"permission": {"skill": {"*": "deny", "a": "allow", "b": "ask"}}}`,
				"p/opencode.jsonc":                    "{\"permission\": {\"skill\": {\"c*\": \"allow\", \"a\": \"deny\",}}} // a stays where it was",
			},
			map[string]string{
				"a":  "disabled permission.skill.a in TOP/p/opencode.jsonc says deny",
				"b":  "active permission.skill.b in TOP/home/.config/opencode/opencode.json says ask: it asks before each use",
				"cd": "active no other skill has this name", "d": "disabled permission.skill.* in TOP/home/.config/opencode/opencode.json says deny",
			},
		},
		"opencode, one word for all": {
			"opencode", map[string]string{"p/.opencode/opencode.json": `{"permission": {"skill": "deny"}}`},
			map[string]string{"a": "disabled permission.skill.* in TOP/p/.opencode/opencode.json says deny"},
		},
		"crush, all files together": {
			"crush", map[string]string{
				"home/.config/crush/crush.json": `{"options": {"disabled_skills": ["a"]}}`,
				"p/.crush.json":                 `{"options": {"disabled_skills": ["b"]}}`,
				"p/crush.json":                  `{"options": {"disabled_skills": []}}`,
			},
			map[string]string{
				"a": "disabled options.disabled_skills in TOP/home/.config/crush/crush.json names it", "b": "disabled options.disabled_skills in TOP/p/.crush.json names it",
				"cd": "active no other skill has this name",
			},
		},
		"crush, one folder more": {
			"crush", map[string]string{
				"home/.config/crush/crush.json": `{"options": {"skills_paths": ["./mine"]}}`,
				"p/mine/e/SKILL.md":             "---\nname: e\ndescription: Says e.\n---\n",
			},
			map[string]string{"e": "active no other skill has this name"},
		},
		"claude-code, who may invoke it": {
			"claude-code", map[string]string{"home/.claude/settings.json": `{"skillOverrides": {"a": "name-only", "b": "on"}}`},
			map[string]string{
				"a": "active no other skill has this name; skillOverrides.a in TOP/home/.claude/settings.json says name-only: models are told its name only",
				"b": "active no other skill has this name",
			},
		},
	} {
		top, err := filepath.EvalSymlinks(t.TempDir())
		if err != nil {
			t.Fatal(err)
		}
		mkdir(t, filepath.Join(top, "p", ".git"))
		for _, skill := range []string{"a", "b", "cd", "d"} {
			write(t, filepath.Join(top, "home", ".claude", "skills", skill, "SKILL.md"), "---\nname: "+skill+"\ndescription: Says "+skill+".\n---\n")
		}
		for path, text := range test.files {
			write(t, filepath.Join(top, path), text)
		}
		a, _ := rules.ByName(test.agent)
		s := sceneAt(t, filepath.Join(top, "p"), filepath.Join(top, "home")).See(a.Rules, discovery.Defaults(), true)
		for skill, want := range test.want {
			r, ok := s.Lookup(skill)
			if !ok {
				t.Fatalf("%s: no %s", name, skill)
			}
			e := r.Entries[0]
			if got := string(e.State) + " " + strings.ReplaceAll(e.Detail, top, "TOP"); !strings.HasPrefix(got, strings.Fields(want)[0]) || !strings.HasSuffix(got, strings.SplitN(want, " ", 2)[1]) {
				t.Errorf("%s, %s:\ngot  %s\nwant %s", name, skill, got, want)
			}
		}
	}
}

// TestSettingTable holds the settings to what they must say.
func TestSettingTable(t *testing.T) {
	for _, a := range rules.All() {
		for _, s := range a.Settings {
			if len(s.Files) == 0 || s.Key == "" || s.Form == "" {
				t.Errorf("%s, %s: something is missing: %+v", a.Agent, s.Key, s)
			}
			if named := s.Form == discovery.Values || s.Form == discovery.Names || s.Form == discovery.Chosen; named != (s.Names != "") {
				t.Errorf("%s, %s: form %s with names by %q", a.Agent, s.Key, s.Form, s.Names)
			}
			for _, source := range s.Sources {
				if !slices.ContainsFunc(a.Sources, func(x discovery.Source) bool { return x.Provider == source }) {
					t.Errorf("%s, %s: no source %q", a.Agent, s.Key, source)
				}
			}
			if slices.ContainsFunc(s.Files, func(d discovery.Dir) bool { return d.Trusted }) && s.Replaces {
				t.Errorf("%s, %s: a file that is not always read cannot make others void", a.Agent, s.Key)
			}
		}
	}
}
