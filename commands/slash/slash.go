// Package slash reads what people type: /commands and /skill:name, where they
// stand, and how they are completed.
package slash

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"deft/discovery"
	"deft/skills/match"
)

// Input is a draft, understood.
type Input struct {
	Command string       // built-in command without its slash, "" where the draft is a message
	Args    string       // of the command
	Skills  []Invocation // skills to activate, in the order named, each once
	Text    string       // the message as it stands in the conversation: a doubled slash became one
}

// Invocation is one /skill:name [args].
type Invocation struct {
	Handle string
	Args   string // byte for byte as typed
}

// Builtin is one built-in command.
type Builtin struct {
	Name string // without the slash
	Args string // what may follow, "" for nothing
	Help string
}

// Builtins are the commands that no skill can hide, in the order of help.
func Builtins() []Builtin {
	return []Builtin{
		{Name: "help", Help: "show keys and commands"},
		{Name: "skills", Args: "[filter]", Help: "go to the list of skills, filtered"},
		{Name: "clear", Help: "empty the chat"},
		{Name: "copy", Args: "[all]", Help: "copy the last message, or the conversation"},
		{Name: "export", Args: "[md|json] [FILE]", Help: "write the conversation to a file"},
		{Name: "profile", Args: "[NAME|off]", Help: "show the skills of a profile, or which one is in use"},
		{Name: "agents", Help: "show which copy of a skill each agent uses"},
		{Name: "as", Args: "[AGENT]", Help: "show the skills as an agent sees them; deft returns"},
		{Name: "fix", Args: "[link|copy|rename|disable|enable|rm]", Help: "change where skills are and who uses them"},
		{Name: "trash", Help: "bring back what was removed or changed"},
		{Name: "theme", Args: "[NAME]", Help: "change the colours, or go to the next ones"},
		{Name: "reload", Help: "look for skills again"},
		{Name: "config", Help: "show the settings and where each comes from"},
		{Name: "quit", Help: "leave deft"},
	}
}

// Error says why a draft cannot be sent. The draft is the caller's to keep.
type Error struct {
	Word    string   // the part that is not understood
	Near    []string // what may have been meant, as it would be typed
	Message string
}

func (e *Error) Error() string { return e.Message }

// What opens the handle of a skill: a command, or a mention in a sentence.
const (
	prefix  = "/skill:"
	mention = "$"
)

// Parser reads drafts.
type Parser struct {
	// Find tells whether a handle reaches a skill that a person may use;
	// its error says why not. An error that wraps *discovery.UnknownError
	// brings the names that are near.
	Find func(handle string) error
	// Disabled says that skill commands are switched off.
	Disabled bool
}

// Parse understands a draft. The error is an *Error.
//
// A draft whose first word is a built-in command is that command. `/skill:`
// counts at the start and after a blank; what else is typed becomes the
// arguments of each skill named. A word with a second slash is a path and
// therefore text; two slashes stand for one that means nothing.
//
// `$name` mentions a skill where one has that very name; it stays in the
// message and in the arguments. Any other word with a dollar sign is text. Two
// of them before a skill's name stand for one that means nothing.
func (p Parser) Parse(draft string) (Input, error) {
	word, rest := firstWord(draft)
	if name, ok := strings.CutPrefix(word, "/"); ok && !strings.HasPrefix(word, prefix) && !strings.Contains(name, "/") {
		if !isBuiltin(name) {
			return Input{}, p.unknownCommand(word)
		}
		return Input{Command: name, Args: strings.TrimSpace(rest)}, nil
	}
	return p.message(draft)
}

// message reads a draft that is no built-in command.
func (p Parser) message(draft string) (Input, error) {
	m := reading{draft: draft}
	for _, w := range words(draft) {
		word := draft[w.start:w.end]
		name, mentioned := strings.CutPrefix(word, mention)
		handle, called := strings.CutPrefix(word, prefix)
		switch {
		case mentioned:
			p.mentioned(&m, w, name)
		case called:
			handle, err := p.resolve(handle)
			if err != nil {
				return Input{}, err
			}
			m.call(w, handle)
		case strings.HasPrefix(word, "//skill:") || w.start == 0 && strings.HasPrefix(word, "//"):
			m.drop(w.start)
		default:
			m.said = true
		}
	}
	return m.input(), nil
}

// mentioned reads a word after a dollar sign.
func (p Parser) mentioned(m *reading, w span, name string) {
	if double, ok := strings.CutPrefix(name, mention); ok {
		if m.said = true; p.known(double) != "" {
			m.drop(w.start)
		}
		return
	}
	handle := p.known(name)
	m.said = m.said || handle != name
	if handle != "" {
		m.add(handle)
	}
}

// known is the handle that a word after a dollar sign is; "" for none. Punctuation that closes a sentence may follow it.
func (p Parser) known(name string) string {
	for _, handle := range []string{name, strings.TrimRight(name, punctuation)} {
		if handle != "" && !p.Disabled && p.Find(handle) == nil {
			return handle
		}
	}
	return ""
}

// punctuation may close a sentence behind a handle.
const punctuation = ".,;:!?)"

// resolve settles which skill a word after /skill: names. Punctuation that
// closes a sentence may follow the name.
func (p Parser) resolve(handle string) (string, error) {
	if p.Disabled {
		return "", &Error{Word: prefix + handle, Message: "skill commands are off (skills.enableSkillCommands: false); // sends a literal slash"}
	}
	if handle == "" {
		return "", &Error{Word: prefix, Message: "a skill's name is missing after /skill:"}
	}
	err := p.Find(handle)
	if short := strings.TrimRight(handle, punctuation); err != nil && short != handle && short != "" && p.Find(short) == nil {
		return short, nil
	}
	if err != nil {
		return "", unknownSkill(handle, err)
	}
	return handle, nil
}

// unknownSkill says what was meant, as it would be typed.
func unknownSkill(handle string, err error) *Error {
	e := &Error{Word: prefix + handle, Message: err.Error()}
	if unknown, ok := errors.AsType[*discovery.UnknownError](err); ok {
		for _, n := range unknown.Near {
			e.Near = append(e.Near, prefix+n)
		}
	}
	return e
}

// unknownCommand looks for a command, or a skill command, that is spelled
// nearly so.
func (p Parser) unknownCommand(word string) *Error {
	e := &Error{Word: word}
	if head, handle, ok := strings.Cut(word, ":"); ok && handle != "" && !p.Disabled && p.Find(handle) == nil && len(match.Nearest(head, []string{"/skill"}, 1)) > 0 {
		e.Near = []string{prefix + handle}
	} else {
		e.Near = match.Nearest(word, builtinWords(), 3)
	}
	e.Message = fmt.Sprintf("no command is called %s; // sends a literal slash", word)
	if len(e.Near) > 0 {
		e.Message = fmt.Sprintf("no command is called %s; did you mean %s? // sends a literal slash", word, strings.Join(e.Near, " or "))
	}
	return e
}

func isBuiltin(name string) bool {
	return slices.ContainsFunc(Builtins(), func(b Builtin) bool { return b.Name == name })
}

// Alone says that nothing may follow a built-in command.
func Alone(name string) bool {
	return slices.ContainsFunc(Builtins(), func(b Builtin) bool { return b.Name == name && b.Args == "" })
}

func builtinWords() []string {
	var names []string
	for _, b := range Builtins() {
		names = append(names, "/"+b.Name)
	}
	return names
}
