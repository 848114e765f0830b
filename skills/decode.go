package skills

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"gopkg.in/yaml.v3"
)

// maxComments bounds the lines with a # in a frontmatter: yaml.v3 takes time
// that grows with the square of their number.
const maxComments = 2000

// pair is one key of a mapping.
type pair struct {
	key  *yaml.Node
	node *yaml.Node
	line int // of the key in the file, counted from 1
}

// yamlError is what a YAML reader says, with the line in the file.
type yamlError struct {
	line    int
	message string
}

func (e *yamlError) Error() string { return fmt.Sprintf("line %d: %s", e.line, e.message) }

// decode reads text as one YAML mapping. Its first line is line of the file.
// Nothing of a text that fails is returned.
func decode(text string, line int) ([]pair, *yamlError) {
	if n := commentLines(text); n > maxComments {
		return nil, &yamlError{line, fmt.Sprintf("%d lines with a # are over the limit of %d", n, maxComments)}
	}
	if n := secondDocument(text); n >= 0 {
		return nil, &yamlError{line + n, "a second YAML document begins"}
	}
	var doc yaml.Node
	if err := unmarshal(text, &doc); err != nil {
		return nil, locateError(err, line)
	}
	if doc.Kind == 0 || isNull(doc.Content[0]) {
		return nil, nil
	}
	root := doc.Content[0]
	if root.Kind != yaml.MappingNode {
		return nil, &yamlError{line + root.Line - 1, "the frontmatter is no mapping of keys to values"}
	}
	return pairs(root, line-1), nil
}

// pairs lists a mapping; shift is added to its lines.
func pairs(m *yaml.Node, shift int) []pair {
	list := make([]pair, 0, len(m.Content)/2)
	for i := 0; i+1 < len(m.Content); i += 2 {
		list = append(list, pair{m.Content[i], m.Content[i+1], m.Content[i].Line + shift})
	}
	return list
}

// unmarshal is yaml.Unmarshal without panics: yaml.v3 has states that it calls
// internal errors.
func unmarshal(text string, doc *yaml.Node) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("yaml: %v", p)
		}
	}()
	return yaml.Unmarshal([]byte(text), doc)
}

// locateError takes the line out of yaml.v3's text, which counts from the
// start of what it was given and leaves out the first line's number.
func locateError(err error, line int) *yamlError {
	text, _, _ := strings.Cut(strings.TrimPrefix(err.Error(), "yaml: "), "\n")
	if rest, ok := strings.CutPrefix(text, "line "); ok {
		if number, message, ok := strings.Cut(rest, ": "); ok {
			if n, err := strconv.Atoi(number); err == nil {
				return &yamlError{line + max(n, 1) - 1, message}
			}
		}
	}
	return &yamlError{line, text}
}

// strictly reports whether text is a mapping with a name or a description.
func strictly(text []byte) bool {
	if !utf8.Valid(text) {
		return false
	}
	list, err := decode(cleanText(new(report), text, 1), 1)
	if err != nil {
		return false
	}
	for _, p := range list {
		if p.key.Value == "name" || p.key.Value == "description" {
			return true
		}
	}
	return false
}

func commentLines(text string) (n int) {
	for i := strings.IndexByte(text, '#'); i >= 0; {
		n++
		text = text[i:]
		end := strings.IndexByte(text, '\n')
		if end < 0 {
			break
		}
		text = text[end:]
		i = strings.IndexByte(text, '#')
	}
	return n
}

// secondDocument returns the line, counted from 0, at which YAML ends the
// document or begins another, which yaml.v3 ignores; -1 where it is all one.
func secondDocument(text string) int {
	n := 0
	for line := range strings.Lines(text) {
		if isMarker(line) {
			return n
		}
		n++
	}
	return -1
}

// isMarker reports whether a line is one of YAML's document markers.
func isMarker(line string) bool {
	if !strings.HasPrefix(line, "---") && !strings.HasPrefix(line, "...") {
		return false
	}
	return len(line) == 3 || strings.IndexByte(" \t\n", line[3]) >= 0
}

func isNull(n *yaml.Node) bool { return n.Kind == yaml.ScalarNode && n.ShortTag() == "!!null" }

// cleanText makes the text of a frontmatter one that all YAML readers see
// alike: LF between lines, no control characters, and no other line breaks, at
// which yaml.v3 would begin a new line and others would not.
func cleanText(r *report, text []byte, line int) string {
	s := string(bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n")))
	s = strings.ReplaceAll(s, "\r", "\n")
	if strings.IndexFunc(s, isDirt) < 0 {
		return s
	}
	noteDirt(r, s, line)
	return strings.Map(func(c rune) rune {
		switch {
		case !isDirt(c):
			return c
		case isBreak(c):
			return ' '
		case c < ' ':
			return 0x2400 + c
		case c == 0x7f:
			return 0x2421
		}
		return utf8.RuneError
	}, s)
}

// isDirt reports whether c is a control character, a line break other than LF,
// or a code point that YAML forbids.
func isDirt(c rune) bool {
	return c < ' ' && c != '\n' && c != '\t' || c >= 0x7f && c < 0xa0 || isBreak(c) || c == 0xfffe || c == 0xffff
}

func isBreak(c rune) bool { return c == 0x85 || c == 0x2028 || c == 0x2029 }

// noteDirt reports the first character of each kind and how many there are.
func noteDirt(r *report, s string, line int) {
	breaks, controls, breakLine, controlLine := 0, 0, 0, 0
	for _, c := range s {
		switch {
		case c == '\n':
			line++
		case isBreak(c):
			if breaks++; breaks == 1 {
				breakLine = line
			}
		case isDirt(c):
			if controls++; controls == 1 {
				controlLine = line
			}
		}
	}
	if breaks > 0 {
		r.warn(LineSeparator, breakLine, "the frontmatter holds "+number(breaks, "Unicode line separator")+", read as blanks",
			"replace them by blanks or line feeds")
	}
	if controls > 0 {
		r.warn(ControlCharacter, controlLine, "the frontmatter holds "+number(controls, "control character")+", which YAML forbids",
			"remove them")
	}
}
