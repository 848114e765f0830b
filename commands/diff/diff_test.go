package diff

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// unified writes a result as text.
func unified(r Result) string {
	var b strings.Builder
	for _, h := range r.Hunks {
		b.WriteString(h.Header() + "\n")
		for _, l := range h.Lines {
			b.WriteString(string(" -+"[l.Kind]) + l.Text + "\n")
			if l.Unended {
				b.WriteString("\\ No newline at end of file\n")
			}
		}
	}
	return b.String()
}

func count(from, to int) string {
	var b strings.Builder
	for i := from; i <= to; i++ {
		fmt.Fprintf(&b, "%d\n", i)
	}
	return b.String()
}

func TestLines(t *testing.T) {
	tests := map[string]struct {
		old, new, want string
	}{
		"same":           {"a\nb\n", "a\nb\n", ""},
		"both empty":     {"", "", ""},
		"from nothing":   {"", "a\n", "@@ -0,0 +1 @@\n+a\n"},
		"to nothing":     {"a\nb\n", "", "@@ -1,2 +0,0 @@\n-a\n-b\n"},
		"one line":       {count(1, 9), strings.Replace(count(1, 9), "5\n", "five\n", 1), "@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+five\n 6\n 7\n 8\n"},
		"first line":     {"a\nb\n", "b\n", "@@ -1,2 +1 @@\n-a\n b\n"},
		"last line":      {"a\n", "a\nb\n", "@@ -1 +1,2 @@\n a\n+b\n"},
		"line end lost":  {"a\nb\n", "a\nb", "@@ -1,2 +1,2 @@\n a\n-b\n+b\n\\ No newline at end of file\n"},
		"carriage":       {"a\r\n", "a\n", "@@ -1 +1 @@\n-a\r\n+a\n"},
		"blank lines":    {"\n\n", "\n", "@@ -1,2 +1 @@\n-\n \n"},
		"joined by six":  {"a\n" + count(1, 6) + "b\n", "A\n" + count(1, 6) + "B\n", "@@ -1,8 +1,8 @@\n-a\n+A\n 1\n 2\n 3\n 4\n 5\n 6\n-b\n+B\n"},
		"parted by more": {"a\n" + count(1, 7) + "b\n", "A\n" + count(1, 7) + "B\n", "@@ -1,4 +1,4 @@\n-a\n+A\n 1\n 2\n 3\n@@ -6,4 +6,4 @@\n 5\n 6\n 7\n-b\n+B\n"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			r, err := Lines(test.old, test.new, Context)
			if err != nil {
				t.Fatal(err)
			}
			if got := unified(r); got != test.want {
				t.Errorf("got\n%s\nwant\n%s", got, test.want)
			}
			faithful(t, test.old, test.new)
		})
	}
}

func TestNumbers(t *testing.T) {
	r, err := Lines("a\nb\nc\n", "a\nx\ny\nc\n", 1)
	if err != nil {
		t.Fatal(err)
	}
	want := []Line{
		{Kind: Equal, Text: "a", Old: 1, New: 1},
		{Kind: Removed, Text: "b", Old: 2},
		{Kind: Added, Text: "x", New: 2},
		{Kind: Added, Text: "y", New: 3},
		{Kind: Equal, Text: "c", Old: 3, New: 4},
	}
	if len(r.Hunks) != 1 || fmt.Sprint(r.Hunks[0].Lines) != fmt.Sprint(want) {
		t.Errorf("got %+v", r.Hunks)
	}
	if r.Added != 2 || r.Removed != 1 {
		t.Errorf("added %d, removed %d", r.Added, r.Removed)
	}
}

func TestTooLarge(t *testing.T) {
	for name, text := range map[string]string{"bytes": strings.Repeat("x", MaxBytes+1), "lines": strings.Repeat("\n", MaxLines+1)} {
		var large *TooLargeError
		if _, err := Lines("a\n", text, Context); !errors.As(err, &large) || large.Bytes != len(text) {
			t.Errorf("%s, new: %v", name, err)
		}
		if _, err := Lines(text, "a\n", Context); !errors.As(err, &large) {
			t.Errorf("%s, old: %v", name, err)
		}
	}
	if _, err := Lines(strings.Repeat("\n", MaxLines), strings.Repeat("x", MaxBytes), Context); err != nil {
		t.Error("just at the limit:", err)
	}
}

