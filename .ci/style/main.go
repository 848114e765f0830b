// Command style reads the names of Go files, each ended by a zero byte, and checks the files for the limits of this
// repository: the length of files and functions, an init outside tui/early, sleeping tests, and marks of unfinished work.
package main

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"os"
	"regexp"
	"strings"
)

const (
	maxFile     = 500 // lines; tests, which are mostly tables, may be longer
	maxFunction = 80  // lines
)

// initFile is the one file that may have an init.
const initFile = "tui/early/early.go"

// unfinished are the marks of work that was left for later, as they stand at the start of a comment or before a colon.
var unfinished = regexp.MustCompile(`\b(TO` + `DO|FIX` + `ME)\b`)

func main() {
	names, err := io.ReadAll(os.Stdin)
	exitOn(err)
	status := 0
	for name := range strings.SplitSeq(strings.TrimSuffix(string(names), "\x00"), "\x00") {
		src, err := os.ReadFile(name)
		exitOn(err)
		for _, fault := range check(name, src) {
			fmt.Println(fault)
			status = 1
		}
	}
	os.Exit(status)
}

func exitOn(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
}

// check lists the faults of one file as "file:line: what".
func check(name string, src []byte) []string {
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, name, src, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return []string{err.Error()}
	}
	test := strings.HasSuffix(name, "_test.go")
	var faults []string
	fault := func(p token.Pos, format string, args ...any) {
		faults = append(faults, fmt.Sprintf("%s:%d: ", name, set.Position(p).Line)+fmt.Sprintf(format, args...))
	}
	if n := bytes.Count(src, []byte("\n")); n > maxFile && !test {
		fault(file.Package, "%d lines; a file ends at %d", n, maxFile)
	}
	for _, group := range file.Comments {
		if m := unfinished.FindString(group.Text()); m != "" {
			fault(group.Pos(), "%s in a comment", m)
		}
	}
	for _, decl := range file.Decls {
		f, ok := decl.(*ast.FuncDecl)
		if !ok {
			continue
		}
		if n := set.Position(f.End()).Line - set.Position(f.Pos()).Line + 1; n > maxFunction && !test {
			fault(f.Pos(), "%s has %d lines; a function ends at %d", f.Name.Name, n, maxFunction)
		}
		if f.Name.Name == "init" && f.Recv == nil && name != initFile {
			fault(f.Pos(), "an init")
		}
	}
	if test {
		sleeps(file, func(p token.Pos) { fault(p, "time.Sleep in a test; wait for what happens instead") })
	}
	return faults
}

// sleeps finds time.Sleep, except where testing/synctest makes the time.
func sleeps(file *ast.File, found func(token.Pos)) {
	ast.Inspect(file, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		switch {
		case ok && calls(call, "synctest", "Test"):
			return false
		case ok && calls(call, "time", "Sleep"):
			found(call.Pos())
		}
		return true
	})
}

// calls says whether a call is pkg.name().
func calls(call *ast.CallExpr, pkg, name string) bool {
	sel, ok := call.Fun.(*ast.SelectorExpr)
	if !ok || sel.Sel.Name != name {
		return false
	}
	id, ok := sel.X.(*ast.Ident)
	return ok && id.Name == pkg
}
