package mcp

import (
	"context"
	"fmt"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"deft/commands"
	"deft/discovery"
	"deft/skills/sanitize"
)

// argument is the one argument of every prompt.
const argument = "arguments"

// setPrompts offers a prompt for every skill that people may call.
func (s *Server) setPrompts(ctx context.Context, snapshot *discovery.Snapshot) error {
	list, err := commands.List{Source: fixed{s.config.Source, snapshot}}.Run(ctx, commands.User, commands.ListRequest{})
	if err != nil {
		return err
	}
	now, byName := map[string]string{}, map[string]*mcp.Prompt{}
	for _, e := range list.Entries {
		h := e.Reading.Head
		if !h.UserInvocable {
			continue
		}
		hint := "What the skill is to work on, as typed after its name"
		if h.ArgumentHint != "" {
			hint = clean(h.ArgumentHint)
		}
		p := &mcp.Prompt{
			Name: snapshot.Qualified(e), Title: clean(e.Title()), Description: s.brief(h.Description),
			Arguments: []*mcp.PromptArgument{{Name: argument, Description: hint}},
		}
		now[p.Name], byName[p.Name] = p.Title+"\x00"+p.Description+"\x00"+hint, p
	}
	changed(s.prompts, now, func(name string) { s.server.AddPrompt(byName[name], s.getPrompt) }, s.server.RemovePrompts)
	return nil
}

// getPrompt is /skill:NAME ARGUMENTS, called by a person.
func (s *Server) getPrompt(ctx context.Context, req *mcp.GetPromptRequest) (*mcp.GetPromptResult, error) {
	for name := range req.Params.Arguments {
		if name != argument {
			return nil, &jsonrpc.Error{Code: jsonrpc.CodeInvalidParams, Message: fmt.Sprintf("unknown argument %q: a prompt takes %s", name, argument)}
		}
	}
	a, err := commands.Load{Source: s.config.Source}.Run(ctx, commands.User, req.Params.Name, req.Params.Arguments[argument])
	if err != nil {
		return nil, &jsonrpc.Error{Code: jsonrpc.CodeInvalidParams, Message: sanitize.ForModel(err.Error())}
	}
	message := &mcp.PromptMessage{Role: "user", Content: &mcp.TextContent{Text: a.Text()}}
	return &mcp.GetPromptResult{Messages: []*mcp.PromptMessage{message}}, nil
}
