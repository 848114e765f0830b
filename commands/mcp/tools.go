package mcp

import (
	"context"
	"encoding/json"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"deft/commands/tool"
)

// setTools offers tools. None of them changes anything.
func (s *Server) setTools(offered []tool.Tool) {
	now, byName := map[string]string{}, map[string]tool.Tool{}
	for _, t := range offered {
		now[t.Name], byName[t.Name] = t.Description, t
	}
	closed := false
	changed(s.tools, now, func(name string) {
		t := byName[name]
		s.server.AddTool(&mcp.Tool{
			Name: name, Description: t.Description, InputSchema: t.Schema,
			Annotations: &mcp.ToolAnnotations{ReadOnlyHint: true, IdempotentHint: true, OpenWorldHint: &closed},
		}, s.callTool)
	}, s.server.RemoveTools)
}

// callTool answers a call in full: what a client still shows of earlier calls
// is not known here.
func (s *Server) callTool(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	got, err := s.config.Tools.Call(ctx, tool.Request{Name: req.Params.Name, Arguments: json.RawMessage(req.Params.Arguments)})
	if err != nil {
		return nil, err
	}
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: got.Text}}, StructuredContent: got.Data, IsError: got.Failed}, nil
}
