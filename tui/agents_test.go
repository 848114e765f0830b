package tui

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"deft/commands"
	"deft/commands/cli"
	"deft/discovery"
	"deft/tui/dialog"
)

// fiveCopies is one name in three roots of the user and two of the project.
func fiveCopies() *fakeSource {
	s := &fakeSource{}
	for _, at := range []struct {
		dir      string
		provider string
		level    discovery.Level
	}{
		{"/home/sam/.claude", discovery.Claude, discovery.User}, {"/home/sam/.agents", discovery.Agents, discovery.User},
		{"/home/sam/.codex", discovery.Codex, discovery.User}, {"/home/sam/work/.claude", discovery.Claude, discovery.Project},
		{"/home/sam/work/.agents", discovery.Agents, discovery.Project},
	} {
		path := at.dir + "/skills/tdd/SKILL.md"
		s.found = append(s.found, found{provider: at.provider, level: at.level, path: path, raw: skill("tdd", "Test first.", "Of "+at.dir+", for $ARGUMENTS.\n")})
	}
	return s
}

func TestMatrix(t *testing.T) {
	s := open(t, 120, 30, fiveCopies())
	s.press("m")
	s.shows("Matrix: 5 copies")
	s.shows("~/.codex/skills")
	s.shows("✓ wins")
	s.shows("deft: ")
	s.press("l", "l", "l", "l", "l", "enter")
	s.shows("tdd for Codex")
	s.shows("ambiguous: the bare name reaches no copy")
	s.shows("same-name")
	s.shows("certainty")
	s.press("esc")
	s.hides("tdd for Codex")
	s.press("f")
	s.write("zzz")
	s.shows("No skill matches")
	s.press("esc")
	s.shows("Matrix: 5 copies")
	s.press("esc")
	s.hides("Matrix")
	s.write("/agents")
	s.submit()
	s.shows("Matrix: 5 copies")
	s.shows("✓ wins")
	s.press("p")
	s.shows("Problems")
	s.hides("Matrix")
	s.press("m", "m")
	s.hides("Matrix")
	s.hides("Problems:")
}

// A path that only holds the name of the home folder is told as it is.
func TestMatrixPaths(t *testing.T) {
	s := open(t, 120, 30, fiveCopies())
	e := &discovery.Entry{Candidate: &discovery.Candidate{Path: "/home/sam/a/SKILL.md"}, State: discovery.Shadowed, Reason: discovery.SameFile,
		Detail: "the same file as /mnt/home/sam/x and /home/sam/y"}
	msg := answeredMsg{of: e.Candidate}
	msg.answer.Entries = []*discovery.Entry{e}
	want := dialog.Line{Left: "reason", Right: "same-file: the same file as /mnt/home/sam/x and ~/y"}
	if got := (agents{s.model}).answerLines(msg); !slices.Contains(got, want) {
		t.Errorf("got %q", got)
	}
}

// Where trust matters, both answers are given.
func TestMatrixTrust(t *testing.T) {
	s := open(t, 120, 40, fiveCopies())
	s.press("m", "G", "l", "l", "l")
	s.shows("pi: not seen")
	s.press("k")
	s.shows("pi: wins, if it trusts the folder")
	s.press("j", "enter")
	s.shows("tdd for pi")
	s.shows("if the folder is not trusted")
	s.shows("~/.agents/skills/tdd")
}

func TestMatrixFollowsTheDisk(t *testing.T) {
	s := open(t, 120, 30, fiveCopies())
	s.press("m")
	s.change(func(f *fakeSource) { f.found = f.found[1:] })
	s.shows("Matrix: 4 copies")
}

func TestMatrixWithoutDisk(t *testing.T) {
	s := open(t, 80, 24, fiveCopies(), func(a *cli.App) {
		a.Agents = commands.Agents{Scan: func(context.Context) (*discovery.Scene, error) { return nil, errors.New("no disk") }}
	})
	s.press("m")
	s.shows("The skills could not be looked for: no disk")
	s.press("esc")
	s.write("/as codex")
	s.submit()
	s.shows("The list is deft's own: no disk")
	s.hides("as codex")
}

