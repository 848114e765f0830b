package commands

import (
	"context"
	"io"
	"io/fs"

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
	_, e, err := find(ctx, v.Source, handle)
	if err != nil {
		return Detail{}, err
	}
	return v.Entry(ctx, caller, e)
}

// Entry reads an entry of a snapshot.
func (v Show) Entry(ctx context.Context, caller Caller, e *discovery.Entry) (Detail, error) {
	content, skill, err := readable(ctx, v.Source, caller, e)
	if err != nil {
		return Detail{}, err
	}
	defer content.Close()
	files, more := bundled(content)
	if e.Opaque() {
		markScripts(content.Files, files)
	}
	return Detail{Entry: e, Skill: skill, Raw: content.Raw, Files: files, More: more}, nil
}

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
