package scan

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
)

// maxLinks is how many links one path may pass, as on Linux.
const maxLinks = 40

// resolve follows every link of an absolute path and names those it passed,
// outermost first. real is path itself where there are none.
func resolve(path string) (real string, links []string, err error) {
	rest, at := strings.TrimPrefix(filepath.Clean(path), "/"), ""
	for rest != "" {
		var name string
		name, rest, _ = strings.Cut(rest, "/")
		next := at + "/" + name
		if name == ".." { // only a link's target has these
			at = parent(at)
			continue
		}
		info, err := os.Lstat(next)
		if err != nil {
			return "", links, err
		}
		if info.Mode()&fs.ModeSymlink == 0 {
			at = next
			continue
		}
		if links = append(links, next); len(links) > maxLinks {
			return "", links, &fs.PathError{Op: "resolve", Path: path, Err: syscall.ELOOP}
		}
		target, err := os.Readlink(next)
		if err != nil {
			return "", links, err
		}
		if filepath.IsAbs(target) {
			at = ""
		}
		rest = strings.Trim(squeeze(target)+"/"+rest, "/")
	}
	if at == "" {
		at = "/"
	}
	if at == path {
		at = path // one string in memory
	}
	return at, links, nil
}

// squeeze removes empty and "." parts, but no "..": what that means depends
// on the links before it.
func squeeze(path string) string {
	parts := strings.Split(path, "/")
	kept := parts[:0]
	for _, p := range parts {
		if p != "" && p != "." {
			kept = append(kept, p)
		}
	}
	return strings.Join(kept, "/")
}

func parent(path string) string { return path[:max(strings.LastIndexByte(path, '/'), 0)] }

// join puts a name below a clean absolute folder.
func join(dir, name string) string {
	if dir == "/" {
		return dir + name
	}
	return dir + "/" + name
}

func base(path string) string { return path[strings.LastIndexByte(path, '/')+1:] }
