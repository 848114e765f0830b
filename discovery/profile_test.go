package discovery_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"deft/discovery"
	"deft/discovery/rules"
)

// outcome are all entries as NAME PROVIDER STATE REASON.
func outcome(s *discovery.Snapshot) []string {
	var out []string
	for _, r := range s.Resolutions {
		for _, e := range r.Entries {
			out = append(out, fmt.Sprint(r.Name, " ", e.Root.Provider, " ", e.State, " ", e.Reason))
		}
	}
	return out
}

func TestOutlookDisables(t *testing.T) {
	r := newRegistry(t, discovery.Defaults(), &fake{name: "claude", list: has(at("claude", discovery.User, "/c", "deploy"), at("claude", discovery.User, "/c", "tdd"))},
		&fake{name: "agents", list: has(at("agents", discovery.User, "/a", "deploy"))})
	o := r.Outlook(discovery.View{})
	heard := o.Changes(t.Context())
	all := []string{"deploy claude active rank", "deploy agents shadowed rank", "tdd claude active only"}
	for _, step := range []struct {
		off  []string
		want []string
	}{
		{nil, all},
		{[]string{"deploy", "t*"}, []string{"deploy claude disabled disabled", "deploy agents disabled disabled", "tdd claude active only"}},
		{nil, all},
	} {
		o.Disable(step.off)
		<-heard
		for where, o := range map[string]*discovery.Outlook{"here": o, "elsewhere": o.From("/elsewhere")} {
			s, err := o.Snapshot(t.Context())
			if err != nil || !slices.Equal(outcome(s), step.want) {
				t.Errorf("%v, %s: %v, %v; want %v", step.off, where, outcome(s), err, step.want)
			}
		}
		if off := o.Config().DisabledSkills; !slices.Equal(off, step.off) {
			t.Errorf("the config switches %v off, want %v", off, step.off)
		}
	}
}

func TestProfiles(t *testing.T) {
	claude := at("claude", discovery.User, "/c", "deploy")
	claude.Category = "ops"
	r := newRegistry(t, discovery.Defaults(), &fake{name: "claude", list: has(claude, at("claude", discovery.User, "/c", "tdd"))},
		&fake{name: "agents", list: has(at("agents", discovery.User, "/a", "deploy"))})
	plain := look(t, r, discovery.View{})
	for _, c := range []struct {
		profile discovery.Profile
		want    []string
	}{
		{discovery.Profile{}, []string{"deploy claude active rank", "deploy agents shadowed rank", "tdd claude active only"}},
		{
			discovery.Profile{Name: "p", Skills: []string{"t*"}},
			[]string{"deploy claude filtered profile", "deploy agents filtered profile", "tdd claude active only"},
		},
		{
			discovery.Profile{Name: "p", Skills: []string{"*"}, Ignored: []string{"t?d"}},
			[]string{"deploy claude active rank", "deploy agents shadowed rank", "tdd claude filtered profile"},
		},
		{
			discovery.Profile{Name: "p", Providers: []string{"agents"}},
			[]string{"deploy claude filtered profile", "deploy agents active only", "tdd claude filtered profile"},
		},
		{
			discovery.Profile{Name: "p", Categories: []string{"none"}},
			[]string{"deploy claude filtered profile", "deploy agents active only", "tdd claude active only"},
		},
		{
			discovery.Profile{Name: "p", Precedence: []string{"agents"}},
			[]string{"deploy agents active rank", "deploy claude shadowed rank", "tdd claude active only"},
		},
		{
			discovery.Profile{Name: "p", Toggles: map[discovery.Switch]bool{discovery.EnableClaudeUser: false}},
			[]string{"deploy claude disabled disabled", "deploy agents active only", "tdd claude disabled disabled"},
		},
	} {
		s := look(t, r, discovery.View{Profile: c.profile})
		if got := outcome(s); !slices.Equal(got, c.want) {
			t.Errorf("%+v:\ngot  %q\nwant %q", c.profile, got, c.want)
		}
		if s.Seq != plain.Seq || !s.Complete {
			t.Errorf("%+v: discovered again", c.profile)
		}
	}
	if look(t, r, discovery.View{}) != plain {
		t.Error("a profile changes what is kept")
	}
}

