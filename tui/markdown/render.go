package markdown

import (
	"bytes"
	"strings"

	"github.com/charmbracelet/glamour/ansi"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	east "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"deft/skills/sanitize"
	"deft/tui/theme"
)

// Renderer turns pieces into lines for one theme and width. It is a value and may be used by several goroutines at once.
type Renderer struct {
	theme theme.Theme
	width int
}

// New returns a renderer for lines of at most width cells; less than one counts as one.
func New(t theme.Theme, width int) Renderer {
	return Renderer{theme: t, width: max(width, 1)}
}

// Render returns the lines of a piece: at most width cells each, only SGR sequences, a reset at the end of a styled line, no blanks at the end. The lines
// of a document's pieces in order are the lines of the document; the blank line between two pieces is the first of the second. What cannot be rendered
// in bounded time is shown as its source, wrapped.
func (r Renderer) Render(p Piece) []string {
	lines, ok := r.tree(p)
	if !ok {
		lines = plainLines(p.source, r.width)
	}
	if p.apart && len(lines) > 0 {
		lines = append([]string{""}, lines...)
	}
	return lines
}

// tree renders a piece as Markdown, if it is within the bounds. A panic below counts as out of bounds: one in a library must not end the program.
func (r Renderer) tree(p Piece) (lines []string, ok bool) {
	if p.plain || len(p.source) > maxPiece || hostile(p.source) || swollen(p.source) {
		return nil, false
	}
	defer func() {
		if recover() != nil {
			lines, ok = nil, false
		}
	}()
	src := []byte(p.source)
	doc := pieceParser().Parse(text.NewReader(src), parser.WithContext(linked{parser.NewContext(), p.refs}))
	if tooDeep(doc, 0, 0) {
		return nil, false
	}
	if list, ok := doc.FirstChild().(*ast.List); ok && p.number > 0 {
		list.Start = p.number
	}
	f := fixer{src: src, theme: r.theme}
	f.blocks(doc, r.width)
	lines, err := r.blocks(doc, f.src)
	return lines, err == nil
}

// pieceParser knows tables, strikethrough and task lists. Bare URLs need no marking up, and finding them costs as much as all the rest.
func pieceParser() parser.Parser {
	p := parser.NewParser(
		parser.WithBlockParsers(parser.DefaultBlockParsers()...),
		parser.WithInlineParsers(parser.DefaultInlineParsers()...),
		parser.WithParagraphTransformers(parser.DefaultParagraphTransformers()...))
	p.AddOptions(
		parser.WithParagraphTransformers(util.Prioritized(extension.NewTableParagraphTransformer(), 200)),
		parser.WithASTTransformers(util.Prioritized(extension.NewTableASTTransformer(), 0)),
		parser.WithInlineParsers(
			util.Prioritized(extension.NewTaskCheckBoxParser(), 0),
			util.Prioritized(extension.NewStrikethroughParser(), 500)))
	return p
}

// blocks renders the top-level blocks one by one, a blank line between them.
func (r Renderer) blocks(doc ast.Node, src []byte) ([]string, error) {
	glam := r.glamour()
	var lines []string
	for n := doc.FirstChild(); n != nil; n = doc.FirstChild() {
		alone := ast.NewDocument()
		alone.AppendChild(alone, n) // takes it out of doc
		one, err := r.block(glam, src, alone)
		if err != nil {
			return nil, err
		}
		if len(lines) > 0 && len(one) > 0 {
			lines = append(lines, "")
		}
		lines = append(lines, one...)
	}
	return lines, nil
}

// block renders a document of one block.
func (r Renderer) block(glam renderer.Renderer, src []byte, doc ast.Node) ([]string, error) {
	if t, ok := doc.FirstChild().(*east.Table); ok {
		return newTable(t, src, r.theme).lines(r.width), nil
	}
	var out bytes.Buffer
	if err := glam.Render(&out, src, doc); err != nil {
		return nil, err
	}
	_, code := doc.FirstChild().(*ast.FencedCodeBlock)
	return r.fit(sanitize.OnlySGR(out.String()), code), nil
}

// glamour does not wrap here: at width 0 it neither breaks lines, which it does wrongly for wide signs and long words, nor paints blanks.
func (r Renderer) glamour() renderer.Renderer {
	return renderer.NewRenderer(renderer.WithNodeRenderers(util.Prioritized(ansi.NewRenderer(ansi.Options{
		ColorProfile:    r.theme.Profile(),
		ChromaFormatter: r.theme.CodeFormatter(),
		Styles:          r.theme.Markdown(),
	}), 100)))
}

// fit wraps what Glamour wrote, and drops blank lines at the ends and all but one elsewhere.
func (r Renderer) fit(out string, code bool) []string {
	var lines []string
	pen, blank := "", false
	for line := range strings.SplitSeq(out, "\n") {
		var gs []glyph
		gs, pen = scan(line, pen)
		if paint(gs) == "" {
			blank = len(lines) > 0
			if code {
				lines = append(lines, "")
			}
			continue
		}
		if blank && !code {
			lines = append(lines, "")
		}
		blank = false
		lines = append(lines, wrap(gs, hangOf(gs), r.width, code)...)
	}
	return trimBlank(lines)
}

func trimBlank(lines []string) []string {
	for len(lines) > 0 && lines[0] == "" {
		lines = lines[1:]
	}
	for len(lines) > 0 && lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	return lines
}
