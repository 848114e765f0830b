package discovery_test

import (
	"fmt"
	"reflect"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"deft/discovery"
	"deft/discovery/rules"
	"deft/skills"
)

// candidates draws skills of few names in many places, so that much collides.
func candidates(t *rapid.T) []*discovery.Candidate {
	var roots []*discovery.Root
	for i, p := range []string{
		discovery.Native, discovery.Claude, discovery.ClaudePlugins, discovery.Agents,
		discovery.Codex, discovery.CustomDirs, discovery.Shipped, "unheard-of",
	} {
		for _, l := range []discovery.Level{discovery.Project, discovery.User, discovery.Custom} {
			roots = append(roots, &discovery.Root{
				Provider: p, Level: l, Path: fmt.Sprintf("/%s/%s", p, l), Distance: i % 3, Order: i % 2,
			})
		}
	}
	var out []*discovery.Candidate
	for i := range rapid.IntRange(0, 30).Draw(t, "n") {
		root := rapid.SampledFrom(roots).Draw(t, "root")
		name := rapid.SampledFrom([]string{"a", "b", "tmp-c"}).Draw(t, "name")
		c := &discovery.Candidate{
			Root: root, Path: fmt.Sprintf("%s/%02d/SKILL.md", root.Path, i), Folder: name,
			Category: rapid.SampledFrom([]string{"", "x", "y"}).Draw(t, "category"),
		}
		c.Real = c.Path
		if rapid.IntRange(0, 2).Draw(t, "link") == 0 {
			c.Real = fmt.Sprintf("/real/%d", rapid.IntRange(0, 3).Draw(t, "real"))
		}
		c.Reading.Head.Description = rapid.SampledFrom([]string{"", "does", "does"}).Draw(t, "description")
		c.Reading.Invalid = rapid.SampledFrom([]string{"", "", "", "broken"}).Draw(t, "invalid")
		out = append(out, c)
	}
	return out
}

func config(t *rapid.T) discovery.Config {
	c := discovery.Defaults()
	c.IgnoredSkills = rapid.SampledFrom([][]string{nil, {"tmp-*"}}).Draw(t, "ignored")
	c.IncludeSkills = rapid.SampledFrom([][]string{nil, {"a", "tmp-*"}}).Draw(t, "included")
	c.Categories = rapid.SampledFrom([][]string{nil, {"x", "none"}}).Draw(t, "categories")
	c.Toggles = discovery.Toggles{
		NativeUser: rapid.Bool().Draw(t, "native user"), NativeProject: rapid.Bool().Draw(t, "native project"),
		ClaudeUser: rapid.Bool().Draw(t, "claude user"), ClaudeProject: rapid.Bool().Draw(t, "claude project"),
		CodexUser: rapid.Bool().Draw(t, "codex user"),
	}
	return c
}

func digests(t *rapid.T, cs []*discovery.Candidate) discovery.Digests {
	out := discovery.Digests{}
	for _, c := range cs {
		out[c] = discovery.Digest{
			File: rapid.SampledFrom([]string{"", "f", "g"}).Draw(t, "file"),
			Tree: rapid.SampledFrom([]string{"", "t", "u"}).Draw(t, "tree"),
		}
	}
	return out
}

// Whatever is found in whatever order: the judgement is the same, nothing is
// lost, and only what may win does.
func TestResolveProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		cs, conf := candidates(t), config(t)
		ds := digests(t, cs)
		got := discovery.Resolve(rules.Deft(), conf, cs, ds)
		again := discovery.Resolve(rules.Deft(), conf, rapid.Permutation(cs).Draw(t, "order"), ds)
		if !reflect.DeepEqual(got, again) {
			t.Fatalf("the order of the candidates matters:\n%v\n%v", got, again)
		}
		seen := map[*discovery.Candidate]int{}
		active := map[string]bool{}
		for i, r := range got {
			if i > 0 && got[i-1].Name >= r.Name {
				t.Fatalf("%q follows %q", r.Name, got[i-1].Name)
			}
			checkResolution(t, r)
			for _, e := range r.Entries {
				seen[e.Candidate]++
				if e.State == discovery.Active {
					if active[e.Real] {
						t.Fatalf("%s is active twice", e.Real)
					}
					active[e.Real] = true
				}
			}
		}
		for _, c := range cs {
			if seen[c] != 1 {
				t.Fatalf("%s is in %d resolutions", c.Path, seen[c])
			}
		}
	})
}

