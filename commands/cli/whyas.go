package cli

import (
	"github.com/spf13/cobra"

	"deft/commands"
	"deft/discovery"
	"deft/skills/sanitize"
)

// whyAs is `why --as` and `why --all-agents`.
func (sh *shell) whyAs(cmd *cobra.Command, name, agent string, all, asJSON bool) error {
	if agent != "" && all {
		return usagef("--as and --all-agents exclude each other")
	}
	s, err := sh.open(cmd)
	if err != nil {
		return err
	}
	var agents []string
	if !all {
		agents = []string{agent}
	}
	answers, err := s.app.Agents.Why(cmd.Context(), s.caller, name, agents...)
	switch {
	case err != nil:
		return err
	case asJSON && !all:
		return writeJSON(sh.out, answerJSON(answers[0]))
	case asJSON:
		return writeArray(sh.out, func(yield func(whyAsJSON) error) error {
			for _, x := range answers {
				if err := yield(answerJSON(x)); err != nil {
					return err
				}
			}
			return nil
		})
	}
	for _, x := range answers {
		sh.whyAsText(x)
	}
	return nil
}

// whyAsText writes one agent's answer for people or pipes.
func (sh *shell) whyAsText(x commands.AgentAnswer) {
	out := sh.out
	if !out.terminal {
		for _, e := range x.Entries {
			out.row(x.Agent.Agent, string(e.State), string(e.Reason), sanitize.Line(e.Root.Provider), string(e.Root.Level),
				sanitize.Line(e.Path), sanitize.Line(e.Detail))
		}
		return
	}
	out.text(out.paint(bold, x.Title), out.paint(faint, ", "+string(x.Certainty)), ": ", outcomeText(&x.Resolution), "\n")
	indented(out, out.paint(faint, x.Choice))
	if u := x.Untrusted; u != nil {
		indented(out, "where the folder is not trusted: "+outcomeText(u))
	}
	for _, e := range x.Entries {
		if e.State != discovery.NotSeen {
			out.text("  ", out.paint(stateColour(e.State), fit(string(e.State), len(discovery.Unspecified))), " ",
				out.short(sanitize.Line(e.Path)), "\n")
			indented(out, out.paint(faint, out.short(sanitize.Line(e.Detail))))
		}
	}
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
	Untrusted *untrustedJSON    `json:"untrusted"`
}

type untrustedJSON struct {
	Outcome discovery.Outcome `json:"outcome"`
	Winner  *string           `json:"winner"`
}

func answerJSON(x commands.AgentAnswer) whyAsJSON {
	out := whyAsJSON{
		whyJSON: whyJSON{Name: x.Name, Agent: x.Agent.Agent, Winner: winnerPath(&x.Resolution), Candidates: []candidateJSON{}},
		Outcome: x.Outcome(), Rule: x.Choice, Evidence: evidence(x.Agent), Certainty: string(x.Certainty),
	}
	if u := x.Untrusted; u != nil {
		out.Untrusted = &untrustedJSON{u.Outcome(), winnerPath(u)}
	}
	for i, e := range x.Entries {
		out.Candidates = append(out.Candidates, candidateJSON{
			Path: e.Path, Provider: e.Root.Provider, Level: e.Root.Level,
			State: e.State, Reason: e.Reason, Digest: optional(x.Digests[i]),
		})
	}
	return out
}

func winnerPath(r *discovery.Resolution) *string {
	if r.Winner == nil {
		return nil
	}
	return &r.Winner.Path
}
