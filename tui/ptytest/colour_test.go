package ptytest

import (
	"regexp"
	"slices"
	"testing"
)

var colour = regexp.MustCompile("\x1b\\[[0-9;]*\\b(?:3[0-79]|4[0-79]|9[0-7]|38;[0-9;]*|48;[0-9;]*)m")

// case R115: terminals whose names say nothing of colours show them, for the background that COLORFGBG names where the terminal does
// not say it; NO_COLOR and dumb terminals stay without.
func TestColoursOfTerminals(t *testing.T) {
	painted := func(env ...string) string {
		m := Start(t, Options{Env: env, Silent: true, Dir: t.TempDir()})
		m.WaitFor("health-check", limit)
		m.Key("q")
		m.Wait(limit)
		return string(m.Raw())
	}
	for _, term := range []string{"screen", "tmux", "rxvt"} {
		light, dark := painted("TERM="+term, "COLORFGBG=0;15"), painted("TERM="+term, "COLORFGBG=15;0")
		if !colour.MatchString(light) || !colour.MatchString(dark) {
			t.Errorf("%s shows no colours", term)
		}
		if first := colour.FindAllString(light, -1); len(first) > 0 && slices.Equal(first, colour.FindAllString(dark, -1)) {
			t.Errorf("%s: COLORFGBG decides nothing", term)
		}
	}
	for _, env := range [][]string{{"TERM=dumb"}, {"TERM=screen", "NO_COLOR=1"}, {"TERM=vt100"}} {
		if got := colour.FindString(painted(env...)); got != "" {
			t.Errorf("%v: colour %q", env, got)
		}
	}
}
