package tui

import (
	"errors"
	"testing"
)

// Skills are looked for after the editor; what is said of that does not cover its error.
func TestFailedEditorIsSeen(t *testing.T) {
	s := open(t, 100, 24, sample())
	before := s.scans()
	s.send(editedMsg{err: errors.New("exit status 7")})
	if s.scans() == before {
		t.Error("skills are not looked for after a failed editor")
	}
	s.shows("The editor ended with an error: exit status 7")
	s.press("r")
	s.shows("Looked again: ")
}
