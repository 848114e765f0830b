package commands_test

import (
	"context"
	"errors"
	"io/fs"
	"path"
	"reflect"
	"strings"
	"testing"
	"testing/fstest"

	"deft/commands"
	"deft/discovery"
	"deft/discovery/rules"
	"deft/skills"
	"deft/skills/prompt"
	"deft/skills/resource"
)

// memory is a provider over a file system in memory, with skills as
// NAME/SKILL.md.
type memory struct {
	name string
	fsys fstest.MapFS
}

func (m memory) Name() string { return m.name }

func (m memory) List(context.Context, discovery.Place) (discovery.Observation, error) {
	root := &discovery.Root{Provider: m.name, Level: discovery.User, Path: "/" + m.name}
	o := discovery.Observation{Complete: true}
	files, err := fs.Glob(m.fsys, "*/SKILL.md")
	for _, f := range files {
		data := m.fsys[f].Data
		at, folder := "/"+m.name+"/"+f, path.Dir(f)
		o.Candidates = append(o.Candidates, &discovery.Candidate{
			Root: root, Rel: f, Path: at, Real: at, Folder: folder, Size: int64(len(data)),
			Reading: skills.ReadHead(skills.Source{Path: at, Folder: folder}, data, int64(len(data))),
		})
	}
	o.Roots = []discovery.RootReport{{Root: root, Found: len(files)}}
	return o, err
}

func (m memory) Load(_ context.Context, c *discovery.Candidate) (discovery.Content, error) {
	raw, err := fs.ReadFile(m.fsys, c.Rel)
	if err != nil {
		return discovery.Content{}, err
	}
	files, err := fs.Sub(m.fsys, path.Dir(c.Rel))
	return discovery.Content{Raw: raw, Files: files, Close: func() {}}, err
}

func skill(name, more, body string) *fstest.MapFile {
	return &fstest.MapFile{Data: []byte("---\nname: " + name + "\ndescription: Does " + name + ".\n" + more + "---\n" + body)}
}

func tree() fstest.MapFS {
	return fstest.MapFS{
		"open/SKILL.md":            skill("open", "", "OPEN $ARGUMENTS\n"),
		"open/references/a.md":     {Data: []byte("# A\n")},
		"open/logo.png":            {Data: []byte("\x89PNG\x00")},
		"models-only/SKILL.md":     skill("models-only", "user-invocable: false\n", "MODELS\n"),
		"people-only/SKILL.md":     skill("people-only", "disable-model-invocation: true\n", "PEOPLE\n"),
		"people-only/secret.md":    {Data: []byte("SECRET\n")},
		"broken/SKILL.md":          {Data: []byte("---\nname: broken\n")},
		"ignored/SKILL.md":         skill("ignored", "", "IGNORED\n"),
		"undescribed/SKILL.md":     {Data: []byte("---\nname: undescribed\n---\nX\n")},
		"undescribed/other/x.json": {Data: []byte("{}")},
	}
}

// source is a registry over a native tree and a claude tree.
func source(t *testing.T, native, claude fstest.MapFS) *discovery.Outlook {
	t.Helper()
	config := discovery.Defaults()
	config.IgnoredSkills = []string{"ignored"}
	r, err := discovery.NewRegistry(rules.Deft(), config, discovery.Place{Cwd: "/", Project: "/"},
		memory{discovery.Native, native}, memory{discovery.Claude, claude})
	if err != nil {
		t.Fatal(err)
	}
	return r.Outlook(discovery.View{})
}

// Who may have which skill work for them is decided in the verb.
func TestLoadPolicy(t *testing.T) {
	load := commands.Load{Source: source(t, tree(), nil)}
	for _, c := range []struct {
		handle string
		caller commands.Caller
		want   string // of the body, or of the error
	}{
		{"open", commands.User, "OPEN now"},
		{"open", commands.Model, "OPEN now"},
		{"open", commands.Script, "OPEN now"},
		{"models-only", commands.User, `skill "models-only" is not for people: its frontmatter says user-invocable: false (/native/models-only/SKILL.md)`},
		{"models-only", commands.Script, "is not for people"},
		{"models-only", commands.Model, "MODELS"},
		{"people-only", commands.User, "PEOPLE"},
		{"people-only", commands.Model, `skill "people-only" is not for models: its frontmatter says disable-model-invocation (/native/people-only/SKILL.md)`},
		{"ignored", commands.Model, "is filtered by the configuration"},
		{"ignored", commands.User, `is filtered by the configuration: ignored by skills.ignoredSkills: "ignored"`},
		{"ignored@native", commands.User, "IGNORED"},
		{"ignored@native", commands.Model, "is filtered by the configuration"},
		{"broken", commands.User, `skill "broken" is invalid: /native/broken/SKILL.md:1: `},
		{"undescribed", commands.User, `skill "undescribed" is invalid: /native/undescribed/SKILL.md: it has no description`},
		{"opne", commands.Model, `no skill "opne"; nearest: open`},
	} {
		a, err := load.Run(context.Background(), c.caller, c.handle, "now")
		got := a.Body
		if err != nil {
			got = err.Error()
		}
		if !strings.Contains(got, c.want) || err != nil && a != (prompt.Activation{}) {
			t.Errorf("%s for %d: got %q, want %q", c.handle, c.caller, got, c.want)
		}
	}
}

