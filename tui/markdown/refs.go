package markdown

import (
	"strings"

	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"

	"deft/skills/sanitize"
)

const (
	maxDefinitions = 1000
	maxDefinition  = 1 << 10 // bytes
)

// references are the link definitions of a whole document.
type references struct {
	text  string // the definitions as written
	byKey map[string]parser.Reference
}

// collect finds the link definitions by their lines alone, without parsing the document: a line that looks like one inside a code block is taken too, which
// only matters to text that uses its label.
func collect(source string) references {
	if !strings.Contains(source, "]:") {
		return references{}
	}
	var found []string
	lines := strings.Split(source, "\n")
	for i, line := range lines {
		body := strings.TrimLeft(line, " ")
		if len(line)-len(body) > 3 || !strings.HasPrefix(body, "[") || !strings.Contains(body, "]:") || len(body) > maxDefinition {
			continue
		}
		if i+1 < len(lines) && len(lines[i+1]) <= maxDefinition && continuesDefinition(body, lines[i+1]) {
			body += "\n" + lines[i+1]
		}
		if found = append(found, body); len(found) == maxDefinitions {
			break
		}
	}
	return define(found)
}

// continuesDefinition: the destination or the title stands on the next line.
func continuesDefinition(line, next string) bool {
	next = strings.TrimLeft(next, " \t")
	return strings.HasSuffix(strings.TrimRight(line, " \t"), "]:") || next != "" && strings.Contains(`"'(`, next[:1])
}

func define(found []string) references {
	if len(found) == 0 {
		return references{}
	}
	// A blank line after each: goldmark's time grows with the square of the definitions in one paragraph.
	all := sanitize.Markdown(strings.Join(found, "\n\n"))
	ctx := parser.NewContext()
	blockParser().Parse(text.NewReader([]byte(all)), parser.WithContext(ctx))
	refs := references{text: all, byKey: map[string]parser.Reference{}}
	for _, r := range ctx.References() {
		key := labelKey(r.Label())
		if _, taken := refs.byKey[key]; !taken {
			refs.byKey[key] = r
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
	if r, ok := l.refs.byKey[label]; ok {
		return r, true
	}
	return l.Context.Reference(label)
}
