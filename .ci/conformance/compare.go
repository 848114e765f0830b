package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// ours is a row of deft's list.
type ours struct {
	Name  string `json:"name"`
	Path  string `json:"path"`
	State string `json:"state"`
}

// askDeft runs the command on a tree. {agent} and {cwd} in it are replaced.
func askDeft(ctx context.Context, command, agent string, t *Tree) ([]ours, error) {
	job, err := place(t)
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(job.Top)
	words := strings.Fields(command)
	for i, w := range words {
		words[i] = strings.NewReplacer("{agent}", agent, "{cwd}", job.cwd()).Replace(w)
	}
	if t.Untrusted {
		words = append(words, "--untrusted")
	}
	cmd := exec.CommandContext(ctx, words[0], words[1:]...)
	cmd.Dir = job.cwd()
	cmd.Env = []string{"HOME=" + job.home(), "PATH=/usr/bin:/bin"}
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", strings.Join(words, " "), err)
	}
	var rows []ours
	if err := json.Unmarshal(out, &rows); err != nil {
		return nil, err
	}
	var kept []ours
	for _, r := range rows {
		if rel, err := filepath.Rel(job.Top, r.Path); err == nil && filepath.IsLocal(rel) {
			r.Path = filepath.ToSlash(rel)
			kept = append(kept, r)
		}
	}
	return kept, nil
}

// differences says how two lists of one tree differ, nothing when they agree. A file is the same whichever links lead to
// it. Where ours says that the choice is unspecified, the agent may have chosen any of the rows.
func differences(t *Tree, real []Seen, rows []ours) ([]string, error) {
	job, err := place(t)
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(job.Top)
	count := map[Seen]int{}
	free := map[string]int{} // by name, the rows of which one is chosen
	resolved := func(name, path string) Seen {
		if real, err := filepath.EvalSymlinks(filepath.Join(job.Top, path)); err == nil {
			rel, _ := filepath.Rel(job.Top, real)
			path = filepath.ToSlash(rel)
		}
		return Seen{Name: name, Path: path}
	}
	unspecified := map[Seen]bool{}
	for _, r := range rows {
		s := resolved(r.Name, r.Path)
		if r.State == "unspecified" {
			unspecified[s] = true
			free[r.Name] = 1
		} else {
			count[s]++
		}
	}
	var out []string
	for _, s := range real {
		s = resolved(s.Name, s.Path)
		if unspecified[s] && free[s.Name] > 0 {
			free[s.Name]--
		} else if count[s] > 0 {
			count[s]--
		} else {
			out = append(out, fmt.Sprintf("only the agent: %q %s", s.Name, s.Path))
		}
	}
	for s, n := range count {
		if n > 0 {
			out = append(out, fmt.Sprintf("only deft:      %q %s", s.Name, s.Path))
		}
	}
	for name, n := range free {
		if n > 0 {
			out = append(out, fmt.Sprintf("only deft:      %q in one of several", name))
		}
	}
	return out, nil
}

// shrink takes entries away for as long as the tree still shows a difference.
func shrink(t *Tree, differs func(*Tree) (bool, error)) (*Tree, error) {
	for size := len(t.Entries) / 2; size > 0; size /= 2 {
		for start := 0; start < len(t.Entries); {
			smaller := *t
			smaller.Entries = append([]Entry(nil), t.Entries[:start]...)
			smaller.Entries = append(smaller.Entries, t.Entries[min(start+size, len(t.Entries)):]...)
			still, err := differs(&smaller)
			if err != nil {
				return nil, err
			}
			if still {
				t = &smaller
			} else {
				start += size
			}
		}
	}
	return t, nil
}
