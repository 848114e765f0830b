package commands

import (
	"context"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	"deft/discovery"
	"deft/skills/match"
	"deft/skills/resource"
)

// Read reads a skill:// URL.
type Read struct{ Source Source }

// Run reads what the URL names: a skill's SKILL.md, or one of its files. The
// name is a handle. The error is one of resource.ParseURL, of Snapshot.Find, a
// *PolicyError, or one of resource.Read.
func (v Read) Run(ctx context.Context, caller Caller, url string) (resource.Content, error) {
	u, err := resource.ParseURL(url)
	if err != nil {
		return resource.Content{}, err
	}
	_, e, content, err := open(ctx, v.Source, u.Handle)
	if err != nil {
		return resource.Content{}, err
	}
	defer content.Close()
	if err := see(caller, e, parse(e, content.Raw).Head); err != nil {
		return resource.Content{}, err
	}
	if u.Path == "" {
		return whole(e, content.Raw), nil
	}
	return file(e, content, u.Path)
}

// whole is a SKILL.md as a resource. It is not opened below the folder, for it
// alone may be a link that leads out.
func whole(e *discovery.Entry, raw []byte) resource.Content {
	return resource.Content{Path: path.Base(e.Path), MIME: "text/markdown", Data: raw, Size: int64(len(raw))}
}

// file reads one bundled file. Binary files are not for reading.
func file(e *discovery.Entry, content discovery.Content, name string) (resource.Content, error) {
	if name == path.Base(e.Path) {
		return whole(e, content.Raw), nil
	}
	got, err := resource.Read(content.Files, name, resource.DefaultSize)
	if missing, ok := errors.AsType[*resource.NotFoundError](err); ok {
		return got, &MissingFileError{NotFoundError: missing, Near: nearFiles(content, name)}
	}
	if err != nil {
		return got, err
	}
	if got.Binary {
		return got, &BinaryError{Path: got.Path, Size: got.Size}
	}
	return got, nil
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
