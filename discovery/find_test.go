package discovery_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"deft/discovery"
	"deft/discovery/rules"
	"deft/skills"
)

func snapshotOf(cs ...*discovery.Candidate) *discovery.Snapshot {
	return &discovery.Snapshot{Resolutions: discovery.Resolve(rules.Deft(), discovery.Defaults(), cs, nil)}
}

func plugin(name, skill string) *discovery.Candidate {
	c := at("claude-plugins", discovery.Plugin, "/plugins/"+name, skill)
	c.Root.Plugin = name
	return c
}

func TestFind(t *testing.T) {
	s := snapshotOf(
		at("native", discovery.User, "/h/.deft/skills", "tdd"),
		at("claude", discovery.Project, "/p/.claude/skills", "tdd"), at("claude", discovery.User, "/h/.claude/skills", "tdd"),
		plugin("disc", "tdd"), plugin("jig", "tdd"), plugin("notes", "fetch"),
		at("agents", discovery.User, "/h/.agents/skills", "a:b"),
	)
	for _, c := range []struct{ handle, path string }{
		{"tdd", "/h/.deft/skills/tdd/SKILL.md"},
		{"tdd@native", "/h/.deft/skills/tdd/SKILL.md"},
		{"tdd@claude/user", "/h/.claude/skills/tdd/SKILL.md"},
		{"tdd@claude/project", "/p/.claude/skills/tdd/SKILL.md"},
		{"tdd@/p/.claude/skills/tdd", "/p/.claude/skills/tdd/SKILL.md"},
		{"tdd@/p/.claude/skills/tdd/", "/p/.claude/skills/tdd/SKILL.md"},
		{"tdd@/p/.claude/skills/tdd/SKILL.md", "/p/.claude/skills/tdd/SKILL.md"},
		{"jig:tdd", "/plugins/jig/tdd/SKILL.md"},
		// case R80: a plugin's skill is found by its name and by its plugin's.
		{"fetch", "/plugins/notes/fetch/SKILL.md"},
		{"notes:fetch", "/plugins/notes/fetch/SKILL.md"},
		{"a:b", "/h/.agents/skills/a:b/SKILL.md"},
	} {
		e, err := s.Find(c.handle)
		if err != nil || e.Path != c.path {
			t.Errorf("%s: %v, %v; want %s", c.handle, e, err, c.path)
		}
	}
	for handle, want := range map[string]string{
		"tdd@claude":         `"tdd@claude" fits several skills: tdd@claude/project, tdd@claude/user`,
		"tdd@claude-plugins": `"tdd@claude-plugins" fits several skills: disc:tdd, jig:tdd`,
		"td":                 `no skill "td"; nearest: tdd`,
		"tdd@codex":          `no skill "tdd@codex"; nearest: tdd, tdd@claude/project, tdd@claude/user`,
		"nowhere:fetch":      `no skill "nowhere:fetch"; nearest: fetch`,
		"qqqqqqqq":           `no skill "qqqqqqqq"`,
		"":                   `no skill ""`,
	} {
		if e, err := s.Find(handle); err == nil || err.Error() != want {
			t.Errorf("%q: %v, %v; want %s", handle, e, err, want)
		}
	}
	var unknown *discovery.UnknownError
	if _, err := s.Find("td"); !errors.As(err, &unknown) || !slices.Equal(unknown.Near, []string{"tdd"}) {
		t.Errorf("unknown: %+v", unknown)
	}
}

// A name that only a link to the skill has leads to the skill.
func TestFindThroughALink(t *testing.T) {
	real, alias := at("native", discovery.User, "/h/.deft/skills", "code-review"), at("claude", discovery.User, "/h/.claude/skills", "rev")
	alias.Real = real.Path
	s := snapshotOf(real, alias)
	e, err := s.Find("rev")
	if err != nil || e.Candidate != real || len(s.Resolutions) != 1 {
		t.Fatalf("%v, %v", e, err)
	}
	if q := s.Qualified(s.Resolutions[0].Entries[1]); q != "code-review@claude" {
		t.Errorf("qualified: %s", q)
	}
}

