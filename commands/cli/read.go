package cli

import (
	"github.com/spf13/cobra"

	"deft/commands"
	"deft/skills/resource"
)

const readHelp = `Read what a skill:// URL names: skill://NAME is the skill's SKILL.md,
skill://NAME/PATH one of its files. Nothing outside the skill's folder is read.`

func newRead(sh *shell) *cobra.Command {
	var raw bool
	cmd := &cobra.Command{
		Use: "read skill://NAME[/PATH]", Short: "Read a skill:// URL", Long: readHelp, Args: between(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error { return sh.read(cmd, args[0], raw) },
	}
	cmd.Flags().BoolVar(&raw, "raw", false, "print the file as it is")
	return cmd
}

func (sh *shell) read(cmd *cobra.Command, url string, raw bool) error {
	if _, err := resource.ParseURL(url); err != nil {
		return usagef("%v", err)
	}
	s, err := sh.open(cmd)
	if err != nil {
		return err
	}
	content, err := s.app.Read.Run(cmd.Context(), commands.User, url)
	return sh.file(content, err, raw)
}
