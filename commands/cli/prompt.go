package cli

import (
	"strings"

	"github.com/spf13/cobra"

	"deft/commands"
)

const promptHelp = `Print the text that /skill:NAME ARGS puts into a conversation: the body with its
placeholders replaced, a line of dashes, and where the skill and its files are.
The file is read now. Nothing is executed.`

func newPrompt(sh *shell) *cobra.Command {
	cmd := &cobra.Command{
		Use: "prompt NAME [ARGS...]", Short: "Print what a skill adds to a conversation", Long: promptHelp, Args: between(1, -1),
		ValidArgsFunction: sh.completeHandles,
		RunE: func(cmd *cobra.Command, args []string) error {
			return sh.prompt(cmd, args[0], strings.Join(args[1:], " "))
		},
	}
	cmd.Flags().SetInterspersed(false)
	return cmd
}

func (sh *shell) prompt(cmd *cobra.Command, handle, args string) error {
	s, err := sh.open(cmd)
	if err != nil {
		return err
	}
	activation, err := s.app.Load.Run(cmd.Context(), commands.User, handle, args)
	if err != nil {
		return err
	}
	text := activation.Text()
	if !strings.HasSuffix(text, "\n") {
		text += "\n"
	}
	sh.raw([]byte(text)) // the skill's part is clean already; the arguments are the caller's own, byte for byte
	return nil
}
