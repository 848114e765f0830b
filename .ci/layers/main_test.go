package main

import (
	"strings"
	"testing"
)

func TestRefused(t *testing.T) {
	for _, tt := range []struct{ from, imported, why string }{
		{"deft/skills", "deft/discovery", "one way"},
		{"deft/skills/resource", "deft/commands/slash", "one way"},
		{"deft/discovery/scan", "deft/commands", "one way"},
		{"deft/discovery", "deft/tui/theme", "one way"},
		{"deft/commands/cli", "deft/tui", "one way"},
		{"deft/tui", "deft", "one way"},
		{"deft/tui", "deft/util", "no layer"},
		{"deft", "deft/internal/x", "no layer"},
		{"deft/skills", "os", "bytes and fs.FS"},
		{"deft/skills/prompt", "os/exec", "bytes and fs.FS"},
		{"deft/skills/resource", "path/filepath", "bytes and fs.FS"},
		{"deft/skills/resource", "net/http", "bytes and fs.FS"},
		{"deft/skills/resource", "syscall", "bytes and fs.FS"},
		{"deft/skills/match", "golang.org/x/sys/unix", "bytes and fs.FS"},
		{"deft/tui", "deft/discovery/scan", "through commands"},
		{"deft/tui/browse", "deft/discovery/disk", "through commands"},
		{"deft/tui/browse", "deft/discovery/watch", "through commands"},
		{"deft/tui/browse", "deft/discovery/library", "through commands"},
		{"deft/tui/browse", "deft/discovery/importer", "through commands"},
		{"deft/tui/browse", "deft/tui/preview", "no pane"},
		{"deft/tui/browse/row", "deft/tui/dialog", "no pane"},
		{"deft/tui", "deft/tui/ptytest", "for tests"},
		{"deft/commands", "testing", "only tests"},
		{"deft/commands/mcp", "deft/commands/config", "command line alone"},
		{"deft/tui/early", "deft/tui/theme", "alone"},
		{"deft/tui/early", "fmt", "alone"},
		{"deft/discovery/watch", "deft/discovery", "nothing of ours"},
		{"deft/discovery", "deft/discovery/scan", "skills alone"},
	} {
		faults := check([]Package{{ImportPath: tt.from, Imports: []string{"fmt"}}, {ImportPath: tt.from, Imports: []string{tt.imported}}})
		if len(faults) == 0 || !strings.Contains(faults[len(faults)-1], tt.why) {
			t.Errorf("%s imports %s: %q, want %q", tt.from, tt.imported, faults, tt.why)
		}
	}
}

func TestRefusedLinks(t *testing.T) {
	for _, from := range []string{"deft/skills", "deft/skills/sanitize", "deft/commands/slash"} {
		for _, linked := range []string{"github.com/charmbracelet/glamour/ansi", "github.com/charmbracelet/bubbletea"} {
			if faults := check([]Package{{ImportPath: from, Deps: []string{linked}}}); len(faults) != 1 {
				t.Errorf("%s links %s: %q", from, linked, faults)
			}
		}
	}
}

func TestAllowed(t *testing.T) {
	for _, tt := range []struct{ from, imported string }{
		{"deft", "deft/tui"},
		{"deft", "deft/commands/cli"},
		{"deft/tui", "deft/tui/browse"},
		{"deft/tui", "deft/commands"},
		{"deft/tui/browse", "deft/discovery"},
		{"deft/tui/browse", "deft/skills/match"},
		{"deft/tui/browse", "deft/tui/theme"},
		{"deft/tui/browse", "deft/tui/browse/row"},
		{"deft/tui/markdown", "deft/tui/theme"},
		{"deft/tui/early", "github.com/charmbracelet/lipgloss"},
		{"deft/tui/ptytest", "testing"},
		{"deft/tui/keys", "deft/commands/config"},
		{"deft/commands/cli", "deft/commands/config"},
		{"deft/commands/cli", "deft/discovery/scan"},
		{"deft/discovery/disk", "deft/discovery/watch"},
		{"deft/skills", "deft/skills/match"},
		{"deft/skills", "golang.org/x/text/unicode/norm"},
		{"deft/skills", "io/fs"},
		{"example.org/other", "os"},
	} {
		p := Package{ImportPath: tt.from, Imports: []string{tt.imported}}
		if faults := check([]Package{p}); len(faults) != 0 {
			t.Error(faults)
		}
	}
	p := Package{ImportPath: "deft/commands", Deps: []string{"github.com/charmbracelet/bubbletea"}}
	if faults := check([]Package{p}); len(faults) != 0 {
		t.Error(faults)
	}
}

func TestRead(t *testing.T) {
	got, err := read(strings.NewReader(`{"ImportPath":"deft","Imports":["a"]}` + "\n" + `{"ImportPath":"deft/tui","Deps":["b"]}`))
	if err != nil || len(got) != 2 || got[0].Imports[0] != "a" || got[1].Deps[0] != "b" {
		t.Errorf("%v %v", got, err)
	}
	if _, err := read(strings.NewReader(`{"ImportPath":`)); err == nil {
		t.Error("half a list was read")
	}
}
