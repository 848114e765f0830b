package disk_test

import (
	"os"
	"path/filepath"
	"testing"

	"deft/discovery"
	"deft/discovery/disk"
)

// What may not be read any more gives way to a lower copy, and takes over again
// when it may, without anybody asking. Nothing is hidden from root: there it
// shows only by what is read again.
func TestPermissionsAreFollowed(t *testing.T) {
	both(t, func(t *testing.T, c disk.WatchConfig) {
		w := build(t, map[string]string{
			"home/.agents/skills/x/SKILL.md": "skill: x x",
			"home/.codex/skills/x/SKILL.md":  "skill: x y",
		})
		l := w.live(c)
		paths := []string{"SKILL.md", "..", ".", "../.."}
		if c.Polling { // each takes two looks
			paths = paths[:2]
		}
		for _, path := range paths {
			path = filepath.Join(w.home, ".agents/skills/x", path)
			before := winner(l.now(), "x").Candidate
			w.chmod(path, 0)
			l.until(path+" closed", func(s *discovery.Snapshot) bool {
				e := winner(s, "x")
				if os.Getuid() == 0 {
					return e != nil && e.Candidate != before
				}
				return e != nil && e.Root.Provider == discovery.Codex
			})
			before = winner(l.now(), "x").Candidate
			w.chmod(path, 0o755)
			l.until(path+" open", func(s *discovery.Snapshot) bool {
				e := winner(s, "x")
				return e != nil && e.Root.Provider == discovery.Agents && e.Candidate != before && s.Complete
			})
		}
	})
}

// chmod changes who may read something, until the test is over.
func (w *world) chmod(path string, mode os.FileMode) {
	w.t.Helper()
	if err := os.Chmod(path, mode); err != nil {
		w.t.Fatal(err)
	}
	w.t.Cleanup(func() { os.Chmod(path, 0o755) })
}
