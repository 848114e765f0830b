package cells

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"
)

func TestLean(t *testing.T) {
	tests := [][2]string{
		{"plain", "plain"},
		{"\x1b[1ma\x1b[0m\x1b[1mb\x1b[0m", "\x1b[1mab\x1b[m"},
		{"\x1b[1ma\x1b[0mb", "\x1b[1ma\x1b[mb"},
		{"\x1b[1ma\x1b[0m\x1b[2mb\x1b[0m", "\x1b[1ma\x1b[m\x1b[2mb\x1b[m"},
		{"\x1b[m\x1b[ma\x1b[m", "a"},
		{"\x1b[1m\x1b[31ma\x1b[0m\x1b[1m\x1b[31mb\x1b[0m \x1b[31m\x1b[0m", "\x1b[1m\x1b[31mab\x1b[m "},
		{"a\x1b[2Jb", "a\x1b[2Jb"},
	}
	for _, tt := range tests {
		if got := Lean(tt[0]); got != tt[1] {
			t.Errorf("%q became %q, want %q", tt[0], got, tt[1])
		}
	}
}

// painted is a line as characters, each with the styles asked for since the last reset.
func painted(line string) string {
	var b strings.Builder
	style := ""
	for i := 0; i < len(line); {
		if n, _ := Style(line[i:]); n > 0 {
			if seq := line[i : i+n]; seq == "\x1b[0m" || seq == "\x1b[m" {
				style = ""
			} else {
				style += seq
			}
			i += n
			continue
		}
		b.WriteString(style + line[i:i+1] + "|")
		i++
	}
	return b.String()
}

func TestLeanLooksTheSame(t *testing.T) {
	part := rapid.SampledFrom([]string{"a", " ", "世", "\x1b[1m", "\x1b[31m", "\x1b[38;5;7m", "\x1b[0m", "\x1b[m", "\x1b[1ma\x1b[0m"})
	rapid.Check(t, func(t *rapid.T) {
		line := strings.Join(rapid.SliceOfN(part, 0, 20).Draw(t, "parts"), "") + "\x1b[m"
		got := Lean(line)
		if painted(got) != painted(line) || len(got) > len(line) || ansi.Strip(got) != ansi.Strip(line) || Lean(got) != got {
			t.Fatalf("%q became %q", line, got)
		}
	})
}

func TestStyle(t *testing.T) {
	tests := []struct {
		in   string
		n    int
		ends bool
	}{
		{"\x1b[m", 3, true}, {"\x1b[0mx", 4, true}, {"\x1b[1mm", 4, false}, {"\x1b[38;5;70m", 10, false}, {"\x1b[4:3m", 6, false}, {"\x1b[00m", 5, false},
		{"", 0, false}, {"m", 0, false}, {"\x1b[", 0, false}, {"\x1b[1", 0, false}, {"\x1b[2J", 0, false}, {"\x1b[?1m", 0, false}, {"x\x1b[m", 0, false},
	}
	for _, tt := range tests {
		if n, ends := Style(tt.in); n != tt.n || ends != tt.ends {
			t.Errorf("Style(%q) = %d, %t", tt.in, n, ends)
		}
	}
}
