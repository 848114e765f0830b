package disk_test

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"

	"deft/discovery"
	"deft/discovery/disk"
	"deft/skills"
)

// case R01: a SKILL.md that is itself a link.
func TestLinkedSkillFile(t *testing.T) {
	w := build(t, map[string]string{
		"store/notes/SKILL.md":               "skill: notes NOTES",
		"home/.agents/skills/notes/SKILL.md": "-> ../../../../store/notes/SKILL.md",
		"home/.agents/skills/plain/SKILL.md": "skill: plain x",
	})
	s := w.snapshot()
	same(t, "active", active(s), []string{"notes agents/user", "plain agents/user"})
	e, err := s.Find("notes")
	if err != nil {
		t.Fatal(err)
	}
	if want := w.home + "/.agents/skills/notes/SKILL.md"; e.Path != want {
		t.Errorf("path %s, want %s", e.Path, want)
	}
	if want := w.dir + "/store/notes/SKILL.md"; e.Real != want {
		t.Errorf("real path %s, want %s", e.Real, want)
	}
	same(t, "links", e.Links, []string{e.Path})
	if !strings.Contains(body(t, w, e), "NOTES") {
		t.Error("the body is not read through the link")
	}
	if len(s.Diagnostics) != 0 {
		t.Errorf("findings: %v", s.Diagnostics)
	}
}

// case R03: a linked skill folder is listed, once.
func TestLinkedSkillFolder(t *testing.T) {
	w := build(t, map[string]string{
		"home/src/lookup/SKILL.md":   "skill: lookup x",
		"home/.claude/skills/lookup": "-> ../../src/lookup",
	})
	s := w.snapshot()
	same(t, "active", active(s), []string{"lookup claude/user"})
	e := s.Resolutions[0].Winner
	if e.Real != w.home+"/src/lookup/SKILL.md" || len(e.Links) != 1 {
		t.Errorf("real %s, links %v", e.Real, e.Links)
	}
}

// case R06: skills of a dependency are none of ours.
func TestPrunedFolders(t *testing.T) {
	w := build(t, map[string]string{
		"home/.codex/skills/browser/SKILL.md":                                "skill: browser x",
		"home/.codex/skills/browser/.git/x/SKILL.md":                         "skill: gitghost x",
		"home/.codex/skills/browser/node_modules/pw-core/lib/trace/SKILL.md": "skill: trace x",
		"home/.codex/skills/group/node_modules/pw-core/lib/trace/SKILL.md":   "skill: trace x",
		"home/.codex/skills/__MACOSX/SKILL.md":                               "skill: mac x",
		"home/.codex/skills/.hidden/SKILL.md":                                "skill: hidden x",
	})
	s := w.snapshot()
	same(t, "active", active(s), []string{"browser codex/user"})
	same(t, "findings", w.findings(s), []string{"no-skill-file home/.codex/skills/group"})
}

// case R08: grouped skills are not loaded, but each is named with the fix.
func TestNestedAreReported(t *testing.T) {
	w := build(t, map[string]string{
		"project/.claude/skills/hello/SKILL.md":          "skill: hello x",
		"project/.claude/skills/team/web/forms/SKILL.md": "skill: forms x",
		"project/.claude/skills/common/goodbye/SKILL.md": "skill: goodbye x",
	})
	s := w.snapshot()
	same(t, "active", active(s), []string{"hello claude/project"})
	same(t, "findings", w.findings(s), []string{
		"nested project/.claude/skills/common/goodbye/SKILL.md",
		"nested project/.claude/skills/team/web/forms/SKILL.md",
	})
	for i, dir := range []string{"common", "team/web"} {
		hint := s.Diagnostics[i].Hint
		if want := "add " + w.cwd + "/.claude/skills/" + dir + " to skills.customDirectories"; !strings.HasPrefix(hint, want) {
			t.Errorf("hint %q, want %q", hint, want)
		}
		w.config.CustomDirectories = append(w.config.CustomDirectories, w.cwd+"/.claude/skills/"+dir)
	}
	same(t, "after the fix", active(w.snapshot()), []string{"forms custom/custom", "goodbye custom/custom", "hello claude/project"})
}

