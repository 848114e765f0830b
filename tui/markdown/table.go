package markdown

import (
	"html"
	"strings"

	"github.com/charmbracelet/lipgloss"
	"github.com/yuin/goldmark/ast"
	east "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/util"

	"deft/tui/theme"
)

// narrowest is the width in cells down to which columns are made narrower; below it a table is written as records.
const narrowest = 8

// grid is a table with the text of its cells, head first.
type grid struct {
	rows  [][][]glyph
	align []east.Alignment
	theme theme.Theme
	src   []byte
}

func newTable(t *east.Table, src []byte, th theme.Theme) grid {
	g := grid{align: t.Alignments, theme: th, src: src}
	for r := t.FirstChild(); r != nil; r = r.NextSibling() {
		pen := ""
		if len(g.rows) == 0 {
			pen = bold
		}
		var row [][]glyph
		for c := r.FirstChild(); c != nil; c = c.NextSibling() {
			row = append(row, g.cell(nil, c, pen))
		}
		g.rows = append(g.rows, row)
	}
	return g
}

const (
	bold   = "\x1b[1m"
	italic = "\x1b[3m"
	struck = "\x1b[9m"
)

// pen is the sequence that a style starts with.
func pen(s lipgloss.Style) string {
	before, _, _ := strings.Cut(s.Render("x"), "x")
	return before
}

// cell appends the text inside a node.
func (g grid) cell(gs []glyph, parent ast.Node, at string) []glyph {
	for n := parent.FirstChild(); n != nil; n = n.NextSibling() {
		switch n := n.(type) {
		case *ast.Text:
			s := html.UnescapeString(string(util.UnescapePunctuations(n.Segment.Value(g.src))))
			gs = write(gs, s, at)
		case *ast.CodeSpan:
			gs = g.code(gs, words(n, g.src), at)
		case *ast.RawHTML:
			gs = write(gs, string(n.Segments.Value(g.src)), at)
		case *ast.AutoLink:
			gs = write(gs, string(n.Label(g.src)), at+pen(g.theme.Link))
		case *ast.Link:
			gs = g.link(g.cell(gs, n, at+pen(g.theme.Link)), n, n.Destination, at)
		case *ast.Image:
			gs = g.link(g.cell(write(gs, "Image: ", at), n, at), n, n.Destination, at)
		case *ast.Emphasis:
			gs = g.cell(gs, n, at+[]string{italic, bold}[min(n.Level, 2)-1])
		case *east.Strikethrough:
			gs = g.cell(gs, n, at+struck)
		default:
			gs = g.cell(gs, n, at)
		}
	}
	return gs
}

func write(gs []glyph, s, pen string) []glyph {
	more, _ := scan(s, pen)
	return append(gs, more...)
}

func (g grid) code(gs []glyph, s, at string) []glyph {
	if g.theme.Options().Color == theme.ColorNone {
		s = "`" + s + "`"
	}
	return write(gs, s, at+pen(g.theme.Code))
}

func (g grid) link(gs []glyph, n ast.Node, destination []byte, at string) []glyph {
	if to := string(destination); to != "" && to != words(n, g.src) {
		return write(gs, " ("+to+")", at)
	}
	return gs
}

// lines draws the table in at most width cells: as a grid if its columns fit, else as records.
func (g grid) lines(width int) []string {
	if len(g.rows) == 0 {
		return nil
	}
	widths, ok := g.columns(width)
	if !ok {
		return g.records(width)
	}
	lines := g.row(g.rows[0], widths)
	lines = append(lines, g.rule(widths))
	for _, row := range g.rows[1:] {
		lines = append(lines, g.row(row, widths)...)
	}
	return lines
}

// columns shares the width out: narrow columns get what they need, the others the same.
func (g grid) columns(width int) ([]int, bool) {
	widths := make([]int, len(g.rows[0]))
	for _, row := range g.rows {
		for i, c := range row {
			if i < len(widths) {
				widths[i] = max(widths[i], cellsOf(c), 1)
			}
		}
	}
	room := width - 3*(len(widths)-1)
	limit := 0
	for limit < width && sumUpTo(widths, limit+1) <= room {
		limit++
	}
	for i, w := range widths {
		if w > limit && limit < narrowest {
			return nil, false
		}
		widths[i] = min(w, limit)
	}
	return widths, true
}

// sumUpTo is the width of all columns if none is wider than limit.
func sumUpTo(widths []int, limit int) (sum int) {
	for _, w := range widths {
		sum += min(w, limit)
	}
	return sum
}

func (g grid) row(row [][]glyph, widths []int) []string {
	parts := make([][][]glyph, len(widths))
	height := 1
	for i := range widths {
		if i < len(row) {
			parts[i] = layout(row[i], nil, widths[i], false)
			height = max(height, len(parts[i]))
		}
	}
	lines := make([]string, height)
	for y := range height {
		var line []glyph
		for i, w := range widths {
			var part []glyph
			if y < len(parts[i]) {
				part = parts[i][y]
			}
			if i > 0 {
				line = append(line, glyph{" ", "", 1}, g.bar(), glyph{" ", "", 1})
			}
			line = append(line, pad(part, w, g.alignment(i))...)
		}
		lines[y] = paint(line)
	}
	return lines
}

func (g grid) alignment(i int) east.Alignment {
	if i < len(g.align) {
		return g.align[i]
	}
	return east.AlignNone
}

func (g grid) bar() glyph {
	return glyph{g.theme.Marks.Bar, pen(g.theme.Muted), 1}
}

func (g grid) rule(widths []int) string {
	m := g.theme.Marks
	parts := make([]string, len(widths))
	for i, w := range widths {
		parts[i] = strings.Repeat(m.Dash, w)
	}
	gs, _ := scan(strings.Join(parts, m.Dash+m.Cross+m.Dash), pen(g.theme.Muted))
	return paint(gs)
}

func pad(gs []glyph, width int, a east.Alignment) []glyph {
	for len(gs) > 0 && gs[len(gs)-1].blank() {
		gs = gs[:len(gs)-1]
	}
	free := max(width-cellsOf(gs), 0)
	left := 0
	switch a {
	case east.AlignRight:
		left = free
	case east.AlignCenter:
		left = free / 2
	}
	out := make([]glyph, 0, len(gs)+free)
	out = append(out, blanks(left)...)
	out = append(out, gs...)
	return append(out, blanks(free-left)...)
}

func blanks(n int) []glyph {
	gs := make([]glyph, n)
	for i := range gs {
		gs[i] = glyph{" ", "", 1}
	}
	return gs
}

// records writes each row as lines "head: value", with a blank line between the rows.
func (g grid) records(width int) []string {
	if len(g.rows) == 1 {
		return g.record(g.rows[0], nil, width)
	}
	var lines []string
	for i, row := range g.rows[1:] {
		if i > 0 {
			lines = append(lines, "")
		}
		lines = append(lines, g.record(g.rows[0], row, width)...)
	}
	return lines
}

func (g grid) record(head, row [][]glyph, width int) []string {
	var lines []string
	for i := range max(len(head), len(row)) {
		var gs []glyph
		if i < len(head) {
			gs = write(append(gs, head[i]...), ":", bold)
		}
		if i < len(row) && len(row[i]) > 0 {
			gs = append(write(gs, " ", ""), row[i]...)
		}
		lines = append(lines, wrap(gs, blanks(2), width, false)...)
	}
	return lines
}
