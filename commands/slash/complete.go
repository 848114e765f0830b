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
	Loose      bool         // the word may be meant as it stands: only who chooses an item wants it
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
	files    []string            // of the skill that the draft names
	choices  map[string][]string // what may follow built-in commands, by their names
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
// position. Inside the arguments of a built-in command that is what WithChoices
// says.
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
	switch {
	case start > 0 && command(draft) != "":
		return c.chosen(p, draft, typed)
	case strings.HasPrefix(typed, mention):
		return c.mentions(p, strings.TrimPrefix(typed, mention))
	case !strings.HasPrefix(typed, "/"):
		return c.filesFor(p, typed)
	}
	if handle, ok := strings.CutPrefix(typed, prefix); ok {
		return c.skillsFor(p, handle)
	}
	if start == 0 {
		p.Items = commands(typed, c.disabled)
	} else if strings.HasPrefix(prefix, typed) && len(typed) > 1 && !c.disabled {
		p.Items = []Completion{skillCommand()}
	}
	p.Exact = len(p.Items) > 0 && strings.EqualFold(p.Items[0].Text, typed)
	return p
}

// command is the built-in command that the draft is, "" for none.
func command(draft string) string {
	word, _ := firstWord(draft)
	if name, ok := strings.CutPrefix(word, "/"); ok && isBuiltin(name) {
		return name
	}
	return ""
}

// WithChoices is a completer that also proposes what may follow built-in
// commands, by their names.
func (c *Completer) WithChoices(choices map[string][]string) *Completer {
	with := *c
	with.choices = choices
	return &with
}

// chosen proposes the choices of a command that begin as typed, in any case.
func (c *Completer) chosen(p Proposal, draft, typed string) Proposal {
	name := command(draft)
	if strings.TrimSpace(draft[:p.Start]) != "/"+name { // a choice is one word
		return p
	}
	for _, choice := range c.choices[name] {
		if n := len(typed); n <= len(choice) && strings.EqualFold(choice[:n], typed) {
			p.Items = append(p.Items, Completion{Text: choice, Matched: sequence(0, n)})
		}
	}
	p.Loose = typed == ""
	p.Exact = len(p.Items) > 0 && strings.EqualFold(p.Items[0].Text, typed)
	return p
}

// skillCommand is the way into the skills.
func skillCommand() Completion { return Completion{Text: prefix, Hint: "name", Detail: "run a skill"} }

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
		add(skillCommand())
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
	p.Items = c.fitting(prefix, handle)
	p.Exact = len(p.Items) > 0 && strings.EqualFold(p.Items[0].Text, prefix+handle)
	if len(p.Items) == 0 {
		p.Note = "no skill fits"
	}
	return p
}

// fitting are the skills that fit a handle, behind the sign that opens it.
func (c *Completer) fitting(sign, handle string) []Completion {
	var out []Completion
	hits := c.index.Filter(handle)
	for _, h := range hits[:min(len(hits), maxItems)] {
		s := c.skills[h.Item]
		item := Completion{Text: sign + s.Handle, Hint: s.Hint, Detail: s.Description}
		for _, at := range h.Name {
			item.Matched = append(item.Matched, len(sign)+at)
		}
		out = append(out, item)
	}
	return out
}

// mentions proposes skills for what stands after a dollar sign. Much else begins with one, so nothing is said where no skill fits,
// and a word that does not begin a handle may be meant as it is.
func (c *Completer) mentions(p Proposal, handle string) Proposal {
	if c.disabled || strings.HasPrefix(handle, mention) {
		return p
	}
	p.Items = c.fitting(mention, handle)
	for i := range p.Items {
		p.Items[i].Hint = ""
	}
	if len(p.Items) > 0 {
		p.Exact = p.Items[0].Text == mention+handle
		p.Loose = !strings.HasPrefix(p.Items[0].Text, mention+handle)
	}
	return p
}

// WithFiles is a completer that also proposes the files, by their paths, of the skill that a draft names.
func (c *Completer) WithFiles(files []string) *Completer {
	with := *c
	with.files = files
	return &with
}

// minFile is how many bytes of a path are typed before it is proposed: words of a message are no paths.
const minFile = 2

// filesFor proposes the files whose paths begin as typed.
func (c *Completer) filesFor(p Proposal, typed string) Proposal {
	if len(typed) < minFile {
		return p
	}
	for _, f := range c.files {
		if strings.HasPrefix(f, typed) && len(p.Items) < maxItems {
			p.Items = append(p.Items, Completion{Text: f, Matched: sequence(0, len(typed))})
		}
	}
	p.Loose = true
	if len(p.Items) == 1 && p.Items[0].Text == typed {
		p.Items = nil // nothing is left to propose
	}
	return p
}

// Named is the handle of the skill that a draft names last, as typed; "" for none.
func Named(draft string) string {
	handle := ""
	for _, w := range words(draft) {
		word := draft[w.start:w.end]
		if h, ok := strings.CutPrefix(word, prefix); ok && h != "" {
			handle = h
		} else if h, ok := strings.CutPrefix(word, mention); ok && h != "" {
			handle = h
		}
	}
	return handle
}

// sequence is the n numbers from first on.
func sequence(first, n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = first + i
	}
	return out
}
