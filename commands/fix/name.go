package fix

import (
	"bytes"
	"errors"
	"regexp"
	"slices"
	"strconv"
	"sync"

	"deft/skills"
)

// nameLine is a line with a name that stands on it whole.
var nameLine = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(["']?name["']?[ \t]*:[ \t]+)("[^"\\]*"|'[^']*'|[^\s"'#&*!|>{}\[\]%@` + "`" + `][^\r\n]*?)([ \t]*|[ \t]+#[^\r\n]*)(\r?)$`)
})

var errName = errors.New("the name in its frontmatter cannot be told apart from the rest")

// setName puts another name on the line of the frontmatter that has it.
func setName(raw []byte, name string) ([]byte, error) {
	s := skills.Parse(skills.Source{}, raw)
	if s.Invalid != "" {
		return nil, errors.New(s.Invalid)
	}
	i := slices.IndexFunc(s.Entries, func(e skills.Entry) bool { return e.Key == "name" })
	if i < 0 {
		return nil, errName
	}
	lines := bytes.Split(raw, []byte("\n"))
	at := s.Entries[i].Line - 1
	if at < 0 || at >= len(lines) {
		return nil, errName
	}
	m := nameLine().FindSubmatch(lines[at])
	if m == nil {
		return nil, errName
	}
	lines[at] = slices.Concat(m[1], []byte(scalar(name, m[2][0])), m[3], m[4])
	return bytes.Join(lines, []byte("\n")), nil
}

// plain is what YAML reads as text without quotes; it is compiled when it is first needed, not at every start.
var plain = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^\pL[\pL\pN-]*$`)
})

// scalar writes a name as the old one was written, in quotes where YAML would
// make something else of it.
func scalar(name string, first byte) string {
	words := []string{"true", "false", "yes", "no", "on", "off", "null", "y", "n"}
	switch {
	case first == '\'':
		return "'" + name + "'"
	case first == '"', !plain().MatchString(name), slices.Contains(words, name):
		return strconv.Quote(name)
	}
	return name
}

// sameBut checks that nothing but the name has changed.
func sameBut(before, after *skills.Skill, name string) error {
	same := after.Name == name && after.Body == before.Body && after.Invalid == before.Invalid &&
		slices.EqualFunc(before.Entries, after.Entries, func(a, b skills.Entry) bool {
			return a.Key == b.Key && a.Line == b.Line && (a.Value == b.Value || a.Key == "name")
		})
	if !same {
		return errName
	}
	return nil
}
