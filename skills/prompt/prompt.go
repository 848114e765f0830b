// Package prompt writes what a model reads of skills: catalogs, and the bodies
// that a person or the model itself brings into a conversation.
package prompt

import (
	"fmt"
	"strings"

	"deft/skills/sanitize"
)

// Limits of the list of bundled files in a message.
const (
	maxFiles     = 40   // files named
	maxFileBytes = 2000 // bytes of names
)

// Source is what an activation needs to know of a skill.
type Source struct {
	Handle string
	Path   string   // of the SKILL.md, skill://NAME/SKILL.md where there is no folder
	Base   string   // the skill's folder, or skill://NAME
	Body   string   // as skills.Parse gives it
	Files  []string // bundled files, slash-separated, relative to Base
	More   bool     // there are more files than Files names
}

// Activation is a skill's body on its way into a conversation.
type Activation struct {
	Handle string
	Body   string // placeholders replaced, hidden and control characters removed
	Trail  string // the lines after the `---`: Skill, Base, Files and, where the body took no arguments, User
	Args   string // as typed
}

// Text is the whole message: body, blank line, `---`, trail.
func (a Activation) Text() string { return a.Body + "\n\n---\n" + a.Trail }

// Activate builds the message. `$ARGUMENTS` becomes args byte for byte, and
// what was put in is not looked at again; `${CLAUDE_SKILL_DIR}` and
// `{baseDir}` become the base. Everything else that looks like a variable or
// a command stays as it is: nothing is executed.
func Activate(s Source, args string) Activation {
	base := sanitize.Line(s.Base)
	body, took := substitute(strings.Trim(sanitize.ForModel(s.Body), "\n"), args, base)
	trail := "Skill: " + sanitize.Line(s.Path) + "\nBase: " + base + "\nFiles: " + fileList(s.Files, s.More)
	if args != "" && !took {
		trail += "\nUser: " + args
	}
	return Activation{Handle: s.Handle, Body: body, Trail: trail, Args: args}
}

// What is replaced.
const (
	argumentsName = "$ARGUMENTS"
	skillDir      = "${CLAUDE_SKILL_DIR}"
	dollarBase    = "${baseDir}"
	plainBase     = "{baseDir}"
)

// substitute makes one pass over the body and tells whether it took the
// arguments. `$ARGUMENTS` followed by a letter, digit, underscore or index is
// another variable and stays.
func substitute(body, args, base string) (string, bool) {
	var b strings.Builder
	took := false
	for {
		at := strings.IndexAny(body, "${")
		if at < 0 {
			b.WriteString(body)
			return b.String(), took
		}
		b.WriteString(body[:at])
		body = body[at:]
		switch name := placeholder(body); {
		case name == "":
			b.WriteByte(body[0])
			body = body[1:]
		case name == argumentsName:
			took = true
			b.WriteString(args)
			body = body[len(name):]
		default:
			b.WriteString(base)
			body = body[len(name):]
		}
	}
}

// placeholder is the placeholder that a text begins with, "" for none.
func placeholder(text string) string {
	if rest, ok := strings.CutPrefix(text, argumentsName); ok {
		if continues(rest) {
			return ""
		}
		return argumentsName
	}
	for _, name := range []string{skillDir, dollarBase, plainBase} {
		if strings.HasPrefix(text, name) {
			return name
		}
	}
	return ""
}

// continues tells whether a variable's name goes on, as in $ARGUMENTS_FILE or
// the indexed $ARGUMENTS[1].
func continues(rest string) bool {
	if rest == "" {
		return false
	}
	c := rest[0]
	if c == '[' {
		return len(rest) > 1 && rest[1] >= '0' && rest[1] <= '9'
	}
	return c == '_' || c >= '0' && c <= '9' || c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z'
}

// fileList names the bundled files on one line and says how many it leaves
// out.
func fileList(files []string, more bool) string {
	if len(files) == 0 && !more {
		return "none"
	}
	names := first(files, sanitize.Line)
	list := strings.Join(names, ", ")
	switch left := len(files) - len(names); {
	case more:
		return fmt.Sprintf("%s (the first %d; there are more)", list, len(names))
	case left > 0:
		return fmt.Sprintf("%s (%d of %d)", list, len(names), len(files))
	}
	return list
}

// first are as many files as a message names, each made clean.
func first(files []string, clean func(string) string) []string {
	var names []string
	size := 0
	for _, f := range files[:min(len(files), maxFiles)] {
		name := clean(f)
		if size += len(name); size > maxFileBytes {
			break
		}
		names = append(names, name)
	}
	return names
}
