package chat

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/text"

	"deft/skills/prompt"
)

// activation is a skill's message.
func activation(handle, body, args string) Message {
	a := prompt.Activate(prompt.Source{Handle: handle, Path: "/s/SKILL.md", Base: "/s", Body: body}, args)
	return Message{Role: Skill, Text: a.Text(), Activation: &a}
}

func user(s string) Message { return Message{Role: User, Text: s} }

func notice(s string) Message { return Message{Role: Notice, Text: s} }

func sample() Conversation {
	return Conversation{}.Add(
		user("/skill:fix the <build> & the\n\n  tests"),
		activation("fix", "# Fix\n\nRun:\n\n```sh\nmake\n```\n", "the <build>"),
		notice("No model is connected; nothing answers yet."),
		user("next"),
	)
}

func TestMarkdown(t *testing.T) {
	want := `## User

> /skill:fix the <build> & the
> 
>   tests

## Skill ` + "`fix`" + `

` + "````markdown" + `
# Fix

Run:

` + "```sh\nmake\n```" + `

---
Skill: /s/SKILL.md
Base: /s
Files: none
User: the <build>
` + "````" + `

## User

> next
`
	if got := Markdown(sample()); got != want {
		t.Errorf("got\n%s", got)
	}
	if got := Markdown(Conversation{}.Add(notice("x"))); got != "" {
		t.Errorf("of nothing: %q", got)
	}
}

func TestJSON(t *testing.T) {
	want := `{
  "format": "deft-conversation",
  "version": 1,
  "messages": [
    {
      "role": "user",
      "text": "/skill:fix the <build> & the\n\n  tests"
    },
    {
      "role": "skill",
      "text": "# Fix\n\nRun:\n\n` + "```sh\\nmake\\n```" + `\n\n---\nSkill: /s/SKILL.md\nBase: /s\nFiles: none\nUser: the <build>",
      "skill": {
        "handle": "fix",
        "args": "the <build>",
        "body": "# Fix\n\nRun:\n\n` + "```sh\\nmake\\n```" + `",
        "trail": "Skill: /s/SKILL.md\nBase: /s\nFiles: none\nUser: the <build>"
      }
    },
    {
      "role": "user",
      "text": "next"
    }
  ]
}
`
	got, err := JSON(sample())
	if err != nil || string(got) != want {
		t.Errorf("%v, got\n%s", err, got)
	}
	if got, err = JSON(Conversation{}); err != nil || !strings.Contains(string(got), `"messages": []`) {
		t.Errorf("of nothing: %s, %v", got, err)
	}
}

// fromJSON is the conversation that a reader of the JSON form gets.
func fromJSON(t *testing.T, data []byte) (c Conversation) {
	t.Helper()
	var doc document
	if err := json.Unmarshal(data, &doc); err != nil || doc.Format != jsonFormat || doc.Version != jsonVersion {
		t.Fatalf("format %q, version %d, %v", doc.Format, doc.Version, err)
	}
	for _, m := range doc.Messages {
		out := Message{Role: m.Role, Text: m.Text}
		if s := m.Skill; s != nil {
			out.Activation = &prompt.Activation{Handle: s.Handle, Args: s.Args, Body: s.Body, Trail: s.Trail}
		}
		c.Messages = append(c.Messages, out)
	}
	return c
}

func TestRoundTrip(t *testing.T) {
	data, err := JSON(sample())
	if err != nil {
		t.Fatal(err)
	}
	if got, want := fromJSON(t, data), (Conversation{Messages: said(sample())}); !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v", got)
	}
}

// A role that has no name for people stands as it is.
func TestMarkdownOfOtherRoles(t *testing.T) {
	c := Conversation{Messages: []Message{{Role: "assistant", Text: "yes"}}}
	if got := Markdown(c); got != "## `assistant`\n\n> yes\n" {
		t.Errorf("got %q", got)
	}
}

// intact checks that a CommonMark parser finds nothing but the messages.
func intact(t *testing.T, c Conversation) {
	t.Helper()
	source := []byte(Markdown(c))
	at := goldmark.New().Parser().Parse(text.NewReader(source)).FirstChild()
	for _, m := range said(c) {
		if h, ok := at.(*ast.Heading); !ok || h.Level != 2 {
			t.Fatalf("%v where the heading of %+v was to come, in\n%s", at, m, source)
		}
		at = at.NextSibling()
		switch b := at.(type) {
		case *ast.FencedCodeBlock:
			var got strings.Builder
			for _, s := range b.Lines().Sliced(0, b.Lines().Len()) {
				got.Write(s.Value(source))
			}
			want := strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(m.Text)
			if m.Role != Skill || strings.TrimSuffix(got.String(), "\n") != strings.TrimSuffix(want, "\n") {
				t.Fatalf("%+v became %q", m, got.String())
			}
		case *ast.Blockquote:
			if m.Role == Skill {
				t.Fatalf("%+v became a quote", m)
			}
		default:
			t.Fatalf("%+v became %v in\n%s", m, at, source)
		}
		at = at.NextSibling()
	}
	if at != nil {
		t.Fatalf("left over: %v in\n%s", at, source)
	}
}

