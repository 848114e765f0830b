// Package mcp serves skills over the Model Context Protocol: the tools of
// package tool, a skill:// resource for each file, a prompt for each skill that
// people may call, and the skills extension.
package mcp

import (
	"context"
	"log/slog"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"deft/commands"
	"deft/commands/tool"
	"deft/discovery"
	"deft/skills/resource"
)

// Source is what the server needs of discovery.
type Source interface {
	commands.Source
	Changes(context.Context) <-chan discovery.Change
}

// Config is what a server is made of.
type Config struct {
	Version string
	Source  Source
	Tools   *tool.Set
	Log     *slog.Logger // never standard output; nil logs nothing
	// MaxDescription bounds a description in a list, in characters, as in
	// prompt.Options.
	MaxDescription int
}

// Server serves one client at a time. Whoever is behind a request of the
// protocol is a model, but for prompts, which a person picks.
type Server struct {
	config Config
	log    *slog.Logger
	server *mcp.Server

	mu        sync.Mutex // held while the lists are brought up to date
	tools     map[string]string
	resources map[string]string // URI to what is said of it
	prompts   map[string]string
}

// New discovers skills and makes a server of them. The instructions that a
// client gets when it connects carry the catalog of this moment.
func New(ctx context.Context, c Config) (*Server, error) {
	step, err := c.Tools.Catalog(ctx)
	if err != nil {
		return nil, err
	}
	s := &Server{config: c, log: c.Log, tools: map[string]string{}, resources: map[string]string{}, prompts: map[string]string{}}
	if s.log == nil {
		s.log = slog.New(slog.DiscardHandler)
	}
	if notice := step.Catalog.Notice(); notice != "" {
		s.log.Warn(notice)
	}
	capabilities := &mcp.ServerCapabilities{
		Tools:     &mcp.ToolCapabilities{ListChanged: true},
		Resources: &mcp.ResourceCapabilities{ListChanged: true},
		Prompts:   &mcp.PromptCapabilities{ListChanged: true},
	}
	capabilities.AddExtension(extension, map[string]any{})
	s.server = mcp.NewServer(&mcp.Implementation{Name: "deft", Title: "deft: agent skills", Version: c.Version}, &mcp.ServerOptions{
		Instructions: step.Text, Capabilities: capabilities,
		SetCacheable: func(_ context.Context, _ mcp.Request, cache *mcp.Cacheable) { cache.CacheScope = "private" },
	})
	s.server.AddReceivingMiddleware(s.answer)
	s.server.AddResourceTemplate(&mcp.ResourceTemplate{
		Name: "skill-file", Title: "File of a skill", URITemplate: resource.Scheme + "{name}/{+path}",
		Description: "A file of a skill, by the skill's name and the path below its folder; SKILL.md has the instructions.",
	}, s.readResource)
	if err := s.extend(); err != nil {
		return nil, err
	}
	return s, s.update(ctx)
}

// Run serves until the client goes away or the context ends.
func (s *Server) Run(ctx context.Context, t mcp.Transport) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var following sync.WaitGroup
	defer following.Wait()
	defer cancel()
	following.Go(func() { s.follow(ctx) })
	return s.server.Run(ctx, t)
}

// follow brings the lists up to date whenever discovery changes. The server
// tells its clients of lists that have changed.
func (s *Server) follow(ctx context.Context) {
	for range s.config.Source.Changes(ctx) {
		if err := s.update(ctx); err != nil && ctx.Err() == nil {
			s.log.Error("bringing the lists up to date", "error", err)
		}
	}
}

// update brings the lists up to date.
func (s *Server) update(ctx context.Context) error {
	snapshot, err := s.config.Source.Snapshot(ctx)
	if err != nil {
		return err
	}
	offered, err := s.config.Tools.Offer(ctx)
	if err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.setTools(offered)
	if err := s.setResources(ctx, snapshot); err != nil {
		return err
	}
	return s.setPrompts(ctx, snapshot)
}

// answer stands before the SDK's own handlers: a tool is answered whichever
// family is offered, and a URI is read whether or not a list names it, with an
// error that says what is wrong with it.
func (s *Server) answer(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
		switch r := req.(type) {
		case *mcp.CallToolRequest:
			if method == "tools/call" && r.Params != nil && s.config.Tools.Knows(r.Params.Name) {
				return s.callTool(ctx, r)
			}
		case *mcp.ReadResourceRequest:
			if method == "resources/read" && r.Params != nil {
				return s.readResource(ctx, r)
			}
		}
		return next(ctx, method, req)
	}
}

// changed replaces the items of a list that are said of in another way than
// before, and takes away the others.
func changed(before, now map[string]string, add func(string), remove func(...string)) {
	for name, said := range now {
		if had, ok := before[name]; !ok || had != said {
			before[name] = said
			add(name)
		}
	}
	var gone []string
	for name := range before {
		if _, ok := now[name]; !ok {
			delete(before, name)
			gone = append(gone, name)
		}
	}
	if len(gone) > 0 {
		remove(gone...)
	}
}
