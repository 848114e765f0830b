package scan

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"deft/discovery"
	"deft/skills"
)

// Limits of a scan for all agents, for each root.
const (
	maxDeep    = 12     // folders below the root
	maxFolders = 50_000 // folders entered
)

// Deep reads everything in roots that any agent could take for a skill, an
// observation for each root: SKILL.md at any depth, in hidden folders and
// below other skills, and Markdown files beside them, with the facts that
// agents differ about. The error is the context's.
func (p *Pool) Deep(ctx context.Context, roots []*discovery.Root) ([]discovery.Observation, error) {
	walks := make([]walk, len(roots))
	p.each(ctx, len(roots), func(_ *reader, i int) int { walks[i].root = roots[i]; walks[i].run(ctx); return 0 })
	type part struct{ root, from, to int }
	var parts []part
	all := make([]discovery.Observation, len(roots))
	for i := range walks {
		n := len(walks[i].finds)
		all[i].Candidates = make([]*discovery.Candidate, n)
		for from := 0; from < n; from += batch {
			parts = append(parts, part{i, from, min(from+batch, n)})
		}
	}
	p.each(ctx, len(parts), func(r *reader, i int) int {
		part := parts[i]
		block := make([]discovery.Candidate, part.to-part.from)
		facts := make([]discovery.Facts, len(block))
		for j := range block {
			block[j].Facts = &facts[j]
			walks[part.root].read(r, &walks[part.root].finds[part.from+j], &block[j])
			all[part.root].Candidates[part.from+j] = &block[j]
		}
		return len(block)
	})
	for i := range walks {
		walks[i].report.Found = len(walks[i].finds)
		all[i].Roots = []discovery.RootReport{walks[i].report}
		all[i].Diagnostics = walks[i].notes
		all[i].Complete = walks[i].report.Err == ""
	}
	return all, ctx.Err()
}

// walk goes through one root, the nearest folders first, hidden ones and those
// of packages last.
type walk struct {
	root   *discovery.Root
	real   string // of the root
	alone  bool   // the root itself is a skill
	queue  []stop
	later  []stop
	left   int // folders that may still be entered
	finds  []find
	report discovery.RootReport
	notes  []skills.Diagnostic
}

// stop is a folder on the way.
type stop struct {
	path, real string
	links      []string
	depth      int
	below      bool    // a folder above it is a skill
	leaf       bool    // a link back to a folder above: what lies in it is read, folders are not
	ignored    bool    // an ignore file names it
	ignore     *ignore // what holds in it
}

// find is a file that may be a skill.
type find struct {
	in     stop
	name   string
	flat   bool
	link   bool
	hidden bool // an ignore file names it
}

func (w *walk) run(ctx context.Context) {
	w.report.Root = w.root
	real, links, err := resolve(w.root.Path)
	if err == nil {
		var info fs.FileInfo
		if info, err = os.Stat(real); err == nil && !info.IsDir() {
			w.report.Missing = true
			return
		}
	}
	if err != nil {
		w.fail(err)
		return
	}
	w.real, w.left = real, maxFolders
	w.queue = append(w.queue, stop{path: w.root.Path, real: real, links: links})
	for w.left > 0 && ctx.Err() == nil {
		if len(w.queue) == 0 {
			w.queue, w.later = w.later, nil
		}
		if len(w.queue) == 0 {
			return
		}
		at := w.queue[0]
		w.queue = w.queue[1:]
		w.left--
		w.enter(at)
	}
	if len(w.queue)+len(w.later) > 0 && ctx.Err() == nil {
		w.report.Err = "more folders than are looked into"
		w.notes = append(w.notes, skills.Diagnostic{
			Code: discovery.CodeSearchLimit, Severity: skills.Warning, Path: w.root.Path,
			Message: "the root has very many folders; not all of them are looked into",
		})
	}
}

func (w *walk) fail(err error) {
	if os.IsNotExist(err) && !isLink(w.root.Path) {
		w.report.Missing = true
		return
	}
	w.report.Err = reason(err)
	w.notes = append(w.notes, placeFault(w.root.Path, err))
}

