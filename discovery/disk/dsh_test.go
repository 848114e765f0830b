package disk_test

import (
	"strings"
	"testing"

	"deft/discovery"
	"deft/discovery/disk"
	"deft/discovery/rules"
)

// The rules of dsh over the disk: flat files beside folders, names in kebab
// case, no .system, and of a project only the root's own folders.
func TestDsh(t *testing.T) {
	w := build(t, map[string]string{
		"project/.git/":                              "",
		"project/.dsh/skills/both/SKILL.md":          "skill: both PROJECT",
		"project/.agents/skills/flat.md":             "skill: flat FLAT",
		"project/.agents/skills/README.md":           "# no skill",
		"project/.agents/skills/linked.md":           "-> ../../../store/linked.md",
		"project/.agents/skills/folder.md/":          "",
		"store/linked.md":                            "skill: linked x",
		"project/sub/.agents/skills/near/SKILL.md":   "skill: near x",
		"home/.dsh/skills/both.md":                   "skill: both USER",
		"home/.dsh/skills/.system/hidden/SKILL.md":   "skill: hidden x",
		"home/.agents/skills/Loud/SKILL.md":          "skill: Loud x",
		"home/.agents/skills/nameless/SKILL.md":      "---\ndescription: does\n---\n",
		"home/.agents/skills/nested/deeper/SKILL.md": "skill: deeper x",
		"home/.claude/skills/not-of-dsh/SKILL.md":    "skill: not-of-dsh x",
		"bundled/last.md":                            "skill: last x",
		"custom/flat/SKILL.md":                       "skill: flat CUSTOM",
	})
	w.cwd = w.dir + "/project/sub"
	w.config.CustomDirectories, w.config.BundledDirectory = []string{w.dir + "/custom"}, w.dir+"/bundled"
	l := w.liveOver(rules.Dsh(), disk.Watched(rules.Dsh(), w.config, disk.WatchDefaults()))
	if _, err := l.registry.Register("", discovery.RuntimeSkill{Raw: []byte(skillText("skill: flat RUNTIME"))}); err != nil {
		t.Fatal(err)
	}
	s := l.now()
	same(t, "active", active(s), []string{
		"both project-dsh/project", "flat project-agents/project", "last bundled/bundled", "linked project-agents/project",
	})
	same(t, "flat", verdicts(t, s, "flat"), []string{
		"project-agents/project active rank", "runtime/custom shadowed rank", "custom/custom shadowed rank",
	})
	for _, name := range []string{"Loud", "nameless"} {
		if r, _ := s.Lookup(name); r == nil || r.Entries[0].State != discovery.Invalid {
			t.Errorf("%s: %+v", name, r)
		}
	}
	got, err := l.registry.Get(t.Context(), "flat", discovery.View{})
	if err != nil || !strings.Contains(string(got.Raw), "FLAT") || got.Entry.Folder != "flat" || !got.Entry.Flat {
		t.Fatalf("%+v, %v", got.Entry, err)
	}
	defer got.Close()
	if _, err := got.Files.Open("README.md"); err == nil {
		t.Error("a flat skill holds its neighbours")
	}
	if q := s.Qualified(winner(s, "flat")); q != "flat" {
		t.Error(q)
	}
	w.write("project/.agents/skills/flat.md", "skill: flat CHANGED again")
	w.write("project/.agents/skills/fresh.md", "skill: fresh x")
	l.until("the new flat file", described("fresh", "does fresh"))
}

// skills.bundledDirectory stands for the skills inside the binary.
func TestBundledDirectory(t *testing.T) {
	w := build(t, map[string]string{"dist/kit/SKILL.md": "skill: kit x"})
	w.config.BundledDirectory = w.dir + "/dist"
	same(t, "active", active(w.snapshot()), []string{"kit bundled/bundled"})
}
