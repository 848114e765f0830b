package skills

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"deft/skills/sanitize"
)

// Handle is what people and models type for the skill in the folder: its slug
// where that is legal, else its name, else the folder's name. A legal one is a
// single token without separators, controls and hidden characters; "" says
// that not even the folder has one.
func (h Head) Handle(folder string) string {
	for _, s := range [...]string{h.Slug, h.Name, folder} {
		if isHandle(s) {
			return s
		}
	}
	return ""
}

// Title is the frontmatter's name where it is not the handle itself, else "".
func (h Head) Title(folder string) string {
	if h.Name == h.Handle(folder) {
		return ""
	}
	return h.Name
}

// isHandle reports whether s can stand for a skill in commands and URLs. It
// never names a way through folders.
func isHandle(s string) bool {
	if s == "" || s == "." || s == ".." || strings.HasPrefix(s, "\ufeff") {
		return false
	}
	ascii := true
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c <= ' ', c == 0x7f, c == '/', c == '\\', c == '@':
			return false
		case c >= utf8.RuneSelf:
			ascii = false
		}
	}
	return ascii || utf8.ValidString(s) && strings.IndexFunc(s, unicode.IsSpace) < 0 && !sanitize.HasHidden(s)
}

// nameFault says which part of the specification's rule for names s breaks
// first, "" where it keeps it: 1 to 64 lower-case letters or digits of any
// script and single hyphens (agentskills.io).
func nameFault(s string) string {
	if isSimpleName(s) {
		return ""
	}
	s = norm.NFKC.String(s)
	switch {
	case utf8.RuneCountInString(s) > MaxName:
		return fmt.Sprintf("is over %d characters", MaxName)
	case s != strings.ToLower(s):
		return "has upper-case letters"
	case strings.HasPrefix(s, "-") || strings.HasSuffix(s, "-"):
		return "begins or ends with a hyphen"
	case strings.Contains(s, "--"):
		return "has two hyphens in a row"
	case strings.IndexFunc(s, notNameRune) >= 0:
		return "has characters other than letters, digits and hyphens"
	}
	return ""
}

func notNameRune(c rune) bool { return c != '-' && !unicode.IsLetter(c) && !unicode.IsNumber(c) }

// isSimpleName reports whether s keeps the rule in ASCII.
func isSimpleName(s string) bool {
	if s == "" || len(s) > MaxName {
		return false
	}
	for i := 0; i < len(s); i++ {
		c := s[i]
		word := c >= 'a' && c <= 'z' || c >= '0' && c <= '9'
		if !word && (c != '-' || i == 0 || i == len(s)-1 || s[i-1] == '-') {
			return false
		}
	}
	return true
}

// sameName compares a name with a folder's, as the specification does.
func sameName(name, folder string) bool {
	return name == folder || norm.NFKC.String(name) == norm.NFKC.String(folder)
}
