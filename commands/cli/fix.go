package cli

import (
	"context"
	"strings"

	"github.com/spf13/cobra"

	"deft/commands"
	"deft/commands/fix"
	"deft/discovery"
	"deft/discovery/disk"
	"deft/discovery/rules"
	"deft/skills/sanitize"
)

const fixHelp = `

NAME is any handle; NAME@PATH reaches also a copy that only other agents see.

In a terminal the plan is shown and you are asked. Elsewhere nothing is done
without --yes; --dry-run shows the plan and does nothing. Each line of the plan
begins with what is done: link, copy, rename, trash, write, off or on. What is
removed or changed is kept: see deft trash.`

const linkHelp = `Make a link to a skill's folder in the skills of an agent, so that both use the
same files. The link is relative and has the folder's name. Nothing is
overwritten.

The folder is the agent's own for a project or, with --user, for you. An agent
that does not follow links out of its folder gets a copy: deft copy.` + fixHelp

const copyHelp = `Copy a skill with all its files into the skills of an agent. The copy appears
whole or not at all, and nothing is overwritten. Links are copied as what they
lead to; what leads outside the skill, pipes and the like are left out.

The folder is the agent's own for a project or, with --user, for you.` + fixHelp

const renameHelp = `Give a skill another name: its folder and, where it has one, the name in its
frontmatter. All other bytes stay. The new name follows the specification:
lower-case letters or digits and single hyphens between them, at most 64
characters. The old folder goes to the trash.

A link is not renamed, but what it leads to can be.` + fixHelp

const disableHelp = `Keep a skill from an agent, without removing it; deft enable gives it back. It is
done by the agent's own switch:

  deft         a list of names that deft keeps for itself, joined with
               skills.ignoredSkills (deft config shows it); --user for all
               projects
  claude-code  skillOverrides in .claude/settings.local.json of the project, with
               --user in ~/.claude/settings.json; for a plugin's skill
               enabledPlugins there: a plugin is switched as a whole
  gemini-cli   skills.disabled in .gemini/settings.json of the working folder,
               with --user of yours
  opencode     permission.skill in opencode.json or opencode.jsonc, the same
  crush        options.disabled_skills in crush.json, the same
  pi           -PATH in the skills of .pi/settings.json for the project's skills,
               with --user in ~/.pi/agent/settings.json for yours
  copilot-cli  disabledSkills in ~/.copilot/settings.json, with --user only
  openclaw     skills.entries in ~/.openclaw/openclaw.json, with --user only

Of other agents the command says which switch they have, and what else can be
done. Settings files keep all else that is in them, comments too.` + fixHelp

const enableHelp = `Give a skill back to an agent from which deft disable keeps it. What the config
file ignores deft does not give back: that file is yours.` + fixHelp

const rmHelp = `Move a skill's folder with all its files into the trash. Where the skill is a
link, the link is moved and what it leads to stays. Skills that come with deft,
and those of plugins, cannot be removed.` + fixHelp

// fixOptions are a command that changes something, with its flags.
type fixOptions struct {
	consent
	verb    commands.FixVerb
	to      string
	project bool
	user    bool
}

// fixCommands are the commands that change where skills are and who uses them.
func fixCommands(sh *shell) []*cobra.Command {
	aimed := func(verb commands.FixVerb, short, long string) *cobra.Command {
		return newFix(sh, verb, string(verb)+" NAME", short, long, true)
	}
	return []*cobra.Command{
		aimed(commands.FixLink, "Link a skill into the skills of an agent", linkHelp),
		aimed(commands.FixCopy, "Copy a skill into the skills of an agent", copyHelp),
		newFix(sh, commands.FixRename, "rename NAME NEW", "Give a skill another name", renameHelp, false),
		aimed(commands.FixDisable, "Keep a skill from an agent", disableHelp),
		aimed(commands.FixEnable, "Give a disabled skill back to an agent", enableHelp),
		newFix(sh, commands.FixRemove, "rm NAME", "Move a skill into the trash", rmHelp, false),
		newTrash(sh),
	}
}

