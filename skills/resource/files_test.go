package resource

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"reflect"
	"strings"
	"testing"
	"testing/fstest"
)

// linkFS is a tree in memory that treats some links as the opener on a disk
// does: whatever is reached through them leads outside.
type linkFS struct {
	fstest.MapFS
	outside map[string]bool
	refuse  map[string]error // folders and files that cannot be read
}

func (l linkFS) fault(op, name string) error {
	for p := name; p != "."; p = path.Dir(p) {
		if l.outside[p] {
			return &fs.PathError{Op: op, Path: name, Err: ErrOutside}
		}
		if err := l.refuse[p]; err != nil {
			return &fs.PathError{Op: op, Path: name, Err: err}
		}
	}
	return nil
}

func (l linkFS) Open(name string) (fs.File, error) {
	if err := l.fault("open", name); err != nil {
		return nil, err
	}
	return l.MapFS.Open(name)
}

func (l linkFS) Stat(name string) (fs.FileInfo, error) {
	if err := l.fault("stat", name); err != nil {
		return nil, err
	}
	return l.MapFS.Stat(name)
}

func (l linkFS) ReadDir(name string) ([]fs.DirEntry, error) {
	if err := l.fault("open", name); err != nil {
		return nil, err
	}
	return l.MapFS.ReadDir(name)
}

func file(text string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(text), Mode: 0o644} }

func link(to string) *fstest.MapFile {
	return &fstest.MapFile{Data: []byte(to), Mode: fs.ModeSymlink | 0o777}
}

// reader is the skill of case R88.
func reader() linkFS {
	return linkFS{
		MapFS: fstest.MapFS{
			"SKILL.md":            file("---\nname: reader\n---\n"),
			"references/ok.md":    file("OK\n"),
			"references/real.md":  file("REAL\n"),
			"references/inner.md": link("real.md"),
			"references/leaf.txt": link("../../../../../secret/token.txt"),
			"out":                 link("../../../../secret"),
		},
		outside: map[string]bool{"references/leaf.txt": true, "out": true},
	}
}

// case R88: links inside the folder are followed, links out of it refused.
func TestReadThroughLinks(t *testing.T) {
	for _, c := range []struct {
		path, want string
		err        error
	}{
		{"references/ok.md", "OK\n", nil},
		{"references/./ok.md", "OK\n", nil},
		{"references/inner.md", "REAL\n", nil},
		{"out/token.txt", "", ErrOutside},
		{"references/leaf.txt", "", ErrOutside},
		{"references/../references/ok.md", "", ErrParent},
	} {
		got, err := Read(reader(), c.path, 0)
		if string(got.Data) != c.want || !errors.Is(err, c.err) {
			t.Errorf("%s: %q, %v; want %q, %v", c.path, got.Data, err, c.want, c.err)
		}
		if err != nil && c.err == ErrOutside && err.Error() != c.path+" leads outside the skill's folder" {
			t.Errorf("%s: %v", c.path, err)
		}
	}
}

// case R88: the links that lead out are listed as such.
func TestListLinks(t *testing.T) {
	files, more, err := List(reader(), 0)
	want := []File{
		{Path: "out", Mode: fs.ModeSymlink, Link: "../../../../secret", Problem: LeadsOutside},
		{Path: "references/inner.md", Size: 5, Mode: 0o644, Link: "real.md"},
		{Path: "references/leaf.txt", Mode: fs.ModeSymlink, Link: "../../../../../secret/token.txt", Problem: LeadsOutside},
		{Path: "references/ok.md", Size: 3, Mode: 0o644},
		{Path: "references/real.md", Size: 5, Mode: 0o644},
	}
	if !reflect.DeepEqual(files, want) || more || err != nil {
		t.Errorf("got %+v, %v, %v\nwant %+v", files, more, err, want)
	}
}

