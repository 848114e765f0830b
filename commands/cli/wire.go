package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/charmbracelet/x/term"
	"github.com/spf13/cobra"

	"deft/commands"
	"deft/commands/config"
	"deft/commands/state"
	"deft/commands/tool"
	"deft/discovery"
	"deft/discovery/disk"
	"deft/discovery/rules"
	"deft/skills"
)

// session is one run of deft: the configuration, and the verbs wired to the
// skills of one place.
type session struct {
	app      App
	config   config.Config
	registry *discovery.Outlook
	caller   commands.Caller
	close    func() // lets go of the disk
}

// inFolder finds the skills of one folder that is not among discovery's roots.
func inFolder(ctx context.Context, dir string) (discovery.Observation, error) {
	return disk.FromDir(ctx, dir, "folder")
}

// open reads the configuration and wires the verbs. Nothing is discovered yet.
func (sh *shell) open(cmd *cobra.Command) (*session, error) {
	return sh.connect(cmd, func(config.Config) disk.WatchConfig { return disk.WatchConfig{} })
}

// follow is open for what stays open: the disk is watched as the
// configuration says.
func (sh *shell) follow(cmd *cobra.Command) (*session, error) {
	return sh.connect(cmd, func(c config.Config) disk.WatchConfig { return c.Watch })
}

func (sh *shell) connect(cmd *cobra.Command, watch func(config.Config) disk.WatchConfig) (*session, error) {
	place, stated, kept, err := sh.configure(cmd)
	if err != nil {
		return nil, err
	}
	c := stated.Decided(kept, place.Project)
	providers := disk.Watched(rules.Deft(), c.Discovery, watch(c), func(at discovery.Place) []string {
		return disk.SettingsFiles(at, sh.getenv, allRules())
	})
	if c.Discovery.BundledDirectory == "" {
		providers = append(providers, disk.Bundled(skills.Shipped()))
	}
	judged := c.Discovery
	judged.DisabledSkills = nil // not for good: they may be switched on again
	all, err := discovery.NewRegistry(rules.Deft(), judged, place, providers...)
	if err != nil {
		return nil, err
	}
	registry := all.Outlook(discovery.View{})
	if off := c.Discovery.DisabledSkills; len(off) > 0 {
		registry.Disable(off)
	}
	v := sh.verbs(place, c, kept, registry)
	if err := v.Profiles.Use(c.Profile); err != nil {
		return nil, err
	}
	return &session{caller: sh.caller(), config: c, registry: registry, close: all.Close, app: App{
		Cwd: place.Cwd, Home: place.Home, Project: place.Project,
		Theme: c.Theme, Plain: c.Plain, Mouse: c.Mouse, Keys: c.Keys, SkillCommands: c.SkillCommands, Muted: c.Muted,
		Settings: func() []config.Setting { return stated.Decided(kept, place.Project).Settings },
		Verbs:    v, Changes: registry.Changes,
	}}, nil
}

// verbs wires all of them to the skills as they are seen from a place.
func (sh *shell) verbs(place discovery.Place, c config.Config, kept *state.Store, registry *discovery.Outlook) Verbs {
	read := commands.Read{Source: registry}
	judge := func() {
		if off := kept.Disabled(place.Project); !slices.Equal(off, registry.Config().DisabledSkills) {
			registry.Disable(off)
		}
	}
	around := commands.Context{Names: c.ContextFiles, Find: disk.ContextFiles}
	return Verbs{
		Verbs: tool.Verbs{
			Search: commands.NewSearch(registry), Catalog: commands.Catalog{Source: registry}, Load: commands.Load{Source: registry},
			Read: read, Path: commands.ReadPath{Read: read, Context: around, Place: place},
		},
		Context:  around,
		List:     commands.List{Source: registry},
		Reload:   commands.Reload{Source: registry, Judge: judge},
		Why:      commands.Why{Source: registry},
		Agents:   sh.eyes(place, registry),
		Show:     commands.Show{Source: registry},
		Compare:  commands.Compare{Source: registry},
		Copy:     commands.Copy{Source: registry},
		Export:   commands.Export{Source: registry},
		Fix:      commands.Fix{Source: registry, State: kept, World: onDisk{place, sh.getenv}, Judge: judge, Config: registry.Config},
		Profiles: commands.Profiles{Outlook: registry, Defined: c.Profiles},
		Accept:   commands.Accept{Config: c.Accepted, Judge: registry.Accept},
		Doctor: commands.Doctor{Source: registry, Load: disk.Load, Folder: inFolder, At: func(cwd string) commands.Source {
			return registry.From(cwd)
		}},
	}
}

