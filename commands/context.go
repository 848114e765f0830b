package commands

import "context"

// ContextDepth is how many folders are looked into for context files: the
// working folder and those it lies in.
const ContextDepth = 20

// Context finds the files that give a conversation its context: AGENTS.md and
// the like, of a folder and of those it lies in.
type Context struct {
	Names []string // of the files, without folders
	// Find looks for files of these names in at most depth folders.
	Find func(ctx context.Context, cwd string, names []string, depth int) ([]string, error)
}

// Run lists the files for a working folder, the nearest last.
func (v Context) Run(ctx context.Context, _ Caller, cwd string) ([]string, error) {
	return v.Find(ctx, cwd, v.Names, ContextDepth)
}
