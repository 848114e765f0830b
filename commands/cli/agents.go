package cli

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"deft/commands"
	"deft/commands/phrase"
	"deft/discovery"
	"deft/discovery/rules"
	"deft/skills"
	"deft/skills/sanitize"
)

const agentsHelp = `List the agents whose rules deft knows, with the roots that each of them reads
and that are here, and what it makes of the skills in them.

Into a pipe each line holds, with tabs between: agent, skills seen, skills seen
where the working folder is not trusted, copies shadowed, skills left out,
skills that its settings switch off, names that are ambiguous, certainty, then
each root.

--json prints an array, one element a line:

  {agent, title, roots: [{path, level, found, error}], seen, untrusted, shadowed,
   dropped, disabled, ambiguous, faults: [{path, line, message}], rule, trust,
   plugins, malformed, invocation, injected, tells, switches, unknown,
   budget: {total, entry, setting, overflow}, evidence: [{kind, what, date}],
   certainty}

A root's path is "" for skills that come with deft; found counts the copies in
it that the agent looks at, of any state; error says why a root could not be
read in full, else it is "". untrusted is seen where the agent does not trust
the working folder, and trust what makes it do so. certainty is measured (the
agent itself was asked), documented, undocumented or racy (the agent
differs from run to run).`

// agentsOptions are `deft agents` with its flags.
type agentsOptions struct {
	*shell
	json bool
}

func newAgents(sh *shell) *cobra.Command {
	o := &agentsOptions{shell: sh}
	cmd := &cobra.Command{
		Use: "agents", Short: "List agents and what they see here", Long: agentsHelp, Args: between(0, 0), RunE: o.run,
	}
	cmd.Flags().BoolVar(&o.json, "json", false, "print JSON")
	return cmd
}

// asAgent adds the flag that chooses an agent.
func asAgent(cmd *cobra.Command, agent *string) {
	cmd.Flags().StringVar(agent, "as", "", "by the rules of this `AGENT`: "+strings.Join(rules.Names(), ", "))
	complete(cmd, "as", fixed(rules.Names()...))
}

func (o *agentsOptions) run(cmd *cobra.Command, _ []string) error {
	s, err := o.open(cmd)
	if err != nil {
		return err
	}
	rows, err := s.app.Agents.Run(cmd.Context(), s.caller)
	switch {
	case err != nil:
		return err
	case o.json:
		return writeArray(o.out, func(yield func(agentJSON) error) error {
			for _, row := range rows {
				if err := yield(rowJSON(row)); err != nil {
					return err
				}
			}
			return nil
		})
	case o.out.terminal:
		agentsTable(o.out, rows)
	default:
		agentsPlain(o.out, rows)
	}
	unread(o.err, rows, func(r commands.AgentRow) commands.AgentHere { return r.AgentHere })
	return nil
}

// unread tells of agents whose roots or settings could not be read.
func unread[T any](s *screen, all []T, agent func(T) commands.AgentHere) {
	var names []string
	var faults []skills.Diagnostic
	for _, x := range all {
		a := agent(x)
		faults = append(faults, a.Faults...)
		if !a.Complete {
			names = append(names, a.Agent.Agent)
		}
	}
	s.partly(len(names) == 0, "for "+strings.Join(names, ", ")+" ")
	s.misread(faults)
}

// rootPaths are the paths of roots that have one.
func rootPaths(roots []discovery.RootReport) []string {
	var out []string
	for _, r := range roots {
		if r.Root.Path != "" {
			out = append(out, sanitize.Line(r.Root.Path))
		}
	}
	return out
}

// agentsPlain writes the form for pipes.
func agentsPlain(out *screen, rows []commands.AgentRow) {
	for _, row := range rows {
		out.row(append([]string{row.Agent.Agent, strconv.Itoa(row.Seen), strconv.Itoa(row.Untrusted), strconv.Itoa(row.Shadowed),
			strconv.Itoa(row.Dropped), strconv.Itoa(row.Disabled), strconv.Itoa(row.Ambiguous), string(row.Certainty)}, rootPaths(row.Roots)...)...)
	}
}

