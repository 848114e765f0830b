// Package phrase says numbers, sizes and places as people read them, the same on every screen.
package phrase

import (
	"fmt"
	"strconv"
	"strings"

	"deft/discovery"
	"deft/skills/sanitize"
)

// Count is a number with what it counts: 1 file, 2 files, 2 copies. A noun that ends in a vowel and y is not known to it.
func Count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	if stem, found := strings.CutSuffix(noun, "y"); found {
		noun = stem + "ie"
	}
	return strconv.Itoa(n) + " " + noun + "s"
}

// Thousands is a number with a comma after each three digits.
func Thousands(n int) string {
	text := strconv.Itoa(n)
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}

// Size is a number of bytes in a sentence: 1 byte, 12 bytes, 3.6 KB.
func Size(n int64) string {
	if n < kilo {
		return Count(int(n), "byte")
	}
	return ShortSize(n)
}

// ShortSize is a number of bytes in a column: 12 B, 3.6 KB.
func ShortSize(n int64) string {
	switch {
	case n < kilo:
		return strconv.FormatInt(n, 10) + " B"
	case n < kilo<<10:
		return fmt.Sprintf("%.1f KB", float64(n)/(1<<10))
	}
	return fmt.Sprintf("%.1f MB", float64(n)/(1<<20))
}

// kilo is the number from which the next unit is written: it takes three digits less.
const kilo = 1000

// Place is a path and a line, as compilers write it. Lines count from 1; 0 is the whole file.
func Place(path string, line int) string {
	if line == 0 {
		return path
	}
	return path + ":" + strconv.Itoa(line)
}

// Source is where a root has its skills from: the provider and the level, which is left out where it says the same.
func Source(r *discovery.Root) string {
	if level := string(r.Level); level != "" && level != r.Provider {
		return r.Provider + "/" + level
	}
	return r.Provider
}

// Line is a path, or a text with paths, on one line, made harmless and with ~ for the home folder.
func Line(text, home string) string { return sanitize.Line(Home(text, home)) }

// Near is Line with the paths below the folder cwd shown from there. An empty cwd, or one that is the home folder, changes nothing more.
func Near(text, cwd, home string) string {
	if cwd != home {
		text = begin(text, cwd, "")
	}
	return Line(text, home)
}

// Home writes ~ for the home folder in a text without escape sequences, wherever a path begins with it. An empty home changes nothing.
func Home(text, home string) string { return begin(text, home, "~/") }

// begin writes another beginning for the paths in a text that begin with a folder.
func begin(text, dir, with string) string {
	dir = strings.TrimSuffix(dir, "/") + "/"
	if dir == "/" || !strings.Contains(text, dir) {
		return text
	}
	var b strings.Builder
	for first := true; ; first = false {
		before, rest, found := strings.Cut(text, dir)
		b.WriteString(before)
		switch {
		case !found:
			return b.String()
		case before == "" && !first, before != "" && inPath(before[len(before)-1]):
			b.WriteString(dir)
		default:
			b.WriteString(with)
		}
		text = rest
	}
}

// inPath says whether a path goes on before this byte.
func inPath(c byte) bool {
	return c == '/' || c == '.' || c == '-' || c == '_' || c >= 0x80 || '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z'
}
