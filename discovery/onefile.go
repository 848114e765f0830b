package discovery

import (
	"bytes"
	"io"
	"io/fs"
	"time"
)

// OneFile is a folder with a single file in it, for skills that are no more
// than that.
func OneFile(name string, data []byte) fs.FS { return oneFile{name, data} }

type oneFile struct {
	name string
	data []byte
}

// Open opens the file, or the folder itself.
func (f oneFile) Open(name string) (fs.File, error) {
	switch name {
	case f.name:
		return &openFile{info: f.info(), Reader: bytes.NewReader(f.data)}, nil
	case ".":
		return &openFolder{entries: []fs.DirEntry{fs.FileInfoToDirEntry(f.info())}}, nil
	}
	return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
}

func (f oneFile) info() fileInfo {
	return fileInfo{name: f.name, size: int64(len(f.data)), mode: 0o444}
}

type openFile struct {
	info fileInfo
	*bytes.Reader
}

func (f *openFile) Stat() (fs.FileInfo, error) { return f.info, nil }
func (f *openFile) Close() error               { return nil }

type openFolder struct{ entries []fs.DirEntry }

func (f *openFolder) Stat() (fs.FileInfo, error) {
	return fileInfo{name: ".", mode: fs.ModeDir | 0o555}, nil
}
func (f *openFolder) Close() error             { return nil }
func (f *openFolder) Read([]byte) (int, error) { return 0, fs.ErrInvalid }

// ReadDir lists what is not yet listed.
func (f *openFolder) ReadDir(n int) ([]fs.DirEntry, error) {
	if n > 0 && len(f.entries) == 0 {
		return nil, io.EOF
	}
	out := f.entries
	f.entries = nil
	return out, nil
}

type fileInfo struct {
	name string
	size int64
	mode fs.FileMode
}

func (i fileInfo) Name() string       { return i.name }
func (i fileInfo) Size() int64        { return i.size }
func (i fileInfo) Mode() fs.FileMode  { return i.mode }
func (i fileInfo) ModTime() time.Time { return time.Time{} }
func (i fileInfo) IsDir() bool        { return i.mode.IsDir() }
func (i fileInfo) Sys() any           { return nil }
