// Package browse is the list of skills: a virtual list that paints only the rows on the screen, and its filter.
package browse

import (
	"slices"
	"sync"

	"deft/commands"
	"deft/discovery"
	"deft/skills"
	"deft/skills/match"
	"deft/skills/sanitize"
	"deft/tui/cells"
	"deft/tui/theme"
)

// Row is one entry, its texts made harmless.
type Row struct {
	Entry       *discovery.Entry
	Handle      string // the name, or the qualified handle of a copy that is not the winner
	Title       string // muted beside the handle, "" for none
	Description string
	Badges      []theme.Badge
	Hidden      bool // the head holds text that cannot be seen
}

// Index is a snapshot made ready for the list. It is immutable and takes some milliseconds for thousands of skills, so it is
// made off the update loop.
type Index struct {
	rows   []Row
	once   sync.Once
	match  *match.Index // made when something is about to be looked for: it is as large as all descriptions
	scales [facets]scale
	names  []int32 // by row: counts the different names
	counts counts
	agent  bool // it is what an agent other than deft sees
	own    bool // there are skills that did not come with deft
	widest widest
	places []string // what was found that is no skill, for a list without skills
	failed []string // what could not be read, and why
}

// widest is how many cells the columns could use.
type widest struct {
	name, source, provider, tokens int
	handles                        [maxHandle + 1]int // how many handles are that wide; the last counts the wider ones too
	rows                           int
}

// minTokens is the width of numbers of tokens, in cells, that leaves room for the name of their column beside that of the source.
const minTokens = 4

// maxHandle is the width of a handle, in cells, from which on it may be cut.
const maxHandle = 40

func (w *widest) add(r *Row) {
	name := cells.Width(r.Handle)
	if r.Title != "" {
		name += 1 + cells.Width(r.Title)
	}
	w.name = max(w.name, name)
	w.handles[min(cells.Width(r.Handle), maxHandle)]++
	w.rows++
	w.source = max(w.source, cells.Width(sourceOf(r.Entry, whole)))
	w.provider = max(w.provider, cells.Width(sourceOf(r.Entry, provider)))
	w.tokens = max(w.tokens, len(shortNumber(r.tokens())), minTokens)
}

// handle is the width that all but some of a hundred handles have room in.
func (w *widest) handle(but int) int {
	left := w.rows * but / 100
	for n := maxHandle; n > 0; n-- {
		if left -= w.handles[n]; left < 0 {
			return n
		}
	}
	return 0
}

// counts are what the status line says.
type counts struct{ all, collisions int }

// NewIndex makes the entries of a snapshot ready, in their order.
func NewIndex(snap *discovery.Snapshot, entries []*discovery.Entry) *Index {
	return newIndex(snap, entries, (*discovery.Entry).Name)
}

// NewAgentIndex is NewIndex for what an agent sees, under the names that it gives.
func NewAgentIndex(snap *discovery.Snapshot, named []commands.AgentEntry) *Index {
	entries, names := make([]*discovery.Entry, len(named)), make(map[*discovery.Entry]string, len(named))
	for i, e := range named {
		entries[i], names[e.Entry] = e.Entry, e.Name
	}
	x := newIndex(snap, entries, func(e *discovery.Entry) string { return names[e] })
	x.agent = true
	return x
}

func newIndex(snap *discovery.Snapshot, entries []*discovery.Entry, name func(*discovery.Entry) string) *Index {
	x := &Index{rows: make([]Row, 0, len(entries))}
	collided := collisions(snap)
	for _, e := range entries {
		r := newRow(e, name(e), collided[e])
		x.rows = append(x.rows, r)
		x.widest.add(&r)
		x.own = x.own || e.Root == nil || e.Root.Level != discovery.Bundled
	}
	x.counts.all = len(entries)
	x.counts.collisions = len(collided)
	x.look(snap)
	x.names = make([]int32, len(x.rows))
	for i := 1; i < len(x.rows); i++ {
		x.names[i] = x.names[i-1]
		if x.rows[i].Handle != x.rows[i-1].Handle {
			x.names[i]++
		}
	}
	for f := ByProvider; f < facets; f++ {
		x.scales[f] = newScale(x.rows, f)
	}
	return x
}

// matcher finds rows. It is made once; whoever comes meanwhile waits for it.
func (x *Index) matcher() *match.Index {
	x.once.Do(func() {
		items := make([]match.Item, len(x.rows))
		for i := range x.rows {
			items[i] = match.Item{Name: x.rows[i].Handle, Description: x.rows[i].Description}
		}
		x.match = match.NewIndex(items)
	})
	return x.match
}

// look takes what a list without skills has to say from the snapshot.
func (x *Index) look(snap *discovery.Snapshot) {
	if snap == nil {
		return
	}
	for _, d := range snap.Diagnostics {
		x.places = append(x.places, sanitize.Line(d.Message+": "+d.Path+". "+d.Hint))
	}
	for _, r := range snap.Roots {
		if r.Err != "" {
			x.failed = append(x.failed, sanitize.Line(r.Root.Provider+", "+r.Root.Path+": "+r.Err))
		}
	}
}

// collisions are the winners that shadow a different, usable copy, unless the user has accepted that.
func collisions(snap *discovery.Snapshot) map[*discovery.Entry]bool {
	out := map[*discovery.Entry]bool{}
	if snap == nil {
		return out
	}
	for i := range snap.Resolutions {
		if r := &snap.Resolutions[i]; r.Collision && !r.Accepted && r.Winner != nil {
			out[r.Winner] = true
		}
	}
	return out
}

func newRow(e *discovery.Entry, name string, collides bool) Row {
	h := e.Reading.Head
	return Row{
		Entry:       e,
		Handle:      sanitize.Line(name),
		Title:       sanitize.Line(e.Title()),
		Description: sanitize.Line(h.Description),
		Badges:      badges(e, collides),
		Hidden:      slices.ContainsFunc(e.Reading.Diagnostics, skills.Diagnostic.Unseen),
	}
}

func badges(e *discovery.Entry, collides bool) []theme.Badge {
	var out []theme.Badge
	add := func(b theme.Badge, on bool) {
		if on {
			out = append(out, b)
		}
	}
	h := e.Reading.Head
	valid := e.State != discovery.Invalid
	add(theme.Stale, e.Stale)
	add(theme.Collision, collides)
	add(theme.Shadowed, e.State == discovery.Shadowed)
	add(theme.Invalid, !valid)
	add(theme.Filtered, e.State == discovery.Filtered || e.State == discovery.Disabled)
	add(theme.UserOnly, valid && h.UserInvocable && !h.ModelInvocable)
	add(theme.ModelOnly, valid && !h.UserInvocable && h.ModelInvocable)
	add(theme.Scripts, e.Scripts)
	add(theme.NotSeen, e.State == discovery.NotSeen)
	add(theme.Dropped, e.State == discovery.Dropped)
	add(theme.Ambiguous, e.State == discovery.Ambiguous)
	add(theme.Unspecified, e.State == discovery.Unspecified)
	return out
}

// identity is what stays the same for a skill from one snapshot to the next.
type identity struct {
	provider, path string
	group          string // for a heading, which has nothing else
}

func identify(e *discovery.Entry) identity {
	if e == nil {
		return identity{}
	}
	provider := ""
	if e.Root != nil {
		provider = e.Root.Provider
	}
	return identity{provider: provider, path: e.Path}
}
