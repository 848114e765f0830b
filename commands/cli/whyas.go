package cli

import (
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"deft/commands"
	"deft/discovery"
	"deft/discovery/rules"
	"deft/skills/sanitize"
)

// runAs is `why --as` and `why --all-agents`.
func (o *whyOptions) runAs(cmd *cobra.Command, name string) error {
	if cmd.Flags().Changed("as") && o.all {
		return usagef("--as and --all-agents exclude each other")
	}
	s, err := o.open(cmd)
	if err != nil {
		return err
	}
	var agents []string
	if !o.all {
		agents = []string{o.agent}
	}
	answers, err := s.app.Agents.Why(cmd.Context(), s.caller, name, agents...)
	switch {
	case err != nil:
		return err
	case o.json && !o.all:
		return writeJSON(o.out, answerJSON(answers[0]))
	case o.json:
		return writeArray(o.out, func(yield func(whyAsJSON) error) error {
			for _, x := range answers {
				if err := yield(answerJSON(x)); err != nil {
					return err
				}
			}
			return nil
		})
	}
	if o.all && o.out.terminal {
		overview(o.out, answers)
	}
	for _, x := range answers {
		if o.out.terminal {
			whyAsTable(o.out, x)
		} else {
			whyAsPlain(o.out, x)
		}
	}
	unread(o.err, answers, func(x commands.AgentAnswer) commands.AgentHere { return x.AgentHere })
	return nil
}

// overview says which agents come to which end, before each is explained.
func overview(out *screen, answers []commands.AgentAnswer) {
	var ends []string
	agents := make(map[string][]string)
	for i := range answers {
		x := &answers[i]
		end := outcomeText(&x.Resolution)
		if agents[end] == nil {
			ends = append(ends, end)
		}
		agents[end] = append(agents[end], x.Title)
	}
	out.text(out.paint(bold, sanitize.Line(answers[0].Name)), "\n")
	for _, end := range ends {
		indented(out, end)
		out.text(out.wrapped(4, "    "+out.paint(faint, strings.Join(agents[end], ", "))), "\n")
	}
	out.text("\n")
}

// whyAsPlain writes one agent's answer for pipes, and that without trust where
// it is another.
func whyAsPlain(out *screen, x commands.AgentAnswer) {
	rows := func(entries []*discovery.Entry, trust string) {
		for _, e := range entries {
			out.row(x.Agent.Agent, string(e.State), string(e.Reason), sanitize.Line(e.Root.Provider), string(e.Root.Level),
				sanitize.Line(e.Path), sanitize.Line(e.Detail), string(x.Certainty), trust)
		}
	}
	rows(x.Entries, "")
	if x.Untrusted != nil && !sameStates(x.Entries, x.Untrusted.Entries) {
		rows(x.Untrusted.Entries, "untrusted")
	}
}

// sameStates tells whether two judgements over the same copies are equal.
func sameStates(a, b []*discovery.Entry) bool {
	return slices.EqualFunc(a, b, func(x, y *discovery.Entry) bool { return x.Candidate == y.Candidate && x.State == y.State })
}

// whyAsTable writes one agent's answer for people.
func whyAsTable(out *screen, x commands.AgentAnswer) {
	out.text(out.wrapped(4, out.paint(bold, x.Title)+": "+out.short(outcomeText(&x.Resolution))), "\n")
	if u := x.Untrusted; u != nil {
		indented(out, "where the folder is not trusted: "+outcomeText(u))
		indented(out, out.paint(faint, "trust: "+x.Trust))
	}
	hidden := 0
	for _, e := range x.Entries {
		if e.State == discovery.NotSeen {
			hidden++
			continue
		}
		indented(out, out.paint(stateColour(e.State), fit(string(e.State), len(discovery.Unspecified)))+" "+sanitize.Line(e.Path))
		indented(out, "  "+out.paint(faint, out.short(sanitize.Line(string(e.Reason)+": "+e.Detail))))
	}
	if hidden > 0 {
		indented(out, out.paint(faint, "copies where it does not look: "+strconv.Itoa(hidden)))
	}
	if x.Outcome() == discovery.IsAmbiguous && x.ByPath != "" {
		indented(out, "typed for one copy: "+strings.ReplaceAll(x.ByPath, "NAME", sanitize.Line(x.Name)))
	}
	indented(out, out.paint(faint, "rule: "+x.Choice))
	indented(out, out.paint(faint, "known by: "+known(x.Agent)))
	out.text("\n")
}

// known is how far a rule can be relied on, and why.
func known(a rules.Agent) string {
	var parts []string
	for _, e := range a.Evidence {
		text := e.Kind + " " + e.What
		if e.Date != "" {
			text += " (" + e.Date + ")"
		}
		parts = append(parts, text)
	}
	return string(a.Certainty) + "; " + strings.Join(parts, "; ")
}

func outcomeText(r *discovery.Resolution) string {
	switch r.Outcome() {
	case discovery.Wins:
		return sanitize.Line(r.Winner.Path)
	case discovery.IsAmbiguous:
		return "ambiguous, the bare name reaches no copy"
	case discovery.IsOpen:
		return "one of several, which is not specified"
	}
	return "no copy"
}

// whyAsJSON is `why --as --json`.
type whyAsJSON struct {
	whyJSON
	Outcome   discovery.Outcome `json:"outcome"`
	Rule      string            `json:"rule"`
	Evidence  []evidenceJSON    `json:"evidence"`
	Certainty string            `json:"certainty"`
	Trust     string            `json:"trust"`
	Untrusted *untrustedJSON    `json:"untrusted"`
}

type untrustedJSON struct {
	Outcome discovery.Outcome `json:"outcome"`
	Winner  *string           `json:"winner"`
}

func answerJSON(x commands.AgentAnswer) whyAsJSON {
	out := whyAsJSON{
		whyJSON: whyJSON{Name: x.Name, Agent: x.Agent.Agent, Winner: winnerPath(&x.Resolution), Candidates: candidatesJSON(x.Entries, x.Digests)},
		Outcome: x.Outcome(), Rule: x.Choice, Evidence: evidence(x.Agent), Certainty: string(x.Certainty), Trust: x.Trust,
	}
	if u := x.Untrusted; u != nil {
		out.Untrusted = &untrustedJSON{u.Outcome(), winnerPath(u)}
	}
	return out
}

func winnerPath(r *discovery.Resolution) *string {
	if r.Winner == nil {
		return nil
	}
	return &r.Winner.Path
}