// TestFences: whatever stands in a message stays in its own block.
func TestFences(t *testing.T) {
	for _, text := range []string{
		"", "```", "````\n```", "~~~\nopen", "```\nopen\n\n", "a\r\n```\r````", "<!-- open", "<script>\n\n", "- list\n\n  ```",
		"===", "# heading", "`` ` ``", "\n\n\n", "    indented", "\t```", "> quote\nlazy", "[a]: /b", strings.Repeat("`", 100),
	} {
		intact(t, Conversation{}.Add(user(text), activation("a`b", text, text), user(text), user("end")))
	}
}

func FuzzForms(f *testing.F) {
	f.Add("hello", "tdd", "# Body\n```\n", "args")
	f.Add("```\n~~~", "`", "````` \r`````", "<!--")
	f.Fuzz(func(t *testing.T, said, handle, body, args string) {
		c := Conversation{}.Add(user(said), activation(handle, body, args), notice("no"), user(said))
		intact(t, c)
		data, err := JSON(c)
		if err != nil || !json.Valid(data) {
			t.Fatalf("%s, %v", data, err)
		}
		got := fromJSON(t, data)
		c.Messages = slices.Delete(c.Messages, 2, 3)
		if utf8.ValidString(said+handle+args) && utf8.ValidString(c.Messages[1].Text) && !reflect.DeepEqual(got, c) {
			t.Fatalf("%+v became %+v", c, got)
		}
	})
}

func TestExport(t *testing.T) {
	dir := t.TempDir()
	data, err := JSON(sample())
	if err != nil {
		t.Fatal(err)
	}
	tests := []struct{ path, written, content string }{
		{"a.md", "a.md", Markdown(sample())},
		{"a.md", "a-2.md", Markdown(sample())},
		{"a", "a-3.md", Markdown(sample())},
		{"a.json", "a.json", string(data)},
		{"b.JSON", "b.JSON", string(data)},
		{"a.txt", "a.txt", Markdown(sample())},
		{"link.md", "link-2.md", Markdown(sample())},
	}
	if err := os.Symlink(filepath.Join(dir, "nowhere"), filepath.Join(dir, "link.md")); err != nil {
		t.Fatal(err)
	}
	for _, test := range tests {
		path, err := Export(sample(), filepath.Join(dir, test.path))
		if err != nil || path != filepath.Join(dir, test.written) {
			t.Errorf("%+v: %s, %v", test, path, err)
			continue
		}
		got, err := os.ReadFile(path)
		if err != nil || string(got) != test.content {
			t.Errorf("%s: %q, %v", path, got, err)
		}
		if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%s: %v, %v", path, info, err)
		}
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) != len(tests)+1 {
		t.Errorf("in the folder: %v, %v", left, err)
	}
}

func TestExportFails(t *testing.T) {
	dir := t.TempDir()
	if _, err := Export(Conversation{}.Add(notice("x")), filepath.Join(dir, "a.md")); !errors.Is(err, ErrNothingSaid) {
		t.Error(err)
	}
	if _, err := Export(sample(), filepath.Join(dir, "none", "a.md")); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
	if err := os.Mkdir(filepath.Join(dir, "out"), 0o700); err != nil {
		t.Fatal(err)
	}
	for path, says := range map[string]string{
		"": "names no file", dir + "/": "names no file", filepath.Join(dir, "out"): "is a folder",
		filepath.Join(dir, "none", "a.md"): filepath.Join(dir, "none") + ":", os.DevNull: "is no regular file",
	} {
		got, err := Export(sample(), path)
		if err == nil || !strings.Contains(err.Error(), says) || strings.Contains(err.Error(), "deft-new-") {
			t.Errorf("%q: %s, %v", path, got, err)
		}
	}
	if err := os.Remove(filepath.Join(dir, "out")); err != nil {
		t.Error(err)
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
		t.Errorf("in the folder: %v, %v", left, err)
	}
}

// TestExportTogether: nobody gets the name of another.
func TestExportTogether(t *testing.T) {
	dir := t.TempDir()
	var wg sync.WaitGroup
	for range 20 {
		wg.Go(func() {
			if _, err := Export(sample(), filepath.Join(dir, "a.md")); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if got, err := os.ReadDir(dir); err != nil || len(got) != 20 {
		t.Errorf("%d files, %v", len(got), err)
	}
}

func TestFileName(t *testing.T) {
	if got := FileName(time.Date(2026, 3, 4, 5, 6, 7, 0, time.UTC), "md"); got != "deft-2026-03-04-0506.md" {
		t.Error(got)
	}
}
