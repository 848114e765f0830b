package commands

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"deft/discovery"
	"deft/skills"
	"deft/skills/resource"
)

// Doctor looks for everything that is wrong with skills.
type Doctor struct {
	Source Source
	// At is the source as seen from another working folder.
	At func(cwd string) Source
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
		found, err := v.below(ctx, dir)
		if err != nil {
			return Report{}, err
		}
		if err := all.add(ctx, v.Load, found, req.Spec); err != nil {
			return Report{}, err
		}
	}
	return all, nil
}

// add checks what was found.
func (r *Report) add(ctx context.Context, load loader, f finds, spec bool) error {
	r.Complete = r.Complete && f.complete
	for _, d := range f.diagnostics {
		if !spec || d.Code == CodeNoSkills {
			r.Diagnostics = append(r.Diagnostics, d)
		}
	}
	return r.examine(ctx, load, f, spec)
}

// finds is what is to be checked.
type finds struct {
	candidates  []*discovery.Candidate
	ruled       map[*discovery.Candidate]skills.Diagnostic // faults that the rules find in readable skills
	diagnostics []skills.Diagnostic                        // of roots and places
	complete    bool
}

// take adds an entry with what the rules find in it.
func (f *finds) take(e *discovery.Entry) {
	f.candidates = append(f.candidates, e.Candidate)
	if e.State == discovery.Invalid && e.Reading.Invalid == "" {
		if f.ruled == nil {
			f.ruled = map[*discovery.Candidate]skills.Diagnostic{}
		}
		f.ruled[e.Candidate] = ruled(e)
	}
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

// Codes are those of every finding that there is.
func Codes() []skills.Code {
	return slices.Concat(skills.Codes(), discovery.Codes(),
		[]skills.Code{CodeMissingTarget, CodeOutsideTarget, CodeMissingFile, CodeNoSkills, CodeUnusable,
			CodeAgentsDiffer, CodeAgentDrops, CodeAgentAmbiguous, CodeDrifted, CodeListingBudget})
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
	found := finds{complete: s.Complete, diagnostics: s.Diagnostics}
	for e := range s.Entries() {
		if e.Reason != discovery.SameFile {
			found.take(e)
		}
	}
	out := Report{Complete: true}
	return out, out.add(ctx, v.Source.Load, found, spec)
}

// CodeUnusable is a fault that deft's rules find in a skill that is readable.
const CodeUnusable skills.Code = "unusable"

// ruled is the fault that the rules found in an entry. Where that is a missing
// description it takes the place of the finding that says so.
func ruled(e *discovery.Entry) skills.Diagnostic {
	d := skills.Diagnostic{Code: CodeUnusable, Severity: skills.Error, Path: e.Path, Message: e.Detail}
	if i := slices.IndexFunc(e.Reading.Diagnostics, undescribed); i >= 0 {
		d.Line, d.Hint = e.Reading.Diagnostics[i].Line, e.Reading.Diagnostics[i].Hint
	}
	return d
}

func undescribed(d skills.Diagnostic) bool { return d.Code == skills.MissingDescription }

// Findings are an entry's own diagnostics as discovery knows them: those of
// its head, and the fault that the rules found in it.
func Findings(e *discovery.Entry) []skills.Diagnostic {
	if e.State != discovery.Invalid || e.Reading.Invalid != "" {
		return e.Reading.Diagnostics
	}
	return append(slices.DeleteFunc(slices.Clone(e.Reading.Diagnostics), undescribed), ruled(e))
}

// examine reads candidates whole and adds what is wrong with them.
func (r *Report) examine(ctx context.Context, load loader, f finds, spec bool) error {
	for _, c := range f.candidates {
		content, err := load(ctx, c)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			r.unread(c, err)
			continue
		}
		r.Checked++
		found := verdict(c, content, spec)
		if fault, ok := f.ruled[c]; ok && !spec {
			found = append(slices.DeleteFunc(found, undescribed), fault)
		}
		r.Diagnostics = append(r.Diagnostics, found...)
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
