package markdown

import (
	"strings"

	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"deft/skills/sanitize"
)

// Bounds in bytes.
const (
	maxDefinitions = 32 << 10
	maxDefinition  = 1 << 10
)

// references are the link definitions of a whole document, by their labels as goldmark compares them.
type references map[string]parser.Reference

// collect finds the link definitions by their lines alone, without parsing the document: a line that looks like one inside a code block is taken too, which
// only matters to text that uses its label.
func collect(source string) references {
	var found []string
	seen := map[string]bool{}
	for at, size := 0, 0; size < maxDefinitions; {
		i := strings.Index(source[at:], "]:")
		if i < 0 {
			break
		}
		start := strings.LastIndexByte(source[:at+i], '\n') + 1
		line, rest, _ := strings.Cut(source[start:], "\n")
		at = start + len(line)
		if body := definition(line, rest); body != "" && !seen[body] {
			seen[body] = true
			found = append(found, body)
			size += len(body)
		}
	}
	return define(found)
}

// definition returns the text of the definition that a line starts, or "".
func definition(line, rest string) string {
	body := strings.TrimLeft(line, " ")
	if len(line)-len(body) > 3 || !strings.HasPrefix(body, "[") || len(body) > maxDefinition {
		return ""
	}
	if next, _, _ := strings.Cut(rest, "\n"); len(next) <= maxDefinition && continuesDefinition(body, next) {
		body += "\n" + next
	}
	return body
}

// continuesDefinition: the destination or the title stands on the next line.
func continuesDefinition(line, next string) bool {
	next = strings.TrimLeft(next, " \t")
	return strings.HasSuffix(strings.TrimRight(line, " \t"), "]:") || next != "" && strings.Contains(`"'(`, next[:1])
}

func define(found []string) references {
	if len(found) == 0 {
		return nil
	}
	// A blank line after each: goldmark's time grows with the square of the definitions in one paragraph.
	all := sanitize.Markdown(strings.Join(found, "\n\n"))
	ctx := parser.NewContext()
	blockParser().Parse(text.NewReader([]byte(all)), parser.WithContext(ctx))
	refs := references{}
	for _, r := range ctx.References() {
		key := util.ToLinkReference(r.Label())
		if _, taken := refs[key]; !taken {
			refs[key] = r
		}
	}
	return refs
}

// linked is a parser's context that also knows the definitions of the rest of the document.
type linked struct {
	parser.Context
	refs references
}

// Reference returns the definition of a normalised label.
func (l linked) Reference(label string) (parser.Reference, bool) {
	if r, ok := l.refs[label]; ok {
		return r, true
	}
	return l.Context.Reference(label)
}
