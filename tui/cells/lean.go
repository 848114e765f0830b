package cells

import "strings"

// Lean returns a line that looks the same and takes fewer bytes: a style that ends only to begin again goes on.
func Lean(line string) string {
	if !strings.Contains(line, esc) {
		return line
	}
	var b strings.Builder
	b.Grow(len(line))
	active, next, ended := "", "", false // what is painted now; what was asked for since, and whether all was ended before that
	for i := 0; i < len(line); {
		if n, ends := Style(line[i:]); n > 0 {
			if ends {
				next, ended = "", true
			} else {
				next += line[i : i+n]
			}
			i += n
			continue
		}
		n := strings.Index(line[i+1:], esc) + 1
		if n == 0 {
			n = len(line) - i
		}
		active = change(&b, active, next, ended)
		next, ended = "", false
		b.WriteString(line[i : i+n])
		i += n
	}
	if active != "" {
		b.WriteString(reset)
	}
	return b.String()
}

const esc = "\x1b"

// change goes from one style to the next and returns what is painted then.
func change(b *strings.Builder, active, next string, ended bool) string {
	switch {
	case !ended:
		b.WriteString(next)
		return active + next
	case next == active:
		return active
	case active != "":
		b.WriteString(reset)
	}
	b.WriteString(next)
	return next
}
