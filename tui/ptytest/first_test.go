package ptytest

import (
	"errors"
	"fmt"
	"strings"
	"testing"
)

// The first thing a new user does, on a machine without any skill of its own: see the shipped skills, ask for one with
// arguments, and leave.
func TestFirstUse(t *testing.T) {
	bin := Build(t)
	for _, size := range [][2]int{{80, 24}, {40, 12}} {
		t.Run(fmt.Sprintf("%dx%d", size[0], size[1]), func(t *testing.T) {
			m := Start(t, Options{Bin: bin, Cols: size[0], Rows: size[1]})
			m.WaitFor("health-ch", limit)
			// Narrow lists cut names.
			for _, name := range []string{"create-sk", "deploy-se"} {
				if !strings.Contains(m.Screen(), name) {
					t.Errorf("%s is not shown:\n%s", name, m.Screen())
				}
			}
			m.Type("/skill:health-check disk")
			m.WaitFor("/skill:health-check disk", limit)
			m.Key("enter")
			m.WaitFor("User: disk", limit)
			if !strings.Contains(m.Screen(), "Skill: ") {
				t.Errorf("the skill's path is not shown:\n%s", m.Screen())
			}
			if rows := strings.Count(m.Screen(), "\n") + 1; rows > size[1] {
				t.Errorf("%d rows", rows)
			}
			m.Key("ctrl+c", "ctrl+c")
			if code := m.Wait(limit); code != 0 {
				t.Errorf("exit code %d", code)
			}
			if err := errors.Join(CheckOutput(m.Raw()), CheckRestored(m.Raw())); err != nil {
				t.Error(err)
			}
		})
	}
}
