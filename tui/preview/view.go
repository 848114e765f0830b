package preview

import (
	"fmt"
	"slices"
	"strings"

	"github.com/charmbracelet/lipgloss"

	"deft/discovery"
	"deft/skills"
	"deft/skills/sanitize"
	"deft/tui/cells"
	"deft/tui/keys"
	"deft/tui/markdown"
)

// View is the tab that is shown, exactly as large as was set.
func (m *Model) View() string {
	lines := m.lines()
	if m.subject == nil {
		lines = m.emptyLines()
	}
	top := keys.Clamp(m.tops[m.tab], len(lines), m.height)
	end := min(len(lines), top+m.height)
	return strings.Join(cells.Block(lines[top:end], m.width, m.height), "\n")
}

// maxWidth is how many cells a line of text takes at most: longer ones are hard to read.
const maxWidth = 100

func (m *Model) textWidth() int { return min(m.width, maxWidth) }

// Title is the name of the skill that is shown.
func (m *Model) Title() string {
	if m.subject == nil {
		return "Preview"
	}
	return sanitize.Line(m.subject.entry.Name())
}

// Place says how far down the text is, "" where all of it is seen.
func (m *Model) Place() string {
	total := len(m.lines())
	if m.subject == nil || total <= m.height {
		return ""
	}
	top := keys.Clamp(m.tops[m.tab], total, m.height)
	return fmt.Sprintf("%d%%", (top+m.height)*100/total)
}

func (m *Model) emptyLines() []string {
	if m.entry != nil {
		return nil
	}
	out := m.muted("", "Choose a skill to read it here.")
	if len(m.context) > 0 {
		out = append(out, m.muted("", "Context files of this folder:")...)
		for _, p := range m.context {
			out = append(out, m.muted("  "+m.path(p))...)
		}
	}
	return out
}

func (m *Model) muted(paragraphs ...string) []string {
	return m.styled(m.theme.Muted, paragraphs...)
}

func (m *Model) styled(s lipgloss.Style, paragraphs ...string) []string {
	var out []string
	for _, p := range paragraphs {
		for _, l := range cells.Wrap(p, m.textWidth()) {
			out = append(out, s.Render(l))
		}
	}
	return out
}

// path is a path as people know it: cleaned, the home folder as ~.
func (m *Model) path(p string) string { return Path(p, m.source.Home) }

// Path is a path as people know it: cleaned, the home folder as ~.
func Path(p, home string) string {
	if rest, ok := strings.CutPrefix(p, home+"/"); ok && home != "" {
		p = "~/" + rest
	}
	return sanitize.Line(p)
}

func (m *Model) failedLines() []string {
	out := m.styled(m.theme.Error, "This skill cannot be read now.")
	out = append(out, m.styled(m.theme.Row, m.failed)...)
	return append(out, m.muted("", m.path(m.subject.entry.Path), "", "Key r looks for skills again.")...)
}

// head is what stands before the text: findings, faults and the fields.
func (m *Model) head() []string {
	s := m.subject
	out := m.findingLines()
	skill := s.detail.Skill
	if skill == nil || skill.Invalid != "" {
		out = append(out, m.invalidLines()...)
		return append(out, markdown.Plain(string(s.detail.Raw), m.textWidth())...)
	}
	out = append(out, m.fieldLines(skill.Entries)...)
	rule := m.theme.Muted.Render(strings.Repeat("─", m.textWidth()))
	if m.theme.Options().Plain {
		rule = ""
	}
	return append(out, rule)
}

func (m *Model) invalidLines() []string {
	s := m.subject
	why := s.entry.Reading.Invalid
	if s.detail.Skill != nil && s.detail.Skill.Invalid != "" {
		why = s.detail.Skill.Invalid
	}
	out := m.styled(m.theme.Error, "Invalid: "+sanitize.Line(why))
	out = append(out, m.diagnosticLines(m.diagnostics())...)
	return append(out, m.muted("", "The file as it is:", "")...)
}

// maxFieldLines is how many lines a field takes at most.
const maxFieldLines = 6

// fieldLines is the frontmatter as a table.
func (m *Model) fieldLines(entries []skills.Entry) []string {
	left := 0
	for _, e := range entries {
		left = max(left, cells.Width(sanitize.Line(e.Key)))
	}
	left = min(left, max(4, m.textWidth()/3))
	var out []string
	for _, e := range entries {
		name := m.theme.Muted.Render(cells.Fit(sanitize.Line(e.Key), left, m.theme.Marks.Ellipsis)) + "  "
		lines := cells.Indent(name, sanitize.Line(strings.TrimSpace(e.Value)), m.textWidth())
		if len(lines) > maxFieldLines {
			last := cells.Cut(lines[maxFieldLines-1], m.textWidth()-1, "")
			lines = append(lines[:maxFieldLines-1:maxFieldLines-1], last+m.theme.Marks.Ellipsis)
		}
		out = append(out, lines...)
	}
	return out
}

