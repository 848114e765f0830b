// Command layers reads what "go list -json=ImportPath,Imports,Deps ./..." prints and fails when a package imports what its
// layer must not: the layers point one way, skills <- discovery <- commands <- tui <- main. Tests may import anything.
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
)

const module = "deft"

// Package is what is read of a package: its own imports and everything that it links, without its tests.
type Package struct {
	ImportPath    string
	Imports, Deps []string
}

func main() {
	packages, err := read(os.Stdin)
	if err != nil {
		fmt.Fprintln(os.Stderr, "reading the list of packages:", err)
		os.Exit(2)
	}
	faults := check(packages)
	for _, f := range faults {
		fmt.Println(f)
	}
	if len(faults) > 0 || len(packages) == 0 {
		fmt.Printf("%d faults in %d packages\n", len(faults), len(packages))
		os.Exit(1)
	}
}

func read(r io.Reader) ([]Package, error) {
	var all []Package
	for d := json.NewDecoder(r); ; {
		var p Package
		switch err := d.Decode(&p); {
		case errors.Is(err, io.EOF):
			return all, nil
		case err != nil:
			return nil, err
		}
		all = append(all, p)
	}
}

// check lists every import that is against a rule.
func check(packages []Package) []string {
	var faults []string
	for _, p := range packages {
		from, ok := local(p.ImportPath)
		if !ok {
			continue
		}
		for _, imported := range p.Imports {
			if why := refuse(from, imported); why != "" {
				faults = append(faults, fmt.Sprintf("%s imports %s: %s", p.ImportPath, imported, why))
			}
		}
		if !slices.ContainsFunc(fuzzed(), func(f string) bool { return within(from, f) }) {
			continue
		}
		for _, linked := range p.Deps {
			if slices.ContainsFunc(heavy(), func(h string) bool { return within(linked, h) }) {
				faults = append(faults, fmt.Sprintf("%s links %s: fuzzed packages stay without it", p.ImportPath, linked))
			}
		}
	}
	return faults
}

// refuse says why the package at from must not import a path; empty when it may.
func refuse(from, imported string) string {
	to, ours := local(imported)
	switch {
	case !ours && within(from, "skills") && forbidden(imported):
		return "skills knows bytes and fs.FS only"
	case from == "tui/early" && imported != "github.com/charmbracelet/lipgloss":
		return "what is to be initialised before Bubble Tea imports Lip Gloss alone"
	case imported == "testing" && from != "tui/ptytest":
		return "only tests use it"
	case !ours:
		return ""
	case layer(to) < 0:
		return "no layer holds it"
	case layer(to) > layer(from):
		return "layers point one way, skills <- discovery <- commands <- tui <- main"
	case to == "tui/ptytest":
		return "it is for tests"
	case from == "discovery/watch":
		return "the watcher imports nothing of ours"
	case from == "discovery" && !within(to, "skills"):
		return "discovery itself imports skills alone"
	case to == "commands/config" && within(from, "commands") && from != "commands/cli":
		return "the command line alone reads the configuration"
	case within(from, "tui") && slices.Contains(sources(), to):
		return "the interface reaches the disk through commands"
	case pane(from) != "" && pane(to) != "" && pane(from) != pane(to):
		return "no pane imports a pane"
	}
	return ""
}

// layer is the height of a package, named by its path below the module; -1 is no layer.
func layer(path string) int {
	top, _, _ := strings.Cut(path, "/")
	return slices.Index([]string{"skills", "discovery", "commands", "tui", ""}, top)
}

// pane is the part of the interface that a package belongs to; empty for the root, the leaves and other layers.
func pane(path string) string {
	rest, ok := strings.CutPrefix(path, "tui/")
	if !ok {
		return ""
	}
	name, _, _ := strings.Cut(rest, "/")
	if slices.Contains([]string{"cells", "early", "filterline", "keys", "markdown", "scroll", "terminal", "theme"}, name) {
		return ""
	}
	return name
}

// sources are the packages that read or change where skills come from.
func sources() []string {
	return []string{"discovery/scan", "discovery/disk", "discovery/watch", "discovery/library", "discovery/importer"}
}

// fuzzed are the folders of packages with fuzz targets.
func fuzzed() []string { return []string{"skills", "commands/slash", "commands/tool"} }

// heavy are the modules that cost too much at every start of a fuzzing worker.
func heavy() []string {
	return []string{
		"github.com/charmbracelet/glamour", "github.com/charmbracelet/bubbletea", "github.com/charmbracelet/bubbles",
		"github.com/sashabaranov/go-openai", "github.com/coder/acp-go-sdk", "github.com/modelcontextprotocol/go-sdk",
	}
}

// forbidden says whether a package reaches the system.
func forbidden(path string) bool {
	for _, f := range []string{"os", "net", "syscall", "path/filepath", "plugin", "golang.org/x/sys", "io/ioutil"} {
		if within(path, f) {
			return true
		}
	}
	return false
}

// local is a path below the module, empty for the module itself.
func local(path string) (string, bool) {
	if path == module {
		return "", true
	}
	return strings.CutPrefix(path, module+"/")
}

// within says whether path is dir or below it.
func within(path, dir string) bool { return path == dir || strings.HasPrefix(path, dir+"/") }
