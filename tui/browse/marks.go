package browse

import "deft/discovery"

// mark marks the skill under the cursor, or takes its mark away, and goes on to the next.
func (m actions) mark() {
	e := m.Selected()
	if e == nil {
		return
	}
	m.toggle(identify(e), !m.marks[identify(e)])
	m.at++
	m.land(1)
}

// markAll marks all skills that are shown, or takes the marks away where all have one.
func (m actions) markAll() {
	on := false
	m.each(func(e *discovery.Entry) { on = on || !m.marks[identify(e)] })
	m.each(func(e *discovery.Entry) { m.toggle(identify(e), on) })
}

// each calls f for all skills in the lines.
func (m actions) each(f func(*discovery.Entry)) {
	for _, l := range m.shown.lines {
		if !l.heading() {
			f(m.index.rows[l.row].Entry)
		}
	}
}

func (m actions) toggle(id identity, on bool) {
	if on {
		m.marks[id] = true
	} else {
		delete(m.marks, id)
	}
}

// prune drops the marks of skills that are gone.
func (m rows) prune() {
	if len(m.marks) == 0 {
		return
	}
	left := make(map[identity]bool, len(m.marks))
	for i := range m.index.rows {
		if id := identify(m.index.rows[i].Entry); m.marks[id] {
			left[id] = true
		}
	}
	m.marks = left
}

// Unseen is how many of the skills that are marked do not stand in the list: a filter, a state or a folded group hides them.
func (m *Model) Unseen() int {
	n := len(m.marks)
	if n == 0 {
		return 0
	}
	m.parts().each(func(e *discovery.Entry) {
		if m.marks[identify(e)] {
			n--
		}
	})
	return n
}

// Chosen are the skills that an action is for: those that are marked, also where the filter hides them, in the order of the list;
// without marks the one under the cursor.
func (m *Model) Chosen() []*discovery.Entry {
	if len(m.marks) == 0 {
		if e := m.Selected(); e != nil {
			return []*discovery.Entry{e}
		}
		return nil
	}
	var out []*discovery.Entry
	for _, row := range m.arranged {
		if e := m.index.rows[row].Entry; m.marks[identify(e)] {
			out = append(out, e)
		}
	}
	return out
}
