package cli

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"deft/commands"
	"deft/commands/phrase"
	"deft/discovery"
)

// runAs is `list --as`.
func (o *listOptions) runAs(cmd *cobra.Command) error {
	s, err := o.open(cmd)
	if err != nil {
		return err
	}
	s.app.Agents.Untrusted = o.untrusted
	list, err := s.app.Agents.List(cmd.Context(), s.caller, o.agent, o.ListRequest)
	if err != nil {
		return err
	}
	if known := list.Providers; o.Provider != "" && !slices.Contains(known, o.Provider) {
		return usagef("no folder here is of the provider %q: there is %s", o.Provider, strings.Join(known, ", "))
	}
	switch {
	case o.json:
		err = s.listAsJSON(cmd.Context(), o.out, list.Entries, o.digest)
	case o.out.terminal:
		listTable(o.out, list.Entries, o.All || slices.ContainsFunc(list.Entries, undecided))
	default:
		listPlain(o.out, list.Entries)
	}
	o.noticesAs(list)
	return err
}

// undecided tells whether a listed entry is none that its bare name reaches.
func undecided(e commands.AgentEntry) bool { return e.State != discovery.Active }

func (s *session) listAsJSON(ctx context.Context, out *screen, entries []commands.AgentEntry, digest bool) error {
	return writeArray(out, func(yield func(skillJSON) error) error {
		for _, e := range entries {
			j := s.skillJSON(e.Entry, e.Reading.Head, commands.Findings(e.Entry))
			j.Name = e.Name
			if e.Reading.Invalid != "" && e.State != discovery.Invalid && e.State != discovery.Dropped {
				j.ModelInvocable, j.UserInvocable = true, true // it is used without its fields
			}
			j.ModelInvocable = j.ModelInvocable && !e.PeopleOnly
			if digest {
				j.Digest = optional(s.app.Agents.Digest(ctx, e.Candidate))
			}
			if err := yield(j); err != nil {
				return err
			}
		}
		return nil
	})
}

// noticesAs tells what else there is, and of trust.
func (o *listOptions) noticesAs(list commands.AgentList) {
	o.err.partly(list.Complete, "")
	o.err.misread(list.Faults)
	n := len(list.Entries)
	if list.Untrusted != n {
		o.err.printf("%s lists %d of these where it does not trust the folder: --untrusted (%s)\n", list.Title, list.Untrusted, list.Trust)
	}
	if !o.out.terminal {
		return
	}
	text := phrase.Count(n, "skill")
	if list.More > 0 {
		text += fmt.Sprintf(", %d more: --all", list.More)
	}
	o.err.text(o.err.paint(faint, text), "\n")
}
