package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"deft/commands"
	"deft/commands/newfile"
	"deft/skills/sanitize"
)

const exportHelp = `Pack a skill, of any state, to be carried elsewhere. The same skill gives the same
bytes.

skill-md is its SKILL.md byte for byte, without the files beside it. zip has all
its files, in a folder of the skill's name; files that can be executed stay so.
json is one document with all files:

  {name, title, description, whenToUse, category, provider, level, path, digest,
   treeDigest, frontmatter: [{key, value}], body,
   files: [{path, size, digest, executable, text, base64}], leftOut: [path],
   diagnostics: [{code, severity, path, line, message, hint}]}

of which text holds what is UTF-8 and base64 the rest, the other one being null.
digest is a sha256, treeDigest one over all files, null where the folder is too
large. Links are carried as what they lead to; what leads outside the skill, pipes
and the like are left out, and named on standard error.`

// exportOptions are `deft export` with its flags.
type exportOptions struct {
	*shell
	format, output string
}

func newExport(sh *shell) *cobra.Command {
	o := &exportOptions{shell: sh}
	cmd := &cobra.Command{
		Use: "export NAME", Short: "Pack a skill to be carried elsewhere", Long: exportHelp, Args: between(1, 1),
		ValidArgsFunction: completer{sh}.handles, RunE: o.run,
	}
	cmd.Flags().StringVar(&o.format, "format", string(commands.ExportSkillMD), "`FORM` is "+strings.Join(exportFormats(), ", "))
	cmd.Flags().StringVarP(&o.output, "output", "o", "", "write this `FILE`, which must not be there, instead of standard output")
	complete(cmd, "format", fixed(exportFormats()...))
	complete(cmd, "output", func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return nil, cobra.ShellCompDirectiveDefault
	})
	return cmd
}

func exportFormats() []string {
	var out []string
	for _, f := range commands.ExportFormats() {
		out = append(out, string(f))
	}
	return out
}

func (o *exportOptions) run(cmd *cobra.Command, args []string) error {
	switch {
	case !slices.Contains(exportFormats(), o.format):
		return usagef("unknown format %q: one of %s", o.format, strings.Join(exportFormats(), ", "))
	case o.format == string(commands.ExportZip) && o.output == "" && o.out.terminal:
		return usagef("a zip is not for a terminal: write it to a file with -o FILE")
	}
	s, err := o.open(cmd)
	if err != nil {
		return err
	}
	packed, err := s.app.Export.Run(cmd.Context(), s.caller, args[0], commands.ExportFormat(o.format))
	if err != nil {
		return err
	}
	for _, name := range packed.LeftOut {
		o.err.printf("left out: %s\n", sanitize.Line(name))
	}
	if o.output != "" {
		return writeNew(o.output, packed.Data)
	}
	o.out.raw(packed.Data)
	return nil
}

// writeNew writes a file that is not there yet.
func writeNew(file string, data []byte) error {
	switch err := newfile.Write(file, data, 0o644); {
	case errors.Is(err, fs.ErrExist):
		return &commands.ExistsError{Path: file}
	case err != nil:
		return fmt.Errorf("export: %w", err)
	}
	return nil
}
