package skills

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"deft/skills/sanitize"
)

// maxDiagnostics bounds what one file can report: a hostile one would fill
// the memory with findings.
const maxDiagnostics = 50

// maxQuoted is how many characters of a file's text a message repeats.
const maxQuoted = 120

// report collects the findings about one file.
type report struct {
	path string
	list []Diagnostic
	more int // findings beyond maxDiagnostics
}

func (r *report) add(code Code, severity Severity, line int, message, hint string) {
	if len(r.list) >= maxDiagnostics {
		r.more++
		return
	}
	r.list = append(r.list, Diagnostic{Code: code, Severity: severity, Path: r.path, Line: line, Message: message, Hint: hint})
}

func (r *report) warn(code Code, line int, message, hint string) {
	r.add(code, Warning, line, message, hint)
}

// done returns the findings.
func (r *report) done() []Diagnostic {
	if r.more > 0 {
		r.list = append(r.list, Diagnostic{Code: MoreFindings, Severity: Info, Path: r.path,
			Message: fmt.Sprintf("%d more findings are left out", r.more)})
		r.more = 0
	}
	return r.list
}

// quoted is text of the file as a message may show it: one line, short, clean.
func quoted(s string) string { return `"` + shorten(sanitize.Line(s), maxQuoted) + `"` }

// shorten cuts s after n characters.
func shorten(s string, n int) string {
	if len(s) <= n || utf8.RuneCountInString(s) <= n {
		return s
	}
	end := 0
	for i := range s {
		if n--; n < 0 {
			end = i
			break
		}
	}
	return s[:end] + "…"
}

// spelling is how key and value are written so that every YAML reader takes
// them, for a hint.
func spelling(key, value string) string {
	value = shorten(sanitize.Line(value), maxQuoted)
	if strings.ContainsAny(value, `"\`) {
		return key + ": " + singleQuoted(value)
	}
	return key + `: "` + value + `"`
}

func singleQuoted(s string) string { return "'" + strings.ReplaceAll(s, "'", "''") + "'" }
