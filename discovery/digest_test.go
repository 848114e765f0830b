package discovery_test

import (
	"context"
	"io/fs"
	"testing"
	"testing/fstest"

	"deft/discovery"
)

// Copies are of one kind where all of their files are the same. Only files of one size are read, and folders only where SKILL.md is the
// same; what is known is not read again.
func TestCompare(t *testing.T) {
	type file = struct{ path, raw, more string }
	var all []*discovery.Candidate
	files := make(map[*discovery.Candidate]file)
	for _, f := range []file{{"/a", "same", ""}, {"/b", "same", ""}, {"/c", "same", "more"}, {"/d", "else", ""}, {"/e", "longer", ""}, {"/f", "lost", ""}} {
		c := &discovery.Candidate{Path: f.path + "/SKILL.md", Real: f.path + "/SKILL.md", Size: int64(len(f.raw))}
		all, files[c] = append(all, c), f
	}
	link := *all[0]
	link.Path = "/link/SKILL.md"
	all, files[&link] = append(all, &link), files[all[0]]
	var read []string
	load := discovery.Loader(func(_ context.Context, c *discovery.Candidate) (discovery.Content, error) {
		f := files[c]
		if read = append(read, c.Path); f.raw == "lost" {
			return discovery.Content{}, fs.ErrNotExist
		}
		tree := fstest.MapFS{"SKILL.md": {Data: []byte(f.raw)}, "more.md": {Data: []byte(f.more)}}
		return discovery.Content{Raw: []byte(f.raw), Files: tree, Close: func() {}}, nil
	})
	known := load.Compare(t.Context(), all, nil)
	kind := func(i int) string { return known.Kind(all[i]) }
	if kind(0) != kind(1) || kind(0) != kind(6) {
		t.Error("identical copies are of two kinds")
	}
	seen := map[string]bool{}
	for _, i := range []int{0, 2, 3, 4, 5} {
		if seen[kind(i)] {
			t.Errorf("%s is like another", all[i].Path)
		}
		seen[kind(i)] = true
	}
	for _, path := range read {
		if path == "/e/SKILL.md" {
			t.Error("a file of a size of its own was read")
		}
	}
	read = nil
	again := load.Compare(t.Context(), all[:2], known)
	if len(read) > 0 || again.Kind(all[0]) != kind(0) {
		t.Errorf("read again: %v", read)
	}
	var none discovery.Digests
	if none.Kind(all[0]) != none.Kind(&link) || none.Kind(all[0]) == none.Kind(all[1]) {
		t.Error("without digests a kind is not a file")
	}
}