func newFix(sh *shell, verb commands.FixVerb, use, short, long string, aimed bool) *cobra.Command {
	o := &fixOptions{consent: consent{shell: sh}, verb: verb}
	words := strings.Count(use, " ")
	cmd := &cobra.Command{
		Use: use, Short: short, Long: long, Args: between(words, words),
		ValidArgsFunction: completer{sh}.everywhere, RunE: o.run,
	}
	if aimed {
		cmd.Flags().StringVar(&o.to, "to", "deft", "the `AGENT` that it is for")
		complete(cmd, "to", fixed(rules.Names()...))
		cmd.Flags().BoolVar(&o.project, "project", false, "in this project (the default)")
		cmd.Flags().BoolVar(&o.user, "user", false, "for all your projects")
	}
	o.flags(cmd)
	return cmd
}

func (o *fixOptions) run(cmd *cobra.Command, args []string) error {
	if o.project && o.user {
		return usagef("--project and --user exclude each other")
	}
	if err := o.check(); err != nil {
		return err
	}
	s, err := o.open(cmd)
	if err != nil {
		return err
	}
	plan, err := s.app.Fix.Plan(cmd.Context(), s.caller, o.request(args))
	if err != nil {
		return err
	}
	o.show(plan)
	if o.dryRun || len(plan.Steps) == 0 {
		return nil
	}
	if ok, err := o.given(cmd.Context()); !ok || err != nil {
		return err
	}
	done, err := s.app.Fix.Apply(cmd.Context(), s.caller, plan)
	o.done(plan, done, err == nil)
	return err
}

// request is what the arguments and flags ask for.
func (o *fixOptions) request(args []string) commands.FixRequest {
	req := commands.FixRequest{Verb: o.verb, Handle: args[0], Agent: o.to, Level: discovery.Project}
	if len(args) > 1 {
		req.Name = args[1]
	}
	if o.user {
		req.Level = discovery.User
	}
	return req
}

// show shows what would be done.
func (o *fixOptions) show(p fix.Plan) {
	if o.out.terminal {
		o.out.text(o.out.paint(bold, sanitize.Line(p.Title)), "\n")
	}
	for _, s := range p.Steps {
		if o.out.terminal {
			indented(o.out, fit(string(s.Kind), 7)+sanitize.Line(s.String()))
			continue
		}
		o.out.row(string(s.Kind), sanitize.Line(s.String()))
	}
	for _, n := range p.Notes {
		o.err.text("note: ", sanitize.Line(n), "\n")
	}
}

// done tells how to take it back.
func (o *fixOptions) done(p fix.Plan, d fix.Done, whole bool) {
	for _, x := range d.Trash {
		o.err.printf("kept in the trash: deft trash restore %s\n", sanitize.Line(x.ID))
	}
	if whole && p.Undo != "" {
		o.err.printf("to take it back: %s\n", sanitize.Line(p.Undo))
	}
}

// onDisk is the disk as all agents see it, from one place.
type onDisk struct {
	place  discovery.Place
	getenv func(string) (string, bool)
}

// allRules are the rules of all agents of the table.
func allRules() []discovery.Rules {
	var out []discovery.Rules
	for _, a := range rules.All() {
		out = append(out, a.Rules)
	}
	return out
}

// Ground implements commands.World.
func (w onDisk) Ground() discovery.Ground { return disk.Ground(w.place, w.getenv, allRules()) }

// Scene implements commands.World.
func (w onDisk) Scene(ctx context.Context) (*discovery.Scene, error) {
	return disk.Scene(ctx, w.place, w.getenv, allRules())
}

// Load implements commands.World.
func (w onDisk) Load(ctx context.Context, c *discovery.Candidate) (discovery.Content, error) {
	return disk.Load(ctx, c)
}
