package commands

import (
	"bytes"
	"fmt"
	"io/fs"
	"net/url"
	"path"
	"regexp"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/text"

	"deft/skills"
	"deft/skills/resource"
	"deft/skills/sanitize"
)

// The findings about what a body names.
const (
	CodeMissingTarget skills.Code = "missing-target" // a link to a file that the skill does not have
	CodeOutsideTarget skills.Code = "outside-target" // a link to a file outside the skill's folder
	CodeMissingFile   skills.Code = "missing-file"   // the text names a bundled file that is not there
)

// maxTargets is how many missing files of one skill are told.
const maxTargets = 50

// mention is a file that a body names.
type mention struct {
	name string
	line int // of the file, counted from 1
}

// missingTargets tells of relative links to files that a skill does not have,
// and of names of bundled files that are not there.
func missingTargets(s *skills.Skill, at string, files fs.FS) []skills.Diagnostic {
	var out []skills.Diagnostic
	told := map[string]bool{}
	add := func(d skills.Diagnostic, m mention) {
		if !told[m.name] && len(out) < maxTargets {
			told[m.name] = true
			d.Path, d.Line = at, m.line
			out = append(out, d)
		}
	}
	for _, m := range links(s.Body, s.BodyLine) {
		if d, ok := linkFault(m, files); ok {
			add(d, m)
		}
	}
	for _, m := range named(s.Body, s.BodyLine) {
		if _, err := fs.Stat(files, m.name); err != nil {
			add(skills.Diagnostic{
				Code: CodeMissingFile, Severity: skills.Info,
				Message: fmt.Sprintf("names %s, which is not among the skill's files", m.name),
			}, m)
		}
	}
	return out
}

// linkFault is what is wrong with the target of a link.
func linkFault(m mention, files fs.FS) (skills.Diagnostic, bool) {
	name := path.Clean(m.name)
	if name == "." {
		return skills.Diagnostic{}, false
	}
	if _, err := resource.CleanPath(strings.TrimSuffix(m.name, "/")); err != nil {
		return skills.Diagnostic{
			Code: CodeOutsideTarget, Severity: skills.Warning,
			Message: fmt.Sprintf("links to %s, which a skill cannot carry along: %v", sanitize.Line(m.name), err),
			Hint:    "bring the file into the skill's folder",
		}, true
	}
	if _, err := fs.Stat(files, name); err != nil {
		return skills.Diagnostic{
			Code: CodeMissingTarget, Severity: skills.Warning,
			Message: fmt.Sprintf("links to %s, which is not among the skill's files", sanitize.Line(m.name)),
			Hint:    "add the file or correct the link",
		}, true
	}
	return skills.Diagnostic{}, false
}

// links lists the relative targets of a Markdown text's links and images.
// Code is no Markdown, so what stands in it is left alone.
func links(body string, firstLine int) []mention {
	source := []byte(body)
	var out []mention
	line := firstLine
	walk := func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		if start := position(n); start >= 0 {
			line = firstLine + bytes.Count(source[:start], []byte("\n"))
		}
		var to []byte
		switch n := n.(type) {
		case *ast.Link:
			to = n.Destination
		case *ast.Image:
			to = n.Destination
		}
		if name := relativeTarget(string(to)); name != "" {
			out = append(out, mention{name, line})
		}
		return ast.WalkContinue, nil
	}
	_ = ast.Walk(goldmark.DefaultParser().Parse(text.NewReader(source)), walk) // walk gives no errors
	return out
}

// position is where a node begins in the source, -1 where that is unknown.
func position(n ast.Node) int {
	if t, ok := n.(*ast.Text); ok {
		return t.Segment.Start
	}
	if t, ok := n.FirstChild().(*ast.Text); ok && n.Type() == ast.TypeInline {
		return t.Segment.Start
	}
	if n.Type() == ast.TypeBlock && n.Lines() != nil && n.Lines().Len() > 0 {
		return n.Lines().At(0).Start
	}
	return -1
}

// relativeTarget is the file that a link's destination names, "" where it
// names none of the skill's: a page of the web, an anchor.
func relativeTarget(to string) string {
	to, _, _ = strings.Cut(to, "#")
	to, _, _ = strings.Cut(to, "?")
	u, err := url.Parse(to)
	if err != nil || u.Scheme != "" || u.Host != "" || strings.ContainsAny(to, "{}<>$") {
		return ""
	}
	return u.Path
}

// named lists the paths below the usual folders of bundled files that a text
// names.
func named(body string, firstLine int) []mention {
	pattern := regexp.MustCompile("(?:^|[\\s`\"'(\\[])((?:scripts|references|assets|templates)/[\\w./-]*\\w\\.\\w+)")
	var out []mention
	line, counted := firstLine, 0
	for _, m := range pattern.FindAllStringSubmatchIndex(body, -1) {
		line += strings.Count(body[counted:m[2]], "\n")
		counted = m[2]
		if name, err := resource.CleanPath(body[m[2]:m[3]]); err == nil {
			out = append(out, mention{name, line})
		}
	}
	return out
}
