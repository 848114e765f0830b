package mcp

import (
	"context"
	"errors"
	"fmt"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"deft/commands"
	"deft/skills/resource"
	"deft/skills/sanitize"
)

// extension is the identifier of the skills extension (SEP-2640).
const extension = "io.modelcontextprotocol/skills"

// page is how many skills a page of skills/list holds. Their files are read to
// be digested.
const page = 50

// dynamic stands in for the files of a skill that cannot be listed whole.
const dynamic = "dynamic"

// Skill is an entry of the extension.
type Skill struct {
	URI         string         `json:"uri"` // of its SKILL.md
	Frontmatter map[string]any `json:"frontmatter"`
	Resources   any            `json:"resources"` // []SkillFile with the SKILL.md first, or the text "dynamic"
}

// SkillFile is one file of a skill.
type SkillFile struct {
	URI    string `json:"uri"`
	Digest string `json:"digest"` // "sha256:" and hex, of the bytes as they are served
	Size   int    `json:"size"`   // bytes
}

// freshness is what the protocol wants every result of this kind to say: it is
// complete, of this user, and stale at once.
type freshness struct {
	ResultType string `json:"resultType"`
	TTLMs      int    `json:"ttlMs"`
	CacheScope string `json:"cacheScope"`
}

func fresh() freshness { return freshness{ResultType: "complete", CacheScope: "private"} }

// ListSkillsParams are those of skills/list.
type ListSkillsParams struct {
	mcp.ParamsBase
	Cursor string `json:"cursor,omitempty"`
}

// ListSkillsResult is a page of skills/list.
type ListSkillsResult struct {
	mcp.ResultBase
	freshness
	Skills     []Skill `json:"skills"`
	NextCursor string  `json:"nextCursor,omitempty"`
}

// GetSkillParams are those of skills/get.
type GetSkillParams struct {
	mcp.ParamsBase
	URI string `json:"uri"`
}

// GetSkillResult is the answer to skills/get.
type GetSkillResult struct {
	mcp.ResultBase
	freshness
	Skill Skill `json:"skill"`
}

// extend adds the methods of the extension.
func (s *Server) extend() error {
	return errors.Join(
		mcp.AddReceivingCustomMethod(s.server, "skills/list", func(ctx context.Context, _ *mcp.ServerSession, p *ListSkillsParams) (*ListSkillsResult, error) {
			cursor := ""
			if p != nil {
				cursor = p.Cursor
			}
			return s.listSkills(ctx, cursor)
		}),
		mcp.AddReceivingCustomMethod(s.server, "skills/get", func(ctx context.Context, _ *mcp.ServerSession, p *GetSkillParams) (*GetSkillResult, error) {
			if p == nil {
				p = &GetSkillParams{}
			}
			return s.getSkill(ctx, p.URI)
		}),
	)
}

// listSkills gives the skills whose names come after the cursor. A skill that
// cannot be read is left out; the tools say why.
func (s *Server) listSkills(ctx context.Context, cursor string) (*ListSkillsResult, error) {
	view, err := commands.Catalog{Source: s.config.Source}.Run(ctx, commands.Model)
	if err != nil {
		return nil, err
	}
	out := &ListSkillsResult{freshness: fresh(), Skills: []Skill{}}
	last, read := "", 0
	for _, e := range view.Entries { // in the order of their names
		if e.Handle <= cursor {
			continue
		}
		if read == page {
			out.NextCursor = last
			break
		}
		read++
		last = e.Handle
		if one, err := s.entry(ctx, e.Handle); err == nil {
			out.Skills = append(out.Skills, one)
		} else if ctx.Err() != nil {
			return nil, ctx.Err()
		}
	}
	return out, nil
}

func (s *Server) getSkill(ctx context.Context, uri string) (*GetSkillResult, error) {
	u, err := resource.ParseURL(uri)
	if err == nil && u.Path != "SKILL.md" {
		err = fmt.Errorf("%q is not the URI of a SKILL.md", uri)
	}
	var one Skill
	if err == nil {
		one, err = s.entry(ctx, u.Handle)
	}
	if err != nil {
		return nil, &jsonrpc.Error{Code: jsonrpc.CodeInvalidParams, Message: sanitize.ForModel(err.Error())}
	}
	return &GetSkillResult{freshness: fresh(), Skill: one}, nil
}

// entry reads a skill and digests its files. The extension wants the name in
// the frontmatter to be the one in the URI; other skills are reached by tools
// and resources alone.
func (s *Server) entry(ctx context.Context, handle string) (Skill, error) {
	whole, err := commands.Read{Source: s.config.Source}.Whole(ctx, commands.Model, handle, maxFiles, maxBytes)
	if err != nil {
		return Skill{}, err
	}
	if whole.Skill.Name != handle || whole.Skill.Description == "" {
		return Skill{}, fmt.Errorf("skill %q is no skill of the specification: its frontmatter wants the same name, and a description", handle)
	}
	raw := []byte(sanitize.ForModel(string(whole.Raw)))
	one := Skill{URI: skillURI(handle), Frontmatter: frontmatter(string(raw), whole.Skill)}
	files := []SkillFile{{URI: one.URI, Digest: digest(raw), Size: len(raw)}}
	for _, f := range whole.Files {
		data := served(f.Content)
		files = append(files, SkillFile{URI: fileURI(handle, f.Content.Path), Digest: digest(data), Size: len(data)})
	}
	one.Resources = files
	if whole.LeftOut {
		one.Resources = dynamic
	}
	return one, nil
}
