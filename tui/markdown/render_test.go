package markdown

import (
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"github.com/charmbracelet/x/ansi"

	"deft/tui/theme"
)

var update = flag.Bool("update", false, "write the golden files anew")

func fixture(t testing.TB, name string) string {
	t.Helper()
	b, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func themes() []theme.Theme {
	var all []theme.Theme
	for _, level := range []theme.Level{theme.ColorNone, theme.Color16, theme.Color256, theme.ColorTrue} {
		for i := range 4 {
			all = append(all, theme.New(theme.Options{Dark: i&1 > 0, Plain: i&2 > 0, Color: level}))
		}
	}
	return all
}

func noColor() theme.Theme { return theme.New(theme.Options{}) }

func dark() theme.Theme { return theme.New(theme.Options{Dark: true, Color: theme.ColorTrue}) }

// stripped is what a reader sees.
func stripped(lines []string) string { return ansi.Strip(strings.Join(lines, "\n")) + "\n" }

var sgr = regexp.MustCompile(`\x1b\[[0-9;:]*m`)

// unsafe are controls, of both sets and for the direction of text.
func unsafe(r rune) bool {
	return unicode.IsControl(r) || r >= 0x202a && r <= 0x202e || r >= 0x2066 && r <= 0x2069
}

// check asserts what holds for every rendered line.
func check(t *testing.T, lines []string, width int) {
	t.Helper()
	for _, l := range lines {
		fault := ""
		switch {
		case ansi.StringWidth(l) > width:
			fault = "is too wide"
		case strings.ContainsFunc(sgr.ReplaceAllString(l, ""), unsafe):
			fault = "holds more than SGR"
		case strings.LastIndex(l, reset) < strings.LastIndex(l, "\x1b"):
			fault = "has no reset"
		case strings.HasSuffix(ansi.Strip(l), " "):
			fault = "has blanks at its end"
		}
		if fault != "" {
			t.Errorf("width %d: a line %s: %q", width, fault, l)
			return
		}
	}
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if want := fixture(t, name); got != want {
		t.Errorf("%s differs; got:\n%s", name, got)
	}
}

func TestGoldens(t *testing.T) {
	for _, name := range []string{"sample", "lists", "wide-tables", "wide-signs"} {
		lines := New(noColor(), 40).Document(Split(fixture(t, name+".md")))
		check(t, lines, 40)
		golden(t, name+".golden", stripped(lines))
	}
	plain := theme.New(theme.Options{Plain: true})
	golden(t, "sample-plain.golden", stripped(New(plain, 40).Document(Split(fixture(t, "sample.md")))))
}

// TestColorsOnlyColor: every theme shows the same words in the same places, apart from its own signs.
func TestColorsOnlyColor(t *testing.T) {
	letters := func(lines []string) string {
		return strings.Map(func(r rune) rune {
			if strings.ContainsRune(" `~│|>•-─┼+✓x[]\n", r) {
				return -1
			}
			return r
		}, stripped(lines))
	}
	doc := Split(fixture(t, "sample.md"))
	want := letters(New(noColor(), 40).Document(doc))
	for _, th := range themes() {
		lines := New(th, 40).Document(doc)
		check(t, lines, 40)
		if got := letters(lines); got != want {
			t.Errorf("%+v shows\n%s", th.Options(), got)
		}
		if th.Options().Color != theme.ColorNone && !strings.Contains(strings.Join(lines, ""), "38;") && th.Options().Color != theme.Color16 {
			t.Errorf("%+v: no colour", th.Options())
		}
	}
}

// case R110: text without blanks is wrapped at every width, no sign is lost, split or cut.
func TestWideSigns(t *testing.T) {
	source := fixture(t, "wide-signs.md")
	squeeze := strings.NewReplacer(" ", "", "\n", "", "│", "", "•", "", "#", "", "> ", "", "- ", "")
	for _, width := range []int{20, 30, 39, 40, 60, 80, 120} {
		lines := New(dark(), width).Document(Split(source))
		check(t, lines, width)
		if got := squeeze.Replace(stripped(lines)); got != squeeze.Replace(source) {
			t.Errorf("width %d: %s", width, got)
		}
	}
}

// case R111: tables wider than the pane.
func TestWideTables(t *testing.T) {
	source := fixture(t, "wide-tables.md")
	words := []string{"--very-long-option-name-number-one", strings.Repeat("a long account of it ", 12)[:250], "漢字の説明がここに入ります🙂", "✅", "a|b", "<br>", strings.Repeat("x", 150), "c13"}
	for _, width := range []int{1, 2, 7, 24, 40, 60, 80, 120} {
		lines := New(dark(), width).Document(Split(source))
		check(t, lines, width)
		if width < 24 {
			continue
		}
		barsLineUp(t, lines, width)
		text := columns(lines)
		for _, w := range words {
			if !strings.Contains(text, strings.ReplaceAll(w, " ", "")) {
				t.Errorf("width %d: no %q in\n%s", width, w, stripped(lines))
			}
		}
	}
}

// barsLineUp: within a block of lines the bars stand in the same columns.
func barsLineUp(t *testing.T, lines []string, width int) {
	t.Helper()
	want := ""
	for _, l := range lines {
		l = ansi.Strip(l)
		var at []string
		for i, r := range l {
			if r == '│' || r == '┼' {
				at = append(at, strconv.Itoa(ansi.StringWidth(l[:i])))
			}
		}
		got := strings.Join(at, " ")
		if l != "" && want != "" && got != want {
			t.Errorf("width %d: bars at %s, before at %s: %s", width, got, want, l)
		}
		want = got
		if l == "" {
			want = ""
		}
	}
}

// columns reads the text of a table column by column, without blanks.
func columns(lines []string) string {
	byColumn := map[int]*strings.Builder{}
	for _, l := range lines {
		for i, part := range strings.Split(ansi.Strip(l), "│") {
			if byColumn[i] == nil {
				byColumn[i] = &strings.Builder{}
			}
			byColumn[i].WriteString(strings.ReplaceAll(strings.ReplaceAll(part, " ", ""), "`", ""))
		}
	}
	var all strings.Builder
	for i := range len(byColumn) {
		all.WriteString(byColumn[i].String() + "\n")
	}
	return all.String()
}

// case R86: no sequence or control of a text reaches the terminal, and an open one swallows nothing that follows.
func TestNothingUnsafe(t *testing.T) {
	for _, source := range []string{
		"a\x1b]52;c;cm0gLXJmIH4=\x07b", "`code \x1b[2J`", "```\n\x1b]0;t\x07\n```", "&#27;[2Jx", "&#x9b;31mred", "[t](http://x/\x1b]0;a\x07)",
		"![alt \x1b[2J](x)", "<b>&#27;]52;c;AAA=&#7;</b>", "&#&#27;27;[2J", "&amp;#27;[2J", "`&#27;[2J`", "|&#27;[2J|\n|-|\n|`&#27;c`|", "[a](&#27;c)", "```&#27;c\nx\n```",
		"[a]\n\n[a]: &#27;c '&#27;c'", "<a b='&#27;c'>", "\x1b[8mhidden", "x\r\x1b[Ky",
	} {
		for _, th := range themes() {
			check(t, New(th, 20).Document(Split(source)), 20)
		}
		check(t, Plain(source, 20), 20)
	}
}

func TestOpenSequenceSwallowsNothing(t *testing.T) {
	for _, source := range []string{"a \x1b]0;open\n\nrest", "`\x1b]52;c;x`\n\nrest", "```\n\x1bPopen\n```\n\nrest", "&#27;]0;open\n\nrest"} {
		if got := stripped(New(dark(), 20).Document(Split(source))); !strings.Contains(got, "rest") {
			t.Errorf("%q shows %q", source, got)
		}
		if got := stripped(Plain(source, 20)); !strings.Contains(got, "rest") {
			t.Errorf("%q shows plainly %q", source, got)
		}
	}
}

func TestKeptAsWritten(t *testing.T) {
	for source, want := range map[string]string{
		"use `&lt;` and <name>":            "`&lt;`", // not decoded in code
		"run <name> now":                   "<name>",
		"| a |\n|---|\n| x<br>y |":         "x<br>y",
		"[guide](references/guide.md)":     "(references/guide.md)",
		"see [x] here\n\n[x]: y.md":        "x (y.md)",
		"```sh\ngrep '\\.go\\*' \\\\\n```": "grep '\\.go\\*' \\\\",
		"5. five\n6. six":                  "6. six",
		"<!-- note -->":                    "<!-- note -->",
		"- a\n\n  b":                       "• a\n  b",
		"👩\u200d💻 and ✔\ufe0f":             "👩\u200d💻 and ✔\ufe0f",
		"a&amp;b":                          "a&b",
	} {
		if got := stripped(New(noColor(), 60).Document(Split(source))); !strings.Contains(got, want) {
			t.Errorf("%q shows %q, want %q", source, got, want)
		}
	}
}

func TestPlain(t *testing.T) {
	got := strings.Join(Plain("key: a value that is long\n    indented line that is long\n\ttab\n\n# not a heading", 16), "\n")
	want := "key: a value\nthat is long\n    indented\n    line that is\n    long\n    tab\n\n# not a heading"
	if got != want {
		t.Errorf("got\n%s", got)
	}
	if got := Plain("", 10); len(got) != 1 || got[0] != "" {
		t.Errorf("empty text: %q", got)
	}
	check(t, Plain(strings.Repeat("日本", 40)+" "+strings.Repeat("x", 99), 7), 7)
}

func TestNoBlankLineAtTheTop(t *testing.T) {
	for _, source := range []string{"\n\n\n# x", numbered(500, "[a%d]: b\n") + "\n# x", strings.Repeat("\n", 9000) + "# x"} {
		if lines := New(noColor(), 20).Document(Split(source)); len(lines) != 1 || ansi.Strip(lines[0]) != "# x" {
			t.Errorf("%.20q: %q", source, lines)
		}
	}
}

func TestBlankDocuments(t *testing.T) {
	for _, source := range []string{"", "\n\n", " ", "[a]: b\n", "\ufeff", numbered(900, "[a%d]: b\n\n")} {
		if lines := New(dark(), 20).Document(Split(source)); len(lines) != 0 {
			t.Errorf("%q: %q", source, lines)
		}
	}
}
