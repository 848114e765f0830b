package skills

import (
	"bytes"
	"fmt"
	"strings"
)

// Limits beyond which a text is worth splitting, in lines (agentskills.io's
// advice for authors).
const (
	MaxBodyLines      = 500
	MaxReferenceLines = 300
)

// Notes are remarks on how a skill is written, beyond its faults: a body that
// is longer than a model should read at once.
func Notes(src Source, s *Skill) []Diagnostic {
	r := report{path: src.Path}
	if n := countLines(s.Body); n > MaxBodyLines {
		r.add(LongBody, Info, s.BodyLine, fmt.Sprintf("the body has %d lines, over the %d that are advised", n, MaxBodyLines),
			"move details to files below references/")
	}
	return r.done()
}

// ReferenceNotes remark on a bundled Markdown file, whose path is as shown to
// people: a long one should begin with a list of its contents, for a model
// reads only its beginning to judge it.
func ReferenceNotes(path string, data []byte) []Diagnostic {
	r := report{path: path}
	if n := countLines(string(data)); n > MaxReferenceLines && !hasContents(data) {
		r.add(LongReference, Info, 0, fmt.Sprintf("%d lines without a list of contents, over the %d that are advised", n, MaxReferenceLines),
			"begin with a list of the sections")
	}
	return r.done()
}

func countLines(s string) int {
	n := strings.Count(s, "\n")
	if s != "" && !strings.HasSuffix(s, "\n") {
		n++
	}
	return n
}

// hasContents looks for a heading that says so, or three links to sections,
// in the first 60 lines.
func hasContents(data []byte) bool {
	links := 0
	for n := 0; n < 60 && len(data) > 0; n++ {
		end := lineLength(data)
		line := bytes.ToLower(data[:end])
		data = data[end:]
		if bytes.HasPrefix(line, []byte("#")) && (bytes.Contains(line, []byte("contents")) || bytes.Contains(line, []byte("toc"))) {
			return true
		}
		if bytes.Contains(line, []byte("](#")) {
			links++
		}
	}
	return links >= 3
}
