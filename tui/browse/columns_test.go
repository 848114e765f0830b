package browse

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"deft/discovery"
	"deft/tui/cells"
	"deft/tui/keys"
	"deft/tui/theme"
)

// shipped are skills as they come with deft.
func shipped() []*discovery.Entry {
	var out []*discovery.Entry
	for _, name := range strings.Fields("create-skill csv-profile daily-report deploy-service disk-cleanup-plan health-check incident-review log-analyzer review-change") {
		out = append(out, entry(name, "Does what it says.", func(e *discovery.Entry) {
			e.Root, e.Scripts = &discovery.Root{Provider: discovery.Shipped, Level: discovery.Bundled}, true
		}))
	}
	return out
}

// projects are shipped skills beside those of a project and a user, of every provider.
func projects() []*discovery.Entry {
	from := func(provider string, level discovery.Level) func(*discovery.Entry) {
		return func(e *discovery.Entry) { e.Root = &discovery.Root{Provider: provider, Level: level} }
	}
	return append(shipped(),
		entry("tdd", "Test first.", from(discovery.Native, discovery.Project)),
		entry("tdd", "Test first.", from(discovery.Claude, discovery.User), state(discovery.Shadowed)),
		entry("pdf", "Reads PDF.", from(discovery.ClaudePlugins, discovery.Plugin)),
		entry("a-very-long-name-that-somebody-has-thought-of", "Is long.", from(discovery.Agents, discovery.Project)),
		entry("小说拆条", "把小说拆成条目", from(discovery.Codex, discovery.User)),
		entry("odd", "Has none.", from("custom", discovery.Custom), func(e *discovery.Entry) { e.Reading.Head.ModelInvocable = false }))
}

// Columns of every width: what stands below each other begins in the same cell and is of one kind.
func TestColumns(t *testing.T) {
	sets := map[string][]*discovery.Entry{"shipped": shipped(), "projects": projects(), "many": many(400)[:400]}
	for _, name := range []string{"shipped", "projects", "many"} {
		var out strings.Builder
		for _, plain := range []bool{false, true} {
			for _, width := range []int{20, 28, 30, 40, 58, 80} {
				m := New(keys.Default(), theme.New(theme.Options{Plain: plain}))
				m.SetSize(width, 24)
				m.SetIndex(NewIndex(nil, sets[name]))
				press(m, "a")
				fmt.Fprintf(&out, "%d cells, plain %v\n", width, plain)
				lines := strings.Split(ansi.Strip(m.View()), "\n")
				c := m.parts().columns()
				for i, l := range lines[:min(len(lines), len(sets[name])+1, 20)] {
					out.WriteString(strings.TrimRight(l, " ") + "\n")
					if from := start(c); i > 0 && c.source > 0 && (cell(l, from-1) != " " || cell(l, from) == " ") {
						t.Errorf("%s, %d cells: the source does not begin at %d: %q", name, width, from, l)
					}
				}
			}
		}
		file := "testdata/columns-" + name + ".txt"
		if *update {
			if err := os.WriteFile(file, []byte(out.String()), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(file)
		if err != nil || string(want) != out.String() {
			t.Errorf("%s (%v), got:\n%s", file, err, out.String())
		}
	}
}

// start is the cell in which sources begin.
func start(c columns) int {
	n := 2 + c.name + c.between
	if !c.plain {
		n += c.gap(c.description) + c.gap(c.badges)
	}
	return n
}

// cell is what stands in a cell of a plain line.
func cell(l string, at int) string { return cells.Cut(ansi.TruncateLeft(l, at, ""), 1, "") }

// Only two kinds of source are written, and both are words that deft uses elsewhere.
func TestSource(t *testing.T) {
	var got []string
	for _, e := range projects()[8:] {
		got = append(got, sourceOf(e, whole)+" "+sourceOf(e, provider))
	}
	want := []string{"bundled bundled", "native/project native", "claude/user claude", "claude-plugins/plugin claude-plugins", "agents/project agents", "codex/user codex", "custom custom"}
	if !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}
