package watch

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"
)

func TestMissingRootMadeInOneCall(t *testing.T) {
	both(t, func(s *scene) {
		s.watch(root("home/.claude/skills"))
		s.mkdir("home/.claude/skills/pdf")
		s.expect("home/.claude/skills")
		s.write("home/.claude/skills/pdf/SKILL.md", "x")
		s.expect("home/.claude/skills/pdf")
	})
}

func TestMissingRootOneSegmentAtATime(t *testing.T) {
	both(t, func(s *scene) {
		s.watch(root("a/b/c"), root("r"))
		s.mkdir("r")
		s.expect("r")
		s.calm("r/flat.md")
		s.mkdir("a")
		s.still("r/flat.md")
		s.mkdir("a/b")
		s.still("r/flat.md")
		s.mkdir("a/b/c")
		s.expect("a/b/c")
	})
}

func TestRootRemovedWithItsParentsAndBack(t *testing.T) {
	both(t, func(s *scene) {
		s.write("home/.claude/skills/a/SKILL.md", "x")
		s.watch(root("home/.claude/skills"))
		for range 3 {
			s.remove("home")
			s.expect("home/.claude/skills")
			s.write("home/.claude/skills/a/SKILL.md", "x")
			s.expect("home/.claude/skills")
			s.write("home/.claude/skills/a/SKILL.md", "yy")
			s.expect("home/.claude/skills/a")
		}
	})
}

func TestParentOfARootRenamedAndBack(t *testing.T) {
	both(t, func(s *scene) {
		s.write("home/.claude/skills/a/SKILL.md", "x")
		s.watch(root("home/.claude/skills"), Target{Path: "home/.claude/settings.json", Kind: File})
		s.rename("home/.claude", "home/.away")
		s.expect("home/.claude/skills")
		s.calm("home/.claude/settings.json")
		s.write("home/.away/skills/a/SKILL.md", "nobody's business")
		s.still("home/.claude/settings.json")
		s.remove("home/.claude")
		s.expect("home/.claude/settings.json")
		s.rename("home/.away", "home/.claude")
		s.expect("home/.claude/skills")
		s.write("home/.claude/skills/a/SKILL.md", "yyy")
		s.expect("home/.claude/skills/a")
	})
}

// case R60
func TestSkillFoldersComeGoAndMove(t *testing.T) {
	both(t, func(s *scene) {
		s.write("r/old/SKILL.md", "x")
		s.watch(root("r"))
		s.mkdir("r/fresh")
		s.expect("r/fresh")
		s.write("r/fresh/SKILL.md", "x")
		s.expect("r/fresh")
		s.rename("r/fresh", "r/renamed")
		s.expect("r/fresh", "r/renamed")
		s.calm("r/marker.md")
		s.write("r/renamed/SKILL.md", "yy")
		if told := s.expect("r/renamed"); slices.Contains(told, s.at("r/fresh")) {
			t.Error("told under the old name")
		}
		s.remove("r/old")
		s.expect("r/old")
	})
}

// A folder in whose place another one is put gets the watch.
func TestSkillFolderReplacedByAnother(t *testing.T) {
	both(t, func(s *scene) {
		s.write("r/a/SKILL.md", "x")
		s.write("new/SKILL.md", "y")
		s.watch(root("r"))
		s.rename("r/a", "old")
		s.rename("new", "r/a")
		s.expect("r/a")
		s.write("r/a/SKILL.md", "zzz")
		s.expect("r/a")
		s.calm("r/marker.md")
		s.write("old/SKILL.md", "no longer of a skill")
		s.still("r/marker.md")
	})
}

// case R64: the burst is one batch, or two where the machine stalls within it.
func TestSaveByWriteAndRename(t *testing.T) {
	s := newScene(t, Config{Debounce: 400 * time.Millisecond}, openSource)
	s.write("r/draft/SKILL.md", "whole")
	s.watch(root("r"))
	s.write("r/draft/SKILL.md", "ha")
	s.write("r/draft/SKILL.md.tmp~", "whole again")
	s.rename("r/draft/SKILL.md.tmp~", "r/draft/SKILL.md")
	for range 5 {
		s.ok(os.Chtimes(s.at("r/draft/SKILL.md"), time.Now(), time.Now()))
	}
	b := s.batch()
	if !slices.Equal(b.Paths, []string{s.at("r/draft")}) || !slices.Equal(b.Targets, []string{s.at("r")}) || b.Rescan || b.Degraded != "" {
		t.Errorf("told %+v", b)
	}
	s.write("r/draft/SKILL.md", "after the rename")
	s.expect("r/draft")
}

