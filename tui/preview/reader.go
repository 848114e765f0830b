package preview

import (
	"slices"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"

	"deft/tui/cells"
	"deft/tui/keys"
	"deft/tui/scroll"
	"deft/tui/theme"
)

// canvas is what a text is painted on.
type canvas struct {
	theme   theme.Theme
	width   int
	height  int
	focused bool
	cache   *cache
}

// reader shows one content through a window of lines.
type reader struct {
	content content
	text    text
	wanted  textKey // what is painted or being painted
	top     int     // first line shown
	cursor  int     // the mark that is chosen, where marks can be
	end     bool    // the end was asked for before it was painted
	turn    int     // counts what was asked for: answers to older questions are dropped
}

// show takes another content; what is painted stays until that is.
func (r *reader) show(c content) {
	if c.kept != r.content.kept {
		r.top, r.cursor, r.end, r.text.marks = 0, 0, false, nil
	}
	r.content, r.wanted = c, textKey{}
	r.turn++
}

// chunk is how many blocks are painted between two looks at what the user does.
const chunk = 8

// paintedMsg brings the next lines of a text.
type paintedMsg struct {
	to   *reader
	turn int
	text text
	draw func(int) (block, bool)
}

// paint shows the content in the present width and theme: from the cache, or by a command that paints the first screen at once
// and the rest block by block.
func (r *reader) paint(c canvas) tea.Cmd {
	k := textKey{r.content.id, c.width, c.theme.Options()}
	if r.content.draw == nil || c.width <= 0 || r.wanted == k {
		return nil
	}
	r.wanted = k
	r.turn++
	if t, ok := c.cache.get(k); ok && !r.content.live {
		r.settle(t, c.height)
		return nil
	}
	turn, draw := r.turn, r.content.draw
	return func() tea.Msg {
		d := draw(c.theme, c.width)
		t := text{key: k}.more(d, func(t text) bool { return len(t.lines) > c.height })
		return paintedMsg{r, turn, t, d}
	}
}

// painted shows what has been painted and asks for more. While a text is painted again in another width, the old one stays until
// the new one has come to the place that is being read.
func (r *reader) painted(msg paintedMsg, c canvas) tea.Cmd {
	t := msg.text
	if at, _ := r.place(); t.done || len(t.marks) > at+1 || len(r.text.marks) == 0 {
		r.settle(t, c.height)
	}
	if t.done {
		if !r.content.live {
			c.cache.put(t)
		}
		return nil
	}
	return func() tea.Msg {
		upTo := t.blocks + chunk
		msg.text = t.more(msg.draw, func(t text) bool { return t.blocks >= upTo })
		return msg
	}
}

// place is what is read: the mark at the top of the window, -1 before the first, and the part of its lines that has been
// scrolled away, in thousandths.
func (r *reader) place() (at, part int) {
	at = r.text.at(r.top)
	start, end := r.text.span(at)
	if end <= start {
		return at, 0
	}
	return at, (r.top - start) * 1000 / (end - start)
}

// settle shows a text; the place that is read stays. It may lie beyond what a large window has to scroll: a smaller one has it
// back.
func (r *reader) settle(t text, height int) {
	if r.content.named && t.key == r.text.key && !r.end {
		r.follow(t, height)
	}
	at, part := r.place()
	if len(r.text.marks) > 0 && t.key != r.text.key && at < len(t.marks) {
		start, end := t.span(at)
		r.top = start + ((end-start)*part+500)/1000
	}
	r.text = t
	last := max(0, len(t.marks)-1)
	if r.end {
		r.top, r.cursor = len(t.lines), last
	}
	if t.done {
		r.cursor, r.end = min(r.cursor, last), false
	}
}

// follow finds the place that is read and the mark that is chosen in a text that was made anew, by their names. What is gone
// leaves its place to what follows.
func (r *reader) follow(t text, height int) {
	find := func(i int) int {
		name := r.text.marks[i].name
		if at := slices.IndexFunc(t.marks, func(m mark) bool { return m.name == name }); at >= 0 {
			return at
		}
		return min(i, len(t.marks)-1)
	}
	if len(t.marks) == 0 || r.cursor >= len(r.text.marks) {
		return
	}
	r.top = scroll.Clamp(r.top, len(r.text.lines), height)
	row := r.text.marks[r.cursor].row
	seen := row >= r.top && row < r.top+height
	if at := r.text.at(r.top); at >= 0 {
		r.top += t.marks[find(at)].row - r.text.marks[at].row
	}
	r.cursor, r.text = find(r.cursor), t
	if seen {
		r.reveal(height)
	}
}

