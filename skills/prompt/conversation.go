package prompt

// Marker tells which catalog a message carries. Whoever keeps the conversation
// keeps it beside the text: in the text anybody could write one.
type Marker struct {
	Digest   string `json:"digest"`
	Complete bool   `json:"complete"` // everything had been searched
}

// Past is what a conversation has had of catalogs.
type Past struct {
	Visible []Marker // still in view of the model, oldest first
	Hidden  bool     // there was one that is not in view any more, as after compaction
}

// View is what a model may be told now.
type View struct {
	Entries  []Entry
	Complete bool // everything has been searched
	Readable bool // the model has a way to load skills; without one it is told of none
}

// Step is what the next message of a conversation begins with.
type Step struct {
	Kind    Kind
	Text    string  // "" for Nothing
	Marker  Marker  // to be kept with the message; what is in view for Nothing
	Catalog Catalog // for the report; its Text is that of the step
}

// Next compares the present catalog with the newest one in view. A first turn
// gets the catalog, a change a replacement, and the loss of all skills an
// empty one that says so. Skills of an incomplete view are given with a
// warning and again without it when the view is complete, even if they are the
// same. When every earlier catalog is out of view, the present one is given
// again. A complete and empty view adds nothing to a conversation without a
// catalog.
//
// What the list holds depends on the entries and options alone, not on what
// the conversation had before. A budget that is too small for a list without
// any name is exceeded by that.
func Next(p Past, v View, o Options) Step {
	if !v.Readable {
		v = View{Complete: true}
	}
	c := list(v.Entries, o.withDefaults(), frame{First, true}, frame{Replacement, true}, frame{Restored, true})
	s := Step{Kind: kind(p, v, c), Marker: Marker{Digest: c.Digest, Complete: v.Complete}}
	if s.Kind != Nothing {
		c.write(frame{kind: s.Kind, incomplete: !v.Complete})
		s.Text = c.Text
	}
	s.Catalog = c
	return s
}

func kind(p Past, v View, c Catalog) Kind {
	empty, seen := len(c.rows) == 0, len(p.Visible) > 0
	switch {
	case seen && p.Visible[len(p.Visible)-1] == Marker{c.Digest, v.Complete}:
		return Nothing
	case !seen && !p.Hidden && empty && v.Complete:
		return Nothing
	case !seen && !p.Hidden:
		return First
	case empty:
		return Emptied
	case !seen:
		return Restored
	}
	return Replacement
}
