package mcp_test

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"deft/commands"
	"deft/commands/mcp"
	"deft/commands/tool"
	"deft/discovery"
	"deft/discovery/disk"
	"deft/discovery/rules"
)

// stand is a server over a tree on the disk, and a client of it.
type stand struct {
	t       *testing.T
	dir     string
	source  *discovery.Outlook
	session *sdk.ClientSession
	changed chan string // names of lists
}

// files of the tree; what begins with -> is a link.
func files() map[string]string {
	return map[string]string{
		"pdf-forms/SKILL.md":             "---\nname: pdf-forms\ndescription: Fills PDF forms.\nargument-hint: FILE\nmetadata: {version: 1.2, since: 2026-01-02}\n---\n\nFill $ARGUMENTS.\n",
		"pdf-forms/references/fields.md": "# Fields\n",
		"pdf-forms/scripts/fill.sh":      "#!/bin/sh\r\necho fill\r\n",
		"pdf-forms/logo.png":             "\x89PNG\x00\x01",
		"pdf-forms/data.bin":             "\x00\x01\x02",
		"pdf-forms/out":                  "->../../../../outside",
		"people-only/SKILL.md":           "---\nname: people-only\ndescription: Ships the shop.\ndisable-model-invocation: true\n---\nPEOPLE\n",
		"models-only/SKILL.md":           "---\nname: models-only\ndescription: Background.\nuser-invocable: false\n---\nMODELS\n",
		"other/SKILL.md":                 "---\nname: Other Name\ndescription: Has no name of the specification.\n---\nOTHER\n",
		"hidden/SKILL.md":                "---\nname: hidden\ndescription: Has more than one sees.\u202e\n---\nSEEN\u200b\U000e0041\n",
		"repaired/SKILL.md":              "---\nname: repaired\ndescription: Is: not YAML\n---\nREPAIRED\n",
	}
}

func newStand(t *testing.T) *stand {
	t.Helper()
	s := &stand{t: t, dir: t.TempDir(), changed: make(chan string, 100)}
	s.write("../../../outside/secret.txt", "TESTONLY\n")
	for name, text := range files() {
		s.write(name, text)
	}
	place := discovery.Place{Cwd: filepath.Join(s.dir, "project"), Home: filepath.Join(s.dir, "home"), Project: filepath.Join(s.dir, "project")}
	r, err := discovery.NewRegistry(rules.Deft(), discovery.Defaults(), place, disk.Providers(rules.Deft(), discovery.Defaults())...)
	s.check(err)
	t.Cleanup(r.Close)
	s.source = r.Outlook(discovery.View{})
	read := commands.Read{Source: s.source}
	set, err := tool.New(tool.Verbs{
		Search: commands.NewSearch(s.source), Catalog: commands.Catalog{Source: s.source}, Load: commands.Load{Source: s.source}, Read: read,
		Path: commands.ReadPath{Read: read, Context: commands.Context{Find: disk.ContextFiles}, Place: place},
	}, tool.Config{})
	s.check(err)
	server, err := mcp.New(context.Background(), mcp.Config{Version: "test", Source: s.source, Tools: set})
	s.check(err)
	s.connect(server)
	return s
}

func (s *stand) connect(server *mcp.Server) {
	here, there := sdk.NewInMemoryTransports()
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() {
		defer close(done)
		_ = server.Run(ctx, there) // the client goes first
	}()
	told := func(list string) { s.changed <- list }
	client := sdk.NewClient(&sdk.Implementation{Name: "test", Version: "1"}, &sdk.ClientOptions{
		ToolListChangedHandler:     func(context.Context, *sdk.ToolListChangedRequest) { told("tools") },
		ResourceListChangedHandler: func(context.Context, *sdk.ResourceListChangedRequest) { told("resources") },
		PromptListChangedHandler:   func(context.Context, *sdk.PromptListChangedRequest) { told("prompts") },
	})
	s.check(sdk.AddSendingCustomMethod[*mcp.ListSkillsParams, *listSkills](client, "skills/list"))
	s.check(sdk.AddSendingCustomMethod[*mcp.GetSkillParams, *getSkill](client, "skills/get"))
	session, err := client.Connect(ctx, here, nil)
	s.check(err)
	s.session = session
	s.t.Cleanup(func() {
		session.Close()
		cancel()
		<-done
	})
}

func (s *stand) check(err error) {
	s.t.Helper()
	if err != nil {
		s.t.Fatal(err)
	}
}