func TestAs(t *testing.T) {
	s := open(t, 120, 30, fiveCopies())
	run := func(text string) {
		s.write(text)
		s.submit()
	}
	run("/as")
	s.shows("The list is as deft sees it")
	run("/as codx")
	s.shows(`no agent "codx"`)
	s.shows("codex")
	s.press("ctrl+c")
	run("/as codex")
	s.shows("as codex")
	s.shows("3 of 5")
	s.shows("?  agents/project")
	s.press("esc", "a")
	s.shows("·  claude/user")
	s.shows("5 skills")
	s.press("3")
	s.shows("tdd is ambiguous")
	s.press("5")
	s.shows("[$tdd](")
	s.shows("<skill>")
	s.shows("<name>tdd</name>")
	run("/as pi")
	run("/as")
	s.shows("The list is as pi sees it where it trusts the folder")
	s.press("esc")
	run("/as claude-code")
	s.press("esc", "g", "w", "5")
	s.shows("as claude-code")
	s.shows("/tdd puts this into the conversation")
	s.shows("Of /home/sam/.claude")
	s.press("tab", "y")
	if !strings.Contains(s.clip, "Of /home/sam/.claude") {
		t.Errorf("copied: %q", s.clip)
	}
	run("/as cursor")
	s.press("esc", "g", "5")
	s.shows("as cursor")
	s.shows("is not documented")
	run("/as deft")
	s.hides("as cursor")
	s.hides("as deft")
	s.shows("5 skills")
}

// A copy that an agent does not use is put into no conversation, and says so.
func TestAsShadowed(t *testing.T) {
	s := open(t, 120, 30, fiveCopies())
	s.write("/as crush")
	s.submit()
	s.press("esc", "a", "j", "5")
	s.shows("Nothing is put into a conversation")
	s.shows("does not use this copy: shadowed")
}

// From the matrix the list is seen as the agent of the column; what is used from there is named as deft names it.
func TestAsFromMatrix(t *testing.T) {
	s := open(t, 120, 30, fiveCopies())
	s.press("m", "l", "a")
	s.shows("as dsh")
	s.shows("1 of 5")
	s.press("i")
	if got := s.model.composer.Draft(); got != "/skill:tdd@agents/project " {
		t.Errorf("the draft is %q", got)
	}
}

// The list of an agent begins at the copy that the matrix was left at, or at the one that is used in its place.
func TestAsFromMatrixKeepsPlace(t *testing.T) {
	f := fiveCopies()
	f.found = append(f.found, native("aa", "First.", "x\n"), native("zz", "Last.", "x\n"))
	for _, tt := range []struct{ name, keys, path string }{
		{"unspecified", "m G k k l l l l l l l l l a", "/home/sam/work/.agents/skills/tdd/SKILL.md"}, // cursor
		{"shadowed", "m G k k k k k l l l l a", "/home/sam/.claude/skills/tdd/SKILL.md"},             // claude-code
		{"deft itself", "m G a", "/home/sam/.deft/skills/zz/SKILL.md"},
	} {
		s := open(t, 120, 30, f)
		s.press(strings.Fields(tt.keys)...)
		if e := s.model.list.Selected(); e == nil || e.Path != tt.path {
			t.Errorf("%s, as %q: the cursor is on %+v", tt.name, s.model.as.agent, e)
		}
	}
}

func TestAsCompletes(t *testing.T) {
	s := open(t, 120, 30, fiveCopies())
	s.write("/as cla")
	s.press("tab")
	if got := s.model.composer.Draft(); !strings.HasPrefix(got, "/as claude-code") {
		t.Errorf("the draft is %q", got)
	}
}
