// Package scroll keeps a window among the lines there are, and a cursor in it on a line that can hold it.
package scroll

// Land is where a cursor comes to stand that was moved by some lines to the line at, which may lie outside: the nearest one. A line that
// closed holds for passes it on, up where the cursor came from below, and otherwise down: the last line is never closed.
func Land(at, lines, by int, closed func(line int) bool) int {
	at = max(0, min(at, lines-1))
	switch {
	case at >= lines || !closed(at):
		return at
	case by < 0 && at > 0:
		return at - 1
	}
	return at + 1
}

// Top is the first line of a window of height lines that shows the line at, as near to the present one, top, as may be. Where the line
// above is a heading it is seen too. A nil heading is one that no line is.
func Top(top, at, lines, height int, heading func(line int) bool) int {
	height = max(1, height)
	first := at
	if heading != nil && height > 1 && first > 0 && first <= lines && heading(first-1) {
		first--
	}
	top = min(max(top, at-height+1), first)
	return Clamp(top, lines, height)
}

// Clamp is the first line of a window of height lines that begins at the line top, or as near to it as leaves the window full.
func Clamp(top, lines, height int) int { return max(0, min(top, lines-height)) }
