package tool_test

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"deft/commands"
	"deft/commands/tool"
	"deft/discovery"
	"deft/discovery/disk"
	"deft/discovery/rules"
)

// world is a home and a project, both empty at first.
type world struct {
	t    testing.TB
	dir  string // holds home, project and outside
	base string // the working folder
}

func newWorld(t testing.TB, files map[string]string) world {
	t.Helper()
	w := world{t: t, dir: t.TempDir()}
	w.base = filepath.Join(w.dir, "project")
	for _, d := range []string{"home", "project/.git", "outside"} {
		w.check(os.MkdirAll(filepath.Join(w.dir, d), 0o755))
	}
	for name, text := range files {
		w.write(name, text)
	}
	return w
}

func (w world) check(err error) {
	w.t.Helper()
	if err != nil {
		w.t.Fatal(err)
	}
}

func (w world) write(name, text string) {
	w.t.Helper()
	file := filepath.Join(w.dir, name)
	w.check(os.MkdirAll(filepath.Dir(file), 0o755))
	w.check(os.WriteFile(file, []byte(text), 0o644))
}

func (w world) link(name, target string) {
	w.t.Helper()
	file := filepath.Join(w.dir, name)
	w.check(os.MkdirAll(filepath.Dir(file), 0o755))
	w.check(os.Symlink(target, file))
}

// set makes the tools for the world as it is found when they are first used.
func (w world) set(config tool.Config) *tool.Set {
	w.t.Helper()
	place := discovery.Place{Cwd: w.base, Home: filepath.Join(w.dir, "home"), Project: filepath.Join(w.dir, "project")}
	return newSet(w.t, place, config, disk.Providers(rules.Deft(), discovery.Defaults())...)
}

func newSet(t testing.TB, place discovery.Place, config tool.Config, providers ...discovery.Provider) *tool.Set {
	t.Helper()
	r, err := discovery.NewRegistry(rules.Deft(), discovery.Defaults(), place, providers...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(r.Close)
	source := r.Outlook(discovery.View{})
	read := commands.Read{Source: source}
	set, err := tool.New(tool.Verbs{
		Search: commands.NewSearch(source), Catalog: commands.Catalog{Source: source}, Load: commands.Load{Source: source}, Read: read,
		Path: commands.ReadPath{Read: read, Context: commands.Context{Names: []string{"AGENTS.md"}, Find: disk.ContextFiles}, Place: place},
	}, config)
	if err != nil {
		t.Fatal(err)
	}
	return set
}

// setAt makes the tools for someone who works in a folder that is a project
// of its own.
func (w world) setAt(project string) *tool.Set {
	place := discovery.Place{Cwd: project, Home: filepath.Join(w.dir, "home"), Project: project}
	return newSet(w.t, place, tool.Config{}, disk.Providers(rules.Deft(), discovery.Defaults())...)
}

// skill is a SKILL.md; more are further lines of the frontmatter.
func skill(name, description, more, body string) string {
	return "---\nname: " + name + "\ndescription: " + description + "\n" + more + "---\n" + body
}

// call calls a tool; args are pairs of a name and a text.
func call(t testing.TB, set *tool.Set, name string, args ...string) tool.Result {
	t.Helper()
	given := map[string]string{}
	for i := 0; i < len(args); i += 2 {
		given[args[i]] = args[i+1]
	}
	raw, err := json.Marshal(given)
	if err != nil {
		t.Fatal(err)
	}
	return callRaw(t, set, name, string(raw))
}

func callRaw(t testing.TB, set *tool.Set, name, args string, visible ...tool.Loaded) tool.Result {
	t.Helper()
	got, err := set.Call(context.Background(), tool.Request{Name: name, Arguments: json.RawMessage(args), Visible: visible})
	if err != nil {
		t.Fatal(err)
	}
	return got
}

// wants checks a result: what begins with ! is a failure that says the rest.
func wants(t *testing.T, what string, got tool.Result, want string) {
	t.Helper()
	text, failed := strings.CutPrefix(want, "!")
	if got.Failed != failed || !strings.Contains(got.Text, text) {
		t.Errorf("%s: got %.400q (failed %t), want %q", what, got.Text, got.Failed, want)
	}
	if strings.Contains(got.Text, "TESTONLY") {
		t.Errorf("%s: gives away what lies outside", what)
	}
}

// names are those that skill_search finds.
func names(t *testing.T, set *tool.Set, query string) []string {
	t.Helper()
	data, err := json.Marshal(call(t, set, "skill_search", "query", query).Data)
	if err != nil {
		t.Fatal(err)
	}
	var got struct{ Skills []struct{ Name string } }
	if err := json.Unmarshal(data, &got); err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, s := range got.Skills {
		out = append(out, s.Name)
	}
	return out
}
