package commands

import (
	"context"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	"deft/discovery"
	"deft/skills"
	"deft/skills/match"
	"deft/skills/resource"
)

// Read reads the files of skills.
type Read struct{ Source Source }

// Run reads the text that a skill:// URL names: a skill's SKILL.md, or one of
// its files. The name is a handle. The error is one of resource.ParseURL, of
// Snapshot.Find, or of Entry.
func (v Read) Run(ctx context.Context, caller Caller, url string) (resource.Content, error) {
	u, err := resource.ParseURL(url)
	if err != nil {
		return resource.Content{}, err
	}
	return text(v.File(ctx, caller, u.Handle, u.Path, resource.DefaultSize))
}

// Entry reads a text of an entry: its SKILL.md for "", else the file at a
// slash-separated path below the skill's folder. The error is one of
// resource.CleanPath, a *PolicyError, a *MissingFileError, a *BinaryError or
// one of resource.Read.
func (v Read) Entry(ctx context.Context, caller Caller, e *discovery.Entry, name string) (resource.Content, error) {
	return text(v.entry(ctx, caller, e, name, resource.DefaultSize))
}

// File reads a file of the skill that a handle stands for, of at most limit
// bytes; the path is that of Entry. Binary files are read too. The error is
// one of Snapshot.Find or of Entry.
func (v Read) File(ctx context.Context, caller Caller, handle, name string, limit int64) (resource.Content, error) {
	if _, err := clean(name); err != nil {
		return resource.Content{}, err
	}
	_, e, err := find(ctx, v.Source, handle)
	if err != nil {
		return resource.Content{}, err
	}
	return v.entry(ctx, caller, e, name, limit)
}

func (v Read) entry(ctx context.Context, caller Caller, e *discovery.Entry, name string, limit int64) (resource.Content, error) {
	name, err := clean(name)
	if err != nil {
		return resource.Content{}, err
	}
	content, _, err := readable(ctx, v.Source, caller, e)
	if err != nil {
		return resource.Content{}, err
	}
	defer content.Close()
	if name == "" || name == path.Base(e.Path) {
		return skillFile(e, content.Raw), nil
	}
	got, err := resource.Read(content.Files, name, limit)
	if missing, ok := errors.AsType[*resource.NotFoundError](err); ok {
		err = &MissingFileError{NotFoundError: missing, Near: nearFiles(content, name)}
	}
	return got, err
}

// clean is resource.CleanPath, with "" for the SKILL.md.
func clean(name string) (string, error) {
	if name == "" {
		return "", nil
	}
	return resource.CleanPath(name)
}

// text refuses binary files.
func text(content resource.Content, err error) (resource.Content, error) {
	if err == nil && content.Binary {
		err = &BinaryError{Path: content.Path, Size: content.Size}
	}
	return content, err
}

// skillFile is a SKILL.md as a resource. It is not opened below the folder, for it
// alone may be a link that leads out.
func skillFile(e *discovery.Entry, raw []byte) resource.Content {
	return resource.Content{Path: path.Base(e.Path), MIME: "text/markdown", Data: raw, Size: int64(len(raw))}
}

// Whole is a skill with all its files, read now.
type Whole struct {
	Entry   *discovery.Entry
	Skill   *skills.Skill
	Raw     []byte // SKILL.md
	Files   []WholeFile
	LeftOut bool // a file is not among Files: there are too many, or it is too large or unreadable
}

// WholeFile is one bundled file with its content.
type WholeFile struct {
	resource.File
	resource.Content
}

// Whole reads a skill with its files: at most files of them and size bytes in
// all, SKILL.md included. Links that lead outside or nowhere, pipes and the
// like are no files of a skill. The errors are those of File.
func (v Read) Whole(ctx context.Context, caller Caller, handle string, files int, size int64) (Whole, error) {
	_, e, content, err := open(ctx, v.Source, handle)
	if err != nil {
		return Whole{}, err
	}
	defer content.Close()
	w := Whole{Entry: e, Skill: parse(e, content.Raw), Raw: content.Raw}
	if err := invoke(caller, handle, e, w.Skill); err != nil {
		return Whole{}, err
	}
	listed, more, err := resource.List(content.Files, files-1)
	if err != nil {
		return Whole{}, err
	}
	w.LeftOut = more
	size -= int64(len(w.Raw))
	for _, f := range listed {
		if err := ctx.Err(); err != nil {
			return Whole{}, err
		}
		if f.Problem != "" && f.Problem != resource.Unreadable {
			continue
		}
		got, err := resource.Read(content.Files, f.Path, max(size, 1))
		if err != nil || got.Size > size {
			w.LeftOut = true
			continue
		}
		size -= got.Size
		w.Files = append(w.Files, WholeFile{File: f, Content: got})
	}
	return w, nil
}

// MissingFileError is a *resource.NotFoundError that knows what may have been
// meant.
type MissingFileError struct {
	*resource.NotFoundError
	Near []string // files of the skill, nearest first, at most three
}

func (e *MissingFileError) Error() string {
	if len(e.Near) == 0 {
		return e.NotFoundError.Error()
	}
	return e.NotFoundError.Error() + "; nearest: " + strings.Join(e.Near, ", ")
}

// Unwrap is the error without the files.
func (e *MissingFileError) Unwrap() error { return e.NotFoundError }

// nearFiles are the files of a skill that are named like one that is missing,
// in whichever folder.
func nearFiles(content discovery.Content, name string) []string {
	const most = 3
	files, _ := bundled(content)
	var paths, out []string
	for _, f := range files {
		if f.Problem != "" {
			continue
		}
		paths = append(paths, f.Path)
		if path.Base(f.Path) == path.Base(name) {
			out = append(out, f.Path)
		}
	}
	for _, p := range match.Nearest(name, paths, most) {
		if !slices.Contains(out, p) {
			out = append(out, p)
		}
	}
	return out[:min(most, len(out))]
}

// BinaryError says that a file is no text.
type BinaryError struct {
	Path string // below the skill's folder
	Size int64  // bytes
}

func (e *BinaryError) Error() string {
	return fmt.Sprintf("%s is a binary file of %d bytes", e.Path, e.Size)
}

// bundled lists a skill's files. A folder that cannot be read has none.
func bundled(content discovery.Content) (files []resource.File, more bool) {
	files, more, err := resource.List(content.Files, resource.DefaultFiles)
	if err != nil {
		return nil, false
	}
	return files, more
}
