package preview

import (
	"fmt"
	"path"
	"strings"

	"github.com/charmbracelet/lipgloss"

	"deft/commands/phrase"
	"deft/skills/resource"
	"deft/tui/cells"
	"deft/tui/theme"
)

// filesContent is the tree of a skill's files; closed folders show nothing of what is in them.
func filesContent(source Source, s *subject, closed map[string]bool) content {
	id := "files\x00" + s.entry.Path
	rows := treeOf(s.detail.Files, closed)
	c := whole(id, write(source, s, func(s sheet) block { return s.tree(rows) }))
	c.pick, c.named = true, true
	return c
}

// node is a row of the tree: a file, or a folder where file is nil.
type node struct {
	path   string
	depth  int
	file   *resource.File
	closed bool
	inside int // files in a folder
}

// treeOf is the rows for files that are sorted by their paths: in each folder its files first, then its folders.
func treeOf(files []resource.File, closed map[string]bool) []node {
	return branch(nil, files, "", closed)
}

func branch(out []node, files []resource.File, dir string, closed map[string]bool) []node {
	depth := strings.Count(dir, "/")
	for i := range files {
		if rest := files[i].Path[len(dir):]; !strings.Contains(rest, "/") {
			out = append(out, node{path: files[i].Path, depth: depth, file: &files[i]})
		}
	}
	for i := 0; i < len(files); {
		name, _, folder := strings.Cut(files[i].Path[len(dir):], "/")
		if !folder {
			i++
			continue
		}
		sub, end := dir+name+"/", i
		for end < len(files) && strings.HasPrefix(files[end].Path, sub) {
			end++
		}
		out = append(out, node{path: sub, depth: depth, closed: closed[sub], inside: end - i})
		if !closed[sub] {
			out = branch(out, files[i:end], sub, closed)
		}
		i = end
	}
	return out
}

// tree is the rows below a line that sums them up.
func (s sheet) tree(rows []node) block {
	files := s.subject.detail.Files
	if len(files) == 0 {
		text := "This skill has no files besides its SKILL.md."
		if s.subject.detail.More {
			text = "The files of this skill lie too deep or are too many to list."
		}
		return block{lines: s.muted(text)}
	}
	b := block{lines: s.muted(s.sum(files))}
	b.lines = append(b.lines, "")
	for _, n := range rows {
		b.marks = append(b.marks, mark{row: len(b.lines), rows: 1, lit: 1, name: n.path})
		b.lines = append(b.lines, s.treeRow(n))
	}
	if s.subject.detail.More {
		b.lines = append(b.lines, "")
		b.lines = append(b.lines, s.muted("There are more files than are listed.")...)
	}
	return b
}

func (s sheet) sum(files []resource.File) string {
	total, runnable := int64(0), 0
	for _, f := range files {
		total += f.Size
		if f.Executable {
			runnable++
		}
	}
	out := phrase.Count(len(files), "file") + ", " + phrase.ShortSize(total)
	if runnable > 0 {
		out += fmt.Sprintf(", %d executable", runnable)
	}
	return out
}

// fileNotes is the width from which a row says in words what a sign means.
const fileNotes = 40

// treeRow is a name on the left, and what there is to say of it on the right.
func (s sheet) treeRow(n node) string {
	name, note := path.Base(n.path), ""
	style, noteStyle := s.theme.Row, s.theme.Muted
	switch f := n.file; {
	case f == nil:
		style = s.theme.Title.Bold(true)
		name += "/"
		if n.closed {
			note = phrase.Count(n.inside, "file")
		}
	case f.Problem != "":
		style, noteStyle = s.theme.Warning, s.theme.Warning
		note = problemWords(f.Problem)
	default:
		note = phrase.ShortSize(f.Size)
	}
	if f := n.file; f != nil && f.Executable {
		style = s.theme.Badge(theme.Scripts)
		name += "*"
		if s.width >= fileNotes {
			note = "executable  " + fmt.Sprintf("%9s", note)
		}
	}
	if f := n.file; f != nil && f.Link != "" {
		name += " -> " + f.Link
	}
	return s.leftRight(strings.Repeat("  ", n.depth+1), style, s.line(name), noteStyle, note)
}

// leftRight is a line with a text at either end; where they have no room beside each other, the left one is cut.
func (s sheet) leftRight(indent string, style lipgloss.Style, left string, noteStyle lipgloss.Style, right string) string {
	room := max(1, s.width-cells.Width(indent)-cells.Width(right)-2)
	if room < 8 {
		room, right = max(1, s.width-cells.Width(indent)), ""
	}
	left = cells.Cut(left, room, s.theme.Marks.Ellipsis)
	gap := max(0, s.width-cells.Width(indent)-cells.Width(left)-cells.Width(right))
	return indent + style.Render(left) + strings.Repeat(" ", gap) + noteStyle.Render(right)
}

// problemWords says what is wrong with a file.
func problemWords(p resource.Problem) string { return strings.ReplaceAll(string(p), "-", " ") }
