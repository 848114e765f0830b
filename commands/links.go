package commands

import (
	"fmt"
	"io/fs"
	"net/url"
	"path"
	"strings"

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

// Limits on what is searched for links, in bytes.
const (
	maxLine        = 8 << 10
	maxDestination = 512
)

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
	tell := func(all []mention, fault func(mention, fs.FS) (skills.Diagnostic, bool)) {
		for _, m := range all {
			if told[m.name] || len(out) >= maxTargets {
				continue
			}
			told[m.name] = true
			if d, ok := fault(m, files); ok {
				d.Path, d.Line = at, m.line
				out = append(out, d)
			}
		}
	}
	tell(links(s.Body, s.BodyLine), linkFault)
	tell(named(s.Body, s.BodyLine), nameFault)
	return out
}

// nameFault is what is wrong with a file that the text names.
func nameFault(m mention, files fs.FS) (skills.Diagnostic, bool) {
	_, err := fs.Stat(files, m.name)
	return skills.Diagnostic{
		Code: CodeMissingFile, Severity: skills.Info,
		Message: fmt.Sprintf("names %s, which is not among the skill's files", m.name),
	}, err != nil
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

// links lists the relative targets of a Markdown text's links, images and link
// definitions; what stands in code is left alone. It goes line by line: a
// parser of all of Markdown takes minutes over some small texts.
func links(body string, firstLine int) []mention {
	var out []mention
	var b blocks
	n := firstLine
	for line := range strings.Lines(body) {
		if !b.code(line) && len(line) <= maxLine {
			for _, to := range destinations(prose(line)) {
				if name := relativeTarget(to); name != "" {
					out = append(out, mention{name, n})
				}
			}
		}
		n++
	}
	return out
}

// blocks tells code from text, line by line.
type blocks struct {
	fence  string // that opened a block, "" outside
	blank  bool   // the line before was blank, or indented code
	inList bool   // indented lines belong to a list
}

// code tells whether the next line is code, or a fence.
func (b *blocks) code(line string) bool {
	text := strings.TrimLeft(line, " \t")
	marker := fenceOf(text)
	switch {
	case b.fence != "":
		if strings.HasPrefix(text, b.fence) && strings.Trim(text, b.fence[:1]+" \t\n") == "" {
			b.fence = ""
		}
		return true
	case marker != "":
		b.fence = marker
		return true
	case strings.TrimSpace(text) == "":
		b.blank = true
		return true
	case strings.HasPrefix(line, "    ") || strings.HasPrefix(line, "\t"):
		return b.blank && !b.inList
	}
	b.inList = isItem(text) || b.inList && line != text
	b.blank = false
	return false
}

// fenceOf is the run of backticks or tildes that opens a block of code.
func fenceOf(text string) string {
	for _, sign := range []string{"`", "~"} {
		run := text[:len(text)-len(strings.TrimLeft(text, sign))]
		if len(run) >= 3 && !(sign == "`" && strings.Contains(text[len(run):], "`")) {
			return run
		}
	}
	return ""
}

func isItem(text string) bool {
	rest := strings.TrimLeft(text, "0123456789")
	if rest != text {
		return strings.HasPrefix(rest, ". ") || strings.HasPrefix(rest, ") ")
	}
	return strings.HasPrefix(text, "- ") || strings.HasPrefix(text, "* ") || strings.HasPrefix(text, "+ ")
}

// prose is a line without its code spans.
func prose(line string) string {
	var b strings.Builder
	for {
		i := strings.IndexByte(line, '`')
		if i < 0 {
			return b.String() + line
		}
		run := line[i : len(line)-len(strings.TrimLeft(line[i:], "`"))]
		rest := line[i+len(run):]
		b.WriteString(line[:i])
		end := strings.Index(rest, run)
		if end < 0 {
			return b.String() + rest
		}
		line = strings.TrimLeft(rest[end:], "`")
	}
}

// destinations are what the links of a line point to.
func destinations(line string) []string {
	var out []string
	if text := strings.TrimLeft(line, " "); strings.HasPrefix(text, "[") {
		if _, to, ok := strings.Cut(text, "]: "); ok {
			out = append(out, destination(strings.TrimSpace(to)))
		}
	}
	for {
		_, rest, ok := strings.Cut(line, "](")
		if !ok {
			return out
		}
		out = append(out, destination(rest))
		line = rest
	}
}

// destination is the first word of a text, or what stands in < >; of a very
// long one the beginning.
func destination(text string) string {
	text = text[:min(len(text), maxDestination)]
	if inner, ok := strings.CutPrefix(text, "<"); ok {
		to, _, _ := strings.Cut(inner, ">")
		return to
	}
	if end := strings.IndexAny(text, ") \t\n"); end >= 0 {
		return text[:end]
	}
	return text
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

// bundleFolders are the usual folders of bundled files.
func bundleFolders() []string { return []string{"scripts/", "references/", "assets/", "templates/"} }

// named lists the paths below the usual folders of bundled files that a text
// names: with an ending, and not as the end of a longer path.
func named(body string, firstLine int) []mention {
	var out []mention
	for _, folder := range bundleFolders() {
		line, counted := firstLine, 0
		for at := 0; ; {
			i := strings.Index(body[at:], folder)
			if i < 0 {
				break
			}
			start := at + i
			at = start + len(folder)
			if start > 0 && !strings.ContainsRune(" \t\n`\"'([", rune(body[start-1])) {
				continue
			}
			at += len(body[at:]) - len(strings.TrimLeft(body[at:], pathRunes))
			name := strings.TrimRight(body[start:at], ".-/")
			line += strings.Count(body[counted:start], "\n")
			counted = start
			if clean, err := resource.CleanPath(name); err == nil && path.Ext(clean) != "" {
				out = append(out, mention{clean, line})
			}
		}
	}
	return out
}

// pathRunes are what a path in running text is made of.
const pathRunes = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./-"