func (s *stand) write(name, text string) {
	s.t.Helper()
	file := filepath.Join(s.dir, "project", ".deft", "skills", name)
	s.check(os.MkdirAll(filepath.Dir(file), 0o755))
	if target, ok := strings.CutPrefix(text, "->"); ok {
		s.check(os.Symlink(target, file))
		return
	}
	s.check(os.WriteFile(file, []byte(text), 0o644))
}

// call calls a tool with arguments in JSON.
func (s *stand) call(name, args string) *sdk.CallToolResult {
	s.t.Helper()
	got, err := s.session.CallTool(context.Background(), &sdk.CallToolParams{Name: name, Arguments: json.RawMessage(args)})
	s.check(err)
	return got
}

func text(r *sdk.CallToolResult) string {
	var b strings.Builder
	for _, c := range r.Content {
		if t, ok := c.(*sdk.TextContent); ok {
			b.WriteString(t.Text)
		}
	}
	return b.String()
}

// refused checks an error of the protocol.
func (s *stand) refused(what string, err error, code int64, want string) {
	s.t.Helper()
	var rpc *jsonrpc.Error
	if !errors.As(err, &rpc) || rpc.Code != code || !strings.Contains(rpc.Message, want) {
		s.t.Errorf("%s: got %v, want %d %q", what, err, code, want)
	}
}

func TestConnect(t *testing.T) {
	s := newStand(t)
	got := s.session.InitializeResult()
	if got.ServerInfo.Name != "deft" || got.Capabilities.Extensions["io.modelcontextprotocol/skills"] == nil {
		t.Errorf("got %+v", got)
	}
	if !strings.Contains(got.Instructions, "- `pdf-forms`: Fills PDF forms.") || strings.Contains(got.Instructions, "people-only") {
		t.Errorf("instructions %q", got.Instructions)
	}
	if caps := got.Capabilities; !caps.Tools.ListChanged || !caps.Resources.ListChanged || !caps.Prompts.ListChanged {
		t.Errorf("capabilities %+v", caps)
	}
}

func TestTools(t *testing.T) {
	s := newStand(t)
	list, err := s.session.ListTools(context.Background(), nil)
	s.check(err)
	var names []string
	for _, one := range list.Tools {
		names = append(names, one.Name)
		if !one.Annotations.ReadOnlyHint {
			t.Errorf("%s says that it changes something", one.Name)
		}
		if strings.Contains(one.Description, "people-only") || one.Name == "skill_load" != strings.Contains(one.Description, "`pdf-forms`") {
			t.Errorf("%s is described as %q", one.Name, one.Description)
		}
	}
	slices.Sort(names)
	if want := []string{"read", "skill_load", "skill_read_resource", "skill_search"}; !slices.Equal(names, want) {
		t.Errorf("tools %q, want %q", names, want)
	}
	for _, c := range [][3]string{
		{"skill_search", `{"query":"fill a pdf form"}`, "- pdf-forms (confidence "},
		{"skill_load", `{"skill_name":"pdf-forms"}`, `<skill_content name="pdf-forms">`},
		{"load_skill", `{"slug":"pdf-forms"}`, `<skill_content name="pdf-forms">`},
		{"skill", `{"name":"pdf-forms"}`, "Base directory for this skill: "},
		{"skill_read_resource", `{"skill_name":"pdf-forms","path":"references/fields.md"}`, "# Fields\n"},
		{"read", `{"path":"skill://pdf-forms/references/fields.md"}`, "# Fields\n"},
		{"skill_load", `{"skill_name":"pdf-forms","more":true}`, `!unknown argument "more"`},
		{"skill_load", `{"skill_name":1}`, `!argument "skill_name" is a number; it wants a string`},
		{"skill_load", `{"skill_name":"pdf-from"}`, `!no skill "pdf-from"; nearest: pdf-forms`},
		{"skill_load", `{"skill_name":"people-only"}`, `!is not for models`},
		{"skill_read_resource", `{"skill_name":"pdf-forms","path":"../people-only/SKILL.md"}`, `!".." in path`},
		{"skill_read_resource", `{"skill_name":"pdf-forms","path":"out/secret.txt"}`, "!leads outside"},
		{"read", `{"path":".deft/skills/people-only/SKILL.md"}`, "!is not for models"},
	} {
		got := s.call(c[0], c[1])
		want, failed := strings.CutPrefix(c[2], "!")
		if got.IsError != failed || !strings.Contains(text(got), want) {
			t.Errorf("%s %s: got %q (error %t), want %q", c[0], c[1], text(got), got.IsError, c[2])
		}
	}
	if first, again := s.call("skill_load", `{"skill_name":"pdf-forms"}`), s.call("skill_load", `{"skill_name":"pdf-forms"}`); text(first) != text(again) {
		t.Error("a load that is repeated gives another text")
	}
	_, err = s.session.CallTool(context.Background(), &sdk.CallToolParams{Name: "skill_run_script"})
	s.refused("unknown tool", err, jsonrpc.CodeInvalidParams, `unknown tool "skill_run_script"`)
}