// eyes wires the view of other agents: the roots of all of them in one scan,
// and deft's own providers that have no roots of their own.
func (sh *shell) eyes(place discovery.Place, registry *discovery.Outlook) commands.Agents {
	c := registry.Config()
	own := rules.Deft()
	own.Sources = slices.DeleteFunc(own.Sources, func(s discovery.Source) bool { return len(s.Roots) > 0 })
	others := disk.Providers(own, c)
	if c.BundledDirectory == "" {
		others = append(others, disk.Bundled(skills.Shipped()))
	}
	return commands.Agents{
		Config: registry.Config,
		Scan: func(ctx context.Context) (*discovery.Scene, error) {
			return disk.Scene(ctx, place, sh.getenv, allRules(), others...)
		},
		Load: func(ctx context.Context, c *discovery.Candidate) (discovery.Content, error) {
			if filepath.IsAbs(c.Path) {
				return disk.Load(ctx, c)
			}
			return registry.Load(ctx, c)
		},
	}
}

// configure finds the place, reads the configuration for it, and opens what
// was decided in deft.
func (sh *shell) configure(cmd *cobra.Command) (discovery.Place, config.Config, *state.Store, error) {
	place, err := sh.place(cmd)
	if err != nil {
		return discovery.Place{}, config.Config{}, nil, err
	}
	c, err := config.Read(config.Surroundings{Place: place, Getenv: sh.getenv}, cmd.Flags())
	return place, c, sh.state(place.Home, place.Project), err
}

// caller is on whose behalf a command runs: a program's where no terminal
// shows what it prints.
func (sh *shell) caller() commands.Caller {
	if sh.out.terminal {
		return commands.User
	}
	return commands.Script
}

// state is what is kept between runs.
func (sh *shell) state(home, project string) *state.Store {
	return state.Open(state.Dir(sh.getenv, home), project)
}

// place is where deft looks from: --cwd or the working folder.
func (sh *shell) place(cmd *cobra.Command) (discovery.Place, error) {
	if sh.cwd == "" && cmd.Flags().Changed("cwd") {
		return discovery.Place{}, usagef("--cwd: %q is no folder", sh.cwd)
	}
	cwd, err := filepath.Abs(sh.cwd)
	if err != nil {
		return discovery.Place{}, fmt.Errorf("working folder: %w (--cwd names another one)", reason(err))
	}
	if info, err := os.Stat(cwd); err != nil {
		return discovery.Place{}, usagef("--cwd: %s: %v", cwd, reason(err))
	} else if !info.IsDir() {
		return discovery.Place{}, usagef("--cwd: %s is no folder", cwd)
	}
	home, _ := sh.getenv("HOME")
	if !filepath.IsAbs(home) {
		home = ""
	}
	return disk.At(cwd, home), nil
}

// reason is an error of the file system without the names of the call and of
// the file.
func reason(err error) error {
	if e, ok := errors.AsType[*fs.PathError](err); ok {
		return e.Err
	}
	if e, ok := errors.AsType[*os.SyscallError](err); ok {
		return e.Err
	}
	return err
}

// isTerminal tells whether a reader is a terminal.
func isTerminal(r io.Reader) bool {
	f, ok := r.(*os.File)
	return ok && term.IsTerminal(f.Fd())
}

// list gives the entries that a request asks for, to the user.
func (s *session) list(ctx context.Context, req commands.ListRequest) (commands.ListResult, error) {
	return s.app.List.Run(ctx, s.caller, req)
}