func checkResolution(t *rapid.T, r discovery.Resolution) {
	won, collision := false, false
	for _, e := range r.Entries {
		if e.Detail == "" || e.Reason == "" {
			t.Fatalf("%s: no reason: %+v", e.Path, e)
		}
		switch e.State {
		case discovery.Active:
			if won || e != r.Winner {
				t.Fatalf("%s: a second winner", e.Path)
			}
			won = true
			if e.Reading.Invalid != "" || e.Root.Provider == discovery.Native && e.Reading.Head.Description == "" {
				t.Fatalf("%s: an invalid skill wins", e.Path)
			}
		case discovery.Shadowed:
			if e.Reason != discovery.SameFile && !won {
				t.Fatalf("%s is shadowed by nothing before it", e.Path)
			}
			collision = collision || e.Reason != discovery.SameFile && e.Reason != discovery.IdenticalCopy
		case discovery.Filtered, discovery.Disabled, discovery.Invalid:
			if e == r.Winner {
				t.Fatalf("%s wins as %s", e.Path, e.State)
			}
		default:
			t.Fatalf("%s: state %q", e.Path, e.State)
		}
	}
	if won != (r.Winner != nil) || collision != r.Collision {
		t.Fatalf("%s: won %v, winner %v, collision %v of %v", r.Name, won, r.Winner, collision, r.Collision)
	}
}

// Taking away what is filtered, disabled or invalid changes nothing for the
// rest: it shadows nothing.
func TestUnusableCandidatesShadowNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		cs, conf := candidates(t), config(t)
		usable := map[*discovery.Candidate]bool{}
		for _, r := range discovery.Resolve(rules.Deft(), conf, cs, nil) {
			for _, e := range r.Entries {
				usable[e.Candidate] = e.State == discovery.Active || e.State == discovery.Shadowed
			}
		}
		rest := slices.DeleteFunc(slices.Clone(cs), func(c *discovery.Candidate) bool { return !usable[c] })
		want := winners(discovery.Resolve(rules.Deft(), conf, rest, nil))
		if got := winners(discovery.Resolve(rules.Deft(), conf, cs, nil)); !reflect.DeepEqual(got, want) {
			t.Fatalf("winners %v, without the unusable %v", got, want)
		}
	})
}

func winners(rs []discovery.Resolution) map[string]string {
	out := map[string]string{}
	for _, r := range rs {
		if r.Winner != nil {
			out[r.Name] = r.Winner.Path
		}
	}
	return out
}

// at makes a candidate for the tables.
func at(provider string, level discovery.Level, path, name string) *discovery.Candidate {
	c := &discovery.Candidate{
		Root: &discovery.Root{Provider: provider, Level: level, Path: path},
		Path: path + "/" + name + "/SKILL.md", Folder: name,
	}
	c.Real = c.Path
	c.Reading.Head.Description = "does"
	return c
}

// The order of deft's own rules, in full.
func TestDeftOrder(t *testing.T) {
	near, far := at("agents", discovery.Project, "/w/p/.agents/skills", "x"), at("agents", discovery.Project, "/w/.agents/skills", "x")
	far.Root.Distance = 1
	first, second := at("custom", discovery.Custom, "/z", "x"), at("custom", discovery.Custom, "/a", "x")
	second.Root.Order = 1
	order := []*discovery.Candidate{
		at("native", discovery.Project, "/p/.deft/skills", "x"), at("native", discovery.User, "/h/.deft/skills", "x"),
		at("claude", discovery.Project, "/p/.claude/skills", "x"), at("claude", discovery.User, "/h/.claude/skills", "x"),
		at("claude-plugins", discovery.Plugin, "/h/plugin", "x"),
		near, far, at("agents", discovery.User, "/h/.agents/skills", "x"),
		at("codex", discovery.Project, "/p/.codex/skills", "x"), at("codex", discovery.User, "/h/.codex/skills", "x"),
		first, second,
		at("path", discovery.Custom, "/path", "x"), at("runtime", discovery.Custom, "/r", "x"),
		at("library", discovery.Custom, "/l", "x"), at("bundled", discovery.Bundled, "", "x"),
		at("zz", discovery.Custom, "/zz", "x"),
	}
	shuffled := slices.Clone(order)
	slices.Reverse(shuffled)
	r := discovery.Resolve(rules.Deft(), discovery.Defaults(), shuffled, nil)[0]
	for i, e := range r.Entries {
		if e.Candidate != order[i] {
			t.Errorf("place %d: %s %s, want %s", i, e.Root.Provider, e.Path, order[i].Path)
		}
	}
}

