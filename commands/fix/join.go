package fix

import (
	"fmt"
	"path/filepath"
	"slices"
)

// Joint is a plan that is made of several, one after the other, each of which
// knows what those before it are about to write. The zero value is empty.
type Joint struct {
	Plan
	parts int
}

// Pending is the content that a file will have, where a step writes it.
func (j *Joint) Pending(file string) ([]byte, bool) {
	for _, s := range j.Steps {
		if s.Kind == Write && s.Path == file {
			return s.Data, true
		}
	}
	return nil, false
}

// Add joins the plan of a change. It refuses one that makes what an earlier one
// makes or takes away, and then nothing of it is joined. What is to be done
// already is done once.
func (j *Joint) Add(name string, p Plan) error {
	for _, s := range p.Steps {
		if at := s.makes(); at != "" && slices.ContainsFunc(j.Steps, func(t Step) bool { return t.makes() == at || t.Kind == Trash && t.Path == at }) {
			return refuse("%s is concerned by another of these changes already: do one after the other", at)
		}
	}
	for _, s := range p.Steps {
		j.step(s)
	}
	for _, note := range p.Notes {
		if note = name + ": " + note; !slices.Contains(j.Notes, note) {
			j.Notes = append(j.Notes, note)
		}
	}
	j.Title, j.Undo = p.Title, p.Undo
	if j.parts++; j.parts > 1 {
		j.Title, j.Undo = fmt.Sprintf("%d changes.", j.parts), ""
	}
	return nil
}

// step joins a step.
func (j *Joint) step(s Step) {
	for i := range j.Steps {
		t := &j.Steps[i]
		switch {
		case s.Kind == Write && t.Kind == Write && s.Path == t.Path:
			t.Data, t.What = s.Data, t.What+", "+s.What
			return
		case s.Kind == Trash && t.Kind == Trash && below(s.Path, t.Path): // it goes with the folder
			return
		case (s.Kind == Off || s.Kind == On) && s.Kind == t.Kind && s.Path == t.Path && s.To == t.To:
			return
		}
	}
	if s.Kind == Trash {
		j.Steps = slices.DeleteFunc(j.Steps, func(t Step) bool { return t.Kind == Trash && below(t.Path, s.Path) })
	}
	j.Steps = append(j.Steps, s)
}

// makes is the path that a step fills, "" for none.
func (s Step) makes() string {
	switch s.Kind {
	case Link, Copy:
		return filepath.Clean(s.Path)
	case Rename:
		return filepath.Clean(s.To)
	}
	return ""
}
