package resource

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Content is one file read.
type Content struct {
	Path   string // cleaned, below the skill's folder
	MIME   string // text/markdown for .md, else text/plain
	Data   []byte // all of it, binary or not
	Binary bool   // the data begins like no text: a NUL or what is not UTF-8 in the first 8 KiB
	Size   int64  // bytes
}

// DefaultSize is how many bytes Read reads where it is not told otherwise.
const DefaultSize = 1 << 20

// Read reads the file at a path below a skill's folder, of at most limit bytes
// (DefaultSize where limit is not positive). A missing file is a
// *NotFoundError and is looked for nowhere else. Further errors are those of
// CleanPath, a *SizeError, and what wraps ErrOutside, ErrDirectory or
// ErrNotRegular. With an error that comes after the path was checked, Content
// holds what is known without Data.
func Read(fsys fs.FS, name string, limit int64) (Content, error) {
	if limit <= 0 {
		limit = DefaultSize
	}
	name, err := CleanPath(name)
	if err != nil {
		return Content{}, err
	}
	c := Content{Path: name, MIME: mime(name)}
	info, err := fs.Stat(fsys, name)
	if err != nil {
		return c, explain(fsys, name, err)
	}
	c.Size = info.Size()
	if err := fits(name, info, limit); err != nil {
		return c, err
	}
	err = c.load(fsys, limit)
	return c, err
}

// load reads the data and looks again at the file that is open, which need not
// be the one that was looked at before.
func (c *Content) load(fsys fs.FS, limit int64) error {
	f, err := fsys.Open(c.Path)
	if err != nil {
		return explain(fsys, c.Path, err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return explain(fsys, c.Path, err)
	}
	if err := fits(c.Path, info, limit); err != nil {
		return err
	}
	data, err := io.ReadAll(io.LimitReader(f, limit+1))
	if err != nil {
		return explain(fsys, c.Path, err)
	}
	c.Size = int64(len(data))
	if c.Size > limit {
		return &SizeError{Path: c.Path, Size: c.Size, Limit: limit}
	}
	c.Data, c.Binary = data, binary(data)
	return nil
}

// fits checks kind and size of a file.
func fits(name string, info fs.FileInfo, limit int64) error {
	switch {
	case info.IsDir():
		return fmt.Errorf("%s %w", name, ErrDirectory)
	case !info.Mode().IsRegular():
		return fmt.Errorf("%s %w", name, ErrNotRegular)
	case info.Size() > limit:
		return &SizeError{Path: name, Size: info.Size(), Limit: limit}
	}
	return nil
}

// explain says in the words of this package why a file cannot be had.
func explain(fsys fs.FS, name string, err error) error {
	for _, known := range [...]error{ErrOutside, ErrDirectory, ErrNotRegular} {
		if errors.Is(err, known) {
			return fmt.Errorf("%s %w", name, known)
		}
	}
	if errors.Is(err, fs.ErrNotExist) || belowFile(fsys, name) {
		return &NotFoundError{Path: name}
	}
	return fmt.Errorf("reading %s: %w", name, err)
}

// belowFile reports whether a path goes on after a file, as in `SKILL.md/x`.
func belowFile(fsys fs.FS, name string) bool {
	for dir := path.Dir(name); dir != "."; dir = path.Dir(dir) {
		if info, err := fs.Stat(fsys, dir); err == nil {
			return !info.IsDir()
		}
	}
	return false
}

func mime(name string) string {
	if strings.EqualFold(path.Ext(name), ".md") {
		return "text/markdown"
	}
	return "text/plain"
}

// binary looks at the first 8 KiB. A character that the cut goes through does
// not count.
func binary(data []byte) bool {
	const sniff = 8 << 10
	if len(data) > sniff {
		data = data[:sniff]
		for i := 1; i < utf8.UTFMax; i++ {
			if r := data[sniff-i:]; utf8.RuneStart(r[0]) {
				if !utf8.FullRune(r) {
					data = data[:sniff-i]
				}
				break
			}
		}
	}
	return !utf8.Valid(data) || strings.ContainsRune(string(data), 0)
}

// inBytes writes a size for people.
func inBytes(n int64) string { return strconv.FormatInt(n, 10) + " bytes" }
