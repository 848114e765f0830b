package slash

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"deft/skills/match"
)

// Skill is what completion knows of a skill that a person may use.
type Skill struct {
	Handle      string
	Hint        string // of its arguments
	Description string
}

// Completion is one proposal for the word under the cursor.
type Completion struct {
	Text    string // what the word becomes, without a blank after it
	Hint    string // of the arguments, "" for none
	Detail  string // description
	Matched []int  // byte positions in Text that matched
}

// Proposal is what can stand for a word of a draft.
type Proposal struct {
	Start, End int          // bytes of the draft that a completion replaces
	Items      []Completion // best first; empty where nothing fits
	Exact      bool         // the word is complete: it equals the first item, whatever its case
	Note       string       // why there is nothing to complete, "" where there is no more to say
}

// maxItems bounds a proposal: a person reads a screen of them.
const maxItems = 50

// Completer proposes commands and skills. It is immutable: build a new one
// for a new snapshot.
type Completer struct {
	skills   []Skill
	index    *match.Index
	disabled bool
}

// NewCompleter indexes skills in the order given. disabled says that skill
// commands are switched off.
func NewCompleter(skills []Skill, disabled bool) *Completer {
	items := make([]match.Item, len(skills))
	for i, s := range skills {
		items[i] = match.Item{Name: s.Handle, Description: s.Description}
	}
	return &Completer{skills: skills, index: match.NewIndex(items), disabled: disabled}
}

// Complete proposes what can stand for the word at the cursor, a byte
// position. Nothing is proposed inside the arguments of a built-in command.
func (c *Completer) Complete(draft string, cursor int) Proposal {
	start := strings.LastIndexFunc(draft[:cursor], unicode.IsSpace)
	if start >= 0 {
		_, n := utf8.DecodeRuneInString(draft[start:])
		start += n
	} else {
		start = 0
	}
	end := cursor + skip(draft[cursor:], func(r rune) bool { return !unicode.IsSpace(r) })
	typed := draft[start:cursor]
	p := Proposal{Start: start, End: end}
	if !strings.HasPrefix(typed, "/") || start > 0 && inCommand(draft) {
		return p
	}
	if handle, ok := strings.CutPrefix(typed, prefix); ok {
		return c.skillsFor(p, handle)
	}
	if start == 0 {
		p.Items = commands(typed, c.disabled)
	} else if strings.HasPrefix(prefix, typed) && len(typed) > 1 && !c.disabled {
		p.Items = []Completion{skillCommand}
	}
	p.Exact = len(p.Items) > 0 && strings.EqualFold(p.Items[0].Text, typed)
	return p
}

// inCommand tells whether the draft is a built-in command.
func inCommand(draft string) bool {
	word, _ := firstWord(draft)
	name, ok := strings.CutPrefix(word, "/")
	return ok && isBuiltin(name)
}

// skillCommand is the way into the skills.
var skillCommand = Completion{Text: prefix, Hint: "name", Detail: "run a skill"}

// commands are the built-in ones that begin as typed.
func commands(typed string, disabled bool) []Completion {
	var out []Completion
	add := func(c Completion) {
		if n := len(typed); n <= len(c.Text) && strings.EqualFold(c.Text[:n], typed) {
			c.Matched = sequence(0, n)
			out = append(out, c)
		}
	}
	if !disabled {
		add(skillCommand)
	}
	for _, b := range Builtins() {
		add(Completion{Text: "/" + b.Name, Hint: b.Args, Detail: b.Help})
	}
	return out
}

// skillsFor proposes skills for what stands after /skill:.
func (c *Completer) skillsFor(p Proposal, handle string) Proposal {
	if c.disabled {
		p.Note = "skill commands are off (skills.enableSkillCommands: false)"
		return p
	}
	hits := c.index.Filter(handle)
	for _, h := range hits[:min(len(hits), maxItems)] {
		s := c.skills[h.Item]
		item := Completion{Text: prefix + s.Handle, Hint: s.Hint, Detail: s.Description}
		for _, at := range h.Name {
			item.Matched = append(item.Matched, len(prefix)+at)
		}
		p.Items = append(p.Items, item)
	}
	p.Exact = len(p.Items) > 0 && strings.EqualFold(p.Items[0].Text, prefix+handle)
	if len(p.Items) == 0 {
		p.Note = "no skill fits"
	}
	return p
}

// sequence is the n numbers from first on.
func sequence(first, n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = first + i
	}
	return out
}
