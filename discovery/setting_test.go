package discovery

import (
	"strings"
	"testing"
)

func TestWild(t *testing.T) {
	for _, test := range []struct {
		glob, s string
		want    bool
	}{
		{"*", "", true}, {"*", "a/b", true}, {"a*", "b", false}, {"*-test", "my-test", true}, {"*-test", "my-tests", false},
		{"a?c", "abc", true}, {"a?c", "ac", false}, {"*a*b", "xaxbxb", true}, {"", "", true}, {"", "a", false}, {"a**", "a", true},
		{strings.Repeat("*a", 40) + "b", strings.Repeat("a", 4000), false},
	} {
		if got := wild(test.glob, test.s); got != test.want {
			t.Errorf("%.20q, %.20q: %t", test.glob, test.s, got)
		}
	}
}

func TestGlobPath(t *testing.T) {
	for _, test := range []struct {
		glob, at string
		want     bool
	}{
		{"skills/*", "skills/a", true}, {"skills/*", "skills/a/SKILL.md", false}, {"**/a/SKILL.md", "skills/a/SKILL.md", true},
		{"**", "skills/a", true}, {"**", "skills/.a", false}, {"skills/.*", "skills/.a", true}, {"skills/*", "skills/.a", false},
		{"a", "a", true}, {"a", "b", false}, {"[", "[", false}, {"/x/**/c", "/x/y/z/c", true}, {"/x/**/c", "/x/c", true},
		{"**/x/**/x/**/y", "x/a/x/b/x/z", false}, {"a/**", "a", true},
	} {
		if got := globPath(test.glob, test.at); got != test.want {
			t.Errorf("%q, %q: %t", test.glob, test.at, got)
		}
	}
}

// TestOrders: the last order that concerns a skill counts, and one of a file
// in a folder that is not trusted does not.
func TestOrders(t *testing.T) {
	user := &Root{Level: User, Path: "/h/.pi/agent/skills"}
	at := func(rel string) *item {
		c := &Candidate{Root: user, Path: user.Path + "/" + rel, Real: "/real/" + rel}
		return &item{Entry: &Entry{Candidate: c}, name: "Tdd", at: &standing{root: user}}
	}
	off := func(s Selector, text string) Order { return Order{Selector: s, Text: text, Off: true} }
	on := func(s Selector, text string) Order { return Order{Selector: s, Text: text} }
	project, shy := off(EverySkill, ""), off(ByName, "Tdd")
	project.Level, shy.Trusted = Project, true
	for name, test := range map[string]struct {
		all  []Order
		rel  string
		want string
	}{
		"nothing said":              {nil, "x/SKILL.md", "nothing"},
		"another name":              {[]Order{off(ByName, "tdd")}, "x/SKILL.md", "nothing"},
		"the name":                  {[]Order{off(ByName, "Tdd")}, "x/SKILL.md", "off"},
		"the last of two":           {[]Order{off(ByName, "Tdd"), on(ByName, "Tdd")}, "x/SKILL.md", "on"},
		"a glob after the name":     {[]Order{on(ByName, "Tdd"), off(ByGlob, "T*")}, "x/SKILL.md", "off"},
		"a glob before the name":    {[]Order{off(ByGlob, "T*"), on(ByName, "Tdd")}, "x/SKILL.md", "on"},
		"the last of three":         {[]Order{off(ByGlob, "T*"), off(ByName, "Tdd"), on(ByGlob, "*")}, "x/SKILL.md", "on"},
		"capitals and small":        {[]Order{off(ByFolded, "tDD")}, "x/SKILL.md", "off"},
		"the real file":             {[]Order{off(ByFile, "/real/x/SKILL.md")}, "x/SKILL.md", "off"},
		"not the path to it":        {[]Order{off(ByFile, "/h/.pi/agent/skills/x/SKILL.md")}, "x/SKILL.md", "nothing"},
		"the folder's place":        {[]Order{off(ByPlace, "skills/x")}, "x/SKILL.md", "off"},
		"the file's place":          {[]Order{off(ByPlace, "/h/.pi/agent/skills/x/SKILL.md")}, "x/SKILL.md", "off"},
		"the folder of a flat file": {[]Order{off(ByPlace, "skills")}, "x.md", "nothing"},
		"a flat file":               {[]Order{off(ByPlace, "skills/x.md")}, "x.md", "off"},
		"a pattern on the folder":   {[]Order{off(ByPattern, "skills/*")}, "x/SKILL.md", "off"},
		"a pattern on its name":     {[]Order{off(ByPattern, "x*")}, "x/SKILL.md", "off"},
		"another level's":           {[]Order{project}, "x/SKILL.md", "nothing"},
		"not trusted":               {[]Order{on(ByName, "Tdd"), shy}, "x/SKILL.md", "on"},
	} {
		got := "nothing"
		if o := ordersOf(test.all, false).of(at(test.rel)); o != nil && o.Off {
			got = "off"
		} else if o != nil {
			got = "on"
		}
		if got != test.want {
			t.Errorf("%s: %s, not %s", name, got, test.want)
		}
	}
	if o := ordersOf([]Order{on(ByName, "Tdd"), shy}, true).of(at("x/SKILL.md")); !o.Off {
		t.Error("an order is lost although the folder is trusted")
	}
}
