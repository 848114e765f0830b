package ptytest

import (
	"os"
	"path/filepath"
	"testing"
)

// TestSettingsAreFollowed: what an agent's own settings switch off goes from the list that is seen through its eyes.
func TestSettingsAreFollowed(t *testing.T) {
	s, m := startShelf(t)
	m.Type("/as claude-code")
	m.Key("enter")
	m.WaitFor("as claude-code · 3 of", limit)
	settings := filepath.Join(s.home, ".claude", "settings.json")
	s.write(settings, `{"skillOverrides": {"draft": "off"}}`)
	m.WaitFor(" 2 of", soon)
	if err := os.Remove(settings); err != nil {
		t.Fatal(err)
	}
	m.WaitFor(" 3 of", soon)
}
