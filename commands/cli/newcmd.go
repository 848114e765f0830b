package cli

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"deft/commands"
	"deft/commands/config"
	"deft/discovery"
	"deft/skills"
	"deft/skills/sanitize"
)

const newHelp = `Make the skeleton of a skill and print its path. It goes to .deft/skills/NAME of
the project (the nearest folder above with .git, else the working folder), with
--user to ~/.deft/skills/NAME, with --dir to DIR/NAME. Nothing is overwritten.
Standard error tells what is next, and where another skill has the name or deft
does not look into DIR.

NAME has lower-case letters or digits and single hyphens between them, at most
64 characters.`

// newOptions are `deft new` with its flags.
type newOptions struct {
	*shell
	dir         string
	user        bool
	description string
}

func newNew(sh *shell) *cobra.Command {
	o := &newOptions{shell: sh}
	cmd := &cobra.Command{Use: "new NAME", Short: "Make the skeleton of a skill", Long: newHelp, Args: between(1, 1), RunE: o.run}
	cmd.Flags().StringVar(&o.dir, "dir", "", "make it in this `DIR`")
	complete(cmd, "dir", directories)
	cmd.Flags().BoolVar(&o.user, "user", false, "make it for all your projects")
	cmd.Flags().StringVar(&o.description, "description", "", "what it does and when to use it (`TEXT`)")
	return cmd
}

func (o *newOptions) run(cmd *cobra.Command, args []string) error {
	place, err := o.place(cmd)
	if err != nil {
		return err
	}
	root, err := o.root(place)
	if err != nil {
		return err
	}
	file, err := commands.New{}.Run(cmd.Context(), o.caller(), commands.NewRequest{
		Name: args[0], Root: root, Description: o.description,
	})
	if err != nil {
		return err
	}
	o.out.text(sanitize.Line(file), "\n")
	return o.after(cmd, args[0], file)
}

// after tells what becomes of a new skill, and what to do next.
func (o *newOptions) after(cmd *cobra.Command, name, file string) error {
	s, err := o.open(cmd)
	if is[*config.Error](err) {
		return nil // the skill is there all the same; who uses it next hears of the config
	} else if err != nil {
		return err
	}
	snapshot, err := s.registry.Snapshot(cmd.Context())
	if err != nil {
		return err
	}
	if note := fate(snapshot, name, file); note != "" {
		o.err.text(o.err.severity(skills.Warning), ": ", sanitize.Line(note), "\n")
	}
	o.err.printf("Next: write it, check it with deft doctor %s, try it with deft prompt %s\n", sanitize.Line(filepath.Dir(file)), name)
	return nil
}

// fate says what keeps a new skill from being the one of its name, or whom it
// keeps from that, "" for nothing.
func fate(s *discovery.Snapshot, name, file string) string {
	r, _ := s.Lookup(name)
	at := -1
	if r != nil {
		at = slices.IndexFunc(r.Entries, func(e *discovery.Entry) bool { return e.Path == file || e.Real == file })
	}
	switch {
	case at < 0:
		return fmt.Sprintf("deft does not look for skills in %s: name it in skills.customDirectories", filepath.Dir(filepath.Dir(file)))
	case r.Entries[at] != r.Winner:
		return fmt.Sprintf("it is %s: %s", r.Entries[at].State, r.Entries[at].Detail)
	}
	for _, e := range r.Entries {
		if e.State == discovery.Shadowed && e.Reason != discovery.SameFile {
			return fmt.Sprintf("it shadows %s (%s)", e.Path, s.Qualified(e))
		}
	}
	return ""
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
		return filepath.Join(place.Project, discovery.NativeFolder), nil
	case place.Home == "":
		return "", errors.New("--user: no home folder is known ($HOME is not set)")
	}
	return filepath.Join(place.Home, discovery.NativeFolder), nil
}