func TestWhatIsNoChange(t *testing.T) {
	both(t, func(s *scene) {
		s.write("r/a/SKILL.md", "x")
		s.write("r/a/scripts/run.sh", "x")
		s.write("r/node_modules/p/SKILL.md", "x")
		s.write("r/.git/HEAD", "x")
		s.watch(root("r"))
		s.write("r/a/scripts/run.sh", "yy")
		s.write("r/a/references/SKILL.md", "deep")
		s.write("r/a/notes.md", "beside it")
		s.write("r/a/.SKILL.md.swp", "editor")
		s.write("r/node_modules/p/SKILL.md", "yy")
		s.write("r/node_modules/q/SKILL.md", "new")
		s.write("r/.git/HEAD", "yy")
		s.write("r/.hidden/SKILL.md", "x")
		s.write("r/data.json", "x")
		s.write("r/.tmp.md", "x")
		s.write("other/SKILL.md", "x")
		s.ok(os.Chmod(s.at("r/a/scripts/run.sh"), 0o755))
		s.ok(os.Chmod(s.at("r/a/references"), 0o700))
		s.ok(os.Chmod(s.at("r/data.json"), 0o600))
		s.still("r/marker.md")
	})
}

func TestFlatFiles(t *testing.T) {
	both(t, func(s *scene) {
		s.mkdir("r")
		s.write("store/linked.md", "x")
		s.watch(root("r"))
		s.write("r/flat.md", "x")
		s.expect("r/flat.md")
		s.write("r/flat.md", "yy")
		s.expect("r/flat.md")
		s.rename("r/flat.md", "r/other.md")
		s.expect("r/flat.md", "r/other.md")
		s.remove("r/other.md")
		s.expect("r/other.md")
		s.link("../store/linked.md", "r/linked.md")
		s.expect("r/linked.md")
		s.write("store/linked.md", "yy")
		s.expect("r/linked.md")
	})
}

func TestRegisterReplacedByRename(t *testing.T) {
	both(t, func(s *scene) {
		s.write("plugins/installed.json", "1")
		s.watch(Target{Path: "plugins/installed.json", Kind: File})
		for i := range 3 {
			s.write("plugins/.new", strings.Repeat("x", i+2))
			s.rename("plugins/.new", "plugins/installed.json")
			s.expect("plugins/installed.json")
		}
		s.write("plugins/other.json", "x")
		s.write("plugins/installed.json", "written in place")
		s.expect("plugins/installed.json")
		s.remove("plugins")
		s.expect("plugins/installed.json")
	})
}

// case R62
func TestBehindALinkedSkillFolder(t *testing.T) {
	both(t, func(s *scene) {
		s.write("store/a/SKILL.md", "A")
		s.write("store/b/SKILL.md", "B")
		s.link("../store/a", "r/linked")
		s.watch(root("r"))
		s.write("store/a/SKILL.md", "A2")
		s.expect("r/linked")
		s.link(s.at("store/b"), "r/.next")
		s.rename("r/.next", "r/linked")
		s.expect("r/linked")
		s.write("store/b/SKILL.md", "B22")
		s.expect("r/linked")
		s.calm("r/marker.md")
		s.write("store/a/SKILL.md", "no longer")
		s.still("r/marker.md")
		s.rename("store", "gone")
		s.expect("r/linked")
		s.rename("gone", "store")
		s.expect("r/linked")
		s.write("store/b/SKILL.md", "B3333")
		s.expect("r/linked")
	})
}

func TestLinkedSkillFile(t *testing.T) {
	both(t, func(s *scene) {
		s.write("store/v1.md", "1")
		s.write("store/v2.md", "2")
		s.link("v1.md", "store/current.md")
		s.link("../../store/current.md", "r/a/SKILL.md")
		s.watch(root("r"))
		s.write("store/v1.md", "11")
		s.expect("r/a")
		s.link("v2.md", "store/next")
		s.rename("store/next", "store/current.md")
		s.expect("r/a")
		s.write("store/v2.md", "222")
		s.expect("r/a")
		s.remove("r/a/SKILL.md")
		s.expect("r/a")
		s.calm("r/marker.md")
		s.write("store/v2.md", "no longer")
		s.still("r/marker.md")
	})
}

func TestLinkedRoot(t *testing.T) {
	both(t, func(s *scene) {
		s.write("real/one/a/SKILL.md", "x")
		s.write("real/two/a/SKILL.md", "x")
		s.link("../real/one", "home/skills")
		s.watch(root("home/skills"))
		s.write("real/one/a/SKILL.md", "yy")
		s.expect("home/skills/a")
		s.link("../real/two", "home/.next")
		s.rename("home/.next", "home/skills")
		s.expect("home/skills")
		s.write("real/two/a/SKILL.md", "zzz")
		s.expect("home/skills/a")
	})
}

