package keys

import (
	"reflect"
	"slices"
	"testing"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"
)

// each calls f for every binding of a map with the name of its group.
func each(m Map, f func(group, name string, b key.Binding)) {
	v := reflect.ValueOf(m)
	for i := range v.NumField() {
		eachOf(v.Field(i), func(name string, b key.Binding) { f(v.Type().Field(i).Name, name, b) })
	}
}

// eachOf calls f for the bindings of one group, also of what is embedded in it.
func eachOf(group reflect.Value, f func(name string, b key.Binding)) {
	for i := range group.NumField() {
		if b, ok := group.Field(i).Interface().(key.Binding); ok {
			f(group.Type().Field(i).Name, b)
		} else {
			eachOf(group.Field(i), f)
		}
	}
}

func TestEveryBindingHasKeysAndHelp(t *testing.T) {
	each(Default(), func(group, name string, b key.Binding) {
		if len(b.Keys()) == 0 || b.Help().Key == "" || b.Help().Desc == "" {
			t.Errorf("%s.%s has no key or no help", group, name)
		}
	})
}

// Keys that work at the same time are different ones.
func TestNoKeyIsBoundTwice(t *testing.T) {
	together := [][]string{{"Global", "Move", "List"}, {"Global", "Move", "Preview"}, {"Global", "Move", "Chat"}, {"Global", "Move", "Problems"}, {"Global", "Move", "Matrix"}, {"Move", "Fix"}, {"Composer"}}
	typing := map[string]bool{"List.Done": true, "List.Delete": true, "List.Older": true, "List.Newer": true} // while a filter is typed
	for _, groups := range together {
		owner := map[string]string{}
		each(Default(), func(group, name string, b key.Binding) {
			id := group + "." + name
			if !slices.Contains(groups, group) || typing[id] {
				return
			}
			for _, k := range b.Keys() {
				if other, taken := owner[k]; taken {
					t.Errorf("%q is %s and %s", k, other, id)
				}
				owner[k] = id
			}
		})
	}
}

// Help leaves out no binding but those of moments that explain themselves.
func TestHelpIsWhole(t *testing.T) {
	shown := map[string]bool{}
	for _, s := range Default().Sections() {
		for _, b := range s.Bindings {
			shown[b.Help().Key+b.Help().Desc] = true
		}
	}
	plain := map[string]bool{"Left": true, "Right": true, "Backspace": true, "Delete": true, "Done": true}
	each(Default(), func(group, name string, b key.Binding) {
		if !plain[name] && !shown[b.Help().Key+b.Help().Desc] {
			t.Errorf("%s.%s is not in the help", group, name)
		}
	})
}

func TestType(t *testing.T) {
	m := Default()
	tests := []struct {
		text string
		key  tea.KeyMsg
		want string
		ok   bool
	}{
		{"a", tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("b\nc")}, "ab c", true},
		{"a", tea.KeyMsg{Type: tea.KeySpace}, "a ", true},
		{"小说", tea.KeyMsg{Type: tea.KeyBackspace}, "小", true},
		{"", tea.KeyMsg{Type: tea.KeyBackspace}, "", true},
		{"one two ", tea.KeyMsg{Type: tea.KeyCtrlW}, "one ", true},
		{"one two", tea.KeyMsg{Type: tea.KeyCtrlU}, "", true},
		{"a", tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("b"), Alt: true}, "a", false},
		{"a", tea.KeyMsg{Type: tea.KeyDown}, "a", false},
	}
	for _, tt := range tests {
		if got, ok := m.Type(tt.key, tt.text); got != tt.want || ok != tt.ok {
			t.Errorf("%q after %s is %q, %v", tt.text, tt.key, got, ok)
		}
	}
}
