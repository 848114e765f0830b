package watch

import (
	"os"
	"runtime"
	"testing"
	"time"

	"github.com/fsnotify/fsnotify"
	"golang.org/x/sys/unix"
)

// chmod changes who may read something.
func (s *scene) chmod(path string, mode os.FileMode) {
	s.Helper()
	s.ok(os.Chmod(s.at(path), mode))
}

// What is taken from its readers, and what is given back, is told, wherever on
// the way to a skill that is. None of the modes keep the owner out: what they
// tell has to hold for root too.
func TestPermissions(t *testing.T) {
	tests := []struct{ name, path, told string }{
		{"skill folder", "home/r/a", "home/r/a"},
		{"skill file", "home/r/a/SKILL.md", "home/r/a"},
		{"another spelling", "home/r/b/skill.md", "home/r/b"},
		{"flat file", "home/r/flat.md", "home/r/flat.md"},
		{"root", "home/r", "home/r"},
		{"above the root", "home", "home/r"},
		{"link to a skill folder", "store/linked", "home/r/linked"},
		{"skill file behind it", "store/linked/SKILL.md", "home/r/linked"},
		{"linked skill file", "store/file.md", "home/r/c"},
		{"linked flat file", "store/flat.md", "home/r/linked.md"},
		{"above a linked skill folder", "store", "home/r/linked"},
		{"category", "tree/devops", "tree/devops"},
		{"skill in a category", "tree/devops/d", "tree/devops/d"},
		{"single skill", "single/SKILL.md", "single"},
		{"single file", "register.json", "register.json"},
	}
	both(t, func(s *scene) {
		for _, file := range []string{
			"home/r/a/SKILL.md", "home/r/b/skill.md", "home/r/flat.md", "store/linked/SKILL.md", "store/file.md", "store/flat.md",
			"tree/devops/d/SKILL.md", "single/SKILL.md", "register.json",
		} {
			s.write(file, "x")
		}
		s.link("../../store/linked", "home/r/linked")
		s.link("../../../store/file.md", "home/r/c/SKILL.md")
		s.link("../../store/flat.md", "home/r/linked.md")
		s.watch(root("home/r"), Target{Path: "tree", Kind: Tree}, Target{Path: "single", Kind: Skill}, Target{Path: "register.json", Kind: File})
		for _, tt := range tests {
			s.calm("home/r/marker.md")
			s.chmod(tt.path, 0o700)
			s.expect(tt.told)
			s.calm("home/r/marker.md")
			s.chmod(tt.path, 0o755)
			s.expect(tt.told)
		}
		s.calm("home/r/marker.md")
		s.write("home/r/a/SKILL.md", "still watched")
		s.expect("home/r/a")
		s.write("store/linked/SKILL.md", "still watched")
		s.expect("home/r/linked")
	})
}

// A folder that nobody may read cannot be watched. When that ends, it is, and
// nobody waits for the next look.
func TestClosedFolderOpens(t *testing.T) {
	if os.Getuid() == 0 {
		t.Skip("nothing is closed to root")
	}
	if runtime.GOOS != "linux" {
		t.Skip("only inotify tells of a folder that it cannot watch; elsewhere the next look finds it open")
	}
	c := quick()
	c.Interval = time.Hour
	for _, closed := range []string{"home", "home/r", "home/r/a"} {
		s := newScene(t, c, openSource)
		s.write("home/r/a/SKILL.md", "x")
		s.chmod(closed, 0)
		t.Cleanup(func() { os.Chmod(s.at(closed), 0o755) })
		s.watch(root("home/r"))
		s.chmod(closed, 0o755)
		told := "home/r"
		if closed == "home/r/a" {
			told = closed
		}
		s.expect(told)
		s.write("home/r/a/SKILL.md", "yy")
		s.expect("home/r/a")
	}
}

// What reads a file, and what only stamps it, changes nothing.
func TestStampsAreNoChange(t *testing.T) {
	both(t, func(s *scene) {
		s.write("home/r/a/SKILL.md", "x")
		s.write("home/r/flat.md", "x")
		s.write("store/b/SKILL.md", "x")
		s.link("../../store/b", "home/r/b")
		s.watch(root("home/r"))
		s.calm("home/r/marker.md")
		for range 20 {
			for _, path := range []string{"home", "home/r", "home/r/a", "home/r/a/SKILL.md", "home/r/flat.md", "store/b", "store/b/SKILL.md"} {
				info, err := os.Stat(s.at(path))
				s.ok(err)
				s.ok(os.Chtimes(s.at(path), time.Now(), info.ModTime()))
				s.chmod(path, info.Mode().Perm())
			}
		}
		s.still("home/r/marker.md")
	})
}

// Times of a change that were set say nothing of the content, which is told by
// itself.
func TestTouchIsNoChange(t *testing.T) {
	s := newScene(t, quick(), openSource)
	s.write("r/a/SKILL.md", "x")
	s.watch(root("r"))
	s.calm("r/marker.md")
	for _, path := range []string{"r", "r/a", "r/a/SKILL.md"} {
		s.ok(os.Chtimes(s.at(path), time.Now(), time.Now()))
	}
	s.still("r/marker.md")
}

// An event that says that a file was written and stamped is both.
func TestWrittenAndStamped(t *testing.T) {
	s := newScene(t, quick(), openSource)
	s.write("r/a/SKILL.md", "x")
	l := newLoop(quick().withDefaults(), openSource)
	defer l.close()
	l.forest.set(t.Context(), []Target{{Path: s.at("r"), Since: time.Now().Add(time.Hour)}})
	told := func(op fsnotify.Op) int {
		l.event(t.Context(), fsnotify.Event{Name: s.at("r/a/SKILL.md"), Op: op}, true)
		return len(l.pending.take("").Paths)
	}
	if n := told(fsnotify.Chmod); n != 0 {
		t.Errorf("%d paths told where nothing has changed", n)
	}
	if n := told(fsnotify.Write | fsnotify.Chmod); n != 1 {
		t.Errorf("%d paths told of what was written", n)
	}
	s.chmod("r/a/SKILL.md", 0o600)
	for _, want := range []int{1, 0} {
		if n := told(fsnotify.Chmod); n != want {
			t.Errorf("%d paths told, want %d", n, want)
		}
	}
}

func TestRights(t *testing.T) {
	mine := unix.Stat_t{Mode: unix.S_IFDIR | 0o755, Uid: 1000, Gid: 1000}
	for name, change := range map[string]func(*unix.Stat_t){
		"mode":  func(st *unix.Stat_t) { st.Mode = unix.S_IFDIR },
		"owner": func(st *unix.Stat_t) { st.Uid = 0 },
		"group": func(st *unix.Stat_t) { st.Gid = 0 },
		"both":  func(st *unix.Stat_t) { st.Uid, st.Gid = 0, 0 },
		"all":   func(st *unix.Stat_t) { st.Mode, st.Uid, st.Gid = unix.S_IFDIR|0o700, 0, 0 },
	} {
		st := mine
		if change(&st); rightsOf(&st) == rightsOf(&mine) {
			t.Errorf("%s: no difference", name)
		}
	}
	st := mine
	st.Size, st.Nlink = 7, 7
	if rightsOf(&st) != rightsOf(&mine) {
		t.Error("other things matter")
	}
}
