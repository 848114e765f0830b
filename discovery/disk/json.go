package disk

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"syscall"

	"deft/discovery"
	"deft/discovery/scan"
	"deft/skills"
)

// maxJSON is the largest register or settings file that is read, in bytes.
const maxJSON = 8 << 20

// paths is a list of paths that may be written as a single one.
type paths []string

// UnmarshalJSON takes a text or a list of texts.
func (p *paths) UnmarshalJSON(data []byte) error {
	var one string
	if json.Unmarshal(data, &one) == nil {
		*p = paths{one}
		return nil
	}
	return json.Unmarshal(data, (*[]string)(p))
}

// read decodes a JSON file. found is false where there is none; ok is false
// where there is one that cannot be understood, which is reported with its
// line.
func (s *sources) read(file string, into any) (found, ok bool) {
	s.files = append(s.files, file)
	data, err := scan.ReadFile(file, maxJSON)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR) { // a home folder may be /dev/null
		return false, true
	}
	if err != nil {
		s.bad(file, 0, fmt.Sprintf("cannot be read: %v", err))
		return true, false
	}
	data = bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))
	if err := json.Unmarshal(data, into); err != nil {
		s.bad(file, lineOf(data, err), jsonFault(err))
		return true, false
	}
	return true, true
}

// bad notes what is wrong with a file that Claude Code keeps.
func (s *sources) bad(file string, line int, message string) {
	s.notes = append(s.notes, skills.Diagnostic{
		Code: discovery.CodeBadRegister, Severity: skills.Error, Path: file, Line: line,
		Message: message, Hint: "correct the file, or let Claude Code write it again",
	})
}

// jsonFault says what a decoding error is about, in the file's words.
func jsonFault(err error) string {
	e, ok := errors.AsType[*json.UnmarshalTypeError](err)
	if !ok {
		return "not valid JSON: " + err.Error()
	}
	if e.Field == "" {
		return "the file holds the wrong type: " + e.Value
	}
	return e.Field + " has the wrong type: " + e.Value
}

// lineOf finds the line of a decoding error, counted from 1; 0 where it has
// none.
func lineOf(data []byte, err error) int {
	var offset int64
	if e, ok := errors.AsType[*json.SyntaxError](err); ok {
		offset = e.Offset
	} else if e, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		offset = e.Offset
	} else {
		return 0
	}
	return 1 + bytes.Count(data[:min(offset, int64(len(data)))], []byte("\n"))
}