// case R10: other spellings load with a warning; SKILL.md is preferred.
func TestSpelling(t *testing.T) {
	w := build(t, map[string]string{
		"home/.claude/skills/upper/SKILL.md": "skill: upper x",
		"home/.claude/skills/lower/skill.md": "skill: lower x",
		"home/.claude/skills/both/skill.md":  "skill: wrong x",
		"home/.claude/skills/both/SKILL.md":  "skill: both x",
	})
	s := w.snapshot()
	same(t, "active", active(s), []string{"both claude/user", "lower claude/user", "upper claude/user"})
	e, _ := s.Find("lower")
	if e.Path != w.home+"/.claude/skills/lower/skill.md" {
		t.Errorf("path %s", e.Path)
	}
	ds := e.Reading.Diagnostics
	if len(ds) != 1 || ds[0].Code != discovery.CodeSpelling || ds[0].Severity != skills.Warning || ds[0].Path != e.Path {
		t.Errorf("findings: %+v", ds)
	}
}

// case R12: files beside skills are nobody's business.
func TestFilesBesideSkills(t *testing.T) {
	w := build(t, map[string]string{
		"home/.agents/skills/README.md":           "# read me",
		"home/.agents/skills/LICENSE":             "MIT",
		"home/.agents/skills/UPSTREAM-CREDITS.md": "thanks",
		"home/.agents/skills/LINK.md":             "-> README.md",
		"home/.agents/skills/diagnose/SKILL.md":   "skill: diagnose x",
	})
	s := w.snapshot()
	same(t, "active", active(s), []string{"diagnose agents/user"})
	same(t, "findings", w.findings(s), nil)
}

// case R14: started below the project's root, the project's skills count;
// those above it do not.
func TestBelowProjectRoot(t *testing.T) {
	w := build(t, map[string]string{
		".agents/skills/above/SKILL.md":                    "skill: above x",
		"project/.git/":                                    "",
		"project/.agents/skills/release/SKILL.md":          "skill: release FAR",
		"project/services/.agents/skills/release/SKILL.md": "skill: release NEAR",
		"project/services/api/main.txt":                    "x",
	})
	w.cwd = w.dir + "/project/services/api"
	s := w.snapshot()
	same(t, "active", active(s), []string{"release agents/project"})
	same(t, "release", verdicts(t, s, "release"), []string{"agents/project active nearer", "agents/project shadowed nearer"})
	if e := s.Resolutions[0].Winner; e.Root.Distance != 1 || !strings.Contains(body(t, w, e), "NEAR") {
		t.Errorf("winner %s at distance %d", e.Path, e.Root.Distance)
	}
}

// case R16: the user's own folder is no project folder, even where a git tree
// holds the home folder and where home is a link.
func TestHomeIsNoProject(t *testing.T) {
	for _, git := range []bool{false, true} {
		for _, home := range []string{"home", "link"} {
			w := build(t, map[string]string{
				"home/projects/foo/x.txt":           "x",
				"home/.agents/skills/mine/SKILL.md": "skill: mine x",
				"link":                              "-> home",
			})
			if git {
				w.write("home/.git/", "")
			}
			w.home, w.cwd = w.dir+"/"+home, w.dir+"/home/projects/foo"
			s := w.snapshot()
			same(t, fmt.Sprint("active, git ", git, ", home ", home), active(s), []string{"mine agents/user"})
			if n := len(s.Resolutions[0].Entries); n != 1 || len(s.Diagnostics) != 0 {
				t.Errorf("%d entries, findings %v", n, s.Diagnostics)
			}
		}
	}
}

