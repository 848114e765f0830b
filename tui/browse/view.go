package browse

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/charmbracelet/lipgloss"

	"deft/discovery"
	"deft/skills"
	"deft/skills/sanitize"
	"deft/tui/cells"
	"deft/tui/theme"
)

// Counts says how many skills are shown, of how many, and what is wrong with them.
func (m *Model) Counts() string {
	if m.index == nil {
		return ""
	}
	c := m.index.counts
	s := plural(c.all, "skill", "skills")
	if len(m.lines) != c.all {
		s = fmt.Sprintf("%d of %d", len(m.lines), c.all)
	}
	if c.collisions > 0 {
		s += " · " + plural(c.collisions, "collision", "collisions")
	}
	if c.invalid > 0 {
		s += " · " + strconv.Itoa(c.invalid) + " invalid"
	}
	return s
}

// Title names the pane, and the states it shows where that is not the usual.
func (m *Model) Title() string {
	if m.all {
		return "Skills, all states"
	}
	return "Skills"
}

func plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return strconv.Itoa(n) + " " + many
}

// View is the list, exactly as large as was set. Its cost depends on the rows that are seen only.
func (m *Model) View() string {
	out := make([]string, 0, m.height)
	if m.Filtered() {
		out = append(out, m.filterLine())
	}
	if len(m.lines) == 0 {
		out = append(out, m.nothing()...)
		return strings.Join(cells.Block(out, m.width, m.height), "\n")
	}
	c := m.columns()
	for i := m.top; i < min(len(m.lines), m.top+m.room()); i++ {
		out = append(out, m.row(i, c))
	}
	return strings.Join(cells.Block(out, m.width, m.height), "\n")
}

func (m *Model) filterLine() string {
	cursor := ""
	if m.editing {
		cursor = m.theme.Prompt.Reverse(true).Render(" ")
	}
	text := sanitize.Line(m.filter)
	if over := cells.Width(text) - (m.width - 9); over > 0 { // its end is what is being typed
		text = m.theme.Marks.Ellipsis + strings.TrimLeft(cutLeft(text, over+1), " ")
	}
	return m.theme.Prompt.Render("filter") + " " + text + cursor
}

// cutLeft drops at least n cells from the left of a plain text.
func cutLeft(s string, n int) string {
	for i := range s {
		if cells.Width(s[:i]) >= n {
			return s[i:]
		}
	}
	return ""
}

// nothing says why there are no rows.
func (m *Model) nothing() []string {
	text := func(paragraphs ...string) []string {
		var out []string
		for _, p := range paragraphs {
			out = append(out, "")
			for _, l := range cells.Wrap(p, max(1, m.width-2)) {
				out = append(out, " "+m.theme.Muted.Render(l))
			}
		}
		return out
	}
	switch {
	case m.index == nil:
		return text(m.waiting)
	case strings.TrimSpace(m.filter) != "" && m.hidden > 0:
		return text("No active skill matches; of other states, "+strconv.Itoa(m.hidden)+" do. Key a shows all states.", "Esc clears the filter.")
	case strings.TrimSpace(m.filter) != "":
		return text("No skill matches.", "Esc clears the filter.")
	case m.hidden > 0:
		return text(plural(m.hidden, "skill is", "skills are") + " here, but none is active. Key a shows all states, w says why.")
	}
	if len(m.index.places) > 0 {
		return text(append([]string{"No skills here yet, but something was found:"}, m.index.places[:min(len(m.index.places), 5)]...)...)
	}
	return text("No skills here yet.", "A skill is a folder with a SKILL.md. It is found in .deft/skills, .claude/skills, .agents/skills or .codex/skills, "+
		"of this project or of your home folder.", "`deft new NAME` writes the first one; then r looks again.")
}

// columns are the widths of the parts of a row; 0 leaves a part out.
type columns struct {
	name, badges, source, tokens, description int
	short                                     bool // signs for badges, letters for levels
}

// Widths of the list, in cells, from which it shows more.
const (
	withSource      = 24
	withTokens      = 36
	withWords       = 48 // badges as words
	withDescription = 90
)

// columns shares out the width: the name never disappears, the rest as there is room.
func (m *Model) columns() columns {
	most := m.index.widest
	c := columns{badges: 1, short: true}
	if m.width >= withSource {
		c.source = min(most.short, 10)
	}
	if m.width >= withTokens {
		c.badges, c.tokens = 2, most.tokens
	}
	if m.width >= withWords {
		c.badges, c.source, c.short = 10, min(most.source, 24), false
	}
	rest := m.width - cells.Width(m.theme.Marks.NoCursor) - gap(c.badges) - gap(c.source) - gap(c.tokens)
	if m.width >= withDescription {
		c.badges += 8
		rest -= 8
		c.description = rest - 1 - min(most.name, 36)
		rest -= gap(c.description)
	}
	c.name = max(1, rest)
	return c
}

// gap is a column with the blank before it.
func gap(width int) int {
	if width == 0 {
		return 0
	}
	return width + 1
}

// row paints one line. Blanks are joined to what stands before them, so that a row takes few bytes.
func (m *Model) row(i int, c columns) string {
	l := m.lines[i]
	r := &m.index.rows[l.row]
	p := m.paint(r, i == m.at)
	var b strings.Builder
	b.WriteString(m.name(r, l, p, c.name))
	if c.description > 0 {
		b.WriteString(m.description(r.Description, l.description, p, c.description))
	}
	if c.badges > 0 {
		b.WriteString(m.badges(r, p, c))
	}
	tail := ""
	if c.source > 0 {
		tail += " " + cells.Fit(Source(r.Entry, c.short), c.source, m.theme.Marks.Ellipsis)
	}
	if c.tokens > 0 {
		tail += " " + cells.FitLeft(Tokens(skills.EstimateTokens(r.Entry.Size)), c.tokens, "")
	}
	if tail != "" {
		b.WriteString(p.muted.Render(tail))
	}
	return b.String()
}

