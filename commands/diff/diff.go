// Package diff compares two texts line by line.
package diff

import (
	"fmt"
	"slices"
	"strings"

	"github.com/aymanbagabas/go-udiff/lcs"
)

// Bounds on what is compared: each text may have this much.
const (
	MaxBytes = 1 << 20
	MaxLines = 20_000
)

// Context is how many equal lines people expect around a change.
const Context = 3

// Kind says what happened to a line.
type Kind int

// The kinds.
const (
	Equal   Kind = iota // in both texts
	Removed             // in the old one alone
	Added               // in the new one alone
)

// Line is one line of a comparison.
type Line struct {
	Kind     Kind
	Text     string // as it is, not sanitised, without its "\n"; a "\r" before that stays
	Old, New int    // its number in each text, counted from 1; 0 where the text does not have it
	Unended  bool   // the text ends here, without a line end
}

// Hunk is a run of changed lines with the equal ones around it.
type Hunk struct {
	Old, New           int // the number of the first line, counted from 1, or where it would stand
	OldLines, NewLines int // how many lines of each text it covers
	Lines              []Line
}

// Header is the line that opens the hunk in a unified diff.
func (h Hunk) Header() string {
	return "@@ -" + span(h.Old, h.OldLines) + " +" + span(h.New, h.NewLines) + " @@"
}

// span is one side of a header, as POSIX wants it: an empty range stands after
// the line before it, and one line needs no count.
func span(first, count int) string {
	switch count {
	case 0:
		return fmt.Sprintf("%d,0", first-1)
	case 1:
		return fmt.Sprint(first)
	}
	return fmt.Sprintf("%d,%d", first, count)
}

// Result is what two texts differ in; without hunks they are the same.
type Result struct {
	Hunks          []Hunk
	Added, Removed int // lines
}

// TooLargeError says that a text is over MaxBytes or MaxLines.
type TooLargeError struct{ Bytes, Lines int }

func (e *TooLargeError) Error() string {
	return fmt.Sprintf("too large to compare: %d bytes, %d lines (at most %d and %d)", e.Bytes, e.Lines, MaxBytes, MaxLines)
}

// Lines compares two texts and keeps at most context equal lines (none where
// it is negative) before and after each change. The error is a *TooLargeError.
func Lines(old, new string, context int) (Result, error) {
	for _, text := range []string{old, new} {
		if n := strings.Count(text, "\n"); len(text) > MaxBytes || n > MaxLines {
			return Result{}, &TooLargeError{Bytes: len(text), Lines: n}
		}
	}
	c := comparison{old: slices.Collect(strings.Lines(old)), new: slices.Collect(strings.Lines(new)), context: max(0, context)}
	return c.result(changes(c.old, c.new)), nil
}

// onePass is how many differing lines the library resolves before it calls all
// that lies in the middle changed.
const onePass = 100

// changes lists the differing ranges in order. A large range is looked at once
// more, by itself, as long as something equal is found in it: so the work
// grows with the lines, not with their square, and texts that differ much are
// still compared to the end.
func changes(old, new []string) []lcs.Diff {
	var out []lcs.Diff
	for _, c := range lcs.DiffLines(old, new) {
		removed, added := c.End-c.Start, c.ReplEnd-c.ReplStart
		all := removed == len(old) && added == len(new)
		if all || removed == 0 || added == 0 || removed+added < onePass {
			out = append(out, c)
			continue
		}
		for _, in := range changes(old[c.Start:c.End], new[c.ReplStart:c.ReplEnd]) {
			out = append(out, lcs.Diff{
				Start: c.Start + in.Start, End: c.Start + in.End,
				ReplStart: c.ReplStart + in.ReplStart, ReplEnd: c.ReplStart + in.ReplEnd,
			})
		}
	}
	return out
}

// comparison is two texts, by lines that keep their line ends.
type comparison struct {
	old, new []string
	context  int
}

func (c comparison) result(changes []lcs.Diff) Result {
	var r Result
	for first := 0; first < len(changes); {
		end := first + 1
		for end < len(changes) && changes[end].Start-changes[end-1].End <= 2*c.context {
			end++
		}
		r.Hunks = append(r.Hunks, c.hunk(changes[first:end]))
		first = end
	}
	for _, d := range changes {
		r.Removed += d.End - d.Start
		r.Added += d.ReplEnd - d.ReplStart
	}
	return r
}

// hunk puts neighbouring changes and the lines around them together.
func (c comparison) hunk(changes []lcs.Diff) Hunk {
	before := min(c.context, changes[0].Start)
	at, to := changes[0].Start-before, changes[0].ReplStart-before // the next lines to take
	h := Hunk{Old: at + 1, New: to + 1}
	equal := func(end int) {
		for ; at < end; at, to = at+1, to+1 {
			h.Lines = append(h.Lines, line(Equal, c.old[at], at+1, to+1))
		}
	}
	for _, d := range changes {
		equal(d.Start)
		for ; at < d.End; at++ {
			h.Lines = append(h.Lines, line(Removed, c.old[at], at+1, 0))
		}
		for ; to < d.ReplEnd; to++ {
			h.Lines = append(h.Lines, line(Added, c.new[to], 0, to+1))
		}
	}
	equal(min(len(c.old), at+c.context))
	h.OldLines, h.NewLines = at+1-h.Old, to+1-h.New
	return h
}

func line(kind Kind, text string, old, new int) Line {
	text, ended := strings.CutSuffix(text, "\n")
	return Line{Kind: kind, Text: text, Old: old, New: new, Unended: !ended}
}
