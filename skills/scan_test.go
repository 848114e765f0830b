package skills

import (
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
)

// rounds is how many frontmatters the scanner is tried on.
const rounds = 20_000

// scanPieces are pieces of lines: what the scanner takes, and what it must leave to YAML.
func scanPieces() (indents, keys, values []string) {
	indents = []string{"", "", "", "", "  ", "  ", "    ", " ", "- ", "  - ", "    - ", "  -", "-"}
	keys = []string{"name: ", "description: ", "description:", "when_to_use: ", "allowed-tools: ", "globs:", "globs: ", "metadata:", "metadata: ", "tags:", "x: ",
		"x:", "y: ", "k:", "user-invocable: ", "disable-model-invocation: ", "argument-hint: ", "license: ", "compatibility: ", "", "", "", "", "a b: ", "\"q\": ", "'q': ", "name:"}
	values = []string{"", "", "a", "a b", "a  b ", "a: b", "a:", "a:b", "# c", "a # c", "a#c", "\"a\"", "\"a\" ", "\"a", "a\"", "\"a\" b", "'a'", "'it''s'", "'a' b", "'",
		">", ">-", "|", "|-", ">+", ">2", "|  ", "> # c", "[a, b]", "[a", "[a, \"b c\"]", "[]", "[a,]", "[1, a]", "[a b, c*]", "{a: b}", `{"a":"b"}`, `{"a": {"b": [1, "c", true], "d":"e"} }`, `{"a":"b","a":1}`, `["a", ["b"], 1]`, `{"a"}`, `{"a":"b"`, `{}`, `{"a":"b",}`, `{"a":{"b":1}} c`, `{"a":,}`, `["a" , 1.5]`, `{"a":1}#`, `{"a" : null }`, "- a", "-", "- - a", "null", "~", "true", "false",
		"yes", "7", "1e3", "2026-01-02", "é", "小", "&a b", "*a", "!t a", "? a", ": a", "%a", "@a", "`a`", "---", "--- a", "...", "<<", "=", "Read, Bash(a, b)", "Read Bash(a", "'', b", "\"\"", "''",
		" ", "\t", "a\tb", "a\\nb", "\"a\\nb\"", ",a", "a,", "a]", "a}", "-a", "?a", ":a", "\u2014", "a\u200bb", "\"a # b: c\"", "'a: b'"}
	return indents, keys, values
}

// Where the scanner answers, it says what YAML says, for any mix of lines.
func TestScannerAgreesWithYAML(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	indents, keys, values := scanPieces()
	pick := func(list []string) string { return list[r.IntN(len(list))] }
	scanned := 0
	for range rounds {
		var b strings.Builder
		b.WriteString("---\n")
		for n := range 1 + r.IntN(6) {
			line := pick(indents) + pick(keys) + pick(values)
			switch r.IntN(8) {
			case 0, 1:
				line = pick(indents) + string(rune('a'+n)) + ": v"
			case 2, 3:
				line = pick(keys) + pick(values)
			case 4, 5:
				line = string(rune('e'+n)) + ":"
			case 6:
				line = pick(indents) + "more text"
			}
			b.WriteString(line + "\n")
		}
		b.WriteString("---\n")
		src, data := Source{Folder: "a"}, []byte(b.String())
		got, ok := scanReading(src, data, 1)
		if !ok {
			continue
		}
		scanned++
		s := Parse(src, data)
		if want := (Reading{s.Head, s.Invalid, s.StrictError, ofHead(s.Diagnostics)}); !reflect.DeepEqual(got, want) {
			t.Fatalf("of\n%s\nscanner %+v\nparser  %+v", data, got, want)
		}
	}
	if scanned < rounds/20 {
		t.Errorf("only %d of %d were scanned", scanned, rounds)
	}
}
