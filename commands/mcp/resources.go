package mcp

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"math"
	"net/url"
	"path"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"deft/commands"
	"deft/discovery"
	"deft/skills/prompt"
	"deft/skills/resource"
	"deft/skills/sanitize"
)

// Bounds on a skill that is served file by file, which every host takes
// (SEP-2640).
const (
	maxFiles = 512
	maxBytes = 16 << 20
)

// setResources lists the SKILL.md of every skill that models may use. The
// files beside it are read by the template.
func (s *Server) setResources(ctx context.Context, snapshot *discovery.Snapshot) error {
	list, err := commands.List{Source: fixed{s.config.Source, snapshot}}.Run(ctx, commands.Model, commands.ListRequest{})
	if err != nil {
		return err
	}
	now, byURI := map[string]string{}, map[string]*mcp.Resource{}
	for _, e := range list.Entries {
		uri := skillURI(snapshot.Qualified(e))
		if _, err := url.Parse(uri); err != nil {
			s.log.Warn("skill is not listed as a resource: its name cannot stand in a URI", "path", e.Path)
			continue
		}
		r := &mcp.Resource{URI: uri, Name: e.Name(), Title: clean(e.Title()), MIMEType: "text/markdown", Description: s.brief(e.Reading.Head.Description)}
		now[uri], byURI[uri] = r.Title+"\x00"+r.Description, r
	}
	changed(s.resources, now, func(uri string) { s.server.AddResource(byURI[uri], s.readResource) }, s.server.RemoveResources)
	return nil
}

// fixed gives one snapshot, whatever has changed since.
type fixed struct {
	commands.Source
	snapshot *discovery.Snapshot
}

func (f fixed) Snapshot(context.Context) (*discovery.Snapshot, error) { return f.snapshot, nil }

// skillURI is the URI of a skill's SKILL.md.
func skillURI(handle string) string { return fileURI(handle, "SKILL.md") }

func fileURI(handle, name string) string { return resource.URL{Handle: handle, Path: name}.String() }

// brief is a description on one line, cut as in a catalog.
func (s *Server) brief(text string) string { return prompt.Brief(text, s.config.MaxDescription) }

// clean is a text on one line, whole.
func clean(text string) string { return prompt.Brief(text, math.MaxInt) }

// readResource reads any skill:// URI, text without what a reader would not
// see.
func (s *Server) readResource(ctx context.Context, req *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
	uri := req.Params.URI
	u, err := resource.ParseURL(uri)
	if err != nil {
		return nil, refusal(uri, err)
	}
	content, err := commands.Read{Source: s.config.Source}.File(ctx, commands.Model, u.Handle, u.Path, maxBytes)
	if err != nil {
		return nil, refusal(uri, err)
	}
	data := served(content)
	got := &mcp.ResourceContents{URI: uri, MIMEType: mimeType(content), Meta: mcp.Meta{"digest": digest(data)}}
	if content.Binary {
		got.Blob = data
	} else {
		got.Text = string(data)
	}
	return &mcp.ReadResourceResult{Contents: []*mcp.ResourceContents{got}, Cacheable: mcp.Cacheable{CacheScope: "private"}}, nil
}

// served are the bytes of a file as a client gets them, and digests are of
// these: text is cleaned as for any model, which changes nothing where nothing
// is hidden.
func served(c resource.Content) []byte {
	if c.Binary {
		return c.Data
	}
	return []byte(sanitize.ForModel(string(c.Data)))
}

func digest(data []byte) string {
	sum := sha256.Sum256(data)
	return "sha256:" + hex.EncodeToString(sum[:])
}

// refusal is an error of the protocol, which has one code for what is not there
// and for what must not be read.
func refusal(uri string, err error) error {
	var unknown *discovery.UnknownError
	if errors.As(err, &unknown) {
		err = errors.New("no such skill") // near names are for those who may use them; see skill_load
	}
	data, _ := json.Marshal(map[string]string{"uri": uri}) // a map of texts always can be written
	return &jsonrpc.Error{Code: jsonrpc.CodeInvalidParams, Message: sanitize.ForModel(err.Error()), Data: data}
}

// mimeType is that of the contents. Text has the type that package resource
// gives it; of the rest only the most common are told apart.
func mimeType(c resource.Content) string {
	if !c.Binary {
		return c.MIME
	}
	switch strings.ToLower(path.Ext(c.Path)) {
	case ".png":
		return "image/png"
	case ".jpg", ".jpeg":
		return "image/jpeg"
	case ".gif":
		return "image/gif"
	case ".webp":
		return "image/webp"
	case ".ico":
		return "image/x-icon"
	case ".pdf":
		return "application/pdf"
	case ".zip":
		return "application/zip"
	case ".gz", ".tgz":
		return "application/gzip"
	case ".wasm":
		return "application/wasm"
	case ".ttf":
		return "font/ttf"
	case ".woff2":
		return "font/woff2"
	case ".mp3":
		return "audio/mpeg"
	case ".wav":
		return "audio/wav"
	case ".docx":
		return "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
	case ".xlsx":
		return "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
	case ".pptx":
		return "application/vnd.openxmlformats-officedocument.presentationml.presentation"
	}
	return "application/octet-stream"
}