// A name nobody can win stands for its first copy.
func TestFindWithoutAWinner(t *testing.T) {
	c := at("claude", discovery.User, "/h", "x")
	c.Reading.Invalid = "broken"
	e, err := snapshotOf(c).Find("x")
	if err != nil || e.State != discovery.Invalid {
		t.Errorf("%v, %v", e, err)
	}
}

// Every entry has a handle that reaches it, and an ambiguous handle lists
// forms that all work.
func TestQualifiedReachesItsEntry(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := snapshotOf(candidates(t)...)
		for _, r := range s.Resolutions {
			for _, e := range r.Entries {
				form := s.Qualified(e)
				got, err := s.Find(form)
				if err != nil || got.Candidate != e.Candidate {
					t.Fatalf("%s of %s leads to %v, %v", form, e.Path, got, err)
				}
			}
			for _, e := range r.Entries {
				var many *discovery.AmbiguousError
				if _, err := s.Find(r.Name + "@" + e.Root.Provider); !errors.As(err, &many) {
					continue
				}
				for _, f := range many.Forms {
					if _, err := s.Find(f); err != nil || !strings.HasPrefix(f, r.Name) {
						t.Fatalf("form %s: %v", f, err)
					}
				}
			}
		}
	})
}

// What was not found is perhaps known by its title or its folder, or lies too
// deep.
func TestUnknown(t *testing.T) {
	c := at("claude", discovery.User, "/c", "sluggy")
	c.Reading.Head.Name, c.Reading.Head.Slug = "sluggish", "slg"
	s := snapshotOf(c, at("claude", discovery.User, "/c", "tdd"))
	s.Diagnostics = []skills.Diagnostic{{Code: discovery.CodeNested, Path: "/c/group/deep/SKILL.md", Hint: "move it"}}
	for handle, want := range map[string]string{
		"slg2":     `no skill "slg2"; nearest: slg`,
		"sluggish": `no skill "sluggish"; nearest: slg`,
		"sluggy":   `no skill "sluggy"; nearest: slg`,
		"deep":     `no skill "deep"; one lies too deep at /c/group/deep/SKILL.md (move it)`,
		"group":    `no skill "group"`,
	} {
		if _, err := s.Find(handle); err == nil || err.Error() != want {
			t.Errorf("%s: got %v, want %s", handle, err, want)
		}
	}
}

func TestFindBelowHome(t *testing.T) {
	r, err := discovery.NewRegistry(rules.Deft(), discovery.Defaults(), discovery.Place{Cwd: "/p", Home: "/h", Project: "/p"},
		&fake{name: "claude", list: has(at("claude", discovery.User, "/h/.claude/skills", "tdd"))})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	s := look(t, r, discovery.View{})
	if e, err := s.Find("tdd@~/.claude/skills/tdd"); err != nil || e.Path != "/h/.claude/skills/tdd/SKILL.md" {
		t.Errorf("got %v, %v", e, err)
	}
}

// What the handle of one copy costs among many of its name.
func BenchmarkQualified(b *testing.B) {
	for _, n := range []int{1250, 5000} {
		cs := make([]*discovery.Candidate, n)
		for i := range cs {
			cs[i] = at("claude", discovery.User, fmt.Sprint("/c/", i), "same")
		}
		s := snapshotOf(cs...)
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for i := 0; b.Loop(); i++ {
				s.Qualified(s.Resolutions[0].Entries[i%n])
			}
		})
	}
}

// Entries yields each once, in the order of the resolutions, and At the first at a path.
func TestEntries(t *testing.T) {
	first, second, other := at("native", discovery.User, "/h/.deft/skills", "b"), at("claude", discovery.User, "/h/.claude/skills", "b"),
		at("claude", discovery.User, "/h/.claude/skills", "a")
	s := snapshotOf(first, second, other)
	var got []string
	for e := range s.Entries() {
		got = append(got, e.Path)
	}
	if want := []string{other.Path, first.Path, second.Path}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	for range s.Entries() {
		break // and nothing is yielded any more
	}
	if e := s.At(second.Path); e == nil || e.Candidate != second {
		t.Errorf("at %s: %v", second.Path, e)
	}
	if e := s.At("/nowhere"); e != nil {
		t.Errorf("got %v", e)
	}
}
