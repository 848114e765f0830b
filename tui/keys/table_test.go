package keys

import (
	"flag"
	"os"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the table of keys into README.md")

// README.md has the table of the bindings between two marks.
func TestReadme(t *testing.T) {
	const file, from, to = "../../README.md", "<!-- keys -->\n", "<!-- /keys -->"
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	head, rest, begun := strings.Cut(string(text), from)
	got, tail, ended := strings.Cut(rest, to)
	if !begun || !ended {
		t.Fatalf("%s lacks the marks %s and %s", file, from, to)
	}
	want := Default().Table()
	if got == want {
		return
	}
	if !*update {
		t.Fatalf("the table of keys in %s is out of date: run go test ./tui/keys -update", file)
	}
	if err := os.WriteFile(file, []byte(head+from+want+to+tail), 0o644); err != nil {
		t.Fatal(err)
	}
}

// Every row names an action, and none is named twice.
func TestTableNamesActions(t *testing.T) {
	table := Default().Table()
	m, missing := Default(), map[string]bool{"message.left": true, "message.right": true, "message.backspace": true, "message.delete": true,
		"list.done": true, "list.delete": true}
	for _, a := range m.actions() {
		if n := strings.Count(table, "| `"+a.name+"` |"); n != 1 && !(n == 0 && missing[a.name]) {
			t.Errorf("%s stands in %d rows", a.name, n)
		}
	}
	if strings.Contains(table, "``") {
		t.Error("a row without an action")
	}
}
