package clipboard

import (
	"strings"

	"deft/commands/phrase"
	"deft/skills/sanitize"
)

// Outcome says what became of one way to copy.
type Outcome int

// The outcomes.
const (
	Skipped Outcome = iota // the way is not there, or not for this text
	Failed
	Asked // the text was sent, and nothing answers
	Took  // a program took the text
)

// Try is one way to copy.
type Try struct {
	Way     string // "terminal (OSC 52)", or the program
	Outcome Outcome
	Detail  string // why not, where it did not work
}

// Result is what was tried, in order.
type Result struct {
	Bytes int // of the text
	Tries []Try
}

// Best is the best outcome: the text is on a clipboard if it is Took, and may
// be if it is Asked.
func (r Result) Best() Outcome {
	best := Skipped
	for _, t := range r.Tries {
		best = max(best, t.Outcome)
	}
	return best
}

// String says in one clean line what was tried and what happened.
func (r Result) String() string {
	if r.Bytes == 0 {
		return "nothing to copy"
	}
	what := phrase.Size(int64(r.Bytes))
	switch r.Best() {
	case Took:
		what = "copied " + what
	case Asked:
		what = "sent " + what + ", nothing confirms it"
	default:
		what = "not copied (" + what + ")"
	}
	var how []string
	for _, t := range r.Tries {
		how = append(how, t.String())
	}
	return what + ": " + strings.Join(how, "; ")
}

// Ways are the names of the ways that the text went, in order.
func (r Result) Ways() []string {
	var out []string
	for _, t := range r.Tries {
		if t.Outcome >= Asked {
			name, _, _ := strings.Cut(t.Way, " (")
			out = append(out, name)
		}
	}
	return out
}

func (t Try) String() string {
	switch t.Outcome {
	case Took:
		return t.Way + " took it"
	case Asked:
		return "asked the " + t.Way
	}
	return t.Way + ": " + sanitize.Line(t.Detail)
}
