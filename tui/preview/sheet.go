package preview

import (
	"fmt"
	"strings"

	"github.com/charmbracelet/lipgloss"

	"deft/commands"
	"deft/commands/phrase"
	"deft/skills"
	"deft/skills/sanitize"
	"deft/tui/cells"
	"deft/tui/markdown"
	"deft/tui/theme"
)

// sheet writes about a subject in one width and theme. It is a value: a command may take it along.
type sheet struct {
	theme   theme.Theme
	width   int
	source  Source
	subject *subject
}

// maxWidth is how many cells a line of text takes at most: longer ones are hard to read.
const maxWidth = 100

// rule is a line across.
func (s sheet) rule() string {
	if s.theme.Marks.Rule == "" {
		return ""
	}
	return s.theme.Muted.Render(strings.Repeat(s.theme.Marks.Rule, s.width))
}

func (s sheet) muted(paragraphs ...string) []string {
	return s.styled(s.theme.Muted, paragraphs...)
}

func (s sheet) styled(style lipgloss.Style, paragraphs ...string) []string {
	var out []string
	for _, p := range paragraphs {
		for _, l := range cells.Wrap(p, s.width) {
			out = append(out, style.Render(l))
		}
	}
	return out
}

// line is a path, or what deft says, as people know it. What a skill says is not changed.
func (s sheet) line(text string) string { return phrase.Line(text, s.source.Home) }

func (s sheet) failedLines() []string {
	out := s.styled(s.theme.Error, "This skill cannot be read now.")
	out = append(out, s.styled(s.theme.Row, s.subject.failed)...)
	return append(out, s.muted("", s.line(s.subject.entry.Path), "", "Key r looks for skills again.")...)
}

// head is what stands before the text: findings, faults and the fields.
func (s sheet) head() []string {
	out := s.findingLines()
	raw, skill := s.subject.detail.Raw, s.subject.detail.Skill
	if skill == nil || skill.Invalid != "" {
		out = append(out, s.invalidLines()...)
		return append(out, markdown.Plain(string(raw), s.width)...)
	}
	out = append(out, s.fieldLines(skill.Entries)...)
	return append(out, s.rule())
}

func (s sheet) invalidLines() []string {
	why := s.subject.entry.Reading.Invalid
	if skill := s.subject.detail.Skill; skill != nil && skill.Invalid != "" {
		why = skill.Invalid
	}
	out := s.styled(s.theme.Error, "Invalid: "+s.line(why))
	out = append(out, s.diagnosticLines(s.diagnostics())...)
	return append(out, s.muted("", "The file as it is:", "")...)
}

// maxFieldLines is how many lines a field takes at most.
const maxFieldLines = 6

// fieldLines is the frontmatter as a table.
func (s sheet) fieldLines(entries []skills.Entry) []string {
	left := 0
	for _, e := range entries {
		left = max(left, cells.Width(sanitize.Line(e.Key)))
	}
	left = min(left, max(4, s.width/3))
	var out []string
	for _, e := range entries {
		name := s.theme.Muted.Render(cells.Fit(sanitize.Line(e.Key), left, s.theme.Marks.Ellipsis)) + "  "
		lines := cells.Indent(name, sanitize.Line(strings.TrimSpace(e.Value)), s.width)
		if len(lines) > maxFieldLines {
			last := cells.Cut(lines[maxFieldLines-1], s.width-cells.Width(s.theme.Marks.Ellipsis), "")
			lines = append(lines[:maxFieldLines-1:maxFieldLines-1], last+s.theme.Marks.Ellipsis)
		}
		out = append(out, lines...)
	}
	return out
}

// maxFindings is how many findings of hidden text are shown one by one.
const maxFindings = 3

// findingLines warn of text that cannot be seen.
func (s sheet) findingLines() []string {
	var out []string
	n := 0
	for _, f := range s.subject.findings {
		if f.Kind.Low() {
			continue
		}
		if n++; n > maxFindings {
			continue
		}
		line := fmt.Sprintf("Hidden text: %s at line %d, column %d", f.Kind, f.Line, f.Column)
		if f.Text != "" {
			line += ", which says “" + sanitize.Line(f.Text) + "”"
		}
		out = append(out, s.styled(s.theme.Warning, line)...)
	}
	if n > maxFindings {
		out = append(out, s.styled(s.theme.Warning, fmt.Sprintf("and %d more", n-maxFindings))...)
	}
	if n > 0 {
		out = append(out, "")
	}
	return out
}

func (s sheet) diagnostics() []skills.Diagnostic {
	if skill := s.subject.detail.Skill; skill != nil {
		return skill.Diagnostics
	}
	return s.subject.entry.Reading.Diagnostics
}

func (s sheet) diagnosticLines(ds []skills.Diagnostic) []string {
	var out []string
	for _, d := range commands.Heard(ds, s.source.Muted) {
		style := map[skills.Severity]lipgloss.Style{skills.Error: s.theme.Error, skills.Warning: s.theme.Warning}[d.Severity]
		head := style.Render(string(d.Severity)) + " "
		if d.Line > 0 {
			head += s.theme.Muted.Render(fmt.Sprintf("line %d ", d.Line))
		}
		out = append(out, cells.Indent(head, s.line(d.Message), s.width)...)
		if d.Hint != "" {
			out = append(out, cells.Indent("  ", s.line(d.Hint), s.width)...)
		}
	}
	return out
}