// The file is read when it is asked for, its policy too.
func TestLoadReadsNow(t *testing.T) {
	files := tree()
	src := source(t, files, nil)
	load := commands.Load{Source: src}
	if _, err := src.Snapshot(context.Background()); err != nil {
		t.Fatal(err)
	}
	files["open/SKILL.md"] = skill("open", "disable-model-invocation: true\n", "CHANGED\n")
	if a, err := load.Run(context.Background(), commands.User, "open", ""); err != nil || !strings.HasPrefix(a.Body, "CHANGED") {
		t.Errorf("got %q, %v", a.Body, err)
	}
	var policy *commands.PolicyError
	if _, err := load.Run(context.Background(), commands.Model, "open", ""); !errors.As(err, &policy) {
		t.Errorf("a model may load what is closed to it since: %v", err)
	}
	delete(files, "open/SKILL.md")
	if _, err := load.Run(context.Background(), commands.User, "open", ""); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("got %v", err)
	}
}

func TestLoadQualified(t *testing.T) {
	load := commands.Load{Source: source(t, tree(), fstest.MapFS{"open/SKILL.md": skill("open", "", "OTHER\n")})}
	for handle, want := range map[string]string{"open": "OPEN", "open@claude": "OTHER", "open@native/user": "OPEN"} {
		a, err := load.Run(context.Background(), commands.User, handle, "")
		if err != nil || !strings.HasPrefix(a.Body, want) {
			t.Errorf("%s: got %q, %v", handle, a.Body, err)
		}
	}
}

func TestListHidesFromModels(t *testing.T) {
	list := commands.List{Source: source(t, tree(), nil)}
	for caller, want := range map[commands.Caller][]string{
		commands.User:  {"models-only", "open", "people-only"},
		commands.Model: {"models-only", "open"},
	} {
		r, err := list.Run(context.Background(), caller, commands.ListRequest{})
		if err != nil {
			t.Fatal(err)
		}
		if got := names(r.Entries); !reflect.DeepEqual(got, want) {
			t.Errorf("caller %d: got %q, want %q", caller, got, want)
		}
	}
	r, _ := list.Run(context.Background(), commands.User, commands.ListRequest{All: true, Provider: discovery.Native})
	if got := len(r.Entries); got != 6 {
		t.Errorf("%d entries of every state, want 6", got)
	}
}

func names(entries []*discovery.Entry) []string {
	var out []string
	for _, e := range entries {
		out = append(out, e.Name())
	}
	return out
}

func TestRead(t *testing.T) {
	read := commands.Read{Source: source(t, tree(), nil)}
	for _, c := range []struct {
		url    string
		caller commands.Caller
		want   string
	}{
		{"skill://open", commands.Model, "---\nname: open"},
		{"skill://open/SKILL.md", commands.Model, "---\nname: open"},
		{"skill://open/references/a.md", commands.Model, "# A\n"},
		{"skill://open/a.md", commands.Model, "File not found: a.md"},
		{"skill://open/logo.png", commands.Model, "logo.png is a binary file of 5 bytes"},
		{"skill://people-only/secret.md", commands.Model, "is not for models"},
		{"skill://people-only", commands.Model, "is not for models"},
		{"skill://people-only/secret.md", commands.User, "SECRET"},
		{"skill://Open", commands.User, `no skill "Open"`},
		{"skill://open/../people-only/secret.md", commands.Model, `".." in path`},
	} {
		content, err := read.Run(context.Background(), c.caller, c.url)
		got := string(content.Data)
		if err != nil {
			got = err.Error()
		}
		if !strings.Contains(got, c.want) {
			t.Errorf("%s: got %q, want %q", c.url, got, c.want)
		}
	}
}

func TestShow(t *testing.T) {
	show := commands.Show{Source: source(t, tree(), nil)}
	d, err := show.Run(context.Background(), commands.User, "broken")
	if err != nil || d.Skill.Invalid == "" || string(d.Raw) != "---\nname: broken\n" {
		t.Errorf("a broken skill shows as %+v, %v", d.Skill, err)
	}
	d, err = show.Run(context.Background(), commands.Model, "open")
	if err != nil || len(d.Files) != 2 || d.More {
		t.Errorf("files %v, more %t, %v", d.Files, d.More, err)
	}
	var missing *resource.NotFoundError
	if _, err := commands.Read(show).Entry(context.Background(), commands.User, d.Entry, "nope.md"); !errors.As(err, &missing) {
		t.Errorf("got %v", err)
	}
	var policy *commands.PolicyError
	if _, err := show.Run(context.Background(), commands.Model, "people-only"); !errors.As(err, &policy) {
		t.Errorf("got %v", err)
	}
}

func TestWhy(t *testing.T) {
	why := commands.Why{Source: source(t, tree(), fstest.MapFS{"open/SKILL.md": skill("open", "", "OTHER\n")})}
	x, err := why.Run(context.Background(), commands.User, "open")
	if err != nil {
		t.Fatal(err)
	}
	if want := []string{"open", "open@claude"}; !reflect.DeepEqual(x.Handles, want) {
		t.Errorf("handles %q, want %q", x.Handles, want)
	}
	if len(x.Digests) != 2 || len(x.Digests[0]) != 64 || x.Digests[0] == x.Digests[1] {
		t.Errorf("digests %q", x.Digests)
	}
	if x.Winner != x.Entries[0] || x.Entries[1].State != discovery.Shadowed {
		t.Errorf("got %+v", x.Entries[1])
	}
}

func TestCanceled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	src := source(t, tree(), nil)
	_, list := commands.List{Source: src}.Run(ctx, commands.User, commands.ListRequest{})
	_, load := commands.Load{Source: src}.Run(ctx, commands.User, "open", "")
	_, doctor := commands.Doctor{Source: src}.Run(ctx, commands.User, commands.DoctorRequest{})
	for _, err := range []error{list, load, doctor} {
		if !errors.Is(err, context.Canceled) {
			t.Errorf("got %v", err)
		}
	}
}
