package cli

import (
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"deft/commands"
	"deft/discovery"
	"deft/skills"
	"deft/skills/sanitize"
)

const listHelp = `List the skills that deft found: the ones in use, or with --all every candidate
with its state.

Into a pipe each line holds, with tabs between: name, state, provider, level,
category, path, description.

--json prints an array, one element a line:

  {name, title, description, whenToUse, path, dir, provider, level, state,
   category, modelInvocable, userInvocable, seenAt: [path], digest,
   diagnostics: [{code, severity, path, line, message, hint}]}

state is active, shadowed, filtered, disabled or invalid. level is admin,
system, project, user, plugin, custom or bundled. severity is error, warning
or info; line counts from 1, and 0 is the whole file. digest is the sha256 of
SKILL.md for names with several candidates, or with --digest, else null.
Texts that a skill leaves out are "", arrays are never null. Control, format
and bidi characters are escaped; strings are what the files say.`

// listOptions are the flags of `deft list`.
type listOptions struct {
	commands.ListRequest
	json   bool
	digest bool
}

func newList(sh *shell) *cobra.Command {
	var o listOptions
	cmd := &cobra.Command{
		Use: "list", Short: "List skills", Long: listHelp, Args: between(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error { return sh.list(cmd, o) },
	}
	cmd.Flags().BoolVar(&o.json, "json", false, "print JSON")
	cmd.Flags().BoolVar(&o.All, "all", false, "also shadowed, filtered, disabled and invalid ones")
	cmd.Flags().StringVar(&o.Provider, "provider", "", "only skills of this `PROVIDER`")
	cmd.Flags().StringVar(&o.Category, "category", "", "only skills of this `CATEGORY`; none is without one")
	complete(cmd, "provider", fixed(providerNames()...))
	complete(cmd, "category", sh.completeCategories)
	cmd.Flags().BoolVar(&o.digest, "digest", false, "compute every digest (with --json)")
	return cmd
}

func (sh *shell) list(cmd *cobra.Command, o listOptions) error {
	if known := providerNames(); o.Provider != "" && !slices.Contains(known, o.Provider) {
		return usagef("unknown provider %q: one of %s", o.Provider, strings.Join(known, ", "))
	}
	s, err := sh.open(cmd)
	if err != nil {
		return err
	}
	result, err := s.list(cmd.Context(), o.ListRequest)
	if err != nil {
		return err
	}
	switch {
	case o.json:
		err = s.listJSON(cmd.Context(), sh.out, result, o.digest)
	case sh.out.terminal:
		listTable(sh.out, result.Entries, o.All)
	default:
		listPlain(sh.out, result.Entries)
	}
	sh.listNotices(s, result)
	return err
}

// listPlain writes the form for pipes.
func listPlain(out *screen, entries []*discovery.Entry) {
	for _, e := range entries {
		out.row(sanitize.Line(e.Name()), string(e.State), sanitize.Line(e.Root.Provider), string(e.Root.Level),
			sanitize.Line(e.Category), sanitize.Line(e.Path), sanitize.Line(e.Reading.Head.Description))
	}
}

// The widest that columns of a terminal's list become, in cells.
const (
	maxNameWidth   = 32
	maxSourceWidth = 22
	stateWidth     = 9
)

// listTable writes the form for a terminal.
func listTable(out *screen, entries []*discovery.Entry, all bool) {
	names, sources := make([]string, len(entries)), make([]string, len(entries))
	nameWidth, sourceWidth := 0, 0
	for i, e := range entries {
		names[i] = sanitize.Line(e.Name())
		sources[i] = sanitize.Line(e.Root.Provider + "/" + string(e.Root.Level))
		nameWidth = min(max(nameWidth, width(names[i])), maxNameWidth, out.width)
		sourceWidth = min(max(sourceWidth, len(sources[i])), maxSourceWidth)
	}
	for i, e := range entries {
		left := out.width - nameWidth
		out.text(out.paint(bold, fit(names[i], nameWidth)))
		if all && left > stateWidth+1 {
			out.text(" ", out.paint(stateColour(e.State), fit(string(e.State), stateWidth)))
			left -= stateWidth + 1
		}
		if left > sourceWidth+1 {
			out.text(" ", out.paint(faint, fit(sources[i], sourceWidth)))
			left -= sourceWidth + 1
		}
		if left > 10 {
			out.text(" ", cut(sanitize.Line(about(e)), left-1))
		}
		out.text("\n")
	}
}

// about is what a list says of an entry: what it is for, or what is wrong.
func about(e *discovery.Entry) string {
	if e.State == discovery.Active {
		return e.Reading.Head.Description
	}
	return e.Detail
}

func stateColour(s discovery.State) sgr {
	switch s {
	case discovery.Active:
		return green
	case discovery.Invalid:
		return red
	case discovery.Shadowed:
		return yellow
	}
	return faint
}

// listNotices tells of findings beside a list.
func (sh *shell) listNotices(s *session, result commands.ListResult) {
	if !s.config.Discovery.Enabled {
		sh.err.text(sh.err.severity(skills.Info), ": skills.enabled is false: no skills are looked for\n")
	}
	var n notices
	n.add(heard(result.Snapshot.Diagnostics, s.config.Muted)...)
	for i := range result.Snapshot.Resolutions {
		for _, e := range result.Snapshot.Resolutions[i].Entries {
			if told(e) {
				n.add(heard(commands.Findings(e), s.config.Muted)...)
			}
		}
	}
	n.write(sh.err)
	if !result.Snapshot.Complete {
		sh.err.text(sh.err.severity(skills.Warning), ": not every source could be read in full, skills may be missing\n")
	}
	if sh.out.terminal && len(result.Entries) > 0 {
		sh.err.text(sh.err.paint(faint, strconv.Itoa(len(result.Entries))+" of "+strconv.Itoa(total(result.Snapshot))+" skills found"), "\n")
	}
}

// told tells whether an entry's own findings are news: those of a switched-off
// or filtered skill are not, and those of a second path to a file are the
// file's.
func told(e *discovery.Entry) bool {
	return e.State != discovery.Disabled && e.State != discovery.Filtered && e.Reason != discovery.SameFile
}

func total(s *discovery.Snapshot) int {
	n := 0
	for i := range s.Resolutions {
		n += len(s.Resolutions[i].Entries)
	}
	return n
}