// description is as much of the text as there is room for, from its start, or from the match where that lies farther on.
func (m *Model) description(text string, at [2]int, p paint, width int) string {
	tail, from, to := m.theme.Marks.Ellipsis, at[0], at[1]
	if from < 0 || from >= to {
		return p.muted.Render(" " + cells.Fit(text, width, tail))
	}
	head := " "
	if cells.Width(text[:to]) > width {
		head += tail
		text = text[from:]
		from, to = 0, to-from
	}
	shown := cells.Fit(text, width+1-cells.Width(head), tail)
	from, to = min(from, len(shown)), min(to, len(shown))
	return p.muted.Render(head+shown[:from]) + p.match.Render(shown[from:to]) + p.muted.Render(shown[to:])
}

// paint is the styles of a row.
type paint struct {
	mark               string
	base, muted, match lipgloss.Style
	chosen             bool
}

func (m *Model) paint(r *Row, chosen bool) paint {
	t := m.theme
	p := paint{mark: t.Marks.NoCursor, base: t.Row, muted: t.Muted, match: t.Match}
	if r.Entry.State != discovery.Active {
		p.base = t.Muted
	}
	switch {
	case chosen && m.focused:
		p = paint{t.Marks.Cursor, t.RowSelected, t.RowSelected, t.MatchSelected, true}
	case chosen:
		p = paint{t.Marks.CursorUnfocused, t.RowSelectedUnfocused, t.RowSelectedUnfocused, t.RowSelectedUnfocused.Bold(true).Underline(true), true}
	}
	return p
}

// name is the mark, the handle with its matches and the title.
func (m *Model) name(r *Row, l line, p paint, width int) string {
	tail := m.theme.Marks.Ellipsis
	handle := cells.Cut(r.Handle, width, tail)
	used := cells.Width(handle)
	title := ""
	if r.Title != "" && width-used > 4 {
		title = cells.Cut(" "+r.Title, width-used, tail)
	}
	pad := strings.Repeat(" ", max(0, width-used-cells.Width(title)))
	at := clip(l.name, r.Handle, handle)
	if title == "" || p.chosen {
		return cells.Highlight(p.mark+handle+title+pad, shift(at, len(p.mark), ""), p.base, p.match)
	}
	return cells.Highlight(p.mark+handle, shift(at, len(p.mark), ""), p.base, p.match) + p.muted.Render(title+pad)
}

// clip drops positions that were cut away.
func clip(at []int, whole, cut string) []int {
	if whole == cut {
		return at
	}
	n := 0
	for n < len(whole) && n < len(cut) && whole[n] == cut[n] {
		n++
	}
	var out []int
	for _, i := range at {
		if i < n {
			out = append(out, i)
		}
	}
	return out
}

// shift moves positions by what stands before the text; a text that is given bounds them.
func shift(at []int, by int, within string) []int {
	var out []int
	for _, i := range at {
		if within == "" || i < len(within) {
			out = append(out, i+by)
		}
	}
	return out
}

// badges are the signs or words about a skill, in a column of their own.
func (m *Model) badges(r *Row, p paint, c columns) string {
	var words []string
	var styles []lipgloss.Style
	add := func(sign, word string, s lipgloss.Style) {
		if c.short {
			word = sign
		}
		words, styles = append(words, word), append(styles, s)
	}
	if r.Hidden {
		add("!", "hidden", m.theme.Warning)
	}
	for _, b := range r.Badges {
		add(Sign(b, m.theme.Options().Plain), b.String(), m.theme.Badge(b))
	}
	var out strings.Builder
	used := 0
	for i, w := range words {
		n := cells.Width(w)
		if used > 0 && !c.short {
			n++
			w = " " + w
		}
		if used+n > c.badges {
			break
		}
		style := styles[i]
		if p.chosen {
			style = p.base
		}
		if used == 0 {
			w = " " + w
		}
		out.WriteString(style.Render(w))
		used += n
	}
	rest := c.badges - used
	if used == 0 {
		rest++
	}
	if rest > 0 {
		out.WriteString(p.muted.Render(strings.Repeat(" ", rest)))
	}
	return out.String()
}

// Sign is a badge as one sign, for narrow lists; a letter where nothing is drawn.
func Sign(b theme.Badge, plain bool) string {
	signs, i := []rune("≠↓✗-um▸"), int(b)
	if plain {
		signs = []rune("csifumx")
	}
	return string(signs[i : i+1])
}

// Source is the provider and level of an entry. Short has the level's letter only.
func Source(e *discovery.Entry, short bool) string {
	if e.Root == nil {
		return ""
	}
	provider, level := e.Root.Provider, string(e.Root.Level)
	if provider == discovery.ClaudePlugins {
		provider = "plugins"
	}
	switch e.Root.Level {
	case discovery.Bundled, discovery.Plugin, discovery.Custom, "":
		return sanitize.Line(provider)
	}
	if short {
		return sanitize.Line(provider + "/" + level[:1])
	}
	return sanitize.Line(provider + "/" + level)
}

// Tokens is a number of tokens in few cells.
func Tokens(n int) string {
	switch {
	case n < 1000:
		return strconv.Itoa(n)
	case n < 100_000:
		return fmt.Sprintf("%.1fk", float64(n)/1000)
	}
	return strconv.Itoa(n/1000) + "k"
}