func agentsTable(out *screen, rows []commands.AgentRow) {
	for _, row := range rows {
		text := out.paint(bold, fit(row.Title, 13)) + " " + phrase.Count(row.Seen, "skill")
		if row.Trust != "" {
			text += fmt.Sprintf(" (%d where the folder is not trusted)", row.Untrusted)
		}
		for _, n := range []struct {
			n    int
			what string
		}{{row.Shadowed, "shadowed"}, {row.Dropped, "left out"}, {row.Disabled, "switched off"}, {row.Ambiguous, "ambiguous"}} {
			if n.n > 0 {
				text += ", " + strconv.Itoa(n.n) + " " + out.paint(yellow, n.what)
			}
		}
		out.text(out.wrapped(14, text+"  "+out.paint(faint, string(row.Certainty))), "\n")
		for _, r := range row.Roots {
			text := "  " + out.paint(faint, out.short(sanitize.Line(cmp.Or(r.Root.Path, "skills that come with deft")))) + " " + strconv.Itoa(r.Found)
			if r.Err != "" {
				text += " " + out.paint(red, sanitize.Line(r.Err))
			}
			out.text(out.wrapped(4, text), "\n")
		}
		for _, f := range row.Faults {
			out.text(out.wrapped(4, "  "+out.paint(red, out.short(sanitize.Line(phrase.Place(f.Path, f.Line))))+" "+sanitize.Line(f.Message)), "\n")
		}
	}
}

// agentJSON is an element of `agents --json`.
type agentJSON struct {
	Agent string     `json:"agent"`
	Title string     `json:"title"`
	Roots []rootJSON `json:"roots"`
	sightJSON
	Faults []faultJSON `json:"faults"`
	habitJSON
}

// sightJSON is how many skills an agent sees here, and what it makes of them.
type sightJSON struct {
	Seen      int `json:"seen"`
	Untrusted int `json:"untrusted"`
	Shadowed  int `json:"shadowed"`
	Dropped   int `json:"dropped"`
	Ambiguous int `json:"ambiguous"`
	Disabled  int `json:"disabled"`
}

// habitJSON is what is known of an agent wherever it runs.
type habitJSON struct {
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
	Found int             `json:"found"` // that it looks at, of any state
	Error string          `json:"error"` // why it could not be read in full
}

type faultJSON struct {
	Path    string `json:"path"`
	Line    int    `json:"line"` // 0 where unknown
	Message string `json:"message"`
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
		Agent: row.Agent.Agent, Title: row.Title, Roots: []rootJSON{}, Faults: []faultJSON{}, habitJSON: habits(row.Agent),
		sightJSON: sightJSON{
			Seen: row.Seen, Untrusted: row.Untrusted, Shadowed: row.Shadowed,
			Dropped: row.Dropped, Ambiguous: row.Ambiguous, Disabled: row.Disabled,
		},
	}
	for _, r := range row.Roots {
		out.Roots = append(out.Roots, rootJSON{r.Root.Path, r.Root.Level, r.Found, r.Err})
	}
	for _, f := range row.Faults {
		out.Faults = append(out.Faults, faultJSON{f.Path, f.Line, f.Message})
	}
	return out
}

func habits(a rules.Agent) habitJSON {
	return habitJSON{
		Rule: a.Choice, Trust: a.Trust, Plugins: a.Plugins, Malformed: a.Malformed,
		Invocation: a.Invocation, Injected: a.Injected, Tells: a.Tells,
		Switches: some(a.Switches()), Unknown: some(a.Unknown), Budget: budgetJSON{a.Budget.Total, a.Budget.Entry, a.Budget.Setting, a.Budget.Overflow},
		Evidence: evidence(a), Certainty: string(a.Certainty),
	}
}

func evidence(a rules.Agent) []evidenceJSON {
	out := []evidenceJSON{}
	for _, e := range a.Evidence {
		out = append(out, evidenceJSON(e))
	}
	return out
}
