package tool

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"sort"
	"strings"
	"unicode/utf8"
)

// arguments are the checked arguments of a call.
type arguments struct {
	text   map[string]string
	number map[string]int // 0 where missing
}

// decode reads the arguments of a call. Whatever the schema does not know is
// an error that names it; names are compared exactly.
func (s schema) decode(tool string, raw json.RawMessage) (arguments, error) {
	out := arguments{text: map[string]string{}, number: map[string]int{}}
	given, err := members(raw)
	if err != nil {
		return out, fmt.Errorf("arguments of %s: %w", tool, err)
	}
	seen := map[string]bool{}
	for _, m := range given {
		if name, ok := s.also[m.name]; ok {
			m.name = name
		}
		p, known := s.Properties[m.name]
		switch {
		case !known:
			return out, fmt.Errorf("unknown argument %q: %s takes %s", m.name, tool, s.takes())
		case seen[m.name]:
			return out, fmt.Errorf("argument %q is given twice", m.name)
		}
		seen[m.name] = true
		if err := p.put(out, m); err != nil {
			return out, err
		}
	}
	for _, name := range s.Required {
		if !seen[name] {
			return out, fmt.Errorf("argument %q is missing: %s takes %s", name, tool, s.takes())
		}
	}
	return out, nil
}

// takes lists the arguments, the required ones first.
func (s schema) takes() string {
	names := make([]string, 0, len(s.Properties))
	for name := range s.Properties {
		if !slices.Contains(s.Required, name) {
			names = append(names, name+" (optional)")
		}
	}
	sort.Strings(names)
	return strings.Join(append(slices.Clone(s.Required), names...), ", ")
}

// member is one member of a JSON object.
type member struct {
	name  string
	value json.RawMessage
}

// members reads an object in order, names that stand twice included. No
// arguments at all are none.
func members(raw json.RawMessage) ([]member, error) {
	trimmed := bytes.TrimSpace(raw)
	if len(trimmed) == 0 || string(trimmed) == "null" {
		return nil, nil
	}
	d := json.NewDecoder(bytes.NewReader(trimmed))
	if t, err := d.Token(); err != nil || t != json.Delim('{') {
		return nil, errors.New("not a JSON object")
	}
	var out []member
	for d.More() {
		t, err := d.Token()
		name, ok := t.(string)
		if err != nil || !ok {
			return nil, errors.New("not valid JSON")
		}
		m := member{name: name}
		if err := d.Decode(&m.value); err != nil {
			return nil, errors.New("not valid JSON")
		}
		out = append(out, m)
	}
	if _, err := d.Token(); err != nil {
		return nil, errors.New("not valid JSON")
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("something stands behind the JSON object")
	}
	return out, nil
}

// put checks one value and keeps it.
func (p property) put(out arguments, m member) error {
	if p.Type == "integer" {
		n, err := p.integer(m)
		out.number[m.name] = n
		return err
	}
	text, err := p.string(m)
	out.text[m.name] = text
	return err
}

func (p property) string(m member) (string, error) {
	var text string
	if kindOf(m.value) != "a string" || json.Unmarshal(m.value, &text) != nil {
		return "", fmt.Errorf("argument %q is %s; it wants a string", m.name, kindOf(m.value))
	}
	n := utf8.RuneCountInString(text)
	switch {
	case n < p.MinLength || p.MinLength > 0 && strings.TrimSpace(text) == "":
		return "", fmt.Errorf("argument %q is empty", m.name)
	case p.MaxLength > 0 && n > p.MaxLength:
		return "", fmt.Errorf("argument %q has %d characters; it may have %d", m.name, n, p.MaxLength)
	}
	return text, nil
}

func (p property) integer(m member) (int, error) {
	var n int
	switch err := json.Unmarshal(m.value, &n); {
	case kindOf(m.value) != "a number" || err != nil:
		return 0, fmt.Errorf("argument %q is %s; it wants a whole number", m.name, kindOf(m.value))
	case n < p.Minimum:
		return 0, fmt.Errorf("argument %q is %d; it wants %d or more", m.name, n, p.Minimum)
	case p.Maximum > 0 && n > p.Maximum:
		return 0, fmt.Errorf("argument %q is %d; it may be %d", m.name, n, p.Maximum)
	}
	return n, nil
}

// kindOf names the type of a JSON value.
func kindOf(v json.RawMessage) string {
	switch v[0] {
	case '"':
		return "a string"
	case '{':
		return "an object"
	case '[':
		return "a list"
	case 't', 'f':
		return "true or false"
	case 'n':
		return "null"
	}
	return "a number"
}
