package cli

import (
	"cmp"
	"log/slog"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"deft/commands"
	"deft/commands/mcp"
	"deft/commands/tool"
	"deft/discovery/rules"
)

const mcpHelp = `Serve skills to a model's client over the Model Context Protocol, on standard
input and output. A client starts it; what goes wrong is told on standard error.

A client gets tools that search and load skills and read files, a resource
skill://NAME/SKILL.md for each skill with the files beside it, a prompt for each
skill that people may call, and as instructions the list of skills. Only skills
that models may use are shown, nothing is written, and nothing is run. What
changes on the disk is told to the client.

tools.family chooses the names of the tools: skill has skill_search, skill_load
and skill_read_resource, dsh has skill, slug has load_skill and read_skill_file.

--as AGENT serves the copies that this agent's rules choose, in a folder that it
trusts. A name of which it chooses none, or one of several that nobody specifies,
is left out. deft's own filters and profiles do not concern other agents. Their
folders are read anew at each call; a client is told of changes in those that
deft reads too.`

// mcpOptions are `deft mcp` with its flags.
type mcpOptions struct {
	*shell
	as        string
	providers []string
}

func newMCP(sh *shell) *cobra.Command {
	o := &mcpOptions{shell: sh}
	cmd := &cobra.Command{
		Use: "mcp", Short: "Serve skills over the Model Context Protocol", Long: mcpHelp, Args: between(0, 0), RunE: o.run,
	}
	cmd.Flags().StringVar(&o.as, "as", "deft", "serve the skills that this `AGENT` sees")
	cmd.Flags().StringArrayVar(&o.providers, "provider", nil, "only skills of this `PROVIDER` (repeatable)")
	complete(cmd, "as", fixed(rules.Names()...))
	complete(cmd, "provider", fixed(providerNames()...))
	return cmd
}

func (o *mcpOptions) run(cmd *cobra.Command, _ []string) error {
	agent, err := commands.AgentNamed(o.as)
	if err != nil {
		return err
	}
	if agent.Agent != "deft" && len(o.providers) > 0 {
		return usagef("--provider is about what deft itself sees: it does not go with --as %s", o.as)
	}
	s, err := o.follow(cmd)
	if err != nil {
		return err
	}
	defer s.close()
	if err := s.only(o.providers); err != nil {
		return err
	}
	source := s.as(agent)
	tools, err := s.tools()
	if err != nil {
		return err
	}
	if isTerminal(o.in) {
		o.err.text("deft mcp waits for a client on standard input; a client starts it itself (see deft mcp --help)\n")
		_ = o.err.Flush() // there is no place left to complain in
	}
	server, err := mcp.New(cmd.Context(), mcp.Config{
		Version: version(), Source: source, Tools: tools, MaxDescription: s.config.Tools.MaxDescription,
		Log: slog.New(slog.NewTextHandler(unbuffered{o.err}, &slog.HandlerOptions{Level: slog.LevelWarn})),
	})
	if err != nil {
		return err
	}
	return server.Run(cmd.Context(), mcp.Stdio())
}

// only narrows what is discovered to some providers; none are all.
func (s *session) only(providers []string) error {
	known := providerNames()
	for _, p := range providers {
		if !slices.Contains(known, p) {
			return usagef("unknown provider %q: one of %s", p, strings.Join(known, ", "))
		}
	}
	if len(providers) == 0 {
		return nil
	}
	p := s.registry.View().Profile // of --profile
	if len(p.Providers) > 0 {
		providers = slices.DeleteFunc(slices.Clone(providers), func(name string) bool { return !slices.Contains(p.Providers, name) })
	}
	if len(providers) == 0 {
		return usagef("profile %q has none of these providers", p.Name)
	}
	p.Name, p.Providers = cmp.Or(p.Name, "--provider"), providers
	return s.registry.Use(p)
}

// tools are a model's tools on the session's skills.
func (s *session) tools() (*tool.Set, error) {
	return tool.New(s.app.Verbs.Verbs, s.config.Tools)
}

// unbuffered writes at once.
type unbuffered struct{ *screen }

func (u unbuffered) Write(p []byte) (int, error) {
	n, err := u.screen.Write(p)
	if err == nil {
		err = u.Flush()
	}
	return n, err
}
