package disk_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// corpusRoots are the roots of the corpus with their share of its skills. The
// agents whose folders deft has no provider for are custom directories.
var corpusRoots = []struct {
	dir    string
	share  int
	custom bool
}{
	{"home/.claude/skills", 28, false}, {"home/.agents/skills", 24, false}, {"home/.codex/skills", 10, false},
	{"home/.pi/agent/skills", 4, true}, {"home/.config/opencode/skills", 4, true}, {"home/.gemini/skills", 3, true},
	{"home/.copilot/skills", 3, true}, {"home/.cursor/skills", 2, true},
	{"project/.claude/skills", 9, false}, {"project/.agents/skills", 8, false}, {"project/.github/skills", 2, true},
	{"project/.opencode/skills", 1, true}, {"project/.pi/skills", 1, true}, {"project/.gemini/skills", 1, true},
}

// corpus writes n skills into the 14 roots below dir, always the same: names
// of two to four words, 5 in 100 taken from another root; descriptions of 60
// to 900 characters in the YAML styles that people use; bodies of 1 to 40 KB,
// many small and few large; 30 in 100 with references and scripts.
func corpus(b *testing.B, dir string, n int) {
	b.Helper()
	g := generator{b: b, r: rand.New(rand.NewPCG(1, uint64(n)))}
	for range 700 {
		g.filler.WriteString(g.words(60) + ".\n")
	}
	shares := 0
	for _, r := range corpusRoots {
		shares += r.share
	}
	var names []string
	for i := range n {
		k, at := i*shares/n, 0
		for ; k >= corpusRoots[at].share; at++ {
			k -= corpusRoots[at].share
		}
		name := fmt.Sprintf("%s-%d", strings.ReplaceAll(g.words(2+g.r.IntN(20)), " ", "-"), i)
		if i > 0 && g.r.IntN(20) == 0 {
			name = names[g.r.IntN(len(names))]
		}
		names = append(names, name)
		g.skill(filepath.Join(dir, corpusRoots[at].dir, name), name)
	}
	g.mkdir(filepath.Join(dir, "project", ".git"))
}

type generator struct {
	b      *testing.B
	r      *rand.Rand
	filler strings.Builder
}

var corpusWords = strings.Fields(`use when the user asks to create read edit or review files output
follow project conventions before running any command check dependencies installed open input parse validate field
report errors line numbers overwrite existing work prefer small changes keep functions short tests measure`)

// words is text of at least so many bytes.
func (g *generator) words(n int) string {
	out := corpusWords[g.r.IntN(len(corpusWords))]
	for len(out) < n {
		out += " " + corpusWords[g.r.IntN(len(corpusWords))]
	}
	return out
}

// between is log-uniform: many near low, few near high.
func (g *generator) between(low, high float64) int {
	return int(low * math.Exp(g.r.Float64()*math.Log(high/low)))
}

func (g *generator) frontmatter(name string) string {
	text := g.words(g.between(60, 900))
	var out strings.Builder
	fmt.Fprintf(&out, "---\nname: %s\ndescription:", name)
	switch k := g.r.IntN(100); {
	case k < 62:
		out.WriteString(" " + text + "\n")
	case k < 80:
		fmt.Fprintf(&out, " %q\n", text)
	case k < 93:
		out.WriteString(" >-\n  " + strings.Join(strings.SplitAfter(text, " and "), "\n  ") + "\n")
	default:
		out.WriteString(" |\n  " + text + "\n")
	}
	for _, line := range []struct {
		percent int
		text    string
	}{
		{35, "license: Apache-2.0\n"}, {12, "compatibility: Requires git, docker and internet access\n"},
		{20, "allowed-tools: Bash(git:*) Bash(jq:*) Read\n"}, {30, "metadata:\n  author: pdf-org\n  version: \"1.4\"\n"},
	} {
		if g.r.IntN(100) < line.percent {
			out.WriteString(line.text)
		}
	}
	return out.String() + "---\n"
}

func (g *generator) skill(dir, name string) {
	g.write(filepath.Join(dir, "SKILL.md"), g.frontmatter(name)+"\n# "+name+"\n"+g.filler.String()[:g.between(1<<10, 40<<10)])
	if g.r.IntN(10) < 3 {
		g.write(filepath.Join(dir, "references", "more.md"), g.words(1000))
		g.write(filepath.Join(dir, "scripts", "run.py"), "print(1)\n")
	}
}

func (g *generator) mkdir(dir string) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		g.b.Fatal(err)
	}
}

func (g *generator) write(path, text string) {
	g.mkdir(filepath.Dir(path))
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		g.b.Fatal(err)
	}
}
