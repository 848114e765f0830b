// Package prompt writes what a model reads of a skill: today the message that
// an activation adds to a conversation.
package prompt

// Source is what an activation needs to know of a skill.
type Source struct {
	Handle string
	Path   string   // of the SKILL.md, skill://NAME/SKILL.md where there is no folder
	Base   string   // the skill's folder, or skill://NAME
	Body   string   // as skills.Parse gives it
	Files  []string // bundled files, relative to Base
	More   bool     // there are more files than Files names
}

// Activation is a skill's body on its way into a conversation.
type Activation struct {
	Handle string
	Body   string // with its placeholders replaced, fit for a model
	Trail  string // the lines after the `---`: Skill, Base, Files and, where the body took no arguments, User
	Args   string // as typed
}

// Text is the whole message: body, blank line, `---`, trail.
func (a Activation) Text() string { panic("contract") }

// Activate builds the message. `$ARGUMENTS` is replaced byte for byte, once,
// and what was put in is not looked at again; nothing is executed.
func Activate(s Source, args string) Activation { panic("contract") }