// case R18: all provider folders work everywhere.
func TestAllProviders(t *testing.T) {
	files := map[string]string{}
	var user, all []string
	for _, p := range []string{"agents", "claude", "codex", "native"} {
		dir := p
		if p == "native" {
			dir = "deft"
		}
		files["home/."+dir+"/skills/from-"+p+"-user/SKILL.md"] = "skill: from-" + p + "-user x"
		files["project/."+dir+"/skills/from-"+p+"-project/SKILL.md"] = "skill: from-" + p + "-project x"
		user = append(user, "from-"+p+"-user "+p+"/user")
		all = append(all, "from-"+p+"-project "+p+"/project", "from-"+p+"-user "+p+"/user")
	}
	files["project/.git/"] = ""
	files["elsewhere/"] = ""
	w := build(t, files)
	same(t, "in the project", active(w.snapshot()), all)
	w.cwd = w.dir + "/elsewhere"
	same(t, "elsewhere", active(w.snapshot()), user)
}

// case R20: a custom folder that is not there is reported and breaks nothing.
func TestMissingCustomFolder(t *testing.T) {
	w := build(t, map[string]string{
		"home/Team Skills/brief/SKILL.md":     "skill: brief x",
		"project/tools/skills/local/SKILL.md": "skill: local x",
	})
	w.config.CustomDirectories = []string{
		w.home + "/Team Skills", w.home + "/Team Skills/", w.cwd + "/tools/skills", "/does/not/exist",
	}
	s := w.snapshot()
	same(t, "active", active(s), []string{"brief custom/custom", "local custom/custom"})
	if n := len(s.Resolutions[0].Entries); n != 1 {
		t.Errorf("brief has %d entries", n)
	}
	if !s.Complete || len(s.Diagnostics) != 1 || s.Diagnostics[0].Code != discovery.CodeMissingRoot || s.Diagnostics[0].Path != "/does/not/exist" {
		t.Errorf("complete %v, findings %+v", s.Complete, s.Diagnostics)
	}
	if _, err := os.Stat(w.cwd + "/~"); err == nil {
		t.Error("a folder named ~ was made")
	}
}

// case R24: what lies in node_modules is neither found nor told of.
func TestHugeNodeModules(t *testing.T) {
	w := build(t, map[string]string{"project/.agents/skills/real/SKILL.md": "skill: real x"})
	for _, dir := range []string{"node_modules", "venv", ".venv", "__pycache__", ".git"} {
		for i := range 300 {
			w.write(fmt.Sprintf("project/.agents/skills/%s/pkg%d/SKILL.md", dir, i), "skill: dep x")
		}
	}
	s := w.snapshot()
	same(t, "active", active(s), []string{"real agents/project"})
	same(t, "findings", w.findings(s), nil)
}

// case R49: project above user, the other stays visible with the rule.
func TestProjectShadowsUser(t *testing.T) {
	w := build(t, map[string]string{
		"project/.claude/skills/handoff/SKILL.md": "skill: handoff PROJECT-BODY",
		"home/.claude/skills/handoff/SKILL.md":    "skill: handoff USER-BODY",
	})
	s := w.snapshot()
	same(t, "handoff", verdicts(t, s, "handoff"), []string{"claude/project active level", "claude/user shadowed level"})
	r, _ := s.Lookup("handoff")
	if !strings.Contains(body(t, w, r.Winner), "PROJECT-BODY") {
		t.Error("the user's copy won")
	}
	if e := r.Entries[1]; e.Detail != "project ranks before user" || e.Path == r.Winner.Path {
		t.Errorf("loser %s: %s", e.Path, e.Detail)
	}
	d := s.Diagnostics
	if len(d) != 1 || d[0].Code != discovery.CodeCollision || !strings.Contains(d[0].Message, r.Winner.Path) || d[0].Path != r.Entries[1].Path {
		t.Fatalf("findings: %+v", d)
	}
	if !strings.Contains(d[0].Hint, "handoff@claude/user") {
		t.Errorf("hint: %s", d[0].Hint)
	}
	w.config.AcceptedCollisions = []string{"handoff"}
	s = w.snapshot()
	r, _ = s.Lookup("handoff")
	if len(s.Diagnostics) != 0 || !r.Collision || !r.Accepted || len(r.Entries) != 2 {
		t.Errorf("accepted: %+v, findings %v", r, s.Diagnostics)
	}
}

