package markdown

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/alecthomas/chroma/v2/lexers"
)

func pieces(source string) []Piece { return slices.Collect(Split(source).Pieces()) }

func numbered(n int, format string) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, format, i)
	}
	return b.String()
}

// inOrder asserts that the words w0. to wN. are shown once each, in order.
func inOrder(t *testing.T, text string, n int) {
	t.Helper()
	words := regexp.MustCompile(`\bw(\d+)\.`).FindAllStringSubmatch(text, -1)
	if len(words) != n {
		t.Errorf("%d words, want %d", len(words), n)
	}
	for i, w := range words {
		if w[1] != strconv.Itoa(i) {
			t.Fatalf("word %d is %s", i, w[0])
		}
	}
}

func TestPiecesAreSmall(t *testing.T) {
	block := "## Heading %[1]d\n\nSome text w%[1]d. with words.\n\n- item\n- item\n\n"
	all := pieces(numbered(3000, block))
	for i, p := range all {
		if len(p.Source()) > normalPiece+blockLimit {
			t.Errorf("piece %d has %d bytes", i, len(p.Source()))
		}
		if i == 0 && len(p.Source()) > 2*firstPiece {
			t.Errorf("the first piece has %d bytes", len(p.Source()))
		}
	}
	joined := ""
	for _, p := range all {
		joined += p.Source() + "\n"
	}
	if joined != numbered(3000, block) {
		t.Error("the pieces are not the document")
	}
}

// TestCutsDoNotShow: a document of blocks below the limit looks the same in one piece and in many.
func TestCutsDoNotShow(t *testing.T) {
	block := fixture(t, "sample.md") + "\n" + fixture(t, "lists.md") + "\n---\n\n"
	r := New(dark(), 50)
	one := append(r.Render(pieces(block)[0]), "")
	for _, p := range pieces(block)[1:] {
		one = append(one, r.Render(p)...)
	}
	many := r.Document(Split(strings.Repeat(block, 20)))
	first := strings.Join(r.Document(Split(block)), "\n")
	if got, want := strings.Join(many, "\n"), strings.TrimSuffix(strings.Repeat(first+"\n\n", 20), "\n\n"); got != want {
		t.Errorf("20 copies are not 20 times the copy: %d and %d bytes", len(got), len(want))
	}
}

func TestLargeBlocks(t *testing.T) {
	cases := map[string]struct {
		source string
		n      int
	}{
		"fence":         {"before\n\n~~~~go\n" + numbered(4000, "x := w%d. // code with words\n") + "~~~~\n\nafter\n", 4000},
		"open fence":    {"```\n" + numbered(4000, "some line w%d. of text here\n"), 4000},
		"table":         {"| a | b |\n|---|---|\n" + numbered(2000, "| w%d. | some text in the cell here |\n") + "\nafter\n", 2000},
		"list":          {numbered(3000, "- item w%d. with some words in it\n"), 3000},
		"loose list":    {numbered(3000, "- item w%d. with some words\n\n  and more\n\n"), 3000},
		"paragraph":     {numbered(3000, "line w%d. of one paragraph, with words\n"), 3000},
		"quote":         {numbered(3000, "> line w%d. of one quote, with words\n"), 3000},
		"html":          {"<div>\n" + numbered(3000, "<p>line w%d. of html</p>\n") + "</div>\n", 3000},
		"indented code": {numbered(3000, "    line w%d. of code\n"), 3000},
		"one line":      {numbered(9000, "word w%d. on one line "), 9000},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			lines := New(noColor(), 60).Document(Split(c.source))
			check(t, lines, 60)
			inOrder(t, stripped(lines), c.n)
			for _, p := range pieces(c.source) {
				if len(p.Source()) > maxPiece {
					t.Errorf("a piece of %d bytes", len(p.Source()))
				}
			}
		})
	}
}

func TestLargeCodeHasNoGaps(t *testing.T) {
	lines := New(noColor(), 60).Document(Split("a\n\n```go\n" + numbered(4000, "line%d\n") + "```\n\nb\n"))
	if len(lines) != 4004 || lines[2] != "  line0" || lines[4001] != "  line3999" {
		t.Errorf("%d lines, %q .. %q", len(lines), lines[2], lines[len(lines)-3])
	}
}

func TestListsKeepCounting(t *testing.T) {
	for _, format := range []string{"1. item w%d.\n", "%[1]d. item w%[1]d.\n"} {
		lines := New(noColor(), 60).Document(Split("\n" + numbered(5000, format)))
		if len(lines) != 5000 {
			t.Fatalf("%d lines", len(lines))
		}
		first := 1
		if strings.HasPrefix(lines[0], "0") {
			first = 0
		}
		for i, l := range lines {
			if want := fmt.Sprintf("%d. item w%d.", i+first, i); l != want {
				t.Fatalf("line %d: %q, want %q", i, l, want)
			}
		}
	}
}

func TestLargeTableRepeatsItsHead(t *testing.T) {
	for i, p := range pieces("| head | b |\n|---|---|\n" + numbered(2000, "| w%d. | some text in the cell here |\n")) {
		if text := stripped(New(noColor(), 60).Render(p)); strings.Count(text, "head") != 1 || !strings.Contains(text, "─┼─") {
			t.Fatalf("piece %d is no table: %s", i, text)
		}
	}
}

func TestDefinitionsReachEveryPiece(t *testing.T) {
	filler := numbered(500, "Paragraph %d with some words in it.\n\n")
	for name, def := range map[string]string{
		"one line":      "[Guide One]: references/guide.md",
		"title":         "[guide one]: references/guide.md \"a title\"",
		"title below":   "[guide one]: references/guide.md\n  'a title'",
		"target below":  "[guide one]:\n   references/guide.md",
		"quoted, angle": "  [guide  one]: <references/guide.md>",
	} {
		source := "See [guide one].\n\n" + filler + def + "\n\n" + filler + "And [again][guide one].\n"
		text := stripped(New(noColor(), 60).Document(Split(source)))
		if strings.Count(text, "(references/guide.md)") != 2 {
			t.Errorf("%s: %d links", name, strings.Count(text, "(references/guide.md)"))
		}
	}
}

func TestPiecesStopEarly(t *testing.T) {
	n := 0
	for range Split(numbered(3000, "Paragraph %d.\n\n")).Pieces() {
		if n++; n == 2 {
			break
		}
	}
	if n != 2 {
		t.Errorf("%d pieces", n)
	}
}

func TestLexersAreKnown(t *testing.T) {
	for _, name := range strings.Fields("bash c cpp css diff docker go html http ini java js json make md nginx objective-c perl php powershell proto ps1 py python3 r rb rs " +
		"sh sql swift terraform tf toml ts tsx vim vue xml yaml zig zsh awk bat clojure cmake console csharp csv dart dockerfile elixir erlang fish golang " +
		"graphql groovy haskell hcl javascript jinja jsx julia kotlin latex lua makefile markdown nix ocaml protobuf python ruby rust sass scala scss shell svelte tex typescript text") {
		if lexer(name) != name {
			t.Errorf("%s is drawn as %s", name, lexer(name))
		}
		if !slices.Contains(lexers.Names(true), name) {
			t.Errorf("chroma does not know %s", name)
		}
	}
	if lexer("mermaid") != "text" || lexer("") != "text" || lexer("Python") != "python" || lexer("yml") != "yaml" || lexer("cs") != "csharp" {
		t.Error("an unknown language is not drawn as text")
	}
}
