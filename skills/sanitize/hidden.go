package sanitize

import (
	"strings"
	"unicode/utf8"
)

// MaxFindings is how many findings Hidden returns at most.
const MaxFindings = 1000

// Finding is a run of runes of one kind that a reader does not see as they are
// in the text.
type Finding struct {
	Kind   Kind
	Line   int    // of the first rune, counted from 1; only LF ends a line
	Column int    // of the first rune, counted from 1 in runes (a byte that is not UTF-8 counts as one)
	Rune   rune   // the first one; the byte where it is not UTF-8
	Count  int    // how many of the kind stand in a row
	Offset int    // of the first one, in bytes
	Text   string // what tag characters and variation selectors spell in ASCII, else ""
}

// Hidden finds everything in s that Text would mark, in order, at most
// MaxFindings. A byte order mark at the very start is none; nor are a CR
// before LF, the joiners and selectors that a script or an emoji needs, and
// the tags of a well-formed flag.
func Hidden(s string) []Finding {
	var found []Finding
	line, column, end := 1, 1, -1
	for i := 0; i < len(s); {
		u := unitAt(s, i)
		if last := len(found) - 1; u.kind != "" && end == i && found[last].Kind == u.kind {
			found[last].Count++
			end += u.size
		} else if u.kind != "" {
			spellLast(found, s, end)
			if len(found) == MaxFindings {
				return found
			}
			found = append(found, Finding{Kind: u.kind, Line: line, Column: column, Rune: u.rune, Count: 1, Offset: i})
			end = i + u.size
		}
		column += utf8.RuneCountInString(s[i : i+u.size])
		if u.rune == '\n' {
			line, column = line+1, 1
		}
		i += u.size
	}
	spellLast(found, s, end)
	return found
}

// spellLast decodes the last finding, whose run ends at s[:end].
func spellLast(found []Finding, s string, end int) {
	if len(found) == 0 {
		return
	}
	f := &found[len(found)-1]
	if f.Kind == Tag || f.Kind == VariationSelector {
		f.Text = spell(s[f.Offset:end])
	}
}

// HasHidden reports whether Hidden(s) finds anything. It does not allocate.
func HasHidden(s string) bool {
	for i := 0; i < len(s); {
		if printable(s[i]) {
			i++
			continue
		}
		u := unitAt(s, i)
		if u.kind != "" {
			return true
		}
		i += u.size
	}
	return false
}

// Decode returns the ASCII text that the findings spell, one run after the
// other, with " / " between them; "" where they spell nothing.
func Decode(findings []Finding) string {
	var texts []string
	for _, f := range findings {
		if f.Text != "" {
			texts = append(texts, f.Text)
		}
	}
	return strings.Join(texts, " / ")
}
