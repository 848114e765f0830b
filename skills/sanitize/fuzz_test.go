package sanitize

import (
	"html"
	"regexp"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
)

func seed(f *testing.F) {
	for _, s := range []string{
		"plain", "a\x1b[31mred\x1b[0m", "\x1b]52;c;aGk=\a", "\x1b]never ends", "\x1b[\x1b[8m", "\u009b2J\x9b2J", "\x1bP+q\x1b\\",
		"a\r\nb\rc", "\u202e\u2066\u200b\u00ad\u2028", tags("list"), wales, "\U0001f3f4" + tags("xy"), "👩\u200d💻\ufe0f", "می\u200cخ",
		"x\ufe01\U000e0101", "\ufeffa\ufeff", "\xe2\x1b\x80\x8b", "&#27;[2J &#x9b; &amp;#27; &#&#27;27; &#033; &shy;x &#x10000001b;",
		"\x1b[38;5;8m\x1b[38;2;1;2;8;8m", "\x1b(0\x1b c", "᠊᠋᠌", "⚠\ufe0f\u200d⚠", "&#&#50;7;",
	} {
		f.Add(s)
	}
}

// danger finds what must never reach a terminal, by Unicode's categories alone
// and apart from the tables of this package: controls, bidi controls, tags
// outside flags, broken UTF-8.
func danger(s string) string {
	s = flags.ReplaceAllString(s, "")
	if !utf8.ValidString(s) {
		return "invalid UTF-8"
	}
	for _, r := range s {
		switch {
		case r == '\n' || r == '\t':
		case unicode.IsControl(r), unicode.Is(unicode.Bidi_Control, r), unicode.In(r, unicode.Zl, unicode.Zp), r >= 0xe0000 && r < 0xe0100:
			return string(r)
		case r == 0x200b || r == 0x2060 || r == 0xfeff:
			return string(r)
		}
	}
	return ""
}

var (
	flags = regexp.MustCompile(`\x{1f3f4}[\x{e0030}-\x{e0039}\x{e0061}-\x{e007a}]{3,6}\x{e007f}`)
	// one SGR sequence, the colours in its parameters, and what is left if it hides text
	sgr      = regexp.MustCompile(`\x1b\[[0-9;:]*m`)
	colours  = regexp.MustCompile(`(?:^|;)0*(?:38|48|58);0*(?:5;[0-9:]*|2;[0-9:]*;[0-9:]*;[0-9:]*)`)
	conceals = regexp.MustCompile(`(?:^|;)0*[568](?:$|[;:])`)
)

func FuzzLine(f *testing.F) {
	seed(f)
	f.Fuzz(func(t *testing.T, s string) {
		line, text := Line(s), Text(s)
		if d := danger(line); d != "" || strings.ContainsAny(line, "\n\t") {
			t.Errorf("Line(%q) = %q lets %q through", s, line, d)
		}
		if d := danger(text); d != "" {
			t.Errorf("Text(%q) = %q lets %q through", s, text, d)
		}
		if Line(line) != line || Text(text) != text {
			t.Errorf("cleaning %q twice changes it", s)
		}
		if ansi.StringWidth(line) != ansi.StringWidth(ansi.Strip(line)) {
			t.Errorf("Line(%q) = %q still holds a sequence", s, line)
		}
		if HasHidden(s) != (len(Hidden(s)) > 0) || HasHidden(text) {
			t.Errorf("findings of %q and what Text marks differ", s)
		}
	})
}

func FuzzMarkdown(f *testing.F) {
	seed(f)
	f.Fuzz(func(t *testing.T, s string) {
		md := Markdown(s)
		if Markdown(md) != md {
			t.Errorf("cleaning %q twice changes it", s)
		}
		// two rounds: some renderers decode a link twice
		if d := danger(html.UnescapeString(md)); d != "" {
			t.Errorf("Markdown(%q) = %q decodes to %q", s, md, d)
		}
		amp := strings.ReplaceAll(strings.ReplaceAll(md, "&amp;", "&"), "&#38;", "&")
		if d := danger(html.UnescapeString(amp)); d != "" {
			t.Errorf("Markdown(%q) = %q decodes twice to %q", s, md, d)
		}
	})
}

func FuzzOnlySGR(f *testing.F) {
	seed(f)
	f.Fuzz(func(t *testing.T, s string) {
		out := OnlySGR(s)
		if d := danger(sgr.ReplaceAllString(out, "\n")); d != "" {
			t.Errorf("OnlySGR(%q) = %q lets %q through", s, out, d)
		}
		for _, seq := range sgr.FindAllString(out, -1) {
			rest := colours.ReplaceAllString(strings.TrimSuffix(seq[2:], "m"), "")
			if conceals.MatchString(rest) {
				t.Errorf("OnlySGR(%q) keeps %q", s, seq)
			}
		}
		if OnlySGR(out) != out {
			t.Errorf("passing %q twice changes it", s)
		}
	})
}

func FuzzForModel(f *testing.F) {
	seed(f)
	f.Fuzz(func(t *testing.T, s string) {
		out := ForModel(s)
		if ForModel(out) != out {
			t.Errorf("ForModel twice on %q: %q, then %q", s, out, ForModel(out))
		}
		for _, h := range Hidden(out) {
			if !h.Kind.Low() && h.Kind != LineSeparator {
				t.Errorf("ForModel(%q) = %q keeps %+v", s, out, h)
			}
		}
		if !HasHidden(s) && !strings.HasPrefix(s, "\ufeff") && out != s {
			t.Errorf("ForModel changed %q, which hides nothing, to %q", s, out)
		}
	})
}
