package commands

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"deft/commands/state/tree"
	"deft/discovery"
)

// Copy puts a copy of a skill with all its files into a folder of skills.
type Copy struct{ Source Source }

// CopyRequest says what to copy and where to.
type CopyRequest struct {
	Entry *discovery.Entry
	Root  string // absolute folder of skills; made where missing

	Within string // absolute folder in which Root lies whatever links say, "" for anywhere
}

// CopyPlan is what a copy does.
type CopyPlan struct {
	To      string   // absolute folder of the copy
	File    string   // absolute path of its SKILL.md
	Files   []string // slash-separated, below To; the SKILL.md first
	Bytes   int64    // of all files
	LeftOut []string // what is not copied: links to nowhere or outside, pipes and the like
	Exists  bool     // there is something at To already: nothing will be copied

	runnable map[string]bool // of Files
}

// Bounds on what is copied.
const (
	MaxCopyFiles = 5000
	MaxCopyBytes = 64 << 20
)

// Plan says what Run would do; it changes nothing.
func (v Copy) Plan(ctx context.Context, caller Caller, req CopyRequest) (CopyPlan, error) {
	content, err := v.open(ctx, caller, req)
	if err != nil {
		return CopyPlan{}, err
	}
	defer content.Close()
	return planCopy(ctx, req, content)
}

// Run copies and returns what was done. The folder appears whole or not at
// all, and nothing is overwritten: the error wraps fs.ErrExist where something
// is there. A file that was executable, or begins with a shebang, is so in the
// copy.
func (v Copy) Run(ctx context.Context, caller Caller, req CopyRequest) (CopyPlan, error) {
	content, err := v.open(ctx, caller, req)
	if err != nil {
		return CopyPlan{}, err
	}
	defer content.Close()
	plan, err := planCopy(ctx, req, content)
	switch {
	case err != nil:
		return plan, err
	case plan.Exists:
		return plan, fmt.Errorf("%s is there already, nothing is overwritten: %w", plan.To, fs.ErrExist)
	}
	root, err := tree.Open(req.Root, req.Within, true)
	if err != nil {
		return plan, err
	}
	defer root.Close()
	tmp := "." + filepath.Base(plan.To) + ".new-" + rand.Text() // with a dot it is no skill yet
	if err := plan.write(ctx, content, root, tmp); err != nil {
		return plan, errors.Join(err, root.RemoveAll(tmp))
	}
	return plan, nil
}

func (v Copy) open(ctx context.Context, caller Caller, req CopyRequest) (discovery.Content, error) {
	e := req.Entry
	if caller == Model {
		return discovery.Content{}, errors.New("a model cannot copy skills")
	}
	if n := e.Folder; n != filepath.Base(n) || n == "." || n == ".." {
		return discovery.Content{}, &InputError{fmt.Sprintf("%q is no name for a folder", n)}
	}
	return read(ctx, v.Source, e)
}

func planCopy(ctx context.Context, req CopyRequest, content discovery.Content) (CopyPlan, error) {
	to := filepath.Join(req.Root, req.Entry.Folder)
	p := CopyPlan{To: to, File: filepath.Join(to, "SKILL.md"), Files: []string{"SKILL.md"}, Bytes: int64(len(content.Raw)), runnable: map[string]bool{}}
	_, err := os.Lstat(to)
	p.Exists = err == nil
	own := path.Base(req.Entry.Path)
	err = fs.WalkDir(content.Files, ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case err != nil:
			return err
		case d.IsDir() && d.Name() == ".git":
			p.LeftOut = append(p.LeftOut, name)
			return fs.SkipDir
		case d.IsDir() || name == own:
			return nil
		case strings.EqualFold(name, "SKILL.md"):
			p.LeftOut = append(p.LeftOut, name)
			return nil
		}
		return p.add(content.Files, name)
	})
	return p, err
}

// add plans to copy one file; a link is copied as what it leads to.
func (p *CopyPlan) add(fsys fs.FS, name string) error {
	info, err := fs.Stat(fsys, name)
	if err != nil || !info.Mode().IsRegular() {
		p.LeftOut = append(p.LeftOut, name)
		return nil
	}
	p.Files = append(p.Files, name)
	p.Bytes += info.Size()
	if len(p.Files) > MaxCopyFiles || p.Bytes > MaxCopyBytes {
		return fmt.Errorf("the skill is too large to copy: more than %d files or %d bytes", MaxCopyFiles, MaxCopyBytes)
	}
	p.runnable[name] = info.Mode()&0o111 != 0 || shebang(fsys, name)
	return nil
}

// write makes the copy in a temporary folder, which then takes its place. No
// file and no folder that holds anything can be replaced by that.
func (p *CopyPlan) write(ctx context.Context, content discovery.Content, root *os.Root, tmp string) error {
	if err := root.Mkdir(tmp, 0o755); err != nil {
		return err
	}
	err := p.each(ctx, content, func(name string, data []byte) error {
		return writeFile(root, path.Join(tmp, name), data, p.runnable[name])
	})
	if err != nil {
		return err
	}
	return root.Rename(tmp, filepath.Base(p.To))
}

// each reads the planned files in order.
func (p *CopyPlan) each(ctx context.Context, content discovery.Content, do func(name string, data []byte) error) error {
	for _, name := range p.Files {
		data, err := content.Raw, ctx.Err()
		if err == nil && name != "SKILL.md" {
			data, err = readAll(content.Files, name)
		}
		if err == nil {
			err = do(name, data)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// readAll reads a file; it may have grown since it was planned.
func readAll(fsys fs.FS, name string) ([]byte, error) {
	f, err := fsys.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, MaxCopyBytes+1))
	if err == nil && len(data) > MaxCopyBytes {
		err = fmt.Errorf("%s has grown beyond %d bytes", name, MaxCopyBytes)
	}
	return data, err
}

func writeFile(root *os.Root, file string, data []byte, runnable bool) error {
	mode := fs.FileMode(0o644)
	if runnable {
		mode = 0o755
	}
	if err := root.MkdirAll(path.Dir(file), 0o755); err != nil {
		return err
	}
	return root.WriteFile(file, data, mode)
}
