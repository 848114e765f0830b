package commands

import (
	"slices"
	"testing"

	"deft/commands/state"
)

func TestAccept(t *testing.T) {
	kept := state.Open(t.TempDir(), "")
	defer kept.Close()
	var judged []string
	v := Accept{Kept: kept, Config: []string{"deploy"}, Judge: func(names []string) { judged = names }}
	if on, err := v.Toggle("tidy"); !on || err != nil || !slices.Equal(judged, []string{"deploy", "tidy"}) {
		t.Errorf("accepted %v, %v: %q", on, err, judged)
	}
	if on, err := v.Toggle("tidy"); on || err != nil || !slices.Equal(judged, []string{"deploy"}) {
		t.Errorf("withdrawn: %v, %v: %q", on, err, judged)
	}
	if on, err := v.Toggle("deploy"); !on || err == nil {
		t.Errorf("what the config accepts is withdrawn: %v, %v", on, err)
	}
}
