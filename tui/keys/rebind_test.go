package keys

import (
	"strings"
	"testing"

	"deft/commands/config"
)

func TestRebind(t *testing.T) {
	m, err := Default().Rebind([]config.Binding{
		{Action: "quit", Keys: []string{"ctrl+q", "Q"}},
		{Action: "list.open", Keys: []string{"l"}},
		{Action: "next", Keys: []string{"f6", "alt+n"}},
		{Action: "move.page-down", Keys: []string{"ctrl+v", "pgdown"}},
		{Action: "zoom"},
	})
	if err != nil {
		t.Fatal(err)
	}
	if got := m.Global.Quit.Help().Key + " " + m.Global.Next.Help().Key + " " + m.Move.PageDown.Help().Key; got != "ctrl+q/Q F6/alt+n ctrl+v/pgdn" {
		t.Errorf("help shows %s", got)
	}
	if m.Global.Zoom.Enabled() || !m.Global.Quit.Enabled() || len(Hints(m.Global.Zoom)) > 0 {
		t.Error("an action without keys is on, or one with keys is off")
	}
	if Default().Global.Quit.Help().Key != "q" {
		t.Error("the default map has changed")
	}
}

func TestRebindFaults(t *testing.T) {
	for _, tt := range []struct {
		action string
		keys   []string
		want   string
	}{
		{"quti", []string{"x"}, `c.yaml:7: keys: no action is called "quti" (did you mean quit?)`},
		{"quit", []string{"Enter"}, `keys.quit: no key is called "Enter" (did you mean enter?)`},
		{"quit", []string{"hyper+x"}, `no key is called "hyper+x"`},
		{"quit", []string{"+"}, `keys.quit: + is also the key of zoom`},
		{"list.open", []string{"q"}, `keys.list.open: q is also the key of quit (give quit another key too, or [])`},
		{"preview.why", []string{"j"}, `is also the key of move.down`},
		{"message.send", []string{"x"}, `"x" is a key that writes`},
		{"next", []string{"space"}, `is a key that writes`},
		{"message.send", []string{"esc"}, `esc is also the key of back`},
		{"next", []string{"ctrl+w"}, `ctrl+w is also the key of message.delete-word`},
		{"interrupt", nil, `keys.interrupt wants a key`},
	} {
		_, err := Default().Rebind([]config.Binding{{Action: tt.action, Keys: tt.keys, File: "c.yaml", Line: 7}})
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s %q: %v, want %s", tt.action, tt.keys, err, tt.want)
		}
	}
}

// Every action can be given the keys it has.
func TestRebindToTheSame(t *testing.T) {
	m := Default()
	for _, a := range m.actions() {
		keys := append([]string(nil), a.binding.Keys()...)
		for i := range keys {
			keys[i] = strings.ReplaceAll(keys[i], " ", "space")
		}
		if _, err := Default().Rebind([]config.Binding{{Action: a.name, Keys: keys}}); err != nil {
			t.Errorf("%s: %v", a.name, err)
		}
	}
}
