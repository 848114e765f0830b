package markdown

import (
	"strings"

	"github.com/charmbracelet/x/ansi"

	"deft/skills/sanitize"
	"deft/tui/cells"
)

const (
	maxGlyph = 64 // bytes of one cell: a base with more combining marks loses the rest
	reset    = "\x1b[0m"
	// noStart are signs that do not begin a line.
	noStart = "、。，．・：；？！」』）】〉》〕ー々…"
)

// glyph is one grapheme with the SGR sequences that are in force at it.
type glyph struct {
	text, pen string
	width     int
}

func (g glyph) blank() bool { return g.text == " " }

// scan reads a line that starts in the given pen and returns the pen at its end. Sequences other than SGR and controls are dropped, tabs become blanks.
func scan(line, pen string) ([]glyph, string) {
	gs := make([]glyph, 0, len(line))
	col := 0
	for line != "" {
		n := 1
		switch c := line[0]; {
		case c == 0x1b:
			n = sequenceLen(line)
			pen = addPen(pen, line[:n])
		case c == '\t':
			for range cells.Tab - col%cells.Tab {
				gs = append(gs, glyph{" ", pen, 1})
				col++
			}
		case c < ' ' || c == 0x7f:
		default:
			cluster, w := cells.First(line)
			n = len(cluster)
			gs = append(gs, glyph{short(cluster), pen, w})
			col += w
		}
		line = line[n:]
	}
	return gs, pen
}

func sequenceLen(s string) int {
	_, _, n, _ := ansi.DecodeSequence(s, ansi.NormalState, nil)
	return max(n, 1)
}

func addPen(pen, seq string) string {
	switch n, ends := cells.Style(seq); {
	case n == 0:
		return pen
	case ends:
		return ""
	case len(pen) > 128:
		return seq
	}
	return pen + seq
}

// short drops the combining marks that are too many for one cell.
func short(cluster string) string {
	if len(cluster) <= maxGlyph {
		return cluster
	}
	at := 0
	for i := range cluster {
		if i > maxGlyph {
			break
		}
		at = i
	}
	return strings.TrimRight(cluster[:at], "\u200d")
}

func cellsOf(gs []glyph) (n int) {
	for _, g := range gs {
		n += g.width
	}
	return n
}

// layout breaks glyphs into lines of at most width cells: at blanks, hyphens, slashes and around wide signs, else anywhere; hard means anywhere at once.
// The lines after the first start with hang.
func layout(gs, hang []glyph, width int, hard bool) [][]glyph {
	var lines [][]glyph
	start, col, at, room := 0, 0, -1, width
	for i, g := range gs {
		for i > start && col+g.width > room {
			end := i
			if !hard && !g.blank() && at > start {
				end = at
			}
			lines = append(lines, indented(gs[start:end], hang, len(lines) > 0))
			for start = end; !hard && start < i && gs[start].blank(); start++ {
			}
			col, at, room = cellsOf(gs[start:i]), -1, width-cellsOf(hang)
		}
		if col == 0 && len(lines) > 0 && !hard && g.blank() {
			start = i + 1
			continue
		}
		col += g.width
		if i+1 < len(gs) && mayBreak(gs, i) {
			at = i + 1
		}
	}
	if start < len(gs) || len(lines) == 0 {
		lines = append(lines, indented(gs[start:], hang, len(lines) > 0))
	}
	return lines
}

func indented(gs, hang []glyph, yes bool) []glyph {
	if !yes || len(hang) == 0 {
		return gs
	}
	return append(append(make([]glyph, 0, len(hang)+len(gs)), hang...), gs...)
}

// mayBreak says whether a line may end after glyph i.
func mayBreak(gs []glyph, i int) bool {
	g, next := gs[i], gs[i+1]
	switch {
	case g.blank():
		return true
	case next.width == 0 || strings.Contains(noStart, next.text):
		return false
	case g.width > 1 || next.width > 1:
		return true
	}
	sign := g.text == "-" || g.text == "/"
	return sign && i > 0 && !gs[i-1].blank() && gs[i-1].text != g.text && next.text != g.text
}

// paint writes glyphs as a string without blanks at its end, and with a reset if it is styled.
func paint(gs []glyph) string {
	for len(gs) > 0 && gs[len(gs)-1].blank() {
		gs = gs[:len(gs)-1]
	}
	var b strings.Builder
	pen := ""
	for i, g := range gs {
		if i == len(gs)-1 {
			g.text = strings.TrimRight(g.text, " ") // some signs take the blank after them into their cell
		}
		if g.pen != pen {
			if pen != "" {
				b.WriteString(reset)
			}
			b.WriteString(g.pen)
			pen = g.pen
		}
		b.WriteString(g.text)
	}
	if pen != "" {
		b.WriteString(reset)
	}
	return b.String()
}

// wrap breaks one line and paints it. A sign wider than the whole width is left out, as no terminal could show it.
func wrap(gs, hang []glyph, width int, hard bool) []string {
	if width < 2 {
		gs = narrow(gs, width)
	}
	if 2*cellsOf(hang) > width {
		hang = nil
	}
	lines := layout(gs, hang, width, hard)
	out := make([]string, len(lines))
	for i, l := range lines {
		out[i] = paint(l)
	}
	return out
}

func narrow(gs []glyph, width int) []glyph {
	var fit []glyph
	for _, g := range gs {
		if g.width <= width {
			fit = append(fit, g)
		}
	}
	return fit
}

// hangOf is the indent of the lines that follow the first line of a paragraph, quote or list item: its bars stay, its sign becomes blanks.
func hangOf(gs []glyph) []glyph {
	n := 0
	for n < len(gs) && (gs[n].blank() || gs[n].text == "│" || gs[n].text == ">") {
		n++
	}
	bars := n
	for n < len(gs) && n < bars+9 && gs[n].text >= "0" && gs[n].text <= "9" {
		n++
	}
	if n < len(gs) && (n > bars && gs[n].text == "." || n == bars && (gs[n].text == "•" || gs[n].text == "-")) {
		n++
	} else if n == bars && n+2 < len(gs) && gs[n].text == "[" && gs[n+2].text == "]" {
		n += 3
	} else {
		n = bars
	}
	if n == len(gs) || !gs[n].blank() {
		n = bars - 1
	}
	hang := append([]glyph{}, gs[:n+1]...)
	for i := bars; i < len(hang); i++ {
		hang[i] = glyph{" ", "", 1}
	}
	return hang
}

// Plain wraps text that is not Markdown: sanitised, every line at most width cells, indents kept.
func Plain(text string, width int) []string {
	return plainLines(sanitize.Text(text), max(width, 1))
}

func plainLines(text string, width int) []string {
	var out []string
	for line := range strings.SplitSeq(strings.TrimSuffix(text, "\n"), "\n") {
		gs, _ := scan(ansi.Strip(line), "")
		n := 0
		for n < len(gs) && gs[n].blank() {
			n++
		}
		out = append(out, wrap(gs, gs[:n], width, false)...)
	}
	return out
}
