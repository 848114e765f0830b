package commands

import (
	"fmt"
	"slices"

	"deft/commands/state"
)

// Acceptances keeps which collisions the user accepts.
type Acceptances interface {
	Accepted() []string // names, sorted
	Accept(name string)
	Withdraw(name string)
}

// Accept says that collisions of names are meant, and takes that back. Only
// their warnings are silenced: who wins stays as it is.
type Accept struct {
	Kept   Acceptances
	Config []string // names that the configuration accepts
	// Judge has whoever lists afterwards see these names, and no others,
	// accepted.
	Judge func(names []string)
}

// Toggle accepts the collision of a name, or withdraws that, and says whether
// it is accepted now. The error is an *InputError where the configuration
// accepts it: that is not deft's to change.
func (v Accept) Toggle(name string) (accepted bool, err error) {
	if slices.Contains(v.Config, name) {
		return true, &InputError{Msg: fmt.Sprintf("the collision of %s is accepted in the config file: skills.acceptedCollisions", name)}
	}
	accepted = !slices.Contains(v.Kept.Accepted(), name)
	if accepted {
		v.Kept.Accept(name)
	} else {
		v.Kept.Withdraw(name)
	}
	v.Judge(state.Join(v.Config, v.Kept.Accepted()))
	return accepted, nil
}
