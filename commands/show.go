package commands

import (
	"context"
	"fmt"
	"io"
	"io/fs"
	"strings"

	"deft/discovery"
	"deft/skills"
	"deft/skills/resource"
)

// Show reads one skill whole, of any state.
type Show struct{ Source Source }

// Detail is one skill read now.
type Detail struct {
	Entry *discovery.Entry
	Skill *skills.Skill
	Raw   []byte // SKILL.md as it is on disk: not sanitised
	Files []resource.File
	More  bool // there are more files than Files lists
}

// Run reads the skill that a handle stands for.
func (v Show) Run(ctx context.Context, caller Caller, handle string) (Detail, error) {
	snapshot, err := v.Source.Snapshot(ctx)
	if err != nil {
		return Detail{}, err
	}
	e, err := snapshot.Find(handle)
	if err != nil {
		return Detail{}, err
	}
	return v.Entry(ctx, caller, e)
}

// Entry reads an entry of a snapshot.
func (v Show) Entry(ctx context.Context, caller Caller, e *discovery.Entry) (Detail, error) {
	content, err := v.Source.Load(ctx, e.Candidate)
	if err != nil {
		return Detail{}, fmt.Errorf("reading %s: %w", e.Path, err)
	}
	defer content.Close()
	skill := parse(e, content.Raw)
	if err := see(caller, e, skill.Head); err != nil {
		return Detail{}, err
	}
	files, more := bundled(content)
	if opaque(e) {
		markScripts(content.Files, files)
	}
	return Detail{Entry: e, Skill: skill, Raw: content.Raw, Files: files, More: more}, nil
}

// File reads one bundled file of an entry. The path is slash-separated and
// below the skill's folder.
func (v Show) File(ctx context.Context, caller Caller, e *discovery.Entry, path string) (resource.Content, error) {
	content, err := v.Source.Load(ctx, e.Candidate)
	if err != nil {
		return resource.Content{}, fmt.Errorf("reading %s: %w", e.Path, err)
	}
	defer content.Close()
	if err := see(caller, e, parse(e, content.Raw).Head); err != nil {
		return resource.Content{}, err
	}
	return file(e, content, path)
}

// opaque tells whether a skill's files lie in no folder.
func opaque(e *discovery.Entry) bool { return strings.HasPrefix(e.Path, "skill://") }

// markScripts marks files as executable that begin with a shebang: where there
// is no folder, files have no modes of their own.
func markScripts(fsys fs.FS, files []resource.File) {
	for i := range files {
		if f := &files[i]; f.Problem == "" && !f.Executable {
			f.Executable = shebang(fsys, f.Path)
		}
	}
}

func shebang(fsys fs.FS, name string) bool {
	f, err := fsys.Open(name)
	if err != nil {
		return false
	}
	defer f.Close()
	var first [2]byte
	_, err = io.ReadFull(f, first[:])
	return err == nil && string(first[:]) == "#!"
}
