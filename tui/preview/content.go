package preview

import (
	"deft/tui/theme"
)

// content is something to read. It is painted block by block, in commands.
type content struct {
	id    string // of the text and of what it shows besides
	kept  string // contents of which this is the same keep the place that is read
	live  bool   // it is made anew each time, so the cache does not have it
	pick  bool   // its marks can be chosen
	named bool   // made anew, its places are found by the names of their marks
	// draw makes what paints the blocks, in their order, for one theme and width; false comes after the last.
	draw func(theme.Theme, int) func(i int) (block, bool)
}

// block is lines that are painted together.
type block struct {
	lines []string
	marks []mark // none for one at the first line
}

// mark is a place in a text that stays the same in another width.
type mark struct {
	row  int    // its first line
	rows int    // how many lines belong to it
	lit  int    // how many of them the cursor lights up
	line int    // of the source, counted from 1; 0 is unknown
	name string // what is chosen with it
}

// whole makes a content of one block.
func whole(id string, lines func(theme.Theme, int) block) content {
	return content{id: id, kept: id, live: true, draw: func(t theme.Theme, width int) func(int) (block, bool) {
		return func(i int) (block, bool) {
			if i > 0 {
				return block{}, false
			}
			return lines(t, width), true
		}
	}}
}

// text is a content as painted for one width and theme.
type text struct {
	key    textKey
	lines  []string
	marks  []mark
	blocks int
	done   bool
}

type textKey struct {
	id    string
	width int
	theme theme.Options
}

// more paints until enough says so, on copies: what is shown meanwhile stays as it is.
func (t text) more(draw func(int) (block, bool), enough func(text) bool) text {
	t.lines, t.marks = append([]string(nil), t.lines...), append([]mark(nil), t.marks...)
	for !t.done && !enough(t) {
		b, ok := draw(t.blocks)
		if !ok {
			t.done = true
			break
		}
		if len(b.marks) == 0 && len(b.lines) > 0 {
			b.marks = []mark{{rows: len(b.lines)}}
		}
		for _, m := range b.marks {
			m.row += len(t.lines)
			t.marks = append(t.marks, m)
		}
		t.lines = append(t.lines, b.lines...)
		t.blocks++
	}
	return t
}

// span is the lines from a mark to the next; -1 is what stands before the first.
func (t text) span(i int) (start, end int) {
	end = len(t.lines)
	if i+1 < len(t.marks) {
		end = t.marks[i+1].row
	}
	if i >= 0 {
		start = t.marks[i].row
	}
	return start, end
}

// at is the last mark that begins at a line or above it, -1 for none.
func (t text) at(row int) int {
	low, high := 0, len(t.marks)
	for low < high {
		if mid := (low + high) / 2; t.marks[mid].row <= row {
			low = mid + 1
		} else {
			high = mid
		}
	}
	return low - 1
}

// cacheSize is how many painted texts are kept.
const cacheSize = 16

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
