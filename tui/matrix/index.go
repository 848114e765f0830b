package matrix

import (
	"cmp"
	"iter"
	"path"
	"slices"
	"strings"

	"deft/commands"
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

	compared bool // identical copies are known
	same     int  // names about which agents differ by identical copies only
}

// agent is a column.
type agent struct {
	name, title string
	certainty   string
	here        bool // a root that it reads is here
}

// row is one copy of a skill, its texts made harmless.
type row struct {
	candidate   *discovery.Candidate
	name, place string
	search      string // both in lower case
	differ      bool   // agents disagree about the name
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
		x.agents = append(x.agents, agent{v.Agent.Agent, v.Title, string(v.Certainty), v.Here})
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
	x.compare()
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
	return short(dir, cwd, home)
}

// short is a path as people know it.
func short(p, cwd, home string) string {
	switch {
	case cwd != "" && cwd != home && strings.HasPrefix(p, cwd+"/"):
		p = p[len(cwd)+1:]
	case home != "" && strings.HasPrefix(p, home+"/"):
		p = "~" + p[len(home):]
	}
	return sanitize.Line(p)
}

// Shorten writes the paths in a sentence as people know them.
func Shorten(text, cwd, home string) string {
	if cwd != "" && cwd != home {
		text = strings.ReplaceAll(text, cwd+"/", "")
	}
	if home != "" {
		text = strings.ReplaceAll(text, home+"/", "~/")
	}
	return text
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

// compare finds the names that agents disagree about.
func (x *Index) compare() {
	for from, to := range x.groups() {
		differ := x.disagree(from, to, nil)
		for i := from; i < to; i++ {
			x.rows[i].differ = differ
		}
	}
}

// groups yields the rows of each name, from one to before another.
func (x *Index) groups() iter.Seq2[int, int] {
	return func(yield func(int, int) bool) {
		for from := 0; from < len(x.rows); {
			to := from + 1
			for to < len(x.rows) && x.rows[to].name == x.rows[from].name {
				to++
			}
			if !yield(from, to) {
				return
			}
			from = to
		}
	}
}

// Compare is the index with identical copies taken for one skill: agents that use such copies do not disagree. Only copies of names that
// agents differ about are read.
func (x *Index) Compare(read func([]*discovery.Candidate) discovery.Digests) *Index {
	out := *x
	out.rows, out.compared = slices.Clone(x.rows), true
	for from, to := range out.groups() {
		if !out.rows[from].differ {
			continue
		}
		rivals := out.rivals(from, to)
		if len(rivals) < 2 || out.disagree(from, to, read(rivals)) {
			continue
		}
		out.same++
		for i := from; i < to; i++ {
			out.rows[i].differ = false
		}
	}
	return &out
}

// rivals are the copies that agents use of a name, or might; none where an agent comes to another end than a copy.
func (x *Index) rivals(from, to int) []*discovery.Candidate {
	n := len(x.agents)
	var out []*discovery.Candidate
	for _, c := range x.cells[from*n : to*n] {
		switch c.verdict() {
		case wins, unspecified:
			if !slices.Contains(out, c.entry.Candidate) {
				out = append(out, c.entry.Candidate)
			}
		case ambiguous:
			return nil
		}
	}
	return out
}

// disagree says whether two agents that see copies of a name, which are the rows from one to another, come to different ends. An agent
// that sees none has no opinion.
func (x *Index) disagree(from, to int, known discovery.Digests) bool {
	first, n := "", len(x.agents)
	for col := range x.agents {
		end := ""
		for i := from; i < to; i++ {
			if e := x.end(i*n+col, known); e > end {
				end = e
			}
		}
		switch {
		case end == "":
		case first == "":
			first = end
		case first != end:
			return true
		}
	}
	return false
}

// end is what the name of a cell comes to: the skill that is used, or why there is none; "" where the agent sees no copy.
func (x *Index) end(i int, known discovery.Digests) string {
	c := x.cells[i]
	v := c.verdict()
	switch {
	case v == notSeen || v == off:
		return ""
	case c.of.Winner != nil:
		return "used " + known.Kind(c.of.Winner.Candidate)
	case v == shadowed:
		return ""
	case v == unspecified:
		if kind, one := onlyKind(c.of, known); one {
			return "used " + kind
		}
	}
	return v.word()
}

// onlyKind is what is used where it does not matter which copy is: all that might be are one skill.
func onlyKind(r *discovery.Resolution, known discovery.Digests) (kind string, one bool) {
	for _, e := range r.Entries {
		if e.State != discovery.Unspecified {
			continue
		}
		if k := known.Kind(e.Candidate); kind == "" {
			kind = k
		} else if k != kind {
			return "", false
		}
	}
	return kind, true
}

// of is the cell of an agent in a row.
func (x *Index) of(row, col int) cell { return x.cells[row*len(x.agents)+col] }
