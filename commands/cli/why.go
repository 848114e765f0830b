package cli

import (
	"context"
	"slices"

	"github.com/spf13/cobra"

	"deft/commands"
	"deft/discovery"
	"deft/skills"
	"deft/skills/sanitize"
)

const whyHelp = `Say which copy of a name wins, which others there are, and by which rule each
of them does not.

Into a pipe each line holds, with tabs between: state, reason, provider,
level, path, detail; in order of precedence.

--json prints

  {name, agent, winner, candidates: [{path, provider, level, state, reason,
   digest}]}

winner is a path or null; candidates stand in order of precedence. reason is
only, rank, level, nearer, order, same-file, identical-copy, filtered, profile,
disabled or invalid. digest is the sha256 of SKILL.md, null where it cannot be
read.

--as AGENT explains what a name comes to for another agent, --all-agents for all
of them; NAME is then the name that the agent gives a skill. Into a pipe each
line begins with the agent and ends with two further cells: certainty, and
untrusted for copies as they are where the agent does not trust the working
folder, which are told where that makes a difference. --json adds

  {outcome, rule, evidence: [{kind, what, date}], certainty, trust, untrusted}

and is an array of these with --all-agents. outcome is wins, ambiguous,
unspecified or none; untrusted is {outcome, winner} where the agent does not
trust the working folder, and trust what makes it do so: null and "" for an
agent that does not ask. Further states are not-seen, dropped, ambiguous and
unspecified; further reasons root, layout, trust, path, same-name and
unspecified. certainty is one of deft agents --help.`

// agent is the agent whose rules are explained.
const agent = "deft"

// whyOptions are `deft why` with its flags.
type whyOptions struct {
	*shell
	json  bool
	agent string // by whose rules, "" for deft's own
	all   bool   // by those of every agent
}

func newWhy(sh *shell) *cobra.Command {
	o := &whyOptions{shell: sh}
	cmd := &cobra.Command{
		Use: "why NAME", Short: "Explain which copy of a skill wins", Long: whyHelp, Args: between(1, 1),
		ValidArgsFunction: completer{sh}.explained, RunE: o.run,
	}
	asAgent(cmd, &o.agent)
	cmd.Flags().BoolVar(&o.all, "all-agents", false, "by the rules of every agent that deft knows")
	cmd.Flags().BoolVar(&o.json, "json", false, "print JSON")
	return cmd
}

func (o *whyOptions) run(cmd *cobra.Command, args []string) error {
	if cmd.Flags().Changed("as") || o.all {
		return o.runAs(cmd, args[0])
	}
	s, err := o.open(cmd)
	if err != nil {
		return err
	}
	x, err := s.app.Why.Run(cmd.Context(), s.caller, args[0])
	if err != nil {
		return err
	}
	switch {
	case o.json:
		err = writeJSON(o.out, explanationJSON(x))
	case o.out.terminal:
		whyTable(o.out, x)
	default:
		for _, e := range x.Entries {
			o.out.row(string(e.State), string(e.Reason), sanitize.Line(e.Root.Provider), string(e.Root.Level),
				sanitize.Line(e.Path), sanitize.Line(e.Detail))
		}
	}
	if err != nil {
		return err
	}
	return o.notices(cmd.Context(), s, x.Entries)
}

// notices tells of the findings about some entries only, without the
// collision that is being explained.
func (o *whyOptions) notices(ctx context.Context, s *session, entries []*discovery.Entry) error {
	snapshot, err := s.registry.Snapshot(ctx)
	if err != nil {
		return err
	}
	var found []skills.Diagnostic
	for _, d := range snapshot.Diagnostics {
		if d.Code != discovery.CodeCollision && slices.ContainsFunc(entries, func(e *discovery.Entry) bool { return e.Path == d.Path }) {
			found = append(found, d)
		}
	}
	for _, e := range entries {
		if told(e) {
			found = append(found, commands.Findings(e)...)
		}
	}
	o.err.tell(found, s.config.Muted)
	return nil
}

// whyJSON is `why --json`.
type whyJSON struct {
	Name       string          `json:"name"`
	Agent      string          `json:"agent"`
	Winner     *string         `json:"winner"` // a path
	Candidates []candidateJSON `json:"candidates"`
}

type candidateJSON struct {
	Path     string           `json:"path"`
	Provider string           `json:"provider"`
	Level    discovery.Level  `json:"level"`
	State    discovery.State  `json:"state"`
	Reason   discovery.Reason `json:"reason"`
	Digest   *string          `json:"digest"` // sha256 in hex
}

func explanationJSON(x commands.Explanation) whyJSON {
	out := whyJSON{Name: x.Name, Agent: agent, Candidates: candidatesJSON(x.Entries, x.Digests)}
	if x.Winner != nil {
		out.Winner = &x.Winner.Path
	}
	return out
}

// candidatesJSON are entries, each with its digest.
func candidatesJSON(entries []*discovery.Entry, digests []string) []candidateJSON {
	out := []candidateJSON{}
	for i, e := range entries {
		out = append(out, candidateJSON{
			Path: e.Path, Provider: e.Root.Provider, Level: e.Root.Level,
			State: e.State, Reason: e.Reason, Digest: optional(digests[i]),
		})
	}
	return out
}

// whyTable writes the form for a terminal: three lines a candidate.
func whyTable(out *screen, x commands.Explanation) {
	out.text(out.paint(bold, sanitize.Line(x.Name)), out.paint(faint, " by the rules of "+agent), "\n")
	if x.Winner == nil {
		out.text("No copy of it can be used.\n")
	}
	for i, e := range x.Entries {
		out.text("\n", out.paint(stateColour(e.State), fit(string(e.State), stateWidth)), " ",
			sanitize.Line(e.Root.Provider), "/", string(e.Root.Level), "  ", out.paint(faint, out.short(sanitize.Line(x.Handles[i]))), "\n")
		indented(out, sanitize.Line(e.Path))
		indented(out, sanitize.Line(string(e.Reason)+": "+e.Detail))
		for _, also := range e.SeenAt {
			indented(out, "also seen at "+sanitize.Line(also))
		}
		if d := x.Digests[i]; d != "" {
			indented(out, out.paint(faint, "sha256 "+d[:16]))
		}
	}
}

// indented writes a clean line further in, with its rest still further.
func indented(out *screen, line string) {
	out.text(out.wrapped(4, "  "+out.short(line)), "\n")
}
