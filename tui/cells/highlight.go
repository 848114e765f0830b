package cells

import (
	"strings"
	"unicode/utf8"

	"github.com/charmbracelet/lipgloss"
)

// Highlight paints a plain text: the characters that begin at the byte positions at, in ascending order, in match, all else in base.
// Runs of one style are painted at once.
func Highlight(s string, at []int, base, match lipgloss.Style) string {
	if len(at) == 0 {
		return base.Render(s)
	}
	var b strings.Builder
	start, hit, next := 0, false, 0
	flush := func(end int) {
		if end > start {
			style := base
			if hit {
				style = match
			}
			b.WriteString(style.Render(s[start:end]))
		}
		start = end
	}
	for i := 0; i < len(s); {
		_, n := utf8.DecodeRuneInString(s[i:])
		for next < len(at) && at[next] < i {
			next++
		}
		now := next < len(at) && at[next] == i
		if now != hit {
			flush(i)
			hit = now
		}
		i += n
	}
	flush(len(s))
	return b.String()
}