// rows are the lines in the window.
func (r *reader) rows(c canvas) []string {
	top := scroll.Clamp(r.top, len(r.text.lines), c.height)
	rows := slices.Clone(r.text.lines[top:min(len(r.text.lines), top+c.height)])
	if m, ok := r.chosen(); ok {
		for i := range m.lit {
			if at := m.row + i - top; at >= 0 && at < len(rows) {
				rows[at] = lit(rows[at], c, i == 0)
			}
		}
	}
	return rows
}

// lit paints the line under the cursor. Its first two cells are free for the cursor's sign.
func lit(line string, c canvas, first bool) string {
	style, sign := c.theme.RowSelected, c.theme.Marks.Cursor
	if !c.focused {
		style, sign = c.theme.RowSelectedUnfocused, c.theme.Marks.CursorUnfocused
	}
	if !first {
		sign = c.theme.Marks.NoCursor
	}
	rest := ansi.Cut(ansi.Strip(line), cells.Width(sign), max(cells.Width(sign), c.width))
	return style.Render(cells.Fit(sign+rest, c.width, ""))
}

// chosen is the mark under the cursor.
func (r *reader) chosen() (mark, bool) {
	if !r.content.pick || r.cursor >= len(r.text.marks) {
		return mark{}, false
	}
	return r.text.marks[r.cursor], true
}

// choose moves the cursor to a mark by its name.
func (r *reader) choose(name string) {
	if i := slices.IndexFunc(r.text.marks, func(m mark) bool { return m.name == name }); i >= 0 {
		r.cursor = i
	}
}

// line is the line of the source that is read: the one under the cursor, or that at the top of the window; 0 is unknown.
func (r *reader) line(height int) int {
	if m, ok := r.chosen(); ok {
		return m.line
	}
	if i := r.text.at(scroll.Clamp(r.top, len(r.text.lines), height)); i >= 0 {
		return r.text.marks[i].line
	}
	return 0
}

// key scrolls, or moves the cursor.
func (r *reader) key(k tea.KeyMsg, m keys.Move, c canvas) {
	total, page := len(r.text.lines), max(1, c.height-1)
	r.end = key.Matches(k, m.Bottom) && !r.text.done
	if !r.content.pick || len(r.text.marks) == 0 {
		r.top, _ = m.Scroll(k, r.top, total, c.height)
		return
	}
	r.top = scroll.Clamp(r.top, total, c.height)
	switch {
	case key.Matches(k, m.Up):
		r.up()
	case key.Matches(k, m.Down):
		r.down()
	case key.Matches(k, m.PageUp):
		r.page(-page, c.height)
	case key.Matches(k, m.PageDown):
		r.page(page, c.height)
	case key.Matches(k, m.Top):
		r.top, r.cursor = 0, 0
		return
	case key.Matches(k, m.Bottom):
		r.top, r.cursor = total, len(r.text.marks)-1
	default:
		return
	}
	r.top = scroll.Clamp(r.top, total, c.height)
	r.reveal(c.height)
}

// up chooses the mark above, or scrolls where there is more to see before it.
func (r *reader) up() {
	if r.cursor == 0 || r.text.marks[r.cursor].row < r.top {
		r.top--
		return
	}
	r.cursor--
}

func (r *reader) down() {
	if r.cursor < len(r.text.marks)-1 {
		r.cursor++
		return
	}
	r.top++
}

// page scrolls by some lines and takes the cursor along.
func (r *reader) page(by, height int) {
	was := r.top
	r.top = scroll.Clamp(r.top+by, len(r.text.lines), height)
	switch last := len(r.text.marks) - 1; {
	case r.top == was && by < 0:
		r.cursor = 0
	case r.top == was:
		r.cursor = last
	default:
		r.cursor = max(0, min(last, r.text.at(r.text.marks[r.cursor].row+r.top-was)))
	}
}

// reveal scrolls as little as shows the mark under the cursor; for the last one there may be more below it to see.
func (r *reader) reveal(height int) {
	m := r.text.marks[r.cursor]
	last := r.cursor == len(r.text.marks)-1
	if bottom := m.row + min(m.rows, height) - height; r.top < bottom {
		r.top = bottom
	}
	if r.top > m.row && !last {
		r.top = m.row
	}
}

// center chooses a mark and shows it in the middle of the window.
func (r *reader) center(i, height int) {
	r.cursor = i
	r.top = scroll.Clamp(r.text.marks[i].row-height/2, len(r.text.lines), height)
}
