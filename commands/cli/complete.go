package cli

import (
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