// maxFindings is how many findings of hidden text are shown one by one.
const maxFindings = 3

// findingLines warn of text that cannot be seen.
func (m *Model) findingLines() []string {
	var out []string
	n := 0
	for _, f := range m.subject.findings {
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
		out = append(out, m.styled(m.theme.Warning, line)...)
	}
	if n > maxFindings {
		out = append(out, m.styled(m.theme.Warning, fmt.Sprintf("and %d more", n-maxFindings))...)
	}
	if n > 0 {
		out = append(out, "")
	}
	return out
}

func (m *Model) diagnostics() []skills.Diagnostic {
	if s := m.subject.detail.Skill; s != nil {
		return s.Diagnostics
	}
	return m.subject.entry.Reading.Diagnostics
}

func (m *Model) diagnosticLines(ds []skills.Diagnostic) []string {
	var out []string
	for _, d := range ds {
		if slices.Contains(m.source.Muted, string(d.Code)) {
			continue
		}
		style := map[skills.Severity]lipgloss.Style{skills.Error: m.theme.Error, skills.Warning: m.theme.Warning}[d.Severity]
		head := style.Render(string(d.Severity)) + " "
		if d.Line > 0 {
			head += m.theme.Muted.Render(fmt.Sprintf("line %d ", d.Line))
		}
		out = append(out, cells.Indent(head, sanitize.Line(d.Message), m.textWidth())...)
		if d.Hint != "" {
			out = append(out, cells.Indent("  ", sanitize.Line(d.Hint), m.textWidth())...)
		}
	}
	return out
}

// whyLines is the judgement over the name.
func (m *Model) whyLines() []string {
	s := m.subject
	if s == nil {
		return nil
	}
	if s.whyErr != nil || s.explanation.Resolution == nil {
		return m.styled(m.theme.Error, "No judgement over this name is known.")
	}
	r := s.explanation.Resolution
	out := m.verdict(r)
	for i, e := range r.Entries {
		out = append(out, "")
		out = append(out, m.candidateLines(i, e)...)
	}
	if ds := m.diagnostics(); len(ds) > 0 {
		out = append(out, "", m.theme.Title.Render("Findings"))
		out = append(out, m.diagnosticLines(ds)...)
	}
	return out
}

func (m *Model) verdict(r *discovery.Resolution) []string {
	name := sanitize.Line(r.Name)
	switch {
	case r.Winner == nil:
		return m.styled(m.theme.Warning, "No copy of "+name+" can be used.")
	case len(r.Entries) == 1:
		return m.styled(m.theme.Row, name+" is found in one place only.")
	}
	text := fmt.Sprintf("%s is found in %d places; the first wins.", name, len(r.Entries))
	if r.Collision && r.Accepted {
		text += " The collision is accepted."
	}
	return m.styled(m.theme.Row, text)
}

// candidateLines is one place: what became of it, why, and how to reach it all the same.
func (m *Model) candidateLines(i int, e *discovery.Entry) []string {
	style := m.theme.Muted
	if e.State == discovery.Active {
		style = m.theme.TitleFocused
	}
	source := ""
	if e.Root != nil {
		source = e.Root.Provider
		if level := string(e.Root.Level); level != source {
			source += ", " + level
		}
	}
	mark := "  "
	if e.Path == m.subject.entry.Path {
		mark = m.theme.Marks.CursorUnfocused
	}
	out := []string{cells.Cut(mark+style.Render(fmt.Sprintf("%d %s", i+1, e.State))+" "+m.theme.Muted.Render(sanitize.Line(source)), m.textWidth(), m.theme.Marks.Ellipsis)}
	add := func(name, value string) {
		if value != "" {
			out = append(out, cells.Indent("    "+m.theme.Muted.Render(cells.Fit(name, 8, "")), value, m.textWidth())...)
		}
	}
	reason := string(e.Reason)
	if e.Detail != "" {
		reason += ": " + sanitize.Line(e.Detail)
	}
	add("reason", reason)
	place := func(name, path string) {
		head := "    " + m.theme.Muted.Render(cells.Fit(name, 8, ""))
		out = append(out, cells.Hang(head, cells.WrapAnywhere(m.path(path), max(1, m.textWidth()-12)))...)
	}
	place("path", e.Path)
	if e.Real != e.Path {
		place("real", e.Real)
	}
	for _, p := range e.SeenAt {
		place("also at", p)
	}
	x := m.subject.explanation
	if i < len(x.Handles) {
		add("handle", sanitize.Line(x.Handles[i]))
	}
	if i < len(x.Digests) && len(x.Digests[i]) >= 12 && len(x.Digests) > 1 {
		add("digest", x.Digests[i][:12])
	}
	return out
}
