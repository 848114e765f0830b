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
	if caller == Model {
		return Fixes{}, errModel
	}
	if req.Verb == FixRename && len(copies) > 1 {
		return Fixes{}, &InputError{"a new name is for one skill at a time"}
	}
	l, err := v.look(ctx)
	if err != nil {
		return Fixes{}, err
	}
	joint := fix.NewJoint()
	var out Fixes
	for _, c := range copies {
		if err := ctx.Err(); err != nil {
			return Fixes{}, err
		}
		req.Copy = c
		p, err := l.plan(ctx, caller, req, joint)
		if err == nil {
			err = joint.Add(c.Name(), p)
		}
		if err != nil {
			out.Refused = append(out.Refused, Refused{c, err})
		}
	}
	out.Plan = joint.Plan()
	after, err := l.after(ctx, out.Plan)
	out.Plan.Notes = append(after, out.Plan.Notes...)
	return out, err
}
