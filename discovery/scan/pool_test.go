package scan

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"deft/discovery"
)

// A pool grows while reads are slow, up to its limit, and not while they are
// quick.
func TestPoolAdapts(t *testing.T) {
	p := NewPool()
	use := func(took time.Duration) {
		p.give(p.take(t.Context()), 10, took)
	}
	for range 20 {
		use(10 * slowSkill / 2)
	}
	if n := len(p.free); n != fewReaders {
		t.Fatalf("%d readers after quick reads", n)
	}
	for range 20 {
		use(20 * slowSkill)
	}
	if n := len(p.free); n != mostReaders {
		t.Fatalf("%d readers after slow reads", n)
	}
}

func TestTakeGivesUp(t *testing.T) {
	p := NewPool()
	for range fewReaders {
		p.take(t.Context())
	}
	ctx, cancel := context.WithCancel(t.Context())
	go cancel()
	if p.take(ctx) != nil {
		t.Error("a reader out of nowhere")
	}
}

// On a disk that does not tell SKILL.md from skill.md the name in the listing
// counts, and the answer is that of other disks.
func TestCaseBlindDisk(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"upper/SKILL.md", "lower/skill.md"} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte("---\nname: "+filepath.Base(filepath.Dir(path))+"\ndescription: does x\n---\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	f, err := openFolder(Target{Root: &discovery.Root{Path: dir}}, dir, "")
	if err != nil {
		t.Fatal(err)
	}
	defer f.close()
	f.probe.Do(func() { f.blind = true })
	r := newReader()
	g := r.readAll(t.Context(), []job{{in: f, name: "upper"}, {in: f, name: "lower"}})
	if len(g.found) != 2 || len(g.notes) != 0 {
		t.Fatalf("%d candidates, findings %v", len(g.found), g.notes)
	}
	upper, lower := g.found[0], g.found[1]
	if upper.Rel != "upper/SKILL.md" || len(upper.Reading.Diagnostics) != 0 {
		t.Errorf("upper: %s, %v", upper.Rel, upper.Reading.Diagnostics)
	}
	if lower.Rel != "lower/skill.md" || lower.Reading.Diagnostics[0].Code != discovery.CodeSpelling {
		t.Errorf("lower: %s, %v", lower.Rel, lower.Reading.Diagnostics)
	}
}

func TestResolvePaths(t *testing.T) {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(dir+"/a/b", 0o755); err != nil {
		t.Fatal(err)
	}
	for link, target := range map[string]string{
		"up": "a/b/../../a/./b/", "abs": dir + "/up", "chain": "abs", "loop": "loop", "root": "/",
	} {
		if err := os.Symlink(target, filepath.Join(dir, link)); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		path, real string
		links      int
	}{
		{"/a/b", "/a/b", 0}, {"/up", "/a/b", 1}, {"/abs", "/a/b", 2}, {"/chain", "/a/b", 3}, {"/root" + dir + "/up", "/a/b", 2},
	} {
		real, links, err := resolve(dir + c.path)
		want, werr := filepath.EvalSymlinks(dir + c.path)
		if err != nil || werr != nil || real != dir+c.real || real != want || len(links) != c.links {
			t.Errorf("%s: %s, %v, %v", c.path, real, links, err)
		}
	}
	if _, _, err := resolve(dir + "/loop"); err == nil {
		t.Error("a circle resolves")
	}
	if _, _, err := resolve(dir + "/missing"); !os.IsNotExist(err) {
		t.Errorf("missing: %v", err)
	}
}
