package cli

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"deft/commands"
	"deft/commands/config"
	"deft/discovery"
	"deft/discovery/rules"
	"deft/skills"
)

// capture is a screen that writes into a string.
func capture(terminal, colour bool, width int) (*screen, func() string) {
	var b strings.Builder
	s := &screen{Writer: bufio.NewWriter(&b), terminal: terminal, colour: colour, width: width}
	return s, func() string { _ = s.Flush(); return b.String() }
}

func entry(name string, state discovery.State, description string) *discovery.Entry {
	return &discovery.Entry{
		Candidate: &discovery.Candidate{
			Root: &discovery.Root{Provider: discovery.Claude, Level: discovery.User},
			Path: "/home/" + name + "/SKILL.md", Real: "/home/" + name + "/SKILL.md", Folder: name,
			Reading: skills.Reading{Head: skills.Head{Name: name, Description: description}},
		},
		State: state, Detail: "because",
	}
}

// A terminal's list never is wider than the terminal.
func TestListTable(t *testing.T) {
	entries := []*discovery.Entry{
		entry("plain", discovery.Active, "Says what it does at some length."),
		entry("漢字-漢字", discovery.Active, "漢字漢字漢字漢字漢字漢字漢字漢字"),
		entry("a-name-that-is-much-longer-than-any-column-may-become", discovery.Shadowed, "x"),
		entry("esc", discovery.Active, "a\x1b[2Jb\x07\nc\u202e"),
	}
	for width := 1; width <= 120; width++ {
		for _, all := range []bool{false, true} {
			s, out := capture(true, false, width)
			listTable(s, named(entries), all)
			lines := strings.Split(strings.TrimSuffix(out(), "\n"), "\n")
			if len(lines) != len(entries) {
				t.Fatalf("width %d: %d lines for %d entries", width, len(lines), len(entries))
			}
			for _, l := range lines {
				if n := len([]rune(l)); strings.ContainsAny(l, "\x1b\x07\u202e") || width > 1 && cells(l) > width {
					t.Errorf("width %d: %q has %d runes, %d cells", width, l, n, cells(l))
				}
			}
		}
	}
}

func cells(s string) int { return width(s) }

