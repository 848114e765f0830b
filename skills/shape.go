package skills

import (
	"bytes"
	"strings"

	"gopkg.in/yaml.v3"
)

// Shape is how a SKILL.md is written, apart from what it says: what decides
// whether a reader that is stricter or laxer than ReadHead takes it.
type Shape struct {
	Fence       Fence
	Mark        bool  // a byte order mark begins the file
	Fault       Fault // of strict YAML
	FaultKey    string
	Name        Kind
	Description Kind
	Off         bool   // enabled: false
	Said        string // the name as a reader of lines takes it, where strict YAML gives none or the fences are unusual
}

// Fence is how a frontmatter is opened and closed.
type Fence string

// The fences.
const (
	FenceUnread Fence = ""      // the file could not be read
	FencePlain  Fence = "plain" // --- on lines of their own
	FenceBlank  Fence = "blank" // blanks after the opening ---
	FenceLong   Fence = "long"  // more than three hyphens
	FenceLate   Fence = "late"  // blank lines before the opening ---
	FenceOpen   Fence = "open"  // no closing ---
	FenceNone   Fence = "none"  // no opening ---
)

// Kind is what a field's value is. Kinds combine to sets.
type Kind uint16

// The kinds.
const (
	Absent Kind = 1 << iota // there is no such key
	Null                    // a key without a value
	Empty                   // ""
	Blank                   // a string of blanks
	Text
	Scalar // a number, a truth value, a date
	List
	Map
)

// Fault is what strict YAML has against a frontmatter.
type Fault uint16

// The faults, which combine to sets.
const (
	Colon    Fault = 1 << iota // a colon in a value without quotes
	Bracket                    // a bracket or brace that is not closed
	Quote                      // a quote that is not closed
	Reserved                   // a value that begins with @ or the like
	Tab                        // a line that begins with a tab
	Twice                      // a key that occurs twice
	Other                      // anything else
)

// ReadShape looks at the beginning of a SKILL.md, as much of it as ReadHead
// had, and at what that made of it.
func ReadShape(data []byte, r Reading) Shape {
	data = unixLines(data)
	s := Shape{Mark: bytes.HasPrefix(data, []byte(byteOrderMark))}
	text, fence := frontmatter(data[len(data)-len(bytes.TrimPrefix(data, []byte(byteOrderMark))):])
	s.Fence = fence
	if r.Invalid == "" && r.StrictError == "" && (fence == FencePlain || fence == FenceBlank) && isPlainName(r.Head.Name) && isSentence(r.Head.Description) {
		s.Name, s.Description = Text, Text
		s.Off = bytes.Contains(text, []byte("\nenabled: false"))
		return s
	}
	s.look(string(text))
	return s
}

// isPlainName reports whether a name as written is a string to every reader.
func isPlainName(name string) bool {
	switch strings.ToLower(name) {
	case "true", "false", "yes", "no", "on", "off", "null", "y", "n", "":
		return false
	}
	return isLetter(name[0])
}

// isSentence does the same for a description.
func isSentence(s string) bool { return len(s) > len("false") && isLetter(s[0]) }

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

// frontmatter is the text between the fences, whose first byte is the line
// break of the opening one, and how they are made. Without a closing fence
// there is no text.
func frontmatter(data []byte) (text []byte, fence Fence) {
	first, rest, _ := bytes.Cut(data, []byte("\n"))
	line := strings.TrimSuffix(string(first), "\r")
	bare := strings.TrimRight(line, " \t")
	switch {
	case line == "---":
		fence = FencePlain
	case bare == "---":
		fence = FenceBlank
	case strings.HasPrefix(bare, "----") && strings.Trim(bare, "-") == "":
		fence = FenceLong
	case bare == "" && bytes.HasPrefix(bytes.TrimLeft(rest, " \t\r\n"), []byte("---")):
		return lateFrontmatter(bytes.TrimLeft(rest, " \t\r\n"))
	default:
		return nil, FenceNone
	}
	body := data[len(first):min(len(data), len(first)+MaxFrontmatter)]
	for at := 1; at <= len(body); {
		line, _, more := bytes.Cut(body[min(at, len(body)):], []byte("\n"))
		if end := bytes.TrimRight(line, " \t\r"); len(end) >= 3 && len(bytes.Trim(end, "-")) == 0 {
			return body[:at], fence
		}
		if !more {
			break
		}
		at += len(line) + 1
	}
	return nil, FenceOpen
}

