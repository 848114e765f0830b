package main

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"deft/skills/match"
)

const stopWords = ` a an and are as at be by can do for from has have how i in into is it its me my need of on or our please that the them this to use
 used want was we what when where which who why will with you your `

// counting ranks skills by the number of the query's words that they have anywhere.
func counting(docs []match.Document, stop bool) func(string) ([]string, error) {
	texts := make([]map[string]bool, len(docs))
	for i, d := range docs {
		texts[i] = map[string]bool{}
		for _, w := range words(strings.Join(append([]string{d.Name, d.Description, d.WhenToUse, d.Category}, d.Globs...), " ")) {
			texts[i][w] = true
		}
	}
	return func(query string) ([]string, error) {
		counts := map[string]int{}
		var found []string
		for i, d := range docs {
			for _, w := range words(query) {
				if texts[i][w] && !(stop && strings.Contains(stopWords, " "+w+" ")) {
					counts[d.Name]++
				}
			}
			if counts[d.Name] > 0 {
				found = append(found, d.Name)
			}
		}
		slices.SortStableFunc(found, func(a, b string) int { return cmp.Compare(counts[b], counts[a]) })
		return found, nil
	}
}

func words(s string) []string {
	return strings.FieldsFunc(strings.ToLower(s), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}
