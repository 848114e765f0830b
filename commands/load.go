package commands

import (
	"context"

	"deft/discovery"
	"deft/skills"
	"deft/skills/prompt"
	"deft/skills/resource"
)

// Load activates a skill: reads it now and builds the message for a
// conversation.
type Load struct{ Source Source }

// Run activates the skill that a handle stands for. The error is a
// *PolicyError, an *InvalidError, an error of Snapshot.Find, or of reading.
func (v Load) Run(ctx context.Context, caller Caller, handle, args string) (prompt.Activation, error) {
	snapshot, e, content, err := open(ctx, v.Source, handle)
	if err != nil {
		return prompt.Activation{}, err
	}
	defer content.Close()
	skill := parse(e, content.Raw)
	if err := invoke(caller, handle, e, skill); err != nil {
		return prompt.Activation{}, err
	}
	files, more := bundled(content)
	return prompt.Activate(source(snapshot, e, skill, files, more), args), nil
}

func source(s *discovery.Snapshot, e *discovery.Entry, skill *skills.Skill, files []resource.File, more bool) prompt.Source {
	out := prompt.Source{Handle: s.Qualified(e), Path: e.Path, Base: e.Dir(), Body: skill.Body, More: more}
	for _, f := range files {
		out.Files = append(out.Files, f.Path)
	}
	return out
}
