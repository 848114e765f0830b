// Package chatpane shows a conversation; what a skill adds to it is folded.
package chatpane

import (
	"strings"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"deft/commands/chat"
	"deft/commands/phrase"
	"deft/skills/prompt"
	"deft/skills/sanitize"
	"deft/tui/cells"
	"deft/tui/keys"
	"deft/tui/markdown"
	"deft/tui/scroll"
	"deft/tui/theme"
)

// Model is the chat.
type Model struct {
	keys          keys.Map
	theme         theme.Theme
	chat          chat.Conversation
	open          map[int]bool // messages that are unfolded
	at            int          // the skill message that keys act on
	lines         []string
	starts        []int   // first line of each message
	blocks        []block // the messages as they were painted last
	top           int
	width, height int
	focused       bool
	home          string // shown as ~ in the places of skills
}

// block is a message as it was painted.
type block struct {
	width      int
	open, lead bool
	lines      []string
}

// New makes an empty chat. Places of skills in the home folder are shown from ~.
func New(k keys.Map, t theme.Theme, home string) *Model {
	return &Model{keys: k, theme: t, home: home, open: map[int]bool{}, at: -1}
}

// SetTheme changes the styles.
func (m *Model) SetTheme(t theme.Theme) {
	m.theme, m.blocks = t, nil
	m.layout()
}

// SetFocused says whether keys go to the chat.
func (m *Model) SetFocused(focused bool) {
	if focused != m.focused {
		m.focused = focused
		m.layout()
	}
}

// SetSize sets the cells the chat takes; the end stays in view where it was.
func (m *Model) SetSize(width, height int) {
	latest := m.top == m.latest()
	wider := width != m.width
	m.width, m.height = width, height
	if wider {
		m.layout()
	}
	if latest {
		m.top = m.latest()
	}
	m.top = scroll.Clamp(m.top, len(m.lines), m.height)
}

// SetConversation shows a conversation: its end, or where that is too long, all that follows on what the user said last.
func (m *Model) SetConversation(c chat.Conversation) {
	if len(c.Messages) < len(m.chat.Messages) { // another conversation: one only grows
		m.open, m.blocks = map[int]bool{}, nil
	}
	m.chat, m.at = c, -1
	for i, msg := range c.Messages {
		if msg.Activation != nil {
			m.at = i
		}
	}
	m.layout()
	m.top = m.latest()
}

// latest is the first line to show of a conversation that has grown.
func (m *Model) latest() int {
	said := len(m.lines)
	for i, msg := range m.chat.Messages {
		if msg.Role == chat.User && i < len(m.starts) {
			said = m.starts[i]
		}
	}
	return min(said, scroll.Clamp(len(m.lines), len(m.lines), m.height))
}

// Conversation is what is shown.
func (m *Model) Conversation() chat.Conversation { return m.chat }

// Chosen is the message that keys act on: a skill's, or the last one; false where nothing was said.
func (m *Model) Chosen() (chat.Message, bool) {
	if m.at >= 0 && m.at < len(m.chat.Messages) {
		return m.chat.Messages[m.at], true
	}
	return m.Last()
}

// Last is the message that was said last.
func (m *Model) Last() (chat.Message, bool) {
	for i := len(m.chat.Messages) - 1; i >= 0; i-- {
		if msg := m.chat.Messages[i]; msg.Role != chat.Notice {
			return msg, true
		}
	}
	return chat.Message{}, false
}

// Scroll moves the text by lines.
func (m *Model) Scroll(by int) { m.top = scroll.Clamp(m.top+by, len(m.lines), m.height) }

// Click acts on a line that is seen: it chooses the skill there, and folds or unfolds the one that was chosen.
func (m *Model) Click(y int) {
	line := scroll.Clamp(m.top, len(m.lines), m.height) + y
	at := -1
	for i, start := range m.starts {
		if start <= line && m.chat.Messages[i].Activation != nil && line < len(m.lines) && (i+1 == len(m.starts) || line < m.starts[i+1]) {
			at = i
		}
	}
	if at < 0 {
		return
	}
	if at == m.at && line == m.starts[at] {
		m.open[at] = !m.open[at]
	}
	m.at = at
	m.layout()
	m.top = scroll.Clamp(m.top, len(m.lines), m.height)
}

// Update handles keys; it expects only those meant for the chat.
func (m *Model) Update(msg tea.Msg) tea.Cmd {
	k, ok := msg.(tea.KeyMsg)
	if !ok {
		return nil
	}
	c := m.keys.Chat
	switch {
	case key.Matches(k, c.Fold):
		m.open[m.at] = !m.open[m.at]
		m.layout()
		m.reveal()
	case key.Matches(k, c.FoldAll):
		m.foldAll()
	case key.Matches(k, c.NextBlock):
		m.step(1)
	case key.Matches(k, c.PrevBlock):
		m.step(-1)
	default:
		m.top, _ = m.keys.Move.Scroll(k, m.top, len(m.lines), m.height)
	}
	return nil
}

