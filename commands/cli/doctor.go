package cli

import (
	"context"
	"path/filepath"
	"strconv"

	"github.com/spf13/cobra"

	"deft/commands"
	"deft/commands/phrase"
	"deft/skills"
	"deft/skills/sanitize"
)

const doctorHelp = `Check skills: all that deft finds, or those at the given paths, each a skill's
folder, a SKILL.md or a folder of skills. Every finding is printed with its
path, line, reason and fix:

  PATH:LINE: SEVERITY: CODE: MESSAGE (FIX)

LINE is 1 where the whole file or folder is meant; a finding that is about no
file begins with its severity. Severity is error, warning or
info. Exit code 1 says that there are errors; a path without skills is one.

A path in a root of skills, or above some, is judged as what is discovered there;
all else is taken as a folder of skills, to which no provider's rules apply.

--spec applies the rules of the specification's validator, to the letter, and
nothing else.

--all-agents looks at the agents that deft knows instead: names that mean
different copies to different agents, skills that an agent leaves out, bare
names that do nothing because several skills have them, with the form that
works, copies that differ, and catalogs that have no room for all descriptions.

--json prints

  {diagnostics: [{code, severity, path, line, message, hint}], complete}

complete tells that everything that was to be read could be read.`

// doctorOptions are `deft doctor` with its flags.
type doctorOptions struct {
	*shell
	json, spec, agents bool
}

func newDoctor(sh *shell) *cobra.Command {
	o := &doctorOptions{shell: sh}
	cmd := &cobra.Command{Use: "doctor [PATH...]", Short: "Check skills", Long: doctorHelp, Args: between(0, -1), RunE: o.run}
	cmd.CompletionOptions.SetDefaultShellCompDirective(cobra.ShellCompDirectiveDefault)
	cmd.Flags().BoolVar(&o.json, "json", false, "print JSON")
	cmd.Flags().BoolVar(&o.spec, "spec", false, "only the rules of the specification's validator")
	cmd.Flags().BoolVar(&o.agents, "all-agents", false, "what goes wrong between agents, and nothing else")
	return cmd
}

func (o *doctorOptions) run(cmd *cobra.Command, paths []string) error {
	s, err := o.open(cmd)
	if err != nil {
		return err
	}
	req := commands.DoctorRequest{Spec: o.spec}
	for _, p := range paths {
		if p == "" {
			return usagef("%q is no path", p)
		}
		if !filepath.IsAbs(p) {
			p = filepath.Join(s.app.Cwd, p)
		}
		req.Paths = append(req.Paths, p)
	}
	if o.agents && (o.spec || len(paths) > 0) {
		return usagef("--all-agents looks at all that agents read here: it takes no paths, and not --spec")
	}
	report, err := o.examine(cmd.Context(), s, req)
	if err != nil {
		return err
	}
	o.err.doubt(s.config)
	report.Diagnostics = commands.Heard(report.Diagnostics, s.config.Muted)
	if o.json {
		err = writeJSON(o.out, reportJSON{Diagnostics: some(report.Diagnostics), Complete: report.Complete})
	} else {
		doctorText(o.out, report)
		o.summary(report)
	}
	if err == nil && report.Errors() > 0 {
		err = errFindings
	}
	return err
}

// examine runs the check that was asked for.
func (o *doctorOptions) examine(ctx context.Context, s *session, req commands.DoctorRequest) (commands.Report, error) {
	if o.agents {
		return s.app.Agents.Doctor(ctx, s.caller)
	}
	return s.app.Doctor.Run(ctx, s.caller, req)
}

// reportJSON is `doctor --json`.
type reportJSON struct {
	Diagnostics []skills.Diagnostic `json:"diagnostics"`
	Complete    bool                `json:"complete"`
}

func doctorText(out *screen, report commands.Report) {
	for _, d := range report.Diagnostics {
		text := out.severity(d.Severity) + ": " + string(d.Code) + ": " + out.short(sanitize.Line(d.Message))
		if d.Path != "" {
			text = out.paint(bold, out.short(sanitize.Line(d.Path)+":"+strconv.Itoa(max(d.Line, 1)))) + ": " + text
		}
		if hint := sanitize.Line(d.Hint); hint != "" {
			if d.Code != commands.CodeAgentAmbiguous { // what is to be written for an agent, which knows no ~
				hint = out.short(hint)
			}
			text += " (" + hint + ")"
		}
		out.text(out.wrapped(2, text), "\n")
	}
}

// summary counts the findings.
func (o *doctorOptions) summary(report commands.Report) {
	n := bySeverity(report.Diagnostics)
	o.err.printf("%s checked: %s, %s, %s\n", phrase.Count(report.Checked, "skill"),
		phrase.Count(n[skills.Error], "error"), phrase.Count(n[skills.Warning], "warning"), phrase.Count(n[skills.Info], "note"))
	if !report.Complete {
		o.err.text("Not everything could be read.\n")
	}
}

func bySeverity(diagnostics []skills.Diagnostic) map[skills.Severity]int {
	n := map[skills.Severity]int{}
	for _, d := range diagnostics {
		n[d.Severity]++
	}
	return n
}
