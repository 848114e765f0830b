package skills

import (
	"bytes"
	"encoding/binary"
	"strings"
	"unicode/utf8"

	"deft/skills/sanitize"
)

// maxScanKeys bounds the keys of one mapping that the scanner compares.
const maxScanKeys = 24

// scanner reads the common forms of a frontmatter without YAML. It gives up
// where yaml.v3 could see anything else than it does.
type scanner struct {
	rest   []byte
	line   int // of the line that next returned, counted from 1
	head   Head
	at     places
	folder string
	keys   keySet
}

// keySet is the keys of one mapping, to find one that occurs twice.
type keySet struct {
	list [maxScanKeys][]byte
	n    int
}

func (s *keySet) add(key []byte) bool {
	if s.n == maxScanKeys {
		return false
	}
	for _, k := range s.list[:s.n] {
		if bytes.Equal(k, key) {
			return false
		}
	}
	s.list[s.n] = key
	s.n++
	return true
}

// scanHead reads the head of a frontmatter, whose first line is line of the
// file. Where ok, the result is Parse's, and Parse finds nothing in the
// frontmatter but what check finds. The folder's name is used as the memory of
// a name that equals it.
func scanHead(text []byte, line int, folder string) (h Head, at places, ok bool) {
	if !isClean(text) {
		return Head{}, places{}, false
	}
	s := scanner{rest: text, line: line - 1, folder: folder}
	s.head.ModelInvocable, s.head.UserInvocable = true, true
	for len(s.rest) > 0 {
		if !s.entry() {
			return Head{}, places{}, false
		}
	}
	return s.head, s.at, true
}

// isClean reports whether text has no byte that needs a closer look: controls,
// tabs, hidden characters, line breaks other than LF.
func isClean(text []byte) bool {
	ascii := true
	for i := 0; i < len(text); {
		if i+8 <= len(text) && isPrintable8(text[i:]) {
			i += 8
			continue
		}
		for end := min(i+8, len(text)); i < end; i++ {
			c := text[i]
			if c < ' ' && c != '\n' || c == 0x7f {
				return false
			}
			ascii = ascii && c < utf8.RuneSelf
		}
	}
	if ascii {
		return true
	}
	// U+FFFE and U+FFFF begin with EF BF
	return utf8.Valid(text) && !bytes.Contains(text, []byte("\xef\xbf")) && !bytes.Contains(text, []byte(byteOrderMark)) &&
		!sanitize.HasHidden(string(text))
}

// isPrintable8 reports whether the first eight bytes of b are printable ASCII,
// all at once: the highest bit of each byte of the sum is set where it is not.
func isPrintable8(b []byte) bool {
	const ones = 0x0101010101010101
	x := binary.LittleEndian.Uint64(b)
	return ((x-' '*ones)|x|(x+ones))&(0x80*ones) == 0
}

// next takes a line, without its end.
func (s *scanner) next() []byte {
	n := lineLength(s.rest)
	line := s.rest[:n]
	s.rest = s.rest[n:]
	s.line++
	return bytes.TrimSuffix(line, []byte("\n"))
}

// entry reads one key with its value, a comment or a blank line.
func (s *scanner) entry() bool {
	line := s.next()
	if len(bytes.TrimLeft(line, " ")) == 0 || line[0] == '#' {
		return true
	}
	key, value := cutKey(line)
	if key == nil || !s.keys.add(key) {
		return false
	}
	switch string(key) {
	case "name":
		s.at.name = s.line
		return s.text(value, &s.head.Name)
	case "slug":
		s.at.slug = s.line
		return s.text(value, &s.head.Slug)
	case "description":
		s.at.description = s.line
		return s.text(value, &s.head.Description)
	case "when_to_use", "whenToUse":
		return s.head.WhenToUse == "" && s.text(value, &s.head.WhenToUse)
	case "argument-hint":
		return s.text(value, &s.head.ArgumentHint)
	case "globs":
		return s.list(value, &s.head.Globs, false)
	case "allowed-tools":
		return s.list(value, &s.head.AllowedTools, true)
	case "alwaysApply":
		return flag(value, &s.head.AlwaysApply, false)
	case "disable-model-invocation":
		return flag(value, &s.head.ModelInvocable, true)
	case "user-invocable":
		return flag(value, &s.head.UserInvocable, false)
	}
	return s.pass(key, value)
}

