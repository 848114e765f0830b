package settings

import (
	"bytes"
	"encoding/json"
	"strconv"
	"strings"
	"unicode/utf8"
)

// text reads a text with its quotes.
func (p *parser) text(quote byte) (string, error) {
	start := p.at
	for p.at++; p.at < len(p.data); p.at++ {
		switch c := p.data[p.at]; {
		case c == quote:
			p.at++
			return p.unquote(start)
		case c == '\\':
			if p.at++; bytes.HasPrefix(p.data[p.at:], []byte("\r\n")) {
				p.at++
			}
		case c == '\n' || c == '\r':
			return "", p.fault("a text is not closed")
		}
	}
	p.at = len(p.data) // a backslash at the end leads beyond it
	return "", p.fault("a text is not closed")
}

func (p *parser) unquote(start int) (string, error) {
	raw := p.data[start:p.at]
	if !utf8.Valid(raw) {
		return "", p.fault("a text is no UTF-8")
	}
	if p.loose {
		return p.unquoteLoose(string(raw[1 : len(raw)-1]))
	}
	if bytes.IndexByte(raw, '\\') < 0 && bytes.IndexFunc(raw, func(r rune) bool { return r < ' ' }) < 0 {
		return string(raw[1 : len(raw)-1]), nil
	}
	var out string
	if json.Unmarshal(raw, &out) != nil {
		return "", p.fault("a text holds what JSON does not allow")
	}
	return out, nil
}

// unquoteLoose resolves what may follow a backslash in JSON5.
func (p *parser) unquoteLoose(s string) (string, error) {
	var out strings.Builder
	for {
		before, after, ok := strings.Cut(s, `\`)
		out.WriteString(before)
		if !ok {
			return out.String(), nil
		}
		r, n := utf8.DecodeRuneInString(after)
		s = after[n:]
		switch r {
		case 'n', 't', 'r', 'b', 'f', 'v', '0':
			out.WriteByte("\n\t\r\b\f\v\x00"[strings.IndexRune("ntrbfv0", r)])
		case '\n', '\u2028', '\u2029':
		case '\r':
			s = strings.TrimPrefix(s, "\n")
		case 'u', 'x':
			digits := map[rune]int{'u': 4, 'x': 2}[r]
			if len(s) < digits {
				return "", p.fault("a text ends in the middle of a character")
			}
			code, err := strconv.ParseUint(s[:digits], 16, 32)
			if err != nil {
				return "", p.fault("%q is no character", `\`+string(r)+s[:digits])
			}
			out.WriteRune(rune(code))
			s = s[digits:]
		default:
			out.WriteRune(r)
		}
	}
}
