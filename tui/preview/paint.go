package preview

import (
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"deft/tui/markdown"
	"deft/tui/theme"
)

// text is a skill painted for one width and theme.
type text struct {
	key   textKey
	lines []string
	piece []int // first line of each piece
	done  bool
}

type textKey struct {
	path, digest string
	width        int
	theme        theme.Options
}

// chunk is how many pieces are painted between two looks at what the user does.
const chunk = 8

// paintedMsg brings the next lines of a text.
type paintedMsg struct {
	turn   int
	text   text
	pieces []markdown.Piece // all, once they were asked for
}

// paint shows the subject in the present width and theme: from the cache, or by a command that paints the first screen at
// once and the rest piece by piece.
func (m *Model) paint() tea.Cmd {
	if m.subject == nil || m.width <= 0 {
		return nil
	}
	m.why = m.sheet().whyLines()
	if m.failed != "" {
		m.text = text{lines: m.sheet().failedLines()}
		return nil
	}
	k := textKey{m.subject.entry.Path, m.subject.digest, min(m.width, maxWidth), m.theme.Options()}
	if t, ok := m.cache.get(k); ok {
		m.settle(t)
		return nil
	}
	turn, need, sheet := m.turn, m.height, m.sheet()
	return func() tea.Msg {
		t := text{key: k, lines: sheet.head(), done: true}
		r := markdown.New(sheet.theme, sheet.width)
		for p := range sheet.subject.document.Pieces() {
			if len(t.lines) > need {
				t.done = false
				break
			}
			t.add(r.Render(p))
		}
		return paintedMsg{turn: turn, text: t}
	}
}

func (t *text) add(lines []string) {
	t.piece = append(t.piece, len(t.lines))
	t.lines = append(t.lines, lines...)
}

// painted shows what has been painted and asks for more. While a text is painted again in another width, the old one stays until
// the new one has come to the place that is being read.
func (m *Model) painted(msg paintedMsg) tea.Cmd {
	t := msg.text
	if t.done {
		m.cache.put(t)
	}
	if at, _ := m.place(); t.done || len(t.piece) > at+1 || len(m.text.piece) == 0 {
		m.settle(t)
	}
	if t.done {
		return nil
	}
	turn, r, s, pieces := m.turn, markdown.New(m.theme, min(m.width, maxWidth)), m.subject, msg.pieces
	return func() tea.Msg {
		if pieces == nil {
			pieces = slices.Collect(s.document.Pieces())
		}
		next := t
		next.lines, next.piece = slices.Clone(t.lines), slices.Clone(t.piece)
		for range chunk {
			if len(next.piece) >= len(pieces) {
				break
			}
			next.add(r.Render(pieces[len(next.piece)]))
		}
		next.done = len(next.piece) >= len(pieces)
		return paintedMsg{turn, next, pieces}
	}
}

// place is what is read: the piece at the top of the screen, -1 for the fields before the first, and the part of it that has been
// scrolled away, in thousandths.
func (m *Model) place() (piece, part int) {
	t, top := m.text, m.tops[Read]
	i := len(t.piece) - 1
	for i >= 0 && t.piece[i] > top {
		i--
	}
	start, end := t.span(i)
	if end <= start {
		return i, 0
	}
	return i, (top - start) * 1000 / (end - start)
}

// span is the lines of a piece; -1 is what stands before the first.
func (t *text) span(i int) (start, end int) {
	end = len(t.lines)
	if i+1 < len(t.piece) {
		end = t.piece[i+1]
	}
	if i >= 0 {
		start = t.piece[i]
	}
	return start, end
}

// settle shows a text; the place that is read stays. It may lie beyond what a large window has to scroll: a smaller one has it back.
func (m *Model) settle(t text) {
	piece, part := m.place()
	if t.key.path == m.text.key.path && t.key != m.text.key && piece < len(t.piece) {
		start, end := t.span(piece)
		m.tops[Read] = start + ((end-start)*part+500)/1000
	}
	m.text = t
}

// cacheSize is how many painted texts are kept.
const cacheSize = 12

// cache keeps the texts painted last, the latest at the end.
type cache struct{ texts []text }

func (c *cache) get(k textKey) (text, bool) {
	for i, t := range c.texts {
		if t.key == k {
			c.texts = append(append(c.texts[:i:i], c.texts[i+1:]...), t)
			return t, true
		}
	}
	return text{}, false
}

func (c *cache) put(t text) {
	if _, ok := c.get(t.key); ok {
		return
	}
	c.texts = append(c.texts, t)
	if n := len(c.texts) - cacheSize; n > 0 {
		c.texts = append([]text(nil), c.texts[n:]...)
	}
}
