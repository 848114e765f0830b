// Package corpus writes skills onto a disk for benchmarks, always the same.
package corpus

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
)

// Root is a folder of skills, by its path below the corpus.
type Root struct {
	Dir    string
	Custom bool // no provider of deft's has it: it is for the configuration
	share  int  // of 100
}

// Roots are the 14 roots of a corpus: those of the user below home, those of a
// project below project.
func Roots() []Root {
	return []Root{
		{"home/.claude/skills", false, 28}, {"home/.agents/skills", false, 24}, {"home/.codex/skills", false, 10},
		{"home/.pi/agent/skills", true, 4}, {"home/.config/opencode/skills", true, 4}, {"home/.gemini/skills", true, 3},
		{"home/.copilot/skills", true, 3}, {"home/.cursor/skills", true, 2},
		{"project/.claude/skills", false, 9}, {"project/.agents/skills", false, 8}, {"project/.github/skills", true, 2},
		{"project/.opencode/skills", true, 1}, {"project/.pi/skills", true, 1}, {"project/.gemini/skills", true, 1},
	}
}

// Write writes n skills into the roots below dir, always the same: names of two
// to four words, 5 in 100 taken from another root; descriptions of 60 to 900
// characters in the YAML styles that people use; bodies of 1 to 40 KB, many
// small and few large; 30 in 100 with references and scripts.
func Write(dir string, n int) error {
	g := generator{r: rand.New(rand.NewPCG(1, uint64(n)))}
	for range 700 {
		g.filler.WriteString(g.words(60) + ".\n")
	}
	roots, shares := Roots(), 0
	for _, r := range roots {
		shares += r.share
	}
	var names []string
	for i := range n {
		k, at := i*shares/n, 0
		for ; k >= roots[at].share; at++ {
			k -= roots[at].share
		}
		name := fmt.Sprintf("%s-%d", strings.ReplaceAll(g.words(2+g.r.IntN(20)), " ", "-"), i)
		if i > 0 && g.r.IntN(20) == 0 {
			name = names[g.r.IntN(len(names))]
		}
		names = append(names, name)
		g.skill(filepath.Join(dir, roots[at].Dir, name), name)
	}
	g.keep(os.MkdirAll(filepath.Join(dir, "project", ".git"), 0o755))
	return g.err
}

// generator writes from one stream of chance.
type generator struct {
	r      *rand.Rand
	filler strings.Builder
	err    error // the first one
}

func (g *generator) keep(err error) {
	if g.err == nil {
		g.err = err
	}
}

const vocabulary = `use when the user asks to create read edit or review files output
follow project conventions before running any command check dependencies installed open input parse validate field
report errors line numbers overwrite existing work prefer small changes keep functions short tests measure`

// words is text of at least so many bytes.
func (g *generator) words(n int) string {
	all := strings.Fields(vocabulary)
	out := all[g.r.IntN(len(all))]
	for len(out) < n {
		out += " " + all[g.r.IntN(len(all))]
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

func (g *generator) write(path, text string) {
	g.keep(errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(text), 0o644)))
}
