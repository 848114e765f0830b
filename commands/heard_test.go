package commands

import (
	"testing"

	"deft/skills"
)

func TestErrorsCannotBeMuted(t *testing.T) {
	all := []skills.Diagnostic{{Code: "a", Severity: skills.Error}, {Code: "a", Severity: skills.Warning}, {Code: "b", Severity: skills.Info}}
	if got := Heard(all, []string{"a"}); len(got) != 2 || got[0].Severity != skills.Error || got[1].Code != "b" {
		t.Errorf("got %v", got)
	}
	if got := Heard(all, nil); len(got) != 3 {
		t.Errorf("nothing is muted, got %v", got)
	}
}
