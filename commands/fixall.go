package commands

import (
	"context"

	"deft/commands/fix"
	"deft/discovery"
)

// Fixes is a change of several skills: one plan for those that can be changed,
// and why the others cannot.
type Fixes struct {
	Plan    fix.Plan
	Refused []Refused
}

// Refused is a skill that a change leaves as it is.
type Refused struct {
	*discovery.Candidate
	Err error
}

// PlanAll plans one change of several copies; it changes nothing. Each of them
// is looked for where it is, whatever agent sees it: the request needs no
// Handle. The error is of all of them; what cannot be done with one is told in
// Refused.
func (v Fix) PlanAll(ctx context.Context, caller Caller, req FixRequest, copies []*discovery.Candidate) (Fixes, error) {
	if req.Verb == FixRename && len(copies) > 1 {
		return Fixes{}, &InputError{"a new name is for one skill at a time"}
	}
	l, err := v.look(ctx, caller)
	if err != nil {
		return Fixes{}, err
	}
	joint := fix.NewJoint()
	var out Fixes
	for _, c := range copies {
		if err := ctx.Err(); err != nil {
			return Fixes{}, err
		}
		p, err := l.plan(ctx, req, c.Path, joint)
		if err == nil {
			err = joint.Add(c.Name(), p)
		}
		if err != nil {
			out.Refused = append(out.Refused, Refused{c, err})
		}
	}
	out.Plan, err = l.weighed(ctx, joint.Plan())
	return out, err
}
