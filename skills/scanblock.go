package skills

import (
	"bytes"
	"strings"
)

// maxScanDepth bounds the values inside values that the scanner reads.
const maxScanDepth = 3

// block reads the lines of a block scalar. Text is trimmed by all readers, so
// how the header keeps the last line breaks makes no difference.
func (s *scanner) block(header []byte, dst *string) bool {
	switch string(header) {
	case "|", ">", "|-", ">-", "|+", ">+":
	default:
		return false
	}
	indent := leadingBlanks(s.peek())
	if indent == 0 || len(s.peek()) == indent {
		return false
	}
	var b blockText
	if dst != nil {
		b.out = make([]byte, 0, min(len(s.rest), 512))
	}
	for len(s.rest) > 0 {
		line := s.peek()
		n := leadingBlanks(line)
		switch {
		case n == len(line) && n <= indent:
			b.blank()
		case n >= indent:
			b.line(line[indent:], header[0] == '>', dst != nil)
		case n > 0:
			return false
		default:
			s.finish(dst, b.out)
			return true
		}
		s.next()
	}
	s.finish(dst, b.out)
	return true
}

func (s *scanner) finish(dst *string, text []byte) {
	if dst != nil {
		*dst = s.keep(text, false)
	}
}

// blockText folds the lines of a block scalar.
type blockText struct {
	out    []byte
	blanks int  // blank lines since the last text
	begun  bool // there is text
	deeper bool // the last line was indented beyond the block
}

func (b *blockText) blank() { b.blanks++ }

// line adds a line of text. In a folded block one line break between two lines
// is a blank, and each further one stays; around deeper lines all stay.
func (b *blockText) line(text []byte, folded, wanted bool) {
	deeper := text[0] == ' '
	if wanted {
		if b.begun {
			b.out = append(b.out, b.breaks(folded && !deeper && !b.deeper)...)
		}
		b.out = append(b.out, text...)
	}
	b.begun, b.deeper, b.blanks = true, deeper, 0
}

func (b *blockText) breaks(fold bool) string {
	switch {
	case fold && b.blanks == 0:
		return " "
	case fold:
		return strings.Repeat("\n", b.blanks)
	}
	return strings.Repeat("\n", b.blanks+1)
}

// folded reads a plain scalar that goes on over indented lines: one line break
// is a blank, of more all but the first stay.
func (s *scanner) folded(first []byte, dst *string) bool {
	b := blockText{begun: true}
	if dst != nil {
		b.out = append(make([]byte, 0, min(len(first)+len(s.rest), 512)), first...)
	}
	for len(s.rest) > 0 {
		line := bytes.Trim(s.peek(), " ")
		switch {
		case len(line) == 0:
			b.blank()
		case s.peek()[0] != ' ':
			s.finish(dst, b.out)
			return true
		case line[0] == '#' || !isPlainText(line):
			return false
		default:
			b.line(line, true, dst != nil)
		}
		s.next()
	}
	s.finish(dst, b.out)
	return true
}

// peek is the next line, without its end; nil at the end of the text.
func (s *scanner) peek() []byte {
	return bytes.TrimSuffix(s.rest[:lineLength(s.rest)], []byte("\n"))
}

func leadingBlanks(line []byte) int {
	n := 0
	for n < len(line) && line[n] == ' ' {
		n++
	}
	return n
}

// list reads globs or allowed-tools into dst: a text on the line, a flow list,
// or a list below.
func (s *scanner) list(value []byte, dst *[]string, blanks bool) bool {
	switch {
	case len(value) == 0:
		return !isKeyBelow(s) && s.nested(dst)
	case value[0] == '[':
		return flowList(value, dst)
	}
	scalar, ok := oneLine(value)
	if !ok || value[0] == '\'' || !isTextWord(value) {
		return false
	}
	items, ok := split(strings.TrimSpace(string(scalar)), blanks)
	*dst = items
	return ok
}

// isKeyBelow reports whether the value below a key is a map.
func isKeyBelow(s *scanner) bool {
	line := s.peek()
	n := leadingBlanks(line)
	return n > 0 && !isDash(line[n:])
}

// isListBelow reports whether the value below a key is a list.
func isListBelow(s *scanner) bool {
	line := s.peek()
	return isDash(line[leadingBlanks(line):])
}

// isTextWord reports whether a scalar on one line is a text for YAML, not a
// number, a date, a truth value or null.
func isTextWord(value []byte) bool {
	c := value[0] | 0x20
	if value[0] == '"' || value[0] == '\'' {
		return true
	}
	if c < 'a' || c > 'z' {
		return false
	}
	switch string(value) {
	case "true", "True", "TRUE", "false", "False", "FALSE", "null", "Null", "NULL":
		return false
	}
	return true
}

// other passes the value of a key that is not part of a head.
func (s *scanner) other(value []byte) bool {
	switch {
	case len(value) == 0:
		return s.nested(nil)
	case isHeader(value[0]):
		return s.block(value, nil)
	case value[0] == '[':
		return flowList(value, nil) || isJSON(value)
	case value[0] == '{':
		return isJSON(value)
	}
	return s.text(value, nil)
}

// nested reads the map or list below a key, of scalars and of maps and lists
// of these. The items of a list go to dst where it is not nil. A key with
// nothing below has the value null.
func (s *scanner) nested(dst *[]string) bool {
	line := s.peek()
	n := leadingBlanks(line)
	if n == len(line) && len(s.rest) > 0 {
		return false // a blank line first: leave it to YAML
	}
	if n == 0 && !isDash(line) {
		return true
	}
	return s.level(n, 1, dst)
}

func isDash(line []byte) bool { return len(line) > 1 && line[0] == '-' && line[1] == ' ' }

// level reads the lines of one indentation.
func (s *scanner) level(indent, depth int, dst *[]string) bool {
	if depth > maxScanDepth {
		return false
	}
	list := isDash(s.peek()[indent:])
	var keys keySet
	for len(s.rest) > 0 {
		line := s.peek()
		n := leadingBlanks(line)
		switch {
		case n == len(line):
			s.next()
			continue
		case n < indent || n == indent && list && !isDash(line[n:]):
			return true
		case n > indent || !list && isDash(line[n:]):
			return false
		}
		s.next()
		if list && !item(line[n+2:], dst) || !list && !s.member(line[n:], indent, depth, &keys) {
			return false
		}
	}
	return true
}

func item(text []byte, dst *[]string) bool {
	text = bytes.Trim(text, " ")
	if len(text) == 0 {
		return false
	}
	scalar, ok := oneLine(text)
	if !ok || dst != nil && (text[0] == '\'' || !isTextWord(text)) {
		return false
	}
	if scalar = bytes.TrimSpace(scalar); dst != nil && len(scalar) > 0 {
		*dst = append(*dst, string(scalar))
	}
	return true
}

// member reads one key of a nested map.
func (s *scanner) member(line []byte, indent, depth int, keys *keySet) bool {
	key, value := cutKey(line)
	if key == nil || !keys.add(key) {
		return false
	}
	if len(value) > 0 {
		_, ok := oneLine(value)
		return ok
	}
	below := s.peek()
	n := leadingBlanks(below)
	switch {
	case n == len(below) && len(s.rest) > 0:
		return false
	case n > indent || n == indent && isDash(below[n:]):
		return s.level(n, depth+1, nil)
	}
	return true
}
