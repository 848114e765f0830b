package commands

import (
	"slices"
	"testing"

	"deft/discovery"
	"deft/discovery/rules"
)

func TestProfiles(t *testing.T) {
	r, err := discovery.NewRegistry(rules.Deft(), discovery.Defaults(), discovery.Place{Cwd: "/p", Project: "/p"})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	outlook := r.Outlook(discovery.View{})
	v := Profiles{Outlook: outlook, Defined: []discovery.Profile{{Name: "docs", Skills: []string{"d*"}}, {Name: "work"}}}
	if got := v.Names(); !slices.Equal(got, []string{"docs", "work"}) || v.Current() != "" {
		t.Errorf("got %q, %q", got, v.Current())
	}
	if err := v.Use("docs"); err != nil || v.Current() != "docs" || len(outlook.View().Profile.Skills) != 1 {
		t.Errorf("got %q, %v", v.Current(), err)
	}
	if err := v.Use("nope"); err == nil || err.Error() != `no profile "nope": one of docs, work` || v.Current() != "docs" {
		t.Errorf("got %q, %v", v.Current(), err)
	}
	if err := v.Use(""); err != nil || v.Current() != "" {
		t.Errorf("got %q, %v", v.Current(), err)
	}
	v.Defined = nil
	if err := v.Use("nope"); err == nil || err.Error() != `no profile "nope": none is defined (profiles in the config file defines them)` {
		t.Errorf("got %v", err)
	}
}
