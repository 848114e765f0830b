// Command style reads the names of Go files, each ended by a zero byte, and checks the files for the limits of this
// repository: the length of files and functions, the methods and fields of types, an init outside tui/early, sleeping
// tests, and marks of unfinished work.
package main

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
)

const (
	maxFile     = 500 // lines; tests, which are mostly tables, may be longer
	maxFunction = 80  // lines
	maxMethods  = 25  // of a type, in all files of its package but the tests
	maxFields   = 16  // of a struct; an embedded one counts as one
)

// initFile is the one file that may have an init.
const initFile = "tui/early/early.go"

// unfinished are the marks of work that was left for later, as they stand at the start of a comment or before a colon.
var unfinished = regexp.MustCompile(`\b(TO` + `DO|FIX` + `ME)\b`)

func main() {
	names, err := io.ReadAll(os.Stdin)
	exitOn(err)
	types := make(census)
	var faults []string
	for name := range strings.SplitSeq(strings.TrimSuffix(string(names), "\x00"), "\x00") {
		src, err := os.ReadFile(name)
		exitOn(err)
		faults = append(faults, check(name, src, types)...)
	}
	faults = append(faults, types.check()...)
	for _, fault := range faults {
		fmt.Println(fault)
	}
	if len(faults) > 0 {
		os.Exit(1)
	}
}

func exitOn(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
}

// check lists the faults of one file as "file:line: what", and notes its types.
func check(name string, src []byte, types census) []string {
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
		return faults
	}
	structs(file, func(t *ast.TypeSpec, n int) {
		fault(t.Pos(), "%s has %d fields; a struct ends at %d", t.Name.Name, n, maxFields)
	})
	types.note(set, name, file)
	return faults
}

// structs finds those that have too many fields.
func structs(file *ast.File, found func(*ast.TypeSpec, int)) {
	ast.Inspect(file, func(n ast.Node) bool {
		t, ok := n.(*ast.TypeSpec)
		if !ok {
			return true
		}
		if s, ok := t.Type.(*ast.StructType); ok && s.Fields.NumFields() > maxFields {
			found(t, s.Fields.NumFields())
		}
		return true
	})
}

// census is the types of all packages, whose methods may stand in several files.
type census map[typeName]*members

type typeName struct{ dir, name string }

// members are the methods of one type. One that stands in files for different systems is one.
type members struct {
	at    string // file:line of the type
	names map[string]bool
}

func (c census) of(file, name string) *members {
	key := typeName{path.Dir(file), name}
	if c[key] == nil {
		c[key] = &members{names: make(map[string]bool)}
	}
	return c[key]
}

// note takes the types and methods of one file.
func (c census) note(set *token.FileSet, name string, file *ast.File) {
	for _, decl := range file.Decls {
		switch d := decl.(type) {
		case *ast.GenDecl:
			for _, s := range d.Specs {
				if t, ok := s.(*ast.TypeSpec); ok {
					c.of(name, t.Name.Name).at = fmt.Sprintf("%s:%d", name, set.Position(t.Pos()).Line)
				}
			}
		case *ast.FuncDecl:
			if d.Recv != nil {
				c.of(name, receiver(d.Recv.List[0].Type)).names[d.Name.Name] = true
			}
		}
	}
}

// receiver is the name of the type that a method belongs to.
func receiver(t ast.Expr) string {
	switch t := t.(type) {
	case *ast.ParenExpr:
		return receiver(t.X)
	case *ast.StarExpr:
		return receiver(t.X)
	case *ast.IndexExpr:
		return receiver(t.X)
	case *ast.IndexListExpr:
		return receiver(t.X)
	case *ast.Ident:
		return t.Name
	}
	return ""
}

// check lists the types that have too many methods.
func (c census) check() []string {
	var faults []string
	for key, m := range c {
		if n := len(m.names); n > maxMethods {
			faults = append(faults, fmt.Sprintf("%s: %s has %d methods; a type ends at %d", m.at, key.name, n, maxMethods))
		}
	}
	slices.Sort(faults)
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
