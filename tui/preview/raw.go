package preview

import (
	"fmt"
	"strings"

	"deft/skills"
	"deft/skills/sanitize"
	"deft/tui/cells"
	"deft/tui/markdown"
	"deft/tui/theme"
)

// rawBlock is how many lines of a file are painted together.
const rawBlock = 100

// rawContent is the SKILL.md as it is, made visible, with the numbers of its lines.
func rawContent(s *subject) content {
	id := "raw\x00" + s.entry.Path
	return content{id: id + "\x00" + s.digest, kept: id, pick: true, draw: func(t theme.Theme, width int) func(int) (block, bool) {
		var lines []string
		found := map[int]skills.Severity{}
		return func(i int) (block, bool) {
			if i == 0 {
				lines = sourceLines(s.detail.Raw)
				found = s.found()
			}
			if i*rawBlock >= len(lines) {
				return block{}, false
			}
			g := newGutter(t, width, len(lines))
			b := block{}
			for n, l := range lines[i*rawBlock : min(len(lines), (i+1)*rawBlock)] {
				n += i*rawBlock + 1
				b.add(n, g.rows(n, found[n], markdown.Plain(l, g.room)), true)
			}
			return b, true
		}
	}}
}

// sourceLines are the lines of a file, harmless.
func sourceLines(data []byte) []string {
	return strings.Split(strings.TrimSuffix(sanitize.Text(string(data)), "\n"), "\n")
}

// found is the worst finding in each line.
func (s *subject) found() map[int]skills.Severity {
	out := map[int]skills.Severity{}
	if s.detail.Skill != nil {
		for _, d := range s.detail.Skill.Diagnostics {
			if out[d.Line] != skills.Error {
				out[d.Line] = d.Severity
			}
		}
	}
	return out
}

// add appends the rows of a line of source.
func (b *block) add(line int, rows []string, pick bool) {
	m := mark{row: len(b.lines), rows: len(rows), line: line}
	if pick {
		m.lit = len(rows)
	}
	b.marks = append(b.marks, m)
	b.lines = append(b.lines, rows...)
}

// gutter writes the numbers of lines before them.
type gutter struct {
	theme  theme.Theme
	digits int
	room   int // cells that are left for the text
}

// minGutter is the width from which numbers are worth their room.
const minGutter = 24

func newGutter(t theme.Theme, width, lines int) gutter {
	g := gutter{theme: t, digits: len(fmt.Sprint(lines)), room: max(1, width-2)}
	if width < minGutter {
		g.digits = 0
		return g
	}
	g.room = max(1, width-g.digits-5)
	return g
}

// rows puts the number before the first row of a line, with a sign where something was found in it.
func (g gutter) rows(n int, found skills.Severity, rows []string) []string {
	if g.digits == 0 {
		return cells.Hang("  ", rows)
	}
	style, sign := g.theme.Muted, " "
	switch found {
	case skills.Error:
		style, sign = g.theme.Error, g.theme.Marks.Alert
	case skills.Warning:
		style, sign = g.theme.Warning, g.theme.Marks.Alert
	}
	return cells.Hang("  "+style.Render(fmt.Sprintf("%*d%s", g.digits, n, sign))+"  ", rows)
}
