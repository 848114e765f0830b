package disk

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// ContextFiles lists the files of the given names (AGENTS.md and the like) in
// a folder and in those it lies in, at most depth folders, hidden ones skipped.
// The nearest is last; in one folder the order is that of the names. The
// error is the context's.
func ContextFiles(ctx context.Context, cwd string, names []string, depth int) ([]string, error) {
	var out []string
	dirs := above(filepath.Clean(cwd), "/")
	dirs = dirs[:min(len(dirs), max(depth, 0))]
	slices.Reverse(dirs)
	for _, dir := range dirs {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if strings.HasPrefix(filepath.Base(dir), ".") {
			continue
		}
		for _, name := range names {
			file := filepath.Join(dir, name)
			if info, err := os.Stat(file); err == nil && info.Mode().IsRegular() {
				out = append(out, file)
			}
		}
	}
	return out, nil
}
