package discovery

import (
	"path"
	"strings"
	"unicode"
	"unicode/utf8"

	"deft/skills"
)

// scheme starts the path of a skill that has no folder.
const scheme = "skill://"

// Dir is the folder that holds the skill's files, or skill://NAME where there
// is none.
func (c *Candidate) Dir() string {
	if strings.HasPrefix(c.Path, scheme) {
		return strings.TrimSuffix(c.Path, "/SKILL.md")
	}
	return path.Dir(c.Path)
}

// Name is the name the rules compare under deft: the handle. It is the
// frontmatter's slug where that is legal, else its name where that is one
// token, else the name of the folder.
func (c *Candidate) Name() string {
	switch h := &c.Reading.Head; {
	case isSlug(h.Slug):
		return h.Slug
	case isToken(h.Name):
		return h.Name
	}
	return c.Folder
}

// Title is the frontmatter's name where it is not the handle itself, else "".
func (c *Candidate) Title() string {
	if c.Reading.Head.Name == c.Name() {
		return ""
	}
	return c.Reading.Head.Name
}

// isSlug reports whether s is what the agentskills.io specification takes for
// a name: lower-case letters and digits of any script, single hyphens between.
func isSlug(s string) bool {
	if s == "" || utf8.RuneCountInString(s) > skills.MaxName || strings.Contains(s, "--") {
		return false
	}
	if s[0] == '-' || s[len(s)-1] == '-' {
		return false
	}
	for _, r := range s {
		if r != '-' && !unicode.IsDigit(r) && (!unicode.IsLetter(r) || unicode.ToLower(r) != r) {
			return false
		}
	}
	return true
}

// isToken reports whether s can be typed as one word that no qualified handle
// or path could be taken for.
func isToken(s string) bool {
	for _, r := range s {
		if r == '/' || r == '\\' || r == '@' || r == utf8.RuneError || unicode.IsSpace(r) || !unicode.IsPrint(r) {
			return false
		}
	}
	return s != "" && s != "." && s != ".."
}