func TestList(t *testing.T) {
	fsys := linkFS{MapFS: fstest.MapFS{
		"SKILL.md":               file("x"),
		"LICENSE.txt":            file("license"),
		".env":                   file("x"),
		".DS_Store":              file("x"),
		"._LICENSE.txt":          file("x"),
		"scripts/run.sh":         {Data: []byte("#!/bin/sh\n"), Mode: 0o755},
		"scripts/SKILL.md":       file("nested"),
		"assets/._logo":          file("x"),
		"assets/logo.svg":        file("<svg/>"),
		"assets-2.md":            file("x"),
		".git/HEAD":              file("x"),
		".venv/bin/python":       file("x"),
		"venv/bin/python":        file("x"),
		"node_modules/a/b.js":    file("x"),
		"lib/__pycache__/a.pyc":  file("x"),
		"__MACOSX/LICENSE.txt":   file("x"),
		"pipe":                   {Mode: fs.ModeNamedPipe | 0o644},
		"dangling":               link("missing"),
		"loop":                   link("loop"),
		"all":                    link("."),
		"locked/secret.md":       file("x"),
		"references/link-to-dir": link("../assets"),
	}, refuse: map[string]error{"locked": fs.ErrPermission, "loop": errors.New("too many links")}}
	files, more, err := List(fsys, 0)
	var got []string
	for _, f := range files {
		got = append(got, fmt.Sprintf("%s %d %v %s", f.Path, f.Size, f.Executable, f.Problem))
	}
	want := []string{
		".env 1 false ",
		"LICENSE.txt 7 false ",
		"assets-2.md 1 false ",
		"assets/logo.svg 6 false ",
		"dangling 0 false leads-nowhere",
		"locked 0 false unreadable",
		"loop 0 false leads-nowhere",
		"pipe 0 false not-regular",
		"scripts/SKILL.md 6 false ",
		"scripts/run.sh 10 true ",
	}
	if !reflect.DeepEqual(got, want) || more || err != nil {
		t.Errorf("got %s\nwant %s\nmore %v, error %v", strings.Join(got, "\n"), strings.Join(want, "\n"), more, err)
	}
}

func TestListBounds(t *testing.T) {
	wide := fstest.MapFS{"SKILL.md": file("x"), "z.md": file("x")}
	for i := range 2 * DefaultFiles {
		wide[fmt.Sprintf("assets/%03d", i)] = file("x")
	}
	files, more, err := List(wide, 0)
	if len(files) != DefaultFiles || !more || err != nil {
		t.Errorf("wide: %d files, %v, %v", len(files), more, err)
	}
	if last := files[len(files)-1].Path; last != "z.md" {
		t.Errorf("a large folder crowds out the files beside the SKILL.md: last is %s", last)
	}
	if files, more, _ := List(wide, 2*DefaultFiles+1); len(files) != 2*DefaultFiles+1 || more {
		t.Errorf("exactly the limit: %d files, more %v", len(files), more)
	}
	deep := fstest.MapFS{strings.Repeat("d/", maxDepth) + "in": file("x"), strings.Repeat("d/", maxDepth+1) + "out": file("x")}
	if files, more, _ := List(deep, 0); len(files) != 1 || !more {
		t.Errorf("deep: %+v, more %v", files, more)
	}
	many := fstest.MapFS{}
	for i := range maxFolders {
		many[fmt.Sprintf("d%03d/f", i)] = file("x")
	}
	if files, more, _ := List(many, 10*maxFolders); len(files) != maxFolders-1 || !more {
		t.Errorf("many folders: %d files, more %v", len(files), more)
	}
	gone := linkFS{MapFS: fstest.MapFS{}, refuse: map[string]error{}}
	if files, more, err := List(gone, 0); len(files) != 0 || more || err != nil {
		t.Errorf("empty: %v, %v, %v", files, more, err)
	}
}

func TestListUnreadableSkill(t *testing.T) {
	sub, err := fs.Sub(fstest.MapFS{}, "missing")
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := List(sub, 0); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("got %v", err)
	}
}

