package cli

import (
	"fmt"
	"strings"

	"deft/commands"
	"deft/commands/config"
	"deft/commands/phrase"
	"deft/skills"
	"deft/skills/sanitize"
)

// Limits on what is told one by one, of one kind, beside a command's output;
// `doctor` tells all. More warnings than that become one line.
const (
	maxErrors   = 5
	maxWarnings = 2
)

// doubt tells of settings that do nothing.
func (s *screen) doubt(c config.Config) {
	for _, d := range c.Doubts {
		s.text(s.severity(skills.Warning), ": ", sanitize.Line(d), "\n")
	}
}

// tell writes findings, folded, but for those of the muted codes.
func (s *screen) tell(found []skills.Diagnostic, muted []string) {
	var n notices
	n.add(commands.Heard(found, muted)...)
	n.write(s)
}

// misread tells of settings files that could not be understood, of each once.
func (s *screen) misread(faults []skills.Diagnostic) {
	seen := make(map[string]bool)
	for _, f := range faults {
		if !seen[f.Path] {
			seen[f.Path] = true
			s.text(s.severity(f.Severity), ": ", s.short(sentence(f)), "\n")
		}
	}
}

// partly tells where something that was to be read could not be.
func (s *screen) partly(complete bool, whom string) {
	if !complete {
		s.text(s.severity(skills.Warning), ": ", whom, "not every folder could be read in full, skills may be missing\n")
	}
}

// notices collects diagnostics by kind, in the order of their first one.
type notices struct {
	groups []*group
	byKind map[string]*group
}

type group struct {
	list  []skills.Diagnostic // at most maxErrors
	count int
}

// add takes errors and warnings; the rest is for `doctor`.
func (n *notices) add(diagnostics ...skills.Diagnostic) {
	for i := range diagnostics {
		d := &diagnostics[i]
		if d.Severity != skills.Error && d.Severity != skills.Warning {
			continue
		}
		kind := string(d.Severity) + " " + string(d.Code)
		g := n.byKind[kind]
		if g == nil {
			if n.byKind == nil {
				n.byKind = map[string]*group{}
			}
			g = &group{}
			n.byKind[kind] = g
			n.groups = append(n.groups, g)
		}
		if g.count++; len(g.list) < maxErrors {
			g.list = append(g.list, *d)
		}
	}
}

// write tells errors one by one, and folds warnings of one kind into a line.
func (n *notices) write(s *screen) {
	for _, g := range n.groups {
		g.write(s)
	}
}

func (g *group) write(s *screen) {
	severity := g.list[0].Severity
	if severity == skills.Warning && g.count > maxWarnings {
		s.text(s.wrapped(2, fmt.Sprintf("%s: %s - and %d more of this kind (%s), see `deft doctor`",
			s.severity(severity), s.short(sentence(g.list[0])), g.count-1, g.list[0].Code)), "\n")
		return
	}
	for _, d := range g.list {
		s.text(s.wrapped(2, s.severity(severity)+": "+s.short(sentence(d))), "\n")
	}
	if more := g.count - len(g.list); more > 0 {
		s.printf("%s: %d more of this kind (%s), see `deft doctor`\n", s.severity(severity), more, g.list[0].Code)
	}
}

// brief is for a terminal that shows something else: each error on one line,
// at most maxErrors of them, and how many findings there are.
func (s *screen) brief(found []skills.Diagnostic) {
	n := 0
	for _, d := range found {
		if d.Severity != skills.Error {
			continue
		}
		if n++; n > maxErrors {
			break
		}
		label := "error: "
		text := s.short(sanitize.Line(phrase.Place(d.Path, d.Line) + ": " + d.Message))
		s.text(s.paint(red, "error"), ": ", cut(text, s.width-len(label)), "\n")
	}
	by := bySeverity(found)
	var parts []string
	for _, v := range []skills.Severity{skills.Error, skills.Warning} {
		if by[v] > 0 {
			parts = append(parts, phrase.Count(by[v], string(v)))
		}
	}
	if len(parts) > 0 {
		s.text(strings.Join(parts, ", "), ": see deft doctor\n")
	}
}

// sentence is a diagnostic on one clean line, without its severity.
func sentence(d skills.Diagnostic) string {
	out := d.Message
	if d.Path != "" {
		out = phrase.Place(d.Path, d.Line) + ": " + out
	}
	if d.Hint != "" {
		out += " (" + d.Hint + ")"
	}
	return sanitize.Line(out)
}

func (s *screen) severity(v skills.Severity) string {
	code := faint
	switch v {
	case skills.Error:
		code = red
	case skills.Warning:
		code = yellow
	}
	return s.paint(code, string(v))
}
