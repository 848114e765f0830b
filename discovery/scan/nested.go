package scan

import (
	"context"
	"fmt"
	"path"

	"deft/discovery"
	"deft/skills"
	"deft/skills/resource"
)

// Limits of the search for skills that lie too deep to be discovered. They
// hold for each root.
const (
	maxDepth    = 4    // folders below a folder without SKILL.md
	maxSearched = 2000 // folders entered
)

// search reports the skills below a folder that holds none itself. Links are
// not followed.
func (f *folder) search(ctx context.Context, g *reads, dir string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	before := len(g.notes)
	cut := f.searchIn(ctx, g, dir, maxDepth)
	if cut {
		g.notes = append(g.notes, skills.Diagnostic{
			Code: discovery.CodeSearchLimit, Severity: skills.Info, Path: dir,
			Message: fmt.Sprintf("the search for nested skills ended after %d folders of the root", maxSearched),
		})
	}
	if len(g.notes) == before {
		g.notes = append(g.notes, skills.Diagnostic{
			Code: discovery.CodeNoSkillFile, Severity: skills.Info, Path: dir,
			Message: "the folder holds no SKILL.md", Hint: "add one, or move the folder out of the skills",
		})
	}
}

// searchIn looks into the sub-folders of dir. cut says that the limit of
// folders ended it.
func (f *folder) searchIn(ctx context.Context, g *reads, dir string, depth int) (cut bool) {
	for _, e := range subFolders(dir) {
		if f.budget == 0 {
			return true
		}
		if ctx.Err() != nil {
			return false
		}
		f.budget--
		sub := join(dir, e)
		if name, _ := spelled(sub); name != "" {
			g.notes = append(g.notes, f.nested(join(sub, name)))
		} else if depth > 1 && f.searchIn(ctx, g, sub, depth-1) {
			return true
		}
	}
	return false
}

// nested is the finding of one skill that lies too deep.
func (f *folder) nested(file string) skills.Diagnostic {
	root, layout := f.target.Root.Path, "NAME/SKILL.md"
	if f.target.Categories {
		layout = "CATEGORY/NAME/SKILL.md"
	}
	group := path.Dir(path.Dir(file))
	return skills.Diagnostic{
		Code: discovery.CodeNested, Severity: skills.Warning, Path: file,
		Message: fmt.Sprintf("not discovered: %s is read as %s, and this lies deeper", root, layout),
		Hint:    fmt.Sprintf("add %s to skills.customDirectories, or move the skill's folder up", group),
	}
}

// subFolders names the folders in dir that may be entered.
func subFolders(dir string) []string {
	f, err := openDir(dir)
	if err != nil {
		return nil
	}
	defer f.Close()
	entries, _ := f.ReadDir(maxEntries)
	var out []string
	for _, e := range entries {
		if e.IsDir() && !resource.Pruned(e.Name()) {
			out = append(out, e.Name())
		}
	}
	return out
}