// lateFrontmatter is a frontmatter that blank lines stood before.
func lateFrontmatter(data []byte) (text []byte, fence Fence) {
	text, fence = frontmatter(data)
	if fence == FencePlain || fence == FenceBlank {
		return text, FenceLate
	}
	return nil, fence
}

// look reads a frontmatter strictly, else by its lines.
func (s *Shape) look(text string) {
	s.Name, s.Description = Absent, Absent
	lines := linesOf(text)
	list, err := decode(strings.ReplaceAll(text, "\r\n", "\n"), 1)
	seen := make(map[string]bool, len(list))
	for _, p := range list {
		key := p.key.Value
		if seen[key] {
			s.Fault, s.FaultKey = Twice, key
		}
		seen[key] = true
		s.set(key, kindOf(p.node), saidOf(p.node))
	}
	if err != nil {
		s.Fault, s.FaultKey = faultOf(lines)
	}
	if s.Fault != 0 || s.Fence == FenceLong {
		for _, l := range lines {
			s.set(l.key, l.kind(), l.plain())
		}
	}
}

func (s *Shape) set(key string, kind Kind, value string) {
	switch key {
	case "name":
		s.Name, s.Said = kind, value
	case "description":
		s.Description = kind
	case "enabled":
		s.Off = value == "false"
	}
}

func kindOf(n *yaml.Node) Kind {
	switch {
	case n.Kind == yaml.AliasNode && n.Alias != nil:
		return kindOf(n.Alias)
	case n.Kind == yaml.SequenceNode:
		return List
	case n.Kind == yaml.MappingNode:
		return Map
	case n.Tag == "!!null":
		return Null
	case n.Tag != "!!str":
		return Scalar
	case n.Value == "":
		return Empty
	case strings.TrimSpace(n.Value) == "":
		return Blank
	}
	return Text
}

// saidOf is a value as text: a scalar as written, the scalars of a list in
// brackets.
func saidOf(n *yaml.Node) string {
	if kindOf(n) != List {
		return n.Value
	}
	var items []string
	for _, item := range n.Content {
		items = append(items, item.Value)
	}
	return "[" + strings.Join(items, ", ") + "]"
}

// keyLine is a line that looks like a key and its value.
type keyLine struct{ key, value string }

// linesOf takes a frontmatter for what a reader of lines sees in it.
func linesOf(text string) []keyLine {
	var out []keyLine
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\r\n")
		if line != strings.TrimLeft(line, " ") {
			continue
		}
		if key, value, ok := strings.Cut(line, ":"); ok {
			out = append(out, keyLine{key, strings.TrimSpace(value)})
		}
	}
	return out
}

// plain is a value without the quotes around it.
func (l keyLine) plain() string {
	if n := len(l.value); n > 1 && l.value[0] == l.value[n-1] && (l.value[0] == '"' || l.value[0] == '\'') {
		return l.value[1 : n-1]
	}
	return l.value
}

func (l keyLine) kind() Kind {
	switch {
	case l.value == "":
		return Null
	case l.plain() == "":
		return Empty
	case strings.TrimSpace(l.plain()) == "":
		return Blank
	}
	return Text
}

// faultOf names the first fault of lines that are no YAML.
func faultOf(lines []keyLine) (Fault, string) {
	for _, l := range lines {
		if strings.HasPrefix(l.key, "\t") {
			return Tab, strings.TrimSpace(l.key)
		}
		if f := l.fault(); f != 0 {
			return f, l.key
		}
	}
	return Other, ""
}

func (l keyLine) fault() Fault {
	if l.value == "" {
		return 0
	}
	switch c := l.value[0]; {
	case c == '[' && !strings.HasSuffix(l.value, "]"), c == '{' && !strings.HasSuffix(l.value, "}"):
		return Bracket
	case (c == '"' || c == '\'') && (len(l.value) == 1 || l.value[len(l.value)-1] != c):
		return Quote
	case strings.IndexByte("@`%", c) >= 0:
		return Reserved
	case c == '"' || c == '\'' || c == '[' || c == '{' || c == '|' || c == '>':
		return 0
	case strings.Contains(l.value, ": ") || strings.HasSuffix(l.value, ":"):
		return Colon
	}
	return 0
}
