package cli

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"deft/discovery"
	"deft/skills/resource"
)

const readHelp = `Read what a skill:// URL names: skill://NAME is the skill's SKILL.md,
skill://NAME/PATH one of its files. Nothing outside the skill's folder is read.

A slash in NAME is written %2F: skill://NAME@PROVIDER%2FLEVEL.`

// readOptions are `deft read` with its flags.
type readOptions struct {
	*shell
	raw bool
}

func newRead(sh *shell) *cobra.Command {
	o := &readOptions{shell: sh}
	cmd := &cobra.Command{
		Use: "read skill://NAME[/PATH]", Short: "Read a skill:// URL", Long: readHelp, Args: between(1, 1),
		ValidArgsFunction: completer{sh}.urls, RunE: o.run,
	}
	cmd.Flags().BoolVar(&o.raw, "raw", false, "print the file as it is")
	return cmd
}

func (o *readOptions) run(cmd *cobra.Command, args []string) error {
	url := args[0]
	if _, err := resource.ParseURL(url); err != nil {
		return usagef("%v", err)
	}
	s, err := o.open(cmd)
	if err != nil {
		return err
	}
	content, err := s.app.Read.Run(cmd.Context(), s.caller, url)
	if err != nil {
		err = s.inURLs(cmd, url, err)
	}
	return o.out.file(content, err, o.raw)
}

// inURLs offers as URLs what an error offers as handles.
func (s *session) inURLs(cmd *cobra.Command, url string, err error) error {
	u, bad := resource.ParseURL(url)
	if bad != nil {
		return err
	}
	var forms []string
	text := fmt.Sprintf("no skill %q", u.Handle)
	if e, ok := errors.AsType[*discovery.AmbiguousError](err); ok {
		forms, text = e.Forms, fmt.Sprintf("%q fits several skills", u.Handle)
	} else if e, ok := errors.AsType[*discovery.UnknownError](err); ok {
		forms = e.Near
	}
	// Was the first part of the path meant as a level?
	level, rest, _ := strings.Cut(u.Path, "/")
	snapshot, unseen := s.registry.Snapshot(cmd.Context())
	if unseen == nil && level != "" && strings.Contains(u.Handle, "@") {
		if _, found := snapshot.Find(u.Handle + "/" + level); found == nil {
			meant := resource.URL{Handle: u.Handle + "/" + level, Path: rest}
			return usagef("%v; a slash in a name is written %%2F: %s", shortOf(err, text), meant)
		}
	}
	if len(forms) == 0 {
		return err
	}
	var urls []string
	for _, h := range forms {
		urls = append(urls, resource.URL{Handle: h, Path: u.Path}.String())
	}
	return usagef("%s: %s", text, strings.Join(urls, ", "))
}

// shortOf is an error without its offers.
func shortOf(err error, text string) string {
	if is[*discovery.AmbiguousError](err) || is[*discovery.UnknownError](err) {
		return text
	}
	return err.Error()
}
