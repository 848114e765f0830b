package cli

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"deft/commands"
	"deft/commands/phrase"
	"deft/discovery/rules"
	"deft/skills"
	"deft/skills/prompt"
	"deft/skills/sanitize"
)

const promptHelp = `Print the text that /skill:NAME ARGS puts into a conversation: the body with its
placeholders replaced, a line of dashes, and where the skill and its files are.
The file is read now. Nothing is executed. What cannot be seen in the body is
left out, and named on standard error. With --as AGENT, which may also stand
right behind NAME, it is the text that this agent would add, of the copy that it
uses itself; all else behind NAME belongs to the skill. The text is known of
AGENTS.

--catalog prints what a model is told of all skills that it may use, in the form
of the agent, and on standard error what each costs: tokens, name, and whether
its description is shortened or left out. With --as AGENT they are the copies
that this agent's rules choose, whatever deft's own filters say; --form writes the
same list in another form. With --json it is

  {form, text, tokens, notice, skills: [{handle, description, tokens, cut}]}

with cut being "", shortened, name-only or left-out. Tokens are estimates.`

// promptOptions are `deft prompt` with its flags.
type promptOptions struct {
	*shell
	as      string
	form    string // of the catalog, "" for the agent's
	catalog bool
	json    bool
	budget  int
}

func newPrompt(sh *shell) *cobra.Command {
	o := &promptOptions{shell: sh}
	cmd := &cobra.Command{
		Use: "prompt NAME [ARGS...]", Short: "Print what a skill adds to a conversation, or the list of skills for a model",
		Long: strings.Replace(promptHelp, "AGENTS", strings.Join(prompt.Agents(), ", "), 1), ValidArgsFunction: completer{sh}.prompt, RunE: o.run,
	}
	cmd.Flags().SetInterspersed(false)
	cmd.Flags().StringVar(&o.as, "as", "deft", "in the form of this `AGENT`")
	cmd.Flags().StringVar(&o.form, "form", "", "write the list as `FORM`: "+strings.Join(catalogForms(), ", ")+" (default: as the agent has it)")
	complete(cmd, "form", fixed(catalogForms()...))
	cmd.Flags().BoolVar(&o.catalog, "catalog", false, "print the list of skills for a model")
	cmd.Flags().BoolVar(&o.json, "json", false, "print JSON (with --catalog)")
	cmd.Flags().IntVar(&o.budget, "budget", 0, "keep the list to `N` tokens; 0 is no limit (default: catalogBudget)")
	complete(cmd, "as", completeForms)
	return cmd
}

func (o *promptOptions) run(cmd *cobra.Command, args []string) error {
	if !cmd.Flags().Changed("budget") {
		o.budget = -1
	}
	if !o.catalog {
		if err := between(1, -1)(cmd, args); err != nil {
			return err
		}
		args = o.behind(args)
	}
	switch {
	case o.catalog && len(args) > 0:
		return usagef("--catalog is about all skills; %q is one argument too many", args[0])
	case o.form != "" && (!o.catalog || !slices.Contains(catalogForms(), o.form)):
		return usagef("--form goes with --catalog, and is one of %s", strings.Join(catalogForms(), ", "))
	case o.catalog && o.budget < -1:
		return usagef("--budget is 0 or more")
	case o.catalog:
		return o.printCatalog(cmd)
	case o.json || o.budget >= 0:
		return usagef("--json and --budget go with --catalog")
	}
	return o.inject(cmd, args[0], strings.Join(args[1:], " "))
}

// catalogForms are the forms that --form takes.
func catalogForms() []string {
	return []string{string(prompt.Deft), string(prompt.Specification), string(prompt.DSH)}
}

// behind takes a --as that stands right behind the name.
func (o *promptOptions) behind(args []string) []string {
	if len(args) < 2 {
		return args
	}
	if as, ok := strings.CutPrefix(args[1], "--as="); ok {
		o.as = as
		return append(args[:1:1], args[2:]...)
	}
	if args[1] == "--as" && len(args) > 2 {
		o.as = args[2]
		return append(args[:1:1], args[3:]...)
	}
	return args
}

