package main

import (
	"fmt"
	"math/rand/v2"
	"path"
	"strings"
)

// generator makes random trees that are small, and unlikely to be dull: few names, many roots, many ways to be wrong.
type generator struct {
	*rand.Rand
	agent Agent
	tree  *Tree
	taken map[string]bool // paths that are used, with the folders above them
	count int
}

// generate makes the tree of one seed.
func generate(agent Agent, seed uint64) *Tree {
	g := &generator{
		Rand: rand.New(rand.NewPCG(seed, 0)), agent: agent,
		tree: &Tree{Comment: fmt.Sprintf("Random tree of seed %d.", seed)}, taken: map[string]bool{},
	}
	bases := g.project()
	for range 3 + g.IntN(6) {
		g.skill(g.root(bases))
	}
	if g.IntN(8) == 0 {
		g.linkedRoot(bases)
	}
	if g.IntN(8) == 0 {
		root := g.root(bases)
		name := g.pick([]string{".gitignore", ".ignore"})
		g.file(path.Join(root, name), g.pick([]string{"tdd\n", "pdf/\n", "*\n!lint\n", "/cat\n"}))
	}
	return g.tree
}

func (g *generator) pick(from []string) string { return from[g.IntN(len(from))] }

// project chooses the working folder and its repository, and returns the folders that may have roots.
func (g *generator) project() []string {
	top := g.pick([]string{"home/w/p", "home/w/p", "proj/p", "a/p"})
	g.tree.Cwd = top
	bases := []string{top, top, path.Dir(top)}
	if g.IntN(3) == 0 {
		g.tree.Cwd = top + "/sub"
		bases = append(bases, g.tree.Cwd, g.tree.Cwd)
	}
	switch g.IntN(8) {
	case 0: // no repository
	case 1:
		g.file(top+"/.git", "gitdir: /nowhere\n")
	case 2:
		g.repo(path.Dir(top))
	case 3:
		g.dir(top + "/.git")
	default:
		g.repo(top)
	}
	g.tree.Untrusted = g.IntN(8) == 0
	return bases
}

// root chooses a folder of skills, now and then one that another agent has.
func (g *generator) root(bases []string) string {
	foreign := []string{".claude/skills", ".agents/skills", ".codex/skills", ".gemini/skills", ".github/skills", "skills", ".agents", ".cursor/skills"}
	if g.IntN(3) == 0 {
		if g.IntN(8) == 0 {
			return path.Join("home", g.pick(foreign))
		}
		return path.Join("home", g.pick(g.agent.User))
	}
	if g.IntN(8) == 0 {
		return path.Join(g.pick(bases), g.pick(foreign))
	}
	return path.Join(g.pick(bases), g.pick(g.agent.Project))
}

var skillNames = []string{"tdd", "tdd", "tdd", "pdf", "pdf", "lint", "a-b", "Zed", "my_skill"}

// skill adds a skill below a root, in one of the shapes that agents disagree about.
func (g *generator) skill(root string) {
	name := g.pick(skillNames)
	at := path.Join(root, name)
	switch g.IntN(24) {
	case 0:
		at = path.Join(root, "cat", name)
	case 1:
		at = path.Join(root, "cat/sub/deep/er/yet", name)
	case 2: // below another skill
		g.file(path.Join(at, "SKILL.md"), g.text(name))
		at = path.Join(at, g.pick(skillNames))
	case 3:
		at = path.Join(root, "."+name)
	case 4:
		at = path.Join(root, "node_modules", name)
	case 5:
		g.file(at+".md", g.text(name))
		return
	case 6:
		g.file(path.Join(root, "cat", name+".md"), g.text(name))
		return
	case 7:
		at = root
	case 8:
		g.file(path.Join(at, g.pick([]string{"skill.md", "Skill.md", "README.md"})), g.text(name))
		return
	case 9, 10:
		g.linkedFolder(at, name)
		return
	case 11:
		g.linkedFile(at, name)
		return
	case 12:
		g.link(at, g.pick([]string{"nowhere", ".", ".."}))
		return
	case 13:
		g.dir(path.Join(at, "SKILL.md"))
		return
	case 14:
		g.file(path.Join(at, "references/SKILL.md"), g.text("references"))
	}
	g.file(path.Join(at, "SKILL.md"), g.text(name))
}

