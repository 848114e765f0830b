package scan

import (
	"bytes"

	"deft/skills"
)

// ReadHead is a stand-in for the reader of package skills.
func ReadHead(src skills.Source, data []byte) skills.Reading {
	var r skills.Reading
	r.Head.ModelInvocable, r.Head.UserInvocable = true, true
	if !bytes.HasPrefix(data, []byte("---\n")) {
		r.Invalid = "no frontmatter"
		return r
	}
	for line := range bytes.Lines(data[4:]) {
		if bytes.HasPrefix(line, []byte("---")) {
			break
		}
		if v, ok := bytes.CutPrefix(line, []byte("name: ")); ok {
			r.Head.Name = string(bytes.TrimSpace(v))
		}
		if v, ok := bytes.CutPrefix(line, []byte("description: ")); ok {
			r.Head.Description = string(bytes.TrimSpace(v))
		}
	}
	return r
}

func headComplete(data []byte) bool {
	return !bytes.HasPrefix(data, []byte("---\n")) || bytes.Contains(data, []byte("\n---\n"))
}
