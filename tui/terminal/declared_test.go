package terminal

import "testing"

func TestDeclared(t *testing.T) {
	for given, dark := range map[string]bool{
		"": true, "15;0": true, "0;15": false, "0;default;15": false, "12;8": true, "0;7": false, "0;default": true, "7": true, "0;99": true, ";": true,
	} {
		if got := Declared(given); got != dark {
			t.Errorf("%q: dark is %v", given, got)
		}
	}
}
