package discovery_test

import (
	"os"
	"regexp"
	"slices"
	"testing"

	"deft/discovery"
	"deft/skills"
)

// Codes leaves out none of the constants.
func TestCodes(t *testing.T) {
	source, err := os.ReadFile("code.go")
	if err != nil {
		t.Fatal(err)
	}
	var want []skills.Code
	for _, m := range regexp.MustCompile(`(?m)^\t\w+ +skills\.Code = "([a-z0-9-]+)"`).FindAllStringSubmatch(string(source), -1) {
		want = append(want, skills.Code(m[1]))
	}
	if got := discovery.Codes(); len(want) == 0 || !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}