// A profile's collisions are its own, with its own reasons.
func TestProfileCollisions(t *testing.T) {
	a, b := at("claude", discovery.User, "/c", "x"), at("agents", discovery.User, "/a", "x")
	a.Size = 1 // another skill
	r := newRegistry(t, discovery.Defaults(), &fake{name: "claude", list: has(a)}, &fake{name: "agents", list: has(b)})
	o := r.Outlook(discovery.View{})
	for _, c := range []struct {
		profile discovery.Profile
		want    string
	}{
		{discovery.Profile{}, "claude (priority 80) ranks before agents (70)"},
		{discovery.Profile{Name: "p", Precedence: []string{"agents"}}, `profile "p" puts agents before claude`},
		{discovery.Profile{Name: "q", Providers: []string{"agents"}}, ""},
	} {
		if err := o.Use(c.profile); err != nil {
			t.Fatal(err)
		}
		s, err := o.Snapshot(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if c.want == "" && len(s.Diagnostics) != 0 || c.want != "" && (len(s.Diagnostics) != 1 || !strings.Contains(s.Diagnostics[0].Message, c.want)) {
			t.Errorf("%+v: %v, want %q", c.profile, s.Diagnostics, c.want)
		}
		if again, _ := o.Snapshot(t.Context()); again != s {
			t.Errorf("%+v: judged twice", c.profile)
		}
	}
	for _, bad := range []discovery.Profile{{Skills: []string{"["}}, {Toggles: map[discovery.Switch]bool{"enableNothing": true}}} {
		if o.Use(bad) == nil {
			t.Errorf("%+v is taken", bad)
		}
	}
}

// The ranks of dsh, in full, on the same resolver.
func TestDshOrder(t *testing.T) {
	order := []*discovery.Candidate{
		at("project-dsh", discovery.Project, "/p/.dsh/skills", "x"), at("project-agents", discovery.Project, "/p/.agents/skills", "x"),
		at("runtime", discovery.Custom, "/r", "x"), at("custom", discovery.Custom, "/c", "x"),
		at("user-dsh", discovery.User, "/h/.dsh/skills", "x"), at("user-agents", discovery.User, "/h/.agents/skills", "x"),
		at("bundled", discovery.Bundled, "", "x"),
	}
	for _, c := range order {
		c.Reading.Head.Name = "x"
	}
	shuffled := slices.Clone(order)
	slices.Reverse(shuffled)
	r := discovery.Resolve(rules.Dsh(), discovery.Defaults(), shuffled, nil)[0]
	for i, e := range r.Entries {
		if e.Candidate != order[i] {
			t.Errorf("place %d: %s, want %s", i, e.Path, order[i].Path)
		}
	}
	if d := r.Entries[1].Detail; d != "project-dsh (rank 100) ranks before project-agents (200)" {
		t.Error(d)
	}
}

func TestDshNames(t *testing.T) {
	for name, want := range map[string]string{
		"a-b": "", "": "it has no name, which dsh needs", "A": `its name "A" is not in kebab case, which dsh needs`,
		"a--b": "kebab", "-a": "kebab", "a-": "kebab", "a_b": "kebab", "ä": "kebab", "1-2": "",
	} {
		c := at("custom", discovery.Custom, "/c", "folder")
		c.Reading.Head.Name = name
		e := discovery.Resolve(rules.Dsh(), discovery.Defaults(), []*discovery.Candidate{c}, nil)[0].Entries[0]
		if (e.State == discovery.Active) != (want == "") || want != "" && !strings.Contains(e.Detail, want) {
			t.Errorf("%q: %s, %s", name, e.State, e.Detail)
		}
	}
}
