package markdown

import (
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"
)

// within fails if f takes too long; f then goes on in the background, as nothing can stop it.
func within(t *testing.T, limit time.Duration, f func()) {
	t.Helper()
	done := make(chan struct{})
	go func() {
		defer close(done)
		f()
	}()
	select {
	case <-done:
	case <-time.After(limit):
		t.Fatalf("not done after %v", limit)
	}
}

func rising(n int, s string) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(strings.Repeat(s, i) + "x ")
	}
	return b.String()
}

func stairs(n int, sign string) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(strings.Repeat("  ", i) + sign + " x\n")
	}
	return b.String()
}

func hostileInputs() map[string]string {
	return map[string]string{
		"64 quotes":           strings.Repeat("> ", 64) + "x",
		"24 quotes":           strings.Repeat("> ", 24) + "x",
		"10 quotes":           strings.Repeat(strings.Repeat("> ", 10)+"x\n", 100),
		"100000 quotes":       strings.Repeat("> ", 100_000) + "x",
		"quotes, no blanks":   strings.Repeat(">", 5000) + "x",
		"lists on a line":     strings.Repeat("- ", 50_000) + "x",
		"numbers on a line":   strings.Repeat("1. ", 20_000) + "x",
		"quotes and lists":    strings.Repeat("> - ", 60) + "x",
		"lists in stairs":     stairs(400, "-"),
		"numbers in stairs":   stairs(100, "1."),
		"word of 10 KB":       strings.Repeat("x", 10_000),
		"word of 200 KB":      strings.Repeat("x", 200_000),
		"word in a list":      "- " + strings.Repeat("x", 7000),
		"blanks":              "a" + strings.Repeat(" ", 100_000) + "b",
		"tabs":                strings.Repeat("\t", 50_000) + "x",
		"newlines":            strings.Repeat("\n", 200_000),
		"columns":             strings.Repeat("|a", 3000) + "|\n" + strings.Repeat("|-", 3000) + "|\n" + strings.Repeat("|b\n", 2000),
		"60 columns":          strings.Repeat("|a", 60) + "|\n" + strings.Repeat("|-", 60) + "|\n" + strings.Repeat("|b\n", 250),
		"rows":                "|a|b|\n|-|-|\n" + strings.Repeat("|c|d|\n", 20_000),
		"cell of 7 KB":        "|a|b|\n|-|-|\n|" + strings.Repeat("word ", 1400) + "|b|\n",
		"backticks":           rising(120, "`"),
		"backticks, long":     rising(600, "`"),
		"brackets":            strings.Repeat("[", 50_000),
		"links":               strings.Repeat("[a](", 20_000),
		"images":              strings.Repeat("![", 8000) + strings.Repeat("](x)", 8000),
		"emphasis":            strings.Repeat("*a **b ", 20_000),
		"emphasis inside":     strings.Repeat("*a ", 1500) + strings.Repeat("b*", 1500),
		"stars":               strings.Repeat("*", 50_000) + "a" + strings.Repeat("*", 50_000),
		"tags":                strings.Repeat("<a b=", 20_000),
		"comments":            strings.Repeat("<!--", 20_000),
		"references":          strings.Repeat("&#x41;", 20_000),
		"definitions":         strings.Repeat("[a]: b\n", 30_000),
		"many definitions":    numbered(15_000, "[a%d]: b\n"),
		"open definitions":    strings.Repeat("[a]: \n", 30_000),
		"combining marks":     "a" + strings.Repeat("\u0301", 20_000) + "b",
		"marks alone":         strings.Repeat("\u0301", 20_000),
		"joiners":             strings.Repeat("👩\u200d", 10_000),
		"flags":               strings.Repeat("🇩", 10_000),
		"fences":              strings.Repeat("```\nx\n", 20_000),
		"unknown languages":   strings.Repeat("```zzz\nx\n```\n", 200),
		"headings":            strings.Repeat("# x\n", 20_000),
		"underlined headings": strings.Repeat("a\n=\n", 20_000),
		"rules":               strings.Repeat("* ", 50_000),
	}
}

func TestHostileInputs(t *testing.T) {
	if testing.Short() {
		t.Skip("renders megabytes")
	}
	for name, source := range hostileInputs() {
		t.Run(name, func(t *testing.T) {
			var slowest time.Duration
			within(t, time.Minute, func() {
				r := New(dark(), 40)
				for p := range Split(source).Pieces() {
					start := time.Now()
					lines := r.Render(p)
					slowest = max(slowest, time.Since(start))
					check(t, lines, 40)
				}
			})
			if slowest > 5*time.Second {
				t.Errorf("a piece took %v", slowest)
			}
		})
	}
}

// TestFirstScreenOfHostileInputs: however large the document, its first piece comes at once.
func TestFirstScreenOfHostileInputs(t *testing.T) {
	for name, source := range hostileInputs() {
		t.Run(name, func(t *testing.T) {
			within(t, 10*time.Second, func() {
				for p := range Split(source).Pieces() {
					New(dark(), 80).Render(p)
					return
				}
			})
		})
	}
}

// TestBeyondTheBounds: what is not rendered is shown as it was written.
func TestBeyondTheBounds(t *testing.T) {
	for name, source := range map[string]string{
		"quotes": strings.Repeat("> ", 30) + "end",
		"lists":  stairs(12, "-"),
		"table":  strings.Repeat("|a", 300) + "|\n" + strings.Repeat("|-", 300) + "|\n" + strings.Repeat("|b\n", 80),
	} {
		squeeze := func(s string) string { return strings.Join(strings.Fields(s), "") }
		if got := stripped(New(dark(), 40).Document(Split(source))); squeeze(got) != squeeze(source) {
			t.Errorf("%s: %s", name, got)
		}
	}
}

func TestCombiningMarksPerCell(t *testing.T) {
	lines := New(noColor(), 40).Document(Split("a" + strings.Repeat("\u0301", 900) + "b"))
	if len(lines) != 1 || len(lines[0]) > 2*maxGlyph || ansi.StringWidth(lines[0]) != 2 {
		t.Errorf("%d lines, first of %d bytes", len(lines), len(lines[0]))
	}
	if got := stripped(New(noColor(), 40).Document(Split("e\u0301te\u0301"))); got != "e\u0301te\u0301\n" {
		t.Errorf("%q", got)
	}
}

// FuzzRender: any text gives lines that fit and hold SGR only.
func FuzzRender(f *testing.F) {
	for name := range strings.FieldsSeq("sample.md lists.md wide-signs.md wide-tables.md") {
		f.Add(fixture(f, name), uint8(40), uint8(0))
	}
	for _, s := range hostileInputs() {
		f.Add(s[:min(len(s), 2000)], uint8(20), uint8(13))
	}
	for i, s := range []string{"&#27;[2J", "\x1b]52;c;x\x07", "`\u202e`", "- a\n\n  |x|\n  |-|\n  |日本|", "1. a\\\n   b\n\n   c", "[a]\n\n[a]: <b c>", "> ```\n> x\n\n</div>"} {
		f.Add(s, uint8(i), uint8(i))
	}
	all := themes()
	f.Fuzz(func(t *testing.T, source string, width, style uint8) {
		if len(source) > 6000 {
			return
		}
		w := max(int(width), 1)
		check(t, New(all[int(style)%len(all)], w).Document(Split(source)), w)
		check(t, Plain(source, w), w)
	})
}
