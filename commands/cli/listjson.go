package cli

import (
	"context"

	"deft/commands"
	"deft/discovery"
	"deft/skills"
)

// skillJSON is a skill in `list --json`, and the first part of `show --json`.
// Fields are added to, never renamed.
type skillJSON struct {
	Name           string              `json:"name"` // the handle
	Title          string              `json:"title"`
	Description    string              `json:"description"`
	WhenToUse      string              `json:"whenToUse"`
	Path           string              `json:"path"` // of SKILL.md
	Dir            string              `json:"dir"`
	Provider       string              `json:"provider"`
	Level          discovery.Level     `json:"level"`
	State          discovery.State     `json:"state"`
	Category       string              `json:"category"`
	ModelInvocable bool                `json:"modelInvocable"`
	UserInvocable  bool                `json:"userInvocable"`
	SeenAt         []string            `json:"seenAt"`
	Digest         *string             `json:"digest"` // sha256 in hex
	Diagnostics    []skills.Diagnostic `json:"diagnostics"`
}

func (s *session) skillJSON(e *discovery.Entry, head skills.Head, diagnostics []skills.Diagnostic) skillJSON {
	return skillJSON{
		Name: e.Name(), Title: e.Title(), Description: head.Description, WhenToUse: head.WhenToUse,
		Path: e.Path, Dir: e.Dir(), Provider: e.Root.Provider, Level: e.Root.Level, State: e.State, Category: e.Category,
		ModelInvocable: head.ModelInvocable, UserInvocable: head.UserInvocable,
		SeenAt: some(e.SeenAt), Diagnostics: diagnosticsJSON(diagnostics, s.config.Muted),
	}
}

func (s *session) listJSON(ctx context.Context, out *screen, result commands.ListResult, all bool) error {
	atPath := byPath(result.Snapshot)
	return writeArray(out, func(yield func(skillJSON) error) error {
		for _, e := range result.Entries {
			own := commands.Findings(e)
			j := s.skillJSON(e, e.Reading.Head, append(own[:len(own):len(own)], atPath[e.Path]...))
			if all || several(result.Snapshot, e) {
				d, err := discovery.Loader(s.registry.Load).Digest(ctx, e.Candidate)
				if ctx.Err() != nil {
					return ctx.Err()
				}
				if err == nil {
					j.Digest = &d
				}
			}
			if err := yield(j); err != nil {
				return err
			}
		}
		return nil
	})
}

// several tells whether an entry's name has several candidates.
func several(s *discovery.Snapshot, e *discovery.Entry) bool {
	r, ok := s.Lookup(e.Name())
	return ok && len(r.Entries) > 1
}

// byPath sorts a snapshot's findings by the file they are about.
func byPath(s *discovery.Snapshot) map[string][]skills.Diagnostic {
	out := map[string][]skills.Diagnostic{}
	for _, d := range s.Diagnostics {
		out[d.Path] = append(out[d.Path], d)
	}
	return out
}
