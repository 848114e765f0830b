// Package resource reads one skill's files: skill:// URLs, capped reads and
// listings, on an fs.FS.
//
// The file system is rooted at the skill's folder. It may follow symbolic
// links as long as they stay inside, and says that one does not by an error of
// Open and Stat that wraps ErrOutside. Where it implements fs.ReadLinkFS,
// listings name the targets of links. Stat and Open of a pipe or a device must
// not wait.
package resource

import (
	"errors"
	"io/fs"
)

// What may be wrong with the thing that a path names. Errors of this package
// wrap one of them, and name the path.
var (
	ErrOutside    = errors.New("leads outside the skill's folder") // by a link
	ErrDirectory  = errors.New("is a folder")
	ErrNotRegular = errors.New("is no regular file") // a pipe, device or socket
	ErrTooLarge   = errors.New("is too large")
)

// NotFoundError says that a skill has no such file. It matches
// fs.ErrNotExist.
type NotFoundError struct {
	Path string // cleaned, below the skill's folder
}

// Error begins with the words "File not found: ", which models know.
func (e *NotFoundError) Error() string { return "File not found: " + e.Path }

// Unwrap makes the error match fs.ErrNotExist.
func (e *NotFoundError) Unwrap() error { return fs.ErrNotExist }

// SizeError says that a file is larger than may be read. It matches
// ErrTooLarge.
type SizeError struct {
	Path  string
	Size  int64 // bytes; at least Limit+1 where the file grew while it was read
	Limit int64 // bytes
}

func (e *SizeError) Error() string {
	return e.Path + " is too large: " + inBytes(e.Size) + ", the limit is " + inBytes(e.Limit)
}

// Unwrap makes the error match ErrTooLarge.
func (e *SizeError) Unwrap() error { return ErrTooLarge }
