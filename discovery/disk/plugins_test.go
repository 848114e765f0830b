package disk_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"deft/discovery"
)

// case R51: a project's own skill beats a plugin's, which stays reachable.
func TestProjectShadowsPlugin(t *testing.T) {
	w := build(t, map[string]string{
		"project/.claude/skills/summarize/SKILL.md":                           "skill: summarize PROJECT",
		"home/.claude/plugins/cache/pm/disc/1.0.1/skills/summarize/SKILL.md":  "skill: summarize PLUGIN",
		"home/.claude/plugins/cache/pm/disc/1.0.1/.claude-plugin/plugin.json": `{"name":"disc","version":"1.0.1"}`,
		"home/.claude/plugins/installed_plugins.json":                         `{"version":2,"plugins":{"disc@pm":[{"scope":"user","installPath":"DIR/home/.claude/plugins/cache/pm/disc/1.0.1","version":"1.0.1"}]}}`,
	})
	s := w.snapshot()
	e, err := s.Find("summarize")
	if err != nil || !strings.Contains(body(t, w, e), "PROJECT") {
		t.Errorf("summarize: %v, %v", e, err)
	}
	e, err = s.Find("disc:summarize")
	if err != nil || !strings.Contains(body(t, w, e), "PLUGIN") || e.State != discovery.Shadowed {
		t.Fatalf("disc:summarize: %v, %v", e, err)
	}
	if q := s.Qualified(e); q != "disc:summarize" {
		t.Errorf("qualified: %s", q)
	}
}

// case R57: only the version that the register names, never an older one in
// the cache; a missing one is reported.
func TestPluginVersions(t *testing.T) {
	files := map[string]string{}
	for _, v := range []string{"2.2.0", "2.9.0", "2.10.0"} {
		files["home/.claude/plugins/cache/jig/jig/"+v+"/skills/spec/SKILL.md"] = "skill: spec V" + v
	}
	files["home/.claude/plugins/installed_plugins.json"] = `{"version":2,"plugins":{"jig@jig":[{"scope":"user","installPath":"DIR/home/.claude/plugins/cache/jig/jig/2.10.0"}]}}`
	w := build(t, files)
	s := w.snapshot()
	same(t, "active", active(s), []string{"spec claude-plugins/plugin"})
	if !strings.Contains(body(t, w, s.Resolutions[0].Winner), "V2.10.0") || len(s.Resolutions[0].Entries) != 1 {
		t.Error("a stale copy was listed")
	}
	if err := os.RemoveAll(filepath.Join(w.home, ".claude/plugins/cache/jig/jig/2.10.0")); err != nil {
		t.Fatal(err)
	}
	s = w.snapshot()
	if len(s.Resolutions) != 0 || len(s.Diagnostics) != 1 || s.Diagnostics[0].Code != discovery.CodeMissingPlugin {
		t.Errorf("missing install: %v, %+v", active(s), s.Diagnostics)
	}
}

// Scope, switches and faults of Claude Code's register of plugins.
func TestPluginScopes(t *testing.T) {
	files := map[string]string{
		"elsewhere/": "",
		"home/.claude/plugins/installed_plugins.json": `{"version":2,"plugins":{
			"u@m":[{"scope":"user","installPath":"DIR/p/u"}],
			"here@m":[{"scope":"user","installPath":"DIR/p/old"},{"scope":"project","installPath":"DIR/p/here","projectPath":"DIR/project"}],
			"there@m":[{"scope":"local","installPath":"DIR/p/there","projectPath":"DIR/elsewhere"}],
			"off@m":[{"scope":"user","installPath":"DIR/p/off"}],
			"on@m":[{"scope":"user","installPath":"DIR/p/on"}]}}`,
		"home/.claude/settings.json":          `{"enabledPlugins":{"off@m":true,"on@m":false}}`,
		"project/.claude/settings.json":       `{"enabledPlugins":{"off@m":false,"on@m":false}}`,
		"project/.claude/settings.local.json": `{"enabledPlugins":{"on@m":true}}`,
		"p/u/SKILL.md":                        "---\ndescription: the plugin itself\n---\n",
		"p/u/.claude-plugin/plugin.json":      `{"skills":["./more","../out"]}`,
		"p/u/more/extra/SKILL.md":             "skill: extra x",
		"p/out/leak/SKILL.md":                 "skill: leak x",
	}
	for _, p := range []string{"old", "here", "there", "off", "on"} {
		files["p/"+p+"/skills/s-"+p+"/SKILL.md"] = "skill: s-" + p + " x"
	}
	w := build(t, files)
	s := w.snapshot()
	same(t, "active", active(s), []string{
		"extra claude-plugins/plugin", "s-here claude-plugins/plugin", "s-on claude-plugins/plugin", "u claude-plugins/plugin",
	})
	same(t, "switched off", verdicts(t, s, "s-off"), []string{"claude-plugins/plugin disabled disabled"})
	r, _ := s.Lookup("s-off")
	if want := "plugin off@m is switched off in " + w.cwd + "/.claude/settings.json"; r.Entries[0].Detail != want {
		t.Errorf("detail %q", r.Entries[0].Detail)
	}
	same(t, "findings", w.findings(s), []string{"bad-register p/u/.claude-plugin/plugin.json"})
	w.cwd = w.dir + "/elsewhere"
	if got := active(w.snapshot()); !slices.Contains(got, "s-there claude-plugins/plugin") || !slices.Contains(got, "s-old claude-plugins/plugin") {
		t.Errorf("elsewhere: %v", got)
	}
}

func TestBrokenRegister(t *testing.T) {
	w := build(t, map[string]string{
		"home/.claude/plugins/installed_plugins.json": "{\"version\": 2,\n\"plugins\": {\n  oops\n}}",
		"home/.agents/skills/a/SKILL.md":              "skill: a x",
	})
	s := w.snapshot()
	same(t, "active", active(s), []string{"a agents/user"})
	if s.Complete || len(s.Diagnostics) != 1 || s.Diagnostics[0].Line != 3 || s.Diagnostics[0].Code != discovery.CodeBadRegister {
		t.Errorf("complete %v, findings %+v", s.Complete, s.Diagnostics)
	}
}
