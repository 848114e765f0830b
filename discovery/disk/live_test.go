package disk_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"deft/discovery"
	"deft/discovery/disk"
	"deft/discovery/rules"
	"deft/skills"
)

// patience is how long a test waits for what must come.
const patience = 20 * time.Second

// live is a world that is followed.
type live struct {
	*world
	*discovery.Outlook
	registry *discovery.Registry
	changes  <-chan discovery.Change
}

func (w *world) live(c disk.WatchConfig) *live {
	w.t.Helper()
	return w.liveOver(rules.Deft(), disk.Watched(rules.Deft(), w.config, c))
}

func (w *world) liveOver(r discovery.Rules, providers []discovery.Provider) *live {
	w.t.Helper()
	reg, err := discovery.NewRegistry(r, w.config, disk.At(w.cwd, w.home), append(providers, w.more...)...)
	if err != nil {
		w.t.Fatal(err)
	}
	w.t.Cleanup(reg.Close)
	l := &live{world: w, Outlook: reg.Outlook(discovery.View{}), registry: reg, changes: reg.Changes(w.t.Context())}
	if _, err := l.Snapshot(w.t.Context()); err != nil {
		w.t.Fatal(err)
	}
	return l
}

// now is the snapshot of this moment.
func (l *live) now() *discovery.Snapshot {
	l.t.Helper()
	s, err := l.Snapshot(l.t.Context())
	if err != nil {
		l.t.Fatal(err)
	}
	return s
}

// until fetches again with each change until a snapshot is as wanted.
func (l *live) until(what string, fits func(*discovery.Snapshot) bool) *discovery.Snapshot {
	l.t.Helper()
	deadline := time.After(patience)
	for {
		s := l.now()
		if fits(s) {
			return s
		}
		select {
		case <-l.changes:
		case <-deadline:
			l.t.Fatalf("%s does not come; active are %v, findings %v", what, active(s), l.findings(s))
		}
	}
}

func winner(s *discovery.Snapshot, name string) *discovery.Entry {
	if r, ok := s.Lookup(name); ok {
		return r.Winner
	}
	return nil
}

func described(name, description string) func(*discovery.Snapshot) bool {
	return func(s *discovery.Snapshot) bool {
		e := winner(s, name)
		return e != nil && !e.Stale && e.Reading.Head.Description == description
	}
}

func skillOf(name, description string) string {
	return "---\nname: " + name + "\ndescription: " + description + "\n---\nBODY " + description + "\n"
}

func (l *live) remove(name string) {
	l.t.Helper()
	if err := os.RemoveAll(filepath.Join(l.dir, name)); err != nil {
		l.t.Fatal(err)
	}
}

// relink turns a link to another target in one step, as ln -sfn does.
func (l *live) relink(name, target string) {
	l.t.Helper()
	path := filepath.Join(l.dir, name)
	if err := os.Symlink(target, path+".new"); err != nil {
		l.t.Fatal(err)
	}
	if err := os.Rename(path+".new", path); err != nil {
		l.t.Fatal(err)
	}
}

func both(t *testing.T, test func(*testing.T, disk.WatchConfig)) {
	for _, polling := range []bool{false, true} {
		name := map[bool]string{false: "watched", true: "polled"}[polling]
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := disk.WatchDefaults()
			c.Polling = polling
			test(t, c)
		})
	}
}

// case R60: a skill folder made while deft runs is seen, and one that is
// removed goes.
func TestNewSkillIsSeen(t *testing.T) {
	both(t, func(t *testing.T, c disk.WatchConfig) {
		w := build(t, map[string]string{"home/.claude/skills/old/SKILL.md": "skill: old x"})
		l := w.live(c)
		w.write("home/.claude/skills/fresh/", "")
		w.write("home/.claude/skills/fresh/SKILL.md", skillOf("fresh", "Made while running."))
		l.until("fresh", described("fresh", "Made while running."))
		l.remove("home/.claude/skills/old")
		s := l.until("the end of old", func(s *discovery.Snapshot) bool { _, there := s.Lookup("old"); return !there })
		same(t, "active", active(s), []string{"fresh claude/user"})
		if !s.Complete {
			t.Errorf("incomplete: %v", s.Diagnostics)
		}
	})
}

// case R60: also where not even the root was there.
func TestMissingRootIsFollowed(t *testing.T) {
	w := build(t, nil)
	l := w.live(disk.WatchDefaults())
	w.write("home/.agents/skills/one/SKILL.md", "skill: one x")
	l.until("one", described("one", "does one"))
	l.remove("home/.agents")
	l.until("the end of one", func(s *discovery.Snapshot) bool { return len(s.Resolutions) == 0 })
}

