package tool_test

import (
	"context"
	"fmt"
	"io/fs"
	"path"
	"strings"
	"sync/atomic"
	"testing"
	"testing/fstest"

	"deft/commands/tool"
	"deft/discovery"
	"deft/skills"
)

// counted is a provider over files in memory that counts what is read of them
// after they were listed.
type counted struct {
	candidates []*discovery.Candidate
	files      map[string]fstest.MapFS // of each skill, by its name
	loads      atomic.Int64
	opens      *atomic.Int64
}

func (c *counted) Name() string { return discovery.Native }

func (c *counted) List(context.Context, discovery.Place) (discovery.Observation, error) {
	o := discovery.Observation{Candidates: c.candidates, Complete: true}
	if len(o.Candidates) > 0 {
		o.Roots = []discovery.RootReport{{Root: o.Candidates[0].Root, Found: len(o.Candidates)}}
	}
	return o, nil
}

func (c *counted) Load(_ context.Context, one *discovery.Candidate) (discovery.Content, error) {
	c.loads.Add(1)
	files := c.files[one.Folder]
	return discovery.Content{Raw: files["SKILL.md"].Data, Files: countedFS{files, c.opens}, Close: func() {}}, nil
}

// countedFS counts what is opened, listed or looked at.
type countedFS struct {
	fstest.MapFS
	opens *atomic.Int64
}

func (f countedFS) Open(name string) (fs.File, error) {
	f.opens.Add(1)
	return f.MapFS.Open(name)
}

func (f countedFS) Stat(name string) (fs.FileInfo, error) {
	f.opens.Add(1)
	return f.MapFS.Stat(name)
}

func (f countedFS) ReadDir(name string) ([]fs.DirEntry, error) {
	f.opens.Add(1)
	return f.MapFS.ReadDir(name)
}

// add adds a skill with some files.
func (c *counted) add(root *discovery.Root, name string, files int) {
	raw := []byte(skill(name, "Does the job of "+name+".", "", "BODY OF "+name+"\n"))
	at := root.Path + "/" + name + "/SKILL.md"
	c.candidates = append(c.candidates, &discovery.Candidate{
		Root: root, Rel: name + "/SKILL.md", Path: at, Real: at, Folder: name, Size: int64(len(raw)),
		Reading: skills.ReadHead(skills.Source{Path: at, Folder: name}, raw, int64(len(raw))),
	})
	tree := fstest.MapFS{"SKILL.md": {Data: raw}}
	for i := range files {
		tree[path.Join("references", fmt.Sprintf("%05d.md", i))] = &fstest.MapFile{Data: []byte("x")}
	}
	c.files[name] = tree
}

// crowd is a view of many skills, the first of which has many files.
func crowd(t testing.TB, n, files int) (*counted, *tool.Set) {
	c := &counted{files: map[string]fstest.MapFS{}, opens: new(atomic.Int64)}
	root := &discovery.Root{Provider: discovery.Native, Level: discovery.User, Path: "/native"}
	for i := range n {
		c.add(root, fmt.Sprintf("skill-%05d", i), files)
		files = 1
	}
	set := newSet(t, discovery.Place{Cwd: "/p", Project: "/p"}, tool.Config{Budget: 2000}, c)
	if _, err := set.Offer(context.Background()); err != nil {
		t.Fatal(err)
	}
	return c, set
}

// Loading one of 10,000 skills reads the files of that skill alone; so does
// reading a file of it. Searching and listing read none.
func TestLoadReadsOneSkill(t *testing.T) {
	c, set := crowd(t, 10_000, 1)
	for _, step := range []struct {
		name  string
		args  []string
		loads int64
		opens int64 // at most
	}{
		{"skill_search", []string{"query", "job of skill 09999"}, 0, 0},
		{"skill_load", []string{"skill_name", "skill-09999"}, 1, 10},
		{"skill_read_resource", []string{"skill_name", "skill-09999", "path", "references/00000.md"}, 1, 4},
		{"read", []string{"path", "skill://skill-05000"}, 1, 0},
		{"skill_load", []string{"skill_name", "skill-x"}, 0, 0},
	} {
		c.loads.Store(0)
		c.opens.Store(0)
		got := call(t, set, step.name, step.args...)
		if l, o := c.loads.Load(), c.opens.Load(); l != step.loads || o > step.opens {
			t.Errorf("%s: %d skills read and %d files opened, want %d and at most %d; got %.200q", step.name, l, o, step.loads, step.opens, got.Text)
		}
	}
	if offered, err := set.Offer(context.Background()); err != nil || c.loads.Load() != 0 || len(offered[0].Description) > 4*2000+400 {
		t.Errorf("an offer of 10,000 skills reads %d, %v", c.loads.Load(), err)
	}
}

// The listing of a skill with 10,000 files is bounded, in what it reads and in
// what it says.
func TestLoadOfManyFiles(t *testing.T) {
	c, set := crowd(t, 1, 10_000)
	c.opens.Store(0)
	got := call(t, set, "skill_load", "skill_name", "skill-00000")
	if n := strings.Count(got.Text, "\n- references/"); n != 40 || !strings.Contains(got.Text, "Files, the first 40 (there are more):") {
		t.Errorf("%d files are listed: %.500q", n, got.Text)
	}
	if n := c.opens.Load(); n > 500 {
		t.Errorf("%d files are looked at", n)
	}
}

func BenchmarkLoad(b *testing.B) {
	for _, n := range []int{10, 10_000} {
		b.Run(fmt.Sprintf("skills=%d", n), func(b *testing.B) {
			_, set := crowd(b, n, 3)
			for b.Loop() {
				call(b, set, "skill_load", "skill_name", "skill-00007")
			}
		})
	}
}

func BenchmarkLoadOfManyFiles(b *testing.B) {
	for _, n := range []int{10, 10_000} {
		b.Run(fmt.Sprintf("files=%d", n), func(b *testing.B) {
			_, set := crowd(b, 1, n)
			for b.Loop() {
				call(b, set, "skill_load", "skill_name", "skill-00000")
			}
		})
	}
}
