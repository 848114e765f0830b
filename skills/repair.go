package skills

import (
	"fmt"
	"strings"
)

// maxRepaired bounds the entries of a frontmatter that is repaired: each is
// read by itself.
const maxRepaired = 1000

// maxRepairDepth bounds the repair of values inside values.
const maxRepairDepth = 4

// entry is one key with the lines that belong to it, or one item of a list.
type entry struct {
	lines []string // as written; the first begins with the key
	line  int      // of the first one in the file, counted from 1
}

func (e entry) text() string { return strings.Join(e.lines, "\n") + "\n" }

// repair reads a frontmatter that strict YAML refuses, entry by entry. The
// fault is the first thing that cannot be made sense of.
func repair(r *report, text string, line int, strict *yamlError) ([]pair, *yamlError) {
	entries := splitEntries(r, strings.Split(strings.TrimSuffix(text, "\n"), "\n"), line)
	if len(entries) == 0 {
		return nil, strict
	}
	if len(entries) > maxRepaired {
		return nil, &yamlError{strict.line, fmt.Sprintf("%s; %d keys are too many to repair", strict.message, len(entries))}
	}
	var list []pair
	for _, e := range entries {
		read, err := decode(e.text(), e.line)
		if err != nil {
			fixed, ok := fixEntry(r, e, 0)
			if !ok {
				return nil, err
			}
			if read, err = decode(fixed, e.line); err != nil {
				return nil, err
			}
		}
		list = append(list, read...)
	}
	return list, nil
}

// splitter groups lines to entries.
type splitter struct {
	r       *report
	entries []entry
}

func splitEntries(r *report, lines []string, first int) []entry {
	s := splitter{r: r}
	for i, line := range lines {
		s.add(line, first+i)
	}
	return s.entries
}

func (s *splitter) add(line string, at int) {
	switch {
	case isConflict(line):
		s.r.warn(ConflictMarker, at, "Git conflict marker "+quoted(line)+": left out", "resolve the conflict")
	case isMarker(line):
		s.stray(line, at)
	case line == "" || line[0] == '#':
		s.join(line)
	case line[0] == ' ' || line[0] == '\t':
		s.indented(line, at)
	case keyEnd(line) > 0:
		s.entries = append(s.entries, entry{[]string{line}, at})
	case glued(line) != "":
		s.r.warn(MissingBlank, at, "no blank after the colon of "+quoted(line), glued(line))
		s.entries = append(s.entries, entry{[]string{glued(line)}, at})
	default:
		s.unindented(line, at)
	}
}

// join adds a line to the entry before it.
func (s *splitter) join(line string) {
	if n := len(s.entries); n > 0 {
		s.entries[n-1].lines = append(s.entries[n-1].lines, line)
	}
}

// stray drops a line that belongs to nothing.
func (s *splitter) stray(line string, at int) {
	s.r.warn(StrayLine, at, "the line "+quoted(line)+" belongs to no key: left out", "move it below the closing ---")
}

// indented adds a line to the entry before it, unless it is a known key that
// slipped to the right behind a complete value.
func (s *splitter) indented(line string, at int) {
	trimmed := strings.TrimLeft(line, " \t")
	if trimmed == "" {
		s.join("")
		return
	}
	alone := len(s.entries) == 0
	if end := keyEnd(trimmed); end > 0 && isField(trimmed[:end]) && (alone || s.last().complete()) {
		s.r.warn(BadIndentation, at, "the key "+quoted(trimmed[:end])+" is indented", trimmed)
		s.entries = append(s.entries, entry{[]string{trimmed}, at})
		return
	}
	if alone {
		s.stray(line, at)
		return
	}
	s.join(line)
}

// unindented handles a line without key and indentation: an item of a list, a
// text that goes on, or a stray line.
func (s *splitter) unindented(line string, at int) {
	if len(s.entries) == 0 {
		s.stray(line, at)
		return
	}
	last := s.last()
	value := last.inline()
	switch {
	case isItem(line) && value == "":
		s.join(line)
	case last.lines[len(last.lines)-1] == "" || value != "" && strings.ContainsAny(value[:1], `"'[{`) && last.complete():
		s.stray(line, at)
	default:
		s.r.warn(StrayLine, at, "the line "+quoted(line)+" is not indented: joined to the key above", "  "+line)
		s.join("  " + line)
	}
}

func (s *splitter) last() entry { return s.entries[len(s.entries)-1] }

// inline is the value on the line of the key.
func (e entry) inline() string {
	return strings.TrimSpace(e.lines[0][keyEnd(e.lines[0])+1:])
}

// complete reports whether the entry's value stands whole on the line of the
// key, as far as that can be seen.
func (e entry) complete() bool {
	value := e.inline()
	if value == "" || value[0] == '|' || value[0] == '>' {
		return false
	}
	switch value[0] {
	case '"', '\'':
		return len(value) > 1 && strings.HasSuffix(value, value[:1])
	case '[':
		return strings.HasSuffix(value, "]")
	case '{':
		return strings.HasSuffix(value, "}")
	}
	return true
}

// keyEnd is the offset of the colon behind the key that line begins with, 0
// where it begins with none. A key is one word, or stands in quotes.
func keyEnd(line string) int {
	end := strings.IndexByte(line, ':')
	if line != "" && (line[0] == '"' || line[0] == '\'') {
		closing := strings.IndexByte(line[1:], line[0])
		if closing < 0 || !strings.HasPrefix(line[closing+2:], ":") {
			return 0
		}
		end = closing + 2
	} else if end <= 0 || strings.ContainsAny(line[:end], " \t,[]{}#&*!|>'\"%@`") || line[0] == '-' {
		return 0
	}
	if end+1 < len(line) && line[end+1] != ' ' && line[end+1] != '\t' {
		return 0
	}
	return end
}

// glued is the line with a blank after the colon where a known key lacks it,
// else "".
func glued(line string) string {
	key, value, ok := strings.Cut(line, ":")
	if !ok || !isField(key) || value == "" || value[0] == ' ' {
		return ""
	}
	return key + ": " + value
}

func isField(key string) bool {
	switch key {
	case "name", "slug", "description", "when_to_use", "whenToUse", "argument-hint", "globs", "allowed-tools", "alwaysApply",
		"disable-model-invocation", "user-invocable", "license", "compatibility", "metadata":
		return true
	}
	return false
}

func isItem(line string) bool { return line == "-" || strings.HasPrefix(line, "- ") }

func isConflict(line string) bool {
	return strings.HasPrefix(line, "<<<<<<< ") || strings.HasPrefix(line, ">>>>>>> ") || strings.HasPrefix(line, "||||||| ") ||
		line == "======="
}
