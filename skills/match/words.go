package match

import "strings"

// Words says whether a text holds every one of some words, which are spelled as the text is.
func Words(text string, words []string) bool {
	for _, w := range words {
		if !strings.Contains(text, w) {
			return false
		}
	}
	return true
}