func TestLinkIntoNothingAndLoops(t *testing.T) {
	both(t, func(s *scene) {
		s.mkdir("r")
		s.link("loop", "r/loop")
		s.link("..", "r/up")
		s.link(".", "r/self")
		s.link("../store/later", "r/later")
		s.watch(root("r"))
		s.write("store/later/SKILL.md", "x")
		s.expect("r/later")
		s.write("store/later/SKILL.md", "yy")
		s.expect("r/later")
		s.remove("store")
		s.expect("r/later")
	})
}

// Two roots that share a folder hear of it under both names.
func TestSharedTarget(t *testing.T) {
	both(t, func(s *scene) {
		s.write("store/a/SKILL.md", "x")
		s.link("../store/a", "one/x")
		s.link("../store/a", "two/y")
		s.watch(root("one"), root("two"), root("store"), Target{Path: "store/a", Kind: Skill})
		s.write("store/a/SKILL.md", "yy")
		s.expect("one/x", "two/y", "store/a")
		s.watch(root("two"))
		s.calm("two/marker.md")
		s.write("store/a/SKILL.md", "zzz")
		s.expect("two/y")
		for _, p := range s.calm("two/marker.md") {
			if !strings.HasPrefix(p, s.at("two")) {
				t.Errorf("told %s, which is no longer a target", p)
			}
		}
	})
}

func TestLinksNotFollowed(t *testing.T) {
	c := quick()
	c.FollowSymlinks = false
	s := newScene(t, c, openSource)
	s.write("real/r/a/SKILL.md", "x")
	s.write("store/b/SKILL.md", "x")
	s.link("../../store/b", "real/r/b")
	s.link("real/r", "r")
	s.watch(root("r"))
	s.calm("r/marker.md")
	s.write("store/b/SKILL.md", "yy")
	s.still("r/marker.md")
	s.write("real/r/a/SKILL.md", "yy")
	s.expect("r/a")
	s.remove("real/r/b")
	s.expect("r/b")
}

func TestTreeOfCategories(t *testing.T) {
	both(t, func(s *scene) {
		s.write("tree/devops/deploy/SKILL.md", "x")
		s.watch(Target{Path: "tree", Kind: Tree})
		s.write("tree/devops/deploy/SKILL.md", "yy")
		s.expect("tree/devops/deploy")
		s.mkdir("tree/devops/other")
		s.expect("tree/devops/other")
		s.write("tree/coding/review/SKILL.md", "x")
		s.expect("tree/coding")
		s.write("tree/coding/review/SKILL.md", "yy")
		s.expect("tree/coding/review")
	})
}

// What changes after a target was read and before its watch is set is told.
func TestChangesBeforeTheWatch(t *testing.T) {
	s := newScene(t, quick(), openSource)
	s.write("r/a/SKILL.md", "x")
	s.write("r/b/SKILL.md", "x")
	s.write("flat/f.md", "x")
	long := time.Now()
	wait(t, long, s.at("later"))
	since := time.Now()
	wait(t, since, s.at("later"))
	s.write("r/b/SKILL.md", "yy")
	s.w.Set([]Target{{Path: s.at("r"), Since: since}, {Path: s.at("flat"), Since: since}})
	if told := s.expect("r/b"); slices.Contains(told, s.at("r/a")) || slices.Contains(told, s.at("flat/f.md")) {
		t.Errorf("told %v", told)
	}
}

// A slow reader gets one batch with everything, and holds nothing up.
func TestSlowReader(t *testing.T) {
	s := newScene(t, quick(), openSource)
	s.mkdir("r")
	s.watch(root("r"))
	for i := range 20 {
		s.mkdir(fmt.Sprintf("r/s%02d", i))
		wait(t, time.Now(), s.at("clock")) // longer than the debounce
	}
	s.mkdir("r/last")
	told := s.expect("r/last")
	for i := range 20 {
		if !slices.Contains(told, s.at(fmt.Sprintf("r/s%02d", i))) {
			t.Errorf("s%02d was never told", i)
		}
	}
}

func TestEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	w := New(ctx, Config{})
	cancel()
	select {
	case _, ok := <-w.Batches():
		if ok {
			t.Error("a batch came")
		}
	case <-time.After(patience):
		t.Fatal("it does not end")
	}
	w.Close()
	w.Close()
	select {
	case <-w.Set([]Target{{Path: "/"}}):
	case <-time.After(patience):
		t.Fatal("whoever sets targets afterwards waits for ever")
	}
}
