package cli

import (
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"deft/commands"
	"deft/commands/phrase"
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
With --as AGENT it is what that agent lists, under the names that it gives
skills; a name may stand twice. Further states are ambiguous (the bare name
reaches none of several), unspecified (one of several, nobody says which) and,
with --all, dropped (the agent leaves it out) and not-seen (it does not look
there); --provider is then one of the folders that are here. Digests are null
without --digest.
Texts that a skill leaves out are "", arrays are never null. Control, format
and bidi characters are escaped; strings are what the files say.`

// listOptions are `deft list` with its flags.
type listOptions struct {
	*shell
	commands.ListRequest
	json      bool
	digest    bool
	agent     string // by whose rules, "" for deft's own
	untrusted bool
}

func newList(sh *shell) *cobra.Command {
	o := &listOptions{shell: sh}
	cmd := &cobra.Command{Use: "list", Short: "List skills", Long: listHelp, Args: between(0, 0), RunE: o.run}
	cmd.Flags().BoolVar(&o.json, "json", false, "print JSON")
	cmd.Flags().BoolVar(&o.All, "all", false, "also shadowed, filtered, disabled and invalid ones")
	cmd.Flags().StringVar(&o.Provider, "provider", "", "only skills of this `PROVIDER`")
	cmd.Flags().StringVar(&o.Category, "category", "", "only skills of this `CATEGORY`; none is without one")
	complete(cmd, "provider", completer{sh}.providers)
	complete(cmd, "category", completer{sh}.categories)
	cmd.Flags().BoolVar(&o.digest, "digest", false, "compute every digest (with --json)")
	asAgent(cmd, &o.agent)
	cmd.Flags().BoolVar(&o.untrusted, "untrusted", false, "as if the agent did not trust the working folder (with --as)")
	return cmd
}

func (o *listOptions) run(cmd *cobra.Command, _ []string) error {
	switch {
	case cmd.Flags().Changed("as"):
		return o.runAs(cmd)
	case o.untrusted:
		return usagef("--untrusted goes with --as")
	}
	if known := providerNames(); o.Provider != "" && !slices.Contains(known, o.Provider) {
		return usagef("unknown provider %q: one of %s", o.Provider, strings.Join(known, ", "))
	}
	s, err := o.open(cmd)
	if err != nil {
		return err
	}
	result, err := s.list(cmd.Context(), o.ListRequest)
	if err != nil {
		return err
	}
	switch {
	case o.json:
		err = s.listJSON(cmd.Context(), o.out, result, o.digest)
	case o.out.terminal:
		listTable(o.out, named(result.Entries), o.All)
	default:
		listPlain(o.out, named(result.Entries))
	}
	o.notices(s, result)
	return err
}

// named are entries under their own names.
func named(entries []*discovery.Entry) []commands.AgentEntry {
	out := make([]commands.AgentEntry, len(entries))
	for i, e := range entries {
		out[i] = commands.AgentEntry{Name: e.Name(), Entry: e}
	}
	return out
}

// listPlain writes the form for pipes.
func listPlain(out *screen, entries []commands.AgentEntry) {
	for _, e := range entries {
		out.row(sanitize.Line(e.Name), string(e.State), sanitize.Line(e.Root.Provider), string(e.Root.Level),
			sanitize.Line(e.Category), sanitize.Line(e.Path), sanitize.Line(e.Reading.Head.Description))
	}
}

// The widest that columns of a terminal's list become, in cells.
const (
	maxNameWidth   = 32
	maxSourceWidth = 22
	stateWidth     = 9
)

// listTable writes the form for a terminal, with states where these are not
// all the same.
func listTable(out *screen, entries []commands.AgentEntry, states bool) {
	names, sources := make([]string, len(entries)), make([]string, len(entries))
	nameWidth, sourceWidth, stateWidth := 0, 0, stateWidth
	for i, e := range entries {
		stateWidth = max(stateWidth, len(e.State))
		names[i] = sanitize.Line(e.Name)
		sources[i] = sanitize.Line(e.Root.Provider + "/" + string(e.Root.Level))
		nameWidth = min(max(nameWidth, width(names[i])), maxNameWidth, out.width)
		sourceWidth = min(max(sourceWidth, len(sources[i])), maxSourceWidth)
	}
	for i, e := range entries {
		left := out.width - nameWidth
		out.text(out.paint(bold, fit(names[i], nameWidth)))
		if states && left > stateWidth+2 {
			out.text("  ", out.paint(stateColour(e.State), fit(string(e.State), stateWidth)))
			left -= stateWidth + 2
		}
		if left > sourceWidth+2 {
			out.text("  ", out.paint(faint, fit(sources[i], sourceWidth)))
			left -= sourceWidth + 2
		}
		if left > 10 {
			out.text("  ", cut(out.short(sanitize.Line(about(e.Entry))), left-2))
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
	case discovery.Invalid, discovery.Dropped:
		return red
	case discovery.Shadowed, discovery.Ambiguous, discovery.Unspecified:
		return yellow
	}
	return faint
}

// notices tells of findings beside a list, as far as they are about what
// was asked for.
func (o *listOptions) notices(s *session, result commands.ListResult) {
	if !s.config.Discovery.Enabled {
		o.err.text(o.err.severity(skills.Info), ": skills.enabled is false: no skills are looked for\n")
	}
	o.err.doubt(s.config)
	found := findings(result.Snapshot, o.ListRequest)
	if o.err.terminal {
		o.err.brief(commands.Heard(found, s.config.Muted))
	} else {
		o.err.tell(found, s.config.Muted)
	}
	if !result.Snapshot.Complete {
		o.err.text(o.err.severity(skills.Warning), ": not every source could be read in full, skills may be missing\n")
	}
	o.count(result)
}

// findings are those of a snapshot that are about the entries which a request
// covers, and those of no entry where it asks for no category.
func findings(s *discovery.Snapshot, o commands.ListRequest) []skills.Diagnostic {
	covered := map[string]bool{} // by path
	var own []skills.Diagnostic
	for e := range s.Entries() {
		covered[e.Path] = o.Covers(e)
		if covered[e.Path] && told(e) {
			own = append(own, commands.Findings(e)...)
		}
	}
	var out []skills.Diagnostic
	for _, d := range s.Diagnostics {
		yes, entry := covered[d.Path]
		if yes || !entry && o.Category == "" && (o.Provider == "" || inRootOf(s, o.Provider, d.Path)) {
			out = append(out, d)
		}
	}
	return append(out, own...)
}

// inRootOf tells whether a path lies in a root of a provider.
func inRootOf(s *discovery.Snapshot, provider, path string) bool {
	return slices.ContainsFunc(s.Roots, func(r discovery.RootReport) bool {
		return r.Root.Provider == provider && (path == r.Root.Path || strings.HasPrefix(path, r.Root.Path+"/"))
	})
}

// count says how many skills there are beyond those listed, and which
// categories there are where none of them has the one asked for.
func (o *listOptions) count(result commands.ListResult) {
	all := 0
	var categories []string
	for e := range result.Snapshot.Entries() {
		if o.Covers(e) {
			all++
		}
		if e.Category != "" && !slices.Contains(categories, e.Category) {
			categories = append(categories, e.Category)
		}
	}
	if all == 0 && o.Category != "" && o.Category != discovery.NoCategory && !slices.Contains(categories, o.Category) {
		slices.Sort(categories)
		o.err.printf("no skill has the category %q; there are: %s\n", o.Category, sanitize.Line(strings.Join(categories, ", ")))
		return
	}
	if !o.out.terminal {
		return
	}
	text := phrase.Count(len(result.Entries), "skill")
	if more := all - len(result.Entries); more > 0 {
		text += ", " + strconv.Itoa(more) + " more: --all"
	}
	o.err.text(o.err.paint(faint, text), "\n")
}

// told tells whether an entry's own findings are news: those of a switched-off
// or filtered skill are not, and those of a second path to a file are the
// file's.
func told(e *discovery.Entry) bool {
	return e.State != discovery.Disabled && e.State != discovery.Filtered && e.Reason != discovery.SameFile
}
