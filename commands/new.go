package commands

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"deft/commands/newfile"
	"deft/skills"
)

// New makes the skeleton of a skill.
type New struct{}

// NewRequest says what to make and where.
type NewRequest struct {
	Name        string // the specification's rule for names holds
	Root        string // absolute folder of skills; made where missing
	Description string // "" for a sentence to replace
}

// InputError says that a request cannot be what was meant.
type InputError struct{ Msg string }

func (e *InputError) Error() string { return e.Msg }

// Run makes Root/Name/SKILL.md and returns its path. Nothing is overwritten:
// an *ExistsError where the folder is there. What the
// specification refuses is an *InputError. The file appears whole or not at
// all.
func (v New) Run(ctx context.Context, caller Caller, req NewRequest) (string, error) {
	if caller == Model {
		return "", errors.New("a model cannot make skills")
	}
	text := skeleton(req)
	if reason := specFault(req.Name, skeleton(NewRequest{Name: req.Name})); reason != "" {
		text := fmt.Sprintf("%q is no name for a skill: %s", req.Name, reason)
		if name := kebab(req.Name); name != "" && specFault(name, skeleton(NewRequest{Name: name})) == "" {
			text += "; did you mean " + name + "?"
		}
		return "", &InputError{text}
	}
	if reason := specFault(req.Name, text); reason != "" {
		return "", &InputError{reason}
	}
	if err := ctx.Err(); err != nil {
		return "", err
	}
	if err := os.MkdirAll(req.Root, 0o755); err != nil {
		return "", err
	}
	dir := filepath.Join(req.Root, req.Name)
	if err := os.Mkdir(dir, 0o755); err != nil {
		if errors.Is(err, fs.ErrExist) {
			return "", &ExistsError{Path: dir}
		}
		return "", err
	}
	file := filepath.Join(dir, "SKILL.md")
	if err := newfile.Write(file, []byte(text), 0o644); err != nil {
		return "", errors.Join(err, os.Remove(dir))
	}
	return file, nil
}

// ExistsError says that what was to be made is there. It matches fs.ErrExist.
type ExistsError struct{ Path string }

func (e *ExistsError) Error() string {
	return e.Path + " is there already, nothing is overwritten"
}

// Unwrap makes the error match fs.ErrExist.
func (e *ExistsError) Unwrap() error { return fs.ErrExist }

// kebab makes of a text what could be its name.
func kebab(text string) string {
	words := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	return strings.Join(words, "-")
}

// specFault is why the specification refuses a text, "" where it does not.
func specFault(name, text string) string {
	for _, d := range skills.ValidateSpec(name, []byte(text)) {
		if d.Severity == skills.Error {
			return d.Message
		}
	}
	return ""
}

// skeleton is the text of a new SKILL.md.
func skeleton(req NewRequest) string {
	description := req.Description
	if description == "" {
		description = "Does one thing in one sentence. Use when the user asks for that thing."
	}
	return fmt.Sprintf(`---
name: %s
description: %s
---

# %s

Say what to do, step by step, as to a capable colleague who is new here.

1. Look at what is there.
2. Do the work.
3. Check the result and tell the user what was done.

Put long material into files next to this one and name them here, so that
they are read only when they are needed.
`, strconv.Quote(req.Name), quoted(description), title(req.Name))
}

// quoted writes a text in quotes, and never a fence: readers that cut a file at
// the next three hyphens would end the frontmatter there.
func quoted(text string) string {
	return strings.ReplaceAll(strconv.Quote(text), "---", `--\x2d`)
}

// title is a name as a heading.
func title(name string) string {
	words := strings.ReplaceAll(name, "-", " ")
	first, size := utf8.DecodeRuneInString(words)
	return string(unicode.ToUpper(first)) + words[size:]
}
