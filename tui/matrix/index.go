package matrix

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"deft/commands"
	"deft/commands/phrase"
	"deft/discovery"
	"deft/skills/sanitize"
	"deft/tui/cells"
)

// Index is what all agents see, made ready for the pane. It is immutable and made off the update loop.
type Index struct {
	agents []agent
	rows   []row
	cells  []cell // those of the first row, then those of the second
	name   int    // cells of the widest name
	place  int    // the same of a place

	disputed map[string]bool // names that lead agents to different ends
	compared bool            // identical copies are known
	same     int             // names that lead agents to identical copies only

	alike map[*discovery.Resolution]bool // those where one of several is used, and they are known to be identical
}

// agent is a column.
type agent struct {
	name, title string
	here        bool // a root that it reads is here
	asks        bool // it reads the project's skills only where it trusts the folder
}

// row is one copy of a skill, its texts made harmless.
type row struct {
	candidate   *discovery.Candidate
	name, place string
	search      string // both in lower case
	differ      bool   // agents disagree about a name that it has
}

// cell is what an agent makes of a copy.
type cell struct {
	entry *discovery.Entry
	of    *discovery.Resolution // nil where the agent has not heard of it
}

// verdict is what a cell says.
type verdict int

// The verdicts, in the order of the legend.
const (
	wins verdict = iota
	shadowed
	notSeen
	dropped
	ambiguous
	unspecified
	off
	verdicts
)

// word is a verdict as people read it.
func (v verdict) word() string {
	return [verdicts]string{"wins", "shadowed", "not seen", "dropped", "ambiguous", "unspecified", "off"}[v]
}

// sign is the same in one cell.
func (v verdict) sign() string { return string([]rune("✓↓·✗?~-")[v]) }

func (c cell) verdict() verdict {
	if c.entry == nil {
		return notSeen
	}
	switch c.entry.State {
	case discovery.Active:
		return wins
	case discovery.Shadowed:
		return shadowed
	case discovery.Dropped, discovery.Invalid:
		return dropped
	case discovery.Ambiguous:
		return ambiguous
	case discovery.Unspecified:
		return unspecified
	case discovery.Filtered, discovery.Disabled:
		return off
	}
	return notSeen
}

// NewIndex makes views ready. Paths below cwd are shown from there, those in the home folder from ~.
func NewIndex(views *commands.Views, cwd, home string) *Index {
	x := &Index{}
	at := x.order(views.Scene.Candidates, cwd, home)
	n := len(views.All)
	x.cells = make([]cell, len(x.rows)*n)
	for col := range views.All {
		v := &views.All[col]
		x.agents = append(x.agents, agent{v.Agent.Agent, v.Title, v.Here, v.NeedsTrust()})
		for i := range v.Snapshot.Resolutions {
			r := &v.Snapshot.Resolutions[i]
			for _, e := range r.Entries {
				if row, ok := at[e.Candidate]; ok {
					x.cells[row*n+col] = cell{e, r}
				}
			}
		}
	}
	x.prune()
	x.compare(views)
	for i := range x.rows {
		x.name, x.place = max(x.name, cells.Width(x.rows[i].name)), max(x.place, cells.Width(x.rows[i].place))
	}
	return x
}

// order makes the rows, by name and place, and says which row a candidate has.
func (x *Index) order(all []*discovery.Candidate, cwd, home string) map[*discovery.Candidate]int {
	x.rows = make([]row, len(all))
	for i, c := range all {
		r := row{candidate: c, name: sanitize.Line(c.Name()), place: placeOf(c, cwd, home)}
		r.search = strings.ToLower(r.name + "\n" + r.place)
		x.rows[i] = r
	}
	slices.SortFunc(x.rows, func(a, b row) int {
		return cmp.Or(strings.Compare(a.name, b.name), strings.Compare(a.candidate.Path, b.candidate.Path))
	})
	at := make(map[*discovery.Candidate]int, len(all))
	for i := range x.rows {
		at[x.rows[i].candidate] = i
	}
	return at
}

// placeOf is the folder that a copy lies in: that of the skills, where the skill's own has its name.
func placeOf(c *discovery.Candidate, cwd, home string) string {
	dir := c.Dir()
	switch {
	case !path.IsAbs(c.Path):
		return "comes with deft"
	case c.Flat:
		dir = c.Path
	case path.Base(dir) == c.Name():
		dir = path.Dir(dir)
	}
	return phrase.Near(dir, cwd, home)
}

// prune drops the single files that no agent takes for a skill.
func (x *Index) prune() {
	n, kept := len(x.agents), 0
	for i := range x.rows {
		taken := slices.ContainsFunc(x.cells[i*n:(i+1)*n], func(c cell) bool {
			v := c.verdict()
			return v != notSeen && v != dropped
		})
		if x.rows[i].candidate.Flat && !taken {
			continue
		}
		copy(x.cells[kept*n:], x.cells[i*n:(i+1)*n])
		x.rows[kept] = x.rows[i]
		kept++
	}
	x.rows, x.cells = x.rows[:kept], x.cells[:kept*n]
}

// of is the cell of an agent in a row.
func (x *Index) of(row, col int) cell { return x.cells[row*len(x.agents)+col] }
