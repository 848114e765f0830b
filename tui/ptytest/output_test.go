package ptytest

import (
	"strings"
	"testing"
)

func TestCheckOutputAllows(t *testing.T) {
	for _, s := range []string{
		"", "plain text\r\n\ttabs", "世界 👩‍💻 e\u0301 م\u200cر",
		"\x1b[?1049h\x1b[2J\x1b[H\x1b[?25l\x1b[?2004h\x1b[?1002h\x1b[?1006h\x1b[K\x1b[2A\x1b[12D\x1b[3;4H",
		"\x1b[m\x1b[0m\x1b[1;4;7mx\x1b[38;5;8m\x1b[48;2;8;5;6m\x1b[38;5;5;1m\x1b[39m",
		"\x1b]11;?\x1b\\\x1b[c\x1b[?1049h",
	} {
		if err := CheckOutput([]byte(s)); err != nil {
			t.Errorf("%q: %v", s, err)
		}
	}
}

func TestCheckOutputRefuses(t *testing.T) {
	for _, tt := range []struct{ raw, want string }{
		{"a\x1b]52;c;aGk=\a", "byte 1: a sequence"},
		{"\x1b]0;title\a", "a sequence"},
		{"\x1b]8;;http://x\x1b\\link\x1b]8;;\x1b\\", "a sequence"},
		{"\x1b]11;#fff\x1b\\", "a sequence"},
		{"\x1b]11;?\a", "a sequence"},
		{"\x1b]11;?\x1b\\\x1b]11;?\x1b\\", "asked again"},
		{"\x1b[c\x1b[c", "asked again"},
		{"\x1b[?1049h\x1b[c", "asked again"},
		{"\x1bP+q\x1b\\", "a sequence"},
		{"\x1b_Gx\x1b\\", "a sequence"},
		{"\x1b^x\x1b\\", "a sequence"},
		{"\x1bXx\x1b\\", "a sequence"},
		{"\x1bc", "a sequence"},
		{"\x1b(0", "a sequence"},
		{"\x1b7", "a sequence"},
		{"\x1b", "a sequence"},
		{"\x1b[", "a sequence"},
		{"\x1b[6n", "a sequence"},
		{"\x1b[>c", "a sequence"},
		{"\x1b[?2026h", "a sequence"},
		{"\x1b[?1049;25h", "a sequence"},
		{"\x1b[4h", "a sequence"},
		{"\x1b[21t", "a sequence"},
		{"\x1b[>4;2m", "a sequence"},
		{"\x1b[1 q", "a sequence"},
		{"\x1b[3b", "a sequence"},
		{"\x1b[8m", "concealed"},
		{"\x1b[1;08m", "concealed"},
		{"\x1b[38;5;1;8m", "concealed"},
		{"\x1b[38;2;1;2;3;8m", "concealed"},
		{"\x1b[38;8m", "unknown kind"},
		{"\x1b[38;5m", "unknown kind"},
		{"\x1b[38m", "unknown kind"},
		{"\x1b[5m", "blinking"},
		{"\a", "control character U+0007"},
		{"\b", "control character U+0008"},
		{"\x05", "control character U+0005"},
		{"\x7f", "control character U+007F"},
		{"\u009b31m", "control character U+009B"},
		{"\x9b31m", "invalid UTF-8"},
		{"\u202e", "hidden character"},
		{"\u2066", "hidden character"},
		{"\U000e0041", "hidden character"},
	} {
		err := CheckOutput([]byte(tt.raw))
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%q: %v, want %q", tt.raw, err, tt.want)
		}
	}
}

func TestCheckRestored(t *testing.T) {
	for raw, want := range map[string]string{
		"": "",
		"\x1b[?1049h\x1b[?25lx\x1b[?2004h\x1b[?2004l\x1b[?1049l\x1b[?25h": "",
		"\x1b[?1049h\x1b[?25l": "1049, 25",
		"\x1b[?1002h":          "1002",
		"\x1b[?1002l":          "",
	} {
		err := CheckRestored([]byte(raw))
		if (err == nil) != (want == "") || err != nil && !strings.HasSuffix(err.Error(), ": "+want) {
			t.Errorf("%q: %v, want %q", raw, err, want)
		}
	}
}