func TestResources(t *testing.T) {
	s := newStand(t)
	list, err := s.session.ListResources(context.Background(), nil)
	s.check(err)
	var uris []string
	for _, r := range list.Resources {
		uris = append(uris, r.URI)
		if r.MIMEType != "text/markdown" || r.Description == "" {
			t.Errorf("got %+v", r)
		}
	}
	want := []string{"skill://hidden/SKILL.md", "skill://models-only/SKILL.md", "skill://other/SKILL.md", "skill://pdf-forms/SKILL.md", "skill://repaired/SKILL.md"}
	if !slices.Equal(uris, want) {
		t.Errorf("resources %q, want %q", uris, want)
	}
	templates, err := s.session.ListResourceTemplates(context.Background(), nil)
	s.check(err)
	if len(templates.ResourceTemplates) != 1 || templates.ResourceTemplates[0].URITemplate != "skill://{name}/{+path}" {
		t.Errorf("templates %+v", templates.ResourceTemplates)
	}
	for _, c := range []struct{ uri, mime, data string }{
		{"skill://pdf-forms/SKILL.md", "text/markdown", files()["pdf-forms/SKILL.md"]},
		{"skill://pdf-forms", "text/markdown", files()["pdf-forms/SKILL.md"]},
		{"skill://pdf-forms/references/fields.md", "text/markdown", "# Fields\n"},
		{"skill://pdf-forms/references%2Ffields.md", "text/markdown", "# Fields\n"},
		{"skill://pdf-forms/scripts/fill.sh", "text/plain", "#!/bin/sh\r\necho fill\r\n"},
		{"skill://pdf-forms/logo.png", "image/png", "\x89PNG\x00\x01"},
		{"skill://pdf-forms/data.bin", "application/octet-stream", "\x00\x01\x02"},
		{"skill://hidden/SKILL.md", "text/markdown", "---\nname: hidden\ndescription: Has more than one sees.\n---\nSEEN\n"},
	} {
		got, err := s.session.ReadResource(context.Background(), &sdk.ReadResourceParams{URI: c.uri})
		s.check(err)
		one := got.Contents[0]
		data := one.Text + string(one.Blob)
		if one.MIMEType != c.mime || data != c.data || one.URI != c.uri || one.Meta["digest"] != sum(c.data) {
			t.Errorf("%s: got %s %q %v", c.uri, one.MIMEType, data, one.Meta)
		}
	}
}

func sum(data string) string {
	s := sha256.Sum256([]byte(data))
	return "sha256:" + hex.EncodeToString(s[:])
}

func TestResourceRefusals(t *testing.T) {
	s := newStand(t)
	for _, c := range []struct {
		uri  string
		code int64
		want string
	}{
		{"skill://pdf-forms/../people-only/SKILL.md", jsonrpc.CodeInvalidParams, `".." in path`},
		{"skill://pdf-forms/%2e%2e/x", jsonrpc.CodeInvalidParams, `".." in path`},
		{"skill://pdf-forms//etc/passwd", jsonrpc.CodeInvalidParams, "absolute path"},
		{"skill://pdf-forms/out/secret.txt", jsonrpc.CodeInvalidParams, "leads outside"},
		{"skill://pdf-forms/references", jsonrpc.CodeInvalidParams, "is a folder"},
		{"skill://pdf-forms/nothing.md", jsonrpc.CodeInvalidParams, "File not found: nothing.md"},
		{"skill://nobody/SKILL.md", jsonrpc.CodeInvalidParams, "no such skill"},
		{"skill://people-onl/SKILL.md", jsonrpc.CodeInvalidParams, "no such skill"},
		{"skill://people-only/SKILL.md", jsonrpc.CodeInvalidParams, "is not for models"},
		{"skill://people-only", jsonrpc.CodeInvalidParams, "is not for models"},
		{"file:///etc/passwd", jsonrpc.CodeInvalidParams, "not a skill:// URL"},
		{"", jsonrpc.CodeInvalidParams, "not a skill:// URL"},
	} {
		_, err := s.session.ReadResource(context.Background(), &sdk.ReadResourceParams{URI: c.uri})
		s.refused(c.uri, err, c.code, c.want)
	}
	s.write("pdf-forms/SKILL.md", "---\nname: pdf-forms\ndescription: Closed since.\ndisable-model-invocation: true\n---\nX\n")
	for _, uri := range []string{"skill://pdf-forms/SKILL.md", "skill://pdf-forms/references/fields.md"} {
		_, err := s.session.ReadResource(context.Background(), &sdk.ReadResourceParams{URI: uri})
		s.refused("closed since: "+uri, err, jsonrpc.CodeInvalidParams, "is not for models")
	}
	_, err := s.get("skill://pdf-forms/SKILL.md")
	s.refused("closed since: skills/get", err, jsonrpc.CodeInvalidParams, "is not for models")
}

