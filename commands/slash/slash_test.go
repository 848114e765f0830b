package slash

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"deft/discovery"
)

// parser knows the skills tidy, review, 3000 and 小说拆条.
func parser() Parser {
	known := []string{"tidy", "review", "3000", "小说拆条", "tidy@claude/user"}
	return Parser{Find: func(handle string) error {
		if slices.Contains(known, handle) {
			return nil
		}
		return &discovery.UnknownError{Handle: handle, Near: []string{"tidy"}}
	}}
}

func TestParse(t *testing.T) {
	one := func(handle, args string) []Invocation { return []Invocation{{handle, args}} }
	for name, c := range map[string]struct {
		draft string
		want  Input
	}{
		"text":                    {"hello", Input{Text: "hello"}},
		"built-in":                {"/skills dep loy ", Input{Command: "skills", Args: "dep loy"}},
		"path is text (R68)":      {"/home/sam/a file.txt is too big", Input{Text: "/home/sam/a file.txt is too big"}},
		"written escape (R68)":    {"//tidy literally", Input{Text: "/tidy literally"}},
		"leading blank (R68)":     {" /skill:tidy with a blank first", Input{Text: " /skill:tidy with a blank first", Skills: one("tidy", " with a blank first")}},
		"arguments (R68)":         {"/skill:tidy src/", Input{Text: "/skill:tidy src/", Skills: one("tidy", "src/")}},
		"no arguments":            {"/skill:tidy", Input{Text: "/skill:tidy", Skills: one("tidy", "")}},
		"blanks are no arguments": {"/skill:tidy  \n", Input{Text: "/skill:tidy  \n", Skills: one("tidy", "")}},
		"number as name (R34)":    {"/skill:3000", Input{Text: "/skill:3000", Skills: one("3000", "")}},
		"CJK name (R43)":          {"/skill:小说拆条 x", Input{Text: "/skill:小说拆条 x", Skills: one("小说拆条", "x")}},
		"qualified":               {"/skill:tidy@claude/user x", Input{Text: "/skill:tidy@claude/user x", Skills: one("tidy@claude/user", "x")}},
		"lines and tabs (R72)": {"/skill:review\nfirst line\n\n    indented third\n\ttabbed\nlast",
			Input{Text: "/skill:review\nfirst line\n\n    indented third\n\ttabbed\nlast", Skills: one("review", "first line\n\n    indented third\n\ttabbed\nlast")}},
		"inside a message": {"please /skill:tidy the src", Input{Text: "please /skill:tidy the src", Skills: one("tidy", "please the src")}},
		"two skills": {"/skill:tidy then /skill:review it", Input{Text: "/skill:tidy then /skill:review it",
			Skills: []Invocation{{"tidy", "then it"}, {"review", "then it"}}}},
		"named twice":             {"/skill:tidy /skill:tidy", Input{Text: "/skill:tidy /skill:tidy", Skills: one("tidy", "")}},
		"end of a sentence":       {"use /skill:tidy.", Input{Text: "use /skill:tidy.", Skills: one("tidy", "use .")}},
		"escaped inside":          {"type //skill:tidy to run", Input{Text: "type /skill:tidy to run"}},
		"not inside a command":    {"/help /skill:tidy", Input{Command: "help", Args: "/skill:tidy"}},
		"not inside a word":       {"x/skill:tidy `/skill:tidy`", Input{Text: "x/skill:tidy `/skill:tidy`"}},
		"mention":                 {"use $tidy on src", Input{Text: "use $tidy on src", Skills: one("tidy", "use $tidy on src")}},
		"nothing but mentions":    {"$tidy $review", Input{Text: "$tidy $review", Skills: []Invocation{{"tidy", ""}, {"review", ""}}}},
		"mention ends a sentence": {"run $tidy.", Input{Text: "run $tidy.", Skills: one("tidy", "run $tidy.")}},
		"no mention":              {"echo $HOME $5 $ $$", Input{Text: "echo $HOME $5 $ $$"}},
		"escaped mention":         {"type $$tidy or $$HOME", Input{Text: "type $tidy or $$HOME"}},
		"mention beside command":  {"/skill:tidy like $review", Input{Text: "/skill:tidy like $review", Skills: []Invocation{{"tidy", "like $review"}, {"review", "like $review"}}}},
		"what shell code does (R70)": {`/skill:tidy alpha "b c" $1 $ARGUMENTS $& \1`,
			Input{Text: `/skill:tidy alpha "b c" $1 $ARGUMENTS $& \1`, Skills: one("tidy", `alpha "b c" $1 $ARGUMENTS $& \1`)}},
	} {
		got, err := parser().Parse(c.draft)
		if err != nil || got.Command != c.want.Command || got.Args != c.want.Args || got.Text != c.want.Text || !slices.Equal(got.Skills, c.want.Skills) {
			t.Errorf("%s: got %+v, %v, want %+v", name, got, err, c.want)
		}
	}
}

