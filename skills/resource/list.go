package resource

import (
	"errors"
	"io/fs"
	"path"
	"slices"
	"strings"
)

// Problem says why a listed file cannot be read. Its text is kebab-case and
// fit for JSON.
type Problem string

// The problems; "" is none.
const (
	LeadsOutside Problem = "leads-outside" // a link to something outside the skill's folder
	LeadsNowhere Problem = "leads-nowhere" // a link whose target is missing, or that loops
	NotRegular   Problem = "not-regular"   // a pipe, device or socket, or a link to one
	Unreadable   Problem = "unreadable"    // a folder or file that the file system refuses
)

// File is one bundled file of a skill.
type File struct {
	Path       string      // slash-separated, below the skill's folder
	Size       int64       // bytes; of a link, those of its target
	Mode       fs.FileMode // of a link, that of its target; where that is unknown, of the link itself
	Executable bool        // somebody may execute it
	Link       string      // where a link points, as written; "" for what is none, or where the file system does not tell
	Problem    Problem
}

// String is the file's path and, in parentheses, what keeps it from being read:
// "out (leads outside)".
func (f File) String() string {
	if f.Problem == "" {
		return f.Path
	}
	return f.Path + " (" + strings.ReplaceAll(string(f.Problem), "-", " ") + ")"
}

// DefaultFiles is how many files List gives where it is not told otherwise.
const DefaultFiles = 200

// Bounds on one listing.
const (
	maxFolders = 500 // read
	maxDepth   = 8   // of folders below the skill's own
)

// List lists the files below a skill's folder, sorted by path, at most limit
// of them (DefaultFiles where limit is not positive). More says that there are
// others: beyond the limit, in folders nested too deep or after too many.
//
// Left out are the SKILL.md itself, hidden folders, folders of tools
// (node_modules, __pycache__, venv, __MACOSX) and what macOS leaves behind
// (.DS_Store, ._*). Folders are not listed, and links to folders inside are
// not followed: their files are listed at their own place. What cannot be read
// is listed with its Problem. The error is that of reading the skill's folder.
func List(fsys fs.FS, limit int) (files []File, more bool, err error) {
	if limit <= 0 {
		limit = DefaultFiles
	}
	l := listing{fsys: fsys, limit: limit, folders: []string{"."}}
	for i := 0; i < len(l.folders) && len(l.files) <= limit; i++ {
		if err := l.read(l.folders[i]); err != nil {
			return nil, false, err
		}
	}
	if len(l.files) > limit {
		l.files, l.more = l.files[:limit], true
	}
	slices.SortFunc(l.files, func(a, b File) int { return strings.Compare(a.Path, b.Path) })
	return l.files, l.more, nil
}

// listing is a walk, folder by folder, upper ones first: a large folder deep
// down cannot crowd out the files beside the SKILL.md.
type listing struct {
	fsys    fs.FS
	limit   int
	folders []string // read and still to read
	files   []File
	more    bool
}

// read adds one folder. Only the failure of the first one is an error.
func (l *listing) read(folder string) error {
	entries, err := fs.ReadDir(l.fsys, folder)
	if err != nil && folder == "." {
		return err
	}
	if err != nil {
		l.files = append(l.files, File{Path: folder, Mode: fs.ModeDir, Problem: problem(err)})
	}
	for _, e := range entries {
		if len(l.files) > l.limit {
			return nil
		}
		name := path.Join(folder, e.Name())
		switch {
		case e.IsDir():
			l.enter(name)
		case folder == "." && strings.EqualFold(name, "SKILL.md"), leftover(e.Name()):
		default:
			l.add(name, e)
		}
	}
	return nil
}

// enter plans to read a folder.
func (l *listing) enter(name string) {
	switch {
	case Pruned(path.Base(name)):
	case len(l.folders) == maxFolders || strings.Count(name, "/") >= maxDepth:
		l.more = true
	default:
		l.folders = append(l.folders, name)
	}
}

func (l *listing) add(name string, e fs.DirEntry) {
	info, err := e.Info()
	if errors.Is(err, fs.ErrNotExist) { // gone since the folder was read
		return
	}
	f := File{Path: name, Mode: e.Type()}
	if err == nil && e.Type()&fs.ModeSymlink != 0 {
		f.Link, _ = fs.ReadLink(l.fsys, name) // empty where the file system cannot tell
		info, err = fs.Stat(l.fsys, name)
	}
	switch {
	case err != nil:
		f.Problem = problem(err)
		if f.Problem == Unreadable && e.Type()&fs.ModeSymlink != 0 && !errors.Is(err, fs.ErrPermission) {
			f.Problem = LeadsNowhere // the system's error for a loop has no name here
		}
	case info.IsDir():
		return
	default:
		f.Size, f.Mode = info.Size(), info.Mode()
		f.Executable = f.Mode.IsRegular() && f.Mode&0o111 != 0
		if !f.Mode.IsRegular() {
			f.Problem = NotRegular
		}
	}
	l.files = append(l.files, f)
}

func problem(err error) Problem {
	switch {
	case errors.Is(err, ErrOutside):
		return LeadsOutside
	case errors.Is(err, ErrNotRegular):
		return NotRegular
	case errors.Is(err, fs.ErrNotExist):
		return LeadsNowhere
	}
	return Unreadable
}

// Pruned reports whether a folder of this name is never entered: it holds
// other people's files, or none.
func Pruned(name string) bool {
	switch name {
	case "node_modules", "__pycache__", "venv", "__MACOSX":
		return true
	}
	return strings.HasPrefix(name, ".")
}

// leftover reports whether a file is a desktop's, not the skill's.
func leftover(name string) bool {
	return name == ".DS_Store" || strings.HasPrefix(name, "._")
}
