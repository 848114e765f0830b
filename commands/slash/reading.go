package slash

import (
	"slices"
	"strings"
)

// reading is a message as far as it is read.
type reading struct {
	draft  string
	done   int             // bytes of the draft that stand in text and prose, or are left out of them
	text   strings.Builder // the message
	prose  strings.Builder // what becomes arguments
	said   bool            // there is more than names
	skills []Invocation
}

// call takes the word of a command; its handle begins behind the prefix.
func (m *reading) call(w span, handle string) {
	end := w.start + len(prefix) + len(handle)
	m.prose.WriteString(m.draft[m.done:w.start])
	m.text.WriteString(m.draft[m.done:end])
	m.done = afterBlank(m.draft, end)
	m.text.WriteString(m.draft[end:m.done])
	m.said = m.said || end < w.end
	m.add(handle)
}

// drop leaves the byte at a position out: the first of two that stand for one.
func (m *reading) drop(at int) {
	m.prose.WriteString(m.draft[m.done:at])
	m.text.WriteString(m.draft[m.done:at])
	m.done, m.said = at+1, true
}

// add names a skill, once.
func (m *reading) add(handle string) {
	if !slices.ContainsFunc(m.skills, func(i Invocation) bool { return i.Handle == handle }) {
		m.skills = append(m.skills, Invocation{Handle: handle})
	}
}

// input is the whole message. The arguments are byte for byte what was typed beside the commands.
func (m *reading) input() Input {
	m.text.WriteString(m.draft[m.done:])
	m.prose.WriteString(m.draft[m.done:])
	for i := range m.skills {
		if m.said {
			m.skills[i].Args = m.prose.String()
		}
	}
	return Input{Skills: m.skills, Text: m.text.String()}
}
