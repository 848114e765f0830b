package cli

import (
	"cmp"
	"context"
	"fmt"
	"slices"
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
where the working folder is not trusted, copies shadowed, skills left out, skills
that its settings switch off, names that are ambiguous, certainty, then each
root.

--json prints an array, one element a line:

  {agent, title, roots: [{path, level, found, error}], seen, untrusted, shadowed,
   dropped, disabled, ambiguous, faults: [{path, line, message}], rule, trust,
   plugins, malformed, invocation, injected, tells, switches, unknown,
   budget: {total, entry, setting, overflow}, evidence: [{kind, what, date}],
   certainty}

A root's path is "" for skills that come with deft; error says why a root could
not be read in full, else it is "". untrusted is seen where the agent does not
trust the working folder, and trust what makes it do so. certainty is measured (the agent itself was asked), documented, undocumented or racy (the
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
		sh.unread(rows)
		return nil
	}
	for _, row := range rows {
		sh.out.row(append([]string{row.Agent.Agent, strconv.Itoa(row.Seen), strconv.Itoa(row.Untrusted), strconv.Itoa(row.Shadowed),
			strconv.Itoa(row.Dropped), strconv.Itoa(row.Disabled), strconv.Itoa(row.Ambiguous), string(row.Certainty)}, rootPaths(row.Roots)...)...)
	}
	sh.unread(rows)
	return nil
}

// unread tells of roots and settings that could not be read.
func (sh *shell) unread(rows []commands.AgentRow) {
	var names []string
	var faults []skills.Diagnostic
	for i := range rows {
		faults = append(faults, rows[i].Faults...)
		if !rows[i].Complete() {
			names = append(names, rows[i].Agent.Agent)
		}
	}
	sh.err.partly(len(names) == 0, "for "+strings.Join(names, ", ")+" ")
	sh.err.misread(faults)
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
	Found int             `json:"found"` // of any state
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

// listAs is `list --as`.
func (sh *shell) listAs(cmd *cobra.Command, o listOptions) error {
	s, err := sh.open(cmd)
	if err != nil {
		return err
	}
	s.app.Agents.Untrusted = o.untrusted
	list, err := s.app.Agents.List(cmd.Context(), s.caller, o.agent, o.ListRequest)
	if err != nil {
		return err
	}
	if known := list.Providers; o.Provider != "" && !slices.Contains(known, o.Provider) {
		return usagef("no folder here is of the provider %q: there is %s", o.Provider, strings.Join(known, ", "))
	}
	switch {
	case o.json:
		err = s.listAsJSON(cmd.Context(), sh.out, list.Entries, o.digest)
	case sh.out.terminal:
		listTable(sh.out, list.Entries, o.All || slices.ContainsFunc(list.Entries, undecided))
	default:
		listPlain(sh.out, list.Entries)
	}
	sh.listAsNotices(list)
	return err
}

// undecided tells whether a listed entry is none that its bare name reaches.
func undecided(e commands.AgentEntry) bool { return e.State != discovery.Active }

func (s *session) listAsJSON(ctx context.Context, out *screen, entries []commands.AgentEntry, digest bool) error {
	return writeArray(out, func(yield func(skillJSON) error) error {
		for _, e := range entries {
			j := s.skillJSON(e.Entry, e.Reading.Head, commands.Findings(e.Entry))
			j.Name = e.Name
			if e.Reading.Invalid != "" && e.State != discovery.Invalid && e.State != discovery.Dropped {
				j.ModelInvocable, j.UserInvocable = true, true // it is used without its fields
			}
			if digest {
				j.Digest = optional(s.app.Agents.Digest(ctx, e.Candidate))
			}
			if err := yield(j); err != nil {
				return err
			}
		}
		return nil
	})
}

// listAsNotices tells what else there is, and of trust.
func (sh *shell) listAsNotices(list commands.AgentList) {
	sh.err.partly(list.Complete, "")
	sh.err.misread(list.Faults)
	n := len(list.Entries)
	if list.Untrusted != n {
		sh.err.printf("%s lists %d of these where it does not trust the folder: --untrusted (%s)\n", list.Title, list.Untrusted, list.Trust)
	}
	if !sh.out.terminal {
		return
	}
	text := phrase.Count(n, "skill")
	if list.More > 0 {
		text += fmt.Sprintf(", %d more: --all", list.More)
	}
	sh.err.text(sh.err.paint(faint, text), "\n")
}