func TestPrompts(t *testing.T) {
	s := newStand(t)
	list, err := s.session.ListPrompts(context.Background(), nil)
	s.check(err)
	var names []string
	for _, p := range list.Prompts {
		names = append(names, p.Name)
	}
	if want := []string{"hidden", "other", "pdf-forms", "people-only", "repaired"}; !slices.Equal(names, want) {
		t.Errorf("prompts %q, want %q", names, want)
	}
	if a := list.Prompts[2].Arguments; len(a) != 1 || a[0].Name != "arguments" || a[0].Description != "FILE" || a[0].Required {
		t.Errorf("arguments %+v", a)
	}
	got, err := s.session.GetPrompt(context.Background(), &sdk.GetPromptParams{Name: "pdf-forms", Arguments: map[string]string{"arguments": "a.pdf"}})
	s.check(err)
	said, _ := got.Messages[0].Content.(*sdk.TextContent)
	if got.Messages[0].Role != "user" || said == nil || !strings.HasPrefix(said.Text, "Fill a.pdf.\n\n---\nSkill: ") {
		t.Errorf("got %+v", got.Messages[0])
	}
	_, err = s.session.GetPrompt(context.Background(), &sdk.GetPromptParams{Name: "pdf-forms", Arguments: map[string]string{"file": "a.pdf"}})
	s.refused("argument", err, jsonrpc.CodeInvalidParams, `unknown argument "file"`)
	_, err = s.session.GetPrompt(context.Background(), &sdk.GetPromptParams{Name: "models-only"})
	s.refused("models-only", err, jsonrpc.CodeInvalidParams, "models-only")
}

// listSkills and getSkill read what a client of the extension reads.
type listSkills struct {
	sdk.ResultBase
	ResultType string  `json:"resultType"`
	CacheScope string  `json:"cacheScope"`
	TTLMs      *int    `json:"ttlMs"`
	NextCursor string  `json:"nextCursor"`
	Skills     []entry `json:"skills"`
}

type getSkill struct {
	sdk.ResultBase
	ResultType string `json:"resultType"`
	Skill      entry  `json:"skill"`
}

type entry struct {
	URI         string          `json:"uri"`
	Frontmatter map[string]any  `json:"frontmatter"`
	Resources   json.RawMessage `json:"resources"`
}

func (s *stand) list(cursor string) *listSkills {
	s.t.Helper()
	got, err := sdk.CallCustomMethod[*mcp.ListSkillsParams, *listSkills](context.Background(), s.session, "skills/list", &mcp.ListSkillsParams{Cursor: cursor})
	s.check(err)
	return got
}

func (s *stand) get(uri string) (*getSkill, error) {
	return sdk.CallCustomMethod[*mcp.GetSkillParams, *getSkill](context.Background(), s.session, "skills/get", &mcp.GetSkillParams{URI: uri})
}

// A host of the extension verifies every file by size and digest, and the
// frontmatter field by field.
func TestExtension(t *testing.T) {
	s := newStand(t)
	got := s.list("")
	if got.ResultType != "complete" || got.CacheScope != "private" || got.TTLMs == nil || got.NextCursor != "" {
		t.Errorf("got %+v", got)
	}
	var uris []string
	for _, e := range got.Skills {
		uris = append(uris, e.URI)
		s.verify(e)
	}
	if want := []string{"skill://hidden/SKILL.md", "skill://models-only/SKILL.md", "skill://pdf-forms/SKILL.md", "skill://repaired/SKILL.md"}; !slices.Equal(uris, want) {
		t.Errorf("skills %q, want %q", uris, want)
	}
	front, _ := json.Marshal(got.Skills[2].Frontmatter)
	if want := `{"argument-hint":"FILE","description":"Fills PDF forms.","metadata":{"since":"2026-01-02","version":1.2},"name":"pdf-forms"}`; string(front) != want {
		t.Errorf("frontmatter %s, want %s", front, want)
	}
	if d := got.Skills[3].Frontmatter["description"]; d != "Is: not YAML" {
		t.Errorf("description %q", d)
	}
	one, err := s.get("skill://pdf-forms/SKILL.md")
	s.check(err)
	if one.ResultType != "complete" || string(one.Skill.Resources) != string(got.Skills[2].Resources) {
		t.Errorf("got %+v", one)
	}
	for uri, want := range map[string]string{
		"skill://people-only/SKILL.md": "is not for models", "skill://nobody/SKILL.md": `no skill "nobody"`, "skill://pdf-forms": "is not the URI of a SKILL.md",
		"skill://pdf-forms/references/fields.md": "is not the URI of a SKILL.md", "": "not a skill:// URL", "skill://other/SKILL.md": "is no skill of the specification",
	} {
		_, err := s.get(uri)
		s.refused(uri, err, jsonrpc.CodeInvalidParams, want)
	}
}