// case R62: an edit behind a link, and a link that is turned, are noticed; what
// is loaded is on the disk now.
func TestLinksAreFollowed(t *testing.T) {
	both(t, func(t *testing.T, c disk.WatchConfig) {
		w := build(t, map[string]string{
			"store/a/SKILL.md":           skillOf("linked", "Version A."),
			"store/b/SKILL.md":           skillOf("linked", "Version B."),
			"home/.agents/skills/linked": "-> ../../../store/a",
		})
		l := w.live(c)
		w.write("store/a/SKILL.md", skillOf("linked", "Version A2."))
		if got, err := l.registry.Get(t.Context(), "linked", discovery.View{}); err != nil || !strings.Contains(string(got.Raw), "BODY Version A2.") {
			t.Errorf("loaded at once: %q, %v", got.Raw, err)
		}
		l.until("version A2", described("linked", "Version A2."))
		l.relink("home/.agents/skills/linked", "../../../store/b")
		l.until("version B", described("linked", "Version B."))
	})
}

// case R64: a file that is saved in two halves, or written and renamed, never
// loses the skill; the burst of touches at the end makes few reloads.
func TestHalfSavedSkillStays(t *testing.T) {
	w := build(t, map[string]string{"home/.agents/skills/draft/SKILL.md": skillOf("draft", "First state.")})
	l := w.live(disk.WatchDefaults())
	w.write("home/.agents/skills/draft/SKILL.md", "---\nname: draft\ndescr")
	s := l.until("the mark", func(s *discovery.Snapshot) bool {
		e := winner(s, "draft")
		if e == nil {
			t.Fatalf("the skill is lost: %v", l.findings(s))
		}
		return e.Stale
	})
	if e := winner(s, "draft"); e.Reading.Head.Description != "First state." {
		t.Errorf("not the last good state: %+v", e.Reading)
	}
	file := w.dir + "/home/.agents/skills/draft/SKILL.md"
	w.write("home/.agents/skills/draft/SKILL.md.tmp~", skillOf("draft", "Better state."))
	if err := os.Rename(file+".tmp~", file); err != nil {
		t.Fatal(err)
	}
	for range 5 {
		if err := os.Chtimes(file, time.Now(), time.Now()); err != nil {
			t.Fatal(err)
		}
	}
	reloads := -1 // the last one finds nothing new
	l.until("the better state", func(s *discovery.Snapshot) bool {
		reloads++
		return described("draft", "Better state.")(s)
	})
	if len(l.now().Resolutions) != 1 || reloads > 2 {
		t.Errorf("%d names after %d reloads", len(l.now().Resolutions), reloads)
	}
}

// After the time of grace the truth shows, whatever it is.
func TestGraceEnds(t *testing.T) {
	for what, change := range map[string]func(*live){
		"invalid": func(l *live) { l.write("home/.agents/skills/x/SKILL.md", "---\nname: x\n") },
		"empty":   func(l *live) { l.write("home/.agents/skills/x/SKILL.md", "") },
		"missing": func(l *live) { l.remove("home/.agents/skills/x") },
		"no root": func(l *live) { l.remove("home/.agents/skills") },
	} {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			w := build(t, map[string]string{
				"home/.agents/skills/x/SKILL.md": "skill: x x",
				"home/.codex/skills/x/SKILL.md":  "skill: x y",
			})
			l := w.live(disk.WatchDefaults())
			change(l)
			l.until("the mark", func(s *discovery.Snapshot) bool {
				e := winner(s, "x")
				return e != nil && (e.Stale || e.Root.Provider == discovery.Codex)
			})
			s := l.until("the lower copy", func(s *discovery.Snapshot) bool {
				e := winner(s, "x")
				return e != nil && e.Root.Provider == discovery.Codex
			})
			for _, e := range s.Resolutions[0].Entries {
				if e.Stale {
					t.Errorf("%s is stale still", e.Path)
				}
			}
		})
	}
}

// A folder that is renamed does not stand beside its own past.
func TestRenamedFolderIsNoGhost(t *testing.T) {
	w := build(t, map[string]string{"home/.agents/skills/a/SKILL.md": "skill: x x"})
	l := w.live(disk.WatchDefaults())
	root := w.dir + "/home/.agents/skills/"
	if err := os.Rename(root+"a", root+"b"); err != nil {
		t.Fatal(err)
	}
	s := l.until("the new place", func(s *discovery.Snapshot) bool { e := winner(s, "x"); return e != nil && e.Folder == "b" })
	if n := len(s.Resolutions[0].Entries); n != 1 {
		t.Errorf("%d entries", n)
	}
}

