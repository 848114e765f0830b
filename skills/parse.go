package skills

import (
	"bytes"
	"fmt"
	"strings"
	"unicode/utf8"
)

// Parse reads a whole SKILL.md. Whatever is wrong with it is in the result:
// Invalid, and the Diagnostics. An invalid one has no fields and no body,
// unless only its size is at fault: then it has its fields. Files beyond
// MaxFile may be given cut, one byte longer than that.
func Parse(src Source, data []byte) *Skill {
	data = unixLines(data)
	r := report{path: src.Path}
	s := &Skill{}
	text := readText(&r, src, data)
	s.Frontmatter, s.Invalid, s.StrictError = text.fm, text.invalid, text.strict
	if s.Invalid == "" && len(data) > MaxFile {
		s.Invalid = largeFile().report(&r)
	}
	if s.Invalid == "" {
		s.setBody(&r, data, text.layout)
	}
	s.Diagnostics = r.done()
	return s
}

// ReadHead reads the beginning of a SKILL.md for a list: the same head and the
// same diagnostics of the frontmatter as Parse, at a fraction of the cost. It
// wants as much data as HeadComplete asks for; size is the file's, in bytes.
// The result holds no reference to data.
func ReadHead(src Source, data []byte, size int64) Reading {
	data = unixLines(data)
	if out, ok := scanReading(src, data, size); ok {
		return out
	}
	r := report{path: src.Path}
	text := readText(&r, src, data)
	return finish(&r, Reading{Head: text.fm.Head, Invalid: text.invalid, StrictError: text.strict}, size)
}

// scanReading reads a head in one of the common forms, without YAML.
func scanReading(src Source, data []byte, size int64) (out Reading, ok bool) {
	l := locate(data)
	if !l.closed {
		return Reading{}, false
	}
	h, at, ok := scanHead(data[l.start:l.end], l.line, src.Folder)
	if !ok {
		return Reading{}, false
	}
	r := report{path: src.Path}
	l.note(&r, data)
	check(&r, src, &h, at)
	return finish(&r, Reading{Head: h}, size), true
}

func finish(r *report, out Reading, size int64) Reading {
	if out.Invalid == "" && size > MaxFile {
		out.Invalid = largeFile().report(r)
	}
	out.Diagnostics = r.done()
	return out
}

// HeadComplete reports whether ReadHead can judge a file by its first bytes:
// its frontmatter ends in them, is too long, or cannot begin any more. A
// reader goes on until it is so or the file ends.
func HeadComplete(data []byte) bool {
	l := locate(unixLines(data))
	switch {
	case !l.open:
		return len(data) > maxPreamble
	case l.closed && !l.bent:
		return l.body < len(data) || data[len(data)-1] == '\n'
	}
	return len(data)-l.start > MaxFrontmatter
}

func largeFile() *fault {
	return &fault{LargeFile, 0, fmt.Sprintf("file is over %d MB", MaxFile>>20), "move parts of it to files below references/"}
}

// unixLines turns the line ends of a file with bare carriage returns, as old
// Macs wrote them, into LF. Its first line gives it away.
func unixLines(data []byte) []byte {
	first := bytes.TrimPrefix(data, []byte(byteOrderMark))
	if !bytes.HasPrefix(first, []byte(fence)) {
		return data
	}
	rest := bytes.TrimLeft(first[len(fence):min(len(first), maxPreamble)], " \t")
	if len(rest) < 2 || rest[0] != '\r' || rest[1] == '\n' {
		return data
	}
	return bytes.ReplaceAll(data, []byte("\r"), []byte("\n"))
}

// read is what the frontmatter of a file gives.
type read struct {
	layout  layout
	fm      Frontmatter
	invalid string
	strict  string
}

