package scan

import (
	"errors"
	"io/fs"
	"syscall"

	"deft/discovery"
	"deft/skills"
)

// placeFault is the finding of a folder or link that cannot be followed.
func placeFault(path string, err error) skills.Diagnostic {
	d := skills.Diagnostic{Code: discovery.CodeUnreadable, Severity: skills.Error, Path: path, Message: "cannot be read: " + reason(err)}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		d.Code, d.Severity = discovery.CodeBrokenLink, skills.Warning
		d.Message, d.Hint = "the link leads to nothing", "remove it, or put its target back"
	case errors.Is(err, syscall.ELOOP):
		d.Code, d.Severity = discovery.CodeBrokenLink, skills.Warning
		d.Message, d.Hint = "the link leads in a circle", "remove it"
	case errors.Is(err, fs.ErrPermission):
		d.Hint = "give yourself permission to read it"
	}
	return d
}

// reason is the last cause of an error, without the path that stands beside
// it anyway.
func reason(err error) string {
	if pe, ok := errors.AsType[*fs.PathError](err); ok {
		return pe.Err.Error()
	}
	return err.Error()
}

// misplaced is the finding of a SKILL.md that stands one folder too high.
func misplaced(path, want string) skills.Diagnostic {
	return skills.Diagnostic{
		Code: discovery.CodeMisplaced, Severity: skills.Warning, Path: path,
		Message: "the file stands directly in a folder of skills and is not discovered",
		Hint:    "move it to " + want,
	}
}