// Another agent is another value: levels the other way round, folders for names.
func TestOtherRules(t *testing.T) {
	r := rules.Deft()
	r.Identity = discovery.ByFolder
	slices.Reverse(r.Levels)
	project, user := at("claude", discovery.Project, "/p", "x"), at("claude", discovery.User, "/h", "x")
	project.Reading.Head.Name = "y"
	got := discovery.Resolve(r, discovery.Defaults(), []*discovery.Candidate{project, user}, nil)
	if len(got) != 1 || got[0].Name != "x" || got[0].Winner.Candidate != user || got[0].Entries[1].Detail != "user ranks before project" {
		t.Errorf("%+v", got)
	}
}

func TestDetails(t *testing.T) {
	a, b := at("claude-plugins", discovery.Plugin, "/a", "x"), at("agents", discovery.User, "/b", "x")
	near, far := at("agents", discovery.Project, "/w/p", "x"), at("agents", discovery.Project, "/w", "x")
	far.Root.Distance = 1
	one, two := at("custom", discovery.Custom, "/z", "x"), at("custom", discovery.Custom, "/y", "x")
	two.Root.Order = 1
	left := at("agents", discovery.User, "/b", "left")
	right := &discovery.Candidate{Root: left.Root, Path: "/b/right/SKILL.md", Real: "/b/right/SKILL.md", Folder: "right"}
	right.Reading.Head.Name = "left"
	nameless := at("native", discovery.User, "/n", "x")
	nameless.Reading.Head.Description = " \n"
	for _, c := range []struct {
		loser  *discovery.Candidate
		winner *discovery.Candidate
		reason discovery.Reason
		detail string
	}{
		{b, a, discovery.ByRank, "claude-plugins ranks before agents (both priority 70, in this order)"},
		{far, near, discovery.ByDistance, "/w/p is nearer to the working folder than /w"},
		{two, one, discovery.ByOrder, "/z is configured before /y"},
		{right, left, discovery.ByOrder, "/b/left/SKILL.md comes before /b/right/SKILL.md in byte order"},
		{nameless, b, discovery.ByFault, "it has no description, which native skills need"},
	} {
		r := discovery.Resolve(rules.Deft(), discovery.Defaults(), []*discovery.Candidate{c.loser, c.winner}, nil)[0]
		i := slices.IndexFunc(r.Entries, func(e *discovery.Entry) bool { return e.Candidate == c.loser })
		if e := r.Entries[i]; r.Winner.Candidate != c.winner || e.Reason != c.reason || e.Detail != c.detail {
			t.Errorf("%s: winner %s, %s: %q, want %s: %q", e.Path, r.Winner.Path, e.Reason, e.Detail, c.reason, c.detail)
		}
	}
}

// A level without a toggle of its own is on while any toggle is on.
func TestSwitchedOff(t *testing.T) {
	codex := at("codex", discovery.Project, "/p", "x")
	agents := at("agents", discovery.User, "/a", "y")
	custom := at("custom", discovery.Custom, "/c", "z")
	all := []*discovery.Candidate{codex, agents, custom}
	conf := discovery.Defaults()
	conf.Toggles = discovery.Toggles{ClaudeUser: true}
	for _, r := range discovery.Resolve(rules.Deft(), conf, all, nil) {
		if r.Winner == nil {
			t.Errorf("%s is off: %s", r.Name, r.Entries[0].Detail)
		}
	}
	conf.Toggles = discovery.Toggles{}
	got := winners(discovery.Resolve(rules.Deft(), conf, all, nil))
	if len(got) != 1 || got["z"] == "" {
		t.Errorf("all toggles off: %v", got)
	}
}

func TestNames(t *testing.T) {
	for _, c := range []struct{ slug, name, folder, want, title string }{
		{"", "", "pdf", "pdf", ""},
		{"", "docx", "pdf", "docx", ""},
		{"word", "Word files", "pdf", "word", "Word files"},
		{"", "Word files", "pdf", "pdf", "Word files"},
		{"", "", "my skill", "my-skill", ""},
		{"", "", "a@b\x1b[31m", "a-b-[31m", ""},
	} {
		cand := &discovery.Candidate{Folder: c.folder, Reading: skills.Reading{Head: skills.Head{Slug: c.slug, Name: c.name}}}
		if cand.Name() != c.want || cand.Title() != c.title {
			t.Errorf("%+v: name %q, title %q", c, cand.Name(), cand.Title())
		}
	}
}