// case R53: one skill linked through several providers is one skill.
func TestSameFileThroughProviders(t *testing.T) {
	w := build(t, map[string]string{
		"home/.agents/skills/scan/SKILL.md": "skill: scan x",
		"home/.agents/skills/plan/SKILL.md": "skill: plan x",
		"home/.claude/skills/scan":          "-> ../../.agents/skills/scan",
		"home/.claude/skills/plan":          "-> ../../.agents/skills/plan",
		"home/.codex/skills":                "-> ../.agents/skills",
	})
	s := w.snapshot()
	same(t, "active", active(s), []string{"plan claude/user", "scan claude/user"})
	same(t, "scan", verdicts(t, s, "scan"), []string{
		"claude/user active only", "agents/user shadowed same-file", "codex/user shadowed same-file",
	})
	same(t, "seen at", s.Resolutions[1].Winner.SeenAt, []string{
		w.home + "/.agents/skills/scan/SKILL.md", w.home + "/.codex/skills/scan/SKILL.md",
	})
	if len(s.Diagnostics) != 0 {
		t.Errorf("findings: %v", s.Diagnostics)
	}
}

// The same name in five places: one winner, a reason for each loser, and the
// switches and filters change it.
func TestOneNameInFivePlaces(t *testing.T) {
	w := build(t, map[string]string{
		"project/.git/":                       "",
		"home/.deft/skills/tdd/SKILL.md":      "skill: tdd NATIVE",
		"home/.claude/skills/tdd/SKILL.md":    "skill: tdd CLAUDE-USER",
		"project/.claude/skills/tdd/SKILL.md": "skill: tdd CLAUDE-PROJECT",
		"home/.agents/skills/tdd/SKILL.md":    "skill: tdd AGENTS",
		"home/.codex/skills/tdd/SKILL.md":     "skill: tdd AGENTS",
		"home/.agents/skills/other/SKILL.md":  "skill: other x",
	})
	s := w.snapshot()
	same(t, "all on", verdicts(t, s, "tdd"), []string{
		"native/user active rank", "claude/project shadowed rank", "claude/user shadowed rank",
		"agents/user shadowed rank", "codex/user shadowed rank",
	})
	r, _ := s.Lookup("tdd")
	if want := "native (priority 100) ranks before claude (80)"; r.Entries[1].Detail != want || r.Winner.Detail != want {
		t.Errorf("details %q, %q", r.Entries[1].Detail, r.Winner.Detail)
	}
	w.config.Toggles.NativeUser = false
	w.config.Toggles.ClaudeProject = false
	s = w.snapshot()
	same(t, "two off", verdicts(t, s, "tdd"), []string{
		"native/user disabled disabled", "claude/project disabled disabled", "claude/user active rank",
		"agents/user shadowed rank", "codex/user shadowed rank",
	})
	r, _ = s.Lookup("tdd")
	if r.Entries[0].Detail != "enableNativeUser is off" {
		t.Errorf("detail %q", r.Entries[0].Detail)
	}
	w.config.Toggles.ClaudeUser = false
	same(t, "identical copy", verdicts(t, w.snapshot(), "tdd")[3:], []string{"agents/user active rank", "codex/user shadowed identical-copy"})
	w.config.Toggles = discovery.Toggles{}
	for _, v := range verdicts(t, w.snapshot(), "tdd") {
		if !strings.HasSuffix(v, "disabled disabled") {
			t.Errorf("all toggles off: %s", v)
		}
	}
	w.config = discovery.Defaults()
	w.config.IgnoredSkills = []string{"t*"}
	s = w.snapshot()
	r, _ = s.Lookup("tdd")
	if r.Winner != nil || r.Entries[0].State != discovery.Filtered || r.Entries[0].Detail != `ignored by skills.ignoredSkills: "t*"` {
		t.Errorf("ignored: %+v", r.Entries[0])
	}
	w.config = discovery.Defaults()
	w.config.IncludeSkills = []string{"oth*"}
	same(t, "included", active(w.snapshot()), []string{"other agents/user"})
	w.config.Enabled = false
	if s := w.snapshot(); len(s.Resolutions) != 0 || !s.Complete {
		t.Error("skills.enabled: false found something")
	}
}

