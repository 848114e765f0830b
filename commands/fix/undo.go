package fix

import (
	"fmt"
	"slices"

	"deft/discovery"
)

// undone says whether a change of a settings file is taken back by another: the
// key then says what it said before. It is not where there was a third value.
func undone(p Plan, format discovery.Format, back edit) bool {
	for _, s := range p.Steps {
		d, err := openDocument(s.Data, format)
		if err != nil {
			return false
		}
		data, what, err := back.make(d)
		if err != nil || what == "" || !back.alike(s.Was, data, format) {
			return false
		}
	}
	return true
}

// alike says whether two texts say the same at the key.
func (e edit) alike(a, b []byte, format discovery.Format) bool {
	x, err := openDocument(a, format)
	if err != nil {
		return false
	}
	y, err := openDocument(b, format)
	if err != nil {
		return false
	}
	if e.list {
		p, one := x.texts(e.keys)
		q, two := y.texts(e.keys)
		slices.Sort(p)
		slices.Sort(q)
		return one == nil && two == nil && slices.Equal(p, q)
	}
	p, one := x.get(e.keys)
	q, two := y.get(e.keys)
	return one == nil && two == nil && p == q
}

// undonePlugin says whether a change of a plugin's switch is taken back by the
// opposite. Where nothing was said it is on.
func (s Switching) undonePlugin(p Plan) bool {
	d, err := openDocument(p.Steps[0].Was, discovery.JSON)
	if err != nil {
		return false
	}
	was, err := d.get([]string{"enabledPlugins", s.Plugin})
	return err == nil && (was == "" || was == fmt.Sprint(s.Off))
}

// keptOnly is the note where no command takes a change back.
const keptOnly = "the settings say something else now than a mere on or off: the way back is deft trash restore"
