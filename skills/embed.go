package skills

import (
	"embed"
	"io/fs"
)

// The folders are named without a pattern, so that hidden files in them stay out of the binary.
//
//go:embed devops analysis communication coding system
var shipped embed.FS

// Shipped returns the skills that are part of the binary, as <category>/<name>/SKILL.md and the
// files beside it. An embedded file has no mode bits: whether it is a script to execute is decided by
// its first line (#!), never by its mode.
func Shipped() fs.FS { return shipped }
