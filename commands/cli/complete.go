package cli

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"deft/commands"
	"deft/commands/config"
	"deft/discovery"
	"deft/skills/resource"
	"deft/skills/sanitize"
)

// completer offers what can stand at a place of a command line. It looks at
// the skills only once a shell asks.
type completer struct{ *shell }

// handles completes a skill's handle as the first argument: names of skills in
// use, behind a name and @ or a plugin and : those that reach one copy. A shell
// shows the description beside it.
func (c completer) handles(cmd *cobra.Command, args []string, given string) ([]string, cobra.ShellCompDirective) {
	return c.first(cmd, args, given, false)
}

// anyHandles is handles for commands that take skills of any state.
func (c completer) anyHandles(cmd *cobra.Command, args []string, given string) ([]string, cobra.ShellCompDirective) {
	return c.first(cmd, args, given, true)
}

// first completes a first argument that is a handle, of skills of any state
// where that is asked for.
func (c completer) first(cmd *cobra.Command, args []string, given string, anyState bool) ([]string, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	snapshot, err := c.snapshot(cmd)
	if err != nil {
		return nil, cobra.ShellCompDirectiveError
	}
	return offers(handles(snapshot, given, anyState)), cobra.ShellCompDirectiveNoFileComp
}

// files completes a skill's handle, then one of its files.
func (c completer) files(cmd *cobra.Command, args []string, given string) ([]string, cobra.ShellCompDirective) {
	if len(args) == 0 {
		return c.anyHandles(cmd, args, given)
	}
	if len(args) > 1 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	var out []string
	for _, name := range c.filesOf(cmd, args[0]) {
		if strings.HasPrefix(name, given) {
			out = append(out, name)
		}
	}
	return out, cobra.ShellCompDirectiveNoFileComp
}

// urls completes skill://NAME, and behind it the skill's files.
func (c completer) urls(cmd *cobra.Command, args []string, given string) ([]string, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	snapshot, err := c.snapshot(cmd)
	if err != nil {
		return nil, cobra.ShellCompDirectiveError
	}
	var out []string
	add := func(u resource.URL) {
		if text := u.String(); strings.HasPrefix(text, given) {
			out = append(out, text)
		}
	}
	rest := strings.TrimPrefix(given, resource.Scheme)
	name, _, slash := strings.Cut(rest, "/")
	if slash && rest != given {
		if u, err := resource.ParseURL(resource.Scheme + name); err == nil {
			for _, f := range c.filesOf(cmd, u.Handle) {
				add(resource.URL{Handle: u.Handle, Path: f})
			}
		}
		return out, cobra.ShellCompDirectiveNoFileComp
	}
	for _, o := range handles(snapshot, "", true) {
		add(resource.URL{Handle: o.handle})
	}
	return out, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
}

// snapshot is what there is to complete.
func (c completer) snapshot(cmd *cobra.Command) (*discovery.Snapshot, error) {
	s, err := c.open(cmd)
	if err != nil {
		return nil, err
	}
	result, err := s.list(cmd.Context(), commands.ListRequest{})
	return result.Snapshot, err
}

// filesOf are the bundled files of a skill that can be typed.
func (c completer) filesOf(cmd *cobra.Command, handle string) []string {
	s, err := c.open(cmd)
	if err != nil {
		return nil
	}
	d, err := s.app.Show.Run(cmd.Context(), s.caller, handle)
	if err != nil {
		return nil
	}
	var out []string
	for _, f := range d.Files {
		if f.Problem == "" && sanitize.Line(f.Path) == f.Path {
			out = append(out, f.Path)
		}
	}
	return out
}

// offer is a handle with the skill that it stands for.
type offer struct {
	handle string
	entry  *discovery.Entry
}

// handles are those that begin as given: bare ones, and qualified ones where
// their sign stands in what is given.
func handles(s *discovery.Snapshot, given string, any bool) []offer {
	name, _, at := strings.Cut(given, "@")
	var out []offer
	add := func(handle string, e *discovery.Entry) {
		if strings.HasPrefix(handle, given) && sanitize.Line(handle) == handle {
			out = append(out, offer{handle, e})
		}
	}
	for i := range s.Resolutions {
		r := &s.Resolutions[i]
		switch {
		case at && r.Name == name:
			for _, e := range r.Entries {
				if e.Reason != discovery.SameFile {
					add(qualified(s, e), e)
				}
			}
		case at:
		case r.Winner != nil:
			add(r.Name, r.Winner)
		case any:
			add(r.Name, r.Entries[0])
		}
		if !at && strings.Contains(given, ":") {
			for _, e := range r.Entries {
				if e.Root.Plugin != "" && e != r.Winner {
					add(s.Qualified(e), e)
				}
			}
		}
	}
	return out
}

