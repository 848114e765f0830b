package discovery

import (
	"path"
	"strings"
	"unicode"
	"unicode/utf8"

	"deft/skills/resource"
)

// Dir is the folder that holds the skill's files, or skill://NAME where there
// is none. That of a flat skill holds other skills too.
func (c *Candidate) Dir() string {
	if c.Opaque() {
		return strings.TrimSuffix(c.Path, "/SKILL.md")
	}
	return path.Dir(c.Path)
}

// Opaque reports whether the skill lies in no folder: its files have no paths
// of their own, and cannot be edited.
func (c *Candidate) Opaque() bool { return strings.HasPrefix(c.Path, resource.Scheme) }

// Name is the name the rules compare under deft: the handle. Where not even
// the folder's name can be typed as one word, what is in its way becomes a
// hyphen.
func (c *Candidate) Name() string {
	if h := c.Reading.Head.Handle(c.Folder); h != "" {
		return h
	}
	return strings.Map(func(r rune) rune {
		if r == '/' || r == '\\' || r == '@' || r == utf8.RuneError || unicode.IsSpace(r) || !unicode.IsPrint(r) {
			return '-'
		}
		return r
	}, c.Folder)
}

// Title is the frontmatter's name where it is not the handle itself, else "".
func (c *Candidate) Title() string { return c.Reading.Head.Title(c.Folder) }

// IsKebab reports whether a name is lower-case ASCII letters and digits in
// words joined by single hyphens.
func IsKebab(name string) bool {
	hyphen := true // one may not stand here
	for i := 0; i < len(name); i++ {
		switch c := name[i]; {
		case c >= 'a' && c <= 'z' || c >= '0' && c <= '9':
			hyphen = false
		case c == '-' && !hyphen:
			hyphen = true
		default:
			return false
		}
	}
	return !hyphen
}

// same reports whether two candidates, perhaps of two snapshots, are of one
// place.
func (c *Candidate) same(o *Candidate) bool {
	return c == o || c.Path == o.Path && (c.Root == o.Root || *c.Root == *o.Root)
}
