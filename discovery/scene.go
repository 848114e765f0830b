package discovery

import (
	"cmp"
	"path"
	"strings"
)

// Scene is what one scan for all agents found: every root that any of them
// reads, read once.
type Scene struct {
	Ground     Ground
	Candidates []*Candidate
	Shared     []*Root      // the roots of the agents' tables; all others are of one provider each
	Roots      []RootReport // of all roots looked for, those that are not there too
	Digests    Digests      // of skills that have a name in common with others
	Settings   []SettingsFile
	Orders     map[string][]Order // what the settings say of skills, by agent; the later one counts
}

// Ground is what an agent's choice of roots depends on.
type Ground struct {
	Place
	Above []Folder            // the working folder and those it lies in, nearest first
	Env   map[string]string   // of the variables that rules name, those that are set
	Named map[string][]string // folders that settings list, by the setting's name
}

// Folder is a folder above a working folder.
type Folder struct {
	Path string
	Git  Git  // 0 where there is no .git
	Home bool // it is the home folder, perhaps by another path
}

// sight is how an agent sees a root.
type sight struct {
	source Source
	rank   int
	root   *Root
	layout *Layout
	reason Reason // why it does not see it, "" where it does
	detail string
}

// See judges what was found by an agent's rules, and reads nothing. trusted
// says whether the agent trusts the working folder. The configuration is
// deft's own, and concerns its own rules.
func (s *Scene) See(rules Rules, config Config, trusted bool) *Snapshot {
	out := &Snapshot{Complete: true, Roots: s.Roots, home: s.Ground.Home}
	out.found = found{sights: rules.sights(s, trusted), orders: ordersOf(s.Orders[rules.Agent], trusted), digests: s.Digests}
	if config.Enabled {
		out.found.candidates = s.Candidates
	}
	out.Resolutions = newPlan(rules, config, nil, out.found).resolve(s.Digests)
	return out
}

// sights says how an agent sees each root of a scene.
func (r *Rules) sights(s *Scene, trusted bool) map[*Root]*sight {
	byPath := make(map[string]*Root, len(s.Shared))
	for _, root := range s.Shared {
		byPath[root.Path] = root
	}
	out := make(map[*Root]*sight, len(s.Roots))
	for _, report := range s.Roots {
		root := report.Root
		if rank, source := r.source(root.Provider); byPath[root.Path] != root && rank < len(r.Sources) {
			out[root] = &sight{source: source, rank: rank, root: root}
		}
	}
	for i := range r.Sources {
		source := &r.Sources[i]
		rank, _ := r.source(source.Provider)
		for _, d := range source.Roots {
			for _, at := range s.Ground.Places(d) {
				root := byPath[at.Path]
				if root == nil || out[root] != nil && out[root].before(rank, d.Trusted && !trusted) {
					continue
				}
				out[root] = r.sight(source, rank, d, at, root, trusted)
			}
		}
	}
	return out
}

// before reports whether a sight stands although another source sees the same
// root.
func (s *sight) before(rank int, barred bool) bool {
	return barred || s.reason == "" && s.rank <= rank
}

func (r *Rules) sight(source *Source, rank int, d Dir, at Spot, root *Root, trusted bool) *sight {
	out := &sight{source: *source, rank: rank, layout: &r.Layout}
	out.root = &Root{Provider: source.Provider, Level: d.Level, Path: root.Path, Distance: at.Distance, Order: at.Order}
	if source.Layout != nil {
		out.layout = source.Layout
	}
	if d.Trusted && !trusted {
		out.reason, out.detail = ByTrust, r.Agent+" reads "+root.Path+" only where the folder is trusted"
	}
	return out
}

// stand is what the rules say of a root of a scene.
func (s *sight) stand(rules *Rules, toggles Toggles, r *Root) *standing {
	if s == nil {
		s = &sight{rank: len(rules.Sources), reason: ByRoots, detail: rules.Agent + " does not read " + cmp.Or(r.Path, r.Provider+" skills"), root: r}
	}
	off := ""
	if s.reason == "" {
		off = switchedOff(s.source, toggles, s.root)
	}
	return &standing{source: s.source, rank: s.rank, level: rules.level(s.root.Level), off: off, root: s.root, sight: s}
}

