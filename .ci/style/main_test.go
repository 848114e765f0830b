package main

import (
	"fmt"
	"strings"
	"testing"
)

func TestCheck(t *testing.T) {
	long := "package p\n\nfunc f() {\n" + strings.Repeat("\tg()\n", maxFunction) + "}\n"
	for _, tt := range []struct{ name, file, src, want string }{
		{"clean", "a.go", "// Package p is clean.\npackage p\n\nfunc f() {}\n", ""},
		{"long file", "a.go", "package p\n" + strings.Repeat("\n", maxFile), "a.go:1: 501 lines"},
		{"longest file", "a.go", "package p\n" + strings.Repeat("\n", maxFile-1), ""},
		{"long test file", "a_test.go", "package p\n" + strings.Repeat("\n", maxFile), ""},
		{"long function", "a.go", long, "a.go:3: f has 82 lines"},
		{"long test function", "a_test.go", long, ""},
		{"mark", "a.go", "package p\n\n// TO" + "DO: more\n", "a.go:3: TO" + "DO in a comment"},
		{"other mark", "a.go", "package p\n\nvar x = 1 // FIX" + "ME\n", "FIX" + "ME in a comment"},
		{"mark in a string", "a.go", "package p\n\nvar x = `TO" + "DO`\n", ""},
		{"init", "tui/a.go", "package p\n\nfunc init() {}\n", "tui/a.go:3: an init"},
		{"method called init", "tui/a.go", "package p\n\nfunc (t T) init() {}\n", ""},
		{"the one init", initFile, "package p\n\nfunc init() {}\n", ""},
		{"sleep", "a_test.go", "package p\n\nfunc f() { time.Sleep(1) }\n", "a_test.go:3: time.Sleep"},
		{"sleep in made time", "a_test.go", "package p\n\nfunc f() { synctest.Test(t, func() { time.Sleep(1) }) }\n", ""},
		{"wide struct", "a.go", wide("struct", maxFields+1), "a.go:3: T has 17 fields; a struct ends at 16"},
		{"widest struct", "a.go", wide("struct", maxFields), ""},
		{"fields of one line", "a.go", "package p\n\ntype T struct {\n\ta, b, c, d, e, f, g, h int\n\ti, j, k, l, m, n, o, p int\n\tio.Reader\n}\n", "a.go:3: T has 17 fields"},
		{"wide struct in a function", "a.go", "package p\n\nfunc f() {\n" + strings.TrimPrefix(wide("struct", maxFields+1), "package p\n\n") + "}\n", "a.go:4: T has 17"},
		{"wide struct in a test", "a_test.go", wide("struct", maxFields+1), ""},
		{"wide interface", "a.go", wide("interface", maxFields+1), ""},
		{"no Go", "a.go", "package", "expected"},
	} {
		got := strings.Join(check(tt.file, []byte(tt.src), make(census)), "\n")
		if (tt.want == "") != (got == "") || !strings.Contains(got, tt.want) {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}

// wide is a file with a type of so many members.
func wide(kind string, members int) string {
	var b strings.Builder
	b.WriteString("package p\n\ntype T " + kind + " {\n")
	for i := range members {
		fmt.Fprintf(&b, "\tm%d() int\n", i)
	}
	text := b.String() + "}\n"
	if kind == "struct" {
		text = strings.ReplaceAll(text, "()", "")
	}
	return text
}

// methods is a file with the methods of a type from one number to another.
func methods(receiver string, from, to int) string {
	var b strings.Builder
	b.WriteString("package p\n\n")
	for i := from; i < to; i++ {
		fmt.Fprintf(&b, "func (t %s) m%d() {}\n", receiver, i)
	}
	return b.String()
}

// The methods of a type are counted over the files of its package.
func TestMethods(t *testing.T) {
	const declared = "package p\n\ntype T struct{}\n"
	for _, tt := range []struct {
		name  string
		files map[string]string
		want  string
	}{
		{"most", map[string]string{"p/a.go": declared, "p/b.go": methods("T", 0, maxMethods)}, ""},
		{"too many", map[string]string{"p/a.go": declared, "p/b.go": methods("T", 0, 20), "p/c.go": methods("*T", 20, 26)}, "p/a.go:3: T has 26 methods; a type ends at 25"},
		{"of a generic type", map[string]string{"p/a.go": "package p\n\ntype T[K any] int\n", "p/b.go": methods("*T[K]", 0, 26)}, "p/a.go:3: T has 26"},
		{"of a generic type of two", map[string]string{"p/a.go": "package p\n\ntype T[K, V any] int\n", "p/b.go": methods("(*T[K, V])", 0, 26)}, "p/a.go:3: T has 26"},
		{"in tests", map[string]string{"p/a.go": declared, "p/b.go": methods("T", 0, 20), "p/c_test.go": methods("T", 20, 26)}, ""},
		{"in another package", map[string]string{"p/a.go": declared, "p/b.go": methods("T", 0, 20), "q/c.go": methods("T", 20, 26)}, ""},
		{"for two systems", map[string]string{"p/a.go": declared, "p/b_linux.go": methods("T", 0, 20), "p/b_darwin.go": methods("T", 0, 20)}, ""},
		{"of two types", map[string]string{"p/a.go": declared, "p/b.go": methods("T", 0, 20), "p/c.go": methods("U", 0, 20)}, ""},
	} {
		types := make(census)
		for name, src := range tt.files {
			if faults := check(name, []byte(src), types); len(faults) > 0 {
				t.Errorf("%s: %q", tt.name, faults)
			}
		}
		if got := strings.Join(types.check(), "\n"); (tt.want == "") != (got == "") || !strings.Contains(got, tt.want) {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}
