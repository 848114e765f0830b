package commands

import (
	"fmt"
	"strings"

	"deft/discovery"
)

// Outlook is what can be looked at through a profile.
type Outlook interface {
	View() discovery.View
	Use(discovery.Profile) error
}

// Profiles switches between the profiles of the configuration. Whoever lists,
// loads or searches afterwards sees the skills of the one in use.
type Profiles struct {
	Outlook Outlook
	Defined []discovery.Profile // by name
}

// Names are the profiles that there are, sorted.
func (v Profiles) Names() []string {
	var out []string
	for _, p := range v.Defined {
		out = append(out, p.Name)
	}
	return out
}

// Current is the name of the profile in use, "" for none.
func (v Profiles) Current() string { return v.Outlook.View().Profile.Name }

// Use changes to the profile of a name, to none for "". The error is an
// *UnknownProfileError.
func (v Profiles) Use(name string) error {
	if name == "" {
		return v.Outlook.Use(discovery.Profile{})
	}
	for _, p := range v.Defined {
		if p.Name == name {
			return v.Outlook.Use(p)
		}
	}
	return &UnknownProfileError{Name: name, Names: v.Names()}
}

// UnknownProfileError says that no profile has a name.
type UnknownProfileError struct {
	Name  string
	Names []string // that there are
}

func (e *UnknownProfileError) Error() string {
	if len(e.Names) == 0 {
		return fmt.Sprintf("no profile %q: none is defined (profiles in the config file defines them)", e.Name)
	}
	return fmt.Sprintf("no profile %q: one of %s", e.Name, strings.Join(e.Names, ", "))
}
