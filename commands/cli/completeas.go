package cli

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"deft/commands"
	"deft/discovery"
	"deft/discovery/rules"
	"deft/skills/prompt"
	"deft/skills/sanitize"
)

// explained completes the name that `why` is asked about: a handle, or the name
// that an agent gives a skill.
func (c completer) explained(cmd *cobra.Command, args []string, given string) ([]string, cobra.ShellCompDirective) {
	agent, err := cmd.Flags().GetString("as")
	all, errAll := cmd.Flags().GetBool("all-agents")
	switch {
	case len(args) > 0:
		return nil, cobra.ShellCompDirectiveNoFileComp
	case err != nil || errAll != nil || agent == "" && !all:
		return c.anyHandles(cmd, args, given)
	case all:
		return c.namesFor(cmd, given)
	}
	return c.namesFor(cmd, given, agent)
}

// namesFor completes the names that agents give skills, all agents of the table
// where none is named; those of one agent are of skills that it looks at.
func (c completer) namesFor(cmd *cobra.Command, given string, agents ...string) ([]string, cobra.ShellCompDirective) {
	views, err := c.views(cmd, agents...)
	if err != nil {
		return nil, cobra.ShellCompDirectiveError
	}
	about := make(map[string]string)
	var names []string
	for i := range views.All {
		for _, e := range views.Entries(i) {
			unseen := e.State == discovery.NotSeen && len(views.All) == 1
			if unseen || !strings.HasPrefix(e.Name, given) || sanitize.Line(e.Name) != e.Name {
				continue
			}
			if _, known := about[e.Name]; !known {
				names, about[e.Name] = append(names, e.Name), cut(sanitize.Line(e.Reading.Head.Description), 80)
			}
		}
	}
	slices.Sort(names)
	for i, name := range names {
		names[i] = name + "\t" + about[name]
	}
	return names, cobra.ShellCompDirectiveNoFileComp
}

// views is what agents see.
func (c completer) views(cmd *cobra.Command, agents ...string) (*commands.Views, error) {
	s, err := c.open(cmd)
	if err != nil {
		return nil, err
	}
	return s.app.Agents.Views(cmd.Context(), s.caller, agents...)
}

// providers completes a provider: of an agent's folders where one is named,
// else of deft's own.
func (c completer) providers(cmd *cobra.Command, args []string, given string) ([]string, cobra.ShellCompDirective) {
	agent, err := cmd.Flags().GetString("as")
	if err != nil || agent == "" {
		return fixed(providerNames()...)(cmd, args, given)
	}
	views, err := c.views(cmd, agent)
	if err != nil {
		return nil, cobra.ShellCompDirectiveError
	}
	return fixed(views.Providers()...)(cmd, args, given)
}

// prompt completes a skill, and right behind it the agent of an --as, which
// cobra takes out of the arguments although it is one of them.
func (c completer) prompt(cmd *cobra.Command, args []string, given string) ([]string, cobra.ShellCompDirective) {
	n := len(c.args)
	as, err := cmd.Flags().GetString("as")
	switch {
	case len(args) == 0 && (err != nil || as == agent):
		return c.handles(cmd, args, given)
	case len(args) == 0:
		return c.namesFor(cmd, given, as)
	case len(args) == 1 && n > 1 && (c.args[n-2] == "--as" || strings.HasPrefix(c.args[n-1], "--as=")):
		return prompt.Agents(), cobra.ShellCompDirectiveNoFileComp
	}
	return nil, cobra.ShellCompDirectiveNoFileComp
}

// completeForms completes the agent of `prompt --as`: one whose list of skills
// is known, and behind a name one whose text is.
func completeForms(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return prompt.Agents(), cobra.ShellCompDirectiveNoFileComp
	}
	return rules.Names(), cobra.ShellCompDirectiveNoFileComp
}

// everywhere completes handles, and NAME@PATH of copies that only other agents
// see.
func (c completer) everywhere(cmd *cobra.Command, args []string, given string) ([]string, cobra.ShellCompDirective) {
	out, directive := c.anyHandles(cmd, args, given)
	if len(args) > 0 || directive == cobra.ShellCompDirectiveError {
		return out, directive
	}
	views, err := c.views(cmd, agent)
	if err != nil {
		return out, directive
	}
	for _, f := range views.Foreign() {
		handle := f.Name() + "@" + f.Dir()
		if f.Flat {
			handle = f.Name() + "@" + f.Path
		}
		if strings.HasPrefix(handle, given) && sanitize.Line(handle) == handle {
			out = append(out, handle+"\t"+cut(sanitize.Line(f.Reading.Head.Description), 80))
		}
	}
	return out, directive
}
