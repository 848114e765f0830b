package cells

import "strings"

// Wrap breaks plain text into lines of at most width cells: at blanks, which are dropped there, and between wide characters; a longer
// word wherever the line is full. Nothing else is lost. Its own line breaks are kept and tabs become blanks.
func Wrap(s string, width int) []string {
	if width <= 0 {
		return nil
	}
	var out []string
	for _, line := range strings.Split(strings.ReplaceAll(s, "\t", strings.Repeat(" ", Tab)), "\n") {
		out = wrapLine(out, line, width)
	}
	return out
}

// wrapLine appends the lines that one line becomes.
func wrapLine(out []string, s string, width int) []string {
	start, used := 0, 0
	cut, word := 0, false // where the line may be broken, and whether it holds more than blanks
	for i := 0; i < len(s); {
		c, w := First(s[i:])
		blank := c == " "
		if word && !blank && (w > 1 || s[i-1] == ' ') {
			cut = i
		}
		for used+w > width && i > start && !(blank && word) {
			if cut <= start {
				cut = i
			}
			out = append(out, Cut(strings.TrimRight(s[start:cut], " "), width, ""))
			start, used = cut, Width(s[cut:i])
		}
		word = word || !blank
		used += w
		i += len(c)
	}
	return append(out, Cut(strings.TrimRight(s[start:], " "), width, ""))
}
