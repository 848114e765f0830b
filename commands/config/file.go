package config

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"unicode"
	"unicode/utf8"

	"gopkg.in/yaml.v3"

	"deft/commands/phrase"
	"deft/discovery"
	"deft/discovery/scan"
	"deft/skills/resource"
)

// maxFile is the most that is read of a config file, in bytes.
const maxFile = 1 << 20

// value is one word of a setting and where it was written.
type value struct {
	text    string            // as it counts: directories are absolute
	file    string            // "" for flags and defaults
	line    int               // of file, counted from 1
	origin  string            // for people: `default`, `flag --x`, `FILE:LINE`
	binding Binding           // of the kind bindings
	profile discovery.Profile // of the kind profiles; text is its name
	shown   string            // in place of text, "" for text
	private bool              // too much for a project's file
}

// assignment is one key as one layer sets it.
type assignment struct {
	key    key
	values []value
	line   int
}

// Error is a fault in a config file or in a flag that sets a key.
type Error struct {
	File string // "" for a flag
	Line int    // counted from 1; 0 is the whole file
	Msg  string
	Hint string // the way out, "" where the message says it
}

func (e *Error) Error() string {
	var b strings.Builder
	if e.File != "" {
		b.WriteString(e.File + ":")
		if e.Line > 0 {
			b.WriteString(strconv.Itoa(e.Line) + ":")
		}
		b.WriteByte(' ')
	}
	b.WriteString(e.Msg)
	if e.Hint != "" {
		b.WriteString(" (" + e.Hint + ")")
	}
	return b.String()
}

// readFile reads a config file. A missing one is empty. It never waits: a
// project's file may be a pipe that nobody writes to.
func readFile(file string) ([]byte, error) {
	data, err := scan.ReadFile(file, maxFile)
	switch {
	case err == nil:
		return data, nil
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, syscall.ENOTDIR):
		return nil, nil
	case errors.Is(err, resource.ErrNotRegular):
		return nil, &Error{File: file, Msg: "is no regular file", Hint: "move it away or make it a YAML file"}
	case errors.Is(err, resource.ErrTooLarge):
		return nil, &Error{File: file, Msg: "is larger than 1 MB", Hint: "move it away"}
	}
	return nil, fmt.Errorf("config: %w", err)
}

// parse reads the text of a config file into assignments, in the order
// written.
func parse(file string, data []byte) ([]assignment, error) {
	var doc yaml.Node
	decoder := yaml.NewDecoder(bytes.NewReader(data))
	if err := decoder.Decode(&doc); errors.Is(err, io.EOF) {
		return nil, nil
	} else if err != nil {
		return nil, yamlFault(file, data, err)
	}
	var more yaml.Node
	if err := decoder.Decode(&more); !errors.Is(err, io.EOF) {
		return nil, &Error{File: file, Line: max(more.Line, 1), Msg: "more than one YAML document", Hint: "keep one"}
	}
	r := reader{file: file, seen: map[string]int{}}
	if err := r.mapping("", doc.Content[0]); err != nil {
		return nil, err
	}
	return r.out, nil
}

// yamlFault turns a message of yaml.v3 into one with file and line.
func yamlFault(file string, data []byte, err error) error {
	msg := strings.TrimPrefix(err.Error(), "yaml: ")
	line := 0
	if m := regexp.MustCompile(`^line (\d+): `).FindStringSubmatch(msg); m != nil {
		line, _ = strconv.Atoi(m[1])
		msg = msg[len(m[0]):]
		if ofParser.MatchString(msg) {
			line = min(line, bytes.Count(bytes.TrimRight(data, " \r\n"), []byte("\n"))) + 1 // the end of a file is after its last line
		}
	}
	if line == 0 {
		line = unnumbered(data, msg)
	}
	return &Error{File: file, Line: line, Msg: "not valid YAML: " + msg, Hint: "put text with `: ` or odd signs in quotes"}
}

// ofParser are the messages of yaml.v3 whose lines are counted from 0; those of its scanner are counted from 1.
var ofParser = regexp.MustCompile(`^(did not find expected (key|'-' indicator|',' or|node content|<)|found (duplicate %|incompatible YAML|undefined tag))`)

// unnumbered is the line of a fault for which yaml.v3 names none: it counts no
// lines of text that it does not read and of aliases, and leaves out the first.
func unnumbered(data []byte, msg string) int {
	at := 0
	if m := regexp.MustCompile(`^unknown anchor '(.*)' referenced`).FindStringSubmatch(msg); m != nil {
		at = max(0, bytes.Index(data, []byte("*"+m[1])))
	} else if strings.Contains(msg, "control characters") || strings.Contains(msg, "UTF-8") {
		at = max(0, bytes.IndexFunc(data, func(r rune) bool {
			return r == utf8.RuneError || unicode.IsControl(r) && !strings.ContainsRune("\t\n\r\u0085", r)
		}))
	}
	return 1 + bytes.Count(data[:at], []byte("\n"))
}

// reader walks the YAML of one config file.
type reader struct {
	file string
	seen map[string]int // the line at which a key, a section or a part of a profile stands
	out  []assignment
}

func (r *reader) fault(n *yaml.Node, hint, format string, args ...any) error {
	return &Error{File: r.file, Line: n.Line, Msg: fmt.Sprintf(format, args...), Hint: hint}
}

