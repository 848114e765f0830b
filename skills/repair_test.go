package skills

import (
	"slices"
	"strings"
	"testing"
)

func TestRepairs(t *testing.T) {
	for _, c := range []struct {
		name, text  string
		description string
		code        Code
		line        int
		hint        string
	}{
		{"colon over several lines", "name: a\ndescription: Use when: x\n  and y: z\n", "Use when: x and y: z", UnquotedColon, 3, `description: "Use when: x and y: z"`},
		{"bracket", "description: [WIP] Does x\n", "[WIP] Does x", UnquotedStart, 2, `description: "[WIP] Does x"`},
		{"open bracket on one line", "description: [WIP Does x\n", "[WIP Does x", UnquotedStart, 2, ""},
		{"brace", "description: {name} does x\n", "{name} does x", UnquotedStart, 2, ""},
		{"star", "description: **Bold** text\n", "**Bold** text", UnquotedStart, 2, ""},
		{"at", "description: @team x\n", "@team x", UnquotedStart, 2, ""},
		{"comma", "description: , x\n", ", x", UnquotedStart, 2, ""},
		{"dash", "description: - x\n", "- x", UnquotedStart, 2, ""},
		{"backtick", "description: `x` y\n", "`x` y", UnquotedStart, 2, ""},
		{"text after quote", "description: \"Foo.\" Use it\n", `"Foo." Use it`, BrokenQuotes, 2, `description: '"Foo." Use it'`},
		{"quotes inside quotes", "description: \"He said \"hi\" to me.\"\n", `He said "hi" to me.`, BrokenQuotes, 2, ""},
		{"two quoted words", "description: \"a\" and \"b\"\n", `"a" and "b"`, BrokenQuotes, 2, ""},
		{"unclosed quote", "description: \"never closed\n", "never closed", BrokenQuotes, 2, ""},
		{"apostrophe", "description: 'it's good'\n", "it's good", BrokenQuotes, 2, ""},
		{"stray text", "description: one\ntwo\n", "one two", StrayLine, 3, "  two"},
		{"stray text after a blank line", "description: one\n\ntwo three\nname: b\n", "one", StrayLine, 4, ""},
		{"surrogates", "description: \"pill \\ud83d\\udc8a\"\n", "pill 💊", SurrogateEscape, 2, ""},
		{"half a surrogate", "description: \"pill \\ud83d.\"\n", "pill \ufffd.", SurrogateEscape, 2, ""},
		{"duplicate", "description: one\ndescription: two\n", "one", DuplicateKey, 3, ""},
		{"conflict", "<<<<<<< ours\ndescription: one\n=======\ndescription: two\n>>>>>>> theirs\n", "one", ConflictMarker, 2, "resolve the conflict"},
		{"no blank", "name: a\ndescription:x\n", "x", MissingBlank, 3, "description: x"},
		{"indented key", "name: a\n description: x\n", "x", BadIndentation, 3, "description: x"},
		{"tabs", "metadata:\n\ta: b\ndescription: x\n", "x", BadIndentation, 2, ""},
		{"document end", "name: a\n...\ndescription: x\n", "x", StrayLine, 3, ""},
		{"line separator", "description: a\u2028name: b\n", "a name: b", LineSeparator, 2, ""},
		{"nested colon", "metadata:\n  a: b: c\ndescription: x\n", "x", UnquotedColon, 3, `a: "b: c"`},
		{"bad block", "description: >\n    deep\n  flat\n", "deep flat", BadValue, 2, ""},
		{"cut by a comment", "description: Use C # and more\n", "Use C", CommentCut, 2, `description: "Use C # and more"`},
		{"all a comment", "description: # Title\n", "", CommentCut, 2, `description: "# Title"`},
		{"misspelled", "description: x\nallowed_tools: Read\n", "x", MisspelledKey, 3, "write allowed-tools:"},
		{"list for a text", "description:\n  - a\n  - b\n", "[a, b]", WrongType, 2, ""},
	} {
		s := both(t, "a", "---\n"+c.text+"---\nbody\n")
		d := finding(t, s, c.code)
		if s.Invalid != "" || s.Description != c.description || d.Line != c.line || d.Hint != c.hint && c.hint != "" {
			t.Errorf("%s: invalid %q, description %q, %+v", c.name, s.Invalid, s.Description, d)
		}
		if s.Body != "body\n" {
			t.Errorf("%s: body %q", c.name, s.Body)
		}
	}
}

func TestRepairKeepsTheRest(t *testing.T) {
	s := both(t, "a", "---\nname: a\ndescription: x: y\nargument-hint: [file] [mode]\nallowed-tools:\n- Read\n- Bash(a, b)\nglobs: *.ts, *.js\n"+
		"metadata:\n  k: v\n  k: w\n  list:\n    - \"a\" b\n    - c\ntags:\n  - @x\n  - y\nversion: 1.0\n---\n")
	if s.ArgumentHint != "[file] [mode]" || !slices.Equal(s.AllowedTools, []string{"Read", "Bash(a, b)"}) || !slices.Equal(s.Globs, []string{"*.ts", "*.js"}) {
		t.Errorf("%+v", s.Head)
	}
	want := []Entry{{"k", "v", 10}, {"list", `["\"a\" b", c]`, 12}}
	if !slices.Equal(s.Metadata, want) {
		t.Errorf("metadata %+v", s.Metadata)
	}
	if want := []Entry{{"tags", "[@x, y]", 15}, {"version", "1.0", 18}}; !slices.Equal(s.Extra, want) {
		t.Errorf("extra %+v", s.Extra)
	}
	if len(s.Entries) != 8 || s.Entries[0] != (Entry{"name", "a", 2}) {
		t.Errorf("entries %+v", s.Entries)
	}
	if d := finding(t, s, DuplicateKey); d.Line != 11 {
		t.Errorf("%+v", d)
	}
}

func TestFlowRepairOfJSONMetadata(t *testing.T) {
	s := both(t, "a", "---\nname: a\ndescription: x\nmetadata: {\"claw\": {\"emoji\": \"\\ud83d\\udc8a\", \"n\": [1, 2]}}\n---\n")
	if want := []Entry{{"claw", "{emoji: 💊, n: [1, 2]}", 4}}; !slices.Equal(s.Metadata, want) {
		t.Errorf("%+v", s.Metadata)
	}
}

// A diagnostic list stays short however much is wrong.
func TestFindingsAreBounded(t *testing.T) {
	s := both(t, "a", "---\ndescription: x\n"+strings.Repeat("k: v\n", 9000)+"---\n")
	if n := len(s.Diagnostics); n != maxDiagnostics+1 || s.Diagnostics[n-1].Code != MoreFindings {
		t.Errorf("%d findings", n)
	}
	if s.Description != "x" || len(s.Entries) != 2 {
		t.Errorf("%d entries, description %q", len(s.Entries), s.Description)
	}
}
