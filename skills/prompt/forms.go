package prompt

import (
	"fmt"
	"strings"
)

// Kind tells what a catalog is to the conversation that it enters.
type Kind string

// The kinds.
const (
	Nothing     Kind = ""            // nothing is added
	First       Kind = "first"       // no catalog came before
	Replacement Kind = "replacement" // another list than before
	Emptied     Kind = "emptied"     // there was a list, and no skill is left
	Restored    Kind = "restored"    // the earlier ones are no longer in view
)

// frame is how a list is introduced.
type frame struct {
	kind       Kind
	incomplete bool // not everything could be searched
}

// What deft's forms say, and the others where they have no words for it.
const (
	replaced   = "The skills have changed. This list replaces every earlier list of skills in this conversation: do not use a name that only an earlier one has."
	restored   = "This list of skills is given again because the earlier ones are out of view. It replaces all of them."
	emptied    = "There are no skills to load any more. This replaces every earlier list of skills in this conversation: do not use a name from one."
	none       = "No skills were found."
	incomplete = "Not every place could be searched for skills, so some may be missing here. The list is given again once all have been searched."
)

// What the agent dsh says, to the letter, so that a model trained with it
// knows what it sees.
const (
	dshFirst  = "A skill is a reusable set of task-specific instructions. The following skills are available in this session:"
	dshUpdate = "The available skill catalog changed. This complete catalog replaces every earlier available-skills list in this session:"

	dshUseFirst  = "If the user names a skill, or the task clearly matches a skill's description, call the `skill` tool with the exact skill name before taking task actions. Load all applicable skills, then follow their full instructions. This catalog contains summaries only; do not infer or follow a skill's instructions until it has been loaded."
	dshUseUpdate = "Use only names in this replacement catalog. If the user names a listed skill, or the task clearly matches its description, call the `skill` tool with the exact name before acting."
	dshUser      = "A user may also invoke a skill directly; its <skill_content> block then appears in this conversation. Follow it, and do not call the `skill` tool again for that skill."

	dshNone     = "No skills are currently available through the `skill` tool. Do not use names from earlier skill catalogs."
	dshNoneUser = "A user may still invoke a skill directly; its <skill_content> block then appears in this conversation. Follow it, and do not call the `skill` tool for it."
)

// howTo tells how a skill of deft's list is used.
func howTo(t Tools) string {
	return "Each line names a skill: instructions for one kind of task, not loaded yet. When the user names a skill or the task fits one, call `" + t.Load +
		"` with its name as written here before you act, and follow what it returns. A line is only a summary: do not guess the instructions from it."
}

// entry writes one skill. It takes one line, but for the specification's form,
// where every tag stands between two line breaks.
func (f Form) entry(r row) string {
	if f == Specification {
		return "<skill>\n<name>\n" + html.Replace(r.handle) + "\n</name>\n<description>\n" + html.Replace(r.shown) +
			"\n</description>\n<location>\n" + html.Replace(r.location) + "\n</location>\n</skill>"
	}
	text := "- `" + ticked.Replace(r.handle) + "`"
	if f != DSH && r.title != "" && r.cut != NameOnly {
		text += ` "` + attribute.Replace(r.title) + `"`
	}
	if r.shown != "" {
		text += ": " + markup.Replace(r.shown)
	}
	return text
}

// wrap writes the text around rows, which may be too few: what it says depends
// on the catalog.
func (c *Catalog) wrap(f frame, note string, rows []string) string {
	var before, after []string
	switch c.Form {
	case Specification:
		before, after = c.lead(f, false), []string{"</available_skills>"}
		before = append(before, "<available_skills>")
	case DSH:
		before, after = c.dsh(f)
	case Manifest:
		before = c.lead(f, false)
	default:
		before, after = append([]string{"<skills>"}, c.lead(f, true)...), []string{"</skills>"}
	}
	if note != "" {
		after = insert(after, note, c.Form)
	}
	if f.incomplete {
		after = insert(after, incomplete, c.Form)
	}
	return strings.Join(append(append(before, rows...), after...), "\n")
}

// insert adds a remark to the lines after the list: inside the tags of deft
// and dsh, after those of the specification, which says what stands in them.
func insert(after []string, remark string, f Form) []string {
	if f == Specification || f == Manifest {
		return append(after, remark)
	}
	last := len(after) - 1
	return append(after[:last:last], remark, after[last])
}

// lead is what comes before a list that is not dsh's.
func (c *Catalog) lead(f frame, teach bool) []string {
	var lines []string
	switch {
	case f.kind == Replacement:
		lines = []string{replaced}
	case f.kind == Restored:
		lines = []string{restored}
	case f.kind == Emptied:
		return []string{emptied}
	case len(c.rows) == 0 && c.Form != Specification:
		return []string{none}
	}
	if teach {
		lines = append(lines, howTo(c.options.Tools))
	}
	return lines
}

// dsh is what comes before and after dsh's list.
func (c *Catalog) dsh(f frame) (before, after []string) {
	lead, use, user := dshFirst, dshUseFirst, dshUser
	if f.kind != First {
		lead, use = dshUpdate, dshUseUpdate
	}
	if len(c.rows) == 0 {
		use, user = dshNone, dshNoneUser
	}
	return []string{"<system-reminder>", lead, "", "<available_skills>"},
		[]string{"</available_skills>", "", use, user, "</system-reminder>"}
}

// note tells a model what the catalog does not show; "" where it shows
// everything.
func (c *Catalog) note() string { return c.say(c.Counts()) }

// longestNote is at least as long as any note that the catalog can get.
func (c *Catalog) longestNote() string {
	n := len(c.rows)
	return c.say(n, n, n, n)
}

func (c *Catalog) say(total, shortened, nameOnly, leftOut int) string {
	if shortened+nameOnly+leftOut == 0 {
		return ""
	}
	var parts []string
	for _, p := range []struct {
		n    int
		text string
	}{{leftOut, "not named"}, {nameOnly, "named without a description"}, {shortened, "described in short"}} {
		if p.n > 0 {
			parts = append(parts, fmt.Sprintf("%d are %s", p.n, p.text))
		}
	}
	text := fmt.Sprintf("Of %d skills %s.", total, strings.Join(parts, ", "))
	switch {
	case c.options.Tools.Search != "":
		text += " Call `" + c.options.Tools.Search + "` with words of the task to find the others and full descriptions."
	case leftOut > 0:
		text += " The others can be loaded all the same, if you know their names."
	}
	return text
}
