package cli

import (
	"deft/discovery/rules"
)

// providerNames are the providers that deft's rules know, in order of rank.
func providerNames() []string {
	var out []string
	for _, s := range rules.Deft().Sources {
		out = append(out, s.Provider)
	}
	return out
}