func (g *generator) linkedFolder(at, name string) {
	store := path.Join("home/store", name)
	if g.IntN(3) == 0 {
		store = path.Join("home", g.pick(g.agent.User), g.pick(skillNames))
	}
	g.file(path.Join(store, "SKILL.md"), g.text(name))
	g.link(at, store)
}

func (g *generator) linkedFile(at, name string) {
	store := path.Join("home/store", name, "SKILL.md")
	g.file(store, g.text(name))
	g.link(path.Join(at, "SKILL.md"), store)
}

func (g *generator) linkedRoot(bases []string) {
	g.link(g.root(bases), g.root(bases))
}

// text is a SKILL.md, a good one mostly.
func (g *generator) text(name string) string {
	g.count++
	mark := fmt.Sprintf("copy-%02d", g.count)
	body := "\nBody of " + mark + ".\n"
	front := fmt.Sprintf("name: %s\ndescription: %s\n", name, mark)
	switch g.IntN(44) {
	case 0:
		front = "description: " + mark + "\n"
	case 1:
		front = "name: " + name + "\n"
	case 2:
		front = "name: " + name + "\ndescription:\n"
	case 3, 4:
		front = fmt.Sprintf("name: %s\ndescription: %s\n", g.pick(skillNames), mark)
	case 5:
		return body
	case 6:
		front = fmt.Sprintf("name: %s\ndescription: Use when: %s\n", name, mark)
	case 7:
		front = fmt.Sprintf("name: [%s\ndescription: %s\n", name, mark)
	case 8:
		if g.agent.Fragile {
			break
		}
		front = fmt.Sprintf("name: 123\ndescription: %s\n", mark)
	case 9:
		front = fmt.Sprintf("name: Upper Case\ndescription: %s\n", mark)
	case 10:
		front = fmt.Sprintf("name: %s\ndescription: %s\n", strings.Repeat("n", 65), mark)
	case 11:
		front = fmt.Sprintf("name: %s\ndescription: %s %s\n", name, mark, strings.Repeat("d", 1100))
	case 12:
		front = fmt.Sprintf("name: %s\ndescription: [%s, b]\n", name, mark)
	case 13:
		return bom + "---\n" + front + "---\n" + body
	case 14:
		return strings.ReplaceAll("---\n"+front+"---\n"+body, "\n", "\r\n")
	case 15:
		return "---\n" + front + body
	case 16:
		return "\n---\n" + front + "---\n" + body
	case 17:
		front += "disable-model-invocation: true\n"
	case 18:
		front += "user-invocable: false\n"
	case 19:
		front = fmt.Sprintf("name: %s\ndescription: >-\n  %s\n  more\n", name, mark)
	case 20:
		front += "name: twice\n"
	case 21:
		front = fmt.Sprintf("name: %q\ndescription: %q\n", name, mark)
	case 22:
		front += "\tallowed-tools: x\n"
	}
	return "---\n" + front + "---\n" + body
}

// claim tells whether nothing stands in the way of a path, and takes it.
func (g *generator) claim(at string, leaf bool) bool {
	for dir := at; dir != "."; dir = path.Dir(dir) {
		if is, used := g.taken[dir]; used && (is || dir == at && leaf) {
			return false
		}
	}
	for dir := path.Dir(at); dir != "."; dir = path.Dir(dir) {
		g.taken[dir] = false
	}
	g.taken[at] = leaf
	return true
}

func (g *generator) file(at, text string) {
	if g.claim(at, true) {
		g.tree.Entries = append(g.tree.Entries, Entry{Kind: File, Path: at, Text: text})
	}
}

func (g *generator) dir(at string) {
	if g.claim(at, false) {
		g.tree.Entries = append(g.tree.Entries, Entry{Kind: Dir, Path: at})
	}
}

func (g *generator) repo(at string) {
	if g.claim(at+"/.git", true) {
		g.tree.Entries = append(g.tree.Entries, Entry{Kind: Repo, Path: at})
	}
}

// link makes a link to a path from the tree's top, or to a plain name beside the link.
func (g *generator) link(at, to string) {
	if !g.claim(at, true) {
		return
	}
	target := to
	if strings.Contains(to, "/") {
		target = strings.Repeat("../", strings.Count(at, "/")) + to
	}
	g.tree.Entries = append(g.tree.Entries, Entry{Kind: Link, Path: at, Target: target})
}