// enter lists one folder.
func (w *walk) enter(at stop) {
	entries, err := os.ReadDir(at.path)
	if err != nil {
		w.notes = append(w.notes, placeFault(at.path, err))
		if at.depth == 0 {
			w.report.Err = reason(err)
		}
		return
	}
	at.ignore = ignoring(at, entries)
	skill := skillIn(entries)
	if at.depth == 0 {
		w.alone = skill == skillFile
	}
	for _, e := range entries {
		name := e.Name()
		link := e.Type()&fs.ModeSymlink != 0
		if isMarkdown(name) && !e.IsDir() {
			if flat := name != skill; !flat || skill != skillFile && !at.below {
				w.finds = append(w.finds, find{in: at, name: name, flat: flat, link: link, hidden: at.ignored || at.ignore.names(name, false)})
			}
		} else if (e.IsDir() || link) && !at.leaf {
			w.follow(at, name, link, skill == skillFile && at.depth > 0)
		}
	}
}

// follow puts a folder into its queue, unless it leads back to one above it.
func (w *walk) follow(at stop, name string, link, skill bool) {
	next := stop{
		path: join(at.path, name), real: join(at.real, name), links: at.links, depth: at.depth + 1,
		below: at.below || skill, ignored: at.ignored || at.ignore.names(name, true), ignore: at.ignore,
	}
	if next.depth > maxDeep {
		return
	}
	if link {
		real, links, err := resolve(next.path)
		if err != nil {
			return
		}
		if info, err := os.Stat(real); err != nil || !info.IsDir() {
			return
		}
		next.real, next.links, next.leaf = real, links, within(at.real, real)
	}
	if name[0] == '.' || name == "node_modules" {
		w.later = append(w.later, next)
	} else {
		w.queue = append(w.queue, next)
	}
}

// within reports whether a path is a folder or lies in it.
func within(path, folder string) bool {
	return path == folder || folder == "/" || strings.HasPrefix(path, folder+"/")
}

// skillIn is the file among entries that makes their folder a skill: SKILL.md,
// else the first that is spelled nearly so, "" for none.
func skillIn(entries []fs.DirEntry) string {
	near := ""
	for _, e := range entries {
		switch name := e.Name(); {
		case e.IsDir() || !isSkillFile(name):
		case name == skillFile:
			return name
		case near == "":
			near = name
		}
	}
	return near
}

func isMarkdown(name string) bool { return strings.HasSuffix(name, flatSuffix) || isSkillFile(name) }

// read fills a candidate with what the file says.
func (w *walk) read(r *reader, f *find, c *discovery.Candidate) {
	path := join(f.in.path, f.name)
	c.Root, c.Path, c.Links, c.Flat = w.root, path, f.in.links, f.flat
	c.Rel = path[len(join(w.root.Path, "")):]
	c.Folder = base(f.in.path)
	if f.flat {
		c.Folder = strings.TrimSuffix(f.name, filepath.Ext(f.name))
	}
	c.Facts.Below, c.Facts.RootSkill, c.Facts.Ignored = f.in.below, w.alone, f.hidden
	c.Real = path
	if f.in.real != f.in.path {
		c.Real = join(f.in.real, f.name)
	}
	if f.link {
		if real, links, err := resolve(path); err == nil {
			c.Real, c.Links = real, links
		}
	}
	c.Facts.Outside = len(c.Links) > 0 && !within(c.Real, w.real)
	c.Facts.Linked, c.Facts.Astray = f.link, f.link && !within(c.Real, f.in.real)
	data, fault := r.open(path)
	if fault != nil {
		c.Reading = skills.Reading{Invalid: fault.Message, Diagnostics: []skills.Diagnostic{*fault}}
		return
	}
	c.Size = r.stat.Size
	c.Reading = readHead(skills.Source{Path: path, Folder: c.Folder}, data, c.Size)
	c.Facts.Shape = skills.ReadShape(data, c.Reading)
}