// foldAll unfolds every skill, or folds every one where all are open.
func (m *Model) foldAll() {
	folded := false
	for i, msg := range m.chat.Messages {
		folded = folded || msg.Activation != nil && !m.open[i]
	}
	for i, msg := range m.chat.Messages {
		if msg.Activation != nil {
			m.open[i] = folded
		}
	}
	m.layout()
	m.top = scroll.Clamp(m.top, len(m.lines), m.height)
}

// step goes to the next skill message.
func (m *Model) step(by int) {
	for i := m.at + by; i >= 0 && i < len(m.chat.Messages); i += by {
		if m.chat.Messages[i].Activation != nil {
			m.at = i
			m.layout()
			m.reveal()
			return
		}
	}
}

// reveal scrolls to the head of the skill message that keys act on.
func (m *Model) reveal() {
	if m.at < 0 || m.at >= len(m.starts) { // none, or not laid out yet
		return
	}
	if line := m.starts[m.at]; line < m.top || line >= m.top+m.height || m.open[m.at] {
		m.top = line
	}
	m.top = scroll.Clamp(m.top, len(m.lines), m.height)
}

// View is the chat, exactly as large as was set.
func (m *Model) View() string {
	top := scroll.Clamp(m.top, len(m.lines), m.height)
	end := min(len(m.lines), top+m.height)
	return strings.Join(cells.Block(m.lines[top:end], m.width, m.height), "\n")
}

// Title names the pane.
func (m *Model) Title() string { return "Chat" }

// layout makes the lines anew.
func (m *Model) layout() {
	m.lines, m.starts = nil, nil
	if m.width <= 0 {
		return
	}
	for i, msg := range m.chat.Messages {
		if i > 0 && msg.Role != chat.Skill {
			m.lines = append(m.lines, "")
		}
		m.starts = append(m.starts, len(m.lines))
		m.lines = append(m.lines, m.block(i, msg)...)
	}
}

// block is the lines of a message; they are painted again only where they look different now.
func (m *Model) block(i int, msg chat.Message) []string {
	if i == len(m.blocks) {
		m.blocks = append(m.blocks, block{})
	}
	b := &m.blocks[i]
	if lead := i == m.at && m.focused; b.lines == nil || b.width != m.width || b.open != m.open[i] || b.lead != lead {
		*b = block{m.width, m.open[i], lead, m.message(i, msg)}
	}
	return b.lines
}

func (m *Model) message(i int, msg chat.Message) []string {
	switch {
	case msg.Activation != nil:
		return m.skill(i, msg.Activation)
	case msg.Role == chat.User:
		return paint(m.theme.User.Render, m.hang(m.theme.Marks.Prompt, msg.Text))
	}
	return paint(m.theme.Muted.Render, m.hang("  ", msg.Text))
}

func paint(style func(...string) string, lines []string) []string {
	for i, l := range lines {
		lines[i] = style(l)
	}
	return lines
}

func (m *Model) hang(head, text string) []string {
	return cells.Indent(head, sanitize.Text(text), m.width)
}

// skill is an activation: its head, its body where it is unfolded, and the lines that say where it comes from.
func (m *Model) skill(i int, a *prompt.Activation) []string {
	sign, lead := m.theme.Marks.Folded, m.theme.Marks.NoCursor
	if m.open[i] {
		sign = m.theme.Marks.Open
	}
	if i == m.at && m.focused {
		lead = m.theme.Marks.Cursor
	}
	size := " " + phrase.Size(int64(len(a.Body))) + ", " + phrase.Count(lines(a.Body), "line")
	head := lead + sign + m.theme.TitleFocused.Render(sanitize.Line(a.Handle)) + m.theme.Muted.Render(size)
	out := []string{cells.Cut(head, m.width, m.theme.Marks.Ellipsis)}
	if m.open[i] {
		for _, l := range markdown.Plain(a.Body, max(1, m.width-4)) {
			out = append(out, cells.Cut("    "+l, m.width, ""))
		}
		out = append(out, "")
	}
	for i, l := range strings.Split(strings.TrimRight(a.Trail, "\n"), "\n") {
		if i < placeLines {
			l = phrase.Home(l, m.home)
		}
		out = append(out, paint(m.theme.Skill.Render, m.hang("    ", l))...)
	}
	return out
}

// placeLines are the first lines of a trail, which say where a skill is; what the user said follows.
const placeLines = 3

func lines(s string) int { return strings.Count(strings.TrimRight(s, "\n"), "\n") + 1 }
