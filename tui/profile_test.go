package tui

import (
	"context"
	"testing"

	"deft/commands"
	"deft/commands/cli"
	"deft/commands/state"
	"deft/discovery"
	"deft/discovery/rules"
)

// openProfiles is an interface over a registry with skills that a program has registered, and the profiles ops and tests.
func openProfiles(t *testing.T) *screen {
	t.Helper()
	r, err := discovery.NewRegistry(rules.Deft(), discovery.Defaults(), discovery.Place{Cwd: "/home/sam/work", Home: "/home/sam"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(r.Close)
	for _, name := range []string{"deploy", "rollback", "tdd"} {
		raw := []byte(skill(name, "About "+name, "Text of "+name+".\n"))
		if _, err := r.Register("", discovery.RuntimeSkill{Folder: name, Raw: raw}); err != nil {
			t.Fatal(err)
		}
	}
	o := r.Outlook(discovery.View{})
	return open(t, 100, 24, sample(), func(a *cli.App) {
		a.List, a.Reload, a.Why = commands.List{Source: o}, commands.Reload{Source: o}, commands.Why{Source: o}
		a.Show, a.Load = commands.Show{Source: o}, commands.Load{Source: o}
		a.Profiles = commands.Profiles{Outlook: o, Defined: []discovery.Profile{{Name: "ops", Ignored: []string{"tdd"}}, {Name: "tests", Skills: []string{"tdd"}}}}
	})
}

// source is a provider of one skill.
type source struct{ name string }

func (p source) Name() string { return p.name }

func (p source) found() *discovery.Candidate {
	f := found{provider: p.name, level: discovery.User, path: "/home/sam/." + p.name + "/skills/tidy/SKILL.md", raw: skill("tidy", "From "+p.name, p.name)}
	return f.entry().Candidate
}

func (p source) List(context.Context, discovery.Place) (discovery.Observation, error) {
	return discovery.Observation{Candidates: []*discovery.Candidate{p.found()}, Complete: true}, nil
}

func (p source) Load(_ context.Context, c *discovery.Candidate) (discovery.Content, error) {
	raw := []byte(skill("tidy", "From "+p.name, p.name))
	return discovery.Content{Raw: raw, Files: discovery.OneFile("SKILL.md", raw), Close: func() {}}, nil
}

// The key accepts the collision of the skill under the cursor, and withdraws that: only the warning goes.
func TestAcceptCollision(t *testing.T) {
	dir := t.TempDir()
	r, err := discovery.NewRegistry(rules.Deft(), discovery.Defaults(), discovery.Place{Cwd: "/home/sam/work", Home: "/home/sam"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(r.Close)
	for _, provider := range []string{discovery.Native, discovery.Claude} {
		if _, err := r.Provide("", source{provider}); err != nil {
			t.Fatal(err)
		}
	}
	o := r.Outlook(discovery.View{})
	kept := state.Open(dir, "")
	s := open(t, 120, 24, sample(), func(a *cli.App) {
		a.List, a.Reload, a.Why = commands.List{Source: o}, commands.Reload{Source: o}, commands.Why{Source: o}
		a.Show, a.Load = commands.Show{Source: o}, commands.Load{Source: o}
		a.Accept = commands.Accept{Kept: kept, Judge: o.Accept}
	})
	s.shows("1 collision · 1 problem")
	s.press("A")
	s.shows("The collision of tidy is accepted")
	s.press("w")
	s.hides("1 collision")
	s.hides("1 problem")
	s.shows("The collision is accepted.")
	if got := kept.Accepted(); len(got) != 1 || got[0] != "tidy" {
		t.Errorf("kept: %q", got)
	}
	s.press("tab", "A")
	s.shows("is not accepted any more")
	s.press("j")
	s.shows("1 collision · 1 problem")
	if got := kept.Accepted(); len(got) != 0 {
		t.Errorf("kept: %q", got)
	}
}

func TestProfile(t *testing.T) {
	s := openProfiles(t)
	run := func(text string) {
		s.write(text)
		s.submit()
	}
	s.shows("tdd")
	s.hides("profile ")
	run("/profile")
	s.shows("No profile is in use; there are: ops, tests")
	run("/profile ops")
	s.shows("Profile: ops")
	s.shows("profile ops ·")
	s.hides("About tdd")
	s.hides(" tdd ")
	run("/profile nope")
	s.shows(`no profile "nope": one of ops, tests`)
	s.shows("profile ops ·")
	s.press("ctrl+c")
	run("/skill:tdd x")
	s.shows("tdd")
	if got := s.model.composer.Draft(); got != "/skill:tdd x" {
		t.Errorf("a skill outside the profile is used: %q", got)
	}
	s.press("ctrl+c")
	run("/profile off")
	s.shows("No profile is in use")
	s.shows("tdd")
}

// A profile takes skills from the list, and Why says that it did.
func TestProfileIsTheReason(t *testing.T) {
	s := openProfiles(t)
	s.write("/profile tests")
	s.submit()
	s.press("esc", "esc", "a", "g", "w")
	s.shows("filtered")
	s.shows("reason   profile:")
}

func TestProfileCompletes(t *testing.T) {
	s := openProfiles(t)
	s.write("/profile o")
	s.shows("ops")
	s.press("enter")
	if got := s.model.composer.Draft(); got != "/profile ops " {
		t.Fatalf("completed to %q", got)
	}
	s.press("enter")
	s.shows("profile ops ·")
}
