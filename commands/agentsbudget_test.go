package commands

import (
	"fmt"
	"strings"
	"testing"

	"deft/discovery/rules"
)

// What does not fit is said: to which length descriptions are cut, and whose;
// or how many are lost at least.
func TestOverflow(t *testing.T) {
	lines := func(fixed int, texts ...int) []line {
		var out []line
		for i, n := range texts {
			out = append(out, line{name: fmt.Sprintf("s%d", i), fixed: fixed, text: n})
		}
		return out
	}
	shared := rules.Budget{Total: 100, Shared: true, Overflow: "more is left out"}
	lossy := rules.Budget{Total: 100, Overflow: "the last are lost"}
	for _, tt := range []struct {
		lines []line
		b     rules.Budget
		want  string
	}{
		{lines(10, 40, 40), shared, ""},
		{lines(10, 40, 40), rules.Budget{}, ""},
		{lines(10, 80, 10), shared, "has 110 characters to list and room for about 100: descriptions are cut to about 70 characters: s0"},
		{lines(10, 80, 60, 5), shared, "about 32 characters: s0, s1"},
		{lines(60, 1, 1), shared, "not even all names fit; more is left out"},
		{lines(10, 30, 30, 30), lossy, "at least 1 of 3 descriptions are lost; the last are lost"},
		{lines(10, 70, 70, 70), lossy, "at least 2 of 3 descriptions"},
	} {
		got := overflow(tt.lines, tt.b)
		if tt.want == "" && got != "" || !strings.Contains(got, tt.want) {
			t.Errorf("%v: %q, want %q", tt.lines, got, tt.want)
		}
	}
}

// Very many names are not all told.
func TestSome(t *testing.T) {
	names := strings.Fields(strings.Repeat("n ", maxNamed+2))
	if got := some(names[:maxNamed]); strings.Contains(got, "more") {
		t.Error(got)
	}
	if got := some(names); !strings.HasSuffix(got, "n and 2 more") {
		t.Error(got)
	}
}
