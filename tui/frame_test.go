package tui

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/charmbracelet/x/ansi"

	"deft/commands/cli"
	"deft/discovery"
)

var update = flag.Bool("update", false, "write the golden frames anew")

// frame is the screen as plain text; every line is checked to be as wide as the window.
func (s *screen) frame() string {
	s.t.Helper()
	lines := strings.Split(s.model.View(), "\n")
	w, h := s.model.plan.width, s.model.plan.height
	if len(lines) != h {
		s.t.Fatalf("the frame has %d lines, the window %d", len(lines), h)
	}
	for i, l := range lines {
		if got := ansi.StringWidth(l); got != w {
			s.t.Fatalf("line %d is %d cells wide, the window %d: %q", i+1, got, w, ansi.Strip(l))
		}
		lines[i] = strings.TrimRight(ansi.Strip(l), " ")
	}
	return strings.Join(lines, "\n") + "\n"
}

func (s *screen) shows(want string) {
	s.t.Helper()
	if f := s.frame(); !strings.Contains(f, want) {
		s.t.Fatalf("the frame does not show %q:\n%s", want, f)
	}
}

func (s *screen) hides(want string) {
	s.t.Helper()
	if f := s.frame(); strings.Contains(f, want) {
		s.t.Fatalf("the frame shows %q:\n%s", want, f)
	}
}

func (s *screen) golden(name string) {
	s.t.Helper()
	file := filepath.Join("testdata", name+".txt")
	got := s.frame()
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			s.t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		s.t.Fatal(err)
	}
	if got != string(want) {
		s.t.Errorf("%s has changed; got:\n%s", file, got)
	}
}

const healthBody = `# Health check

Look at **disk**, memory and load, and say what needs attention.

1. Run the checks.
2. Compare with the *thresholds* below.
3. Report what is out of bounds, worst first.

| what | warn | critical |
|------|------|----------|
| disk | 80 % | 95 %     |
| load | 2    | 8        |

` + "```sh\ndf -h\nuptime\n```\n"

// sample is a machine with something of everything.
func sample() *fakeSource {
	health := found{provider: discovery.Shipped, level: discovery.Bundled, path: "skill://health-check/SKILL.md",
		raw:     "---\nname: health-check\ndescription: Check disk, memory and load of this machine.\nargument-hint: \"[disk|memory|load]\"\nlicense: MIT\n---\n\n" + healthBody,
		scripts: true, files: fstest.MapFS{"scripts/check.sh": {Data: []byte("#!/bin/sh\n"), Mode: 0o755}}}
	loser := native("deploy-service", "Deploy, the agents' way.", "Other text.\n")
	loser.provider, loser.path = discovery.Agents, "/home/sam/.agents/skills/deploy-service/SKILL.md"
	filtered := native("old-thing", "Not wanted any more.", "Old.\n")
	filtered.state, filtered.reason = discovery.Filtered, discovery.ByFilter
	user := native("release-notes", "Write release notes.", "Notes.\n")
	user.raw = strings.Replace(user.raw, "description:", "disable-model-invocation: true\ndescription:", 1)
	project := found{provider: discovery.Claude, level: discovery.Project, path: "/home/sam/work/.claude/skills/小说拆条/SKILL.md",
		raw: skill("小说拆条", "把小说拆成条目 📚", "# 拆条\n\n正文。\n")}
	return &fakeSource{found: []found{
		health,
		native("deploy-service", "Deploy a service step by step, with a way back.", "# Deploy\n\nText.\n"),
		loser, filtered, user, project,
		native("broken", "x", ""),
		native("tidy", "Tidy a folder.", "Tidy.\n"),
	}}
}

func broken(s *fakeSource) *fakeSource {
	for i := range s.found {
		if strings.Contains(s.found[i].path, "/broken/") {
			s.found[i].raw = "no frontmatter here\n"
		}
	}
	return s
}

// The states that people see most, at three sizes.
func TestFrames(t *testing.T) {
	context := func(a *cli.App) { a.ContextFiles = []string{"/home/sam/AGENTS.md", "/home/sam/work/AGENTS.md"} }
	states := []struct {
		name string
		do   func(*screen)
	}{
		{"list", func(s *screen) {}},
		{"read", func(s *screen) { s.press("f", "health", "enter", "enter") }},
		{"why", func(s *screen) { s.press("a", "f", "deploy", "enter", "w") }},
		{"complete", func(s *screen) { s.write("/skill:h") }},
		{"chat", func(s *screen) { s.write("/skill:health-check disk"); s.press("enter") }},
		{"refused", func(s *screen) { s.write("/skill:nosuch"); s.submit() }},
		{"help", func(s *screen) { s.press("?") }},
		{"empty", nil},
	}
	for _, size := range [][2]int{{80, 24}, {40, 12}, {200, 50}} {
		for _, st := range states {
			name := st.name + "-" + map[int]string{80: "80x24", 40: "40x12", 200: "200x50"}[size[0]]
			t.Run(name, func(t *testing.T) {
				source := broken(sample())
				if st.do == nil {
					source = &fakeSource{}
				}
				s := open(t, size[0], size[1], source, context)
				if st.do != nil {
					st.do(s)
				}
				s.golden(name)
			})
		}
	}
}
