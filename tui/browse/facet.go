package browse

import (
	"cmp"
	"slices"
	"strings"

	"deft/discovery"
	"deft/skills"
	"deft/skills/sanitize"
)

// Facet is one side of a skill that the list sorts and groups by.
type Facet int

// The facets. Without one the list is sorted by name and not grouped.
const (
	ByName Facet = iota
	ByProvider
	ByLevel
	ByCategory
	ByState
	ByTokens
	facets
)

// String is the facet's name, as it is shown, kept and written in a filter.
func (f Facet) String() string {
	return [facets]string{"name", "provider", "level", "category", "state", "tokens"}[f]
}

// noCategory is the value of skills without a category.
const noCategory = discovery.NoCategory

// facetNamed finds a facet by its name; false for none.
func facetNamed(name string) (Facet, bool) {
	for f := range facets {
		if f.String() == name {
			return f, true
		}
	}
	return ByName, false
}

// States is every state in the order of the list.
func States() []discovery.State {
	return []discovery.State{discovery.Active, discovery.Shadowed, discovery.Filtered, discovery.Disabled, discovery.Invalid}
}

// agentStates are those that only agents other than deft give.
func agentStates() []discovery.State {
	return []discovery.State{discovery.Ambiguous, discovery.Unspecified, discovery.Dropped, discovery.NotSeen}
}

// states are those that a row can have.
func (x *Index) states() []discovery.State {
	if x != nil && x.agent {
		return append(States(), agentStates()...)
	}
	return States()
}

func levels() []discovery.Level {
	return []discovery.Level{discovery.Admin, discovery.System, discovery.Project, discovery.User, discovery.Plugin, discovery.Custom, discovery.Bundled}
}

func sizes() []string {
	return []string{"over 5000 tokens", "up to 5000 tokens", "up to 2000 tokens", "up to 500 tokens"}
}

// value is the row's value of a facet as it is shown and asked for.
func (r *Row) value(f Facet) string {
	e := r.Entry
	switch f {
	case ByProvider:
		if e.Root != nil {
			return sanitize.Line(e.Root.Provider)
		}
	case ByLevel:
		if e.Root != nil {
			return sanitize.Line(string(e.Root.Level))
		}
	case ByCategory:
		if e.Category == "" {
			return noCategory
		}
		return sanitize.Line(e.Category)
	case ByState:
		return string(e.State)
	case ByTokens:
		return sizeOf(r.tokens())
	}
	return ""
}

func (r *Row) tokens() int { return skills.EstimateTokens(r.Entry.Size) }

// sizeOf is the group of a number of tokens.
func sizeOf(n int) string {
	all := sizes()
	switch {
	case n > 5000:
		return all[0]
	case n > 2000:
		return all[1]
	case n > 500:
		return all[2]
	}
	return all[3]
}

// scale is a facet's values in the order of the list, and the place of each row's among them.
type scale struct {
	values []string
	of     []int32 // by row
	counts []int   // rows, by value
}

// newScale puts the values of a facet in order: those that have one of their own in that, the others by their letters.
func newScale(rows []Row, f Facet) scale {
	s := scale{of: make([]int32, len(rows))}
	seen := map[string]int32{} // values by when they were seen first
	for i := range rows {
		v := rows[i].value(f)
		at, known := seen[v]
		if !known {
			at = int32(len(seen))
			seen[v] = at
			s.values = append(s.values, v)
		}
		s.of[i] = at
	}
	slices.SortFunc(s.values, func(a, b string) int {
		return cmp.Or(cmp.Compare(weight(f, a), weight(f, b)), strings.Compare(a, b))
	})
	place := make([]int32, len(s.values))
	for i, v := range s.values {
		place[seen[v]] = int32(i)
	}
	s.counts = make([]int, len(s.values))
	for i, at := range s.of {
		s.of[i] = place[at]
		s.counts[place[at]]++
	}
	return s
}

// weight is where a value stands before letters are compared.
func weight(f Facet, v string) int {
	switch f {
	case ByLevel:
		return slices.Index(levels(), discovery.Level(v))
	case ByState:
		return slices.Index(append(States(), agentStates()...), discovery.State(v))
	case ByTokens:
		return slices.Index(sizes(), v)
	case ByCategory:
		if v == noCategory {
			return 1
		}
	}
	return 0
}

// Order is how the list is sorted and grouped. The zero value is by name, without groups.
type Order struct {
	By      Facet
	Reverse bool
	Group   Facet // ByName for no groups
}

// arrange is the rows in an order. All that takes long was done for the index: what is left are numbers, sorted in less time than
// a key of the filter takes.
func (x *Index) arrange(o Order) []int32 {
	const bits, most = 24, 1<<24 - 1 // for a row and for its value; 16 are left for the group
	keys := make([]uint64, len(x.rows))
	for i := range x.rows {
		value := x.rank(o.By, i)
		if o.Reverse {
			value = most - value
		}
		keys[i] = uint64(x.groupOf(o.Group, i))<<(2*bits) | uint64(value)<<bits | uint64(i)
	}
	if o != (Order{}) { // by name the rows stand already
		slices.Sort(keys)
	}
	out := make([]int32, len(keys))
	for i, k := range keys {
		out[i] = int32(k & most)
	}
	return out
}

// rank is a number that sorts a row by a facet; the largest skills come first.
func (x *Index) rank(f Facet, row int) int {
	switch f {
	case ByName:
		return int(x.names[row])
	case ByTokens:
		return max(0, 1<<23-x.rows[row].tokens())
	}
	return int(x.scales[f].of[row])
}

// groupOf is the place of a row's group among the groups.
func (x *Index) groupOf(f Facet, row int) int {
	if f == ByName {
		return 0
	}
	return int(x.scales[f].of[row])
}
