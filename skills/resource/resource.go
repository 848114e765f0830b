// Package resource reads one skill's files: skill:// URLs, capped reads and
// listings, on an fs.FS.
package resource

import "io/fs"

// File is one bundled file of a skill.
type File struct {
	Path string // slash-separated, below the skill's folder
	Size int64
	Mode fs.FileMode
}

// Content is one file read.
type Content struct {
	Path string
	MIME string // text/markdown for .md, else text/plain
	Data []byte
}
