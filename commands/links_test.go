package commands

import (
	"reflect"
	"strings"
	"testing"
)

func TestLinks(t *testing.T) {
	for _, c := range []struct {
		name, body string
		want       []mention
	}{
		{"link", "See [a](b.md).\n", []mention{{"b.md", 10}}},
		{"two and an image", "x\n[a](b.md) ![c](d.png \"title\")\n", []mention{{"b.md", 11}, {"d.png", 11}}},
		{"anchor and query", "[a](b.md#c) [d](e.md?f) [g](#h)\n", []mention{{"b.md", 10}, {"e.md", 10}}},
		{"escapes", "[a](b%20c.md) [d](<e f.md>)\n", []mention{{"b c.md", 10}, {"e f.md", 10}}},
		{"definition", "[a][b]\n\n[b]: c.md\n", []mention{{"c.md", 12}}},
		{"elsewhere", "[a](https://x.org/b) [c](mailto:d@e) [f](//g/h) [i](skill://j/k)\n", nil},
		{"placeholders", "[a]({baseDir}/x) [b](<NAME>.md)[c]($HOME/x)\n", []mention{{"NAME", 10}}},
		{"fence", "```md\n[a](b.md)\n```\n[c](d.md)\n", []mention{{"d.md", 13}}},
		{"long fence", "````\n```\n[a](b.md)\n````\n", nil},
		{"tildes", "~~~\n[a](b.md)\n```\n~~~\n[c](d.md)\n", []mention{{"d.md", 14}}},
		{"code span", "`[a](b.md)` and ``x ` [c](d.md)`` [e](f.md)\n", []mention{{"f.md", 10}}},
		{"lone backtick", "` [a](b.md)\n", []mention{{"b.md", 10}}},
		{"indented code", "x\n\n    [a](b.md)\n\n    [c](d.md)\ny\n", nil},
		{"in a list", "- x\n\n    [a](b.md)\n", []mention{{"b.md", 12}}},
		{"continued paragraph", "x\n    [a](b.md)\n", []mention{{"b.md", 11}}},
	} {
		if got := links(c.body, 10); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: got %v, want %v", c.name, got, c.want)
		}
	}
}

func TestNamed(t *testing.T) {
	body := "Run `scripts/a.sh`, then\n(references/b.md).\nNot my/scripts/c.sh, scripts/, scripts/d or scripts/../e.sh.\n\"assets/x/y.png\""
	want := []mention{{"scripts/a.sh", 1}, {"references/b.md", 2}, {"assets/x/y.png", 4}}
	if got := named(body, 1); !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

// Small texts over which a Markdown parser takes minutes are only lines here.
func FuzzLinks(f *testing.F) {
	f.Add(strings.Repeat("[a](", 500))
	f.Add(strings.Repeat("`", 99) + "\n" + strings.Repeat("> ", 500))
	f.Add("- a\n\n    ```\n[x]: <y\n")
	f.Fuzz(func(t *testing.T, body string) {
		lines := strings.Count(body, "\n") + 1
		for _, m := range append(links(body, 1), named(body, 1)...) {
			if m.name == "" || m.line < 1 || m.line > lines {
				t.Errorf("%+v in %d lines", m, lines)
			}
		}
	})
}
