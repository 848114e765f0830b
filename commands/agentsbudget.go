package commands

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"deft/discovery"
	"deft/discovery/rules"
	"deft/skills"
)

// maxNamed is how many skills a finding names one by one.
const maxNamed = 20

// line is what an agent tells its model of one skill, in characters.
type line struct {
	name        string
	fixed, text int // without the description, and of it
}

// budgets finds agents that cannot tell their model all that skills say.
func (d *agentsDoctor) budgets(context.Context) []skills.Diagnostic {
	var out []skills.Diagnostic
	for _, v := range d.All {
		lines := catalogLines(v.Snapshot, v.Budget)
		var cut []string
		for i := range lines {
			if l := &lines[i]; v.Budget.Entry > 0 && l.text > v.Budget.Entry {
				cut, l.text = append(cut, l.name), v.Budget.Entry
			}
		}
		if len(cut) > 0 {
			out = append(out, overBudget(fmt.Sprintf("%s cuts descriptions at %d characters: %s", v.Title, v.Budget.Entry, some(cut)), v.Budget))
		}
		if text := overflow(lines, v.Budget); text != "" {
			out = append(out, overBudget(v.Title+" "+text, v.Budget))
		}
	}
	return out
}

// catalogLines are the lines of the skills that a model may choose.
func catalogLines(s *discovery.Snapshot, b rules.Budget) []line {
	var out []line
	for _, e := range listed(s, false) {
		if head := &e.Reading.Head; (head.ModelInvocable || e.Reading.Invalid != "") && !e.PeopleOnly {
			l := line{name: e.Name, fixed: utf8.RuneCountInString(e.Name) + len("- : \n"), text: utf8.RuneCountInString(head.Description)}
			if b.Paths {
				l.fixed += utf8.RuneCountInString(e.Rel) + len("(file: r0/)")
			}
			out = append(out, l)
		}
	}
	return out
}

// overflow says what does not fit, "" where all does.
func overflow(lines []line, b rules.Budget) string {
	fixed, text := 0, 0
	for _, l := range lines {
		fixed, text = fixed+l.fixed, text+l.text
	}
	if b.Total == 0 || fixed+text <= b.Total {
		return ""
	}
	out := fmt.Sprintf("has %d characters to list and room for about %d: ", fixed+text, b.Total)
	switch {
	case fixed > b.Total:
		return out + "not even all names fit; " + b.Overflow
	case b.Shared:
		length := share(lines, b.Total-fixed)
		return out + fmt.Sprintf("descriptions are cut to about %d characters: %s", length, some(longer(lines, length)))
	}
	return out + fmt.Sprintf("at least %d of %d descriptions are lost; %s", fewest(lines, fixed+text-b.Total), len(lines), b.Overflow)
}

// share is the greatest length of a description with which all have room.
func share(lines []line, room int) int {
	texts := make([]int, 0, len(lines))
	for _, l := range lines {
		texts = append(texts, l.text)
	}
	slices.Sort(texts)
	for i, n := range texts {
		each := room / (len(texts) - i)
		if n > each {
			return each
		}
		room -= n
	}
	return room
}

// longer names the skills whose descriptions are longer than that.
func longer(lines []line, length int) []string {
	var out []string
	for _, l := range lines {
		if l.text > length {
			out = append(out, l.name)
		}
	}
	return out
}

// fewest is how many descriptions at least have to go to gain some characters.
func fewest(lines []line, gain int) int {
	texts := make([]int, 0, len(lines))
	for _, l := range lines {
		texts = append(texts, l.text)
	}
	slices.Sort(texts)
	n := 0
	for ; gain > 0 && n < len(texts); n++ {
		gain -= texts[len(texts)-1-n]
	}
	return n
}

// some joins names, the first of very many.
func some(names []string) string {
	if more := len(names) - maxNamed; more > 0 {
		return strings.Join(names[:maxNamed], ", ") + fmt.Sprintf(" and %d more", more)
	}
	return strings.Join(names, ", ")
}

func overBudget(message string, b rules.Budget) skills.Diagnostic {
	d := skills.Diagnostic{Code: CodeListingBudget, Severity: skills.Warning, Message: message, Hint: "shorten descriptions, or switch skills off"}
	if b.Setting != "" {
		d.Hint += "; the room depends on " + b.Setting
	}
	return d
}
