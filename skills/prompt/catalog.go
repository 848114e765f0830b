package prompt

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"

	"deft/skills"
)

// Entry is what a catalog needs to know of a skill.
type Entry struct {
	Handle         string // loads the skill, exactly as it stands here
	Title          string // the name in the frontmatter; shown where it says more than the handle
	Description    string
	WhenToUse      string
	Location       string // path of the SKILL.md, or skill://NAME/SKILL.md
	ModelInvocable bool   // only such entries are listed
}

// Form is how a catalog is written.
type Form string

// The forms.
const (
	Deft          Form = "deft"          // a line a skill inside <skills>, with instructions
	Manifest      Form = "manifest"      // these lines alone, for the description of a tool
	Specification Form = "specification" // the <available_skills> of agentskills.io, as `skills-ref to-prompt` prints it
	DSH           Form = "dsh"           // the <system-reminder> of the agent dsh
)

// FormOf is the form of an agent's catalog: deft and dsh have their own, all
// others get the specification's.
func FormOf(agent string) Form {
	switch agent {
	case "", "deft":
		return Deft
	case "dsh":
		return DSH
	}
	return Specification
}

// Bounds on a description in a catalog, in characters.
const (
	DefaultDescription = 500
	MinDescription     = 3
)

// Tools are the names of the tools that a catalog speaks of.
type Tools struct {
	Load   string // "" is skill_load
	Search string // "" where there is none
}

// DefaultTools are deft's own.
func DefaultTools() Tools { return Tools{Load: "skill_load", Search: "skill_search"} }

// Options say how a catalog is written. The zero value is deft's form without
// a budget.
type Options struct {
	Form           Form     // "" is Deft
	MaxDescription int      // characters; 0 is DefaultDescription, and less than MinDescription is MinDescription
	Budget         int      // tokens of the whole text, as skills.EstimateTokens counts them; 0 is no limit
	Tools          Tools    // the zero value is DefaultTools
	First          []string // handles that the budget reaches last: what the user has just named
}

func (o Options) withDefaults() Options {
	if o.Form == "" {
		o.Form = Deft
	}
	if o.MaxDescription == 0 {
		o.MaxDescription = DefaultDescription
	}
	o.MaxDescription = max(o.MaxDescription, MinDescription)
	if o.Tools == (Tools{}) {
		o.Tools = DefaultTools()
	}
	if o.Tools.Load == "" {
		o.Tools.Load = DefaultTools().Load
	}
	return o
}

// Cut says what a catalog does not show of a skill. Its text is kebab-case and
// fit for JSON.
type Cut string

// The cuts; "" is none.
const (
	Shortened Cut = "shortened" // the description ends in an ellipsis
	NameOnly  Cut = "name-only" // there was no room for the description
	LeftOut   Cut = "left-out"  // there was no room for the name, or it holds what no model can be shown
)

// Item is one skill of a catalog.
type Item struct {
	Handle      string `json:"handle"`
	Description string `json:"description"` // as the catalog shows it, before escaping
	Tokens      int    `json:"tokens"`      // estimate of what it costs in the text; 0 where left out
	Cut         Cut    `json:"cut"`
}

// Catalog is a list of skills for a model.
type Catalog struct {
	Form   Form
	Text   string // "" where there is nothing to say, or where the budget has no room for it
	Tokens int    // estimate for Text
	Items  []Item // every model-invocable entry, by handle, also what is left out
	Digest string // of what the text lists and counts; how the text introduces it does not matter

	rows    []row
	options Options
}

// Build writes the catalog of entries. The budget first shortens descriptions,
// all to the same length, then drops descriptions and last leaves out names,
// both from the end of the list.
//
// No text of an entry can end the list or add to it: names, descriptions and
// locations are cleaned, put on one line each (the specification's form puts
// them between tags) and escaped.
func Build(entries []Entry, o Options) Catalog {
	c := list(entries, o.withDefaults(), frame{kind: First})
	c.write(frame{kind: First})
	if c.options.Budget > 0 && c.Tokens > c.options.Budget {
		c.Text, c.Tokens = "", 0
	}
	return c
}

// list makes a catalog without its text: one that fits the budget in each of
// the frames.
func list(entries []Entry, o Options, frames ...frame) Catalog {
	c := Catalog{Form: o.Form, options: o}
	for _, e := range entries {
		if e.ModelInvocable {
			c.rows = append(c.rows, newRow(e, o))
		}
	}
	slices.SortStableFunc(c.rows, func(a, b row) int {
		return cmp.Or(strings.Compare(a.handle, b.handle), strings.Compare(a.location, b.location))
	})
	c.fit(frames)
	c.report()
	return c
}

// report fills in what the rows have become.
func (c *Catalog) report() {
	h := sha256.New()
	fmt.Fprintln(h, c.Form, c.note())
	for _, r := range c.rows {
		item := Item{Handle: r.handle, Cut: r.cut}
		if r.cut != LeftOut {
			text := c.Form.entry(r)
			fmt.Fprintln(h, text)
			item.Description, item.Tokens = r.shown, skills.EstimateTokens(int64(len(text)+1))
		}
		c.Items = append(c.Items, item)
	}
	c.Digest = hex.EncodeToString(h.Sum(nil))
}

// write sets the text.
func (c *Catalog) write(f frame) {
	var rows []string
	for _, r := range c.rows {
		if r.cut != LeftOut {
			rows = append(rows, c.Form.entry(r))
		}
	}
	c.Text = ""
	if len(c.rows) > 0 || f.kind != First || f.incomplete || c.Form == Specification {
		c.Text = c.wrap(f, c.note(), rows)
	}
	c.Tokens = skills.EstimateTokens(int64(len(c.Text)))
}

// Counts tells how many skills a catalog is about and what is not shown of
// them.
func (c Catalog) Counts() (total, shortened, nameOnly, leftOut int) {
	for _, r := range c.rows {
		switch r.cut {
		case Shortened:
			shortened++
		case NameOnly:
			nameOnly++
		case LeftOut:
			leftOut++
		}
	}
	return len(c.rows), shortened, nameOnly, leftOut
}

// Notice tells a person what a catalog does not show, on one line; "" where it
// shows everything.
func (c Catalog) Notice() string {
	total, shortened, nameOnly, leftOut := c.Counts()
	if shortened+nameOnly+leftOut == 0 {
		return ""
	}
	text := fmt.Sprintf("catalog: shown %d of %d skills", total-leftOut, total)
	if shortened > 0 {
		text += fmt.Sprintf(", %d with a shortened description", shortened)
	}
	if nameOnly > 0 {
		text += fmt.Sprintf(", %d without one", nameOnly)
	}
	return text
}
