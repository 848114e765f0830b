package discovery

import (
	"fmt"
	"slices"

	"deft/skills"
)

// collisions makes one warning for each name with a different, usable copy
// that is shadowed, unless the config accepts it. The resolutions are the
// snapshot's, or some of them.
func collisions(s *Snapshot, of []Resolution) []warning {
	var out []warning
	for i := range of {
		r := &of[i]
		if r.Collision && !r.Accepted {
			out = append(out, warning{r.Name, s.collision(r)})
		}
	}
	return out
}

// warn adds the warnings to the snapshot's findings.
func (s *Snapshot) warn(ws []warning) {
	s.Diagnostics = slices.Grow(s.Diagnostics, len(ws))
	for _, w := range ws {
		s.Diagnostics = append(s.Diagnostics, w.Diagnostic)
	}
}

func (s *Snapshot) collision(r *Resolution) skills.Diagnostic {
	var first *Entry
	more := ""
	n := 0
	for _, e := range r.Entries {
		if e.State != Shadowed || e.Reason == SameFile || e.Reason == IdenticalCopy {
			continue
		}
		if n++; first == nil {
			first = e
		}
	}
	if n > 1 {
		more = fmt.Sprintf(" (and %d more)", n-1)
	}
	return skills.Diagnostic{
		Code: CodeCollision, Severity: skills.Warning, Path: first.Path,
		Message: fmt.Sprintf("%q is shadowed by %s: %s%s", r.Name, r.Winner.Path, first.Detail, more),
		Hint:    fmt.Sprintf("use %s for this copy, or name %q in skills.acceptedCollisions", s.Qualified(first), r.Name),
	}
}

func isCollision(d skills.Diagnostic) bool { return d.Code == CodeCollision }
