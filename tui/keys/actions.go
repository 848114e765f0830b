package keys

import (
	"reflect"
	"slices"
	"strings"
	"unicode"

	"github.com/charmbracelet/bubbles/key"
)

// action is a binding with its name in the config: "quit", "list.open", "message.send".
type action struct {
	name    string
	group   string // field of Map
	binding *key.Binding
}

// actions are all bindings of a map, in the order of its fields; they may be changed.
func (m *Map) actions() []action {
	var out []action
	v := reflect.ValueOf(m).Elem()
	for i := range v.NumField() {
		out = append(out, actionsOf(v.Type().Field(i).Name, v.Field(i))...)
	}
	return out
}

// actionsOf are those of one field of a map, and of what is embedded in it.
func actionsOf(group string, v reflect.Value) []action {
	var out []action
	for i := range v.NumField() {
		if v.Type().Field(i).Anonymous {
			out = append(out, actionsOf(group, v.Field(i))...)
			continue
		}
		b := v.Field(i).Addr().Interface().(*key.Binding)
		out = append(out, action{actionName(group, v.Type().Field(i).Name), group, b})
	}
	return out
}

// actionName is the name of a binding: what works everywhere has no group, and people do not say composer.
func actionName(group, field string) string {
	switch group {
	case "Global":
		return kebab(field)
	case "Composer":
		group = "Message"
	}
	return kebab(group) + "." + kebab(field)
}

func kebab(s string) string {
	var b strings.Builder
	for i, r := range s {
		if unicode.IsUpper(r) && i > 0 {
			b.WriteByte('-')
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String()
}

// typing says whether a binding works while a text is written, so that its keys must not be letters.
func (a action) typing() bool {
	switch a.name {
	case "next", "previous", "back", "interrupt", "suspend", "help1", "list.done", "list.delete", "list.older", "list.newer":
		return true
	}
	return a.group == "Composer"
}

// together says whether two bindings can be asked for the same key at the same time.
func together(a, b action) bool {
	if a.typing() || b.typing() {
		everywhere := a.group == "Global" && a.typing() || b.group == "Global" && b.typing()
		return everywhere || a.typing() && b.typing() && a.group == b.group
	}
	if a.group == "Fix" || b.group == "Fix" {
		return a.group == b.group || a.inForm() || b.inForm()
	}
	shared := func(group string) bool { return group == "Global" || group == "Move" }
	inList := func(a, b action) bool { return a.group == "List" && b.shared() }
	return a.group == b.group || shared(a.group) || shared(b.group) || inList(a, b) || inList(b, a)
}

// inForm says whether a binding works while the form for changes is open.
func (a action) inForm() bool {
	return a.group == "Move" || a.name == "help" || a.name == "quit"
}

// shared says whether a binding of the preview works in the list too.
func (a action) shared() bool {
	return a.group == "Preview" && !slices.Contains([]string{"preview.open", "preview.leave", "preview.copy"}, a.name)
}