// Identical SKILL.md files with other files beside them are different skills.
func TestCopiesThatDifferInOtherFiles(t *testing.T) {
	w := build(t, map[string]string{
		"project/.claude/skills/a/SKILL.md":       "skill: a x",
		"project/.claude/skills/a/scripts/run.sh": "echo 1",
		"home/.claude/skills/a/SKILL.md":          "skill: a x",
		"home/.claude/skills/a/scripts/run.sh":    "echo 2",
		"home/.agents/skills/a/SKILL.md":          "skill: a x",
		"home/.agents/skills/a/scripts/run.sh":    "echo 1",
	})
	s := w.snapshot()
	same(t, "a", verdicts(t, s, "a"), []string{"claude/project active level", "claude/user shadowed level", "agents/user shadowed identical-copy"})
	if d := s.Resolutions[0].Entries[1].Detail; !strings.HasSuffix(d, "; SKILL.md is the same, the other files differ") {
		t.Errorf("detail %q", d)
	}
	if err := os.Chmod(w.home+"/.agents/skills/a/scripts/run.sh", 0o755); err != nil {
		t.Fatal(err)
	}
	same(t, "executable", verdicts(t, w.snapshot(), "a")[2:], []string{"agents/user shadowed rank"})
}

// A folder that has the SKILL.md itself is a skill where the user named it,
// and a finding where skills have folders of their own.
func TestRootIsASkill(t *testing.T) {
	w := build(t, map[string]string{
		"one/SKILL.md":                 "---\ndescription: one\n---\n",
		"one/references/SKILL.md":      "skill: references x",
		"home/.claude/skills/SKILL.md": "skill: lost x",
	})
	w.config.CustomDirectories = []string{w.dir + "/one"}
	s := w.snapshot()
	same(t, "active", active(s), []string{"one custom/custom", "references custom/custom"})
	same(t, "findings", w.findings(s), []string{"misplaced home/.claude/skills/SKILL.md"})
	o, err := disk.FromDir(t.Context(), w.dir+"/one", "mine")
	if err != nil || len(o.Candidates) != 2 || o.Candidates[0].Root.Provider != "mine" {
		t.Errorf("FromDir: %+v, %v", o, err)
	}
}

func TestCategoryTree(t *testing.T) {
	w := build(t, map[string]string{
		"lib/devops/deploy/SKILL.md":     "skill: deploy x",
		"lib/coding/review/SKILL.md":     "skill: review x",
		"lib/coding/deep/er/SKILL.md":    "skill: er x",
		"lib/flat/SKILL.md":              "skill: flat x",
		"home/.agents/skills/a/SKILL.md": "skill: a x",
	})
	w.config.Path = w.dir + "/lib"
	s := w.snapshot()
	same(t, "active", active(s), []string{"a agents/user", "deploy path/custom", "review path/custom"})
	same(t, "findings", w.findings(s), []string{"nested lib/coding/deep/er/SKILL.md", "misplaced lib/flat/SKILL.md"})
	w.config.Categories = []string{"devops"}
	same(t, "one category", active(w.snapshot()), []string{"deploy path/custom"})
	w.config.Categories = []string{"none"}
	same(t, "no category", active(w.snapshot()), []string{"a agents/user"})
}

