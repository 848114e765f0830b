package scan

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"sync"
	"syscall"

	"golang.org/x/sys/unix"

	"deft/discovery"
	"deft/skills"
	"deft/skills/resource"
)

// maxEntries is how many entries of one folder are looked at.
const maxEntries = 100_000

// folder is an open folder whose sub-folders may be skills: a root, or a
// category in one.
type folder struct {
	target   Target
	path     string // as found
	prefix   string // path with the slash behind it
	skip     int    // length of the root's path with its slash
	real     string
	links    []string // passed on the way, outermost first
	category string
	file     *os.File
	fd       int
	probe    sync.Once
	blind    bool // the disk does not tell SKILL.md from skill.md

	mu     sync.Mutex
	budget int // folders that a search for nested skills may still enter
}

func (f *folder) close() { f.file.Close() }

// openFolder opens a folder by its path, links followed.
func openFolder(t Target, path, category string) (*folder, error) {
	real, links, err := resolve(path)
	if err != nil {
		return nil, err
	}
	file, err := openDir(path)
	if err != nil {
		return nil, err
	}
	return &folder{
		target: t, path: path, prefix: join(path, ""), skip: len(join(t.Root.Path, "")), real: real, links: links, category: category,
		file: file, fd: int(file.Fd()), budget: maxSearched,
	}, nil
}

// openDir opens a folder and nothing else, without ever waiting for one.
func openDir(path string) (*os.File, error) {
	return os.OpenFile(path, os.O_RDONLY|unix.O_DIRECTORY|unix.O_NONBLOCK, 0)
}

// list opens a target and finds the folders in it that may be skills.
func (r *reader) list(ctx context.Context, t Target) outcome {
	out := outcome{report: discovery.RootReport{Root: t.Root}}
	f, err := openFolder(t, t.Root.Path, "")
	if err != nil {
		out.fail(t, err)
		return out
	}
	out.folders = append(out.folders, f)
	jobs, file := out.entries(f)
	if file != "" {
		r.rootFile(&out, f, file)
	}
	switch {
	case t.Only:
	case !t.Categories:
		out.jobs = jobs
	default:
		for _, j := range jobs {
			if ctx.Err() == nil {
				out.category(t, j)
			}
		}
	}
	return out
}

// category adds the skill folders of one category.
func (o *outcome) category(t Target, j job) {
	path := j.in.prefix + j.name
	f, err := openFolder(t, path, j.name)
	if errors.Is(err, syscall.ENOTDIR) {
		return // a link to a plain file
	}
	if err != nil {
		o.notes = append(o.notes, placeFault(path, err))
		return
	}
	o.folders = append(o.folders, f)
	jobs, file := o.entries(f)
	if file != "" {
		o.notes = append(o.notes, misplaced(f.prefix+file, f.prefix+"NAME/"+skillFile))
	}
	o.jobs = append(o.jobs, jobs...)
}

// entries lists the folders in f that may be skills, and the SKILL.md that
// stands in f itself, "" for none. What else lies beside skills (README.md,
// LICENSE) is nobody's business. What stands after the limit is reported; a
// folder that cannot be read to its end has no entries.
func (o *outcome) entries(f *folder) (jobs []job, file string) {
	const chunk = 256
	for n := 0; ; {
		entries, err := f.file.ReadDir(chunk)
		for _, e := range entries {
			link := e.Type()&fs.ModeSymlink != 0
			switch name := e.Name(); {
			case isSkillFile(name) && !e.IsDir():
				if file == "" || name < file {
					file = name
				}
			case f.target.Flat && !e.IsDir() && isFlat(name):
				jobs = append(jobs, job{in: f, name: name, link: link, flat: true})
			case (e.IsDir() || link) && !resource.Pruned(name):
				jobs = append(jobs, job{in: f, name: name, link: link})
			}
		}
		if err == io.EOF {
			return jobs, file
		}
		if err != nil {
			o.report.Err = reason(err)
			o.notes = append(o.notes, placeFault(f.path, err))
			return nil, "" // half a folder would hide what lower copies can give
		}
		if n += len(entries); n >= maxEntries {
			o.outsized(f)
			return jobs, file
		}
	}
}

// outsized reports a folder that is not listed to its end.
func (o *outcome) outsized(f *folder) {
	o.report.Err = fmt.Sprintf("more than %d entries", maxEntries)
	o.notes = append(o.notes, skills.Diagnostic{
		Code: discovery.CodeSearchLimit, Severity: skills.Warning, Path: f.path,
		Message: fmt.Sprintf("the folder has more than %d entries; the others are not looked at", maxEntries),
		Hint:    "name a folder of skills",
	})
}

// rootFile treats a SKILL.md that stands directly in a root.
func (r *reader) rootFile(out *outcome, f *folder, name string) {
	if !f.target.Itself {
		out.notes = append(out.notes, misplaced(f.prefix+name, f.prefix+"NAME/"+skillFile))
		return
	}
	at := place{path: f.path, real: f.real, links: f.links, folder: base(f.path)}
	if f.target.Root.Plugin != "" {
		at.folder = f.target.Root.Plugin // the folder is called after the version
	}
	var got reads
	r.slow(&got, f, at)
	out.found = append(out.found, got.found...)
	out.notes = append(out.notes, got.notes...)
}

// fail reports a root that cannot be opened.
func (o *outcome) fail(t Target, err error) {
	path := t.Root.Path
	switch {
	case errors.Is(err, fs.ErrNotExist) && !isLink(path):
		o.report.Missing = true
		if t.Named {
			o.notes = append(o.notes, skills.Diagnostic{
				Code: discovery.CodeMissingRoot, Severity: skills.Warning, Path: path,
				Message: "the folder does not exist", Hint: "make it, or take it out of the configuration",
			})
		}
	case errors.Is(err, syscall.ENOTDIR):
		o.report.Missing = !t.Named
		o.notes = append(o.notes, skills.Diagnostic{
			Code: discovery.CodeNotAFolder, Severity: skills.Warning, Path: path,
			Message: "this is no folder, so it holds no skills", Hint: "name the folder that holds the skills",
		})
	default:
		o.report.Err = reason(err)
		o.notes = append(o.notes, placeFault(path, err))
	}
}

func isLink(path string) bool {
	info, err := os.Lstat(path)
	return err == nil && info.Mode()&fs.ModeSymlink != 0
}