// readText reads the frontmatter by way of YAML.
func readText(r *report, src Source, data []byte) read {
	l := locate(data)
	if f := l.fault(data); f != nil {
		return read{layout: l, invalid: f.report(r)}
	}
	if f := invalidUTF8(data, l); f != nil {
		return read{layout: l, invalid: f.report(r)}
	}
	text := cleanText(r, data[l.start:l.end], l.line)
	out := read{strict: forbidden(r.list)}
	list, strict := decode(text, l.line)
	if strict != nil {
		if bent, ok := l.earlier(data); ok {
			l, text = bent, cleanText(new(report), data[bent.start:bent.end], bent.line)
			list, strict = decode(text, l.line)
		}
	}
	l.note(r, data)
	out.layout = l
	if strict != nil {
		out.strict = strict.Error()
		var err *yamlError
		if list, err = repair(r, text, l.line, strict); err != nil {
			f := fault{InvalidYAML, err.line, "frontmatter is no valid YAML: " + err.Error(), "put the value in quotes"}
			out.invalid = f.report(r)
			return out
		}
	}
	found := len(r.list)
	list = dropDuplicates(r, list)
	if out.strict == "" && len(r.list) > found {
		out.strict = fmt.Sprintf("line %d: %s", r.list[found].Line, "a key occurs twice")
	}
	out.fm = fields(r, src, list)
	return out
}

// forbidden is what strict YAML says against the characters that cleanText
// reported.
func forbidden(found []Diagnostic) string {
	for _, d := range found {
		if d.Code == ControlCharacter {
			return (&yamlError{d.Line, "control characters are not allowed"}).Error()
		}
	}
	return ""
}

// fields fills the frontmatter and checks it.
func fields(r *report, src Source, list []pair) Frontmatter {
	f := filler{r: r}
	f.fill(list)
	check(r, src, &f.fm.Head, f.at)
	checkCompatibility(r, f.fm.Compatibility, f.at.compatibility)
	checkHidden(r, f.fm.Entries)
	return f.fm
}

// invalidUTF8 finds the first byte of the frontmatter that is no UTF-8.
func invalidUTF8(data []byte, l layout) *fault {
	text := data[l.start:l.end]
	if utf8.Valid(text) {
		return nil
	}
	at := 0
	for at < len(text) {
		c, n := utf8.DecodeRune(text[at:])
		if c == utf8.RuneError && n == 1 {
			break
		}
		at += n
	}
	line := lineAt(data, l.start+at)
	return &fault{NotUTF8, line, fmt.Sprintf("frontmatter is not valid UTF-8 at line %d", line), "save the file as UTF-8"}
}

// earlier is the layout with a bent closing fence before the right one, where
// what stands before it is a frontmatter and what stands between is none.
func (l layout) earlier(data []byte) (layout, bool) {
	bent, ok := l.bentFence(data[:l.end])
	if !ok || !strictly(data[bent.start:bent.end]) {
		return l, false
	}
	for line := range strings.Lines(string(data[bent.body:l.end])) {
		if end := keyEnd(line); end > 0 && isField(line[:end]) {
			return l, false
		}
	}
	return bent, true
}

// setBody takes what follows the frontmatter.
func (s *Skill) setBody(r *report, data []byte, l layout) {
	s.BodyLine = lineAt(data, l.body)
	body := string(bytes.ReplaceAll(data[l.body:], []byte("\r\n"), []byte("\n")))
	body = strings.ReplaceAll(body, "\r", "\n")
	checkBody(r, body, s.BodyLine)
	s.Body = strings.ToValidUTF8(body, "\ufffd")
	if l.codeFence != "" {
		s.dropCodeFence(l.codeFence)
	}
}

// dropCodeFence removes the end of a code fence that stood before the
// frontmatter: it closes behind the frontmatter or at the end of the file.
func (s *Skill) dropCodeFence(marker string) {
	rest := strings.TrimLeft(s.Body, "\n")
	if line, after, _ := strings.Cut(rest, "\n"); strings.TrimSpace(line) == marker {
		s.BodyLine += strings.Count(s.Body[:len(s.Body)-len(after)], "\n")
		s.Body = after
		return
	}
	text := strings.TrimRight(s.Body, " \n")
	if body, ok := strings.CutSuffix(text, "\n"+marker); ok {
		s.Body = body + "\n"
	}
}