func TestBundled(t *testing.T) {
	w := build(t, map[string]string{"shipped/system/check/SKILL.md": "skill: check x", "shipped/system/check/scripts/a.sh": "echo"})
	w.more = []discovery.Provider{disk.Bundled(os.DirFS(w.dir + "/shipped"))}
	s := w.snapshot()
	same(t, "active", active(s), []string{"check bundled/bundled"})
	e := s.Resolutions[0].Winner
	if e.Path != "skill://check/SKILL.md" || e.Dir() != "skill://check" || e.Category != "system" || !e.Scripts {
		t.Errorf("%+v", e.Candidate)
	}
	if !strings.Contains(body(t, w, e), "does check") {
		t.Error("not loaded")
	}
}

// What is inside the binary is listed and loads like everything else.
func TestShipped(t *testing.T) {
	w := build(t, nil)
	w.more = []discovery.Provider{disk.Bundled(skills.Shipped())}
	s := w.snapshot()
	if len(active(s)) < 7 || len(s.Diagnostics) != 0 {
		t.Errorf("active %v, findings %v", active(s), s.Diagnostics)
	}
	for _, r := range s.Resolutions {
		e := r.Winner
		if e == nil || e.Category == "" || !strings.Contains(body(t, w, e), e.Reading.Head.Name) {
			t.Errorf("%s: %+v", r.Name, r.Entries[0])
		}
		if d, err := discovery.Loader(w.registry().Load).TreeDigest(t.Context(), r.Entries[0].Candidate); err != nil || len(d) != 64 {
			t.Errorf("%s: tree digest %q, %v", r.Name, d, err)
		}
	}
}

// A root that the config names once more changes nothing.
func TestRootTwice(t *testing.T) {
	w := build(t, map[string]string{"home/.claude/skills/a/SKILL.md": "skill: a x"})
	w.config.CustomDirectories = []string{w.home + "/.claude/skills"}
	s := w.snapshot()
	same(t, "a", verdicts(t, s, "a"), []string{"claude/user active only", "custom/custom shadowed same-file"})
	if seen := s.Resolutions[0].Winner.SeenAt; len(seen) != 0 || len(s.Diagnostics) != 0 {
		t.Errorf("seen at %v, findings %v", seen, s.Diagnostics)
	}
}

func TestHomeUnknown(t *testing.T) {
	w := build(t, map[string]string{"project/.agents/skills/a/SKILL.md": "skill: a x"})
	w.home = ""
	same(t, "active", active(w.snapshot()), []string{"a agents/project"})
}

func TestContextFiles(t *testing.T) {
	w := build(t, map[string]string{
		"AGENTS.md":                 "1",
		"project/AGENTS.md":         "2",
		"project/CLAUDE.md":         "2",
		"project/.x/AGENTS.md":      "hidden",
		"project/.x/y/AGENTS.md":    "3",
		"project/.x/y/z/AGENTS.md/": "a folder",
	})
	got, err := disk.ContextFiles(t.Context(), w.cwd+"/.x/y/z", []string{"AGENTS.md", "CLAUDE.md"}, 5)
	if err != nil {
		t.Fatal(err)
	}
	same(t, "files", got, []string{w.dir + "/AGENTS.md", w.cwd + "/AGENTS.md", w.cwd + "/CLAUDE.md", w.cwd + "/.x/y/AGENTS.md"})
	got, _ = disk.ContextFiles(t.Context(), w.cwd+"/.x/y", []string{"AGENTS.md"}, 1)
	same(t, "depth 1", got, []string{w.cwd + "/.x/y/AGENTS.md"})
}

func TestLoadOfAGoneSkill(t *testing.T) {
	w := build(t, map[string]string{"home/.agents/skills/a/SKILL.md": "skill: a x"})
	s := w.snapshot()
	if err := os.RemoveAll(w.home + "/.agents/skills/a"); err != nil {
		t.Fatal(err)
	}
	if _, err := w.registry().Load(t.Context(), s.Resolutions[0].Winner.Candidate); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("error %v", err)
	}
}
