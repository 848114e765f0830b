package prompt

import (
	"regexp"
	"strings"

	"deft/skills/sanitize"
)

// fold cleans prose for one line: what is hidden is removed, and every run of
// blanks and line breaks becomes one blank.
func fold(s string) string { return strings.Join(strings.Fields(sanitize.ForModel(s)), " ") }

// line cleans a name or path for one line. Blanks are kept as they are: two
// files may differ by them.
func line(s string) string { return breaks.Replace(sanitize.ForModel(s)) }

var (
	breaks = strings.NewReplacer("\r\n", " ", "\n", " ", "\t", " ", "\u2028", " ", "\u2029", " ")

	// markup keeps text from opening or closing a tag. What it makes is what
	// the agent dsh makes.
	markup = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;")
	// ticked is markup for text between backticks.
	ticked = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", "`", "&#96;")
	// attribute is for text between double quotes.
	attribute = strings.NewReplacer("&", "&amp;", "<", "&lt;", `"`, "&quot;")
	// html is html.escape of Python, which the reference tool uses.
	html = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;", "'", "&#x27;")
	// crushText is what the agent crush uses.
	crushText = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;", "'", "&apos;")
)

// The tags that a body must not open or close, because it stands inside them.
// A reader may be lenient, so letter case and blanks do not matter, nor does
// what follows the name.
var (
	contentTags = regexp.MustCompile(`(?i)<([\s\p{Z}\p{Cf}]*/?[\s\p{Z}\p{Cf}]*skill_(?:content|resources|instructions))`)
	skillTags   = regexp.MustCompile(`(?i)<([\s\p{Z}\p{Cf}]*/?[\s\p{Z}\p{Cf}]*skill)`)
)

// defuse writes the `<` of the tags as `&lt;`. All else stays: a body is
// Markdown, and code in it must reach the model as it was written. A random
// delimiter would keep the tags too, but then the same body would never give
// the same text twice.
func defuse(body string, tags *regexp.Regexp) string { return tags.ReplaceAllString(body, "&lt;$1") }
