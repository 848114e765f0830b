package skills

import (
	"bytes"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"
)

func TestFences(t *testing.T) {
	for _, c := range []struct {
		name, data, body string
		line             int
		codes            []Code
	}{
		{"plain", "---\nname: a\ndescription: d\n---\nb\n", "b\n", 5, nil},
		{"at the end of the file", "---\nname: a\ndescription: d\n---", "", 4, nil},
		{"hyphens in values", "---\nname: a\ndescription: d\nother: d --- e\nnote: |\n  x\n  ---\n  y\n---\nb\n---\n", "b\n---\n", 10, nil},
		{"blanks after them", "--- \nname: a\ndescription: d\n---\t\nb\n", "b\n", 5, []Code{BlanksAfterFence, BlanksAfterFence}},
		{"closing one indented", "---\nname: a\ndescription: d\n  ---\nb\n", "b\n", 5, []Code{BadClosingFence}},
		{"closing one with text", "---\nname: a\ndescription: d\n--- # Title\nb\n", "# Title\nb\n", 4, []Code{BadClosingFence}},
		{"closing one indented, a rule below", "---\nname: a\ndescription: d\n ---\nSome text\n\n---\nb\n", "Some text\n\n---\nb\n", 5, []Code{BadClosingFence}},
		{"after a comment", "<!-- c\nd -->\n---\nname: a\ndescription: d\n---\nb\n", "b\n", 7, []Code{TextBeforeFence}},
		{"after blank lines", "\n\n---\nname: a\ndescription: d\n---\nb\n", "b\n", 7, []Code{TextBeforeFence}},
		{"file in a code fence", "```markdown\n---\nname: a\ndescription: d\n---\nb\n```\n", "b\n", 6, []Code{TextBeforeFence}},
		{"frontmatter in a code fence", "```yaml\n---\nname: a\ndescription: d\n---\n```\n\nb\n", "\nb\n", 7, []Code{TextBeforeFence}},
		{"a second block", "---\nname: a\ndescription: d\n---\n---\nname: b\n---\n", "---\nname: b\n---\n", 5, nil},
	} {
		s := both(t, "a", c.data)
		if s.Name != "a" || s.Description != "d" || s.Body != c.body || s.BodyLine != c.line {
			t.Errorf("%s: name %q, description %q, body %q at %d, invalid %q", c.name, s.Name, s.Description, s.Body, s.BodyLine, s.Invalid)
		}
		if got := codes(s); !slices.Equal(slices.DeleteFunc(got, func(c Code) bool { return c == StrayLine }), c.codes) {
			t.Errorf("%s: %v", c.name, got)
		}
	}
}

func TestUnusableFiles(t *testing.T) {
	for _, c := range []struct {
		name, data, reason string
		code               Code
	}{
		{"empty", " \n\n", "file is empty", EmptyFile},
		{"UTF-16 with a mark", "\xff\xfe-\x00-\x00-\x00\n\x00", "file is UTF-16, not UTF-8", NotUTF8},
		{"UTF-16 without", "-\x00-\x00-\x00\n\x00", "file is UTF-16, not UTF-8", NotUTF8},
		{"binary", "\x7fELF\x00\x01", "file is binary", BinaryFile},
		{"Latin-1 file", "caf\xe9\n", "file is not valid UTF-8", NotUTF8},
		{"Latin-1 value", "---\nname: a\ndescription: caf\xe9\n---\n", "frontmatter is not valid UTF-8 at line 3", NotUTF8},
		{"link", "../../shared/skills/x/SKILL.md", `symlink saved as text: the file holds only the path "../../shared/skills/x/SKILL.md"`, SymlinkText},
		{"heading", "# Title\n", "no frontmatter", NoFrontmatter},
		{"keys alone", "name: a\ndescription: b\n", "no frontmatter: no --- before the first key", NoFrontmatter},
		{"text on the fence", "---name: a\n---\n", "no frontmatter: text after the opening ---", NoFrontmatter},
		{"unclosed", "\n---\nname: a\n", "frontmatter opened at line 2 is never closed", UnclosedFrontmatter},
		{"text", "---\njust text\n---\n", "frontmatter is no valid YAML: line 2: the frontmatter is no mapping of keys to values", InvalidYAML},
		{"too long", "---\nname: a\nx: " + strings.Repeat("y", MaxFrontmatter) + "\n---\n", "frontmatter is over 64 KB", LargeFrontmatter},
	} {
		s := both(t, "a", c.data)
		if s.Invalid != c.reason || !reflect.DeepEqual(s.Frontmatter, Frontmatter{}) || s.Body != "" {
			t.Errorf("%s: %+v", c.name, s)
		}
		if d := finding(t, s, c.code); d.Severity != Error || d.Hint == "" {
			t.Errorf("%s: %+v", c.name, d)
		}
	}
}

