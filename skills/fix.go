package skills

import (
	"strings"
)

// fixEntry rewrites one entry so that YAML reads it, from the smallest change
// to the largest. ok is false where its meaning cannot be guessed.
func fixEntry(r *report, e entry, depth int) (text string, ok bool) {
	key := e.lines[0][:keyEnd(e.lines[0])]
	if joined := joinSurrogates(e.text()); joined != e.text() {
		r.warn(SurrogateEscape, e.line, "the value of "+quoted(key)+" writes a character as two \\u escapes", "write the character itself")
		e.lines = strings.Split(strings.TrimSuffix(joined, "\n"), "\n")
		if reads(joined) {
			return joined, true
		}
	}
	if spaced, changed := spaceTabs(e.lines); changed {
		if text := strings.Join(spaced, "\n") + "\n"; reads(text) {
			r.warn(BadIndentation, e.line, "the value of "+quoted(key)+" is indented with tabs", "indent with blanks")
			return text, true
		}
	}
	if text, ok := fixNested(r, e, depth); ok {
		return text, true
	}
	return fixText(r, e, key)
}

func reads(text string) bool {
	_, err := decode(text, 1)
	return err == nil
}

// spaceTabs turns the tabs that indent lines into two blanks each.
func spaceTabs(lines []string) (spaced []string, changed bool) {
	for _, line := range lines {
		rest := strings.TrimLeft(line, " \t")
		indent := line[:len(line)-len(rest)]
		if strings.Contains(indent, "\t") {
			line, changed = strings.ReplaceAll(indent, "\t", "  ")+rest, true
		}
		spaced = append(spaced, line)
	}
	return spaced, changed
}

// fixNested repairs the entries or items below a key that has no value of its
// own on its line.
func fixNested(r *report, e entry, depth int) (string, bool) {
	if e.inline() != "" || len(e.lines) < 2 || depth >= maxRepairDepth {
		return "", false
	}
	lines, _ := spaceTabs(e.lines[1:])
	lines, ok := dedent(lines)
	if !ok {
		return "", false
	}
	fixed, ok := fixBlock(r, lines, e.line+1, depth+1)
	if !ok {
		return "", false
	}
	text := e.lines[0] + "\n" + fixed
	return text, reads(text)
}

// fixBlock repairs the entries or items of a nested value and indents them.
func fixBlock(r *report, lines []string, line, depth int) (string, bool) {
	list := isItem(firstText(lines))
	inner := new(report) // the repair may come to nothing: keep its findings back
	inner.path = r.path
	var entries []entry
	if list {
		entries = splitItems(lines, line)
	} else {
		entries = splitEntries(inner, lines, line)
	}
	if len(entries) == 0 || len(entries) > maxRepaired {
		return "", false
	}
	var b strings.Builder
	for _, e := range entries {
		text, ok := e.text(), true
		if !reads(text) {
			text, ok = fixOne(inner, e, list, depth)
		}
		if !ok {
			return "", false
		}
		for l := range strings.Lines(text) {
			b.WriteString("  " + l)
		}
	}
	for _, d := range inner.done() {
		r.add(d.Code, d.Severity, d.Line, d.Message, d.Hint)
	}
	return b.String(), true
}

func fixOne(r *report, e entry, list bool, depth int) (string, bool) {
	if !list {
		return fixEntry(r, e, depth)
	}
	value := textValue(strings.TrimSpace(e.lines[0][1:]), e.lines[1:])
	code, why := textFault(value)
	r.warn(code, e.line, "an item of a list "+why, "- "+singleQuoted(shorten(value, maxQuoted)))
	return "- " + singleQuoted(looseText(value)) + "\n", true
}

func firstText(lines []string) string {
	for _, line := range lines {
		if line != "" {
			return line
		}
	}
	return ""
}

// splitItems groups the lines of a list.
func splitItems(lines []string, first int) (items []entry) {
	for i, line := range lines {
		switch n := len(items); {
		case isItem(line):
			items = append(items, entry{[]string{line}, first + i})
		case n > 0:
			items[n-1].lines = append(items[n-1].lines, line)
		}
	}
	return items
}

// dedent takes the smallest indentation from all lines. It reports false where
// a line has none, unless all are items of a list.
func dedent(lines []string) ([]string, bool) {
	least, items := -1, true
	for _, line := range lines {
		rest := strings.TrimLeft(line, " ")
		if rest == "" {
			continue
		}
		if n := len(line) - len(rest); least < 0 || n < least {
			least = n
		}
		items = items && isItem(rest)
	}
	if least < 0 || least == 0 && !items {
		return nil, false
	}
	out := make([]string, len(lines))
	for i, line := range lines {
		out[i] = line[min(least, len(line)):]
	}
	return out, true
}

// fixText takes the whole value for a text. A bracket that is left open over
// several lines may hold anything: that is no text.
func fixText(r *report, e entry, key string) (string, bool) {
	value := textValue(e.inline(), e.lines[1:])
	if value == "" {
		return "", false
	}
	several := strings.TrimSpace(strings.Join(e.lines[1:], "")) != ""
	if several && (value[0] == '[' && !strings.Contains(value, "]") || value[0] == '{' && !strings.Contains(value, "}")) {
		return "", false
	}
	code, why := textFault(value)
	text := looseText(value)
	r.warn(code, e.line, "the value of "+quoted(key)+" "+why, spelling(key, text))
	return e.lines[0][:keyEnd(e.lines[0])] + ": " + singleQuoted(text) + "\n", true
}

// textValue joins a value over several lines. The header of a block is no part
// of it.
func textValue(inline string, rest []string) string {
	var words []string
	if inline != "" && strings.Trim(inline, "|>+-0123456789 ") != "" {
		words = append(words, inline)
	}
	for _, line := range rest {
		if strings.HasPrefix(line, "#") {
			continue // a comment between the keys
		}
		if line = strings.TrimSpace(line); line != "" {
			words = append(words, line)
		}
	}
	return strings.Join(words, " ")
}

// textFault says why a text that strict YAML refuses is none to it.
func textFault(value string) (code Code, why string) {
	switch {
	case value != "" && strings.Contains(`"'`, value[:1]):
		return BrokenQuotes, "has a quote that does not close or text after it"
	case value != "" && strings.Contains("[]{}*&!@`%,|>?-#", value[:1]):
		return UnquotedStart, "begins with " + quoted(value[:1]) + ", which YAML reserves"
	case strings.Contains(value, ": ") || strings.HasSuffix(value, ":"):
		return UnquotedColon, `holds a colon outside quotes`
	}
	return BadValue, "is no YAML: read as text"
}

// looseText takes the quotes off a text that was meant to stand in them.
func looseText(v string) string {
	if v == "" || v[0] != '"' && v[0] != '\'' {
		return v
	}
	quote, inner := v[:1], v[1:]
	next := strings.Index(inner, quote)
	switch {
	case next < 0: // never closed
		return inner
	case len(v) < 2 || !strings.HasSuffix(v, quote) || closes(inner, next):
		return v
	}
	inner = inner[:len(inner)-1]
	if quote == "'" {
		return strings.ReplaceAll(inner, "''", "'")
	}
	return strings.NewReplacer(`\"`, `"`, `\\`, `\`).Replace(inner)
}

// closes reports whether the quote at s[i] ends a word and more text follows.
func closes(s string, i int) bool {
	return i > 0 && i+1 < len(s) && s[i-1] != ' ' && s[i-1] != '\\' && strings.IndexByte(" ,.;:)", s[i+1]) >= 0
}
