package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"deft/commands"
	"deft/skills"
)

// writeJSON writes one value as one line of JSON.
func writeJSON(s *screen, v any) error {
	data, err := encode(v)
	if err != nil {
		return err
	}
	s.text(string(data), "\n")
	return nil
}

// writeArray writes an array with one element a line.
func writeArray[T any](s *screen, elements func(yield func(T) error) error) error {
	separator := "[\n"
	err := elements(func(v T) error {
		data, err := encode(v)
		if err != nil {
			return err
		}
		s.text(separator)
		_, err = s.Write(data)
		separator = ",\n"
		return err
	})
	if err != nil {
		return err
	}
	if separator == "[\n" {
		s.text("[]\n")
	} else {
		s.text("\n]\n")
	}
	return nil
}

// encode is JSON without HTML escapes, and with every rune that a terminal or
// a reader would take amiss escaped. Strings decode to what they were.
func encode(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return nil, fmt.Errorf("encoding JSON: %w", err)
	}
	return escape(bytes.TrimSuffix(b.Bytes(), []byte("\n"))), nil
}

// escape spells DEL, C1 controls, format and bidi controls, line separators,
// tags, variation selectors and private use as \u escapes. Encoded JSON has
// runes beyond ASCII only inside strings.
func escape(data []byte) []byte {
	if bytes.IndexFunc(data, unseen) < 0 {
		return data
	}
	out := make([]byte, 0, len(data)+64)
	for _, r := range string(data) {
		switch {
		case !unseen(r):
			out = utf8.AppendRune(out, r)
		case r > 0xffff:
			high, low := utf16.EncodeRune(r)
			out = fmt.Appendf(out, `\u%04x\u%04x`, high, low)
		default:
			out = fmt.Appendf(out, `\u%04x`, r)
		}
	}
	return out
}

func unseen(r rune) bool {
	return r >= 0x7f && (r == 0x7f || unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp, unicode.Co, unicode.Variation_Selector))
}

// some makes an empty list of a nil one: arrays of deft's JSON are never null.
func some[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}

// optional makes null of an empty text.
func optional(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}

// diagnosticsJSON leaves out what the user does not want to hear of.
func diagnosticsJSON(all []skills.Diagnostic, muted []string) []skills.Diagnostic {
	return some(commands.Heard(all, muted))
}
