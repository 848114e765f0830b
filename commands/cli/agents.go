package cli

import (
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"deft/commands"
	"deft/commands/phrase"
	"deft/discovery"
	"deft/discovery/rules"
	"deft/skills/sanitize"
)

const agentsHelp = `List the agents whose rules deft knows, with the roots that each of them reads
and that are here, and what it makes of the skills in them.

Into a pipe each line holds, with tabs between: agent, skills seen, copies
shadowed, skills left out, names that are ambiguous, certainty, roots.

--json prints an array, one element a line:

  {agent, title, roots: [{path, level, found}], seen, untrusted, shadowed,
   dropped, ambiguous, rule, trust, plugins, malformed, invocation, injected,
   tells, switches, unknown, budget: {total, entry, setting, overflow},
   evidence: [{kind, what, date}], certainty}

untrusted is seen where the agent does not trust the working folder. certainty
is measured (the agent itself was asked), documented, undocumented or racy (the
agent differs from run to run).`

func newAgents(sh *shell) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use: "agents", Short: "List agents and what they see here", Long: agentsHelp, Args: between(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error { return sh.agents(cmd, asJSON) },
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return cmd
}

// asAgent adds the flag that chooses an agent.
func (sh *shell) asAgent(cmd *cobra.Command, agent *string) {
	cmd.Flags().StringVar(agent, "as", "", "by the rules of this `AGENT`: "+strings.Join(rules.Names(), ", "))
	complete(cmd, "as", fixed(rules.Names()...))
}

func (sh *shell) agents(cmd *cobra.Command, asJSON bool) error {
	s, err := sh.open(cmd)
	if err != nil {
		return err
	}
	rows, err := s.app.Agents.Run(cmd.Context(), s.caller)
	switch {
	case err != nil:
		return err
	case asJSON:
		return writeArray(sh.out, func(yield func(agentJSON) error) error {
			for _, row := range rows {
				if err := yield(rowJSON(row)); err != nil {
					return err
				}
			}
			return nil
		})
	case sh.out.terminal:
		agentsTable(sh.out, rows)
		return nil
	}
	for _, row := range rows {
		var roots []string
		for _, r := range row.Roots {
			roots = append(roots, sanitize.Line(r.Root.Path))
		}
		sh.out.row(row.Agent.Agent, strconv.Itoa(row.Seen), strconv.Itoa(row.Shadowed), strconv.Itoa(row.Dropped),
			strconv.Itoa(row.Ambiguous), string(row.Certainty), strings.Join(roots, " "))
	}
	return nil
}

func agentsTable(out *screen, rows []commands.AgentRow) {
	for _, row := range rows {
		out.text(out.paint(bold, fit(row.Title, 13)), " ", phrase.Count(row.Seen, "skill"))
		if row.Untrusted != row.Seen {
			out.text(" (", strconv.Itoa(row.Untrusted), " where the folder is not trusted)")
		}
		for _, n := range []struct {
			n    int
			what string
		}{{row.Shadowed, "shadowed"}, {row.Dropped, "left out"}, {row.Ambiguous, "ambiguous"}} {
			if n.n > 0 {
				out.text(", ", strconv.Itoa(n.n), " ", out.paint(yellow, n.what))
			}
		}
		out.text("  ", out.paint(faint, string(row.Certainty)), "\n")
		for _, r := range row.Roots {
			out.text("  ", out.paint(faint, out.short(sanitize.Line(r.Root.Path))), "\n")
		}
	}
}

// agentJSON is an element of `agents --json`.
type agentJSON struct {
	Agent      string         `json:"agent"`
	Title      string         `json:"title"`
	Roots      []rootJSON     `json:"roots"`
	Seen       int            `json:"seen"`
	Untrusted  int            `json:"untrusted"`
	Shadowed   int            `json:"shadowed"`
	Dropped    int            `json:"dropped"`
	Ambiguous  int            `json:"ambiguous"`
	Rule       string         `json:"rule"`
	Trust      string         `json:"trust"`
	Plugins    string         `json:"plugins"`
	Malformed  string         `json:"malformed"`
	Invocation string         `json:"invocation"`
	Injected   string         `json:"injected"`
	Tells      string         `json:"tells"`
	Switches   []string       `json:"switches"`
	Unknown    []string       `json:"unknown"`
	Budget     budgetJSON     `json:"budget"`
	Evidence   []evidenceJSON `json:"evidence"`
	Certainty  string         `json:"certainty"`
}

type rootJSON struct {
	Path  string          `json:"path"`
	Level discovery.Level `json:"level"`
	Found int             `json:"found"` // of any state
}

type budgetJSON struct {
	Total    int    `json:"total"` // characters, 0 for no known limit
	Entry    int    `json:"entry"`
	Setting  string `json:"setting"`
	Overflow string `json:"overflow"`
}

type evidenceJSON struct {
	Kind string `json:"kind"`
	What string `json:"what"`
	Date string `json:"date"`
}

func rowJSON(row commands.AgentRow) agentJSON {
	out := agentJSON{
		Agent: row.Agent.Agent, Title: row.Title, Roots: []rootJSON{}, Seen: row.Seen, Untrusted: row.Untrusted,
		Shadowed: row.Shadowed, Dropped: row.Dropped, Ambiguous: row.Ambiguous,
		Rule: row.Choice, Trust: row.Trust, Plugins: row.Plugins, Malformed: row.Malformed,
		Invocation: row.Invocation, Injected: row.Injected, Tells: row.Tells,
		Switches: some(row.Switches), Unknown: some(row.Unknown), Budget: budgetJSON(row.Budget),
		Evidence: evidence(row.Agent), Certainty: string(row.Certainty),
	}
	for _, r := range row.Roots {
		out.Roots = append(out.Roots, rootJSON{r.Root.Path, r.Root.Level, r.Found})
	}
	return out
}

func evidence(a rules.Agent) []evidenceJSON {
	out := []evidenceJSON{}
	for _, e := range a.Evidence {
		out = append(out, evidenceJSON(e))
	}
	return out
}

// listAs is `list --as`.
func (sh *shell) listAs(cmd *cobra.Command, o listOptions) error {
	s, err := sh.open(cmd)
	if err != nil {
		return err
	}
	s.app.Agents.Untrusted = o.untrusted
	entries, err := s.app.Agents.List(cmd.Context(), s.caller, o.agent, o.ListRequest)
	if err != nil {
		return err
	}
	if o.json {
		return writeArray(sh.out, func(yield func(skillJSON) error) error {
			for _, e := range entries {
				j := s.skillJSON(e.Entry, e.Reading.Head, commands.Findings(e.Entry))
				j.Name = e.Name
				if e.Reading.Invalid != "" && e.State != discovery.Invalid && e.State != discovery.Dropped {
					j.ModelInvocable, j.UserInvocable = true, true // it is used without its fields
				}
				if o.digest {
					j.Digest = optional(s.app.Agents.Digest(cmd.Context(), e.Candidate))
				}
				if err := yield(j); err != nil {
					return err
				}
			}
			return nil
		})
	}
	for _, e := range entries {
		sh.out.row(sanitize.Line(e.Name), string(e.State), sanitize.Line(e.Root.Provider), string(e.Root.Level),
			sanitize.Line(e.Category), sanitize.Line(e.Path), sanitize.Line(e.Reading.Head.Description))
	}
	return nil
}
