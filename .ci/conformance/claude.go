package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// claude asks for the commands as a program that embeds Claude Code does, then says a word that no model will answer. The
// first gives the descriptions, the second the folders' names, both in one order; the skills that are no commands are in
// what the model would have been told. A command that says nothing of itself is used, to learn its folder.
func claude(ctx context.Context, at Install, job Job) ([]listed, error) {
	out, record, err := claudeSays(ctx, at, job, "hello")
	if err != nil {
		return nil, err
	}
	all, err := claudeCommands(out)
	if err != nil {
		return nil, err
	}
	for i := range all {
		if copyMark.MatchString(all[i].Description) {
			continue
		}
		_, used, err := claudeSays(ctx, at, job, "/"+all[i].Name)
		if err != nil {
			return nil, err
		}
		if all[i].Path = claudeFolder(used); all[i].Path == "" {
			return nil, fmt.Errorf("no folder of %q in %q", all[i].Name, used)
		}
	}
	return append(all, claudeModelOnly(record, all)...), nil
}

// claudeSays starts a conversation with one message, and returns what the program printed and its own record.
func claudeSays(ctx context.Context, at Install, job Job, message string) (out, record []byte, err error) {
	program, err := at.program("@anthropic-ai/claude-code-*/claude")
	if err != nil {
		return nil, nil, err
	}
	records := filepath.Join(job.home(), ".claude/projects")
	if err := os.RemoveAll(records); err != nil {
		return nil, nil, err
	}
	words := `{"type":"control_request","request_id":"1","request":{"subtype":"initialize","hooks":null}}
{"type":"user","message":{"role":"user","content":"` + message + `"}}
`
	out, err = at.run(ctx, job, words, program, "-p", "--input-format", "stream-json", "--output-format", "stream-json", "--verbose")
	if len(out) == 0 && err != nil {
		return nil, nil, err
	}
	files, err := filepath.Glob(filepath.Join(records, "*/*.jsonl"))
	if err == nil && len(files) != 1 {
		err = fmt.Errorf("%d records of one conversation", len(files))
	}
	if err == nil {
		record, err = os.ReadFile(files[0])
	}
	return out, record, err
}

// claudeCommands are the program's commands but for its own.
func claudeCommands(out []byte) ([]listed, error) {
	type command struct {
		listed
		Builtin bool `json:"builtin"`
	}
	type message struct {
		Subtype  string
		Response struct {
			Response struct{ Commands []command }
		}
		Names []string `json:"slash_commands"`
	}
	var commands []command
	for line := range bytes.Lines(out) {
		var m message
		if err := json.Unmarshal(line, &m); err != nil {
			return nil, err
		}
		if m.Response.Response.Commands != nil {
			commands = m.Response.Response.Commands
		}
		if m.Subtype != "init" {
			continue
		}
		var all []listed
		for i, c := range commands {
			if i >= len(m.Names) || c.Builtin && c.Name != m.Names[i] {
				return nil, fmt.Errorf("commands %v and names %v are not in one order", commands, m.Names)
			}
			if c.Builtin {
				return all, nil
			}
			all = append(all, listed{Name: m.Names[i], Description: c.Description})
		}
	}
	return nil, fmt.Errorf("no list of commands in %q", out)
}

// claudeModelOnly are the marked skills of a record that the model is told of and that are no commands.
func claudeModelOnly(record []byte, commands []listed) []listed {
	var only []listed
	for line := range bytes.Lines(record) {
		var entry struct {
			Attachment struct{ Type, Content string }
		}
		if json.Unmarshal(line, &entry) != nil || entry.Attachment.Type != "skill_listing" {
			continue
		}
		for skill := range strings.Lines(entry.Attachment.Content) {
			name, text, _ := strings.Cut(strings.TrimPrefix(strings.TrimSpace(skill), "- "), ": ")
			name, _, _ = strings.Cut(name, " (") // the name in the frontmatter, where it is another
			known := slices.ContainsFunc(commands, func(l listed) bool { return l.Name == name })
			if !known && copyMark.MatchString(text) {
				only = append(only, listed{Name: name, Description: text})
			}
		}
	}
	return only
}

var claudeBase = regexp.MustCompile(`"Base directory for this skill: (.*?)(?:\\n|")`)

// claudeFolder is the folder of the skill that was used in a conversation, "" where none was.
func claudeFolder(record []byte) string {
	m := claudeBase.FindSubmatch(record)
	if m == nil {
		return ""
	}
	return string(m[1])
}