// TestManyChanges: what differs in many places is compared to the end, not
// given up in the middle.
func TestManyChanges(t *testing.T) {
	var old, new strings.Builder
	for i := range 2000 {
		fmt.Fprintf(&old, "line %d\n", i)
		if i%4 == 0 {
			fmt.Fprintf(&new, "changed %d\n", i)
			continue
		}
		fmt.Fprintf(&new, "line %d\n", i)
	}
	r, err := Lines(old.String(), new.String(), Context)
	if err != nil || r.Added != 500 || r.Removed != 500 {
		t.Errorf("added %d, removed %d, %v", r.Added, r.Removed, err)
	}
	faithful(t, old.String(), new.String())
}

// faithful checks that the whole comparison holds both texts, and that one
// with less context holds nothing else.
func faithful(t *testing.T, old, new string) {
	t.Helper()
	for _, context := range []int{-1, 0, 1, 3, MaxLines} {
		r, err := Lines(old, new, context)
		if err != nil {
			t.Fatal(err)
		}
		if got := patch(t, r, old); got != new {
			t.Fatalf("context %d: the old text and the hunks give\n%q, not\n%q", context, got, new)
		}
	}
}

// patch makes the new text from the old one and checks every number on the way.
func patch(t *testing.T, r Result, old string) string {
	t.Helper()
	from := slices.Collect(strings.Lines(old))
	var out []string
	at := 0
	for _, h := range r.Hunks {
		for ; at < h.Old-1; at++ {
			out = append(out, from[at])
		}
		if len(out) != h.New-1 {
			t.Fatalf("hunk %s after %d new lines", h.Header(), len(out))
		}
		atBefore, toBefore := at, len(out)
		for _, l := range h.Lines {
			text := l.Text
			if !l.Unended {
				text += "\n"
			}
			if l.Kind != Added {
				if l.Old != at+1 || from[at] != text {
					t.Fatalf("%+v at old line %d, %q", l, at+1, from[at])
				}
				at++
			}
			if l.Kind != Removed {
				out = append(out, text)
				if l.New != len(out) {
					t.Fatalf("%+v at new line %d", l, len(out))
				}
			}
		}
		if at-atBefore != h.OldLines || len(out)-toBefore != h.NewLines {
			t.Fatalf("hunk %s covers %d and %d lines", h.Header(), at-atBefore, len(out)-toBefore)
		}
	}
	return strings.Join(append(out, from[at:]...), "")
}

func FuzzLines(f *testing.F) {
	f.Add("", "")
	f.Add("a\nb\nc", "a\nc\n")
	f.Add("\n\n\n", "\r\n\r")
	f.Add("a\nb\na\nb\n", "b\na\nb\na\n")
	f.Fuzz(func(t *testing.T, old, new string) {
		if len(old) > 4096 || len(new) > 4096 {
			t.Skip()
		}
		faithful(t, old, new)
	})
}

// shuffled is a text of n lines out of a few.
func shuffled(n, few int, seed uint64) string {
	r := rand.New(rand.NewPCG(seed, 1))
	var b strings.Builder
	for range n {
		fmt.Fprintf(&b, "line %d\n", r.IntN(few))
	}
	return b.String()
}

func TestShuffled(t *testing.T) {
	faithful(t, shuffled(3000, 40, 1), shuffled(3000, 40, 2))
}

// BenchmarkLargest compares texts of the largest size with next to nothing in
// common order.
func BenchmarkLargest(b *testing.B) {
	for _, few := range []int{3, 100, MaxLines} {
		old, new := shuffled(MaxLines, few, 1), shuffled(MaxLines, few, 2)
		b.Run(fmt.Sprint(few), func(b *testing.B) {
			for b.Loop() {
				if _, err := Lines(old, new, Context); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
