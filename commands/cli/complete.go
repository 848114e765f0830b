package cli

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"deft/commands"
	"deft/skills/sanitize"
)

// completeHandles completes a skill's handle as the first argument. A shell
// shows the description beside it.
func (sh *shell) completeHandles(cmd *cobra.Command, args []string, given string) ([]string, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	s, err := sh.open(cmd)
	if err != nil {
		return nil, cobra.ShellCompDirectiveError
	}
	result, err := s.list(cmd.Context(), commands.ListRequest{})
	if err != nil {
		return nil, cobra.ShellCompDirectiveError
	}
	var out []string
	for _, e := range result.Entries {
		name := sanitize.Line(e.Name())
		if strings.HasPrefix(name, given) && name == e.Name() {
			out = append(out, name+"\t"+cut(sanitize.Line(e.Reading.Head.Description), 80))
		}
	}
	return out, cobra.ShellCompDirectiveNoFileComp
}

// completeCategories completes the categories of what was found.
func (sh *shell) completeCategories(cmd *cobra.Command, _ []string, _ string) ([]string, cobra.ShellCompDirective) {
	s, err := sh.open(cmd)
	if err != nil {
		return nil, cobra.ShellCompDirectiveError
	}
	result, err := s.list(cmd.Context(), commands.ListRequest{All: true})
	if err != nil {
		return nil, cobra.ShellCompDirectiveError
	}
	out := []string{commands.NoCategory}
	for _, e := range result.Entries {
		if c := sanitize.Line(e.Category); c != "" && c == e.Category && !slices.Contains(out, c) {
			out = append(out, c)
		}
	}
	return out, cobra.ShellCompDirectiveNoFileComp
}

// completeProfiles completes the profiles of the configuration.
func (sh *shell) completeProfiles(cmd *cobra.Command, _ []string, _ string) ([]string, cobra.ShellCompDirective) {
	_, config, err := sh.configure(cmd)
	if err != nil {
		return nil, cobra.ShellCompDirectiveError
	}
	var out []string
	for _, p := range config.Profiles {
		if name := sanitize.Line(p.Name); name == p.Name {
			out = append(out, name)
		}
	}
	return out, cobra.ShellCompDirectiveNoFileComp
}

// complete tells how the value of a flag is completed.
func complete(cmd *cobra.Command, flag string, how cobra.CompletionFunc) {
	if err := cmd.RegisterFlagCompletionFunc(flag, how); err != nil {
		panic(err) // the flag is not there: a mistake in this package
	}
}

// completeFlags tells how the values of the settings' flags are completed.
func (sh *shell) completeFlags(root *cobra.Command) {
	complete(root, "cwd", directories)
	complete(root, "profile", sh.completeProfiles)
	for _, k := range keys() {
		switch k.kind {
		case folder, folders:
			complete(root, k.flag(), directories)
		case choice:
			complete(root, k.flag(), fixed(k.choices...))
		case globs, words, files, number, duration:
			complete(root, k.flag(), fixed())
		}
	}
}

func directories(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return nil, cobra.ShellCompDirectiveFilterDirs
}

func fixed(choices ...string) cobra.CompletionFunc {
	return cobra.FixedCompletions(choices, cobra.ShellCompDirectiveNoFileComp)
}