// verify reads the files of an entry and compares.
func (s *stand) verify(e entry) {
	s.t.Helper()
	var listed []mcp.SkillFile
	s.check(json.Unmarshal(e.Resources, &listed))
	if len(listed) == 0 || listed[0].URI != e.URI {
		s.t.Errorf("%s: files %+v", e.URI, listed)
	}
	if e.URI == "skill://pdf-forms/SKILL.md" && len(listed) != 5 {
		s.t.Errorf("%s: %d files", e.URI, len(listed))
	}
	for _, f := range listed {
		got, err := s.session.ReadResource(context.Background(), &sdk.ReadResourceParams{URI: f.URI})
		s.check(err)
		if data := got.Contents[0].Text + string(got.Contents[0].Blob); sum(data) != f.Digest || len(data) != f.Size {
			s.t.Errorf("%s: %d bytes with %s, listed %+v", f.URI, len(data), sum(data), f)
		}
	}
}

// Pages follow one another without gaps; a skill beyond the limits of hosts is
// dynamic.
func TestExtensionPages(t *testing.T) {
	s := newStand(t)
	for i := range 120 {
		name := fmt.Sprintf("page-%03d", i)
		s.write(name+"/SKILL.md", "---\nname: "+name+"\ndescription: One of many.\n---\nX\n")
	}
	for i := range 600 {
		s.write(fmt.Sprintf("page-000/files/%03d.txt", i), "x")
	}
	_, err := s.source.Refresh(context.Background())
	s.check(err)
	var uris []string
	pages := 0
	for cursor := ""; pages == 0 || cursor != ""; pages++ {
		got := s.list(cursor)
		for _, e := range got.Skills {
			uris = append(uris, e.URI)
			if e.URI == "skill://page-000/SKILL.md" != (string(e.Resources) == `"dynamic"`) {
				t.Errorf("%s: resources %.100s", e.URI, e.Resources)
			}
		}
		cursor = got.NextCursor
	}
	if pages != 3 || len(uris) != 124 || !slices.IsSorted(uris) {
		t.Errorf("%d skills on %d pages", len(uris), pages)
	}
}

// What changes on the disk is told, and only the lists that it changes.
func TestListChanged(t *testing.T) {
	s := newStand(t)
	s.write("newcomer/SKILL.md", "---\nname: newcomer\ndescription: Came later.\n---\nNEW\n")
	_, err := s.source.Refresh(context.Background())
	s.check(err)
	s.check(s.source.Use(discovery.Profile{})) // tells that something has changed
	s.await("tools", "resources", "prompts")
	list, err := s.session.ListResources(context.Background(), nil)
	s.check(err)
	if !slices.ContainsFunc(list.Resources, func(r *sdk.Resource) bool { return r.URI == "skill://newcomer/SKILL.md" }) {
		t.Error("the new skill is no resource")
	}
	s.check(os.RemoveAll(filepath.Join(s.dir, "project/.deft/skills/people-only")))
	_, err = s.source.Refresh(context.Background())
	s.check(err)
	s.check(s.source.Use(discovery.Profile{}))
	s.await("prompts") // a model was never told of it
	if _, err := s.session.GetPrompt(context.Background(), &sdk.GetPromptParams{Name: "people-only"}); err == nil {
		t.Error("the prompt of a skill that is gone")
	}
}

// await waits for each of the lists to be told of once, and for no other.
func (s *stand) await(lists ...string) {
	s.t.Helper()
	late := time.After(20 * time.Second)
	for len(lists) > 0 {
		select {
		case got := <-s.changed:
			i := slices.Index(lists, got)
			if i < 0 {
				s.t.Fatalf("%s is told to have changed", got)
			}
			lists = slices.Delete(lists, i, i+1)
		case <-late:
			s.t.Fatalf("not told of %q", lists)
		}
	}
}
