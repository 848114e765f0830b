package commands

import (
	"bytes"
	"context"
	"io/fs"

	"deft/commands/diff"
	"deft/discovery"
	"deft/skills/resource"
)

// Compare says what two copies of a skill differ in.
type Compare struct{ Source Source }

// Comparison is what one copy has that another has not.
type Comparison struct {
	Text  diff.Result  // of the SKILL.md, from the first copy to the second
	Files []FileChange // of the bundled files, by path
	More  bool         // there are more bundled files than were compared
}

// Same says that nothing differs in what was compared.
func (c Comparison) Same() bool { return len(c.Text.Hunks) == 0 && len(c.Files) == 0 }

// Change says how a file of the second copy differs from the first's.
type Change string

// The changes.
const (
	FileAdded   Change = "added"   // in the second copy alone
	FileRemoved Change = "removed" // in the first copy alone
	FileChanged Change = "changed" // the contents differ, or cannot be compared
	FileMode    Change = "mode"    // one of them is executable
)

// FileChange is a bundled file that is not the same in both copies.
type FileChange struct {
	Path   string // slash-separated, below the skill's folder
	Change Change
}

// side is one of the copies that are compared.
type side struct {
	raw   []byte
	fsys  fs.FS
	files []resource.File
	more  bool
}

// Run compares two entries as they are now. The error is a *PolicyError, a
// *diff.TooLargeError or one of reading.
func (v Compare) Run(ctx context.Context, caller Caller, from, to *discovery.Entry) (Comparison, error) {
	a, done, err := v.side(ctx, caller, from)
	if err != nil {
		return Comparison{}, err
	}
	defer done()
	b, done, err := v.side(ctx, caller, to)
	if err != nil {
		return Comparison{}, err
	}
	defer done()
	text, err := diff.Lines(string(a.raw), string(b.raw), diff.Context)
	if err != nil {
		return Comparison{}, err
	}
	return Comparison{Text: text, Files: changes(a, b), More: a.more || b.more}, ctx.Err()
}

func (v Compare) side(ctx context.Context, caller Caller, e *discovery.Entry) (side, func(), error) {
	content, _, err := readable(ctx, v.Source, caller, e)
	if err != nil {
		return side{}, nil, err
	}
	s := side{raw: content.Raw, fsys: content.Files}
	s.files, s.more = bundled(content)
	return s, content.Close, nil
}

// changes walks both lists of files, which are sorted by path.
func changes(a, b side) []FileChange {
	var out []FileChange
	i, j := 0, 0
	for i < len(a.files) || j < len(b.files) {
		switch {
		case j == len(b.files) || i < len(a.files) && a.files[i].Path < b.files[j].Path:
			out = append(out, FileChange{a.files[i].Path, FileRemoved})
			i++
		case i == len(a.files) || a.files[i].Path > b.files[j].Path:
			out = append(out, FileChange{b.files[j].Path, FileAdded})
			j++
		default:
			if c := change(a, b, a.files[i], b.files[j]); c != "" {
				out = append(out, FileChange{a.files[i].Path, c})
			}
			i, j = i+1, j+1
		}
	}
	return out
}

// change is how two files of one path differ, "" where they do not.
func change(a, b side, x, y resource.File) Change {
	switch {
	case x.Problem != "" || y.Problem != "":
		if x.Problem == y.Problem && x.Link == y.Link {
			return ""
		}
		return FileChanged
	case x.Size != y.Size || !sameData(a.fsys, b.fsys, x.Path):
		return FileChanged
	case x.Executable != y.Executable:
		return FileMode
	}
	return ""
}

func sameData(a, b fs.FS, name string) bool {
	x, err := resource.Read(a, name, resource.DefaultSize)
	if err != nil {
		return false
	}
	y, err := resource.Read(b, name, resource.DefaultSize)
	return err == nil && bytes.Equal(x.Data, y.Data)
}
