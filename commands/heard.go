package commands

import (
	"slices"

	"deft/skills"
)

// Heard leaves out the findings whose codes are muted. Errors cannot be muted.
func Heard(all []skills.Diagnostic, muted []string) []skills.Diagnostic {
	if len(muted) == 0 {
		return all
	}
	var out []skills.Diagnostic
	for _, d := range all {
		if d.Severity == skills.Error || !slices.Contains(muted, string(d.Code)) {
			out = append(out, d)
		}
	}
	return out
}