// inject prints what a skill adds to a conversation.
func (o *promptOptions) inject(cmd *cobra.Command, handle, args string) error {
	a, err := commands.AgentNamed(o.as)
	if err != nil {
		return err
	}
	if !slices.Contains(prompt.Agents(), a.Agent) {
		return usagef("what %s adds to a conversation is not known to the letter (known are %s)", a.Title, strings.Join(prompt.Agents(), ", "))
	}
	s, err := o.open(cmd)
	if err != nil {
		return err
	}
	d, err := s.document(cmd.Context(), a, handle)
	if err != nil {
		return err
	}
	text, _ := prompt.Inject(a.Agent, d, args) // the agent is one of those that it knows
	if !strings.HasSuffix(text, "\n") {
		text += "\n"
	}
	o.leftOut(s, d)
	o.out.raw([]byte(text)) // the skill's part is clean already; the arguments are the caller's own, byte for byte
	return nil
}

// document reads the copy of a skill that an agent uses.
func (s *session) document(ctx context.Context, a rules.Agent, handle string) (prompt.Document, error) {
	if a.Agent == agent {
		return s.app.Load.Document(ctx, s.caller, handle)
	}
	return commands.AsAgent{Agents: s.app.Agents, Agent: a, Whole: true}.Document(ctx, s.caller, handle)
}

// leftOut tells of what a person does not see in the body of a skill: it is not
// in the text.
func (o *promptOptions) leftOut(s *session, d prompt.Document) {
	skill := skills.Parse(skills.Source{Path: d.Path}, []byte(d.Raw))
	var found []skills.Diagnostic
	for _, f := range skill.Diagnostics {
		if f.Unseen() && f.Line >= skill.BodyLine {
			f.Message += ", left out of the text"
			found = append(found, f)
		}
	}
	o.err.tell(found, s.config.Muted)
}

// catalogJSON is `deft prompt --catalog --json`.
type catalogJSON struct {
	Form   prompt.Form   `json:"form"`
	Text   string        `json:"text"`
	Tokens int           `json:"tokens"`
	Notice string        `json:"notice"`
	Skills []prompt.Item `json:"skills"`
}

// printCatalog is `prompt --catalog`.
func (o *promptOptions) printCatalog(cmd *cobra.Command) error {
	agent, err := commands.AgentNamed(o.as)
	if err != nil {
		return err
	}
	s, err := o.open(cmd)
	if err != nil {
		return err
	}
	s.as(agent)
	view, err := s.app.Catalog.Run(cmd.Context(), s.caller)
	if err != nil {
		return err
	}
	tools := s.config.Tools
	budget := tools.Budget
	if o.budget >= 0 {
		budget = o.budget
	}
	step := prompt.Next(prompt.Past{}, view, prompt.Options{
		Form: cmp.Or(prompt.Form(o.form), prompt.FormOf(o.as)), MaxDescription: tools.MaxDescription, Budget: budget, Tools: tools.Family.Tools(),
	})
	c := step.Catalog
	if o.json {
		return writeJSON(o.out, catalogJSON{c.Form, step.Text, c.Tokens, c.Notice(), append([]prompt.Item{}, c.Items...)})
	}
	if step.Text != "" {
		o.out.content([]byte(step.Text), false)
	}
	o.costs(c)
	return nil
}

// costs tells what a catalog costs, and what it does not show.
func (o *promptOptions) costs(c prompt.Catalog) {
	for _, item := range c.Items {
		o.err.printf("%6d  %s", item.Tokens, sanitize.Line(item.Handle))
		if item.Cut != "" {
			o.err.text("  ", string(item.Cut))
		}
		o.err.text("\n")
	}
	o.err.printf("%6d  in all, for %s\n", c.Tokens, phrase.Count(len(c.Items), "skill"))
	if notice := c.Notice(); notice != "" {
		o.err.text(notice, "\n")
	}
}
