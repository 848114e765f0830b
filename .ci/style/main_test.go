package main

import (
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
		{"no Go", "a.go", "package", "expected"},
	} {
		got := strings.Join(check(tt.file, []byte(tt.src)), "\n")
		if (tt.want == "") != (got == "") || !strings.Contains(got, tt.want) {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}
