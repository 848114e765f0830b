package cli

import (
	"errors"
	"path/filepath"

	"github.com/spf13/cobra"

	"deft/commands"
	"deft/discovery"
	"deft/skills/sanitize"
)

const newHelp = `Make the skeleton of a skill and print its path. It goes to .deft/skills/NAME of
the project (the nearest folder above with .git, else the working folder), with
--user to ~/.deft/skills/NAME, with --dir to DIR/NAME. Nothing is overwritten.

NAME has lower-case letters or digits and single hyphens between them, at most
64 characters.`

// newOptions are the flags of `deft new`.
type newOptions struct {
	dir         string
	user        bool
	description string
}

func newNew(sh *shell) *cobra.Command {
	var o newOptions
	cmd := &cobra.Command{
		Use: "new NAME", Short: "Make the skeleton of a skill", Long: newHelp, Args: between(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error { return sh.make(cmd, args[0], o) },
	}
	cmd.Flags().StringVar(&o.dir, "dir", "", "make it in this `DIR`")
	complete(cmd, "dir", directories)
	cmd.Flags().BoolVar(&o.user, "user", false, "make it for all your projects")
	cmd.Flags().StringVar(&o.description, "description", "", "what it does and when to use it (`TEXT`)")
	return cmd
}

func (sh *shell) make(cmd *cobra.Command, name string, o newOptions) error {
	place, err := sh.place(cmd)
	if err != nil {
		return err
	}
	root, err := o.root(place)
	if err != nil {
		return err
	}
	file, err := commands.New{}.Run(cmd.Context(), commands.User, commands.NewRequest{
		Name: name, Root: root, Description: o.description,
	})
	if err != nil {
		return err
	}
	sh.out.text(sanitize.Line(file), "\n")
	return nil
}

// root is the folder of skills that a new one goes to.
func (o newOptions) root(place discovery.Place) (string, error) {
	switch {
	case o.dir != "" && o.user:
		return "", usagef("--dir and --user exclude each other")
	case o.dir != "" && filepath.IsAbs(o.dir):
		return filepath.Clean(o.dir), nil
	case o.dir != "":
		return filepath.Join(place.Cwd, o.dir), nil
	case !o.user:
		return filepath.Join(place.Project, ".deft", "skills"), nil
	case place.Home == "":
		return "", errors.New("--user: no home folder is known ($HOME is not set)")
	}
	return filepath.Join(place.Home, ".deft", "skills"), nil
}
