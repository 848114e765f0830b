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
	return activate(caller, snapshot, handle, e, content, args)
}

// Entry activates an entry of a snapshot as its own handle would. The error is
// one of Run.
func (v Load) Entry(ctx context.Context, caller Caller, e *discovery.Entry, args string) (prompt.Activation, error) {
	snapshot, err := v.Source.Snapshot(ctx)
	if err != nil {
		return prompt.Activation{}, err
	}
	content, err := read(ctx, v.Source, e)
	if err != nil {
		return prompt.Activation{}, err
	}
	defer content.Close()
	return activate(caller, snapshot, snapshot.Qualified(e), e, content, args)
}

// Document reads the skill that a handle stands for, with all that the forms
// of other agents show of it. The errors are those of Run.
func (v Load) Document(ctx context.Context, caller Caller, handle string) (prompt.Document, error) {
	snapshot, e, content, err := open(ctx, v.Source, handle)
	if err != nil {
		return prompt.Document{}, err
	}
	defer content.Close()
	skill := parse(e, content.Raw)
	if err := invoke(caller, handle, e, skill); err != nil {
		return prompt.Document{}, err
	}
	return document(snapshot, e, skill, content), nil
}

func document(s *discovery.Snapshot, e *discovery.Entry, skill *skills.Skill, content discovery.Content) prompt.Document {
	files, more := bundled(content)
	return prompt.Document{
		Source: source(s, e, skill, files, more),
		Name:   skill.Name, Description: skill.Description, Raw: string(content.Raw),
	}
}

func activate(caller Caller, s *discovery.Snapshot, handle string, e *discovery.Entry, content discovery.Content, args string) (prompt.Activation, error) {
	skill := parse(e, content.Raw)
	if err := invoke(caller, handle, e, skill); err != nil {
		return prompt.Activation{}, err
	}
	files, more := bundled(content)
	return prompt.Activate(source(s, e, skill, files, more), args), nil
}

func source(s *discovery.Snapshot, e *discovery.Entry, skill *skills.Skill, files []resource.File, more bool) prompt.Source {
	out := prompt.Source{Handle: s.Qualified(e), Path: e.Path, Base: e.Dir(), Body: skill.Body, More: more}
	for _, f := range files {
		out.Files = append(out.Files, f.String())
	}
	return out
}
