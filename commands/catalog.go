package commands

import (
	"context"

	"deft/skills/prompt"
)

// Catalog gives what a model may be told of the skills.
type Catalog struct{ Source Source }

// Run gives the skills in use that models may use, whoever asks.
func (v Catalog) Run(ctx context.Context, _ Caller) (prompt.View, error) {
	snapshot, err := v.Source.Snapshot(ctx)
	if err != nil {
		return prompt.View{}, err
	}
	view := prompt.View{Complete: snapshot.Complete, Readable: true}
	for _, e := range list(snapshot, Model, ListRequest{}).Entries {
		h := e.Reading.Head
		view.Entries = append(view.Entries, prompt.Entry{
			Handle: snapshot.Qualified(e), Title: e.Title(), Description: h.Description, WhenToUse: h.WhenToUse,
			Location: e.Path, ModelInvocable: h.ModelInvocable,
		})
	}
	return view, nil
}
