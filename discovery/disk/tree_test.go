package disk_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"deft/discovery"
	"deft/discovery/disk"
	"deft/discovery/rules"
)

// world is a temporary folder with a home and a project in it.
type world struct {
	t         *testing.T
	dir       string
	home, cwd string
	config    discovery.Config
	more      []discovery.Provider
}

// build makes a tree. A value that starts with "-> " makes a link, a path that
// ends in a slash an empty folder; "skill: NAME TEXT" writes a SKILL.md of that
// name and description, with TEXT as body.
func build(t *testing.T, files map[string]string) *world {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	w := &world{t: t, dir: dir, home: dir + "/home", cwd: dir + "/project", config: discovery.Defaults()}
	w.mkdir(w.home)
	w.mkdir(w.cwd)
	for name, text := range files {
		w.write(name, text)
	}
	return w
}

func (w *world) mkdir(path string) {
	w.t.Helper()
	if err := os.MkdirAll(path, 0o755); err != nil {
		w.t.Fatal(err)
	}
}

func (w *world) write(name, text string) {
	w.t.Helper()
	path := filepath.Join(w.dir, name)
	if strings.HasSuffix(name, "/") {
		w.mkdir(path)
		return
	}
	w.mkdir(filepath.Dir(path))
	var err error
	if target, ok := strings.CutPrefix(text, "-> "); ok {
		err = os.Symlink(target, path)
	} else {
		err = os.WriteFile(path, []byte(strings.ReplaceAll(skillText(text), "DIR", w.dir)), 0o644)
	}
	if err != nil {
		w.t.Fatal(err)
	}
}

func skillText(text string) string {
	rest, ok := strings.CutPrefix(text, "skill: ")
	if !ok {
		return text
	}
	name, body, _ := strings.Cut(rest, " ")
	return "---\nname: " + name + "\ndescription: does " + name + "\n---\n" + body + "\n"
}

// registry is deft's own over the world's folders.
func (w *world) registry() *discovery.Outlook {
	w.t.Helper()
	r := rules.Deft()
	providers := append(disk.Providers(r, w.config), w.more...)
	reg, err := discovery.NewRegistry(r, w.config, disk.At(w.cwd, w.home), providers...)
	if err != nil {
		w.t.Fatal(err)
	}
	w.t.Cleanup(reg.Close)
	return reg.Outlook(discovery.View{})
}

func (w *world) snapshot() *discovery.Snapshot {
	w.t.Helper()
	s, err := w.registry().Snapshot(context.Background())
	if err != nil {
		w.t.Fatal(err)
	}
	return s
}

// active are the winners as NAME PROVIDER/LEVEL.
func active(s *discovery.Snapshot) []string {
	var out []string
	for _, r := range s.Resolutions {
		if r.Winner != nil {
			out = append(out, r.Name+" "+origin(r.Winner))
		}
	}
	return out
}

func origin(e *discovery.Entry) string {
	return e.Root.Provider + "/" + string(e.Root.Level)
}

// verdicts are all entries of a name as PROVIDER/LEVEL STATE REASON.
func verdicts(t *testing.T, s *discovery.Snapshot, name string) []string {
	t.Helper()
	r, ok := s.Lookup(name)
	if !ok {
		t.Fatalf("no resolution of %s", name)
	}
	var out []string
	for _, e := range r.Entries {
		out = append(out, origin(e)+" "+string(e.State)+" "+string(e.Reason))
	}
	return out
}

// findings are the diagnostics as CODE PATH, relative to the world.
func (w *world) findings(s *discovery.Snapshot) []string {
	var out []string
	for _, d := range s.Diagnostics {
		out = append(out, string(d.Code)+" "+strings.TrimPrefix(d.Path, w.dir+"/"))
	}
	return out
}

func same(t *testing.T, what string, got, want []string) {
	t.Helper()
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("%s:\ngot\n  %s\nwant\n  %s", what, strings.Join(got, "\n  "), strings.Join(want, "\n  "))
	}
}

// body reads the winner of a name whole.
func body(t *testing.T, w *world, e *discovery.Entry) string {
	t.Helper()
	c, err := w.registry().Load(context.Background(), e.Candidate)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	return string(c.Raw)
}
