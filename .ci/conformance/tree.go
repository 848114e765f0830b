package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"sort"
	"strings"
)

// Tree is a small disk: a home folder called "home", and a working folder. All paths are slash-separated and relative
// to the tree's top.
type Tree struct {
	Comment   string // what it shows, a sentence or more
	Cwd       string
	Untrusted bool // the working folder is not trusted, for the agents that ask
	Entries   []Entry
	Answers   []Answer
}

// Kind is what an Entry is.
type Kind string

// The kinds.
const (
	File Kind = "file"
	Dir  Kind = "dir"
	Link Kind = "link"
	Repo Kind = "git" // an empty Git repository; the path is that of its working folder
)

// Entry is one thing on a Tree's disk. Folders above it are made as needed.
type Entry struct {
	Kind   Kind
	Path   string
	Text   string // of a file; $TOP stands for the tree's top
	Target string // of a link, relative to the link's folder
}

// Answer is what one version of an agent lists for a tree. An agent that answered differently from run to run has
// several.
type Answer struct {
	Agent, Version string
	Skills         []Seen
}

// Seen is one skill that an agent lists.
type Seen struct {
	Name string
	Path string // of its SKILL.md, relative to the tree's top
}

// Place makes the tree's disk in a folder.
func (t *Tree) Place(top string) error {
	for _, dir := range []string{"home", t.Cwd} {
		if err := os.MkdirAll(filepath.Join(top, dir), 0o755); err != nil {
			return err
		}
	}
	for _, e := range t.Entries {
		if err := e.place(top); err != nil {
			return fmt.Errorf("placing %s: %w", e.Path, err)
		}
	}
	return nil
}

func (e Entry) place(top string) error {
	path := filepath.Join(top, e.Path)
	switch e.Kind {
	case Dir:
		return os.MkdirAll(path, 0o755)
	case Repo:
		return placeRepo(filepath.Join(path, ".git"))
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	if e.Kind == Link {
		return os.Symlink(filepath.FromSlash(e.Target), path)
	}
	return os.WriteFile(path, []byte(strings.ReplaceAll(e.Text, "$TOP", top)), 0o644)
}

// placeRepo makes as much of a repository as Git itself takes for one.
func placeRepo(git string) error {
	for _, dir := range []string{"objects", "refs/heads"} {
		if err := os.MkdirAll(filepath.Join(git, dir), 0o755); err != nil {
			return err
		}
	}
	return os.WriteFile(filepath.Join(git, "HEAD"), []byte("ref: refs/heads/main\n"), 0o644)
}

const bom = "\ufeff"

// Parse reads a tree from a txtar archive. The comment ends with "key: value" lines: "cwd" (once), "untrusted", and for
// what files alone cannot say "git: PATH" (a repository with no commit), "dir: PATH", "link: PATH -> TARGET", "bom: PATH" and
// "crlf: PATH". A file called
// "answer AGENT VERSION" is what that agent listed, a line a skill: its quoted name, a blank, the path.
func Parse(text string) (*Tree, error) {
	comment, files := splitArchive(text)
	t := &Tree{}
	edits := map[string]func(string) string{}
	for line := range strings.Lines(comment) {
		if err := t.directive(strings.TrimSpace(line), edits); err != nil {
			return nil, err
		}
	}
	t.Comment = strings.TrimSpace(t.Comment)
	for _, f := range files {
		if fields := strings.Fields(f.Path); len(fields) == 3 && fields[0] == "answer" {
			seen, err := parseSeen(f.Text)
			if err != nil {
				return nil, fmt.Errorf("answer of %s: %w", fields[1], err)
			}
			t.Answers = append(t.Answers, Answer{Agent: fields[1], Version: fields[2], Skills: seen})
			continue
		}
		if edit := edits[f.Path]; edit != nil {
			f.Text = edit(f.Text)
		}
		t.Entries = append(t.Entries, f)
	}
	if t.Cwd == "" {
		return nil, fmt.Errorf("tree without a cwd")
	}
	return t, nil
}

var directiveLine = regexp.MustCompile(`^(cwd|untrusted|git|dir|link|bom|crlf): *(.*)$`)

// directive reads one line of the comment.
func (t *Tree) directive(line string, edits map[string]func(string) string) error {
	m := directiveLine.FindStringSubmatch(line)
	if m == nil {
		t.Comment += line + "\n"
		return nil
	}
	switch key, value := m[1], m[2]; key {
	case "cwd":
		t.Cwd = value
	case "untrusted":
		t.Untrusted = true
	case "dir", "git":
		t.Entries = append(t.Entries, Entry{Kind: Kind(key), Path: value})
	case "link":
		path, target, ok := strings.Cut(value, " -> ")
		if !ok {
			return fmt.Errorf("link without a target: %s", line)
		}
		t.Entries = append(t.Entries, Entry{Kind: Link, Path: path, Target: target})
	case "bom":
		edits[value] = func(s string) string { return bom + s }
	case "crlf":
		edits[value] = func(s string) string { return strings.ReplaceAll(s, "\n", "\r\n") }
	}
	return nil
}

var fileLine = regexp.MustCompile(`^-- (.+) --$`)

func splitArchive(text string) (comment string, files []Entry) {
	for line := range strings.Lines(text) {
		if m := fileLine.FindStringSubmatch(strings.TrimSuffix(line, "\n")); m != nil {
			files = append(files, Entry{Kind: File, Path: m[1]})
		} else if n := len(files); n > 0 {
			files[n-1].Text += line
		} else {
			comment += line
		}
	}
	return comment, files
}

func parseSeen(text string) ([]Seen, error) {
	seen := []Seen{}
	for line := range strings.Lines(text) {
		var s Seen
		if _, err := fmt.Sscanf(line, "%q %s", &s.Name, &s.Path); err != nil {
			return nil, err
		}
		seen = append(seen, s)
	}
	return seen, nil
}

// Format writes a tree as Parse reads it.
func (t *Tree) Format() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n\ncwd: %s\n", t.Comment, t.Cwd)
	if t.Untrusted {
		b.WriteString("untrusted: yes\n")
	}
	for _, e := range t.Entries {
		switch e.Kind {
		case Dir, Repo:
			fmt.Fprintf(&b, "%s: %s\n", e.Kind, e.Path)
		case Link:
			fmt.Fprintf(&b, "link: %s -> %s\n", e.Path, e.Target)
		}
	}
	var files strings.Builder
	for _, e := range t.Entries {
		if e.Kind != File {
			continue
		}
		text, marked := strings.CutPrefix(e.Text, bom)
		if marked {
			fmt.Fprintf(&b, "bom: %s\n", e.Path)
		}
		if strings.Contains(text, "\r\n") {
			fmt.Fprintf(&b, "crlf: %s\n", e.Path)
			text = strings.ReplaceAll(text, "\r\n", "\n")
		}
		fmt.Fprintf(&files, "-- %s --\n%s", e.Path, text)
	}
	b.WriteString(files.String())
	for _, a := range t.Answers {
		fmt.Fprintf(&b, "-- answer %s %s --\n", a.Agent, a.Version)
		for _, s := range a.Skills {
			fmt.Fprintf(&b, "%q %s\n", s.Name, s.Path)
		}
	}
	return b.String()
}

func sortSeen(seen []Seen) {
	sort.Slice(seen, func(i, j int) bool {
		if seen[i].Name != seen[j].Name {
			return seen[i].Name < seen[j].Name
		}
		return seen[i].Path < seen[j].Path
	})
}
