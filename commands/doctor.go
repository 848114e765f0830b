package commands

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"deft/discovery"
	"deft/skills"
	"deft/skills/resource"
)

// Doctor looks for everything that is wrong with skills.
type Doctor struct {
	Source Source
	// Folder finds the skills of a folder, or the folder's own.
	Folder func(ctx context.Context, dir string) (discovery.Observation, error)
	// Load reads a candidate that Folder found.
	Load func(context.Context, *discovery.Candidate) (discovery.Content, error)
}

// DoctorRequest says what to look at, and how.
type DoctorRequest struct {
	Paths []string // skill folders, SKILL.md files or folders of skills; none is all that deft discovers
	Spec  bool     // the rules of the specification's validator alone
}

// Report is what a check found.
type Report struct {
	Diagnostics []skills.Diagnostic
	Complete    bool // everything that was to be read could be read
	Checked     int  // skills that were read whole
}

// Errors counts the findings that are errors.
func (r Report) Errors() int {
	n := 0
	for _, d := range r.Diagnostics {
		if d.Severity == skills.Error {
			n++
		}
	}
	return n
}

// loader reads one candidate now.
type loader func(context.Context, *discovery.Candidate) (discovery.Content, error)

// Run checks skills. An error is one of the file system or the context:
// findings are no errors.
func (v Doctor) Run(ctx context.Context, _ Caller, req DoctorRequest) (Report, error) {
	if len(req.Paths) == 0 {
		return v.everything(ctx, req.Spec)
	}
	all := Report{Complete: true}
	for _, p := range req.Paths {
		dir, err := skillDir(p)
		if err != nil {
			return Report{}, err
		}
		o, err := v.Folder(ctx, dir)
		if err != nil {
			return Report{}, err
		}
		if len(o.Candidates) == 0 && len(o.Diagnostics) == 0 {
			all.Diagnostics = append(all.Diagnostics, nothing(dir))
		}
		all.Complete = all.Complete && o.Complete
		if !req.Spec {
			all.Diagnostics = append(all.Diagnostics, o.Diagnostics...)
		}
		if err := all.examine(ctx, v.Load, o.Candidates, req.Spec); err != nil {
			return Report{}, err
		}
	}
	return all, nil
}

// skillDir is the folder that a path given to doctor means.
func skillDir(p string) (string, error) {
	info, err := os.Stat(p)
	if err != nil {
		return "", err
	}
	if info.IsDir() {
		return p, nil
	}
	if !strings.EqualFold(filepath.Base(p), "SKILL.md") {
		return "", fmt.Errorf("%s is neither a folder nor a SKILL.md", p)
	}
	return filepath.Dir(p), nil
}

// CodeNoSkills says that a folder holds no skills.
const CodeNoSkills skills.Code = "no-skills"

func nothing(dir string) skills.Diagnostic {
	return skills.Diagnostic{
		Code: CodeNoSkills, Severity: skills.Error, Path: dir, Message: "holds no skill",
		Hint: "a skill is a folder with a SKILL.md: name the folder, or the one that holds it",
	}
}

// everything checks all that discovery finds, of any state; a file that
// several paths lead to once.
func (v Doctor) everything(ctx context.Context, spec bool) (Report, error) {
	s, err := v.Source.Snapshot(ctx)
	if err != nil {
		return Report{}, err
	}
	out := Report{Complete: s.Complete}
	if !spec {
		out.Diagnostics = append(out.Diagnostics, s.Diagnostics...)
	}
	var found []*discovery.Candidate
	for i := range s.Resolutions {
		for _, e := range s.Resolutions[i].Entries {
			if e.Reason == discovery.SameFile {
				continue
			}
			found = append(found, e.Candidate)
			if !spec && e.State == discovery.Invalid && e.Reading.Invalid == "" {
				out.Diagnostics = append(out.Diagnostics, ruled(e))
			}
		}
	}
	return out, out.examine(ctx, v.Source.Load, found, spec)
}

// CodeUnusable is a fault that deft's rules find in a skill that is readable.
const CodeUnusable skills.Code = "unusable"

// ruled is the fault that the rules found in an entry.
func ruled(e *discovery.Entry) skills.Diagnostic {
	return skills.Diagnostic{Code: CodeUnusable, Severity: skills.Error, Path: e.Path, Message: e.Detail}
}

// Findings are an entry's own diagnostics as discovery knows them: those of
// its head, and the fault that the rules found in it.
func Findings(e *discovery.Entry) []skills.Diagnostic {
	own := e.Reading.Diagnostics
	if e.State != discovery.Invalid || e.Reading.Invalid != "" {
		return own
	}
	return append(own[:len(own):len(own)], ruled(e))
}

// examine reads candidates whole and adds what is wrong with them.
func (r *Report) examine(ctx context.Context, load loader, found []*discovery.Candidate, spec bool) error {
	for _, c := range found {
		content, err := load(ctx, c)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			r.unread(c, err)
			continue
		}
		r.Checked++
		r.Diagnostics = append(r.Diagnostics, verdict(c, content, spec)...)
		content.Close()
	}
	return nil
}

// unread adds what discovery knows of a skill that cannot be read whole.
func (r *Report) unread(c *discovery.Candidate, err error) {
	r.Diagnostics = append(r.Diagnostics, c.Reading.Diagnostics...)
	if c.Reading.Invalid != "" {
		return // which says why
	}
	r.Complete = false
	d := skills.Diagnostic{Code: discovery.CodeUnreadable, Severity: skills.Error, Path: c.Path, Message: err.Error()}
	if errors.Is(err, fs.ErrNotExist) {
		d.Hint = "it was there a moment ago: check again"
	}
	r.Diagnostics = append(r.Diagnostics, d)
}

// verdict is what is wrong with one skill.
func verdict(c *discovery.Candidate, content discovery.Content, spec bool) []skills.Diagnostic {
	if spec {
		out := skills.ValidateSpec(c.Folder, content.Raw)
		for i := range out {
			out[i].Path = c.Path
		}
		return out
	}
	source := skills.Source{Path: c.Path, Folder: c.Folder}
	skill := skills.Parse(source, content.Raw)
	out := skill.Diagnostics
	if skill.Invalid != "" || content.Files == nil {
		return out
	}
	out = append(out, skills.Notes(source, skill)...)
	out = append(out, missingTargets(skill, c.Path, content.Files)...)
	return append(out, referenceNotes(c, content.Files)...)
}

// referenceNotes looks into the Markdown files of the references folder.
func referenceNotes(c *discovery.Candidate, files fs.FS) []skills.Diagnostic {
	list, _, err := resource.List(files, resource.DefaultFiles)
	if err != nil {
		return nil
	}
	var out []skills.Diagnostic
	for _, f := range list {
		if !strings.HasPrefix(f.Path, "references/") || path.Ext(f.Path) != ".md" {
			continue
		}
		if got, err := resource.Read(files, f.Path, resource.DefaultSize); err == nil && !got.Binary {
			out = append(out, skills.ReferenceNotes(c.Dir()+"/"+f.Path, got.Data)...)
		}
	}
	return out
}
