package fix

import (
	"fmt"
	"path/filepath"
	"strings"
)

// Joint makes one plan of several that are carried out one after the other.
type Joint struct {
	plans []Plan
	steps []Step
	at    map[string]int // where in steps a path is filled, written or taken away, or a switch turned
	notes []*note
	said  map[string]*note // by text
}

// note is what there is to say, and of which skills.
type note struct {
	text  string
	names []string
}

// NewJoint joins nothing yet.
func NewJoint() *Joint { return &Joint{at: map[string]int{}, said: map[string]*note{}} }

// Pending is the content that a file will have, where a step writes it.
func (j *Joint) Pending(file string) ([]byte, bool) {
	i, ok := j.at[file]
	if !ok || j.steps[i].Kind != Write {
		return nil, false
	}
	return j.steps[i].Data, true
}

// Add joins a skill's plan. It refuses one that fills a path which an earlier
// one fills or takes away; nothing of it is joined then. What an earlier one
// does already is done once.
func (j *Joint) Add(name string, p Plan) error {
	for _, s := range p.Steps {
		if _, had := j.at[where(s.fills())]; had {
			return refuse("%s is concerned by another of these changes already: do one after the other", s.fills())
		}
	}
	for _, s := range p.Steps {
		j.step(s)
	}
	for _, text := range p.Notes {
		j.note(name, text)
	}
	j.plans = append(j.plans, p)
	return nil
}

// step joins a step.
func (j *Joint) step(s Step) {
	key := where(s.fills())
	switch s.Kind {
	case Write:
		key = s.Path
		if i, ok := j.at[key]; ok {
			j.steps[i].Data, j.steps[i].What = s.Data, j.steps[i].What+", "+s.What
			return
		}
	case Trash:
		key = where(s.Path)
		if j.goes(key) {
			return
		}
	case Off, On:
		key = string(s.Kind) + " " + s.String()
		if _, ok := j.at[key]; ok {
			return
		}
	}
	j.at[key] = len(j.steps)
	j.steps = append(j.steps, s)
}

// where is what a path is without the links on the way to it: two ways to a
// place are one. "" is none.
func where(path string) string {
	if path == "" {
		return ""
	}
	if at, err := real(path); err == nil {
		return at
	}
	return path
}

// goes says whether a path, or a folder that it lies in, is taken away already.
func (j *Joint) goes(path string) bool {
	for ; path != filepath.Dir(path); path = filepath.Dir(path) {
		if i, ok := j.at[path]; ok && j.steps[i].Kind == Trash {
			return true
		}
	}
	return false
}

// note joins a note.
func (j *Joint) note(name, text string) {
	n := j.said[text]
	if n == nil {
		n = &note{text: text}
		j.notes, j.said[text] = append(j.notes, n), n
	}
	n.names = append(n.names, name)
}

// fills is the path where a step makes something, "" for none.
func (s Step) fills() string {
	switch s.Kind {
	case Link, Copy:
		return s.Path
	case Rename:
		return s.To
	}
	return ""
}

// Plan is the plan of all. That of a single one is as it was.
func (j *Joint) Plan() Plan {
	switch len(j.plans) {
	case 0:
		return Plan{}
	case 1:
		return j.plans[0]
	}
	out := Plan{Title: fmt.Sprintf("%d changes.", len(j.plans)), Steps: j.steps}
	for _, n := range j.notes {
		who := strings.Join(n.names, ", ")
		if len(n.names) > 3 {
			who = fmt.Sprintf("%d of them", len(n.names))
		}
		out.Notes = append(out.Notes, who+": "+n.text)
	}
	return out
}