func TestSizeLimits(t *testing.T) {
	fm := "---\nname: a\ndescription: d\n---\n"
	s := both(t, "a", fm+strings.Repeat("x", MaxFile))
	if s.Invalid != "file is over 1 MB" || s.Description != "d" || s.Body != "" {
		t.Errorf("invalid %q, %+v", s.Invalid, s.Head)
	}
	if s := both(t, "a", fm+strings.Repeat("x", MaxFile-len(fm))); s.Invalid != "" {
		t.Errorf("invalid %q at the limit", s.Invalid)
	}
	long := "---\nname: a\nx: " + strings.Repeat("y", MaxFrontmatter-len("name: a\nx: \n")) + "\n---\n"
	if s := both(t, "a", long); s.Invalid != "" {
		t.Errorf("frontmatter at the limit: invalid %q", s.Invalid)
	}
}

// Small files that mean much work to a YAML reader.
func TestHostileYAMLEndsSoon(t *testing.T) {
	bomb := "a: &a [x, x, x, x, x, x, x, x, x]\n"
	for c := 'b'; c < 'z'; c++ {
		bomb += fmt.Sprintf("%c: &%c [*%c, *%c, *%c, *%c, *%c, *%c, *%c, *%c, *%c]\n", c, c, c-1, c-1, c-1, c-1, c-1, c-1, c-1, c-1, c-1)
	}
	var keys strings.Builder
	for i := 0; keys.Len() < MaxFrontmatter-20; i++ {
		fmt.Fprintf(&keys, "k%x:\n", i)
	}
	for name, text := range map[string]string{
		"aliases": bomb, "self": "a: &a [*a]\n", "keys": keys.String(), "broken keys": keys.String() + "a: b: c\n",
		"comments": "a:\n" + strings.Repeat("- #\n", 16000), "brackets": "a: " + strings.Repeat("[", 60000) + "\n",
		"braces": strings.Repeat("{a: ", 16000) + "\n", "questions": strings.Repeat("? ", 32000) + "\n",
		"stray": "a: b: c\n" + strings.Repeat("x\n", 32000), "nested": "a: b: c\nm:\n" + strings.Repeat("  k: v: w\n", 6000),
	} {
		began := time.Now()
		s := both(t, "a", "---\n"+text+"---\nb\n")
		if d := time.Since(began); d > 10*time.Second {
			t.Errorf("%s: takes %v", name, d)
		}
		for _, e := range s.Entries {
			if len(e.Value) > MaxFrontmatter {
				t.Errorf("%s: a value of %d bytes", name, len(e.Value))
			}
		}
	}
}

func TestHeadComplete(t *testing.T) {
	head := "---\nname: a\ndescription: d\n---\n"
	for _, c := range []struct {
		data string
		want bool
	}{
		{head, true}, {head + "body", true}, {head[:len(head)-1], false}, {head[:10], false}, {"", false}, {"# x\n", false},
		{strings.Repeat("text ", 1000), true}, {"---\n" + strings.Repeat("k: v\n", 20000), true}, {"---\n" + strings.Repeat("k: v\n", 1000), false},
		{"---\nname: a\n ---\nbody\n", false},
	} {
		if got := HeadComplete([]byte(c.data)); got != c.want {
			t.Errorf("%.40q of %d bytes: %v", c.data, len(c.data), got)
		}
	}
}

