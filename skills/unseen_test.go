package skills

import "testing"

func TestUnseen(t *testing.T) {
	for _, c := range []struct {
		d    Diagnostic
		want bool
	}{
		{Diagnostic{Code: HiddenUnicode, Severity: Warning}, true},
		{Diagnostic{Code: ControlCharacter, Severity: Warning}, true},
		{Diagnostic{Code: HiddenUnicode, Severity: Info}, false},
		{Diagnostic{Code: LongBody, Severity: Warning}, false},
	} {
		if got := c.d.Unseen(); got != c.want {
			t.Errorf("%+v: %v", c.d, got)
		}
	}
}
