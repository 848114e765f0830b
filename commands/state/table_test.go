package state

import (
	"os"
	"path/filepath"
	"testing"
)

func TestTable(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir, "/project")
	s.Switches.Set("theme", "dark")
	s.Switches.Set("shown", "active\nshadowed \xc3\xa4 <b>")
	s.Switches.Set("order", "tokens")
	s.Switches.Set("order", "name")
	s.Switches.Set("theme", "")
	again := open(t, dir, "/project")
	equal(t, again.Switches.Keys(), "order", "shown")
	equal(t, []string{again.Switches.Get("order"), again.Switches.Get("shown"), again.Switches.Get("theme")},
		"name", "active\nshadowed ä <b>", "")
}

// TestTableOfOthers: a deft that has read before does not undo what another
// has set.
func TestTableOfOthers(t *testing.T) {
	dir := t.TempDir()
	a, b := open(t, dir, "/project"), open(t, dir, "/project")
	a.Switches.Set("x", "of a")
	equal(t, b.Switches.Keys(), "x")
	a.Switches.Set("x", "")
	b.Switches.Set("y", "of b")
	equal(t, b.Switches.Keys(), "y")
	equal(t, open(t, dir, "/project").Switches.Keys(), "y")
}

func TestTableDamaged(t *testing.T) {
	tests := map[string]struct {
		file string
		want []string // keys
	}{
		"cut value":    {`{"a":"1","b":"2`, []string{"a"}},
		"cut key":      {`{"a":"1","b`, []string{"a"}},
		"not closed":   {`{"a":"1"`, []string{"a"}},
		"text after":   {`{"a":"1"} x`, []string{"a"}},
		"list":         {`["a"]`, nil},
		"foreign":      {"theme: dark\n", nil},
		"bytes":        {"\x00\xff", nil},
		"bad in front": {`{,"a":"1"}`, nil},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			put(t, dir, "switches.json", test.file)
			s := Open(dir, "/project")
			equal(t, s.Switches.Keys(), test.want...)
			noticed(t, s, "switches.json.bad")
			if got := content(t, dir, "switches.json.bad"); got != test.file {
				t.Errorf("set aside: %q", got)
			}
			equal(t, open(t, dir, "/project").Switches.Keys(), test.want...)
		})
	}
}

// TestTableNewer: values of other types are kept, and not understood.
func TestTableNewer(t *testing.T) {
	dir := t.TempDir()
	put(t, dir, "switches.json", `{"n": {"deep": [1, 2.50]}}`)
	s := open(t, dir, "/project")
	s.Switches.Set("a", "1")
	if got := content(t, dir, "switches.json"); got != "{\n  \"a\": \"1\",\n  \"n\": {\n    \"deep\": [\n      1,\n      2.50\n    ]\n  }\n}\n" {
		t.Errorf("got %s", got)
	}
	if got := s.Switches.Get("n"); got != "" {
		t.Errorf("got %q", got)
	}
}

func TestTableEmptyFile(t *testing.T) {
	dir := t.TempDir()
	put(t, dir, "switches.json", "")
	equal(t, open(t, dir, "/project").Switches.Keys())
}

func TestTableTooLarge(t *testing.T) {
	dir := t.TempDir()
	put(t, dir, "switches.json", "")
	if err := os.Truncate(filepath.Join(dir, "switches.json"), maxFile+1); err != nil {
		t.Fatal(err)
	}
	s := Open(dir, "/project")
	s.Switches.Set("a", "1")
	noticed(t, s, "switches.json.bad")
	equal(t, open(t, dir, "/project").Switches.Keys(), "a")
}

// TestCrashedReplace: what a crash left of a new file hinders nobody.
func TestCrashedReplace(t *testing.T) {
	dir := t.TempDir()
	put(t, dir, "switches.json", `{"a":"1"}`)
	put(t, dir, "switches.json.new", `{"a":"1","b":"something long that was not finis`)
	s := open(t, dir, "/project")
	s.Switches.Set("c", "3")
	equal(t, open(t, dir, "/project").Switches.Keys(), "a", "c")
}

func FuzzParseTable(f *testing.F) {
	f.Add([]byte(`{"a":"1","b":[1,{"c":null}]}`))
	f.Add([]byte(`{"a":"1","a":"2`))
	f.Fuzz(func(t *testing.T, data []byte) {
		values, _ := parseTable(data)
		again, whole := parseTable(encodeTable(values))
		if !whole || len(again) != len(values) {
			t.Fatalf("%d values of %q, then %d", len(values), data, len(again))
		}
	})
}
