package markdown

import (
	"strings"

	"github.com/alecthomas/chroma/v2"
	"github.com/alecthomas/chroma/v2/formatters"
	"github.com/alecthomas/chroma/v2/lexers"
	"github.com/alecthomas/chroma/v2/styles"

	"deft/skills/sanitize"
)

// maxCodeLine is how many bytes a line of code has at most: programs written by programs are not worth their colours.
const maxCodeLine = 2000

// Code highlights text in a language, as a fence of Markdown would name it, and returns the rows that each of its lines takes: at most width cells
// each, with SGR sequences only, broken wherever they are full. A language that is not known is plain text.
func (r Renderer) Code(language, source string) [][]string {
	source = strings.TrimSuffix(sanitize.Text(source), "\n")
	text := r.highlight(lexer(language), source)
	if strings.Count(text, "\n") != strings.Count(source, "\n") {
		text = source
	}
	var out [][]string
	pen := ""
	for line := range strings.SplitSeq(text, "\n") {
		var gs []glyph
		gs, pen = scan(line, pen)
		out = append(out, wrap(gs, nil, r.width, true))
	}
	return out
}

// highlight is the text with colours, or as it is where that is not possible.
func (r Renderer) highlight(language, source string) (out string) {
	if language == "text" {
		return source
	}
	for line := range strings.SplitSeq(source, "\n") {
		if len(line) > maxCodeLine {
			return source
		}
	}
	defer func() {
		if recover() != nil { // a lexer that goes wrong must not end the program
			out = source
		}
	}()
	tokens, err := chroma.Coalesce(lexers.Get(language)).Tokenise(nil, source)
	if err != nil {
		return source
	}
	var b strings.Builder
	style := styles.Get(r.theme.Markdown().CodeBlock.Theme)
	if err := formatters.Get(r.theme.CodeFormatter()).Format(&b, style, tokens); err != nil {
		return source
	}
	return strings.TrimSuffix(sanitize.OnlySGR(b.String()), "\n")
}