// pass reads a key that is no part of a head.
func (s *scanner) pass(key, value []byte) bool {
	switch string(key) {
	case "license":
		return s.text(value, nil)
	case "compatibility":
		short := len(value) <= MaxCompatibility && leadingBlanks(s.peek()) == 0
		return short && (len(value) == 0 || !isHeader(value[0])) && s.text(value, nil)
	case "metadata":
		if len(value) > 0 {
			return value[0] == '{' && isJSON(value)
		}
		return !isListBelow(s) && s.nested(nil)
	}
	return !mayBeMisspelled(key) && s.other(value)
}

func isHeader(c byte) bool { return c == '|' || c == '>' }

// mayBeMisspelled is knownLike without its cost for most keys: the fields'
// other spellings begin with one of a few letters.
func mayBeMisspelled(key []byte) bool {
	switch key[0] | 0x20 {
	case 'n', 'd', 'a', 'w', 'u':
		return knownLike(string(key)) != ""
	}
	return false
}

// cutKey cuts "key: value" or "key:"; key is nil where line is neither, or the
// key is not a word of ASCII letters, digits, hyphens and underscores.
func cutKey(line []byte) (key, value []byte) {
	end := 0
	for end < len(line) && isWord(line[end]) {
		end++
	}
	if end == 0 || end > 64 || end == len(line) || line[end] != ':' || line[0] == '-' || line[0] <= '9' {
		return nil, nil
	}
	if end+1 < len(line) && line[end+1] != ' ' {
		return nil, nil
	}
	return line[:end], bytes.Trim(line[end+1:], " ")
}

func isWord(c byte) bool {
	return c|0x20 >= 'a' && c|0x20 <= 'z' || c >= '0' && c <= '9' || c == '-' || c == '_'
}

// text reads a scalar into dst, which is nil where nobody wants it.
func (s *scanner) text(value []byte, dst *string) bool {
	if len(value) == 0 {
		return true // an indented line below it stops the next entry
	}
	if isHeader(value[0]) {
		return s.block(value, dst)
	}
	scalar, ok := oneLine(value)
	if !ok || isNullWord(value) {
		return false
	}
	if quoted := value[0] == '"' || value[0] == '\''; !quoted && leadingBlanks(s.peek()) > 0 {
		return s.folded(scalar, dst)
	}
	if dst != nil {
		*dst = s.keep(scalar, value[0] == '\'')
	}
	return true
}

// keep copies a scalar out of the buffer.
func (s *scanner) keep(scalar []byte, single bool) string {
	scalar = bytes.TrimSpace(scalar)
	if single && bytes.IndexByte(scalar, '\'') >= 0 {
		return strings.ReplaceAll(string(scalar), "''", "'")
	}
	if string(scalar) == s.folder {
		return s.folder
	}
	return string(scalar)
}

// oneLine takes the quotes off a scalar that stands whole on its line.
func oneLine(value []byte) (scalar []byte, ok bool) {
	if c := value[0]; c == '"' || c == '\'' {
		return unquote(value, c)
	}
	return value, isPlain(value)
}

func unquote(value []byte, quote byte) ([]byte, bool) {
	if len(value) < 2 || value[len(value)-1] != quote {
		return nil, false
	}
	inner := value[1 : len(value)-1]
	if quote == '"' {
		return inner, bytes.IndexByte(inner, '"') < 0 && bytes.IndexByte(inner, '\\') < 0
	}
	for i := 0; i < len(inner); i++ {
		if inner[i] != '\'' {
			continue
		}
		if i++; i == len(inner) || inner[i] != '\'' {
			return nil, false
		}
	}
	return inner, true
}

// isPlain reports whether value is a plain scalar that nothing ends early.
func isPlain(value []byte) bool {
	switch value[0] {
	case '-', '?', ':', ',', '[', ']', '{', '}', '#', '&', '*', '!', '|', '>', '\'', '"', '%', '@', '`', '<', '=':
		return false
	}
	return isPlainText(value)
}

// isPlainText reports whether nothing ends the plain scalar text early.
func isPlainText(value []byte) bool {
	for rest := value; ; {
		i := bytes.IndexByte(rest, ':')
		if i < 0 {
			break
		}
		if i+1 == len(rest) || rest[i+1] == ' ' {
			return false
		}
		rest = rest[i+1:]
	}
	return !bytes.Contains(value, []byte(" #"))
}

// isNullWord reports whether a plain scalar is YAML's null.
func isNullWord(s []byte) bool {
	switch string(s) {
	case "~", "null", "Null", "NULL":
		return true
	}
	return false
}

func flag(value []byte, dst *bool, inverted bool) bool {
	switch string(value) {
	case "true":
		*dst = !inverted
	case "false":
		*dst = inverted
	default:
		return false
	}
	return true
}
