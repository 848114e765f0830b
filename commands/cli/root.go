package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"deft/commands"
	"deft/commands/config"
)

// shell is what every command shares: streams, environment, and the flags
// that stand before or after any command.
type shell struct {
	in     io.Reader
	out    *screen
	err    *screen
	getenv func(string) (string, bool)
	ui     Interface
	args   []string // behind the program's name
	cwd    string   // --cwd, "" for the working folder
}

const rootHelp = `deft finds the agent skills on this machine, says which copy of each name wins
and why, shows them, and runs them in a chat.

Without a command it opens the interface.

NAME is a skill's handle. A copy that does not win is reached by a qualified
one: NAME@PROVIDER, NAME@PROVIDER/LEVEL, PLUGIN:NAME or NAME@PATH, where PATH is
absolute or begins with ~/.

Output is coloured and fitted to a terminal; into a pipe it is plain, one
record a line, with tabs between its fields. What comes from files is made
harmless: what cannot be seen is shown as a mark. Diagnostics go to standard
error, those of one kind folded into a line; beside a list in a terminal only
errors are named and the rest is counted.

Every setting of the config file but keys and profiles is a flag too; see "deft
config --help".

Exit codes: 0 fine, 1 a check found errors (doctor), 2 usage: wrong arguments,
an unknown skill, one that is not for people, a faulty config file, 3 something
cannot be read or written, or a skill to use is invalid; 130 interrupted.`

// newRoot builds the tree of commands.
func newRoot(sh *shell) *cobra.Command {
	root := &cobra.Command{
		Use:           "deft",
		Short:         "The terminal home of agent skills",
		Long:          rootHelp,
		SilenceErrors: true,
		SilenceUsage:  true,
		Version:       version(),

		SuggestionsMinimumDistance: 2, // letters
		Args:                       unknownCommand,
		RunE:                       func(cmd *cobra.Command, _ []string) error { return sh.interactive(cmd) },
	}
	root.SetIn(sh.in)
	root.SetOut(sh.out)
	root.SetErr(sh.err)
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		return usagef("%v (see %s --help)", flagFault(err), cmd.CommandPath())
	})
	root.SetVersionTemplate(versionLine())
	root.SetGlobalNormalizationFunc(config.Aliases())
	root.PersistentFlags().StringVar(&sh.cwd, "cwd", "", "work as if started in this `DIR`")
	config.AddFlags(root.PersistentFlags())
	completer{sh}.flags(root)
	root.AddCommand(newList(sh), newShow(sh), newWhy(sh), newAgents(sh), newRead(sh), newDoctor(sh), newPrompt(sh),
		newExport(sh), newMCP(sh), newConfig(sh), newNew(sh), newVersion(sh))
	root.AddCommand(fixCommands(sh)...)
	root.InitDefaultCompletionCmd()
	root.InitDefaultHelpCmd()
	for _, c := range root.Commands() {
		switch c.Name() {
		case "completion":
			bashCompletion(sh.out, root, c)
			c.Args, c.RunE = nil, func(*cobra.Command, []string) error {
				return usagef("name a shell: deft completion bash, zsh, fish or powershell")
			}
		case "help":
			c.PreRunE = func(_ *cobra.Command, args []string) error { return helpTopic(root, args) }
		}
	}
	return root
}

// flagFault says in plain words what is wrong with a flag's value.
func flagFault(err error) error {
	bad, ok := errors.AsType[*pflag.InvalidValueError](err)
	if !ok {
		return err
	}
	f := bad.GetFlag()
	want := map[string]string{"bool": "true or false", "int": "a whole number"}[f.Value.Type()]
	if want == "" {
		return err
	}
	return fmt.Errorf("--%s wants %s, not %q", f.Name, want, bad.GetValue())
}

// helpTopic refuses to help with what is no command.
func helpTopic(root *cobra.Command, args []string) error {
	if found, rest, err := root.Find(args); err != nil || found == root && len(rest) > 0 {
		return unknownCommand(root, args)
	}
	return nil
}

// unknownCommand refuses words that are no command.
func unknownCommand(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	near := cmd.SuggestionsFor(args[0])
	if len(near) == 0 {
		return usagef("unknown command %q (see deft --help)", args[0])
	}
	return usagef("unknown command %q; nearest: %s", args[0], strings.Join(near, ", "))
}

// between makes a check for the number of arguments; most < 0 is no limit.
func between(least, most int) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) < least {
			return usagef("an argument is missing; usage: %s", cmd.UseLine())
		}
		if most >= 0 && len(args) > most {
			return usagef("%q is one argument too many; usage: %s", args[most], cmd.UseLine())
		}
		return nil
	}
}

// interactive opens the interface. Nothing is discovered yet: the interface says when, as its first frame comes first.
func (sh *shell) interactive(cmd *cobra.Command) error {
	if !sh.out.terminal || !isTerminal(sh.in) {
		return usagef("the interface needs a terminal; without one use deft list, deft show NAME, deft why NAME, deft prompt NAME or deft doctor (see deft --help)")
	}
	s, err := sh.follow(cmd)
	if err != nil {
		return err
	}
	defer s.close()
	ctx, cancel := context.WithCancel(cmd.Context())
	defer cancel()
	files, err := s.app.Context.Run(ctx, commands.User, s.app.Cwd)
	if err != nil {
		return err
	}
	s.app.ContextFiles = files
	s.app.State = sh.state(s.app.Home, s.app.Project)
	defer s.app.State.Close()
	s.app.Accept.Kept = s.app.State
	return sh.ui(ctx, s.app)
}
