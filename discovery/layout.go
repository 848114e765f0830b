package discovery

import (
	"path"
	"slices"
	"strings"
)

// Layout is where in a root an agent finds skills. The zero value is
// NAME/SKILL.md and nothing else.
type Layout struct {
	Depth     int      // folders from the root down to the SKILL.md, the skill's own counted, at most; 0 is one
	Itself    bool     // a SKILL.md in the root is a skill
	Alone     bool     // and then the only one of its root
	Below     bool     // skills inside the folder of a skill count too
	Hidden    bool     // folders whose name begins with a dot are entered
	Skipped   []string // names of folders that are not entered
	AnyCase   bool     // skill.md and the like are taken for SKILL.md
	PlainFile bool     // a SKILL.md that is a symbolic link does not count
	Inside    bool     // a link that leads out of the root does not count
	OwnFile   bool     // a SKILL.md that is a symbolic link counts only where it leads into its own folder
	Ignores   bool     // .gitignore, .ignore and .fdignore count
	Flat      Flat     // files that are skills without a folder
}

// AnyDepth is a Layout.Depth without an end.
const AnyDepth = 1 << 10

// Flat is which Markdown files are skills of their own.
type Flat string

// The kinds of flat files.
const (
	NoFlat    Flat = ""
	FlatKebab Flat = "kebab" // in the root, with a name in kebab case
	FlatRoot  Flat = "root"  // in the root
	FlatBelow Flat = "below" // in folders below the root that hold no skill
)

// leavesOut says why a candidate does not count, "" where it does.
func (l *Layout) leavesOut(c *Candidate) string {
	if c.Facts == nil {
		return "" // its provider has judged that
	}
	if detail := l.place(c); detail != "" {
		return detail
	}
	switch {
	case l.Inside && c.Facts.Outside:
		return "a link leads out of the root"
	case l.OwnFile && c.Facts.Astray:
		return "its file is a symbolic link that leads out of its folder"
	case l.PlainFile && c.Facts.Linked:
		return "its file is a symbolic link"
	case l.Ignores && c.Facts.Ignored:
		return "an ignore file names it"
	case l.Alone && c.Facts.RootSkill && strings.Contains(c.Rel, "/"):
		return "the root itself is a skill"
	case !l.Below && c.Facts.Below:
		return "it lies in the folder of another skill"
	}
	return l.passes(c.Rel)
}

// place judges depth and file name.
func (l *Layout) place(c *Candidate) string {
	depth := strings.Count(c.Rel, "/")
	if base := path.Base(c.Rel); base != "SKILL.md" && !(l.AnyCase && !c.Flat) {
		return l.flat(c, depth, base)
	}
	switch {
	case depth == 0 && !l.Itself:
		return "a SKILL.md in the root itself does not count"
	case depth > max(l.Depth, 1):
		return "it lies too deep"
	}
	return ""
}

// flat judges a file that is no SKILL.md.
func (l *Layout) flat(c *Candidate, depth int, base string) string {
	kebab, md := strings.CutSuffix(base, ".md")
	switch {
	case !md:
	case l.Flat == FlatRoot && depth == 0:
		return ""
	case l.Flat == FlatBelow && depth > 0 && depth <= max(l.Depth, 1):
		return ""
	case l.Flat == FlatKebab && depth == 0 && IsKebab(kebab):
		return ""
	}
	if c.Flat {
		return "single files do not count"
	}
	return "its file is not called SKILL.md"
}

// passes judges the folders on the way.
func (l *Layout) passes(rel string) string {
	for {
		name, rest, ok := strings.Cut(rel, "/")
		if !ok {
			return ""
		}
		if name[0] == '.' && !l.Hidden {
			return "it lies in a hidden folder"
		}
		if slices.Contains(l.Skipped, name) {
			return "folders called " + name + " are not entered"
		}
		rel = rest
	}
}
