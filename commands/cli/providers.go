package cli

import (
	"deft/discovery/rules"
)

// providerNames are the providers that deft's rules know, in order of rank.
func providerNames() []string {
	return rules.Deft().Providers()
}
