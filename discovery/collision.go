package discovery

import (
	"fmt"

	"deft/skills"
)

// collisions makes one warning for each name with a different, usable copy
// that is shadowed, unless the config accepts it.
func collisions(s *Snapshot) []skills.Diagnostic {
	var out []skills.Diagnostic
	for i := range s.Resolutions {
		r := &s.Resolutions[i]
		if r.Collision && !r.Accepted {
			out = append(out, s.collision(r))
		}
	}
	return out
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
