package markdown

import (
	"html"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
	"github.com/yuin/goldmark/ast"
	east "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/text"

	"deft/tui/theme"
)

// fixer changes a tree so that Glamour shows all of it: HTML as its source, links with their target, line breaks as blanks, code in a language that
// costs little. New text is put behind the source, as nodes are places in it.
type fixer struct {
	src   []byte
	theme theme.Theme
	hang  int // cells of the sign before the current list item; lines inside it start with as many blanks
}

func (f *fixer) put(s string) text.Segment {
	at := len(f.src)
	f.src = append(f.src, s...)
	return text.NewSegment(at, len(f.src))
}

// literal is a text node that shows s as it is: Glamour decodes references and takes backslashes away.
func (f *fixer) literal(s string) ast.Node {
	return ast.NewTextSegment(f.put(strings.ReplaceAll(html.EscapeString(s), `\`, `\\`)))
}

// blocks fixes what is inside a block that has room cells.
func (f *fixer) blocks(parent ast.Node, room int) {
	for n := parent.FirstChild(); n != nil; {
		next := n.NextSibling()
		f.block(parent, n, room)
		n = next
	}
}

func (f *fixer) block(parent, n ast.Node, room int) {
	switch n := n.(type) {
	case *ast.LinkReferenceDefinition:
		parent.RemoveChild(parent, n)
	case *ast.FencedCodeBlock:
		f.language(n)
	case *ast.CodeBlock:
		f.replace(parent, n, string(n.Lines().Value(f.src)), "text")
	case *ast.HTMLBlock:
		body := string(n.Lines().Value(f.src))
		if n.HasClosure() {
			body += string(n.ClosureLine.Value(f.src))
		}
		f.replace(parent, n, body, "html")
	case *east.Table:
		if parent.Kind() != ast.KindDocument {
			lines := newTable(n, f.src, f.theme).lines(max(room-4, 1))
			f.replace(parent, n, ansi.Strip(strings.Join(lines, "\n")), "text")
		}
	case *ast.List:
		f.blocks(n, room-2)
	case *ast.ListItem:
		f.item(n, room)
	case *ast.Blockquote:
		f.blocks(n, room-2)
	default:
		f.inlines(n)
	}
}

// item indents what follows the first line of a list item and ends each paragraph, which Glamour does neither.
func (f *fixer) item(n *ast.ListItem, room int) {
	outer := f.hang
	defer func() { f.hang = outer }()
	f.hang = 2
	if list, ok := n.Parent().(*ast.List); ok && list.IsOrdered() {
		f.hang = len(strconv.Itoa(list.Start+position(n))) + 2
	}
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		if c.Kind() == ast.KindParagraph && c != n.FirstChild() {
			c.InsertBefore(c, c.FirstChild(), f.indent())
			if c.PreviousSibling().Kind() == ast.KindParagraph {
				c.InsertBefore(c, c.FirstChild(), f.lineBreak())
			}
		}
	}
	f.blocks(n, room)
}

// position counts the siblings before a node.
func position(n ast.Node) (i int) {
	for n = n.PreviousSibling(); n != nil; n = n.PreviousSibling() {
		i++
	}
	return i
}

func (f *fixer) indent() ast.Node {
	return ast.NewTextSegment(f.put(strings.Repeat(" ", f.hang)))
}

func (f *fixer) lineBreak() ast.Node {
	n := ast.NewTextSegment(f.put(""))
	n.SetHardLineBreak(true)
	return n
}

// replace puts a code block in the place of a node.
func (f *fixer) replace(parent, n ast.Node, body, language string) {
	code := ast.NewFencedCodeBlock(ast.NewTextSegment(f.put(language)))
	lines := text.NewSegments()
	for line := range strings.SplitAfterSeq(strings.TrimRight(body, "\n"), "\n") {
		lines.Append(f.put(line))
	}
	code.SetLines(lines)
	parent.ReplaceChild(parent, n, code)
}

// language sets the language of a code block to one that chroma knows by that name.
func (f *fixer) language(n *ast.FencedCodeBlock) {
	name := ""
	if n.Info != nil {
		name = string(n.Info.Segment.Value(f.src))
		name, _, _ = strings.Cut(strings.TrimSpace(name), " ")
	}
	n.Info = ast.NewTextSegment(f.put(lexer(name)))
}

func (f *fixer) inlines(parent ast.Node) {
	for n := parent.FirstChild(); n != nil; {
		next := n.NextSibling()
		f.inline(parent, n)
		n = next
	}
}

func (f *fixer) inline(parent, n ast.Node) {
	switch n := n.(type) {
	case *ast.Text:
		f.soften(n)
		if n.HardLineBreak() && f.hang > 0 && n.Segment.Len() > 0 {
			parent.InsertAfter(parent, n, f.indent())
		}
	case *ast.CodeSpan:
		f.codeSpan(n)
	case *ast.RawHTML:
		parent.ReplaceChild(parent, n, f.literal(oneLine(string(n.Segments.Value(f.src)))))
	case *ast.AutoLink:
		link := ast.NewLink()
		link.Destination = []byte("#")
		link.AppendChild(link, f.literal(string(n.Label(f.src))))
		parent.ReplaceChild(parent, n, link)
	case *ast.Link:
		f.inlines(n)
		f.target(parent, n, n.Destination)
		n.Destination = []byte("#") // a target Glamour leaves out; it writes others as if they were absolute
	case *ast.Image:
		f.target(parent, n, n.Destination)
		n.Destination = nil
	default:
		f.inlines(n)
	}
}

// target writes where a link leads behind it, unless its text says so or it stays on the page.
func (f *fixer) target(parent, n ast.Node, destination []byte) {
	to := string(destination)
	if to == "" || to[0] == '#' || to == words(n, f.src) {
		return
	}
	parent.InsertAfter(parent, n, f.literal(" ("+to+")"))
}

// soften makes a soft line break a blank, or nothing between wide signs, which are written without blanks.
func (f *fixer) soften(n *ast.Text) {
	if !n.SoftLineBreak() || n.HardLineBreak() {
		return
	}
	n.SetSoftLineBreak(false)
	stop := n.Segment.Stop
	if next, ok := n.NextSibling().(*ast.Text); ok && wideAround(n.Segment.Value(f.src), next.Segment.Value(f.src)) {
		return
	}
	if stop < len(f.src) && strings.ContainsRune(" \t\n", rune(f.src[stop])) {
		f.src[stop] = ' '
		n.Segment.Stop++
	}
}

func wideAround(before, after []byte) bool {
	a, _ := utf8.DecodeLastRune(before)
	b, _ := utf8.DecodeRune(after)
	return ansi.StringWidth(string(a)) > 1 && ansi.StringWidth(string(b)) > 1
}

// codeSpan keeps character references in code as they are written.
func (f *fixer) codeSpan(n *ast.CodeSpan) {
	code := words(n, f.src)
	if !strings.ContainsAny(code, "&\n") {
		return
	}
	n.RemoveChildren(n)
	n.AppendChild(n, ast.NewTextSegment(f.put(html.EscapeString(oneLine(code)))))
}

func oneLine(s string) string { return strings.ReplaceAll(s, "\n", " ") }

// words is the text inside a node as written.
func words(n ast.Node, src []byte) string {
	var b strings.Builder
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		if t, ok := c.(*ast.Text); ok {
			b.Write(t.Segment.Value(src))
			if t.SoftLineBreak() {
				b.WriteByte('\n')
			}
			continue
		}
		b.WriteString(words(c, src))
	}
	return b.String()
}
