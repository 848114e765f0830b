package preview

import (
	"fmt"

	"github.com/charmbracelet/lipgloss"

	"deft/commands"
	"deft/commands/diff"
	"deft/commands/phrase"
	"deft/discovery"
	"deft/skills/sanitize"
	"deft/tui/cells"
	"deft/tui/markdown"
	"deft/tui/theme"
)

// diffContent compares the copy at a path with the one that wins; false where there is nothing to compare.
func diffContent(source Source, s *subject, path string) (content, bool) {
	e := s.copyAt(path)
	if e == nil {
		return content{}, false
	}
	from, to := s.rival(e), e
	if w := s.explanation.Winner; w != nil && w.Path == e.Path {
		from, to = e, from
	}
	if from == nil || to == nil {
		return content{}, false
	}
	id := "diff\x00" + from.Path + "\x00" + to.Path
	return content{id: id, kept: id, live: true, draw: func(t theme.Theme, width int) func(int) (block, bool) {
		page := diffPage{sheet: sheet{t, width, source, s}, from: from, to: to}
		return page.block
	}}, true
}

// diffPage writes a comparison, hunk by hunk.
type diffPage struct {
	sheet
	from, to *discovery.Entry
	result   commands.Comparison
	err      error
}

func (p *diffPage) block(i int) (block, bool) {
	if i == 0 {
		p.result, p.err = p.source.Compare(p.from, p.to)
		return block{lines: p.head()}, true
	}
	hunks := p.result.Text.Hunks
	switch {
	case p.err == nil && i <= len(hunks):
		return p.hunk(hunks[i-1]), true
	case p.err == nil && i == len(hunks)+1 && len(p.result.Files) > 0:
		return p.files(), true
	}
	return block{}, false
}

func (p *diffPage) head() []string {
	side := func(style lipgloss.Style, sign string, e *discovery.Entry) []string {
		lines := cells.WrapAnywhere(p.line(e.Path), max(1, p.width-2))
		for i, l := range lines {
			lines[i] = style.Render(l)
		}
		return cells.Hang(style.Render(sign)+" ", lines)
	}
	out := append(side(p.theme.Removed, "-", p.from), side(p.theme.Added, "+", p.to)...)
	if p.err != nil {
		return append(out, p.styled(p.theme.Error, "", "Not to be compared: "+p.line(p.err.Error()))...)
	}
	out = append(out, p.muted(p.summary())...)
	return append(out, p.rule())
}

// files lists the bundled files that are not the same.
func (p *diffPage) files() block {
	out := []string{"", p.theme.Title.Render("Other files")}
	for _, f := range p.result.Files {
		out = append(out, p.file(f)...)
	}
	return block{lines: out}
}

// summary counts what differs.
func (p *diffPage) summary() string {
	text, files := p.result.Text, len(p.result.Files)
	out := fmt.Sprintf("SKILL.md: %s added, %d removed", phrase.Count(text.Added, "line"), text.Removed)
	if len(text.Hunks) == 0 {
		out = "SKILL.md is the same"
	}
	switch {
	case p.result.Same() && !p.result.More:
		return "Identical copies: every file is the same"
	case files == 0:
		out += "; the other files are the same"
	default:
		out += "; not the same: " + phrase.Count(files, "other file")
	}
	if p.result.More {
		out += ", of those that were compared"
	}
	return out
}

func (p *diffPage) file(f commands.FileChange) []string {
	style, sign, note := p.theme.Warning, "~", ""
	switch f.Change {
	case commands.FileAdded:
		style, sign = p.theme.Added, "+"
	case commands.FileRemoved:
		style, sign = p.theme.Removed, "-"
	case commands.FileMode:
		note = " (executable in one of them)"
	}
	beside := p.sheet
	beside.width = max(1, p.width-2)
	return cells.Hang(style.Render(sign)+" ", beside.styled(style, sanitize.Line(f.Path)+note))
}

func (p *diffPage) hunk(h diff.Hunk) block {
	b := block{}
	b.add(0, []string{"", p.theme.Muted.Render(cells.Cut(h.Header(), p.width, ""))}, false)
	for _, l := range h.Lines {
		style, sign := p.theme.Row, " "
		switch l.Kind {
		case diff.Removed:
			style, sign = p.theme.Removed, "-"
		case diff.Added:
			style, sign = p.theme.Added, "+"
		}
		rows := markdown.Plain(l.Text, p.width-2)
		for i, r := range rows {
			rows[i] = style.Render(r)
		}
		b.add(l.New, cells.Hang(style.Render(sign)+" ", rows), false)
		if l.Unended {
			b.lines = append(b.lines, p.muted("  (no line end)")...)
		}
	}
	return b
}