// Case R68: what is not understood is an error that names what is near.
func TestParseRefuses(t *testing.T) {
	for _, c := range []struct{ draft, word, near string }{
		{"/skil:tidy typo", "/skil:tidy", "/skill:tidy"},
		{"/skill:", "/skill:", ""},
		{"/skill:nosuch arg", "/skill:nosuch", "/skill:tidy"},
		{"see /skill:nosuch.", "/skill:nosuch.", "/skill:tidy"},
		{"/hlep", "/hlep", "/help"},
		{"/tmp", "/tmp", ""},
	} {
		_, err := parser().Parse(c.draft)
		e, ok := errors.AsType[*Error](err)
		if !ok || e.Word != c.word || e.Message == "" || c.near != "" && !slices.Contains(e.Near, c.near) {
			t.Errorf("%q: %#v", c.draft, err)
		}
	}
}

func TestParseDisabled(t *testing.T) {
	p := parser()
	p.Disabled = true
	if _, err := p.Parse("/skill:tidy"); err == nil || !strings.Contains(err.Error(), "off") {
		t.Errorf("%v", err)
	}
	if in, err := p.Parse("//skill:tidy"); err != nil || in.Text != "/skill:tidy" {
		t.Errorf("%+v, %v", in, err)
	}
}

func completer() *Completer {
	return NewCompleter([]Skill{
		{Handle: "clear-cache", Description: "Empties caches."},
		{Handle: "clear", Hint: "[what]", Description: "Clears."},
		{Handle: "nuclear", Description: "Reacts."},
		{Handle: "小说拆条", Description: "Splits novels."},
	}, false)
}

func TestComplete(t *testing.T) {
	for _, c := range []struct {
		draft string
		first string
		exact bool
	}{
		{"/skill:clear", "/skill:clear", true}, // case R66
		{"/skill:Clear", "/skill:clear", true},
		{"/skill:小", "/skill:小说拆条", false}, // case R43
		{"use /skill:cle", "/skill:clear", false},
		{"/he", "/help", false},
		{"/help", "/help", true},
		{"/", "/skill:", false},
		{"say /sk", "/skill:", false},
		{"say /he", "", false},
		{"/help /skill:cl", "", false},
		{"hello", "", false},
	} {
		p := completer().Complete(c.draft, len(c.draft))
		first := ""
		if len(p.Items) > 0 {
			first = p.Items[0].Text
		}
		if first != c.first || p.Exact != c.exact {
			t.Errorf("%q: first %q exact %v, want %q %v", c.draft, first, p.Exact, c.first, c.exact)
		}
	}
}

func texts(p Proposal) string {
	var out []string
	for _, c := range p.Items {
		out = append(out, c.Text)
	}
	return strings.Join(out, " ")
}

func TestCompleteMentions(t *testing.T) {
	c := NewCompleter([]Skill{{Handle: "tidy"}, {Handle: "text-tidy"}, {Handle: "review"}}, false)
	for draft, want := range map[string]string{"$": "$tidy $text-tidy $review", "use $ti": "$tidy $text-tidy", "$HOME": "", "$$ti": "", "/help $ti": "", "costs 5$": ""} {
		if got := texts(c.Complete(draft, len(draft))); got != want {
			t.Errorf("%q gives %q, want %q", draft, got, want)
		}
	}
	if p := c.Complete("$rw", 3); len(p.Items) == 0 || !p.Loose || p.Exact {
		t.Errorf("a word that begins no handle: %+v", p)
	}
	if p := c.Complete("$tidy", 5); !p.Exact || p.Loose {
		t.Errorf("a whole handle: %+v", p)
	}
	if p := NewCompleter([]Skill{{Handle: "tidy"}}, true).Complete("$t", 2); len(p.Items) > 0 {
		t.Error("mentions complete though skill commands are off")
	}
}

