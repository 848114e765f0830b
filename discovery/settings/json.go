package settings

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"
	"unicode"
	"unicode/utf8"

	"deft/discovery"
)

// parser reads JSON, and as much beyond it as a format allows.
type parser struct {
	data     []byte
	at       int
	line     int // of counted
	counted  int
	comments bool
	trailing bool // commas before a closing bracket
	loose    bool // JSON5
}

func readJSON(data []byte, format discovery.Format) (v *Value, err error) {
	p := &parser{data: data, line: 1}
	p.loose = format == discovery.JSON5
	p.trailing = p.loose || format == discovery.JSONC
	p.comments = p.trailing || format == discovery.CommentedJSON
	if bytes.HasPrefix(data, []byte("\xef\xbb\xbf")) {
		p.at = 3
	}
	if err := p.blank(); err != nil {
		return nil, err
	}
	if p.at == len(data) {
		return &Value{Kind: Object, Line: 1, Start: p.at, End: p.at}, nil
	}
	if v, err = p.value(0); err != nil {
		return nil, err
	}
	if err := p.blank(); err != nil {
		return nil, err
	}
	if p.at < len(data) {
		return nil, p.fault("text follows the end of the value")
	}
	return v, nil
}

// fault is an error at the place that is being read.
func (p *parser) fault(format string, args ...any) error {
	return &SyntaxError{Line: p.here(), Msg: fmt.Sprintf(format, args...)}
}

// here is the line that is being read.
func (p *parser) here() int {
	if p.at > p.counted {
		p.line += bytes.Count(p.data[p.counted:p.at], []byte("\n"))
		p.counted = p.at
	}
	return p.line
}

// peek is the next byte, 0 at the end.
func (p *parser) peek() byte {
	if p.at < len(p.data) {
		return p.data[p.at]
	}
	return 0
}

// blank passes over what stands between values.
func (p *parser) blank() error {
	for p.at < len(p.data) {
		switch c := p.data[p.at]; {
		case c == ' ' || c == '\t' || c == '\n' || c == '\r':
			p.at++
		case c == '/' && p.comments:
			if err := p.comment(); err != nil {
				return err
			}
		case p.loose && (c == '\v' || c == '\f'):
			p.at++
		case p.loose && c >= utf8.RuneSelf:
			r, n := utf8.DecodeRune(p.data[p.at:])
			if r != '\ufeff' && r != '\u2028' && r != '\u2029' && !unicode.Is(unicode.Zs, r) {
				return nil
			}
			p.at += n
		default:
			return nil
		}
	}
	return nil
}

// comment passes over one comment.
func (p *parser) comment() error {
	rest := p.data[p.at:]
	end, skip := -1, 0
	switch {
	case bytes.HasPrefix(rest, []byte("//")):
		if end = bytes.IndexAny(rest, "\r\n"); end < 0 {
			end = len(rest)
		}
	case bytes.HasPrefix(rest, []byte("/*")):
		if end = bytes.Index(rest[2:], []byte("*/")); end < 0 {
			return p.fault("a comment is not closed")
		}
		skip = 4
	default:
		return p.fault("a slash stands where a value is due")
	}
	p.at += end + skip
	return nil
}

func (p *parser) value(depth int) (*Value, error) {
	v := &Value{Line: p.here(), Start: p.at}
	var err error
	switch c := p.peek(); {
	case depth > maxDepth:
		return nil, p.fault("values lie too deep in each other")
	case c == '{':
		v.Kind = Object
		err = p.members(v, depth)
	case c == '[':
		v.Kind = List
		err = p.items(v, depth)
	case c == '"' || c == '\'' && p.loose:
		v.Kind = Text
		v.Text, err = p.text(c)
	default:
		v.Kind = Other
		v.Text, err = p.word()
	}
	v.End = p.at
	return v, err
}

// members reads an object, the brace included.
func (p *parser) members(v *Value, depth int) error {
	return p.each('}', func() error {
		m := Member{At: p.at}
		var err error
		if m.Key, err = p.key(); err == nil {
			err = p.blank()
		}
		if err != nil {
			return err
		}
		if p.peek() != ':' {
			return p.fault("a colon is missing after %q", m.Key)
		}
		p.at++
		if err = p.blank(); err != nil {
			return err
		}
		m.Value, err = p.value(depth + 1)
		v.Members = append(v.Members, m)
		return err
	})
}

// items reads a list, the bracket included.
func (p *parser) items(v *Value, depth int) error {
	return p.each(']', func() error {
		item, err := p.value(depth + 1)
		v.Items = append(v.Items, item)
		return err
	})
}

// each reads what stands between two brackets, with commas between.
func (p *parser) each(closing byte, one func() error) error {
	p.at++
	for first := true; ; first = false {
		if err := p.blank(); err != nil {
			return err
		}
		if p.peek() == closing && (first || p.trailing) {
			break
		}
		if err := one(); err != nil {
			return err
		}
		if err := p.blank(); err != nil {
			return err
		}
		if p.peek() == closing {
			break
		}
		if p.peek() != ',' {
			return p.fault("a comma or %q is missing", string(closing))
		}
		p.at++
	}
	p.at++
	return nil
}

// key reads a key of an object.
func (p *parser) key() (string, error) {
	c := p.peek()
	if c == '"' || c == '\'' && p.loose {
		return p.text(c)
	}
	if p.loose {
		if word := p.run(); word != "" {
			return word, nil
		}
	}
	return "", p.fault("a key is missing")
}

// run passes over what a bare key, a number or a name like true is made of.
func (p *parser) run() string {
	start := p.at
	for p.at < len(p.data) {
		r, n := utf8.DecodeRune(p.data[p.at:])
		if r != '$' && r != '_' && r != '+' && r != '-' && r != '.' && !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			break
		}
		p.at += n
	}
	return string(p.data[start:p.at])
}

// word reads a number or a name.
func (p *parser) word() (string, error) {
	start := p.at
	word := p.run()
	if word != "" && (json.Valid([]byte(word)) || p.loose && isNumber(word)) {
		return word, nil
	}
	p.at = start
	if word == "" && p.at == len(p.data) {
		return "", p.fault("the file ends early")
	}
	if word == "" {
		word = string(p.data[p.at : p.at+1])
	}
	return "", p.fault("%q is no value", word)
}

// isNumber reports whether a word is one of the numbers that only JSON5 has.
func isNumber(word string) bool {
	if _, err := strconv.ParseInt(word, 0, 64); err == nil {
		return true
	}
	_, err := strconv.ParseFloat(word, 64)
	return err == nil
}