func (r *reader) mapping(prefix string, n *yaml.Node) error {
	n = target(n)
	if null(n) {
		return nil
	}
	if n.Kind != yaml.MappingNode {
		what := "the file"
		if prefix != "" {
			what = strings.TrimSuffix(prefix, ".")
		}
		return r.fault(n, "", "%s wants a map of settings, not %s", what, describe(n))
	}
	for name, val := range pairs(n) {
		if err := r.pair(prefix, name, val); err != nil {
			return err
		}
	}
	return nil
}

// pairs are the names and values of a map.
func pairs(n *yaml.Node) iter.Seq2[*yaml.Node, *yaml.Node] {
	return func(yield func(name, val *yaml.Node) bool) {
		for i := 0; i+1 < len(n.Content); i += 2 {
			if !yield(n.Content[i], n.Content[i+1]) {
				return
			}
		}
	}
}

// once refuses what stands in the file a second time.
func (r *reader) once(name *yaml.Node, full, is, hint string) error {
	if line, twice := r.seen[full]; twice {
		return r.fault(name, hint, "%s %s already in line %d", full, is, line)
	}
	r.seen[full] = name.Line
	return nil
}

func (r *reader) pair(prefix string, name, val *yaml.Node) error {
	full := prefix + name.Value
	k, ok := findKey(full)
	if !ok {
		return r.unknown(full, name, val)
	}
	if err := r.once(name, k.name, "is set", "keep one of the two"); err != nil {
		return err
	}
	values, err := r.values(k, val)
	if err != nil || values == nil {
		return err
	}
	r.out = append(r.out, assignment{key: k, values: values, line: name.Line})
	return nil
}

// unknown enters a section, or complains.
func (r *reader) unknown(full string, name, val *yaml.Node) error {
	if section(full) {
		if err := r.once(name, full, "stands", "join the two"); err != nil {
			return err
		}
		return r.mapping(full+".", val)
	}
	hint := "`deft config --help` lists the keys"
	if near := nearest(full); near != "" {
		hint = "did you mean " + near + "?"
	}
	return r.fault(name, hint, "unknown key %q", full)
}

// values reads a key's value; nil where it is left empty.
func (r *reader) values(k key, n *yaml.Node) ([]value, error) {
	n = target(n)
	if null(n) {
		return nil, nil
	}
	switch k.kind {
	case bindings:
		return r.bindings(k, n)
	case profiles:
		return r.profiles(k, n)
	}
	if !k.kind.list() {
		v, err := r.scalar(k, n)
		return []value{v}, err
	}
	if n.Kind != yaml.SequenceNode {
		return nil, r.fault(n, "write one a line, each after `- `", "%s wants %s, not %s", k.name, k.kind, describe(n))
	}
	out := make([]value, 0, len(n.Content))
	for _, item := range n.Content {
		v, err := r.scalar(k, target(item))
		if err != nil {
			return nil, err
		}
		out = append(out, v)
	}
	return out, nil
}

// bindings reads a map of actions; the keys of each are a list or one word. That there are such actions and keys is for the interface
// to say.
func (r *reader) bindings(k key, n *yaml.Node) ([]value, error) {
	if n.Kind != yaml.MappingNode {
		return nil, r.fault(n, "", "%s wants %s, not %s", k.name, k.kind, describe(n))
	}
	out := make([]value, 0, len(n.Content)/2)
	for name, val := range pairs(n) {
		list := target(val)
		b := Binding{Action: name.Value, File: r.file, Line: name.Line}
		items := []*yaml.Node{list}
		if list.Kind == yaml.SequenceNode {
			items = list.Content
		}
		for _, item := range items {
			if item = target(item); item.Kind != yaml.ScalarNode || null(item) || item.Value == "" {
				return nil, r.fault(item, "write [] for none", "%s.%s wants a list of keys, not %s", k.name, b.Action, describe(item))
			}
			b.Keys = append(b.Keys, item.Value)
		}
		text := b.Action + ": " + strings.Join(b.Keys, ", ")
		out = append(out, value{text: text, file: r.file, line: name.Line, origin: phrase.Place(r.file, name.Line), binding: b})
	}
	return out, nil
}

func (r *reader) scalar(k key, n *yaml.Node) (value, error) {
	if n.Kind != yaml.ScalarNode || null(n) || k.kind == boolean && n.ShortTag() != "!!bool" {
		return value{}, r.fault(n, "", "%s wants %s, not %s", k.name, k.kind, describe(n))
	}
	text := n.Value
	if k.kind == boolean {
		text = strings.ToLower(text)
	}
	if err := k.check(text); err != nil {
		return value{}, r.fault(n, "", "%v", err)
	}
	return value{text: text, file: r.file, line: n.Line, origin: phrase.Place(r.file, n.Line)}, nil
}

// target follows an alias to what it stands for.
func target(n *yaml.Node) *yaml.Node {
	for n.Kind == yaml.AliasNode {
		n = n.Alias
	}
	return n
}

func null(n *yaml.Node) bool { return n.Kind == yaml.ScalarNode && n.ShortTag() == "!!null" }

func describe(n *yaml.Node) string {
	switch {
	case n.Kind == yaml.MappingNode:
		return "a map"
	case n.Kind == yaml.SequenceNode:
		return "a list"
	case null(n):
		return "nothing"
	}
	return strconv.Quote(n.Value)
}
