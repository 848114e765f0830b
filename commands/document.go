package commands

import (
	"context"
	"path"

	"deft/discovery"
	"deft/skills"
	"deft/skills/prompt"
	"deft/skills/resource"
)

// Document reads the skill that a handle stands for, with all that the forms
// of other agents show of it. The errors are those of Run.
func (v Load) Document(ctx context.Context, caller Caller, handle string) (prompt.Document, error) {
	snapshot, e, content, err := open(ctx, v.Source, handle)
	if err != nil {
		return prompt.Document{}, err
	}
	defer content.Close()
	skill := parse(e, content.Raw)
	if err := invoke(caller, handle, e, skill); err != nil {
		return prompt.Document{}, err
	}
	files, more := bundled(content)
	return prompt.Document{
		Source: source(snapshot, e, skill, files, more),
		Name:   skill.Name, Description: skill.Description, Raw: string(content.Raw),
	}, nil
}

// File reads a file of the skill that a handle stands for, of at most limit
// bytes; the path is below the skill's folder, "" is the SKILL.md. Binary
// files are read too. The error is one of resource.CleanPath, of
// Snapshot.Find, a *PolicyError, or one of resource.Read.
func (v Read) File(ctx context.Context, caller Caller, handle, name string, limit int64) (resource.Content, error) {
	if name != "" {
		clean, err := resource.CleanPath(name)
		if err != nil {
			return resource.Content{}, err
		}
		name = clean
	}
	_, e, content, err := open(ctx, v.Source, handle)
	if err != nil {
		return resource.Content{}, err
	}
	defer content.Close()
	if err := see(caller, e, parse(e, content.Raw).Head); err != nil {
		return resource.Content{}, err
	}
	if name == "" || name == path.Base(e.Path) {
		return whole(e, content.Raw), nil
	}
	return resource.Read(content.Files, name, limit)
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
