package skills

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"deft/skills/sanitize"
)

// check reports what the fields of a head break: the rules of the
// specification, and text that is not what it looks like.
func check(r *report, src Source, h *Head, at places) {
	checkName(r, src.Folder, h.Name, max(at.name, 1))
	if h.Slug != "" && !isHandle(h.Slug) {
		r.warn(InvalidSlug, at.slug, "slug "+quoted(h.Slug)+" is no single word without / and @: ignored", "use lower-case letters, digits and single hyphens")
	}
	switch n := len(h.Description); {
	case n == 0:
		r.warn(MissingDescription, max(at.description, 1), "description is missing: a model cannot tell when to use the skill",
			`description: "Does X. Use when Y."`)
	case n > MaxDescription && utf8.RuneCountInString(h.Description) > MaxDescription:
		r.warn(LongDescription, at.description, fmt.Sprintf("description has %d characters, over the limit of %d",
			utf8.RuneCountInString(h.Description), MaxDescription), "shorten it: some programs cut it or refuse the skill")
	}
}

func checkName(r *report, folder, name string, line int) {
	if name == "" {
		r.warn(MissingName, line, "name is missing: the folder's name stands in", strings.TrimSpace("name: "+sanitize.Line(folder)))
		return
	}
	if why := nameFault(name); why != "" {
		r.warn(InvalidName, line, "name "+quoted(name)+" "+why,
			"use up to 64 lower-case letters, digits and single hyphens")
	}
	if folder != "" && !sameName(name, folder) {
		r.warn(NameFolderMismatch, line, "name "+quoted(name)+" differs from its folder "+quoted(folder),
			"rename one of the two: some programs go by the folder")
	}
}

// checkCompatibility reports one that is over the specification's limit.
func checkCompatibility(r *report, s string, line int) {
	if n := utf8.RuneCountInString(s); n > MaxCompatibility {
		r.warn(LongCompatibility, line, fmt.Sprintf("compatibility has %d characters, over the limit of %d", n, MaxCompatibility), "shorten it")
	}
}

// checkHidden reports what a reader does not see in the values.
func checkHidden(r *report, entries []Entry) {
	for _, e := range entries {
		hidden(r, "the key "+quoted(e.Key), e.Key, e.Line)
		hidden(r, "the value of "+quoted(e.Key), e.Value, e.Line)
	}
}

// checkBody reports what a reader does not see in the body, by line.
func checkBody(r *report, body string, first int) {
	if !sanitize.HasHidden(body) {
		return
	}
	n := 0
	for line := range strings.Lines(body) {
		hidden(r, "the body", strings.TrimSuffix(line, "\n"), first+n)
		n++
	}
}

// hidden reports the hidden characters of one text, controls apart from the
// rest.
func hidden(r *report, what, s string, line int) {
	if !sanitize.HasHidden(s) {
		return
	}
	controls, others, broken, low := 0, 0, 0, true
	found := sanitize.Hidden(s)
	for _, f := range found {
		switch f.Kind {
		case sanitize.Control, sanitize.Escape:
			controls += f.Count
		case sanitize.InvalidUTF8:
			broken += f.Count
		default:
			others += f.Count
			low = low && f.Kind.Low()
		}
	}
	if controls > 0 {
		r.warn(ControlCharacter, line, what+" holds "+number(controls, "control character"), "remove them")
	}
	if broken > 0 {
		r.warn(NotUTF8, line, what+" holds "+number(broken, "byte")+" outside UTF-8", "save the file as UTF-8")
	}
	if others > 0 {
		severity := Warning
		if low {
			severity = Info
		}
		r.add(HiddenUnicode, severity, line, what+" holds "+number(others, "hidden character")+decoded(found), "remove them")
	}
}

// number is a count with its noun.
func number(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return strconv.Itoa(n) + " " + noun + "s"
}

func decoded(found []sanitize.Finding) string {
	text := sanitize.Decode(found)
	if text == "" {
		return ""
	}
	return ", which spell " + quoted(text)
}