func TestListTableForm(t *testing.T) {
	s, out := capture(true, false, 50)
	listTable(s, named([]*discovery.Entry{
		entry("one", discovery.Active, "Does one thing."),
		entry("second", discovery.Shadowed, "Does another thing."),
	}), true)
	want := "one     active     claude/user  Does one thing.\nsecond  shadowed   claude/user  because\n"
	if got := out(); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

func TestPaint(t *testing.T) {
	s, _ := capture(true, true, 80)
	if got := s.paint(red, "x"); got != "\x1b[31mx\x1b[0m" {
		t.Errorf("got %q", got)
	}
	s, _ = capture(true, false, 80)
	if got := s.paint(red, "x"); got != "x" {
		t.Errorf("got %q", got)
	}
}

// What a pipe gets is no terminal's business, whatever TERM says.
func TestNewScreenOfPipe(t *testing.T) {
	t.Setenv("TERM", "xterm-256color")
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	defer w.Close()
	if s := newScreen(w); s.terminal || s.colour {
		t.Errorf("got %+v", s)
	}
}

func TestWhyTable(t *testing.T) {
	winner, loser := entry("x", discovery.Active, "d"), entry("x", discovery.Shadowed, "d")
	winner.Reason, loser.Reason, winner.SeenAt = discovery.ByRank, discovery.ByRank, []string{"/else\awhere"}
	s, out := capture(true, false, 80)
	whyTable(s, commands.Explanation{
		Resolution: &discovery.Resolution{Name: "x", Winner: winner, Entries: []*discovery.Entry{winner, loser}},
		Digests:    []string{strings.Repeat("ab", 32), ""}, Handles: []string{"x", "x@claude"},
	})
	want := `x by the rules of deft

active    claude/user  x
  /home/x/SKILL.md
  rank: because
  also seen at /else␇where
  sha256 abababababababab

shadowed  claude/user  x@claude
  /home/x/SKILL.md
  rank: because
`
	if got := out(); got != want {
		t.Errorf("got\n%s", got)
	}
}

// --raw is byte for byte in a pipe; a terminal would obey what is in a file.
func TestRaw(t *testing.T) {
	const text = "a\x1b[2J\r\n\u202e"
	for terminal, want := range map[bool]string{false: text, true: "a␛\n‹U+202E›\n"} {
		s, out := capture(terminal, false, 80)
		s.content([]byte(text), true)
		if got := out(); got != want {
			t.Errorf("terminal %t: got %q, want %q", terminal, got, want)
		}
	}
}

func TestFactWraps(t *testing.T) {
	s, out := capture(true, false, 40)
	s.fact("description", "Some words that are too many for one line.")
	want := "description    Some words that are too\n               many for one line.\n"
	if got := out(); got != want {
		t.Errorf("got\n%s", got)
	}
	s, out = capture(false, false, 0)
	s.fact("description", "Some words.")
	s.fact("empty", "")
	if got := out(); got != "description\tSome words.\n" {
		t.Errorf("got %q", got)
	}
}

// JSON is data: it decodes to what the file says, and harms no terminal.
// A setting without a value would else read as if its origin were the value.
func TestSetting(t *testing.T) {
	for terminal, want := range map[bool]string{
		true:  "profile                       (none)  default\ntheme                         auto  default\n",
		false: "profile\t\tdefault\ntheme\tauto\tdefault\n",
	} {
		s, out := capture(terminal, false, 80)
		s.setting("profile", "", "default")
		s.setting("theme", "auto", "default")
		if got := out(); got != want {
			t.Errorf("terminal %t: got\n%swant\n%s", terminal, got, want)
		}
	}
}

// The trash names places as the other commands that ask do.
func TestRestoring(t *testing.T) {
	for terminal, want := range map[bool]string{true: "restore ~/.claude/skills/x\n", false: "restore\t/home/sam/.claude/skills/x\n"} {
		s, out := capture(terminal, false, 80)
		s.home = "/home/sam"
		s.restoring("/home/sam/.claude/skills/x")
		if got := out(); got != want {
			t.Errorf("terminal %t: got %q, want %q", terminal, got, want)
		}
	}
}

func TestEncode(t *testing.T) {
	for _, text := range []string{
		"plain <b> & \"q\"", "esc \x1b[2J bel \a nul \x00", "c1 \u009b31m del \x7f", "bidi \u202e \u2066", "tag \U000e0041",
		"zero \u200b join \u200d", "sep \u2028", "selector \ufe0f \U000e0100", "private \ue000", "emoji 👩‍💻 漢字 é",
	} {
		data, err := encode(map[string]string{"x": text})
		if err != nil {
			t.Fatal(err)
		}
		if strings.ContainsFunc(string(data), func(r rune) bool { return r < ' ' || unseen(r) }) {
			t.Errorf("%q holds what cannot be seen", data)
		}
		var back map[string]string
		if err := json.Unmarshal(data, &back); err != nil || back["x"] != text {
			t.Errorf("%q comes back as %q, %v", text, back["x"], err)
		}
	}
}

func TestWriteArray(t *testing.T) {
	for n, want := range []string{"[]\n", "[\n0\n]\n", "[\n0,\n1\n]\n"} {
		s, out := capture(false, false, 0)
		err := writeArray(s, func(yield func(int) error) error {
			for i := range n {
				if err := yield(i); err != nil {
					return err
				}
			}
			return nil
		})
		if got := out(); err != nil || got != want {
			t.Errorf("%d: got %q, %v", n, got, err)
		}
	}
}

func TestNoticesFold(t *testing.T) {
	var all []skills.Diagnostic
	for i := range 7 {
		all = append(all,
			skills.Diagnostic{Code: "bad", Severity: skills.Error, Path: fmt.Sprintf("/e%d", i), Line: 3, Message: "is bad", Hint: "mend it"},
			skills.Diagnostic{Code: "odd", Severity: skills.Warning, Path: fmt.Sprintf("/w%d", i), Message: "is odd\x1b"},
			skills.Diagnostic{Code: "note", Severity: skills.Info, Path: "/i", Message: "is so"},
		)
	}
	s, out := capture(false, false, 0)
	var n notices
	n.add(all...)
	n.write(s)
	want := `error: /e0:3: is bad (mend it)
error: /e1:3: is bad (mend it)
error: /e2:3: is bad (mend it)
error: /e3:3: is bad (mend it)
error: /e4:3: is bad (mend it)
error: 2 more of this kind (bad), see ` + "`deft doctor`" + `
warning: /w0: is odd␛ - and 6 more of this kind (odd), see ` + "`deft doctor`" + "\n"
	if got := out(); got != want {
		t.Errorf("got\n%s", got)
	}
	if got := commands.Heard(all, []string{"odd", "bad"}); len(got) != 14 {
		t.Errorf("%d findings are heard: errors cannot be muted", len(got))
	}
}

func TestExitCodes(t *testing.T) {
	for _, c := range []struct {
		err  error
		want int
	}{
		{nil, 0},
		{errFindings, 1},
		{usagef("x"), 2},
		{&config.Error{}, 2},
		{fmt.Errorf("x: %w", &discovery.UnknownError{}), 2},
		{&discovery.AmbiguousError{}, 2},
		{&commands.PolicyError{}, 2},
		{&commands.InputError{}, 2},
		{&commands.InvalidError{}, 3},
		{os.ErrPermission, 3},
	} {
		if got := exitCode(c.err); got != c.want {
			t.Errorf("%v: %d, want %d", c.err, got, c.want)
		}
	}
}

// The help of `deft config` names every key, and every key has a flag.
func TestKeyTable(t *testing.T) {
	sh := &shell{}
	sh.out, _ = capture(false, false, 0)
	sh.err, _ = capture(false, false, 0)
	root := newRoot(sh)
	table := keyTable()
	for _, k := range config.Keys() {
		if !strings.Contains(table, "  "+k.Name+" ") || k.Flag != "" && root.PersistentFlags().Lookup(k.Flag) == nil {
			t.Errorf("%s (--%s) is missing", k.Name, k.Flag)
		}
	}
}

// Lines break at blanks, longer words behind a slash, and nothing is lost.
func TestWrap(t *testing.T) {
	for _, c := range []struct {
		text  string
		cells int
		want  string
	}{
		{"a name-folder-mismatch here", 16, "a\n  name-folder-mi\n  smatch here"},
		{"see /home/me/skills/tdd/SKILL.md now", 20, "see\n  /home/me/skills/\n  tdd/SKILL.md now"},
		{"/home/me/skills/tdd/SKILL.md:1: x", 20, "/home/me/skills/tdd/\n  SKILL.md:1: x"},
		{"漢字漢字 漢字漢字", 9, "漢字漢字\n  漢字漢\n  字"},
		{"\x1b[1mbold\x1b[0m word", 4, "\x1b[1mbold\x1b[0m\n  wo\n  rd"},
		{"short", 20, "short"},
	} {
		if got := wrap(c.text, c.cells, 2); got != c.want {
			t.Errorf("%q in %d:\ngot  %q\nwant %q", c.text, c.cells, got, c.want)
		}
	}
}

// Beside a list in a terminal each error has a line, and the rest is counted.
func TestBrief(t *testing.T) {
	s, out := capture(true, false, 40)
	s.brief([]skills.Diagnostic{
		{Severity: skills.Warning, Path: "/w", Message: "is odd"},
		{Severity: skills.Error, Path: "/e", Line: 2, Message: "is bad in a way that takes many words to say"},
		{Severity: skills.Warning, Path: "/w2", Message: "is odd"},
		{Severity: skills.Info, Path: "/i", Message: "is so"},
	})
	want := "error: /e:2: is bad in a way that takes…\n1 error, 2 warnings: see deft doctor\n"
	if got := out(); got != want {
		t.Errorf("got\n%s", got)
	}
}

func TestColours(t *testing.T) {
	for _, c := range []struct {
		term, no string
		want     bool
	}{{"xterm", "", true}, {"xterm", "1", false}, {"dumb", "", false}, {"", "", false}} {
		env := map[string]string{"TERM": c.term, "NO_COLOR": c.no}
		if got := colours(func(name string) string { return env[name] }); got != c.want {
			t.Errorf("TERM=%q NO_COLOR=%q: %t", c.term, c.no, got)
		}
	}
}

// A path that is to be written for an agent stays whole: only people and shells know ~.
func TestDoctorTextHome(t *testing.T) {
	s, out := capture(true, false, 200)
	s.home = "/home/sam"
	doctorText(s, commands.Report{Diagnostics: []skills.Diagnostic{
		{Code: commands.CodeAgentAmbiguous, Severity: skills.Warning, Path: "/home/sam/a/SKILL.md", Message: "m", Hint: "write [$a](/home/sam/a/SKILL.md)"},
		{Code: commands.CodeAgentDrops, Severity: skills.Warning, Path: "/home/sam/a/SKILL.md", Message: "m", Hint: "deft doctor --spec /home/sam/a"},
		{Code: commands.CodeListingBudget, Severity: skills.Warning, Message: "m"},
	}})
	want := "~/a/SKILL.md:1: warning: agent-ambiguous: m (write [$a](/home/sam/a/SKILL.md))\n" +
		"~/a/SKILL.md:1: warning: agent-drops: m (deft doctor --spec ~/a)\nwarning: listing-budget: m\n"
	if got := out(); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

// Of all agents it is said first who comes to which end.
func TestOverview(t *testing.T) {
	s, out := capture(true, false, 60)
	answer := func(title string, state discovery.State) commands.AgentAnswer {
		e := entry("tdd", state, "")
		x := commands.AgentAnswer{AgentHere: commands.AgentHere{Agent: rules.Agent{Title: title}}, Resolution: discovery.Resolution{Name: "tdd", Entries: []*discovery.Entry{e}}}
		if state == discovery.Active {
			x.Winner = e
		}
		return x
	}
	overview(s, []commands.AgentAnswer{answer("A", discovery.Active), answer("B", discovery.Ambiguous), answer("C", discovery.Active), answer("D", discovery.NotSeen)})
	want := "tdd\n  /home/tdd/SKILL.md\n    A, C\n  ambiguous, the bare name reaches no copy\n    B\n  no copy\n    D\n\n"
	if got := out(); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}