// case R56: nothing is read again where nothing has changed, and a fault is
// reported once.
func TestNothingIsReadTwice(t *testing.T) {
	w := build(t, map[string]string{
		"home/.agents/skills/bad/SKILL.md":  "---\nname: bad\n",
		"home/.agents/skills/good/SKILL.md": "skill: good x",
		"home/.claude/skills":               "-> ../.agents/skills",
	})
	l := w.live(disk.WatchDefaults())
	w.write("home/.codex/skills/early/SKILL.md", "skill: early x")
	first := l.until("early", described("early", "does early")) // with all that was so new that it is looked at twice
	for range 3 {
		if l.now() != first {
			t.Fatal("discovered again")
		}
	}
	e := first.Resolutions[0].Entries[0]
	if first.Resolutions[0].Name != "bad" || e.State != discovery.Invalid || len(severe(e.Reading.Diagnostics)) != 1 {
		t.Errorf("%+v", e)
	}
	w.write("home/.agents/skills/good/notes.txt", "no catalog change")
	w.write("home/.codex/skills/new/SKILL.md", "skill: new x")
	s := l.until("new", described("new", "does new"))
	if winner(s, "good").Candidate != winner(first, "good").Candidate {
		t.Error("a root is read again in which nothing changed")
	}
}

func severe(ds []skills.Diagnostic) (out []skills.Diagnostic) {
	for _, d := range ds {
		if d.Severity == skills.Error {
			out = append(out, d)
		}
	}
	return out
}

// case R57: the register decides, also when it changes while deft runs.
func TestRegisterIsFollowed(t *testing.T) {
	version := func(v string) string {
		return `{"version":2,"plugins":{"jig@jig":[{"scope":"user","installPath":"DIR/home/cache/` + v + `"}]}}`
	}
	w := build(t, map[string]string{
		"home/.claude/plugins/installed_plugins.json": version("2.2.0"),
		"home/cache/2.2.0/skills/spec/SKILL.md":       skillOf("spec", "V2.2.0"),
		"home/cache/2.10.0/skills/spec/SKILL.md":      skillOf("spec", "V2.10.0"),
	})
	l := w.live(disk.WatchDefaults())
	if !described("spec", "V2.2.0")(l.now()) {
		t.Fatalf("at first: %v", active(l.now()))
	}
	w.write("home/.claude/plugins/installed_plugins.json", version("2.10.0"))
	s := l.until("the new version", described("spec", "V2.10.0"))
	if n := len(s.Resolutions[0].Entries); n != 1 {
		t.Errorf("%d copies", n)
	}
	w.write("home/.claude/settings.json", `{"enabledPlugins":{"jig@jig":false}}`)
	l.until("the switch", func(s *discovery.Snapshot) bool { return winner(s, "spec") == nil })
	w.write("home/.claude/plugins/installed_plugins.json", version("3.0.0"))
	s = l.until("the missing folder", func(s *discovery.Snapshot) bool { return len(s.Resolutions) == 0 })
	if len(s.Diagnostics) != 1 || s.Diagnostics[0].Code != discovery.CodeMissingPlugin {
		t.Errorf("findings %v", s.Diagnostics)
	}
}

// case R49, R53: precedence and links hold while files change.
func TestPrecedenceIsFollowed(t *testing.T) {
	w := build(t, map[string]string{
		"project/.git/":                        "",
		"home/.claude/skills/handoff/SKILL.md": "skill: handoff USER",
	})
	l := w.live(disk.WatchDefaults())
	w.write("project/.claude/skills/handoff/SKILL.md", "skill: handoff PROJECT")
	s := l.until("the project's", func(s *discovery.Snapshot) bool { return winner(s, "handoff").Root.Level == discovery.Project })
	same(t, "handoff", verdicts(t, s, "handoff"), []string{"claude/project active level", "claude/user shadowed level"})
	w.write("home/.codex/skills", "-> ../.claude/skills")
	s = l.until("the link", func(s *discovery.Snapshot) bool { r, _ := s.Lookup("handoff"); return len(r.Entries) == 3 })
	same(t, "handoff", verdicts(t, s, "handoff"), []string{
		"claude/project active level", "claude/user shadowed level", "codex/user shadowed same-file",
	})
	l.remove("project/.claude")
	l.until("the user's", func(s *discovery.Snapshot) bool {
		e := winner(s, "handoff")
		return e.Root.Level == discovery.User && len(e.SeenAt) == 1
	})
}
