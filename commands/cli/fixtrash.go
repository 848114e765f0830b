package cli

import (
	"slices"
	"time"

	"github.com/spf13/cobra"

	"deft/commands"
	"deft/commands/state"
	"deft/skills/sanitize"
)

const trashHelp = `List what deft has removed or changed, the latest first. It is kept in
$XDG_STATE_HOME/deft/trash (~/.local/state/deft/trash where that is not set), a
folder each, until you delete it there.

Into a pipe each line holds, with tabs between: ID, kind (folder, link, file, or
backup of a file that was changed), the time, the path it was at, what was done.`

const restoreHelp = `Put what is in the trash under these IDs back where it was, one after the other
until one cannot be. Nothing is overwritten: where something is there, the
message says where the kept one is.
A backup takes the place of the file, of which a backup is made first.

In a terminal you are asked. Elsewhere nothing is done without --yes; --dry-run
shows what would be done.`

// restoreOptions are `deft trash restore` with its flags.
type restoreOptions struct{ consent }

func newTrash(sh *shell) *cobra.Command {
	list := func(cmd *cobra.Command, _ []string) error { return showTrash(sh, cmd) }
	cmd := &cobra.Command{Use: "trash", Short: "List what was removed, or bring it back", Long: trashHelp, Args: between(0, 0), RunE: list}
	cmd.AddCommand(&cobra.Command{Use: "list", Short: "List what was removed", Long: trashHelp, Args: between(0, 0), RunE: list})
	o := &restoreOptions{consent{shell: sh}}
	restore := &cobra.Command{
		Use: "restore ID...", Short: "Bring back what was removed", Long: restoreHelp, Args: between(1, -1),
		ValidArgsFunction: completer{sh}.trash, RunE: o.run,
	}
	o.flags(restore)
	cmd.AddCommand(restore)
	return cmd
}

// fixer wires the changes without reading the configuration: what a faulty
// config is to be mended with must not need it.
func (sh *shell) fixer(cmd *cobra.Command) (commands.Fix, error) {
	place, err := sh.place(cmd)
	if err != nil {
		return commands.Fix{}, err
	}
	return commands.Fix{State: sh.state(place.Home, place.Project)}, nil
}

// showTrash is `deft trash`.
func showTrash(sh *shell, cmd *cobra.Command) error {
	v, err := sh.fixer(cmd)
	if err != nil {
		return err
	}
	all, err := v.Trash(sh.caller())
	if err != nil {
		return err
	}
	if len(all) == 0 && sh.out.terminal {
		sh.out.text("The trash is empty.\n")
	}
	for _, x := range all {
		sh.out.trashed(x)
	}
	return nil
}

// trashed writes what is in the trash.
func (s *screen) trashed(x state.Trashed) {
	id, path, why := sanitize.Line(x.ID), sanitize.Line(x.Path()), sanitize.Line(x.Why)
	if !s.terminal {
		s.row(id, sanitize.Line(string(x.Kind)), x.When.UTC().Format(time.RFC3339), path, why)
		return
	}
	s.text(s.paint(bold, id), "  ", sanitize.Line(string(x.Kind)), ", ", why, "\n")
	indented(s, path)
}

func (o *restoreOptions) run(cmd *cobra.Command, args []string) error {
	if err := o.check(); err != nil {
		return err
	}
	v, err := o.fixer(cmd)
	if err != nil {
		return err
	}
	for _, id := range args {
		x, err := v.Find(o.caller(), id)
		if err != nil {
			return err
		}
		o.out.restoring(sanitize.Line(x.Path()))
		if x.Kind == state.ABackup {
			o.err.text("note: the file that is there is kept in the trash\n")
		}
	}
	if o.dryRun {
		return nil
	}
	if ok, err := o.given(cmd.Context()); !ok || err != nil {
		return err
	}
	for _, id := range args {
		x, err := v.Restore(cmd.Context(), o.caller(), id)
		if err != nil {
			return err
		}
		if x.Instead != "" {
			o.err.printf("what was there is kept in the trash: deft trash restore %s\n", sanitize.Line(x.Instead))
		}
	}
	return nil
}

// restoring names the place that something is brought back to.
func (s *screen) restoring(path string) {
	if s.terminal {
		s.text("restore ", s.short(path), "\n")
		return
	}
	s.row("restore", path)
}

// trash completes an ID.
func (c completer) trash(cmd *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	v, err := c.fixer(cmd)
	if err != nil {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	all, _ := v.Trash(c.caller()) // nothing is offered where nothing can be read
	var out []string
	for _, x := range all {
		if !slices.Contains(args, x.ID) {
			out = append(out, sanitize.Line(x.ID)+"\t"+sanitize.Line(x.Path()))
		}
	}
	return out, cobra.ShellCompDirectiveNoFileComp
}
