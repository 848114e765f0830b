package watch

import (
	"slices"
	"strings"
)

// node is a place that a caller knows by one path: a target, or what is below
// one and has to be followed on its own. There is one for each skill folder,
// so that what can be told from other nodes is not kept.
type node struct {
	parent *node  // nil for a target
	name   string // in the parent's folder; of a target its path
	real   string // of the folder that it is, "" where it is none
	ways   *ways  // nil for most skill folders
	next   *node  // of the nodes whose folder is the same
	wants  wants
	depth  int8   // of folders down to the skill folders
	found  bool   // when it was last looked for
	dead   bool   // dropped, with what it was below
	folder rights // where it is one
	file   rights // to the SKILL.md of a skill folder
}

// ways are how a node was reached, and what is reached from it.
type ways struct {
	steps []step  // entries passed on the walk
	kids  []*node // sorted by name
	flats map[string]rights
}

type step struct {
	dir, name string
	rights    rights
}

// path is the place as the caller knows it.
func (n *node) path() string {
	if n.parent == nil {
		return n.name
	}
	return join(n.parent.path(), n.name)
}

// target is the path of the target above.
func (n *node) target() string {
	for n.parent != nil {
		n = n.parent
	}
	return n.name
}

// told is the path that is told when a node changes: that of the skill for the
// link that its file is.
func (n *node) told() string {
	if n.parent != nil && n.wants == file {
		n = n.parent
	}
	return n.path()
}

// start is the real folder from which the walk to a node begins.
func (n *node) start() string {
	if n.parent == nil {
		return "/"
	}
	return n.parent.real
}

// book is where the ways of a node are noted.
func (n *node) book() *ways {
	if n.ways == nil {
		n.ways = &ways{}
	}
	return n.ways
}

func (n *node) step(dir, name string, r rights) {
	b := n.book()
	b.steps = append(b.steps, step{dir, name, r})
}

// flat notes the rights to a flat file in a node's folder.
func (n *node) flat(name string, r rights) {
	b := n.book()
	if b.flats == nil {
		b.flats = make(map[string]rights)
	}
	b.flats[name] = r
}

// expect makes room for so many kids.
func (n *node) expect(kids int) {
	b := n.book()
	b.kids = slices.Grow(b.kids, kids)
}

// find looks for a kid by its name, or for the place where it belongs.
func (n *node) find(name string) (at int, ok bool) {
	if n.ways == nil {
		return 0, false
	}
	return slices.BinarySearchFunc(n.ways.kids, name, func(kid *node, name string) int { return strings.Compare(kid.name, name) })
}

// kid is the node of an entry of a node's folder, nil where there is none.
func (n *node) kid(name string) *node {
	if at, ok := n.find(name); ok {
		return n.ways.kids[at]
	}
	return nil
}

// add makes a node for an entry of a node's folder that has none.
func (n *node) add(name string, w wants) *node {
	kid := &node{parent: n, name: name, wants: w, depth: n.depth - 1}
	at, _ := n.find(name)
	b := n.book()
	b.kids = slices.Insert(b.kids, at, kid)
	return kid
}

// drop takes a kid out and returns it, nil where there is none.
func (n *node) drop(name string) *node {
	at, ok := n.find(name)
	if !ok {
		return nil
	}
	kid := n.ways.kids[at]
	n.ways.kids = slices.Delete(n.ways.kids, at, at+1)
	return kid
}