func TestCompleteFiles(t *testing.T) {
	c := NewCompleter(nil, false).WithFiles([]string{"SKILL.md", "references/a b.md", "references/form.md", "scripts/run.sh"})
	for draft, want := range map[string]string{"/skill:x re": "references/a b.md references/form.md", "see scripts/": "scripts/run.sh", "s": "", "scripts/run.sh": "", "run": ""} {
		p := c.Complete(draft, len(draft))
		if got := texts(p); got != want || got != "" && !p.Loose {
			t.Errorf("%q gives %q, want %q", draft, got, want)
		}
	}
	if p := NewCompleter(nil, false).Complete("see scripts/", 12); len(p.Items) > 0 {
		t.Error("files without a skill")
	}
}

func TestCompleteChoices(t *testing.T) {
	c := NewCompleter(nil, true).WithChoices(map[string][]string{"profile": {"work", "writing", "off"}})
	for draft, want := range map[string]string{
		"/profile ": "work writing off", "/profile w": "work writing", "/profile WO": "work", "/profile x": "",
		"/profile work ": "", "/profile work o": "", "/theme o": "", "about /profile w": "",
	} {
		p, got := c.Complete(draft, len(draft)), ""
		for _, item := range p.Items {
			got += " " + item.Text
		}
		if strings.TrimSpace(got) != want {
			t.Errorf("%q: %q, want %q", draft, got, want)
		}
		if p.Loose && draft != "/profile " {
			t.Errorf("%q is sent as it stands", draft)
		}
	}
}

func TestNamed(t *testing.T) {
	for draft, want := range map[string]string{"/skill:tidy a": "tidy", "a $b c": "b", "/skill:a $b": "b", "x": "", "/skill: $": ""} {
		if got := Named(draft); got != want {
			t.Errorf("%q names %q, want %q", draft, got, want)
		}
	}
}

func TestCompleteReplacesTheWord(t *testing.T) {
	p := completer().Complete("use /skill:clxx now", len("use /skill:cl"))
	if p.Start != 4 || p.End != len("use /skill:clxx") || p.Items[0].Hint != "" && p.Items[0].Text == "/skill:nuclear" {
		t.Errorf("%+v", p)
	}
	if got := p.Items[0].Matched; !slices.Equal(got, []int{7, 8}) {
		t.Errorf("matched %v", got)
	}
}

func TestCompleteDisabled(t *testing.T) {
	p := NewCompleter([]Skill{{Handle: "a"}}, true).Complete("/skill:a", 8)
	if len(p.Items) > 0 || !strings.Contains(p.Note, "off") {
		t.Errorf("%+v", p)
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{"/skill:tidy a", "x /skill:review\n\t/skill:tidy.", "//skill:tidy", "/help", "//", "/", " /skill:", "\x00/skill:\xff"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, draft string) {
		in, err := parser().Parse(draft)
		if err != nil {
			if _, ok := errors.AsType[*Error](err); !ok {
				t.Fatalf("%q: untyped error %v", draft, err)
			}
			return
		}
		if in.Command == "" && strings.Count(in.Text, "/")+strings.Count(draft, "//") < strings.Count(draft, "/") {
			t.Errorf("%q lost text: %q", draft, in.Text)
		}
		for _, s := range in.Skills {
			if parser().Find(s.Handle) != nil {
				t.Errorf("%q names %q", draft, s.Handle)
			}
		}
	})
}

func FuzzComplete(f *testing.F) {
	f.Add("use /skill:cl now", 10)
	f.Add("/skill:小", 10)
	f.Fuzz(func(t *testing.T, draft string, cursor int) {
		if cursor < 0 || cursor > len(draft) || !utf8.ValidString(draft) {
			return
		}
		p := completer().Complete(draft, cursor)
		if p.Start < 0 || p.Start > cursor || p.End < cursor || p.End > len(draft) {
			t.Errorf("%q at %d: %d to %d", draft, cursor, p.Start, p.End)
		}
	})
}
