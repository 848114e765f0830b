package scan_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"deft/discovery"
	"deft/discovery/scan"
)

const skill = "---\nname: x\ndescription: does x\n---\nbody\n"

func put(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func link(t *testing.T, target, path string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(target, path); err != nil {
		t.Fatal(err)
	}
}

// tempDir is a temporary folder without links in its path.
func tempDir(t *testing.T) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// read scans one root and fails the test where that takes long.
func read(t *testing.T, target scan.Target) discovery.Observation {
	t.Helper()
	type answer struct {
		o   discovery.Observation
		err error
	}
	done := make(chan answer, 1)
	go func() {
		o, err := scan.NewPool().Scan(context.Background(), []scan.Target{target})
		done <- answer{o, err}
	}()
	select {
	case a := <-done:
		if a.err != nil {
			t.Fatal(a.err)
		}
		return a.o
	case <-time.After(10 * time.Second):
		t.Fatal("the scan hangs")
		panic("unreachable")
	}
}

func root(path string) scan.Target {
	return scan.Target{Root: &discovery.Root{Provider: "agents", Level: discovery.User, Path: path}}
}

// found are the candidates as FOLDER or FOLDER! where invalid, sorted.
func found(o discovery.Observation) string {
	var out []string
	for _, c := range o.Candidates {
		name := c.Folder
		if c.Reading.Invalid != "" {
			name += "!"
		}
		out = append(out, name)
	}
	slices.Sort(out)
	return strings.Join(out, " ")
}

// codes are the findings of places as CODE NAME.
func codes(o discovery.Observation) string {
	var out []string
	for _, d := range o.Diagnostics {
		out = append(out, string(d.Code)+" "+filepath.Base(d.Path))
	}
	return strings.Join(out, ", ")
}

func TestOddFiles(t *testing.T) {
	dir := tempDir(t)
	put(t, dir+"/good/SKILL.md", skill)
	if err := os.MkdirAll(dir+"/folder/SKILL.md", 0o755); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"pipe", "piped"} {
		if err := os.Mkdir(dir+"/"+name, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for _, path := range []string{dir + "/pipe/SKILL.md", dir + "/fifo"} {
		if err := syscall.Mkfifo(path, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	link(t, "../fifo", dir+"/piped/SKILL.md")
	link(t, "/dev/zero", dir+"/device/SKILL.md")
	link(t, "/dev/null", dir+"/aslink")
	link(t, "nowhere", dir+"/dangling/SKILL.md")
	link(t, "SKILL.md", dir+"/circle/SKILL.md")
	link(t, "nowhere", dir+"/lost")
	link(t, "loop", dir+"/loop")
	link(t, ".", dir+"/self")
	put(t, dir+"/empty/SKILL.md", "")
	o := read(t, root(dir))
	if got, want := found(o), "circle! dangling! device! empty! folder! good pipe! piped!"; got != want {
		t.Errorf("found %s\nwant  %s", got, want)
	}
	if got, want := codes(o), "broken-link loop, broken-link lost, no-skill-file self"; got != want {
		t.Errorf("findings %s\nwant     %s", got, want)
	}
	if !o.Complete {
		t.Error("odd files make a scan incomplete")
	}
	for _, c := range o.Candidates {
		if c.Folder == "pipe" && c.Reading.Diagnostics[0].Message != "SKILL.md is a named pipe, not a file" {
			t.Errorf("pipe: %+v", c.Reading.Diagnostics)
		}
	}
}

func TestUnreadable(t *testing.T) {
	if os.Getuid() == 0 {
		t.Skip("nothing is unreadable for root")
	}
	dir := tempDir(t)
	put(t, dir+"/file/SKILL.md", skill)
	put(t, dir+"/folder/SKILL.md", skill)
	for path, mode := range map[string]os.FileMode{dir + "/file/SKILL.md": 0, dir + "/folder": 0} {
		if err := os.Chmod(path, mode); err != nil {
			t.Fatal(err)
		}
		defer os.Chmod(path, 0o755)
	}
	o := read(t, root(dir))
	if found(o) != "file!" || codes(o) != "unreadable folder" || !o.Complete {
		t.Errorf("found %s, findings %s, complete %v", found(o), codes(o), o.Complete)
	}
	if err := os.Chmod(dir, 0); err != nil {
		t.Fatal(err)
	}
	defer os.Chmod(dir, 0o755)
	o = read(t, root(dir))
	if o.Complete || o.Roots[0].Err == "" || len(o.Candidates) != 0 {
		t.Errorf("root: %+v", o)
	}
}

func TestRoots(t *testing.T) {
	dir := tempDir(t)
	put(t, dir+"/real/a/SKILL.md", skill)
	put(t, dir+"/file", "x")
	link(t, "real", dir+"/linked")
	link(t, "nowhere", dir+"/dangling")
	for _, c := range []struct {
		name, found, codes  string
		missing, err, named bool
	}{
		{name: "real", found: "a"},
		{name: "linked", found: "a"},
		{name: "missing", missing: true},
		{name: "missing", missing: true, named: true, codes: "missing-root missing"},
		{name: "file", missing: true, codes: "not-a-folder file"},
		{name: "dangling", err: true, codes: "broken-link dangling"},
	} {
		target := root(dir + "/" + c.name)
		target.Named = c.named
		o := read(t, target)
		r := o.Roots[0]
		if found(o) != c.found || codes(o) != c.codes || r.Missing != c.missing || (r.Err != "") != c.err || o.Complete == c.err {
			t.Errorf("%s: found %q, findings %q, report %+v, complete %v", c.name, found(o), codes(o), r, o.Complete)
		}
	}
}

func TestPathsOfALinkedRoot(t *testing.T) {
	dir := tempDir(t)
	put(t, dir+"/real/a/SKILL.md", skill)
	link(t, "real", dir+"/linked")
	link(t, dir+"/real/a", dir+"/real/b")
	o := read(t, root(dir+"/linked"))
	slices.SortFunc(o.Candidates, func(a, b *discovery.Candidate) int { return strings.Compare(a.Folder, b.Folder) })
	a, b := o.Candidates[0], o.Candidates[1]
	if a.Path != dir+"/linked/a/SKILL.md" || a.Real != dir+"/real/a/SKILL.md" || a.Rel != "a/SKILL.md" {
		t.Errorf("a: %+v", a)
	}
	if b.Real != a.Real || b.Rel != "b/SKILL.md" || !slices.Equal(b.Links, []string{dir + "/linked", dir + "/real/b"}) {
		t.Errorf("b: %+v", b)
	}
}

// A link to a large tree is not walked.
func TestLinkToALargeTree(t *testing.T) {
	dir := tempDir(t)
	for i := range 50 {
		put(t, fmt.Sprintf("%s/tree/d%d/e/SKILL.md", dir, i), skill)
	}
	link(t, "../tree", dir+"/root/big")
	link(t, "/", dir+"/root/slash")
	o := read(t, root(dir+"/root"))
	if got, want := codes(o), "no-skill-file big, no-skill-file slash"; got != want || len(o.Candidates) != 0 {
		t.Errorf("findings %s, want %s", got, want)
	}
}

func TestNestedSearchEnds(t *testing.T) {
	dir := tempDir(t)
	for i := range 2100 {
		if err := os.MkdirAll(fmt.Sprintf("%s/group/d%d", dir, i), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	put(t, dir+"/deep/1/2/3/4/SKILL.md", skill)
	put(t, dir+"/deeper/1/2/3/4/5/SKILL.md", skill)
	o := read(t, root(dir))
	got := codes(o)
	if !strings.Contains(got, "search-limit group") {
		t.Errorf("findings %s", got)
	}
	o = read(t, root(dir+"/deep"))
	if codes(o) != "nested SKILL.md" {
		t.Errorf("deep: %s", codes(o))
	}
}

func TestLongFrontmatter(t *testing.T) {
	dir := tempDir(t)
	for _, n := range []int{100, 4000, 4096, 9000, 60000} {
		text := "---\nname: x\nmetadata:\n  a: " + strings.Repeat("m", n) + "\ndescription: last\n---\nbody\n"
		put(t, fmt.Sprintf("%s/s%d/SKILL.md", dir, n), text)
	}
	o := read(t, root(dir))
	if len(o.Candidates) != 5 {
		t.Fatalf("found %s", found(o))
	}
	for _, c := range o.Candidates {
		if c.Reading.Head.Description != "last" {
			t.Errorf("%s: %+v", c.Folder, c.Reading)
		}
	}
}

func TestManySkills(t *testing.T) {
	dir := tempDir(t)
	for i := range 300 {
		put(t, fmt.Sprintf("%s/s%03d/SKILL.md", dir, i), skill)
	}
	o := read(t, root(dir))
	names := map[string]bool{}
	for _, c := range o.Candidates {
		names[c.Folder] = true
	}
	if len(o.Candidates) != 300 || len(names) != 300 || o.Roots[0].Found != 300 {
		t.Errorf("%d candidates, %d names, %d reported", len(o.Candidates), len(names), o.Roots[0].Found)
	}
}

func TestScanObeysItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := scan.NewPool().Scan(ctx, []scan.Target{root(tempDir(t))}); err != context.Canceled {
		t.Errorf("error %v", err)
	}
}
