package preview

import (
	"fmt"

	"deft/commands/phrase"
	"deft/discovery"
	"deft/skills/sanitize"
	"deft/tui/cells"
	"deft/tui/theme"
)

// whyContent is the judgement over the name.
func whyContent(source Source, s *subject) content {
	id := "why\x00" + s.entry.Path
	return content{id: id, kept: id, live: true, pick: true, draw: func(t theme.Theme, width int) func(int) (block, bool) {
		return func(i int) (block, bool) {
			if i > 0 || !s.judged {
				return block{}, false
			}
			return sheet{t, width, source, s}.whyBlock(), true
		}
	}}
}

func (s sheet) whyBlock() block {
	x := s.subject
	if x.whyErr != nil {
		return block{lines: s.styled(s.theme.Error, "Not to be explained: "+s.line(x.whyErr.Error()))}
	}
	r := x.explanation.Resolution
	b := block{lines: s.verdict(r)}
	for i, e := range r.Entries {
		b.lines = append(b.lines, "")
		lines := s.candidateLines(i, e)
		b.marks = append(b.marks, mark{row: len(b.lines), rows: len(lines), lit: 1, name: e.Path})
		b.lines = append(b.lines, lines...)
	}
	if ds := s.diagnosticLines(s.diagnostics()); len(ds) > 0 {
		b.lines = append(b.lines, "", s.theme.Title.Render("Findings"))
		b.lines = append(b.lines, ds...)
	}
	return b
}

func (s sheet) verdict(r *discovery.Resolution) []string {
	name := sanitize.Line(r.Name)
	switch {
	case r.Outcome() == discovery.IsAmbiguous:
		return s.styled(s.theme.Warning, name+" is ambiguous: the bare name reaches no copy.")
	case r.Outcome() == discovery.IsOpen:
		return s.styled(s.theme.Warning, "One of the copies of "+name+" is used; nobody says which.")
	case r.Winner == nil:
		return s.styled(s.theme.Warning, "No copy of "+name+" can be used.")
	case len(r.Entries) == 1:
		return s.styled(s.theme.Row, name+" is found in one place only.")
	}
	text := fmt.Sprintf("%s is found in %d places; the first wins.", name, len(r.Entries))
	if r.Collision && r.Accepted {
		text += " The collision is accepted."
	}
	return s.styled(s.theme.Row, text)
}

// candidateLines is one place: what became of it, why, and how to reach it all the same.
func (s sheet) candidateLines(i int, e *discovery.Entry) []string {
	style := s.theme.Muted
	if e.State == discovery.Active {
		style = s.theme.TitleFocused
	}
	head := "  " + style.Render(fmt.Sprintf("%d %s", i+1, e.State)) + " "
	if e.Root != nil {
		head += s.theme.Muted.Render(sanitize.Line(phrase.Source(e.Root)))
	}
	out := []string{cells.Cut(head, s.width, s.theme.Marks.Ellipsis)}
	add := func(name, value string) {
		if value != "" {
			out = append(out, cells.Indent("    "+s.theme.Muted.Render(cells.Fit(name, 9, "")), value, s.width)...)
		}
	}
	reason := string(e.Reason)
	if e.Detail != "" {
		reason += ": " + s.line(e.Detail)
	}
	add("reason", reason)
	add("content", s.likeness(i, e))
	place := func(name, path string) {
		head := "    " + s.theme.Muted.Render(cells.Fit(name, 9, ""))
		out = append(out, cells.Hang(head, cells.WrapAnywhere(s.line(path), max(1, s.width-13)))...)
	}
	place("path", e.Path)
	if e.Real != e.Path {
		place("real", e.Real)
	}
	for _, p := range e.SeenAt {
		place("also at", p)
	}
	if x := s.subject.explanation; i < len(x.Handles) {
		add("handle", s.line(x.Handles[i]))
	}
	return out
}

// likeness says how a copy compares with the one that wins, "" for that one itself.
func (s sheet) likeness(i int, e *discovery.Entry) string {
	x := s.subject.explanation
	if x.Winner == nil || e == x.Winner || len(x.Digests) != len(x.Entries) {
		return ""
	}
	won := ""
	for j, other := range x.Entries {
		if other == x.Winner {
			won = x.Digests[j]
		}
	}
	switch {
	case e.Reason == discovery.SameFile:
		return "the same file as the winner"
	case e.Reason == discovery.IdenticalCopy:
		return "identical copy: every file is the same"
	case won == "" || x.Digests[i] == "":
		return "cannot be compared"
	case x.Digests[i] == won:
		return "SKILL.md is the same; d compares the other files"
	}
	return "differs from the winner; d shows how"
}

// rival is the copy that an entry is compared with: the winner, or for the winner the next one.
func (s *subject) rival(e *discovery.Entry) *discovery.Entry {
	x := s.explanation
	if x.Winner != nil && x.Winner.Path != e.Path {
		return x.Winner
	}
	for _, other := range x.Entries {
		if other.Path != e.Path {
			return other
		}
	}
	return nil
}

// copyAt is the entry of the name at a path.
func (s *subject) copyAt(path string) *discovery.Entry {
	if s.explanation.Resolution == nil {
		return nil
	}
	for _, e := range s.explanation.Entries {
		if e.Path == path {
			return e
		}
	}
	return nil
}
