package skills

import (
	"reflect"
	"strings"
	"testing"
	"time"
	"unicode/utf8"
)

// seeds are frontmatters and files that went wrong in one program or another.
func seeds() []string {
	heads := []string{
		"name: a\ndescription: b\n", "name: a\ndescription: \"b\"\n", "name: 'it''s'\ndescription: 'b'\n",
		"name: a\ndescription: >-\n  one\n  two\n\n  three\n    deep\n  four\n", "description: |\n  a\n   b\n\n\n  c\n",
		"description: >+2\n    x\n\n    y\n", "description: >\n\n  x\n", "description: >-\n  x\n y\n", "description: |\n  x\n     \n  y\n",
		"name: 3000\ndescription: null\n", "name: ~\ndescription: 1e3\n", "name: yes\nuser-invocable: no\n", "description: \"null\"\n",
		"allowed-tools: Read, Bash(git add:*, git commit:*)\n", "allowed-tools:\n  - Read\n  - Bash(git add:*, git commit:*)\n",
		"allowed-tools:\n- Read\n- Write\nname: x\n", "allowed-tools: [Read, \"Bash(a, b)\"]\n", "allowed-tools: 7\n", "allowed-tools: Bash(x\n",
		"globs: \"*.go, *.{ts,js}\"\n", "globs: *.ts\n", "globs: [*.ts]\n", "alwaysApply: true\n", "disable-model-invocation: \"yes\"\n",
		"metadata:\n  author: x\n  version: \"1.0\"\n", "metadata:\n  a:\n    b: c\n    d:\n      - e\n      - f\n  g: h\n", "metadata:\n  a: 1\n  a: 2\n",
		"metadata: {\"a\": {\"b\": \"\\ud83d\\udc8a\"}}\n", "metadata:\n  - a\n", "metadata: x\n", "tags: [a, b c, \"d\"]\n", "tags:\n  - a\n\n  - b\n# c\n",
		"description: a: b\n", "description: a # b\n", "description: # b\n", "description: [a] b\n", "description: @a\n", "description: \"a\" b\n",
		"description: \"a\n  b\"\n", "description: a\n  b\n", "description: a\nb\n", "name:x\n", "name: x\n description: y\n", "\tname: x\n",
		"name: a\nname: b\n", "name: &x a\ndescription: *x\n", "<<: {name: a}\n", "? name\n: a\n", "name: !!str 1\n", "Name: x\nallowed_tools: y\n",
		"<<<<<<< a\nname: x\n=======\nname: y\n>>>>>>> b\n", "name: a\n...\ndescription: b\n", "name: a\u2028description: b\n", "name: a\x1b[0m\n",
		"description: \"\\e]52;c;x\\a\"\n", "description: Formats.\U000e006c\U000e0069\n", "description: \ufeffx\n", "description: 小说\n", "- a\n- b\n", "text\n",
		"description: [unclosed\n\ttabs: {and: braces\n", "a: &a [*a]\n", "name: x\n\n   \n# c\ndescription: y\n", "x: - y\n", "k k: v\n", "description: |-\n  a\n # b\n",
		"metadata:\n  a: b: c\n", "tags:\n  - \"a\" b\n", "license: [a]\ncompatibility: {b: c}\n", "name: {{x}}\n", "description: -\n", "description: <<\n",
		"when_to_use: a\nwhenToUse: b\n", "argument-hint: [file] [mode]\n", "argument-hint: [file]\n", "name: a\r\ndescription: b\r\n",
		"description: >-\n  a\n\n# c\n  b\n", "description: a\n  - b\n\n\n    c\nname: d\n", "description: a\n  b # c\n", "x: a\n  b:c\n",
		"description: a\n  # b\n", "description: a\n\n  b\n", "compatibility: a\n  b\n", "a: \"b\nc: d\n", "a: '\n'\nb: c\n", "metadata:\n  k:\n  - a\n  l: m\n", "metadata:\n  k: >\n    x\n",
	}
	files := []string{"", "---\n", "---\n---\n", "---", "# x\n", "\xef\xbb\xbf---\nname: a\n---\nb\ufeff\n", "---\rname: a\r---\rb\r", "\xff\xfe-\x00-\x00",
		"---\nname: a\n --- \nb\n", "---\nname: a\n--- b\nc\n", "<!-- x -->\n---\nname: a\n---\nb\n", "```yaml\n---\nname: a\n---\n```\nb\n", "../x/SKILL.md",
		"---\n\n# only a rule\n", "---\nname: a\n---\n---\nname: b\n---\n", "---\nnotes: |\n  ---\ndescription: a: b\n---\nc\n", "---\nname: \xff\n---\n"}
	for _, h := range heads {
		files = append(files, "---\n"+h+"---\nbody\n")
	}
	return files
}

// FuzzHead holds the scanner to YAML: where it answers, it says the same.
func FuzzHead(f *testing.F) {
	for _, s := range seeds() {
		f.Add([]byte(s), "a")
	}
	f.Fuzz(func(t *testing.T, data []byte, folder string) {
		src := Source{Path: "p", Folder: folder}
		s := Parse(src, data)
		got := ReadHead(src, data, int64(len(data)))
		want := Reading{Head: s.Head, Invalid: s.Invalid, StrictError: s.StrictError, Diagnostics: ofHead(s.Diagnostics)}
		got.Diagnostics = ofHead(got.Diagnostics)
		if !reflect.DeepEqual(got, want) {
			t.Fatalf("of %q\nhead  %+v\nparse %+v", data, got, want)
		}
		if HeadComplete(data[:len(data)/2]) {
			if half := ReadHead(src, data[:len(data)/2], int64(len(data))); !reflect.DeepEqual(half.Head, got.Head) || half.Invalid != got.Invalid {
				t.Fatalf("of %q\nhalf  %+v\nwhole %+v", data, half, got)
			}
		}
	})
}

// ofHead lists the diagnostics that are not about the body.
func ofHead(all []Diagnostic) (list []Diagnostic) {
	for _, d := range all {
		if strings.HasPrefix(d.Message, "the body ") || d.Code == MoreFindings {
			continue
		}
		list = append(list, d)
	}
	return list
}

// FuzzParse holds Parse to what every caller counts on.
func FuzzParse(f *testing.F) {
	for _, s := range seeds() {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		began := time.Now()
		s := Parse(Source{Path: "p", Folder: "f"}, data)
		if d := time.Since(began); d > 5*time.Second {
			t.Errorf("takes %v", d)
		}
		if s.Invalid != "" && (!reflect.DeepEqual(s.Frontmatter, Frontmatter{}) && len(data) <= MaxFile || s.Body != "") {
			t.Errorf("invalid, yet half filled: %+v", s)
		}
		if (s.Invalid != "") != hasError(s.Diagnostics) {
			t.Errorf("invalid %q with diagnostics %+v", s.Invalid, s.Diagnostics)
		}
		for _, v := range []string{s.Name, s.Slug, s.Description, s.WhenToUse, s.ArgumentHint, s.Body} {
			if !utf8.ValidString(v) || strings.Contains(v, "\r") && v == s.Body {
				t.Errorf("%q is no clean text", v)
			}
		}
		if lines := strings.Count(string(data), "\n") + strings.Count(string(data), "\r") + 1; s.BodyLine > lines {
			t.Errorf("body at line %d of %d", s.BodyLine, lines)
		}
		ValidateSpec("f", data)
	})
}

func hasError(list []Diagnostic) bool {
	for _, d := range list {
		if d.Severity == Error {
			return true
		}
	}
	return false
}