// unseen is 1 where the agent does not read the root, else 0.
func (s *standing) unseen() int {
	if s.sight != nil && s.reason != "" {
		return 1
	}
	return 0
}

// overlooks takes an entry out where the agent does not look at it.
func (s *standing) overlooks(e *Entry) bool {
	switch {
	case s.sight == nil:
		return false
	case s.reason != "":
		e.State, e.Reason, e.Detail = NotSeen, s.reason, s.detail
		return true
	case s.layout == nil:
		return false
	}
	if detail := s.layout.leavesOut(e.Candidate); detail != "" {
		e.State, e.Reason, e.Detail = NotSeen, ByLayout, detail
	}
	return e.State != ""
}

// Spot is a place where an agent looks for skills.
type Spot struct {
	Path     string // absolute
	Distance int    // folders between the working folder and the one that holds it
	Order    int    // among the folders of one setting
}

// Places lists where a Dir leads to here.
func (g *Ground) Places(d Dir) []Spot {
	for _, name := range d.Unless {
		if v := g.Env[name]; v != "" && v != "0" && v != "false" {
			return nil
		}
	}
	if d.Setting != "" {
		var out []Spot
		for i, dir := range g.Named[d.Setting] {
			out = append(out, Spot{Path: dir, Order: i})
		}
		return out
	}
	if v := g.Env[d.Env]; d.Env != "" && v != "" {
		var out []Spot
		for _, dir := range strings.Split(v, ",") {
			if path.IsAbs(dir) {
				out = append(out, Spot{Path: path.Join(dir, d.EnvPath)})
			}
		}
		return out
	}
	switch {
	case d.EnvOnly:
		return nil
	case path.IsAbs(d.Path):
		return []Spot{{Path: d.Path}}
	case d.Level != Project && g.Home == "":
		return nil
	case d.Level != Project:
		return []Spot{{Path: path.Join(g.Home, d.Path)}}
	}
	return g.climb(d)
}

// climb lists the places of a Dir in the working folder and above it.
func (g *Ground) climb(d Dir) []Spot {
	var out []Spot
	top := g.top(d)
	for i, dir := range g.Above[:top] {
		if d.NotHome && dir.Home || d.RootOnly && i != top-1 {
			continue
		}
		out = append(out, Spot{Path: path.Join(dir.Path, d.Path), Distance: i})
	}
	return out
}

// top is how many folders belong to a project, the working folder counted.
func (g *Ground) top(d Dir) int {
	if d.Climb.Here {
		return min(1, len(g.Above))
	}
	tops := d.Climb.Tops
	if tops == 0 {
		tops = AnyGit
	}
	for i, dir := range g.Above {
		if dir.Git&tops != 0 {
			return i + 1
		}
	}
	if d.Climb.Beyond {
		return len(g.Above)
	}
	return min(1, len(g.Above))
}

// Outcome is what a name comes to for an agent. Its text is part of deft's
// JSON output.
type Outcome string

// The outcomes.
const (
	Wins        Outcome = "wins"        // one copy is used
	IsAmbiguous Outcome = "ambiguous"   // the bare name reaches none of several
	IsOpen      Outcome = "unspecified" // one of several, nobody says which
	NoneUsed    Outcome = "none"
)

// Outcome is what the name comes to.
func (r *Resolution) Outcome() Outcome {
	if r.Winner != nil {
		return Wins
	}
	for _, e := range r.Entries {
		switch e.State {
		case Ambiguous:
			return IsAmbiguous
		case Unspecified:
			return IsOpen
		}
	}
	return NoneUsed
}

// Reads says which roots of a scene an agent reads, where it trusts the
// working folder.
func (s *Scene) Reads(r Rules) func(*Root) bool {
	sights := r.sights(s, true)
	return func(root *Root) bool { return sights[root] != nil }
}