// qualified is a handle of an entry with an @ in it.
func qualified(s *discovery.Snapshot, e *discovery.Entry) string {
	handle := s.Qualified(e)
	if strings.Contains(handle, "@") {
		return handle
	}
	short := e.Name() + "@" + e.Root.Provider
	for _, form := range []string{short, short + "/" + string(e.Root.Level)} {
		if got, err := s.Find(form); err == nil && got.Path == e.Path {
			return form
		}
	}
	return e.Name() + "@" + e.Dir()
}

// offers are handles as a shell gets them, each with what is to be said.
func offers(found []offer) []string {
	var out []string
	for _, o := range found {
		out = append(out, o.handle+"\t"+cut(sanitize.Line(o.entry.Reading.Head.Description), 80))
	}
	return out
}

// names completes the names of skills, of any state.
func (c completer) names(cmd *cobra.Command, _ []string, given string) ([]string, cobra.ShellCompDirective) {
	return c.anyHandles(cmd, nil, given)
}

// categories completes the categories of what was found.
func (c completer) categories(cmd *cobra.Command, _ []string, _ string) ([]string, cobra.ShellCompDirective) {
	s, err := c.open(cmd)
	if err != nil {
		return nil, cobra.ShellCompDirectiveError
	}
	result, err := s.list(cmd.Context(), commands.ListRequest{All: true})
	if err != nil {
		return nil, cobra.ShellCompDirectiveError
	}
	out := []string{discovery.NoCategory}
	for _, e := range result.Entries {
		if c := sanitize.Line(e.Category); c != "" && c == e.Category && !slices.Contains(out, c) {
			out = append(out, c)
		}
	}
	return out, cobra.ShellCompDirectiveNoFileComp
}

// profiles completes the profiles of the configuration.
func (c completer) profiles(cmd *cobra.Command, _ []string, _ string) ([]string, cobra.ShellCompDirective) {
	_, stated, _, err := c.configure(cmd)
	if err != nil {
		return nil, cobra.ShellCompDirectiveError
	}
	var out []string
	for _, p := range stated.Profiles {
		if name := sanitize.Line(p.Name); name == p.Name {
			out = append(out, name)
		}
	}
	return out, cobra.ShellCompDirectiveNoFileComp
}

// complete tells how the value of a flag is completed.
func complete(cmd *cobra.Command, flag string, how cobra.CompletionFunc) {
	if err := cmd.RegisterFlagCompletionFunc(flag, how); err != nil {
		panic(err) // the flag is not there: a mistake in this package
	}
}

// flags tells how the values of the settings' flags are completed. What nothing
// else completes is no file, but for commands that take some.
func (c completer) flags(root *cobra.Command) {
	root.CompletionOptions.SetDefaultShellCompDirective(cobra.ShellCompDirectiveNoFileComp)
	complete(root, "cwd", directories)
	own := map[string]cobra.CompletionFunc{
		"profile": c.profiles, "categories": c.categories,
		"ignored-skills": c.names, "include-skills": c.names, "accepted-collisions": c.names,
	}
	for flag, how := range own {
		complete(root, flag, how)
	}
	for _, k := range config.Keys() {
		switch {
		case own[k.Flag] != nil, k.Flag == "", k.Switch:
		case k.Folder:
			complete(root, k.Flag, directories)
		default:
			complete(root, k.Flag, fixed(k.Choices...))
		}
	}
}

func directories(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return nil, cobra.ShellCompDirectiveFilterDirs
}

func fixed(choices ...string) cobra.CompletionFunc {
	return cobra.FixedCompletions(choices, cobra.ShellCompDirectiveNoFileComp)
}

// bashCompletion has the script for bash take @ for a part of a word, which
// bash itself does not: qualified handles have one.
func bashCompletion(out *screen, root, completion *cobra.Command) {
	bash, _, err := completion.Find([]string{"bash"})
	if err != nil || bash == completion {
		panic("no completion for bash") // a mistake in this package
	}
	bash.RunE = func(cmd *cobra.Command, _ []string) error {
		plain, err := cmd.Flags().GetBool("no-descriptions")
		if err != nil {
			return err
		}
		var b strings.Builder
		if err := root.GenBashCompletionV2(&b, !plain); err != nil {
			return err
		}
		out.text(strings.NewReplacer(
			"_init_completion -n =:", "_init_completion -n =:@",
			"    __deft_handle_special_char \"$cur\" :\n", "    __deft_handle_special_char \"$cur\" @\n    __deft_handle_special_char \"$cur\" :\n",
		).Replace(b.String()))
		return nil
	}
}
