package watch

import (
	"testing"

	"deft/skills/resource"
)

// What readers never enter is not watched, and nothing else is left out. The two lists stand apart, as the watcher imports nothing of ours.
func TestPrunedAsForReaders(t *testing.T) {
	skipped := 0
	for _, name := range []string{
		"node_modules", "__MACOSX", "venv", "__pycache__", ".git", ".x", ".", "Node_Modules", "vendor", "env", "target", "dist", "build", "skills", "x.y",
	} {
		if pruned(name) != resource.Pruned(name) {
			t.Errorf("%s: the watcher leaves it out: %t, readers do: %t", name, pruned(name), resource.Pruned(name))
		}
		if pruned(name) {
			skipped++
		}
	}
	if skipped != 7 {
		t.Errorf("%d names are left out", skipped)
	}
}
