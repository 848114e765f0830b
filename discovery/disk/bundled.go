package disk

import (
	"context"
	"fmt"
	"io"
	"io/fs"
	"path"

	"deft/discovery"
	"deft/skills"
	"deft/skills/resource"
)

// bundled are the skills inside the binary.
type bundled struct{ fsys fs.FS }

// Bundled makes the provider of skills that lie as CATEGORY/NAME/SKILL.md in
// a file system without folders of its own, as skills.Shipped. Their paths
// are skill://NAME/SKILL.md.
func Bundled(fsys fs.FS) discovery.Provider { return bundled{fsys} }

// Name is the provider's name in the rules.
func (b bundled) Name() string { return discovery.Shipped }

// List reads the heads of all skills.
func (b bundled) List(ctx context.Context, _ discovery.Place) (discovery.Observation, error) {
	files, err := fs.Glob(b.fsys, "*/*/SKILL.md")
	if err != nil {
		return discovery.Observation{}, err
	}
	root := &discovery.Root{Provider: discovery.Shipped, Level: discovery.Bundled}
	o := discovery.Observation{Complete: true}
	for _, file := range files {
		if err := ctx.Err(); err != nil {
			return discovery.Observation{}, err
		}
		c, err := b.candidate(root, file)
		if err != nil {
			return discovery.Observation{}, fmt.Errorf("shipped skill %s: %w", file, err)
		}
		o.Candidates = append(o.Candidates, c)
	}
	o.Roots = []discovery.RootReport{{Root: root, Found: len(o.Candidates)}}
	return o, nil
}

func (b bundled) candidate(root *discovery.Root, file string) (*discovery.Candidate, error) {
	data, err := fs.ReadFile(b.fsys, file)
	if err != nil {
		return nil, err
	}
	dir := path.Dir(file)
	name := path.Base(dir)
	shown := resource.Scheme + name + "/SKILL.md"
	info, err := fs.Stat(b.fsys, path.Join(dir, "scripts"))
	return &discovery.Candidate{
		Root: root, Rel: file, Path: shown, Real: shown,
		Folder: name, Category: path.Dir(dir), Size: int64(len(data)), Scripts: err == nil && info.IsDir(),
		Reading: skills.ReadHead(skills.Source{Path: shown, Folder: name}, data, int64(len(data))),
	}, nil
}

// Load reads one skill.
func (b bundled) Load(ctx context.Context, c *discovery.Candidate) (discovery.Content, error) {
	if err := ctx.Err(); err != nil {
		return discovery.Content{}, err
	}
	f, err := b.fsys.Open(c.Rel)
	if err != nil {
		return discovery.Content{}, err
	}
	defer f.Close()
	raw, err := io.ReadAll(f)
	if err != nil {
		return discovery.Content{}, err
	}
	files, err := fs.Sub(b.fsys, path.Dir(c.Rel))
	return discovery.Content{Raw: raw, Files: files, Close: func() {}}, err
}