// A list keeps what ReadHead returns, and reads the next file into the same
// buffer.
func TestReadHeadCopies(t *testing.T) {
	for name, text := range benchFiles() {
		data := []byte("---\n" + text + "argument-hint: file\nglobs: [a, b]\n---\n")
		src := Source{Folder: "other"}
		got, want := ReadHead(src, data, 1), ReadHead(src, bytes.Clone(data), 1)
		clear(data)
		if !reflect.DeepEqual(got, want) || got.Head.Name != "review-plan" {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

// The common forms must not need YAML: that is what makes a list fast.
func TestScannerReadsCommonForms(t *testing.T) {
	for name, text := range benchFiles() {
		_, _, ok := scanHead([]byte(text), 2, "x")
		if want := name != "yaml" && name != "repaired"; ok != want {
			t.Errorf("%s: scanned %v", name, ok)
		}
	}
}

func TestFields(t *testing.T) {
	s := both(t, "f", "---\nname: My Title\nslug: my-title\ndescription: d\nwhenToUse: w\nargument-hint: [file]\nglobs: \"*.{ts,js}, b\"\nalwaysApply: on\n"+
		"user-invocable: 0\nlicense: MIT\ncompatibility: git\nmodel: opus\nhooks: {a: [1, {b: null}]}\n---\n")
	want := Frontmatter{Head: Head{Name: "My Title", Slug: "my-title", Description: "d", WhenToUse: "w", ArgumentHint: "[file]",
		Globs: []string{"*.{ts,js}", "b"}, AlwaysApply: true, ModelInvocable: true}, License: "MIT", Compatibility: "git",
		Extra: []Entry{{"model", "opus", 12}, {"hooks", "{a: [1, {b: null}]}", 13}}}
	want.Entries = s.Entries
	if !reflect.DeepEqual(s.Frontmatter, want) {
		t.Errorf("got  %+v\nwant %+v", s.Frontmatter, want)
	}
	if s.Handle("f") != "my-title" || s.Title("f") != "My Title" {
		t.Errorf("handle %q, title %q", s.Handle("f"), s.Title("f"))
	}
}

func TestHandle(t *testing.T) {
	for _, c := range []struct{ slug, name, folder, handle, title string }{
		{"", "", "f", "f", ""}, {"", "n", "f", "n", ""}, {"s", "n", "f", "s", "n"}, {"a/b", "n", "f", "n", ""},
		{"", "two words", "f", "f", "two words"}, {"", "a/b", "f", "f", "a/b"}, {"", `a\b`, "f", "f", `a\b`}, {"", "a@b", "f", "f", "a@b"},
		{"", "..", "f", "f", ".."}, {"", "a\x1bb", "f", "f", "a\x1bb"}, {"", "a\u202eb", "f", "f", "a\u202eb"}, {"", "a\u00a0b", "f", "f", "a\u00a0b"},
		{"", "\ufeffa", "f", "f", "\ufeffa"}, {"", "x y", "with blank", "", "x y"}, {"", "", "", "", ""}, {"", "plugin:skill", "f", "plugin:skill", ""},
		{"", "a\xffb", "f", "f", "a\xffb"},
	} {
		h := Head{Slug: c.slug, Name: c.name}
		if h.Handle(c.folder) != c.handle || h.Title(c.folder) != c.title {
			t.Errorf("%+v: handle %q, title %q", c, h.Handle(c.folder), h.Title(c.folder))
		}
	}
}

func TestNameRule(t *testing.T) {
	for name, ok := range map[string]bool{
		"a": true, "a-b-3": true, "мой-навык": true, "技能": true, "é": true, "A": false, "-a": false, "a-": false, "a--b": false, "a_b": false,
		"a b": false, strings.Repeat("a", 64): true, strings.Repeat("a", 65): false, strings.Repeat("字", 64): true, "НАВЫК": false,
	} {
		if got := nameFault(name); (got == "") != ok {
			t.Errorf("%q: %q", name, got)
		}
	}
	if !sameName("cafe\u0301", "caf\u00e9") || sameName("a", "b") {
		t.Error("names are not compared after NFKC")
	}
}

func TestNotes(t *testing.T) {
	src := Source{Path: "p"}
	s := Parse(src, []byte("---\nname: a\ndescription: d\n---\n"+strings.Repeat("x\n", MaxBodyLines)))
	if n := Notes(src, s); n != nil {
		t.Errorf("at the limit: %+v", n)
	}
	s.Body += "x"
	if n := Notes(src, s); len(n) != 1 || n[0].Code != LongBody || n[0].Line != 5 {
		t.Errorf("%+v", n)
	}
	long := strings.Repeat("x\n", MaxReferenceLines+1)
	for text, want := range map[string]int{long: 1, "# Contents\n" + long: 0, "[a](#a)\n[b](#b)\n[c](#c)\n" + long: 0, "x\n": 0} {
		if n := ReferenceNotes("p", []byte(text)); len(n) != want {
			t.Errorf("%.20q: %+v", text, n)
		}
	}
}

func TestIllegalSlugIsSaid(t *testing.T) {
	src := Source{Path: "p/SKILL.md", Folder: "n"}
	data := []byte("---\nname: n\nslug: a/b\ndescription: d\n---\n")
	want := Diagnostic{Code: InvalidSlug, Severity: Warning, Path: src.Path, Line: 3,
		Message: `slug "a/b" is no single word without / and @: ignored`, Hint: "use lower-case letters, digits and single hyphens"}
	if s := Parse(src, data); !slices.Contains(s.Diagnostics, want) || s.Handle("n") != "n" {
		t.Errorf("got %+v", s.Diagnostics)
	}
	if s := Parse(src, bytes.Replace(data, []byte("a/b"), []byte("ab"), 1)); len(s.Diagnostics) > 0 {
		t.Errorf("got %+v", s.Diagnostics)
	}
}

func TestBodyThatIsNotUTF8(t *testing.T) {
	s := Parse(Source{Path: "p"}, []byte("---\nname: n\ndescription: d\n---\n\nok\ncaf\xe9 \x1b[0m\n"))
	if d := finding(t, s, NotUTF8); d.Severity != Warning || d.Line != 7 || d.Message != "the body holds 1 byte outside UTF-8" {
		t.Errorf("got %+v", d)
	}
	if d := finding(t, s, ControlCharacter); d.Message != "the body holds 1 control character" {
		t.Errorf("got %+v", d)
	}
}