func TestRead(t *testing.T) {
	fsys := linkFS{MapFS: fstest.MapFS{
		"SKILL.md":            file("body"),
		"references/tools.md": file("RIGHT FILE\n"), // case R78
		"scripts/run.sh":      file("#!/bin/sh\n"),
		"README.MD":           file("x"),
		"empty":               file(""),
		"logo.png":            file("\x89PNG\x00"),
		"latin1.txt":          file("caf\xe9"),
		"big":                 file(strings.Repeat("x", 101)),
		"full":                file(strings.Repeat("x", 100)),
		"locked":              file("x"),
		"dangling":            link("missing"),
		"pipe":                {Mode: fs.ModeNamedPipe | 0o644},
		"device":              {Mode: fs.ModeDevice | fs.ModeCharDevice | 0o644},
	}, refuse: map[string]error{"locked": fs.ErrPermission}}
	for _, c := range []struct {
		path string
		want Content
		err  string // begins the error's text
		is   error
	}{
		{"references/tools.md", Content{"references/tools.md", "text/markdown", []byte("RIGHT FILE\n"), false, 11}, "", nil},
		{"./references/tools.md", Content{"references/tools.md", "text/markdown", []byte("RIGHT FILE\n"), false, 11}, "", nil},
		{"scripts/run.sh", Content{"scripts/run.sh", "text/plain", []byte("#!/bin/sh\n"), false, 10}, "", nil},
		{"README.MD", Content{"README.MD", "text/markdown", []byte("x"), false, 1}, "", nil},
		{"empty", Content{"empty", "text/plain", []byte{}, false, 0}, "", nil},
		{"logo.png", Content{"logo.png", "text/plain", []byte("\x89PNG\x00"), true, 5}, "", nil},
		{"latin1.txt", Content{"latin1.txt", "text/plain", []byte("caf\xe9"), true, 4}, "", nil},
		{"full", Content{"full", "text/plain", bytes.Repeat([]byte("x"), 100), false, 100}, "", nil},
		{"big", Content{"big", "text/plain", nil, false, 101}, "big is too large: 101 bytes, the limit is 100 bytes", ErrTooLarge},
		{"tools.md", Content{Path: "tools.md", MIME: "text/markdown"}, "File not found: tools.md", fs.ErrNotExist},
		{"dangling", Content{Path: "dangling", MIME: "text/plain"}, "File not found: dangling", fs.ErrNotExist},
		{"SKILL.md/x/y", Content{Path: "SKILL.md/x/y", MIME: "text/plain"}, "File not found: SKILL.md/x/y", fs.ErrNotExist},
		{"references", Content{Path: "references", MIME: "text/plain"}, "references is a folder", ErrDirectory},
		{"pipe", Content{Path: "pipe", MIME: "text/plain"}, "pipe is no regular file", ErrNotRegular},
		{"device", Content{Path: "device", MIME: "text/plain"}, "device is no regular file", ErrNotRegular},
		{"locked", Content{Path: "locked", MIME: "text/plain"}, "reading locked: ", fs.ErrPermission},
		{"../x", Content{}, `".." in path`, ErrParent},
	} {
		got, err := Read(fsys, c.path, 100)
		if !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: got %+v, want %+v", c.path, got, c.want)
		}
		if !errors.Is(err, c.is) || err != nil && !strings.HasPrefix(err.Error(), c.err) {
			t.Errorf("%s: error %v, want %q", c.path, err, c.err)
		}
	}
}

// growFS gives a file that is another one by the time it is open.
type growFS struct {
	fstest.MapFS
	opened *fstest.MapFile
}

func (g growFS) Open(name string) (fs.File, error) {
	return fstest.MapFS{name: g.opened}.Open(name)
}

func (g growFS) Stat(name string) (fs.FileInfo, error) { return g.MapFS.Stat(name) }

func TestReadLooksAgain(t *testing.T) {
	before := fstest.MapFS{"a.md": file("x")}
	for _, c := range []struct {
		opened *fstest.MapFile
		want   error
	}{
		{file("xyz"), nil},
		{file(strings.Repeat("x", 11)), ErrTooLarge},
		{&fstest.MapFile{Mode: fs.ModeNamedPipe}, ErrNotRegular},
		{&fstest.MapFile{Mode: fs.ModeDir}, ErrDirectory},
	} {
		if _, err := Read(growFS{before, c.opened}, "a.md", 10); !errors.Is(err, c.want) {
			t.Errorf("swapped for %v: %v, want %v", c.opened.Mode, err, c.want)
		}
	}
}

func TestBinaryAtTheCut(t *testing.T) {
	for _, c := range []struct {
		data string
		want bool
	}{
		{strings.Repeat("x", 8<<10-1) + "é" + "more", false},
		{strings.Repeat("x", 8<<10-3) + "😀" + "more", false},
		{strings.Repeat("x", 8<<10-2) + "é" + "more", false},
		{strings.Repeat("x", 8<<10-1) + "\xffmore", true},
		{strings.Repeat("x", 8<<10) + "\x00", false},
		{strings.Repeat("x", 100) + "\xc3", true},
	} {
		if got := binary([]byte(c.data)); got != c.want {
			t.Errorf("%q...: %v", c.data[max(0, len(c.data)-12):], got)
		}
	}
}
