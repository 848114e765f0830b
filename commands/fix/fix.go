// Package fix plans, applies and undoes a change to a root: a link, a copy, a
// new name, a switch, a removal.
package fix

import (
	"fmt"
	"io/fs"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"deft/discovery"
)

// Plan is what a change does, before it is done: a value. What cannot be done
// has no plan.
type Plan struct {
	Title string // what it is, in one sentence
	Steps []Step // none where nothing is to be done
	Notes []string
	Undo  string // the command line that takes it back, "" where the trash does
}

// Kind is what a step does. Its text is part of deft's output.
type Kind string

// The kinds.
const (
	Link   Kind = "link"   // makes Path, which leads to To
	Copy   Kind = "copy"   // copies the skill at To into a new folder Path
	Rename Kind = "rename" // makes a new folder To of what is in Path, the SKILL.md with Data in it; Path goes to the trash
	Trash  Kind = "trash"  // moves Path into the trash
	Write  Kind = "write"  // gives the file Path the content Data, the old one is kept in the trash
	Off    Kind = "off"    // keeps the name To from deft, in the project Path or everywhere
	On     Kind = "on"     // gives it back
)

// Step is one change, which happens whole or not at all.
type Step struct {
	Kind   Kind
	Root   string // absolute folder that the step does not leave; "" for Off and On
	Within string // absolute folder in which Root lies whatever links say, "" for anywhere
	Path   string // absolute
	To     string
	From   *discovery.Entry // of Copy: the skill
	File   string           // of Rename: the name of the SKILL.md as spelled
	Data   []byte           // of Write, and of Rename where the SKILL.md changes
	Was    []byte           // the content that Data was made of, nil for no file
	Seen   fs.FileInfo      // of Trash and Rename: what is at Path, nil for whatever is
	Files  int              // of Copy: how many files
	Bytes  int64            // of Copy: in all of them
	What   string           // of Write: the change in words
}

// String says what a step does. It holds paths as they are: sanitise before
// showing it.
func (s Step) String() string {
	switch s.Kind {
	case Link:
		return s.Path + " -> " + s.To
	case Copy:
		return s.To + " to " + s.Path
	case Rename:
		text := s.Path + " to " + s.To
		if s.Data != nil {
			text += ", and the name in its SKILL.md"
		}
		return text
	case Write:
		return s.Path + ": " + s.What
	case Off, On:
		if s.Path == "" {
			return s.To + " for deft, everywhere"
		}
		return s.To + " for deft, in " + s.Path
	}
	return s.Path
}

// RefusedError says why a change is not made, and what can be done instead.
type RefusedError struct{ Msg string }

func (e *RefusedError) Error() string { return e.Msg }

func refuse(format string, args ...any) error {
	return &RefusedError{fmt.Sprintf(format, args...)}
}

// Quote writes a word for a shell. What a terminal must not get is written as
// POSIX shells, bash, zsh and ksh among them, read it.
func Quote(word string) string {
	if strings.IndexFunc(word, func(r rune) bool { return r == utf8.RuneError || !unicode.IsPrint(r) }) >= 0 {
		return quoteBytes(word)
	}
	safe := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("@%+=:,./-_", r)
	}
	if word != "" && strings.IndexFunc(word, func(r rune) bool { return !safe(r) }) < 0 {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}

// quoteBytes writes a word with its unprintable bytes as octal numbers.
func quoteBytes(word string) string {
	var b strings.Builder
	b.WriteString("$'")
	for i := 0; i < len(word); {
		r, n := utf8.DecodeRuneInString(word[i:])
		switch {
		case r == utf8.RuneError || !unicode.IsPrint(r):
			for _, c := range []byte(word[i : i+n]) {
				fmt.Fprintf(&b, `\%03o`, c)
			}
		case r == '\'' || r == '\\':
			b.WriteByte('\\')
			fallthrough
		default:
			b.WriteString(word[i : i+n])
		}
		i += n
	}
	b.WriteByte('\'')
	return b.String()
}

// quote writes a name for people.
func quote(name string) string { return strconv.Quote(name) }
