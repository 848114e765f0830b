package main

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
)

// Asker puts trees on disk, asks one agent about them, and keeps its answers from run to run.
type Asker struct {
	Agent   Agent
	At      Install
	Version string
	Kept    string // folder of the kept answers; empty keeps none
	Workers int
}

// Ask answers for each tree what the agent lists, nil where it breaks.
func (a *Asker) Ask(ctx context.Context, trees []*Tree) ([][]Seen, error) {
	answers := make([][]Seen, len(trees))
	var missing []int
	for i, t := range trees {
		if kept, ok := a.kept(t); ok {
			answers[i] = kept
		} else {
			missing = append(missing, i)
		}
	}
	size := 1
	if a.Agent.Batch != nil {
		size = 25
	}
	slots := make(chan struct{}, a.Workers)
	faults := make([]error, len(trees))
	var group sync.WaitGroup
	for start := 0; start < len(missing); start += size {
		part := missing[start:min(start+size, len(missing))]
		slots <- struct{}{}
		group.Go(func() {
			defer func() { <-slots }()
			faults[part[0]] = a.askSome(ctx, trees, part, answers)
		})
	}
	group.Wait()
	for _, err := range faults {
		if err != nil {
			return nil, err
		}
	}
	return answers, nil
}

func (a *Asker) askSome(ctx context.Context, trees []*Tree, which []int, answers [][]Seen) error {
	var jobs []Job
	for _, i := range which {
		job, err := a.place(trees[i])
		if err != nil {
			return err
		}
		defer os.RemoveAll(job.Top)
		jobs = append(jobs, job)
	}
	lists, err := a.list(ctx, jobs)
	if err != nil {
		return fmt.Errorf("%w\n%s", err, trees[which[0]].Format())
	}
	for n, i := range which {
		if lists != nil {
			answers[i] = jobs[n].seen(lists[n])
		}
		if err := a.keep(trees[i], answers[i]); err != nil {
			return err
		}
	}
	return nil
}

// list asks for all jobs. It is nil where the agent breaks.
func (a *Asker) list(ctx context.Context, jobs []Job) ([][]listed, error) {
	if a.Agent.Batch != nil {
		return a.Agent.Batch(ctx, a.At, jobs)
	}
	list, err := a.Agent.List(ctx, a.At, jobs[0])
	if errors.Is(err, errNoList) {
		return nil, nil
	}
	return [][]listed{list}, err
}

// place makes a tree in a new folder, for this agent.
func (a *Asker) place(t *Tree) (Job, error) {
	job, err := place(t)
	if err == nil && a.Agent.Prepare != nil {
		err = a.Agent.Prepare(job)
	}
	if err == nil && !t.Untrusted && a.Agent.Trust != nil {
		err = a.Agent.Trust(job)
	}
	return job, err
}

func place(t *Tree) (Job, error) {
	top, err := os.MkdirTemp("", "conformance-tree-")
	if err == nil {
		top, err = filepath.EvalSymlinks(top)
	}
	if err != nil {
		return Job{}, err
	}
	return Job{Tree: t, Top: top}, t.Place(top)
}

func (a *Asker) keptFile(t *Tree) string {
	bare := *t
	bare.Answers, bare.Comment = nil, ""
	return filepath.Join(a.Kept, a.Agent.ID+"@"+a.Version, fmt.Sprintf("%x.json", sha256.Sum256([]byte(bare.Format()))))
}

func (a *Asker) kept(t *Tree) ([]Seen, bool) {
	if a.Kept == "" {
		return nil, false
	}
	text, err := os.ReadFile(a.keptFile(t))
	var seen []Seen
	return seen, err == nil && json.Unmarshal(text, &seen) == nil
}

func (a *Asker) keep(t *Tree, seen []Seen) error {
	if a.Kept == "" {
		return nil
	}
	text, err := json.Marshal(seen)
	if err != nil {
		return err
	}
	return writeConfig(a.keptFile(t), string(text))
}

var copyMark = regexp.MustCompile(`\bcopy-[0-9]+\b`)

// seen makes of a program's list what it says about the tree: skills that are not in the tree are the program's own.
func (j Job) seen(list []listed) []Seen {
	files := map[string]bool{}    // by real path
	marked := map[string]string{} // the first file with a mark
	for _, e := range j.Tree.Entries {
		if e.Kind != File {
			continue
		}
		file := filepath.Join(j.Top, filepath.FromSlash(e.Path))
		if real, err := filepath.EvalSymlinks(file); err == nil {
			files[real] = true
		}
		for _, mark := range copyMark.FindAllString(e.Text, -1) {
			if marked[mark] == "" {
				marked[mark] = file
			}
		}
	}
	seen := []Seen{}
	for _, l := range list {
		file := skillFile(l.Path)
		if l.Path == "" {
			file = marked[copyMark.FindString(l.Description)]
		}
		if real, err := filepath.EvalSymlinks(file); err == nil && files[real] {
			rel, _ := filepath.Rel(j.Top, file)
			seen = append(seen, Seen{Name: l.Name, Path: filepath.ToSlash(rel)})
		}
	}
	sortSeen(seen)
	return seen
}

// skillFile is the SKILL.md of a path that may be its folder's.
func skillFile(path string) string {
	info, err := os.Stat(path)
	if err != nil || !info.IsDir() {
		return path
	}
	entries, err := os.ReadDir(path)
	if err != nil {
		return path
	}
	for _, e := range entries {
		if strings.EqualFold(e.Name(), "SKILL.md") {
			return filepath.Join(path, e.Name())
		}
	}
	return path
}
