package resource

import (
	"errors"
	"fmt"
	"path"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Why a path is refused. The error that CleanPath and ParseURL return wraps
// one of them.
var (
	ErrEmpty     = errors.New("empty path")
	ErrLong      = errors.New("path too long")
	ErrUTF8      = errors.New("path is not UTF-8")
	ErrControl   = errors.New("control character in path")
	ErrBackslash = errors.New("backslash in path")
	ErrAbsolute  = errors.New("absolute path")
	ErrHome      = errors.New("path in a home folder")
	ErrParent    = errors.New(`".." in path`)
	ErrTrailing  = errors.New("path ends with a slash")
	ErrSegment   = errors.New("empty segment in path")
)

// MaxPath is the longest path that is accepted, in bytes.
const MaxPath = 4096

// CleanPath checks a path below a skill's folder and returns it in its
// shortest form, fit for an fs.FS: `./references/x.md` gives
// `references/x.md`. It is text only: links are the file system's business.
//
// Refused are paths that leave the folder or might in other hands: absolute,
// `~/`, with a segment `..` (even where it would lead back inside), with
// backslashes or controls, with an empty or a last empty segment, and paths
// that become one of the first five when they are URL-decoded, any number of
// times. A percent sign is otherwise an ordinary character.
func CleanPath(name string) (string, error) {
	if err := check(name); err != nil {
		return "", fmt.Errorf("%w: %q", err, cut(name))
	}
	return path.Clean(name), nil
}

func check(name string) error {
	switch {
	case len(name) > MaxPath:
		return ErrLong
	case name == "":
		return ErrEmpty
	}
	for decoded, more := name, true; more; decoded, more = loose(decoded) {
		if err := escapes(decoded); err != nil {
			return err
		}
	}
	switch {
	case path.Clean(name) == "." && !strings.HasSuffix(name, "/"):
		return ErrEmpty
	case strings.HasSuffix(name, "/") || strings.HasSuffix(name, "/."):
		return ErrTrailing
	case strings.Contains(name, "//"):
		return ErrSegment
	}
	return nil
}

// escapes refuses what could name something outside the folder.
func escapes(name string) error {
	switch {
	case !utf8.ValidString(name):
		return ErrUTF8
	case strings.ContainsFunc(name, unicode.IsControl):
		return ErrControl
	case strings.Contains(name, `\`):
		return ErrBackslash
	case strings.HasPrefix(name, "/"):
		return ErrAbsolute
	case name == "~" || strings.HasPrefix(name, "~/"):
		return ErrHome
	}
	for segment := range strings.SplitSeq(name, "/") {
		if segment == ".." {
			return ErrParent
		}
	}
	return nil
}

// cut keeps an error readable where the path is not.
func cut(name string) string {
	const most = 200
	if len(name) <= most {
		return name
	}
	return name[:most] + "..."
}
