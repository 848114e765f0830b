package tui

import (
	"slices"

	"deft/commands"
	"deft/discovery"
	"deft/skills"
)

// lessons are what has come out by reading skills. A scan reads heads only, and to read the bodies of ten thousand skills in the
// background, for the few that hide something, would cost more than all else that is done; so a body counts from when somebody has
// looked at it, until its file has another size. `deft doctor` reads them all.
type lessons struct {
	last *commands.Detail  // that was learnt from
	of   map[string]lesson // by path of the SKILL.md
}

// lesson is what was found in one skill.
type lesson struct {
	size  int64 // of its SKILL.md then
	found []skills.Diagnostic
}

// learning is everything that comes out by reading skills.
type learning struct{ *Model }

// learn takes note of what was found in the skill that the preview shows.
func (m learning) learn() {
	d := m.preview.Detail()
	if d == m.lessons.last {
		return
	}
	m.lessons.last = d
	if d == nil || d.Skill == nil {
		return
	}
	if m.lessons.of == nil {
		m.lessons.of = map[string]lesson{}
	}
	_, known := m.lessons.of[d.Entry.Path]
	if delete(m.lessons.of, d.Entry.Path); len(d.Skill.Diagnostics) > 0 {
		m.lessons.of[d.Entry.Path] = lesson{d.Entry.Size, d.Skill.Diagnostics}
	} else if !known {
		return
	}
	m.teach()
}

// forget drops what was found in skills that are gone or have changed.
func (m learning) forget(snap *discovery.Snapshot) {
	if len(m.lessons.of) == 0 || snap == nil {
		return
	}
	left := map[string]lesson{}
	for i := range snap.Resolutions {
		for _, e := range snap.Resolutions[i].Entries {
			if l, ok := m.lessons.of[e.Path]; ok && l.size == e.Size {
				left[e.Path] = l
			}
		}
	}
	m.lessons.of = left
	m.teach()
}

// teach hands on what was found: to the list whether text is hidden, to the problems all of it once they are shown.
func (m learning) teach() {
	hidden := map[string]bool{}
	for path, l := range m.lessons.of {
		if slices.ContainsFunc(l.found, skills.Diagnostic.Unseen) {
			hidden[path] = true
		}
	}
	m.list.SetHidden(hidden)
	if m.view.problems {
		m.problems.SetFound(m.lessons.all())
	}
}

// all are the findings of all skills that were read.
func (l lessons) all() []skills.Diagnostic {
	var out []skills.Diagnostic
	for _, one := range l.of {
		out = append(out, one.found...)
	}
	return out
}
